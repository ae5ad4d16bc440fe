/** Who answers for the sender of goods hears of a case that waits for him, and once more when its time is over. */
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { ScheduledTask, Services } from '../../../kernel/server/registry.ts';
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { peopleOfPlace } from '../../messages/people-of-place.server.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import { inStoreDifference } from '../in-store-difference.document.ts';

const act = (id: Id) => ({ link: `${inStoreDifference.path}/${id}`, label: label('去处理', 'Settle') });

/** One message to each of the sender's people for the cases of one signature. */
export async function sendOpened(
  context: Context,
  deptId: Id,
  cases: readonly { readonly id: Id; readonly billCode: string }[],
  deadline: string,
): Promise<void> {
  const [first] = cases;
  if (first === undefined) return;
  const people = await peopleOfPlace(context, [deptId], 'invinstoredifference_confirm');
  await sendMessages(context, [
    {
      userIds: people.filter((id) => id !== context.user.userId),
      topic: 'receiving.difference',
      level: 'warning',
      title: label(
        `收货差异 ${first.billCode}${cases.length > 1 ? ` 等 ${cases.length} 条` : ''}，请在 ${deadline} 前确认`,
        `Difference ${first.billCode}${cases.length > 1 ? ` and ${cases.length - 1} more` : ''}: confirm by ${deadline}`,
      ),
      about: { resource: inStoreDifference.name, recordId: first.id },
      act: act(first.id),
      once: `case:${first.id}`,
    },
  ]);
}

const HALF_AN_HOUR = 1_800_000;
const AT_ONCE = 200;

/** Looks every half hour for cases past their deadline; each is noticed once. */
export const watchDeadlines = (services: Services): ScheduledTask => ({
  name: 'receiving.overdue-differences',
  everyMs: HALF_AN_HOUR,
  run: () => forEachTenant(services, 'receiving.overdue-differences', ({ transaction }) => transaction(sendOverdue)),
});

/** Messages about cases that are past their deadline, once for each: one query for each department that answers. */
export async function sendOverdue(context: Context): Promise<void> {
  const cases = await context.tx.rows<{ id: Id; billCode: string; deptId: Id; status: string; deadline: string }>(sql`
    select d.id, d.bill_code, d.require_dept_id as dept_id, d.status, d.deadline from in_store_difference d
    where d.status in ('waiting', 'disputed') and d.require_dept_id is not null and d.deadline < ${context.today}::date
      and d.overdue_time is null order by d.deadline, d.id limit ${AT_ONCE} for update skip locked`);
  const people = new Map<string, Promise<Id[]>>();
  const answering = ({ deptId, status }: (typeof cases)[number]): Promise<Id[]> => {
    const right = status === 'disputed' ? 'invinstoredifference_insist' : 'invinstoredifference_confirm';
    const key = `${deptId} ${right}`;
    const found = people.get(key) ?? peopleOfPlace(context, [deptId], right);
    people.set(key, found);
    return found;
  };
  const messages = await Promise.all(
    cases.map(async (each) => ({
      userIds: await answering(each),
      topic: 'receiving.difference' as const,
      level: 'urgent' as const,
      title: label(
        `已逾期：收货差异 ${each.billCode} 应在 ${each.deadline} 前处理`,
        `Overdue: difference ${each.billCode} was to be settled by ${each.deadline}`,
      ),
      about: { resource: inStoreDifference.name, recordId: each.id },
      act: act(each.id),
      once: `case-overdue:${each.id}`,
    })),
  );
  await sendMessages(context, messages);
  await context.tx.run(sql`update in_store_difference set overdue_time = ${context.now}::timestamptz
    where id = any(${cases.map(({ id }) => id)}::bigint[])`);
}

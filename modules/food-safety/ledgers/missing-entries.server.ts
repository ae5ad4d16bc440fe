/** An entry that is due and missing, a health card that ends: who keeps the ledgers of the stall hears of it once. */
import type { Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { ScheduledTask, Services } from '../../../kernel/server/registry.ts';
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { peopleOfPlace } from '../../messages/people-of-place.server.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import { healthCard } from '../people/health-card.resource.ts';
import { dueMoment, isDue, isEntered } from './dues.server.ts';
import { RENEW_DAYS } from './food-safety-log.rules.ts';
import { logKinds, safetyDuty, type LogKind } from './safety-duty.resource.ts';

const FIVE_MINUTES = 5 * 60_000;
const AT_ONCE = 200;

/** Looks every five minutes for entries that are missing and cards that end. */
export const watchLedgers = (services: Services): ScheduledTask => ({
  name: 'food-safety.missing-entries',
  everyMs: FIVE_MINUTES,
  run: () => forEachTenant(services, 'food-safety.missing-entries', ({ transaction }) => transaction(reportMissing)),
});

/** Sends what is missing by now, and the cards that end, to the people of their stalls. */
export async function reportMissing(context: Context): Promise<void> {
  await sendMissing(context);
  await sendEnding(context);
}

interface Event {
  readonly stallId: Id;
  readonly title: Label;
  readonly about: { readonly resource: string; readonly recordId: Id };
  readonly link: string;
  readonly act: Label;
  readonly level: 'urgent' | 'warning';
  readonly key: string;
}

async function sendMissing(context: Context): Promise<void> {
  const rows = await context.tx.rows<{
    id: Id;
    stallId: Id;
    stall: string;
    day: string;
    logKind: LogKind;
    subject: string;
    dueTime: string;
    key: string;
  }>(sql`
    select d.id, d.gear_operation_dept_id as stall_id, p.called as stall, x.day::text as day, d.log_kind, d.subject,
      d.due_time, concat_ws(':', 'ledger', d.id, x.day) as key
    from (values (${dayPlus(context.today, -1)}::date), (${context.today}::date)) as x(day) cross join safety_duty d
    join stock_location p on p.id = d.gear_operation_dept_id
    where ${isDue} and ${dueMoment} <= ${context.now}::timestamptz and not ${isEntered}
      and not exists (select 1 from message m where m.dedupe_key = concat_ws(':', 'ledger', d.id, x.day))
    order by x.day, d.due_time, d.id limit ${AT_ONCE}`);
  await send(
    context,
    rows.map(({ id, stallId, stall, day, logKind, subject, dueTime, key }) => {
      const [, zh, en] = logKinds.find(([kind]) => kind === logKind)!;
      return {
        stallId,
        title: label(
          `${stall}：${zh}「${subject}」应在 ${dueTime} 前记录，尚缺`,
          `${stall}: ${en}, ${subject}, was due by ${dueTime} and is missing`,
        ),
        about: { resource: safetyDuty.name, recordId: id },
        link: `/gear/ledgerboard?stall=${stallId}&date=${day}`,
        act: label('去补记', 'Enter it'),
        level: 'urgent',
        key,
      };
    }),
  );
}

async function sendEnding(context: Context): Promise<void> {
  const rows = await context.tx.rows<{
    id: Id;
    stallId: Id;
    stall: string;
    person: string;
    until: string;
    isOver: boolean;
    key: string;
  }>(sql`
    select e.* from (
      select c.id, c.gear_operation_dept_id as stall_id, p.called as stall, c.person_name as person,
        c.expire_date::text as until, c.expire_date < ${context.today}::date as is_over,
        concat_ws(':', case when c.expire_date < ${context.today}::date then 'card-over' else 'card' end, c.id,
          c.expire_date) as key
      from health_card c join stock_location p on p.id = c.gear_operation_dept_id
      where c.frozen = 0 and c.expire_date <= ${dayPlus(context.today, RENEW_DAYS)}::date) e
    where not exists (select 1 from message m where m.dedupe_key = e.key) order by e.until, e.id limit ${AT_ONCE}`);
  await send(
    context,
    rows.map(({ id, stallId, stall, person, until, isOver, key }) => ({
      stallId,
      title: isOver
        ? label(
            `${stall}：${person} 的健康证已于 ${until} 过期`,
            `${stall}: the health card of ${person} ended on ${until}`,
          )
        : label(
            `${stall}：${person} 的健康证 ${until} 到期`,
            `${stall}: the health card of ${person} ends on ${until}`,
          ),
      about: { resource: healthCard.name, recordId: id },
      link: `/gear/healthcard/${id}`,
      act: label('看健康证', 'See the card'),
      level: isOver ? 'urgent' : 'warning',
      key,
    })),
  );
}

async function send(context: Context, events: readonly Event[]): Promise<void> {
  for (const [stallId, own] of Map.groupBy(events, (each) => each.stallId)) {
    const userIds = await peopleOfPlace(context, [stallId], 'foodsafetylog_add');
    await sendMessages(
      context,
      own.map(({ title, about, link, act, level, key }) => ({
        userIds,
        topic: 'food.ledger' as const,
        level,
        title,
        about,
        act: { link, label: act },
        once: key,
      })),
    );
  }
}

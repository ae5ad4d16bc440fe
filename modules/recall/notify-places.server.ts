/** Whoever accounts for a place hears of a recall with its start. */
import type { Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { sendMessages } from '../messages/send-messages.server.ts';
import { recallCase } from './recall.document.ts';
import type { PlaceFigures } from './where-it-is.server.ts';

/** People below the company who may account for one of these departments: its own, and those of the ones above it. */
const peopleOf = (context: Context, deptIds: readonly Id[]): Promise<{ id: Id }[]> =>
  context.tx.rows<{ id: Id }>(sql`
    with recursive up(id, parent_id, depth) as (
      select d.id, d.parent_id, 0 from dept d where d.id = any(${deptIds as Id[]}::bigint[]) and d.dept_category <> '1'
      union select d.id, d.parent_id, u.depth + 1 from up u join dept d on d.id = u.parent_id
        and d.dept_category <> '1' where u.depth < 10)
    select distinct u.id from app_user u join role r on r.id = any(u.role_id) and r.frozen = 0
    join role_menu g on g.role_id = r.id join menu m on m.id = g.menu_id and m.code = 'recall_account'
    where u.frozen = 0 and u.dept_id && (select array_agg(a.id) from up a) order by u.id`);

/** One message to each of them: what is recalled, and that their answer is waited for. */
export async function notifyPlaces(
  context: Context,
  { id, billCode, row }: Acting<typeof recallCase>,
  places: readonly PlaceFigures[],
): Promise<void> {
  const people = await peopleOf(
    context,
    places.map(({ deptId }) => deptId),
  );
  const material = await context.tx.row<{ name: string; nameEn: string }>(sql`
    select m.name, coalesce(nullif(m.name_en, ''), m.name) as name_en from material m
    where m.id = ${row.materialId}::bigint`);
  const isDrill = row.drill === 1;
  await sendMessages(context, [
    {
      userIds: people.map((each) => each.id),
      topic: 'stock.recall',
      level: isDrill ? 'warning' : 'urgent',
      title: label(
        `${isDrill ? '召回演练' : '召回'} ${billCode}：${material?.name ?? ''}，请报数`,
        `${isDrill ? 'Recall drill' : 'Recall'} ${billCode}: ${material?.nameEn ?? ''}; account for what you had`,
      ),
      content: label(row.cause, row.cause),
      about: { resource: recallCase.name, recordId: id },
      act: { link: `${recallCase.path}/${id}`, label: label('去报数', 'Account') },
      once: `recall:${id}`,
    },
  ]);
}

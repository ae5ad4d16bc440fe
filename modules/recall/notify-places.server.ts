/** Whoever accounts for a place hears of a recall with its start. */
import { label } from '../../kernel/core/label.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { peopleOfPlace } from '../messages/people-of-place.server.ts';
import { sendMessages } from '../messages/send-messages.server.ts';
import { recallCase } from './recall.document.ts';
import type { PlaceFigures } from './where-it-is.server.ts';

/** One message to each of them: what is recalled, and that their answer is waited for. */
export async function notifyPlaces(
  context: Context,
  { id, billCode, row }: Acting<typeof recallCase>,
  places: readonly PlaceFigures[],
): Promise<void> {
  const people = await peopleOfPlace(
    context,
    places.map(({ deptId }) => deptId),
    'recall_account',
  );
  const material = await context.tx.row<{ name: string; nameEn: string }>(sql`
    select m.name, coalesce(nullif(m.name_en, ''), m.name) as name_en from material m
    where m.id = ${row.materialId}::bigint`);
  const isDrill = row.drill === 1;
  await sendMessages(context, [
    {
      userIds: people,
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

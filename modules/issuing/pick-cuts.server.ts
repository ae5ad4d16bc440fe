/** Lines of pick bills that get less than they ask for: foreseen before approval, and told to whoever asked. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { sendMessages } from '../messages/send-messages.server.ts';
import { pick } from './pick.document.ts';

/** A line that lacks something, quantities in base unit. */
interface Cut {
  readonly pickId: Id;
  readonly lineId: Id;
  readonly short: Decimal;
}

/** The lines that hold less than they ask for; `held`: what each holds, in their order. */
export const cutsOf = (
  lines: readonly { readonly id: Id; readonly pickId: Id; readonly baseQty: string }[],
  held: readonly string[],
): readonly Cut[] =>
  lines
    .map(({ id, pickId, baseQty }, at) => ({
      pickId,
      lineId: id,
      short: Decimal.of(baseQty).minus(Decimal.of(held[at]!)),
    }))
    .filter(({ short }) => short.isPositive());

/** So many lines are named in a message; the bill names them all. */
const NAMED_MAX = 6;

/** Tells whoever sent a bill which of its lines were cut, and by how much. */
export async function sendCuts(
  context: Context,
  documents: readonly Acting<typeof pick>[],
  cuts: readonly Cut[],
): Promise<void> {
  if (cuts.length === 0) return;
  const named = await context.tx.rows<{ pickId: Id; text: string }>(sql`
    select d.pick_id, m.name || ' ' || trim_scale(round(g.short / d.factor, 3))::text || ' ' || u.name as text
    from json_to_recordset(${JSON.stringify(cuts.map(({ lineId, short }) => ({ id: lineId, short })))}::json) as
      g(id bigint, short numeric)
    join pick_detail d on d.id = g.id join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    order by d.pick_id, d.line_no`);
  const byBill = Map.groupBy(named, ({ pickId }) => pickId);
  await sendMessages(
    context,
    documents.flatMap(({ id, billCode, row }) => {
      const lines = byBill.get(id) ?? [];
      if (lines.length === 0) return [];
      const listed = lines.slice(0, NAMED_MAX).map(({ text }) => text);
      const rest = lines.length - listed.length;
      return [
        {
          userIds: [row.applyUserId ?? row.createUser],
          topic: 'stock.short' as const,
          level: 'warning' as const,
          title: label(
            `领料单 ${billCode} 按库存批准，${lines.length} 行缺货`,
            `${billCode} was approved with what there is: ${lines.length} short`,
          ),
          content: label(
            `缺：${listed.join('；')}${rest > 0 ? `；另 ${rest} 行` : ''}`,
            `Short by: ${listed.join('; ')}${rest > 0 ? `; ${rest} more` : ''}`,
          ),
          about: { resource: pick.name, recordId: id },
          act: { link: `${pick.path}/${id}`, label: label('查看领料单', 'See the bill') },
        },
      ];
    }),
  );
}

/** What is cancelled of lines of work lists is cancelled with who asked: nobody has it open any more. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { link } from '../../../kernel/server/links.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { needSourceOf } from '../open-needs.server.ts';
import { distributionBill } from './distribution-bill.document.ts';

/** So much of a line, in base unit of what was to come. */
interface CancelledLine {
  readonly billId: Id;
  readonly lineId: Id;
  readonly baseQty: Decimal;
}
interface AskedLine {
  readonly fromType: string;
  readonly billId: Id;
  readonly lineId: Id;
  readonly listBillId: Id;
  readonly listLineId: Id;
  readonly need: DecimalText;
  readonly base: DecimalText;
}

/**
 * Takes the links of these lines to who asked back, by as much as is cancelled, and books it there. A replaced line
 * gives back the same share of what was asked as of what was to come.
 */
export async function cancelNeeds(context: Context, lines: readonly CancelledLine[], reason: string): Promise<void> {
  if (lines.length === 0) return;
  const given = new Map(lines.map(({ lineId, baseQty }) => [lineId, baseQty]));
  const asked = await context.tx.rows<AskedLine>(sql`
    select l.from_type, l.from_bill_id as bill_id, l.from_line_id as line_id, l.to_bill_id as list_bill_id,
      l.to_line_id as list_line_id, sum(l.from_qty) as need, sum(l.to_qty) as base
    from bill_link l where l.to_type = ${distributionBill.name}
      and l.to_bill_id = any(${[...new Set(lines.map(({ billId }) => billId))]}::bigint[])
      and l.to_line_id = any(${lines.map(({ lineId }) => lineId)}::bigint[])
    group by 1, 2, 3, 4, 5 having sum(l.to_qty) > 0 order by 2, 3`);
  const cancelled = asked.map((line) => {
    const [need, base] = [Decimal.of(line.need), Decimal.of(line.base)];
    const part = Decimal.min(base, given.get(line.listLineId)!);
    return {
      ...line,
      baseQty: part,
      needBaseQty: part.equals(base) ? need : need.times(part).dividedBy(base).rounded(6),
    };
  });
  await link(
    context,
    cancelled.map((line) => ({
      kind: 'distribute',
      fromType: line.fromType,
      fromBillId: line.billId,
      fromLineId: line.lineId,
      toType: distributionBill.name,
      toBillId: line.listBillId,
      toLineId: line.listLineId,
      fromQty: line.needBaseQty.negated().toString(),
      toQty: line.baseQty.negated().toString(),
    })),
    reason,
  );
  for (const [type, own] of Map.groupBy(cancelled, ({ fromType }) => fromType))
    await needSourceOf(type).cancel(
      context,
      own.map(({ billId, lineId, needBaseQty }) => ({ billId, lineId, baseQty: needBaseQty.toString() })),
    );
}

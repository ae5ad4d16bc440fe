/** One line in parts, each with a supplier of its own; the parts are the line, to the last gram. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { finishChange, keepChange } from './change-lines.server.ts';
import { chosenLines, hindrances, type ListLine } from './chosen-lines.server.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { planChange, type PlannedLine } from './plan-change.server.ts';
import { relink } from './relink.server.ts';
import { partsOf } from './shares.rules.ts';
import { insertLines, updateLines, type LineValues } from './write-lines.server.ts';

interface WantedPart {
  readonly qty: string;
  /** Whoever the line has, where nobody is named. */
  readonly supplierId: Id | null;
}

/** Splits a line; the first part stays the line it was. Answers the change. */
export async function splitLine(
  context: Context,
  kind: DistributionKind,
  { id, seen }: { readonly id: Id; readonly seen: ReadonlyMap<Id, number> },
  parts: readonly WantedPart[],
  reason: string | null,
): Promise<Id> {
  const [line] = await chosenLines(context, kind, [id], { lock: true });
  const against = await hindrances(context, [line!], seen);
  if (against.length > 0) throw new Refused(...against);
  const quantities = partQuantities(line!, parts);
  const pieces = partsOf(line!, quantities);
  // Planned as lines of their own, each with what it holds.
  const planned: PlannedLine[] = [];
  for (const [supplierId, own] of Map.groupBy(
    pieces.map((piece, at) => ({ piece, at })),
    ({ at }) => parts[at]!.supplierId,
  )) {
    const plan = await planChange(
      context,
      own.map(({ piece }) => ({ ...line!, ...piece })),
      { supplierId, materialId: null },
    );
    if (plan.refusals.length > 0) throw new Refused(...plan.refusals);
    for (const [nr, { at }] of own.entries()) planned[at] = plan.lines[nr]!;
  }
  const values = pieces.map((piece, at): LineValues => {
    const { id: _id, ...after } = planned[at]!.after;
    return {
      ...valuesOf(line!),
      ...after,
      qty: piece.qty.toString(),
      baseQty: piece.baseQty.toString(),
      needBaseQty: piece.needBaseQty.toString(),
    } as LineValues;
  });
  return write(context, kind, line!, values, reason);
}

function partQuantities(line: ListLine, parts: readonly WantedPart[]): Decimal[] {
  if (parts.length < 2) throw new Refused(refuse('distribution.split-two', {}, { field: 'parts' }));
  const quantities = parts.map((part) => Decimal.of(part.qty));
  const nothing = quantities.findIndex((qty) => !qty.isPositive());
  if (nothing >= 0) throw new Refused(refuse('distribution.split-positive', {}, { field: 'qty', line: nothing + 1 }));
  const sum = Decimal.sum(quantities);
  if (!sum.equals(line.qty))
    throw new Refused(
      refuse(
        'distribution.split-sum',
        { qty: line.qty.toString(), unit: line.unitName, sum: sum.toString() },
        { field: 'parts' },
      ),
    );
  return quantities;
}

const valuesOf = (line: ListLine) => ({
  materialId: line.materialId,
  originMaterialId: line.originMaterialId,
  ratio: line.ratio.toString(),
  unitId: line.unitId,
  factor: line.factor.toString(),
  baseUnitId: line.baseUnitId,
  sourceKind: line.sourceKind,
  sourceReason: null,
  outWarehouseId: line.outWarehouseId,
  outFactoryWarehouseId: line.outFactoryWarehouseId,
  supplyMode: line.supplyMode,
});

async function write(
  context: Context,
  kind: DistributionKind,
  line: ListLine,
  [own, ...others]: readonly LineValues[],
  reason: string | null,
): Promise<Id> {
  const last = await context.tx.row<{ lineNo: number; sourceCode: string }>(sql`
    select max(d.line_no) as line_no, max(d.source_code) filter (where d.id = ${line.id}::bigint) as source_code
    from distribution_bill_detail d where d.distribution_bill_id = ${line.billId}::bigint`);
  const changeId = await keepChange(context, kind, 'split', [line.id], reason);
  const { sourceReason: _stays, ...changed } = own!;
  await updateLines(context, [{ ...changed, id: line.id }], changeId);
  const made = await insertLines(
    context,
    others.map((values, at) => ({
      ...values,
      billId: line.billId,
      lineNo: last!.lineNo + at + 1,
      sourceType: line.sourceType,
      sourceDetailId: line.sourceDetailId,
      sourceCode: last!.sourceCode,
      bladeProjectDeptId: line.bladeProjectDeptId,
      warehouseId: line.warehouseId,
      needDate: line.needDate,
      splitFromId: line.id,
    })),
  );
  const ids = [line.id, ...made];
  await context.tx.run(sql`
    update distribution_bill_detail d set change_id = ${changeId}::bigint, source_reason = o.source_reason
    from distribution_bill_detail o where o.id = ${line.id}::bigint and d.id = any(${made}::bigint[])`);
  await context.tx
    .run(sql`update distribution_change set detail_ids = to_jsonb(${ids}::text[]), line_count = ${ids.length}
    where id = ${changeId}::bigint`);
  const of = { ofBillId: line.billId, ofLineId: line.id, billId: line.billId };
  await relink(
    context,
    [
      {
        ...of,
        lineId: line.id,
        needBaseQty: Decimal.of(own!.needBaseQty).minus(line.needBaseQty).toString(),
        baseQty: Decimal.of(own!.baseQty).minus(line.baseQty).toString(),
      },
      ...others.map((values, at) => ({
        ...of,
        lineId: made[at]!,
        needBaseQty: values.needBaseQty,
        baseQty: values.baseQty,
      })),
    ],
    'split',
  );
  const amount = Decimal.sum([own!, ...others].map((values) => Decimal.of(values.amount ?? '0')));
  await finishChange(context, changeId, ids, amount.minus(Decimal.of(line.amount ?? '0')));
  return changeId;
}

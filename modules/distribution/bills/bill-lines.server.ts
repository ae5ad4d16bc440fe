/**
 * Lines of a distribution as they are saved: those of meals take their need and pegs from the explosion, the rest are
 * as entered. Everything wrong with any line is refused at once.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { savingLines, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { convertLines } from '../../master-data/units/material-units.server.ts';
import { deliveriesOf } from '../../planning/plan-edit.server.ts';
import { pricesFor, supplierPacks } from '../../suppliers/purchase-price.server.ts';
import type { distribution } from './distribution.document.ts';
import { takenNeeds, type Taken } from './taken-needs.server.ts';

type Bill = Saving<typeof distribution>;
type Line = NonNullable<ReturnType<typeof savingLines<typeof distribution, 'details'>>>[number];

/** What of a stored line stands whatever the body says, and what tells whether it changed. */
interface StoredLine {
  readonly id: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly sourceType: 'sales-plan' | 'special-meal' | 'manual';
  readonly sourceId: Id | null;
  readonly sourceLineIds: readonly Id[] | null;
  readonly sourceCode: string | null;
  readonly sourceKind: string;
  readonly mealDate: string | null;
  readonly mealType: string | null;
  readonly needDate: string;
  readonly supplierId: Id | null;
  readonly netQty: DecimalText;
  readonly proposedQty: DecimalText | null;
  readonly price: DecimalText | null;
}

/** Completes all lines, and answers what the new ones take of meals, by their place on the bill. */
export async function completeLines(context: Context, saving: Bill): Promise<ReadonlyMap<number, Taken>> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined) return new Map();
  const stored = await storedLines(context, saving.id);
  const fixed = lines.flatMap((line, index) => fixedRefusals(line, stored.get(line.id ?? ''), index + 1));
  if (fixed.length > 0) throw new Refused(...fixed);
  const taken = await takenNeeds(context, saving, lines, stored);
  const placed = lines.map((line, index) => sourced(line, stored.get(line.id ?? ''), taken.get(index)));
  const converted = await inBaseUnit(context, placed);
  const prices = await pricesOf(context, placed, stored, taken);
  const dates = await deliveriesOf(
    context,
    placed.map(({ values }) => ({ values: { ...values, warehouseId: saving.values.warehouseId } })),
  );
  const refusals: Refusal[] = [];
  saving.lines['details'] = placed.map((line, index) => {
    const values = { ...line.values, ...converted[index]! };
    const proposed = proposedOf(values, stored.get(line.id ?? ''), taken.get(index));
    refusals.push(...adjustRefusals(values, proposed, index + 1));
    const price = prices[index] ?? null;
    return {
      ...line,
      values: {
        ...values,
        proposedQty: proposed?.toString() ?? null,
        deliveryDate: values.deliveryDate ?? saving.values.deliveryDate,
        price,
        amount: price === null ? null : Decimal.of(values.qty).times(Decimal.of(price)).toFixed(2),
        orderBefore: dates[index]?.orderBefore ?? null,
        openQty: values.qty,
      },
    };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return taken;
}

async function storedLines(context: Context, billId: Id | null): Promise<ReadonlyMap<Id, StoredLine>> {
  const rows =
    billId === null
      ? []
      : await context.tx.rows<StoredLine>(sql`
          select id, material_id, unit_id, factor, source_type, source_id, source_line_ids, source_code, source_kind,
            meal_date, meal_type, need_date, supplier_id, net_qty, proposed_qty, price
          from distribution_detail where distribution_id = ${billId}::bigint order by line_no`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a line was extracted for stands; whoever wants something else removes it. */
function fixedRefusals({ values }: Line, before: StoredLine | undefined, number: number): Refusal[] {
  if (before === undefined || before.sourceType === 'manual') return [];
  const same = before.materialId === values.materialId && before.needDate === values.needDate;
  return same ? [] : [refuse('distribution.line-fixed', { line: number }, { line: number })];
}

/** A line with what it is for, and from whom it comes where nobody chose. */
function sourced(line: Line, before: StoredLine | undefined, taken: Taken | undefined): Line {
  const { values } = line;
  if (taken !== undefined) {
    const { line: bought } = taken.buying;
    const isProposed = values.sourceKind === bought.sourceKind && (values.supplierId ?? null) === bought.supplierId;
    return {
      ...line,
      values: {
        ...values,
        ...taken.values,
        ...(isProposed
          ? {
              sourceReason: bought.sourceReason,
              outWarehouseId: bought.outWarehouseId,
              outOrgId: bought.factoryDeptId,
            }
          : CHOSEN_BY_HAND),
      },
    };
  }
  if (before === undefined || before.sourceType === 'manual')
    return {
      ...line,
      values: { ...values, ...NOT_OF_A_MEAL, ...(before === undefined ? {} : elsewhere(values, before)) },
    };
  const { sourceType, sourceId, sourceLineIds, sourceCode, mealDate, mealType } = before;
  return {
    ...line,
    values: {
      ...values,
      sourceType,
      sourceId,
      sourceLineIds,
      sourceCode,
      mealDate,
      mealType,
      ...elsewhere(values, before),
    },
  };
}

const NOT_OF_A_MEAL = { sourceType: 'manual', sourceId: null, sourceLineIds: null, sourceCode: null } as const;
/** Somebody said so: no rule stands behind it any more. */
const CHOSEN_BY_HAND = { sourceReason: null, outWarehouseId: null, outOrgId: null } as const;
const elsewhere = (values: Line['values'], before: StoredLine) =>
  before.sourceKind === values.sourceKind && (before.supplierId ?? null) === (values.supplierId ?? null)
    ? {}
    : CHOSEN_BY_HAND;

/** Factor and base quantity; the pack of the suggested supplier counts as well. */
async function inBaseUnit(context: Context, lines: readonly Line[]) {
  const asked = lines.map(({ values: { materialId, unitId, qty, supplierId } }) => ({
    materialId,
    unitId,
    qty,
    ...(supplierId ? { supplierId } : {}),
  }));
  const packs = await supplierPacks(
    context,
    asked.flatMap(({ supplierId, materialId }) => (supplierId === undefined ? [] : [{ supplierId, materialId }])),
  );
  return convertLines(context, asked, { packs });
}

/** What was proposed, in the unit the line now has; null where nothing was. */
function proposedOf(
  { unitId, factor }: { readonly unitId: Id; readonly factor: DecimalText },
  before: StoredLine | undefined,
  taken: Taken | undefined,
): Decimal | null {
  const from = taken?.proposal ?? (before?.proposedQty == null ? null : proposalBefore(before));
  if (from === null) return null;
  return from.unitId === unitId ? from.qty : from.qty.times(from.factor).dividedBy(Decimal.of(factor)).rounded(6);
}
const proposalBefore = ({ unitId, factor, proposedQty }: StoredLine) => ({
  unitId,
  factor: Decimal.of(factor),
  qty: Decimal.of(proposedQty!),
});

function adjustRefusals(
  { qty, adjustReason }: { readonly qty: DecimalText; readonly adjustReason?: string | null },
  proposed: Decimal | null,
  line: number,
): Refusal[] {
  if (proposed === null || proposed.equals(Decimal.of(qty)) || adjustReason) return [];
  const at = { field: 'adjustReason', line };
  return [refuse('distribution.adjust-reason', { line, qty, proposed: proposed.toString() }, at)];
}

/** The supplier's price of the day, what the rules expect where none is named; one that stood keeps its own. */
async function pricesOf(
  context: Context,
  lines: readonly Line[],
  stored: ReadonlyMap<Id, StoredLine>,
  taken: ReadonlyMap<number, Taken>,
): Promise<(DecimalText | null)[]> {
  const known = lines.map(({ id, values }, index): DecimalText | null | undefined => {
    const bought = taken.get(index)?.buying.line;
    const before = bought === undefined ? stored.get(id ?? '') : bought;
    const same =
      before !== undefined &&
      before.unitId === values.unitId &&
      (before.supplierId ?? null) === (values.supplierId ?? null);
    return same ? before.price : undefined;
  });
  const open = lines.flatMap(({ values }, index) =>
    known[index] === undefined && values.supplierId
      ? [
          {
            index,
            question: {
              supplierId: values.supplierId,
              materialId: values.materialId,
              unitId: values.unitId,
              date: values.needDate,
            },
          },
        ]
      : [],
  );
  const found = await pricesFor(
    context,
    open.map(({ question }) => question),
  );
  const priced = new Map(open.map(({ index }, nr) => [index, found[nr]!]));
  return known.map((price, index) => {
    const answer = priced.get(index);
    return price ?? (answer?.found === true ? answer.price : null);
  });
}

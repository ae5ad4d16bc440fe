/**
 * Lines of a plan as people change them: generated ones keep what they are needed for, others are ordered as entered.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { convertLines, type ConvertedLine } from '../master-data/units/material-units.server.ts';
import { pricesFor, supplierPacks } from '../suppliers/purchase-price.server.ts';
import { supplierLeads } from '../sourcing/late/cut-offs.server.ts';
import { deliveryBook, deptsOf } from '../sourcing/delivery-rows.server.ts';
import { warehousePlaces } from '../sourcing/source-calls.server.ts';
import { deliveryColumns, type DeliveryColumns } from './plan-lines.rules.ts';
import { loadMaterials, loadWarehouses } from './planning-facts.server.ts';
import type { requirementPlan } from './requirement-plan.document.ts';
import { inUnit } from './net-plan.rules.ts';

type PlanLine = NonNullable<ReturnType<typeof savingLines<typeof requirementPlan, 'details'>>>[number];

interface StoredLine {
  readonly id: Id;
  readonly lineNo: number;
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly needDate: string;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly baseUnitId: Id | null;
  readonly sourceKind: string;
  readonly supplierId: Id | null;
  readonly proposedQty: DecimalText | null;
  readonly price: DecimalText | null;
  readonly manualFlag: 0 | 1;
}

/**
 * Factors, base quantities and prices of all lines with one query each. Everything wrong with any line is refused at
 * once.
 */
export async function completeLines(context: Context, saving: Saving<typeof requirementPlan>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined) return;
  const stored =
    saving.id === null
      ? []
      : await context.tx.rows<StoredLine>(sql`
    select id, line_no, warehouse_id, material_id, need_date, unit_id, factor, base_unit_id, source_kind, supplier_id,
      proposed_qty, price, manual_flag from requirement_plan_detail where requirement_plan_id = ${saving.id}::bigint
      order by line_no`);
  const byId = new Map(stored.map((line) => [line.id, line]));
  const sent = new Set(lines.map((line) => line.id));
  const dropped = stored
    .filter((line) => line.manualFlag === 0 && !sent.has(line.id))
    .map((line) => refuse('planning.line-generated', { line: line.lineNo }, { line: line.lineNo }));
  const moved = lines.flatMap((line, index) => movedRefusal(line, byId.get(line.id ?? ''), index + 1));
  if (dropped.length + moved.length > 0) throw new Refused(...dropped, ...moved);

  const requested = lines.map((line) => ({
    materialId: line.values.materialId,
    unitId: line.values.unitId,
    qty: line.values.planQty,
    ...(line.values.supplierId ? { supplierId: line.values.supplierId } : {}),
  }));
  const changed = lines.map((line) => {
    const old = byId.get(line.id ?? '');
    return (
      old === undefined ||
      old.unitId !== line.values.unitId ||
      (old.supplierId ?? '') !== (line.values.supplierId ?? '') ||
      old.materialId !== line.values.materialId
    );
  });
  const converted = await convertedLines(
    context,
    requested,
    lines.map((line) => byId.get(line.id ?? '')),
    changed,
  );
  const prices = await pricesOf(context, lines, requested, changed, byId);
  const warehouses = await loadWarehouses(context, { ids: lines.map((line) => line.values.warehouseId) });
  const dates = await deliveriesOf(context, lines);

  const refusals: Refusal[] = [];
  saving.lines['details'] = lines.map((line, index) => {
    const old = byId.get(line.id ?? '');
    const { factor, baseQty, baseUnitId } = converted[index]!;
    const planQty = Decimal.of(requested[index]!.qty);
    const byHand = old === undefined || old.manualFlag === 1;
    const proposed = byHand
      ? planQty
      : inUnit(Decimal.of(old.proposedQty ?? '0').times(Decimal.of(old.factor)), Decimal.of(factor));
    if (!planQty.equals(proposed) && !line.values.adjustReason)
      refusals.push(refuse('planning.adjust-reason', { line: index + 1 }, { field: 'adjustReason', line: index + 1 }));
    const warehouse = warehouses.get(line.values.warehouseId);
    const price = prices[index];
    const own = byHand ? { manualFlag: 1, grossQty: baseQty, netQty: baseQty, surplusQty: '0' } : {};
    const elsewhere =
      old === undefined ||
      (old.supplierId ?? '') !== (line.values.supplierId ?? '') ||
      old.sourceKind !== line.values.sourceKind;
    // Somebody said so: no rule stands behind it any more.
    const chosen = elsewhere
      ? { sourceReason: BY_HAND[context.language], outWarehouseId: null, factoryDeptId: null }
      : {};
    return {
      ...line,
      values: {
        ...line.values,
        factor,
        baseUnitId,
        baseQty,
        proposedQty: proposed.toString(),
        bladeProjectDeptId: warehouse?.projectDeptId ?? null,
        price,
        amount: price === null ? null : planQty.times(Decimal.of(price!)).toFixed(2),
        ...own,
        ...chosen,
        ...(byHand || elsewhere ? dates[index] : {}),
      },
    };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
}

const BY_HAND = { zh: '人工指定', en: 'Chosen by hand' };

/** Goods of somebody at a place on a day. */
interface Delivered {
  readonly values: {
    readonly warehouseId: Id;
    readonly materialId: Id;
    readonly needDate: string;
    readonly supplierId?: Id | null;
  };
}
/** Until when each line must be ordered from the supplier it names; without one by the lead of its material. */
export async function deliveriesOf(
  context: Context,
  lines: readonly Delivered[],
): Promise<(DeliveryColumns | undefined)[]> {
  const materials = await loadMaterials(
    context,
    lines.map((line) => line.values.materialId),
  );
  const places = await warehousePlaces(context, [...new Set(lines.map((line) => line.values.warehouseId))]);
  const supplierIds = [...new Set(lines.flatMap((line) => (line.values.supplierId ? [line.values.supplierId] : [])))];
  const leads = await supplierLeads(context, supplierIds, [...materials.keys()]);
  const book = await deliveryBook(context, supplierIds, deptsOf(places.values()));
  return lines.map((line) => {
    const place = places.get(line.values.warehouseId);
    const material = materials.get(line.values.materialId);
    if (place === undefined || material === undefined) return undefined;
    const supplierId = line.values.supplierId ? line.values.supplierId : null;
    const leadDays = leads(supplierId, material.id) ?? material.leadDays;
    return deliveryColumns(
      book.deliveryOf({
        supplierId,
        deptIds: [...place.deptIds, place.companyDeptId],
        warehouseId: line.values.warehouseId,
        needDate: line.values.needDate,
        leadDays,
        material: material.name,
      }),
      context.language,
    );
  });
}

/** Place, material and day of a generated line come from what it is needed for. */
function movedRefusal(line: PlanLine, old: StoredLine | undefined, number: number): Refusal[] {
  if (old === undefined || old.manualFlag === 1) return [];
  const same =
    old.warehouseId === line.values.warehouseId &&
    old.materialId === line.values.materialId &&
    old.needDate === line.values.needDate;
  return same ? [] : [refuse('planning.line-fixed', { line: number }, { line: number })];
}

/** A line whose unit and supplier stand keeps the factor it was saved with. */
async function convertedLines(
  context: Context,
  requested: readonly { materialId: Id; unitId: Id; qty: DecimalText; supplierId?: Id }[],
  old: readonly (StoredLine | undefined)[],
  changed: readonly boolean[],
): Promise<ConvertedLine[]> {
  const open = requested.flatMap((line, index) => (changed[index] ? [{ line, index }] : []));
  const packs = await supplierPacks(
    context,
    open.flatMap(({ line }) =>
      line.supplierId === undefined ? [] : [{ supplierId: line.supplierId, materialId: line.materialId }],
    ),
  );
  const fresh = await convertLines(
    context,
    open.map(({ line }) => line),
    { packs },
  ).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(
      ...error.refusals.map((refusal) =>
        refusal.line === undefined ? refusal : { ...refusal, line: open[refusal.line - 1]!.index + 1 },
      ),
    );
  });
  const byIndex = new Map(open.map(({ index }, nr) => [index, fresh[nr]!]));
  return requested.map(
    (line, index) =>
      byIndex.get(index) ?? {
        factor: old[index]!.factor,
        baseUnitId: old[index]!.baseUnitId!,
        baseQty: Decimal.of(line.qty).times(Decimal.of(old[index]!.factor)).rounded(6).toString(),
      },
  );
}

/** The supplier's price for the day; where none is known the line stands without one. */
async function pricesOf(
  context: Context,
  lines: readonly PlanLine[],
  requested: readonly { materialId: Id; unitId: Id; supplierId?: Id }[],
  changed: readonly boolean[],
  byId: ReadonlyMap<Id, StoredLine>,
): Promise<(DecimalText | null)[]> {
  const open = requested.flatMap((line, index) =>
    changed[index] && line.supplierId !== undefined
      ? [
          {
            index,
            question: {
              supplierId: line.supplierId,
              materialId: line.materialId,
              unitId: line.unitId,
              date: lines[index]!.values.needDate,
            },
          },
        ]
      : [],
  );
  const found = await pricesFor(
    context,
    open.map(({ question }) => question),
  );
  const byIndex = new Map(open.map(({ index }, nr) => [index, found[nr]!]));
  return lines.map((line, index) => {
    const price = byIndex.get(index);
    if (price !== undefined) return price.found ? price.price : null;
    return changed[index] ? null : (byId.get(line.id ?? '')?.price ?? null);
  });
}

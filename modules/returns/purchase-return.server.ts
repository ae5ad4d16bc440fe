/**
 * A return to a supplier from asking to approval: its lots and their prices, the goods held, the bill made to ship
 * them.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, savingLines, type Acting, type Saving, type SavingLine } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { sql } from '../../parts/postgres/database.ts';
import { pricesOfLots } from '../corrections/posted-purchases.server.ts';
import { fillHead } from '../other-moves/other-bill.server.ts';
import { release, reserve } from '../stock/ledger/reservations.server.ts';
import { holdReturns, lotsReceived, type LotReceived } from '../stock/lots/lot-returns.server.ts';
import { atFrozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { purchaseReturn } from './purchase-return.document.ts';
import { creditOf, returnRefusals, type ReturningLine } from './purchase-return.rules.ts';
import { asTheirLots, inUnits } from './return-lines.server.ts';
import { makeReturnOutStores, voidReturnOutStores } from './return-out-store.server.ts';

type Return = Acting<typeof purchaseReturn>;
type Line = SavingLine<LinesOf<typeof purchaseReturn>['details']>;

/** Day, place, order; then each lot with its unit, its price and whether it may go back at all. */
async function beforeSave(context: Context, saving: Saving<typeof purchaseReturn>): Promise<void> {
  const { values, before } = saving;
  await fillHead(context, purchaseReturn, values, before);
  await fillPlant(context, values);
  const lines = savingLines(saving, 'details');
  if (lines === undefined || lines.length === 0) return;
  const received = await lotsReceived(
    context,
    lines.map((line) => line.values.batchId),
  );
  const named = await asTheirLots(context, lines, received);
  const filled = await inUnits(context, named, values.billDate ?? context.today);
  const prices = await pricesAtReceipt(context, [...received.values()]);
  const credited = filled.map((line) => {
    const { batchId, qty, factor } = line.values;
    const lot = received.get(batchId);
    if (lot === undefined) return line; // the kernel names the missing reference
    const { price, amount } = creditOf({ qty: Decimal.of(qty), factor: Decimal.of(factor ?? '1') }, prices(lot));
    return {
      ...line,
      values: { ...line.values, price: price.toString(), taxRate: lot.taxRate, amount: amount.toString() },
    };
  });
  saving.lines['details'] = credited;
  values.creditAmount = Decimal.sum(credited.map((line) => Decimal.of(line.values.amount ?? '0'))).toString();
  const refusals = returnRefusals(await enteredLines(context, values, credited, received));
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** The plant of the warehouse; an order is one with the supplier. */
async function fillPlant(context: Context, values: Saving<typeof purchaseReturn>['values']): Promise<void> {
  const row = await context.tx.row<{ sapFactory: string | null; order: string | null; supplier: string }>(sql`
    select w.sap_factory, o.bill_code as order, s.name as supplier from warehouse w
    left join supplier s on s.id = ${values.supplierId}::bigint
    left join purchase_order o on o.id = ${values.purchaseOrderId}::bigint and o.supplier_id is distinct from s.id
    where w.id = ${values.warehouseId}::bigint`);
  if (row === undefined) return; // the kernel names the missing reference
  if (row.order !== null)
    throw new Refused(
      refuse('returns.other-order', { order: row.order, supplier: row.supplier }, { field: 'purchaseOrderId' }),
    );
  values.sapFactory = row.sapFactory;
}

/** What a base unit of each lot is charged at, with tax; where no order says it, what it cost. */
async function pricesAtReceipt(context: Context, lots: readonly LotReceived[]): Promise<(lot: LotReceived) => Decimal> {
  const withTax = (await readParameter(context, 'store.cost.with-tax')) !== '0';
  const charged = await pricesOfLots(
    context,
    lots.map(({ rootId }) => rootId),
  );
  return ({ rootId, originUnitCost, taxRate }) => {
    const price = charged.get(rootId);
    if (price !== undefined) return Decimal.of(price);
    const cost = Decimal.of(originUnitCost);
    const tax = withTax ? Decimal.zero : Decimal.of(taxRate ?? '0').dividedBy(Decimal.hundred);
    return cost.times(Decimal.one.plus(tax));
  };
}

type Named = { readonly supplierId: Id; readonly warehouseId: Id };
/** Lines as they are about to be saved, as the rules judge them. */
async function enteredLines(
  context: Context,
  { supplierId, warehouseId }: Named,
  lines: readonly Line[],
  received: ReadonlyMap<Id, LotReceived>,
): Promise<ReturningLine[]> {
  const given = lines.map(({ values }, index) => ({
    line: index + 1,
    supplier: supplierId,
    warehouse: warehouseId,
    material: values.materialId,
    batch: values.batchId,
    qty: values.baseQty,
  }));
  return judged(
    received,
    await context.tx.rows<JudgedRow>(sql`
      select g.line, g.supplier as supplier_id, s.name as supplier, w.name as warehouse, g.material as material_id,
        m.called as material, u.called as unit, g.batch as batch_id, g.qty, ${LIES} as lies
      from json_to_recordset(${JSON.stringify(given)}::json) as g(line integer, supplier bigint, warehouse bigint,
        material bigint, batch bigint, qty numeric)
      join supplier s on s.id = g.supplier join warehouse w on w.id = g.warehouse
      join material m on m.id = g.material join material_unit u on u.id = m.base_unit_id order by g.line`),
  );
}
/** Whether something of the lot `g.batch` lies at `g.warehouse`. */
const LIES = sql`exists (
  select 1 from stock_batch sb where sb.location_id = g.warehouse and sb.batch_id = g.batch and sb.qty > 0)`;

interface JudgedRow {
  readonly line: number;
  readonly supplierId: Id;
  readonly supplier: string;
  readonly warehouse: string;
  readonly materialId: Id;
  readonly material: string;
  readonly unit: string;
  readonly batchId: Id;
  readonly qty: DecimalText;
  readonly lies: boolean;
}
const judged = (received: ReadonlyMap<Id, LotReceived>, rows: readonly JudgedRow[]): ReturningLine[] =>
  rows.flatMap(({ materialId, batchId, qty, lies, ...row }) => {
    const lot = received.get(batchId);
    return lot === undefined
      ? []
      : [
          {
            ...row,
            qty: Decimal.of(qty),
            lot: {
              rootId: lot.rootId,
              batchCode: lot.batchCode,
              supplierId: lot.supplierId,
              isOfMaterial: lot.materialId === materialId,
              lies,
              received: Decimal.of(lot.receivedQty),
              returned: Decimal.of(lot.returnedQty),
            },
          },
        ];
  });

/** A stored line of a return. */
interface StoredLine extends JudgedRow {
  readonly id: Id;
  readonly billId: Id;
  readonly unitId: Id;
  readonly entered: DecimalText;
  readonly factor: DecimalText;
  readonly baseUnitId: Id;
  readonly auxQty: DecimalText | null;
  /** It may still be used: then what others were promised of such lots is kept for them. */
  readonly isUsable: boolean;
}
const linesOf = (context: Context, ids: readonly Id[]): Promise<StoredLine[]> =>
  context.tx.rows<StoredLine>(sql`
    select d.id, d.purchase_return_id as bill_id, d.line_no as line, p.supplier_id, s.name as supplier,
      w.name as warehouse, d.material_id, m.called as material, u.called as unit, d.batch_id, d.base_qty as qty,
      d.unit_id, d.qty as entered, d.factor, d.base_unit_id, d.aux_qty, ${LIES} as lies,
      b.lot_state = 'free' and (b.expiry_date is null
        or b.expiry_date >= ${context.today}::date + m.use_margin_days) as is_usable
    from purchase_return_detail d join purchase_return p on p.id = d.purchase_return_id
    cross join lateral (select p.warehouse_id as warehouse, d.batch_id as batch) g
    join supplier s on s.id = p.supplier_id join warehouse w on w.id = p.warehouse_id
    join material m on m.id = d.material_id join material_unit u on u.id = m.base_unit_id
    join batch b on b.id = d.batch_id
    where d.purchase_return_id = any(${ids as Id[]}::bigint[]) order by d.purchase_return_id, d.line_no`);

/** Whoever sends hears what the approval would refuse of the lots. */
async function beforeSending(context: Context, bills: readonly Return[]): Promise<readonly Refusal[]> {
  const frozen = await atFrozenWarehouses(context, bills);
  if (frozen.length > 0) return frozen;
  const lines = await linesOf(
    context,
    bills.map(({ id }) => id),
  );
  return returnRefusals(judged(await receivedOf(context, lines), lines));
}
const receivedOf = (context: Context, lines: readonly StoredLine[]): Promise<Map<Id, LotReceived>> =>
  lotsReceived(
    context,
    lines.map(({ batchId }) => batchId),
  );

/** Holds the lots and makes the bill that ships them. */
async function approve(context: Context, bills: readonly Return[]): Promise<readonly Refusal[] | void> {
  const frozen = await atFrozenWarehouses(context, bills);
  if (frozen.length > 0) return frozen;
  const ids = bills.map(({ id }) => id);
  const lines = await linesOf(context, ids);
  await holdReturns(
    context,
    [...(await receivedOf(context, lines)).values()].map(({ rootId }) => rootId),
  );
  const refusals = returnRefusals(judged(await receivedOf(context, lines), lines));
  if (refusals.length > 0) return refusals;
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  await reserve(
    context,
    lines.map((line) => {
      const { billCode, row } = byId.get(line.billId)!;
      return {
        bill: { type: purchaseReturn.segment, id: line.billId, code: billCode },
        lineId: line.id,
        locationId: row.warehouseId,
        materialId: line.materialId,
        batchId: line.batchId,
        qty: line.qty,
        needDate: context.today,
        exit: line.isUsable ? ('transfer' as const) : ('return' as const),
        line: line.line,
      };
    }),
  );
  const made = await makeReturnOutStores(
    context,
    bills.map(({ id, billCode, row }) => ({
      source: { type: 'purchase-return', resource: purchaseReturn.name, id, code: billCode },
      row,
      lines: lines.filter((line) => line.billId === id),
    })),
  );
  await context.tx.run(sql`
    update purchase_return p set return_outstore_id = g.outstore
    from unnest(${ids}::bigint[], ${made}::bigint[]) as g(id, outstore) where p.id = g.id`);
}

/** Lets the goods go again, before they were shipped. */
async function voidBills(context: Context, bills: readonly Return[], input: Input): Promise<readonly Refusal[] | void> {
  const refusals = await voidReturnOutStores(
    context,
    bills.flatMap(({ row }) => row.returnOutstoreId ?? []),
    askedText(input, 'reason'),
  );
  if (refusals.length > 0) return refusals;
  await release(context, purchaseReturn.segment, { billIds: bills.map(({ id }) => id) }, 'released');
}

/** With which bill each lot came, how much of it, and how much went back, in the unit of the line. */
async function withReceived(
  context: Context,
  bill: WholeRecord<typeof purchaseReturn>,
): Promise<Record<string, unknown>> {
  const received = await lotsReceived(
    context,
    bill.details.map(({ batchId }) => batchId),
  );
  return {
    details: bill.details.map((line) => {
      const lot = received.get(line.batchId);
      if (lot === undefined) return line;
      const inUnit = (base: Decimal): DecimalText =>
        base
          .dividedBy(Decimal.of(line.factor ?? '1'))
          .rounded(6)
          .toString();
      const [came, went] = [Decimal.of(lot.receivedQty), Decimal.of(lot.returnedQty)];
      return {
        ...line,
        sourceInstoreCode: lot.sourceBillCode,
        receivedQty: inUnit(came),
        returnedQty: inUnit(went),
        returnableQty: inUnit(Decimal.max(Decimal.zero, came.minus(went))),
      };
    }),
  };
}

export const purchaseReturnBehaviour = behaviour(purchaseReturn, {
  beforeSave,
  guards: { toApply: beforeSending },
  actions: { doApply: approve, void: voidBills },
  detail: withReceived,
  filters: {
    materialId: (value) =>
      sql`exists (select 1 from purchase_return_detail d
        where d.purchase_return_id = t.id and d.material_id = ${value}::bigint)`,
    batchId: (value) =>
      sql`exists (select 1 from purchase_return_detail d
        where d.purchase_return_id = t.id and d.batch_id = ${value}::bigint)`,
  },
  computed: {
    lineCount: () => sql`(select count(*)::integer from purchase_return_detail d where d.purchase_return_id = t.id)`,
  },
});

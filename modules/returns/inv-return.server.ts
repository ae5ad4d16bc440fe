/** Goods a stall gives back: asked, held, signed for by the warehouse or sent back whole. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { fillPlaces } from '../issuing/serving-places.server.ts';
import { BACKDATE_MOST, dateRefusal } from '../other-moves/business-date.rules.ts';
import { release, reserve } from '../stock/ledger/reservations.server.ts';
import { arrive, sendBack, type Leg } from '../stock/ledger/transfer.server.ts';
import { lotsReceived } from '../stock/lots/lot-returns.server.ts';
import { atFrozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { invReturn } from './inv-return.document.ts';
import { asTheirLots, inUnits } from './return-lines.server.ts';
import { makeReturnOutStores, voidReturnOutStores } from './return-out-store.server.ts';
import { againstStores, fillFactory } from './to-factory.server.ts';
import './returns.refusals.ts';

type Return = Acting<typeof invReturn>;

/** Where the goods of a return lie: at the stall, in the shared store of the restaurant, or at the warehouse. */
const senderOf = ({ returnType, warehouseId, gearOperationDeptId, useRestaurantDeptId }: Return['row']): Id =>
  returnType === 'to-factory' ? warehouseId : (gearOperationDeptId ?? useRestaurantDeptId ?? warehouseId);

/** Both places and the day; then each line of its lot, in base unit. */
async function beforeSave(context: Context, saving: Saving<typeof invReturn>): Promise<void> {
  const { values, before } = saving;
  values.billDate ??= context.today;
  const wrong =
    values.billDate === before?.billDate ? undefined : dateRefusal(values.billDate, context.today, BACKDATE_MOST);
  const refusals = [...(wrong === undefined ? [] : [wrong]), ...(await placeRefusals(context, values))];
  if (refusals.length > 0) throw new Refused(...refusals);
  const lines = savingLines(saving, 'details');
  if (lines === undefined || lines.length === 0) return;
  const lots = await lotsReceived(
    context,
    lines.map((line) => line.values.batchId),
  );
  saving.lines['details'] = await inUnits(context, await asTheirLots(context, lines, lots), values.billDate);
}

/** Who gives back to whom: a stall to its warehouse, or a warehouse to a factory. */
async function placeRefusals(context: Context, values: Saving<typeof invReturn>['values']): Promise<Refusal[]> {
  const { useRestaurantDeptId, returnType } = values;
  if (returnType === 'to-factory') return fillFactory(context, values);
  values.factoryWarehouseId = null;
  return useRestaurantDeptId === null
    ? [refuse('returns.no-restaurant', {}, { field: 'useRestaurantDeptId' })]
    : fillPlaces(context, values as typeof values & { useRestaurantDeptId: Id });
}

interface Line {
  readonly id: Id;
  readonly billId: Id;
  readonly line: number;
  readonly materialId: Id;
  readonly material: string;
  readonly batchId: Id;
  readonly batchCode: string;
  readonly place: string;
  readonly lies: boolean;
  readonly unitId: Id;
  readonly entered: DecimalText;
  readonly factor: DecimalText;
  readonly baseUnitId: Id;
  readonly qty: DecimalText;
  readonly auxQty: DecimalText | null;
  /** It may still be used: then what others were promised of such lots is kept for them. */
  readonly isUsable: boolean;
}
const linesOf = (context: Context, bills: readonly Return[]): Promise<Line[]> =>
  context.tx.rows<Line>(sql`
    select d.id, d.inv_return_id as bill_id, d.line_no as line, d.material_id, m.called as material, d.batch_id,
      b.batch_code, l.called as place, exists (select 1 from stock_batch s where s.location_id = l.id
        and s.batch_id = d.batch_id and s.material_id = d.material_id and s.qty > 0) as lies,
      d.unit_id, d.qty as entered, d.factor, d.base_unit_id, d.base_qty as qty, d.aux_qty,
      b.lot_state = 'free' and (b.expiry_date is null
        or b.expiry_date >= ${context.today}::date + m.use_margin_days) as is_usable
    from inv_return_detail d join inv_return r on r.id = d.inv_return_id
    join stock_location l on l.id = case when r.return_type = 'to-factory' then r.warehouse_id
      else coalesce(r.gear_operation_dept_id, r.use_restaurant_dept_id) end
    join material m on m.id = d.material_id join batch b on b.id = d.batch_id
    where d.inv_return_id = any(${bills.map(({ id }) => id)}::bigint[]) order by d.inv_return_id, d.line_no`);

/** Nothing goes back to a frozen warehouse, or of a lot the stall does not have. */
async function against(context: Context, bills: readonly Return[], lines: readonly Line[]): Promise<Refusal[]> {
  return [
    ...(await atFrozenWarehouses(context, bills)),
    ...(await againstStores(context, bills, lines)),
    ...lines
      .filter(({ lies }) => !lies)
      .map(({ batchCode, material, place, line }) =>
        refuse('returns.not-there', { batch: batchCode, material, place }, { line, field: 'batchId' }),
      ),
  ];
}

/** Holds the lots at the stall and makes the bill that ships them. */
async function approve(context: Context, bills: readonly Return[]): Promise<readonly Refusal[] | void> {
  const lines = await linesOf(context, bills);
  const refusals = await against(context, bills, lines);
  if (refusals.length > 0) return refusals;
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  await reserve(
    context,
    lines.map((line) => ({
      bill: { type: invReturn.segment, id: line.billId, code: byId.get(line.billId)!.billCode },
      lineId: line.id,
      locationId: senderOf(byId.get(line.billId)!.row),
      materialId: line.materialId,
      batchId: line.batchId,
      qty: line.qty,
      needDate: context.today,
      exit: line.isUsable ? ('transfer' as const) : ('return' as const),
      line: line.line,
    })),
  );
  const made = await makeReturnOutStores(
    context,
    bills.map(({ id, billCode, row }) => ({
      source: { type: 'inv-return', resource: invReturn.name, id, code: billCode },
      row: { ...row, fromLocationId: senderOf(row) },
      lines: lines.filter((line) => line.billId === id),
    })),
  );
  await context.tx.run(sql`
    update inv_return r set return_outstore_id = g.outstore, out_state = 'to-ship'
    from unnest(${bills.map(({ id }) => id)}::bigint[], ${made}::bigint[]) as g(id, outstore) where r.id = g.id`);
}

/** Lets the goods go again, before they were shipped. */
async function voidBills(context: Context, bills: readonly Return[], input: Input): Promise<readonly Refusal[] | void> {
  const refusals = await voidReturnOutStores(
    context,
    bills.flatMap(({ row }) => row.returnOutstoreId ?? []),
    askedText(input, 'reason'),
  );
  if (refusals.length > 0) return refusals;
  await release(context, invReturn.segment, { billIds: bills.map(({ id }) => id) }, 'released');
  await context.tx.run(sql`
    update inv_return set out_state = 'none' where id = any(${bills.map(({ id }) => id)}::bigint[])`);
}

/** Only what is on its way is signed for, by whoever answers for the warehouse. */
async function atTheWarehouse(context: Context, bills: readonly Return[]): Promise<readonly Refusal[]> {
  const factories = bills.filter(({ row }) => row.returnType === 'to-factory');
  if (factories.length > 0) return factories.map(({ billCode }) => refuse('returns.at-factory', { billCode }));
  const waiting = bills.filter(({ row }) => row.outState !== 'shipped');
  if (waiting.length > 0) return waiting.map(({ billCode }) => refuse('returns.not-shipped', { billCode }));
  const { scope } = context.user;
  if (scope.all) return [];
  const places = await context.tx.rows<{ id: Id; name: string; deptId: Id }>(
    sql`select l.id, l.called as name, l.dept_id from stock_location l
      where l.id = any(${bills.map(({ row }) => row.warehouseId)}::bigint[])`,
  );
  const byId = new Map(places.map((place) => [place.id, place]));
  return bills.flatMap(({ billCode, row }) => {
    const place = byId.get(row.warehouseId);
    return place !== undefined && scope.depts.includes(place.deptId)
      ? []
      : [refuse('returns.signed-there', { billCode, place: place?.name ?? '' })];
  });
}

/** The legs of returns that are on their way, as they were shipped. */
async function legsOf(context: Context, bills: readonly Return[]): Promise<Leg[]> {
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const shipped = await context.tx.rows<{
    billId: Id;
    lineId: Id;
    materialId: Id;
    batchId: Id;
    qty: DecimalText;
    auxQty: DecimalText;
  }>(sql`
    select o.source_bill_id as bill_id, d.id as line_id, d.material_id, d.batch_id, -m.qty as qty, -m.aux_qty as aux_qty
    from return_out_store o join return_out_store_detail d on d.return_out_store_id = o.id
    join stock_move m on m.bill_type = 'invreturnoutstore' and m.bill_id = o.id and m.line_id = d.id
      and m.reason = 'stall-return.ship' and m.qty < 0
    where o.id = any(${bills.flatMap(({ row }) => row.returnOutstoreId ?? [])}::bigint[]) order by o.id, d.line_no`);
  return shipped.map(({ billId, ...leg }) => {
    const { id, billCode, row } = byId.get(billId)!;
    return {
      ...leg,
      bill: { type: invReturn.segment, id, code: billCode },
      fromId: senderOf(row),
      toId: row.warehouseId,
    };
  });
}

const writeEnd = (context: Context, bills: readonly Return[], state: 'received' | 'back'): Promise<unknown> =>
  context.tx.run(sql`
    update inv_return set out_state = ${state} where id = any(${bills.map(({ id }) => id)}::bigint[])`);

/** What was shipped lies at the warehouse. */
async function receiveBills(context: Context, bills: readonly Return[]): Promise<void> {
  await arrive(context, 'stall-return.receive', await legsOf(context, bills));
  await context.tx.run(sql`
    update inv_return_detail set received_qty = qty where inv_return_id = any(${bills.map(({ id }) => id)}::bigint[])`);
  await writeEnd(context, bills, 'received');
}

/** What was shipped lies at the stall again. */
async function returnToStall(context: Context, bills: readonly Return[]): Promise<void> {
  await sendBack(context, await legsOf(context, bills));
  await writeEnd(context, bills, 'back');
}

export const invReturnBehaviour = behaviour(invReturn, {
  beforeSave,
  guards: {
    toApply: async (context, bills) => against(context, bills, await linesOf(context, bills)),
    received: atTheWarehouse,
    sendBack: atTheWarehouse,
  },
  actions: { doApply: approve, void: voidBills, received: receiveBills, sendBack: returnToStall },
  filters: {
    materialId: (value) =>
      sql`exists (select 1 from inv_return_detail d
        where d.inv_return_id = t.id and d.material_id = ${value}::bigint)`,
    batchId: (value) =>
      sql`exists (select 1 from inv_return_detail d
        where d.inv_return_id = t.id and d.batch_id = ${value}::bigint)`,
  },
  computed: {
    lineCount: () => sql`(select count(*)::integer from inv_return_detail d where d.inv_return_id = t.id)`,
  },
});

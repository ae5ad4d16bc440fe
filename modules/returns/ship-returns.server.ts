/** Goods of returns leave: all that were chosen or none. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, type Acting } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import { owedOf } from '../settlement/owed.server.ts';
import { returnEntries, type Entry } from '../settlement/settlement-entry.rules.ts';
import { chargesOfLots } from '../settlement/settlement-prices.server.ts';
import { writeEntries } from '../settlement/write-entries.server.ts';
import { holdStock, type StockKey } from '../stock/ledger/locks.server.ts';
import { post, type PostedMove, type Posting } from '../stock/ledger/posting.server.ts';
import { release } from '../stock/ledger/reservations.server.ts';
import { ship, type Leg } from '../stock/ledger/transfer.server.ts';
import { lotsReceived, type LotReceived } from '../stock/lots/lot-returns.server.ts';
import { inTransitTo } from '../stock/warehouses/locations.server.ts';
import { asTheyLie, followShipped } from './call-back-stock.server.ts';
import { expectAtFactories } from './to-factory.server.ts';
import { invReturn } from './inv-return.document.ts';
import { purchaseReturn } from './purchase-return.document.ts';
import { returnOutStore, type ReturnSourceType } from './return-out-store.document.ts';

export type ShippingBill = Acting<typeof returnOutStore>;
type Bill = ShippingBill;

/** Returns are locked before the bills that ship them. */
const lockSources = (context: Context, ids: readonly Id[]): Promise<unknown> =>
  Promise.all([
    context.tx.run(sql`
      select 1 from purchase_return p where p.id = any(array(
        select o.source_bill_id::bigint from return_out_store o
        where o.id = any(${ids as Id[]}::bigint[]) and o.source_bill_type = 'purchase-return'))
      order by p.id for update`),
    context.tx.run(sql`
      select 1 from inv_return r where r.id = any(array(
        select o.source_bill_id::bigint from return_out_store o
        where o.id = any(${ids as Id[]}::bigint[]) and o.source_bill_type = 'inv-return'))
      order by r.id for update`),
    context.tx.run(sql`
      select 1 from factory_returned r where r.id = any(array(
        select o.source_bill_id::bigint from return_out_store o
        where o.id = any(${ids as Id[]}::bigint[]) and o.source_bill_type = 'factory-returned'))
      order by r.id for update`),
  ]);

export interface ShippedLine {
  readonly id: Id;
  readonly billId: Id;
  readonly lineNo: number;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly baseQty: DecimalText;
  readonly auxQty: DecimalText | null;
  readonly supplier: string;
  readonly unitId: Id;
  readonly qty: DecimalText;
  readonly sourceDetailId: Id;
  readonly factor: DecimalText;
  readonly baseUnitId: Id;
  /** Of a return to a supplier: what it is credited at, in its unit. */
  readonly price: DecimalText | null;
  readonly taxRate: DecimalText | null;
}
const linesOf = (context: Context, bills: readonly Bill[]): Promise<ShippedLine[]> =>
  context.tx.rows<ShippedLine>(sql`
    select d.id, d.return_out_store_id as bill_id, d.line_no, d.material_id, d.batch_id, d.base_qty, d.aux_qty,
      coalesce(s.name, '') as supplier, d.unit_id, d.qty, d.source_detail_id, d.factor, d.base_unit_id, p.price, p.tax_rate
    from return_out_store_detail d join return_out_store o on o.id = d.return_out_store_id
    left join supplier s on s.id = o.supplier_id
    left join purchase_return r on r.return_outstore_id = o.id
    left join purchase_return_detail p on p.purchase_return_id = r.id and p.id::text = d.source_detail_id
    where d.return_out_store_id = any(${bills.map(({ id }) => id)}::bigint[])
    order by d.return_out_store_id, d.line_no`);

/** Lets go of what the returns held and posts it, each lot at the cost it came in at; the returns are done. */
async function shipBills(context: Context, bills: readonly Bill[], input: Input): Promise<void> {
  await asTheyLie(
    context,
    bills.filter(({ row }) => row.sourceBillType === 'factory-returned'),
  );
  const [lines, transit] = await Promise.all([linesOf(context, bills), inTransitTo(context, bills.map(targetOf))]);
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const keysOf = (some: readonly ShippedLine[]): StockKey[] =>
    some.map((line) => ({ locationId: placeOf(byId.get(line.billId)!), materialId: line.materialId }));
  const linesTo = (kind: Target): ShippedLine[] => lines.filter(({ billId }) => kindOf(byId.get(billId)!) === kind);
  const [toSuppliers, fromStalls, toFactories] = [linesTo('supplier'), linesTo('warehouse'), linesTo('factory')];
  const arriving = [...fromStalls, ...toFactories].map(({ billId, materialId }) => ({
    locationId: transit.get(targetOf(byId.get(billId)!))!,
    materialId,
  }));
  await holdStock(context, [...keysOf(lines), ...arriving]);
  const sourcesOf = (type: ReturnSourceType): Id[] =>
    bills.filter(({ row }) => row.sourceBillType === type).map(({ row }) => row.sourceBillId);
  const [purchases, inventory, called] = [
    sourcesOf('purchase-return'),
    sourcesOf('inv-return'),
    sourcesOf('factory-returned'),
  ];
  if (purchases.length > 0)
    await release(context, purchaseReturn.segment, { billIds: purchases }, 'used', keysOf(toSuppliers));
  if (inventory.length > 0)
    await release(context, invReturn.segment, { billIds: inventory }, 'used', keysOf([...fromStalls, ...toFactories]));
  const received = await lotsReceived(
    context,
    toSuppliers.map(({ batchId }) => batchId),
  );
  const sent = await post(context, postingsOf(byId, toSuppliers, received));
  const moves = [
    ...sent,
    ...(await ship(context, 'stall-return.ship', legsOf(byId, fromStalls))),
    ...(await ship(context, 'factory-return.ship', legsOf(byId, toFactories))),
  ];
  await writeEntries(context, await creditsOf(context, byId, toSuppliers, received, sent));
  await writeShipped(context, bills, lines, moves, input);
  await expectAtFactories(context, byId, toFactories);
  await moveReturns(context, { purchases, inventory, called });
}

/** Returns follow what of them was shipped. */
async function moveReturns(
  context: Context,
  { purchases, inventory, called }: Readonly<Record<'purchases' | 'inventory' | 'called', readonly Id[]>>,
): Promise<void> {
  await moveOn(context, purchaseReturn, purchases, 'complete', 'done');
  await moveOn(context, invReturn, inventory, 'shipped', undefined);
  await context.tx.run(sql`
    update inv_return set out_state = case when return_type = 'to-factory' then 'on-way' else 'shipped' end
    where id = any(${inventory as Id[]}::bigint[])`);
  await followShipped(context, called);
}

type Target = 'supplier' | 'warehouse' | 'factory';
const kindOf = ({ row }: Bill): Target =>
  row.sourceBillType === 'purchase-return' ? 'supplier' : row.factoryWarehouseId === null ? 'warehouse' : 'factory';
/** Where the goods go, of those that do not leave the books. */
const targetOf = ({ row }: Bill): Id => row.factoryWarehouseId ?? row.warehouseId;
const placeOf = ({ row }: Bill): Id => row.fromLocationId ?? row.warehouseId;

/** What shipping does to returns, as their timeline says it. */
async function moveOn(
  context: Context,
  of: Declaration,
  ids: readonly Id[],
  event: string,
  to: string | undefined,
): Promise<void> {
  if (ids.length === 0) return;
  const returns = (await lockRows({ ...of, scope: null }, context, ids)).map(actingOf);
  await moveState(of, context, returns, event, to === undefined ? {} : { to }, null);
}

const legsOf = (byId: ReadonlyMap<Id, Bill>, lines: readonly ShippedLine[]): Leg[] =>
  lines.map(({ id, billId, lineNo, materialId, batchId, baseQty, auxQty }) => {
    const bill = byId.get(billId)!;
    return {
      bill: { type: returnOutStore.segment, id: billId, code: bill.billCode },
      lineId: id,
      reasonDetail: bill.row.returnReason,
      materialId,
      batchId,
      fromId: placeOf(bill),
      toId: targetOf(bill),
      qty: baseQty,
      auxQty: auxQty ?? '0',
      line: lineNo,
    };
  });

function postingsOf(
  byId: ReadonlyMap<Id, Bill>,
  lines: readonly ShippedLine[],
  received: ReadonlyMap<Id, LotReceived>,
): Posting[] {
  return lines.map(({ id, billId, lineNo, materialId, batchId, baseQty, auxQty, supplier }) => {
    const { billCode, row } = byId.get(billId)!;
    return {
      bill: { type: returnOutStore.segment, id: billId, code: billCode },
      lineId: id,
      reason: 'purchase-return.ship',
      reasonDetail: row.returnReason,
      materialId,
      batchId,
      from: row.warehouseId,
      qty: baseQty,
      auxQty: auxQty ?? '0',
      originUnitCost: received.get(batchId)!.originUnitCost,
      counterParty: { kind: 'supplier', id: row.supplierId ?? '0', name: supplier },
      line: lineNo,
    };
  });
}

/** What suppliers are owed less, and sites that were charged for these lots owe less, at the same prices. */
async function creditsOf(
  context: Context,
  byId: ReadonlyMap<Id, Bill>,
  lines: readonly ShippedLine[],
  received: ReadonlyMap<Id, LotReceived>,
  moves: readonly PostedMove[],
): Promise<Entry[]> {
  if (lines.length === 0) return [];
  const charges = await chargesOfLots(
    context,
    lines.map(({ batchId }) => received.get(batchId)!.rootId),
  );
  const moveOf = new Map(
    moves.filter(({ reason }) => reason === 'purchase-return.ship').map((move) => [move.lineId, move.id]),
  );
  return [...Map.groupBy(lines, ({ billId }) => billId)].flatMap(([billId, own]) => {
    const { id, billCode, row } = byId.get(billId)!;
    return returnEntries(
      {
        type: returnOutStore.segment,
        id,
        code: billCode,
        bizDate: context.today,
        deptId: row.projectDeptId ?? row.companyDeptId,
        companyDeptId: row.companyDeptId,
      },
      own.map((line) => {
        const charge = charges.get(received.get(line.batchId)!.rootId);
        return {
          lineId: line.id,
          materialId: line.materialId,
          unitId: line.unitId,
          qty: Decimal.of(line.qty),
          supplierId: row.supplierId,
          credit:
            line.price === null ? null : { price: Decimal.of(line.price), taxRate: Decimal.of(line.taxRate ?? '0') },
          moveId: moveOf.get(line.id)!,
          charged:
            charge === undefined
              ? null
              : { ...charge, qty: Decimal.of(line.baseQty).dividedBy(charge.factor).rounded(6) },
        };
      }),
    );
  });
}

/** When and with whom the goods left, and what they were worth. */
async function writeShipped(
  context: Context,
  bills: readonly Bill[],
  lines: readonly ShippedLine[],
  moves: readonly PostedMove[],
  input: Input,
): Promise<void> {
  const byLine = Map.groupBy(
    moves.filter(({ reason, qty }) => reason.endsWith('.ship') && Decimal.of(qty).isNegative()),
    ({ lineId }) => lineId,
  );
  const worth = lines.map(({ id }) => {
    const [move] = byLine.get(id)!;
    return { id, cost: move!.unitCost, amount: Decimal.of(move!.amount).negated() };
  });
  await context.tx.run(sql`
    update return_out_store_detail d set unit_cost = g.cost, amount = g.amount
    from json_to_recordset(${JSON.stringify(worth)}::json) as g(id bigint, cost numeric, amount numeric)
    where d.id = g.id`);
  await context.tx.run(sql`
    update return_out_store o set ship_time = ${context.now}::timestamptz,
      driver = nullif(${askedText(input, 'driver')}, ''), plate_no = nullif(${askedText(input, 'plateNo')}, ''),
      amount = (select sum(d.amount) from return_out_store_detail d where d.return_out_store_id = o.id)
    where o.id = any(${bills.map(({ id }) => id)}::bigint[])`);
}

export const returnOutStoreBehaviour = behaviour(returnOutStore, {
  lockFirst: lockSources,
  actions: { outstore: shipBills },
  detail: async (context, row) => ({ owed: await owedOf(context, returnOutStore.segment, row.id) }),
  filters: {
    materialId: (value) =>
      sql`exists (select 1 from return_out_store_detail d
        where d.return_out_store_id = t.id and d.material_id = ${value}::bigint)`,
    batchId: (value) =>
      sql`exists (select 1 from return_out_store_detail d
        where d.return_out_store_id = t.id and d.batch_id = ${value}::bigint)`,
  },
  computed: {
    lineCount: () => sql`(select count(*)::integer from return_out_store_detail d where d.return_out_store_id = t.id)`,
  },
});

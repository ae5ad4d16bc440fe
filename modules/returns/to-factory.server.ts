/** Goods that go back to a factory: to which store, at what they were charged, and the bill it receives them by. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { makeSentBills } from '../receiving/sent-goods/make-sent-bills.server.ts';
import { chargesOfSites } from '../settlement/settlement-prices.server.ts';
import { documentPlaces, notKeptRefusals } from '../stock/warehouses/document-place.server.ts';
import { frozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import type { ShippedLine, ShippingBill } from './ship-returns.server.ts';

interface Heads {
  readonly warehouseId: Id;
  readonly factoryWarehouseId: Id | null;
  useRestaurantDeptId: Id | null;
  gearOperationDeptId: Id | null;
  companyDeptId: Id | null;
  projectDeptId: Id | null;
  visibleDeptIds: readonly Id[] | null;
}
/** Both ends of a return of a warehouse. */
export async function fillFactory(context: Context, values: Heads): Promise<Refusal[]> {
  const { warehouseId, factoryWarehouseId } = values;
  if (factoryWarehouseId === null) return [refuse('returns.no-store', {}, { field: 'factoryWarehouseId' })];
  const sender = (await documentPlaces(context, [warehouseId])).get(warehouseId);
  if (sender === undefined) return []; // the kernel names the missing reference
  values.useRestaurantDeptId = null;
  values.gearOperationDeptId = null;
  values.companyDeptId = sender.companyDeptId;
  values.projectDeptId = sender.deptId;
  values.visibleDeptIds = [sender.deptId];
  return [];
}

/** Nothing goes to a frozen store of a factory, or to one that does not take such goods. */
export async function againstStores(
  context: Context,
  bills: readonly {
    readonly id: Id;
    readonly billCode: string;
    readonly row: { readonly factoryWarehouseId: Id | null };
  }[],
  lines: readonly { readonly billId: Id; readonly materialId: Id; readonly line: number }[],
): Promise<Refusal[]> {
  const going = bills.filter(({ row }) => row.factoryWarehouseId !== null);
  if (going.length === 0) return [];
  const stores = new Map(going.map(({ id, row }) => [id, row.factoryWarehouseId!]));
  const frozen = await frozenWarehouses(context, [...stores.values()]);
  return [
    ...going.flatMap(({ billCode, row }) => {
      const warehouse = frozen.get(row.factoryWarehouseId!);
      return warehouse === undefined ? [] : [refuse('stock.warehouse-frozen', { warehouse, billCode })];
    }),
    ...(await notKeptRefusals(
      context,
      lines.flatMap(({ billId, materialId, line }) => {
        const locationId = stores.get(billId);
        return locationId === undefined ? [] : [{ locationId, materialId, line }];
      }),
    )),
  ];
}

/** The bills factories receive shipped goods by, each line at what its site was charged for the lot. */
export async function expectAtFactories(
  context: Context,
  byId: ReadonlyMap<Id, ShippingBill>,
  lines: readonly ShippedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const own = [...Map.groupBy(lines, ({ billId }) => billId)];
  const stores = await documentPlaces(
    context,
    own.flatMap(([billId]) => byId.get(billId)!.row.factoryWarehouseId ?? []),
  );
  const charged = await chargesOfSites(
    context,
    lines.map(({ billId, batchId }) => ({ siteId: byId.get(billId)!.row.projectDeptId ?? '0', batchId })),
  );
  await makeSentBills(
    context,
    'returned',
    own.map(([billId, some]) => {
      const { row } = byId.get(billId)!;
      const store = stores.get(row.factoryWarehouseId!)!;
      return {
        source: {
          type: row.sourceBillType === 'inv-return' ? 'inv-return' : 'factory-returned',
          id: row.sourceBillId,
          code: row.sourceBillCode,
        },
        fromLocationId: row.fromLocationId ?? row.warehouseId,
        warehouseId: null,
        factoryWarehouseId: store.id,
        deptId: store.deptId,
        companyDeptId: store.companyDeptId,
        expectTime: context.now,
        lines: some.map((line) => {
          const charge = charged.get(`${row.projectDeptId} ${line.batchId}`);
          return {
            sourceDetailId: line.sourceDetailId,
            materialId: line.materialId,
            batchId: line.batchId,
            unitId: line.unitId,
            qty: line.qty,
            factor: line.factor,
            baseUnitId: line.baseUnitId,
            baseQty: line.baseQty,
            settlementPrice: charge?.basePrice.times(Decimal.of(line.factor)).rounded(6).toString() ?? null,
            taxRate: charge?.taxRate.toString() ?? null,
          };
        }),
      };
    }),
  );
}

/** What of returns came to their factories by now: figures of their lines, by the line. */
export const receivedOf = (
  context: Context,
  type: 'inv-return' | 'factory-returned',
  id: Id,
): Promise<{ readonly lineId: Id; readonly received: DecimalText; readonly settled: DecimalText }[]> =>
  context.tx.rows(sql`
    select l.source_detail_id as line_id, sum(l.received_qty) as received, sum(l.settled_qty) as settled
    from in_store s join in_store_detail l on l.in_store_id = s.id
    where s.source_bill_type = ${type} and s.source_bill_id = ${id} group by 1`);

/** Factory orders are accepted, or end before all of them was sent. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { askedText } from '../../../kernel/server/asked-text.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { closeExpected } from '../../stock/ledger/expected-receipts.server.ts';
import { release } from '../../stock/ledger/reservations.server.ts';
import { frozenWarehouses } from '../../stock/warehouses/frozen-warehouses.server.ts';
import { unpackCrates } from '../crates/packed-crates.server.ts';
import type { ReleaseTo } from '../documents/document-progress.server.ts';
import { releaseDocuments } from '../documents/order-origin.server.ts';
import { factoryOrder } from './factory-order.document.ts';
import { expectFactoryOrders } from './make-orders.server.ts';
import { linesToShip, storeOf, type FactoryOrder } from './order-lines.server.ts';
import { sortOrders } from './sort-orders.server.ts';
import { voidSortingLines } from '../sorting/make-sorting-lines.server.ts';
import { holdForOrders, releaseShort } from './ship-orders.server.ts';

const segment = factoryOrder.segment;
const releaseOf = (input: Input): ReleaseTo | null => (askedText(input, 'releaseTo') || null) as ReleaseTo | null;

/** An order whose store or receiver is frozen goes on once it no longer is. */
export async function atOpenPlaces(context: Context, orders: readonly FactoryOrder[]): Promise<readonly Refusal[]> {
  const placesOf = (order: FactoryOrder): Id[] => [storeOf(order), order.row.warehouseId];
  const frozen = await frozenWarehouses(context, orders.flatMap(placesOf));
  return orders.flatMap((order) =>
    placesOf(order).flatMap((place) => {
      const warehouse = frozen.get(place);
      return warehouse === undefined ? [] : [refuse('stock.warehouse-frozen', { warehouse, billCode: order.billCode })];
    }),
  );
}

/** What lies there is held; what is to be made or bought is waited for. */
export async function accept(context: Context, orders: readonly FactoryOrder[]): Promise<void> {
  await holdForOrders(context, orders);
  await sortOrders(
    context,
    orders.map(({ id }) => id),
  );
}

const partlyShipped = async (context: Context, orders: readonly FactoryOrder[]): Promise<ReadonlySet<Id>> =>
  new Set(
    (
      await context.tx.rows<{ id: Id }>(sql`
        select distinct d.factory_order_id as id from factory_order_detail d
        where d.factory_order_id = any(${orders.map(({ id }) => id)}::bigint[]) and d.shipped_qty > 0`)
    ).map(({ id }) => id),
  );

/** Voids orders of which nothing was shipped; their documents and work lists get back what they asked for. */
export async function voidOrders(
  context: Context,
  orders: readonly FactoryOrder[],
  input: Input,
): Promise<readonly Refusal[] | void> {
  const shipped = await partlyShipped(context, orders);
  if (shipped.size > 0)
    return orders
      .filter(({ id }) => shipped.has(id))
      .map(({ billCode }) => refuse('factory-orders.partly-shipped', { billCode }));
  const documents = orders.flatMap(({ row }) => row.purchaseDocumentId ?? []);
  const to = releaseOf(input);
  if (documents.length > 0 && to === null) return [refuse('factory-orders.release-to', {}, { field: 'releaseTo' })];
  const ids = orders.map(({ id }) => id);
  await release(context, segment, { billIds: ids }, 'released');
  await voidSortingLines(context, ids);
  await unpackCrates(context, ids);
  await closeExpected(context, factoryOrder.name, { billIds: ids });
  await context.tx.run(sql`
    update factory_order_detail set cancelled_qty = order_qty where factory_order_id = any(${ids}::bigint[])`);
  if (documents.length > 0) await releaseDocuments(context, documents, to);
  return undefined;
}

/** Nothing more is sent of what was short. */
export async function closeRest(
  context: Context,
  orders: readonly FactoryOrder[],
  input: Input,
): Promise<readonly Refusal[] | void> {
  const shipped = await partlyShipped(context, orders);
  const whole = orders.filter(({ id }) => !shipped.has(id));
  if (whole.length > 0) return whole.map(({ billCode }) => refuse('factory-orders.nothing-shipped', { billCode }));
  const ids = orders.map(({ id }) => id);
  const lines = await linesToShip(context, ids);
  await release(context, segment, { billIds: ids }, 'released');
  await voidSortingLines(context, ids);
  await unpackCrates(context, ids);
  await context.tx.run(sql`
    update factory_order_detail set cancelled_qty = order_qty - shipped_qty
    where factory_order_id = any(${ids}::bigint[]) and order_qty > shipped_qty`);
  await releaseShort(
    context,
    lines.map((line) => ({ line, baseQty: line.openBaseQty })),
    releaseOf(input) ?? 'redistribute',
    'close',
  );
  await expectFactoryOrders(context, ids);
  return undefined;
}

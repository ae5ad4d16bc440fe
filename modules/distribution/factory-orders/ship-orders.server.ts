/** Factory orders leave: what was sorted of them, or first expired first; into transit, with a bill for each site. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { askedText } from '../../../kernel/server/asked-text.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { linking } from '../../../kernel/server/links.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { makeSentBills } from '../../receiving/sent-goods/make-sent-bills.server.ts';
import { proposeLots, sameGoods } from '../../stock/ledger/lots-on-hand.server.ts';
import { holdStock } from '../../stock/ledger/locks.server.ts';
import { release, reserve } from '../../stock/ledger/reservations.server.ts';
import { ship } from '../../stock/ledger/transfer.server.ts';
import { inTransitTo } from '../../stock/warehouses/locations.server.ts';
import { sendCrates } from '../crates/packed-crates.server.ts';
import { carryArrivals, giveBack, type ReleaseTo } from '../documents/document-progress.server.ts';
import { factoryOrder } from './factory-order.document.ts';
import { expectFactoryOrders } from './make-orders.server.ts';
import {
  linesToShip,
  sortingOf,
  sortingShipped,
  storeOf,
  type FactoryOrder,
  type OrderLine,
} from './order-lines.server.ts';
import { partsOfProposal, partsOfSorting, shortOf, type ShippedPart } from './ship-lines.rules.ts';

type ShortHandling = 'backorder' | ReleaseTo;
const segment = factoryOrder.segment;

/** Ships what there is of the orders, one after the other; all of them or none. */
export async function shipOrders(
  context: Context,
  orders: readonly FactoryOrder[],
  input: Input,
): Promise<readonly Refusal[] | void> {
  for (const order of orders) {
    const refusals = await shipOrder(context, order, input);
    if (refusals.length > 0) return refusals;
  }
  return undefined;
}

async function shipOrder(context: Context, order: FactoryOrder, input: Input): Promise<readonly Refusal[]> {
  const handling = (askedText(input, 'shortHandling') || null) as ShortHandling | null;
  const { id, billCode } = order;
  const lines = await linesToShip(context, [id]);
  const sorting = await sortingOf(context, id);
  if (sorting.waiting > 0) return [refuse('factory-orders.unsorted', { billCode, count: sorting.waiting })];
  const parts = sorting.isSorted
    ? lines.flatMap((line) => partsOfSorting(line, sorting.lots.get(line.id) ?? []))
    : await proposed(context, order, lines);
  if (parts.length === 0) return [refuse('factory-orders.nothing-there', { billCode })];
  const refusals = [...shortages(order, lines, parts, handling), ...unweighed(order, parts)];
  if (refusals.length > 0) return refusals;
  await release(context, segment, { billIds: [id] }, 'used');
  await send(context, order, lines, parts);
  await book(context, order, lines, parts, handling, input);
  await sortingShipped(context, id);
  await sendCrates(context, id);
  if (handling === 'backorder') await holdForOrders(context, [order]);
  await expectFactoryOrders(context, [id]);
  if (order.row.purchaseDocumentId !== null) await carryArrivals(context, [order.row.purchaseDocumentId]);
  return [];
}

const shortages = (
  { billCode }: FactoryOrder,
  lines: readonly OrderLine[],
  parts: readonly ShippedPart[],
  handling: ShortHandling | null,
): Refusal[] =>
  handling !== null
    ? []
    : lines.flatMap((line) => {
        const short = shortOf(line, parts).qty;
        return short.isPositive()
          ? [
              refuse(
                'factory-orders.short-handling',
                { billCode, material: line.material, unit: line.unit, short },
                { field: 'shortHandling', line: line.line },
              ),
            ]
          : [];
      });

/** Goods of catch weight are weighed before they leave. */
const unweighed = ({ billCode }: FactoryOrder, parts: readonly ShippedPart[]): Refusal[] =>
  parts
    .filter(({ line, pieces }) => (line as OrderLine).isWeighed && pieces === null)
    .map(({ line }) =>
      refuse('factory-orders.weighed', { billCode, material: (line as OrderLine).material }, { line: line.line }),
    );

/** Lots of an order nobody sorts, first expired first. */
async function proposed(context: Context, order: FactoryOrder, lines: readonly OrderLine[]): Promise<ShippedPart[]> {
  const storeId = storeOf(order);
  const goodsOf = await sameGoods(
    context,
    lines.map(({ materialId }) => ({ locationId: storeId, materialId })),
  );
  const goods = lines.map(({ materialId }) => goodsOf({ locationId: storeId, materialId }));
  const transit = (await inTransitTo(context, [order.row.warehouseId])).get(order.row.warehouseId)!;
  await holdStock(
    context,
    goods.flatMap((ids) =>
      ids.flatMap((materialId) => [storeId, transit].map((locationId) => ({ locationId, materialId }))),
    ),
  );
  const proposals = await proposeLots(
    context,
    lines.map((line, index) => ({
      locationId: storeId,
      materialId: line.materialId,
      goods: goods[index]!,
      lineId: line.id,
      qty: line.openBaseQty.toString(),
      neededBy: order.row.deliveryDate,
      exit: 'transfer' as const,
      line: line.line,
    })),
    { type: segment, id: order.id },
  );
  return lines.flatMap((line, index) =>
    partsOfProposal(
      line,
      storeId,
      proposals[index]!.picks.map(({ batchId, materialId, qty }) => ({
        batchId,
        materialId: materialId!,
        baseQty: qty,
      })),
    ),
  );
}

/** A bill for each store it was sent from, and the goods into transit to its site. */
async function send(
  context: Context,
  order: FactoryOrder,
  lines: readonly OrderLine[],
  parts: readonly ShippedPart[],
): Promise<void> {
  const { id, billCode, row } = order;
  const transit = (await inTransitTo(context, [row.warehouseId])).get(row.warehouseId)!;
  await holdStock(
    context,
    parts.flatMap(({ storeId, materialId }) => [storeId, transit].map((locationId) => ({ locationId, materialId }))),
  );
  const byLine = new Map(lines.map((line) => [line.id, line]));
  await makeSentBills(
    context,
    'site',
    [...Map.groupBy(parts, ({ storeId }) => storeId)].map(([storeId, own]) => ({
      source: { type: 'factory-order' as const, id, code: billCode },
      channel: row.factoryWarehouseId === null ? ('warehouse' as const) : ('factory' as const),
      fromLocationId: storeId,
      warehouseId: row.warehouseId,
      factoryWarehouseId: null,
      deptId: row.bladeProjectDeptId!,
      companyDeptId: row.companyDeptId,
      expectTime: `${row.deliveryDate} 00:00:00`,
      lines: own.map(({ line, batchId, materialId, qty, baseQty }) => ({
        sourceDetailId: line.id,
        materialId,
        batchId,
        unitId: line.unitId,
        qty: qty.toString(),
        factor: line.factor.toString(),
        baseUnitId: line.baseUnitId,
        baseQty: baseQty.toString(),
        settlementPrice: byLine.get(line.id)!.price,
        taxRate: byLine.get(line.id)!.taxRate,
      })),
    })),
  );
  await ship(
    context,
    'uniform.ship',
    parts.map(({ line, storeId, materialId, batchId, baseQty, pieces }) => ({
      bill: { type: segment, id, code: billCode },
      lineId: line.id,
      materialId,
      batchId,
      fromId: storeId,
      toId: row.warehouseId,
      qty: baseQty.toString(),
      ...(pieces === null ? {} : { auxQty: pieces }),
      line: line.line,
    })),
  );
}

/** Figures of the lines and of the orders; what is short waits, or is given back up the chain. */
async function book(
  context: Context,
  order: FactoryOrder,
  lines: readonly OrderLine[],
  parts: readonly ShippedPart[],
  handling: ShortHandling | null,
  input: Input,
): Promise<void> {
  const rows = lines.map((line) => ({
    line,
    sent: Decimal.sum(parts.filter((part) => part.line.id === line.id).map(({ qty }) => qty)),
    short: shortOf(line, parts),
  }));
  const isReleased = handling === 'redistribute' || handling === 'cancel';
  await context.tx.run(sql`
    update factory_order_detail d set shipped_qty = d.shipped_qty + g.sent, short_qty = g.short,
      cancelled_qty = d.cancelled_qty + case when ${isReleased} then g.short else 0 end, sorted_qty = 0,
      short_handling = case when g.short > 0 then ${handling}::text else d.short_handling end
    from json_to_recordset(${JSON.stringify(
      rows.map(({ line, sent, short }) => ({ id: line.id, sent: sent.toString(), short: short.qty.toString() })),
    )}::json) as g(id bigint, sent numeric, short numeric) where d.id = g.id`);
  await context.tx.run(sql`
    update factory_order set ship_time = ${context.now}::timestamptz,
      plate_no = coalesce(nullif(${askedText(input, 'plateNo')}, ''), plate_no),
      driver = coalesce(nullif(${askedText(input, 'driver')}, ''), driver)
    where id = ${order.id}::bigint`);
  if (isReleased)
    await releaseShort(
      context,
      rows.map(({ line, short }) => ({ line, baseQty: short.baseQty })),
      handling,
      'short',
    );
}

/** So much of each line will not be sent: its document and the lines of work lists behind it hear of it. */
export async function releaseShort(
  context: Context,
  shorts: readonly { readonly line: OrderLine; readonly baseQty: Decimal }[],
  to: ReleaseTo,
  reason: string,
): Promise<void> {
  const given = shorts.filter(({ line, baseQty }) => baseQty.isPositive() && line.documentLineId !== null);
  if (given.length === 0) return;
  const rows = given.map(({ line, baseQty }) => ({
    document: line.documentId,
    document_line: line.documentLineId,
    order: line.orderId,
    line: line.id,
    qty: baseQty.negated().toString(),
  }));
  await context.tx.run(
    linking(
      context,
      sql`
      select 'order' as kind, 'purchaseDocument' as from_type, g.document as from_bill_id,
        g.document_line as from_line_id, ${factoryOrder.name}::text as to_type, g."order" as to_bill_id,
        g.line as to_line_id, g.qty as from_qty, g.qty as to_qty
      from json_to_recordset(${JSON.stringify(rows)}::json) as g(document bigint, document_line bigint, "order" bigint,
        line bigint, qty numeric)`,
      reason,
    ),
  );
  await giveBack(
    context,
    given.map(({ line, baseQty }) => ({
      documentId: line.documentId!,
      documentLineId: line.documentLineId!,
      baseQty,
      isOrdered: true,
    })),
    to,
    reason,
  );
}

/** Holds what lies there for the orders; what is still to be made or to come they wait for. */
export async function holdForOrders(context: Context, orders: readonly FactoryOrder[]): Promise<void> {
  const byOrder = new Map(orders.map((order) => [order.id, order]));
  const lines = await linesToShip(
    context,
    orders.map(({ id }) => id),
  );
  await reserve(
    context,
    lines.map((line) => {
      const order = byOrder.get(line.orderId)!;
      return {
        bill: { type: segment, id: order.id, code: order.billCode },
        lineId: line.id,
        locationId: storeOf(order),
        materialId: line.materialId,
        qty: line.openBaseQty.toString(),
        needDate: order.row.deliveryDate,
        exit: 'transfer' as const,
        line: line.line,
      };
    }),
    { allowShort: true },
  );
}

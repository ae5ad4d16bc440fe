/** Pushed goods leave: lots by name or first expired first, into transit, with a bill for each site. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { makeSentBills } from '../receiving/sent-goods/make-sent-bills.server.ts';
import { proposeLots, sameGoods, type Proposal } from '../stock/ledger/lots-on-hand.server.ts';
import { holdStock } from '../stock/ledger/locks.server.ts';
import { ship } from '../stock/ledger/transfer.server.ts';
import { inTransitTo } from '../stock/warehouses/locations.server.ts';
import type { SuppressLine, SuppressOrder } from './suppress-lines.server.ts';
import { factorySuppressOrder } from './suppress-order.document.ts';

/** So much of a line as comes from one lot. */
interface Part {
  readonly line: SuppressLine;
  readonly batchId: Id;
  readonly materialId: Id;
  readonly qty: DecimalText;
  readonly baseQty: DecimalText;
}

/** Ships the lines of orders whole. Refuses all that is not there, by line, before anything leaves. */
export async function shipOrders(
  context: Context,
  orders: readonly SuppressOrder[],
  lines: readonly SuppressLine[],
): Promise<void> {
  for (const order of orders)
    await shipOrder(
      context,
      order,
      lines.filter(({ billId }) => billId === order.id),
    );
}

async function shipOrder(context: Context, order: SuppressOrder, lines: readonly SuppressLine[]): Promise<void> {
  const { id, billCode, row } = order;
  const from = row.factoryWarehouseId;
  const keys = lines.map(({ materialId }) => ({ locationId: from, materialId }));
  const [goodsOf, transit] = await Promise.all([
    sameGoods(context, keys),
    inTransitTo(
      context,
      lines.map(({ warehouseId }) => warehouseId),
    ),
  ]);
  const goods = lines.map(({ batchId, materialId }) =>
    batchId === null ? goodsOf({ locationId: from, materialId }) : [materialId],
  );
  await holdStock(
    context,
    lines.flatMap(({ warehouseId }, index) =>
      goods[index]!.flatMap((materialId) =>
        [from, transit.get(warehouseId)!].map((locationId) => ({ locationId, materialId })),
      ),
    ),
  );
  const proposals = await proposeLots(
    context,
    lines.map((line, index) => ({
      locationId: from,
      materialId: line.materialId,
      goods: goods[index]!,
      lineId: line.id,
      qty: line.baseQty,
      neededBy: line.arriveDate,
      exit: 'transfer' as const,
      line: line.line,
      ...(line.batchId === null ? {} : { batchId: line.batchId }),
    })),
    { type: factorySuppressOrder.segment, id },
  );
  const refusals = proposals.flatMap((proposal) => proposal.refusals);
  if (refusals.length > 0) throw new Refused(...refusals);
  const parts = lines.flatMap((line, index) => partsOf(line, proposals[index]!));
  const made = await makeSentBills(context, 'suppress', billsOf(order, parts));
  await ship(
    context,
    'suppress.ship',
    parts.map(({ line, batchId, materialId, baseQty }) => ({
      bill: { type: factorySuppressOrder.segment, id, code: billCode },
      lineId: line.id,
      materialId,
      batchId,
      fromId: from,
      toId: line.warehouseId,
      qty: baseQty,
      line: line.line,
    })),
  );
  await context.tx.run(sql`
    update factory_suppress_order set out_state = 'shipped', ship_time = ${context.now}::timestamptz
    where id = ${id}::bigint and ${made.length}::integer > 0`);
}

/** A line in the lots it comes from; in its unit they make the line, whatever each of them rounds to. */
function partsOf(line: SuppressLine, { picks }: Proposal): Part[] {
  const [whole, base] = [Decimal.of(line.qty), Decimal.of(line.baseQty)];
  let taken = Decimal.zero;
  const inUnit = (upTo: Decimal): Decimal =>
    upTo.equals(base) ? whole : upTo.dividedBy(Decimal.of(line.factor)).rounded(6);
  return picks.map(({ batchId, materialId, qty }) => {
    const upTo = taken.plus(qty);
    const own = inUnit(upTo).minus(inUnit(taken));
    taken = upTo;
    return { line, batchId, materialId: materialId!, qty: own.toString(), baseQty: qty.toString() };
  });
}

const billsOf = ({ id, billCode, row }: SuppressOrder, parts: readonly Part[]) =>
  [...Map.groupBy(parts, ({ line }) => line.warehouseId)].map(([warehouseId, own]) => {
    const [{ line: first }] = own as [Part];
    return {
      source: { type: 'suppress-order' as const, id, code: billCode },
      fromLocationId: row.factoryWarehouseId,
      warehouseId,
      factoryWarehouseId: null,
      deptId: first.siteId,
      companyDeptId: first.siteCompanyId,
      expectTime: `${first.arriveDate} 00:00:00`,
      lines: own.map(({ line, batchId, materialId, qty, baseQty }) => ({
        sourceDetailId: line.id,
        materialId,
        batchId,
        unitId: line.unitId,
        qty,
        factor: line.factor,
        baseUnitId: line.baseUnitId,
        baseQty,
        settlementPrice: line.price?.toString() ?? null,
        taxRate: line.taxRate,
      })),
    };
  });

/** Suppress orders: entered beside what sites have and use, decided on within limits, shipped. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { behaviour, savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { join, sql } from '../../parts/postgres/database.ts';
import { convertLines, unitsOf } from '../master-data/units/material-units.server.ts';
import { faceOf } from '../receiving/in-store-faces.server.ts';
import { factoryIs } from '../operations/factories/central-factory.server.ts';
import { settlementPrices } from '../settlement/settlement-prices.server.ts';
import { release, reserve } from '../stock/ledger/reservations.server.ts';
import { documentPlaces } from '../stock/warehouses/document-place.server.ts';
import { shipOrders } from './ship-orders.server.ts';
import { siteFigures } from './site-figures.server.ts';
import {
  beyondLimits,
  linesToShip,
  standingAgainst,
  type SuppressLine,
  type SuppressOrder,
} from './suppress-lines.server.ts';
import { factorySuppressOrder } from './suppress-order.document.ts';
import { arrivalRefusal } from './suppress-order.rules.ts';

/** Where the goods come from and when they arrive; then each line in base unit and at the price of its site. */
async function beforeSave(context: Context, saving: Saving<typeof factorySuppressOrder>): Promise<void> {
  const { values, before } = saving;
  values.billDate ??= context.today;
  const late = arrivalRefusal(values.arriveDate, context.today, before?.arriveDate ?? null);
  if (late !== undefined) throw new Refused(late);
  const store = (await documentPlaces(context, [values.factoryWarehouseId])).get(values.factoryWarehouseId);
  if (store === undefined) return; // the kernel names the missing reference
  Object.assign(values, {
    factoryId: store.factoryId,
    sapFactory: store.sapFactory,
    factoryDeptId: store.deptId,
    companyDeptId: store.companyDeptId,
  });
  await fillLines(context, saving);
}

interface Entered {
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly qty: DecimalText;
}

async function fillLines(context: Context, saving: Saving<typeof factorySuppressOrder>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined || lines.length === 0) return;
  const units = await unitsOf(
    context,
    lines.map(({ values }) => values.materialId),
  );
  const entered = lines.map(({ values: { warehouseId, materialId, unitId, qty } }) => ({
    warehouseId,
    materialId,
    unitId: unitId ?? units.get(materialId)?.baseUnitId ?? '0',
    qty,
  }));
  const converted = await convertLines(context, entered);
  const sites = await sitesOf(
    context,
    entered.map(({ warehouseId }) => warehouseId),
  );
  const prices = await pricesOf(context, saving.values.arriveDate, entered, converted, sites);
  let total = Decimal.zero;
  saving.lines['details'] = lines.map((line, index) => {
    const price = prices[index] ?? null;
    const amount = price === null ? null : Decimal.of(line.values.qty).times(price.price).rounded(2);
    total = total.plus(amount ?? Decimal.zero);
    return {
      ...line,
      values: {
        ...line.values,
        unitId: entered[index]!.unitId,
        ...converted[index]!,
        siteDeptId: sites.get(line.values.warehouseId) ?? null,
        settlementPrice: price?.price.toString() ?? null,
        taxRate: price?.taxRate.toString() ?? null,
        settlementAmount: amount?.toFixed(2) ?? null,
        // An order that was rejected is sent anew: whom to leave out is decided anew.
        takenOutReason: null,
      },
    };
  });
  saving.values.settlementAmount = total.toFixed(2);
}

async function sitesOf(context: Context, warehouseIds: readonly Id[]): Promise<ReadonlyMap<Id, Id>> {
  const rows = await context.tx.rows<{ id: Id; siteId: Id }>(sql`
    select w.id, w.project_group_dept_id as site_id from warehouse w
    where w.id = any(${[...new Set(warehouseIds)]}::bigint[])`);
  return new Map(rows.map(({ id, siteId }) => [id, siteId]));
}

/** What each line is settled at on the day it arrives; a site's prices are read once. */
async function pricesOf(
  context: Context,
  date: string,
  lines: readonly Entered[],
  converted: readonly { readonly factor: DecimalText }[],
  sites: ReadonlyMap<Id, Id>,
) {
  const bySite = Map.groupBy(
    lines.map((line, index) => ({ ...line, index, factor: Decimal.of(converted[index]!.factor) })),
    ({ warehouseId }) => sites.get(warehouseId) ?? '',
  );
  const prices: Awaited<ReturnType<typeof settlementPrices>> = lines.map(() => null);
  await Promise.all(
    [...bySite].map(async ([site, own]) => {
      if (site === '') return;
      const found = await settlementPrices(context, site, date, own);
      own.forEach(({ index }, at) => void (prices[index] = found[at] ?? null));
    }),
  );
  return prices;
}

/** Whoever sends hears what would stop the approval, but for what lies there by then. */
async function beforeSending(context: Context, orders: readonly SuppressOrder[]): Promise<readonly Refusal[]> {
  const lines = await linesToShip(context, orders);
  const against = await standingAgainst(context, orders, lines);
  return against.length > 0 ? against : beyondLimits(context, orders, lines);
}

/** Ships the goods with the approval, or holds them to be shipped apart. */
async function approve(context: Context, orders: readonly SuppressOrder[]): Promise<readonly Refusal[] | void> {
  const lines = await linesToShip(context, orders);
  const against = await standingAgainst(context, orders, lines);
  if (against.length > 0) return against;
  const beyond = await beyondLimits(context, orders, lines);
  if (beyond.length > 0) return beyond;
  const held = orders.filter(({ row }) => row.shipMode === 'held');
  await hold(
    context,
    held,
    lines.filter(({ billId }) => held.some(({ id }) => id === billId)),
  );
  await shipOrders(
    context,
    orders.filter((order) => !held.includes(order)),
    lines,
  );
  return undefined;
}

async function hold(context: Context, orders: readonly SuppressOrder[], lines: readonly SuppressLine[]): Promise<void> {
  const byId = new Map(orders.map((order) => [order.id, order]));
  await reserve(
    context,
    lines.map((line) => ({
      bill: { type: factorySuppressOrder.segment, id: line.billId, code: byId.get(line.billId)!.billCode },
      lineId: line.id,
      locationId: byId.get(line.billId)!.row.factoryWarehouseId,
      materialId: line.materialId,
      ...(line.batchId === null ? {} : { batchId: line.batchId }),
      qty: line.baseQty,
      needDate: line.arriveDate,
      exit: 'transfer' as const,
      line: line.line,
    })),
  );
  await context.tx.run(sql`
    update factory_suppress_order set out_state = 'held'
    where id = any(${orders.map(({ id }) => id)}::bigint[])`);
}

/** What was held leaves, whole. */
async function ship(context: Context, orders: readonly SuppressOrder[]): Promise<readonly Refusal[] | void> {
  const others = orders.filter(({ row }) => row.outState !== 'held');
  if (others.length > 0) return others.map(({ billCode }) => refuse('suppress.not-held', { billCode }));
  const lines = await linesToShip(context, orders);
  const against = await standingAgainst(context, orders, lines);
  if (against.length > 0) return against;
  await release(context, factorySuppressOrder.segment, { billIds: orders.map(({ id }) => id) }, 'used');
  await shipOrders(context, orders, lines);
  return undefined;
}

/** Lets go what is held; what left comes back by refusal or a call-back alone. */
async function voidOrders(context: Context, orders: readonly SuppressOrder[]): Promise<readonly Refusal[] | void> {
  const left = orders.filter(({ row }) => row.outState === 'shipped' || row.outState === 'received');
  if (left.length > 0) return left.map(({ billCode }) => refuse('suppress.shipped', { billCode }));
  const ids = orders.map(({ id }) => id);
  await release(context, factorySuppressOrder.segment, { billIds: ids }, 'released');
  await context.tx.run(sql`update factory_suppress_order set out_state = 'none' where id = any(${ids}::bigint[])`);
  return undefined;
}

const WAITING: readonly string[] = ['draft', 'pending', 'rejected'];
/** What each site has and uses of the material, in the unit of the line; and once they left, the bills of the sites. */
async function withSites(
  context: Context,
  order: WholeRecord<typeof factorySuppressOrder>,
): Promise<Record<string, unknown>> {
  const instores = await context.tx.rows(sql`
    select t.id, t.bill_code, t.status, t.warehouse_id, w.name as warehouse_name from in_store t
    join warehouse w on w.id = t.warehouse_id
    where t.source_bill_type = 'suppress-order' and t.source_bill_id = ${order.id}
      and ${join([sql`true`, ...scopeCondition(faceOf(context, 'suppress'), context)], ' and ')} order by w.name, t.id`);
  if (!WAITING.includes(order.status)) return { instores };
  const figures = await siteFigures(context, order.details);
  return {
    instores,
    details: order.details.map((line) => {
      const found = figures.get(`${line.warehouseId} ${line.materialId}`);
      const inUnit = (base: DecimalText | undefined): DecimalText =>
        Decimal.of(base ?? '0')
          .dividedBy(Decimal.of(line.factor ?? '1'))
          .rounded(3)
          .toString();
      return { ...line, siteStockQty: inUnit(found?.stockQty), siteDailyUse: inUnit(found?.dailyUse) };
    }),
  };
}

export const suppressOrderBehaviour = behaviour(factorySuppressOrder, {
  beforeSave,
  guards: { toApply: beforeSending },
  actions: { doApply: approve, ship, void: voidOrders },
  detail: withSites,
  filters: {
    orderNo: (billCode) => sql`t.bill_code = ${billCode}`,
    factoryId: (given) => factoryIs(sql`t.factory_id`, given),
    warehouseId: (id) =>
      sql`exists (select 1 from factory_suppress_order_detail d
        where d.factory_suppress_order_id = t.id and d.warehouse_id::text = ${id})`,
    materialId: (id) =>
      sql`exists (select 1 from factory_suppress_order_detail d
        where d.factory_suppress_order_id = t.id and d.material_id::text = ${id})`,
  },
  computed: {
    orderNo: () => sql`t.bill_code`,
    siteCount: () =>
      sql`(select count(distinct d.warehouse_id)::integer from factory_suppress_order_detail d
        where d.factory_suppress_order_id = t.id and d.taken_out_reason is null)`,
  },
});

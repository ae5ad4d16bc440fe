/** A self-purchase from typing to approval: lines beside their references, limits, and the in-store made of it. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { listOf } from '../../kernel/core/kinds.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { DEPT } from '../admin/people/dept.resource.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { convertLines } from '../master-data/units/material-units.server.ts';
import { siteFilters } from '../operations/sites/site-filters.server.ts';
import { lineAmounts } from '../purchasing/order-amounts.rules.ts';
import { makeBills, voidBills } from '../receiving/from-orders/bill-from-order.server.ts';
import { photoRefusals } from '../receiving/photos.server.ts';
import { closeExpected } from '../stock/ledger/expected-receipts.server.ts';
import { atFrozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { boughtFor } from './bought-for.port.server.ts';
import { lockSite, ordersOfMonths, readLimits, supplierNames } from './limits.server.ts';
import { referencesFor } from './reference-prices.server.ts';
import { selfPurchaseOrder } from './self-purchase-order.document.ts';
import { expectBought, noProof, selfPurchaseSource } from './self-purchase-source.server.ts';
import { deviationOf, isTooDear, limitRefusals } from './self-purchase.rules.ts';

type Order = Acting<typeof selfPurchaseOrder>;
/** Bought today, or in the coming days at most. */
const DAYS_AHEAD = 7;

async function beforeSave(context: Context, saving: Saving<typeof selfPurchaseOrder>): Promise<void> {
  const { values } = saving;
  const refusals: Refusal[] = [];
  if (values.supplierId === null && (values.vendorName ?? '').trim() === '')
    refusals.push(refuse('self-purchase.no-vendor', {}, { field: 'vendorName' }));
  const latest = dayPlus(context.today, DAYS_AHEAD);
  if (values.purchaseDate > latest)
    refusals.push(refuse('self-purchase.date-far', { latest }, { field: 'purchaseDate' }));
  values.purchaserId ??= context.user.userId;
  refusals.push(...(await placeRefusals(context, values)));
  if (refusals.length > 0) throw new Refused(...refusals);
  await completeLines(context, saving);
}

interface Place {
  readonly warehouse: string;
  readonly companyDeptId: Id;
  readonly projectGroupDeptId: Id;
  readonly ownRestaurantId: Id | null;
  readonly restaurant: string | null;
  readonly isServed: boolean | null;
  readonly stall: string | null;
  readonly isOfRestaurant: boolean | null;
}

/** Company and site follow from the warehouse; who buys for a restaurant of the site need not name it. */
async function placeRefusals(
  context: Context,
  values: Saving<typeof selfPurchaseOrder>['values'],
): Promise<readonly Refusal[]> {
  const { useRestaurantDeptId: restaurantId, gearOperationDeptId: stallId } = values;
  const place = await context.tx.row<Place>(sql`
    select w.name as warehouse, w.company_dept_id, w.project_group_dept_id, me.id as own_restaurant_id,
      r.dept_name as restaurant,
      r.dept_category = ${DEPT.restaurant} and r.parent_id = w.project_group_dept_id as is_served,
      s.dept_name as stall, s.parent_id = r.id as is_of_restaurant
    from warehouse w
    left join dept me on me.id = ${context.user.deptId || null}::bigint and me.dept_category = ${DEPT.restaurant}
      and me.parent_id = w.project_group_dept_id
    left join dept s on s.id = ${stallId}::bigint
    left join dept r on r.id = coalesce(${restaurantId}::bigint, s.parent_id)
    where w.id = ${values.warehouseId}::bigint`);
  if (place === undefined) return []; // the kernel names the missing reference
  const found: Refusal[] = [];
  const { warehouse, restaurant, stall } = place;
  if (place.isServed === false)
    found.push(refuse('self-purchase.warehouse-not-serving', { warehouse, restaurant }, { field: 'warehouseId' }));
  if (place.isOfRestaurant === false)
    found.push(refuse('self-purchase.stall-elsewhere', { stall, restaurant }, { field: 'gearOperationDeptId' }));
  values.companyDeptId = place.companyDeptId;
  values.bladeProjectDeptId = place.projectGroupDeptId;
  values.useRestaurantDeptId ??= place.ownRestaurantId;
  values.visibleDeptIds = [place.projectGroupDeptId, ...(values.useRestaurantDeptId ?? stallId ?? [])].flat();
  return found;
}

/** Lines in base unit, each beside what its goods are known to cost; the header's sums. */
async function completeLines(context: Context, saving: Saving<typeof selfPurchaseOrder>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined) return;
  const { purchaseDate: date, supplierId, bladeProjectDeptId: siteId, companyDeptId } = saving.values;
  const bought = lines.map(({ values }) => values);
  const [converted, known] = await Promise.all([
    convertLines(
      context,
      bought.map(({ materialId, unitId, orderQty: qty }) => ({
        materialId,
        unitId,
        qty,
        ...(supplierId === null ? {} : { supplierId }),
      })),
      { date },
    ),
    referencesFor(
      context,
      bought.map(({ materialId }) => materialId),
      { siteId, companyDeptId, date },
    ),
  ]);
  const amounts = bought.map((line) =>
    lineAmounts({
      qty: Decimal.of(line.orderQty),
      price: Decimal.of(line.price),
      taxRate: Decimal.of(line.taxRate),
    }),
  );
  saving.lines['details'] = lines.map((line, index) => {
    const { factor } = converted[index]!;
    const reference = known.get(line.values.materialId);
    const referencePrice = reference?.basePrice.times(Decimal.of(factor)).rounded(6) ?? null;
    return {
      ...line,
      values: {
        ...line.values,
        ...converted[index]!,
        referencePrice: referencePrice?.toString() ?? null,
        referenceKind: reference?.kind ?? null,
        deviation: deviationOf(Decimal.of(line.values.price), referencePrice)?.toString() ?? null,
        amount: amounts[index]!.amount.toFixed(2),
        openQty: line.values.orderQty,
      },
    };
  });
  Object.assign(saving.values, {
    lineCount: lines.length,
    amount: Decimal.sum(amounts.map(({ amount }) => amount)).toFixed(2),
  });
}

/** Whoever sends hears what speaks against it: limits, prices nobody explained, a place that is shut. */
async function beforeSending(context: Context, orders: readonly Order[]): Promise<readonly Refusal[]> {
  await lockSite(
    context,
    orders.map(({ row }) => row.bladeProjectDeptId ?? '0'),
  );
  const [limits, others, names, dear, frozen] = await Promise.all([
    readLimits(context),
    ordersOfMonths(context, orders),
    supplierNames(
      context,
      orders.map(({ row }) => row.supplierId),
    ),
    pricedLines(context, orders),
    atFrozenWarehouses(context, orders),
  ]);
  const mayPass = context.allowed('selfpurchaseorder_override');
  const passed = new Set(
    orders.filter(({ row }) => mayPass && (row.overrideReason ?? '').trim() !== '').map(({ id }) => id),
  );
  const sent = orders.map(({ id, billCode, row }) => ({
    id,
    billCode,
    siteId: row.bladeProjectDeptId ?? '0',
    date: row.purchaseDate,
    supplierId: row.supplierId,
    vendorName: row.vendorName ?? names.get(row.supplierId ?? '') ?? null,
    amount: Decimal.of(row.amount),
    overrideReason: row.overrideReason,
  }));
  return [
    ...frozen,
    ...limitRefusals(
      sent.filter(({ id }) => !passed.has(id)),
      [...others, ...sent.filter(({ id }) => passed.has(id))],
      limits,
    ),
    ...dear.flatMap(({ lineNo, material, ...line }) => {
      const price = Decimal.of(line.price);
      const reference = line.referencePrice === null ? null : Decimal.of(line.referencePrice);
      return line.isExplained || !isTooDear(price, reference, limits.deviation)
        ? []
        : [
            refuse(
              'self-purchase.too-dear',
              { material, price, reference, deviation: deviationOf(price, reference), percent: limits.deviation },
              { field: 'deviationReason', line: lineNo },
            ),
          ];
    }),
  ];
}

const pricedLines = (context: Context, orders: readonly Order[]) =>
  context.tx.rows<{
    lineNo: number;
    material: string;
    price: DecimalText;
    referencePrice: DecimalText | null;
    isExplained: boolean;
  }>(sql`
    select d.line_no, m.called as material, d.price, d.reference_price,
      coalesce(btrim(d.deviation_reason), '') <> '' as is_explained
    from self_purchase_order_detail d join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    where d.self_purchase_order_id = any(${orders.map(({ id }) => id)}::bigint[])
    order by d.self_purchase_order_id, d.line_no`);

export const selfPurchaseOrderBehaviour = behaviour(selfPurchaseOrder, {
  beforeSave,
  async afterSaveAll(context, saved) {
    const ids = saved.filter(({ creating }) => !creating).map(({ id }) => id);
    if (ids.length > 0) for (const each of boughtFor.of(context)) await each.saved(context, ids);
  },
  async beforeRemove(context, rows) {
    const ids = rows.map(({ id }) => id);
    for (const each of boughtFor.of(context)) await each.gone(context, ids);
    await closeExpected(context, selfPurchaseOrder.name, { billIds: ids });
  },
  filters: {
    ...siteFilters,
    materialId: (value) =>
      sql`exists (select 1 from self_purchase_order_detail d
        where d.self_purchase_order_id = t.id and d.material_id::text = ${value})`,
  },
  guards: {
    toApply: beforeSending,
    doApply: (context, orders) => atFrozenWarehouses(context, orders),
  },
  actions: {
    async doApply(context, orders) {
      const ids = orders.map(({ id }) => id);
      await expectBought(context, ids);
      await makeBills(context, selfPurchaseSource, ids);
    },
    async addProof(context, orders, input) {
      const added = listOf(input['proofPictures'] ?? '');
      if (added.length === 0) return orders.map(({ billCode }) => noProof(billCode));
      const unknown = await photoRefusals(context, [{ pictures: added }]);
      if (unknown.length > 0) return unknown;
      await context.tx.run(sql`
        update self_purchase_order set proof_pictures = (coalesce(proof_pictures, '{}') || ${added}::bigint[])[1:9],
          version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
        where id = any(${orders.map(({ id }) => id)}::bigint[])`);
      return undefined;
    },
    async void(context, orders, input) {
      const begun = orders.filter(({ row }) => row.receiveStatus !== 'none');
      if (begun.length > 0) return begun.map(({ billCode }) => refuse('self-purchase.received', { billCode }));
      const ids = orders.map(({ id }) => id);
      for (const each of boughtFor.of(context)) await each.gone(context, ids);
      await closeExpected(context, selfPurchaseOrder.name, { billIds: ids });
      await voidBills(context, selfPurchaseSource, ids, askedText(input, 'reason'));
      return undefined;
    },
  },
  fills: { limitAmount: [], monthAmount: ['bladeProjectDeptId', 'purchaseDate'] },
  async fillRows(context, rows) {
    if (rows.length === 0) return;
    const [limits, months] = await Promise.all([
      readLimits(context),
      context.tx.rows<{ site: Id; month: string; amount: DecimalText }>(sql`
        select o.blade_project_dept_id as site, to_char(o.purchase_date, 'YYYY-MM') as month, sum(o.amount) as amount
        from self_purchase_order o where o.status in ('pending', 'approved', 'done')
          and o.blade_project_dept_id = any(${rows.flatMap((row) => row.bladeProjectDeptId || [])}::bigint[])
        group by 1, 2`),
    ]);
    const used = new Map(months.map(({ site, month, amount }) => [`${site} ${month}`, Decimal.of(amount).toFixed(2)]));
    for (const row of rows) {
      row['limitAmount'] = limits.order.toFixed(2);
      row['monthAmount'] = used.get(`${row.bladeProjectDeptId} ${String(row.purchaseDate).slice(0, 7)}`) ?? '0.00';
    }
  },
});

/** Lines of suppress orders as they are decided on. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { sql } from '../../parts/postgres/database.ts';
import { frozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import type { factorySuppressOrder } from './suppress-order.document.ts';
import { limitRefusals, lineRefusals, type PushedLine, type SiteDay } from './suppress-order.rules.ts';

export type SuppressOrder = Acting<typeof factorySuppressOrder>;

/** A line that is to be shipped, its quantities in its unit and in base unit. */
export interface SuppressLine extends PushedLine {
  readonly id: Id;
  readonly billId: Id;
  readonly warehouseId: Id;
  readonly siteId: Id;
  readonly siteCompanyId: Id | null;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly qty: DecimalText;
  readonly factor: DecimalText;
  readonly baseUnitId: Id;
  readonly baseQty: DecimalText;
  readonly batchId: Id | null;
  readonly taxRate: DecimalText | null;
  readonly amount: Decimal;
}
type LineRow = Omit<SuppressLine, 'price' | 'amount'> & {
  readonly price: DecimalText | null;
  readonly amount: DecimalText | null;
};

/** What was not taken out of orders, in order of the lines. One statement. */
export async function linesToShip(context: Context, orders: readonly SuppressOrder[]): Promise<SuppressLine[]> {
  const rows = await context.tx.rows<LineRow>(sql`
    with refused as (
      select s.location_id, l.material_id, min(s.bill_code) as bill_code
      from in_store s join in_store_receiving r on r.instore_id = s.id and r.state = 'posted'
      join in_store_receiving_detail l on l.in_store_receiving_id = r.id and l.refused_qty > 0
      where s.instore_type = 'suppress' and r.arrive_time >= (${context.today}::date)::timestamptz group by 1, 2)
    select d.id, d.factory_suppress_order_id as bill_id, d.line_no as line, d.warehouse_id, w.name as warehouse,
      w.project_group_dept_id as site_id, p.dept_name as site, w.company_dept_id as site_company_id,
      f.name as factory_warehouse, to_char(o.arrive_date, 'YYYY-MM-DD') as arrive_date, d.material_id,
      m.called as material, d.unit_id, d.qty, d.factor, d.base_unit_id, d.base_qty, d.batch_id,
      b.batch_code as batch, b.expiry_date, d.settlement_price as price, d.tax_rate, d.settlement_amount as amount,
      m.catch_weight = 1 as is_catch_weight, w.warehouse_type = 'central' as is_central, x.bill_code as refused_on,
      d.batch_id is null or exists (select 1 from stock_batch k where k.location_id = o.factory_warehouse_id
        and k.batch_id = d.batch_id and k.material_id = d.material_id and k.qty > 0) as lot_lies
    from factory_suppress_order_detail d join factory_suppress_order o on o.id = d.factory_suppress_order_id
    join warehouse w on w.id = d.warehouse_id join dept p on p.id = w.project_group_dept_id
    join factory_warehouse f on f.id = o.factory_warehouse_id join material m on m.id = d.material_id
    left join batch b on b.id = d.batch_id
    left join refused x on x.location_id = d.warehouse_id and x.material_id = d.material_id
    where o.id = any(${orders.map(({ id }) => id)}::bigint[]) and d.taken_out_reason is null
    order by o.id, d.line_no`);
  return rows.map(({ price, amount, ...row }) => ({
    ...row,
    price: price === null ? null : Decimal.of(price),
    amount: Decimal.of(amount ?? '0'),
  }));
}

/** Everything that stands against pushing these goods, but for what lies there by then. */
export async function standingAgainst(
  context: Context,
  orders: readonly SuppressOrder[],
  lines: readonly SuppressLine[],
): Promise<Refusal[]> {
  const frozen = await frozenWarehouses(context, [
    ...orders.map(({ row }) => row.factoryWarehouseId),
    ...lines.map(({ warehouseId }) => warehouseId),
  ]);
  return [
    ...orders.flatMap(({ id, billCode, row }) => {
      const own = lines.filter(({ billId }) => billId === id);
      if (own.length === 0) return [refuse('suppress.no-site-left', { billCode })];
      return [row.factoryWarehouseId, ...new Set(own.map(({ warehouseId }) => warehouseId))].flatMap((place) => {
        const warehouse = frozen.get(place);
        return warehouse === undefined ? [] : [refuse('stock.warehouse-frozen', { warehouse, billCode })];
      });
    }),
    ...lines.flatMap(lineRefusals),
  ];
}

const siteDaysOf = (lines: readonly SuppressLine[]): SiteDay[] =>
  lines.map(({ siteId, site, arriveDate, amount }) => ({ siteId, site, date: arriveDate, amount }));

/**
 * What is beyond the limit of a site and day, with what was approved before. Orders to one site are decided one after
 * the other: two at once do not pass the limit together.
 */
export async function beyondLimits(
  context: Context,
  orders: readonly SuppressOrder[],
  lines: readonly SuppressLine[],
): Promise<Refusal[]> {
  const text = (await readParameter(context, 'store.suppress.limit-amount')).trim();
  const limit = Decimal.isText(text) ? Decimal.of(text) : Decimal.zero;
  if (!limit.isPositive()) return [];
  const sites = [...new Set(lines.map(({ siteId }) => siteId))];
  await context.tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`suppress:${context.tenant}:`} || g.id, 0))
    from (select a.id from unnest(${sites}::bigint[]) as a(id) order by a.id) g`);
  const before = await context.tx.rows<Omit<SiteDay, 'amount'> & { amount: DecimalText }>(sql`
    select d.site_dept_id as site_id, p.dept_name as site, to_char(o.arrive_date, 'YYYY-MM-DD') as date,
      sum(d.settlement_amount) as amount
    from factory_suppress_order o join factory_suppress_order_detail d on d.factory_suppress_order_id = o.id
    join dept p on p.id = d.site_dept_id
    where o.status in ('approved', 'done') and not o.id = any(${orders.map(({ id }) => id)}::bigint[])
      and d.taken_out_reason is null and d.site_dept_id = any(${sites}::bigint[])
      and o.arrive_date = any(${[...new Set(lines.map(({ arriveDate }) => arriveDate))]}::date[])
    group by 1, 2, 3`);
  return limitRefusals(
    siteDaysOf(lines),
    before.map((row) => ({ ...row, amount: Decimal.of(row.amount) })),
    limit,
  );
}

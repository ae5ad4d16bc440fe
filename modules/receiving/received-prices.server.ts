/** What was paid lately, for whoever measures prices by it; and the prices of a delivery as it is received. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { DEPT } from '../admin/people/dept.resource.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import type { PaidPrice, Where } from '../prices/price-book/paid-prices.port.server.ts';
import { watchPrices } from '../prices/warnings/price-watch.server.ts';
import type { Bill } from './bill.server.ts';
import type { StoredLine } from './bill-lines.server.ts';
import { inStore } from './in-store.document.ts';

/** The newest lines of one material that came to a company, or to none, at one of their prices. */
const newest = (price: Sql, company: Sql, since: string, most: number): Sql => sql`
  select l.id, l.arrive_time, l.in_store_receiving_id, ${price} as price, l.base_qty
  from in_store_receiving_detail l
  where l.material_id = q.material_id and ${company} and ${price} is not null and l.arrive_time >= ${since}::timestamptz
  order by l.arrive_time desc, l.id desc limit ${most}`;

/**
 * Posted deliveries at one of their prices, the newest first; what was reversed or refused counts for nothing. Reads as
 * many lines of each material and company as are asked for, however many there are (indexes of 0120) and whatever the
 * planner thinks of tables it has not looked at.
 */
const deliveredAt =
  (price: Sql) =>
  (context: Context, goods: readonly Where[], since: string, most: number): Promise<PaidPrice[]> => {
    const numbered = goods.map((each, nr) => ({
      nr,
      material_id: each.materialId,
      company_dept_id: each.companyDeptId,
    }));
    return context.tx.rows<PaidPrice>(sql`
  with companies as materialized (select array_agg(id) as ids from dept where dept_category = ${DEPT.company})
  select q.nr, p.arrive_time::date as date, b.bill_code, b.supplier_id, p.price, p.base_qty as qty
  from json_to_recordset(${JSON.stringify(numbered)}::json)
    as q(nr integer, material_id bigint, company_dept_id bigint)
  cross join lateral (
    select n.* from (
      select c.*
      from unnest(case when q.company_dept_id is null then (select ids from companies)
        else array[q.company_dept_id] end) as company(id)
        cross join lateral (${newest(price, sql`l.company_dept_id = company.id`, since, most)}) c
      union all
      select c.* from (${newest(price, sql`l.company_dept_id is null and q.company_dept_id is null`, since, most)}) c
    ) n order by n.arrive_time desc, n.id desc limit ${most}) p
  cross join lateral (select instore_id from in_store_receiving where id = p.in_store_receiving_id offset 0) r
  cross join lateral (select bill_code, supplier_id from in_store where id = r.instore_id offset 0) b
  order by q.nr, p.arrive_time desc, p.id desc`);
  };
export const paidLately = deliveredAt(sql`l.paid_price`);
/** What the places were charged, wherever the goods came from. */
export const settledLately = deliveredAt(sql`l.settled_price`);

/** A line of a delivery that is about to be posted. */
interface DeliveredPrice {
  readonly lineId: Id;
  readonly lineNo: number;
  readonly line: StoredLine;
  readonly baseQty: DecimalText;
  readonly deliveredPrice: DecimalText | null;
}
/** Compares prices of what was delivered with others of the site and company, and records what strays. */
export async function watchDelivery(context: Context, bill: Bill, delivered: readonly DeliveredPrice[]): Promise<void> {
  const { source } = bill;
  const company = bill.row.companyDeptId;
  const site = bill.row.bladeProjectDeptId;
  await watchPrices(
    context,
    { billType: inStore.name, moment: 'receipt', billIds: [] },
    delivered.flatMap(({ lineId, lineNo, line, baseQty, deliveredPrice }) =>
      line.price === null || !line.price.isPositive()
        ? []
        : [
            {
              billId: bill.id,
              billCode: bill.billCode,
              lineId,
              lineNo,
              materialId: line.materialId,
              supplierId: bill.supplierId,
              companyDeptId: company ? String(company) : null,
              deptId: site ? String(site) : null,
              unitId: line.unitId,
              factor: line.factor.toString(),
              price: line.price.toString(),
              baseQty,
              deliveredPrice,
              ...(source === undefined ? {} : { earlier: { billType: source.document.name, billId: bill.sourceId } }),
            },
          ],
    ),
  );
}

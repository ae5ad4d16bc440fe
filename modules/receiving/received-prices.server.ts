/** What was paid lately, for whoever measures prices by it; and the prices of a delivery as it is received. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import type { PaidPrice, Where } from '../prices/price-book/paid-prices.port.server.ts';
import { watchPrices } from '../prices/warnings/price-watch.server.ts';
import type { Bill } from './bill.server.ts';
import type { StoredLine } from './bill-lines.server.ts';
import { inStore } from './in-store.document.ts';

/**
 * Posted deliveries at one of their prices, the newest first; what was reversed or refused counts for nothing. Found
 * from the material on, whatever the planner thinks of tables it has not looked at: in any other order each material
 * reads all that ever came.
 */
const deliveredAt =
  (price: Sql, from: Sql) =>
  (context: Context, goods: readonly Where[], since: string, most: number): Promise<PaidPrice[]> => {
    const numbered = goods.map((each, nr) => ({
      nr,
      material_id: each.materialId,
      company_dept_id: each.companyDeptId,
    }));
    return context.tx.rows<PaidPrice>(sql`
  select q.nr, p.*
  from json_to_recordset(${JSON.stringify(numbered)}::json)
    as q(nr integer, material_id bigint, company_dept_id bigint)
  cross join lateral (
    select r.arrive_time::date as date, b.bill_code, round(${price} / d.factor, 6) as price, l.base_qty as qty
    from in_store_receiving_detail l
      cross join lateral (select * from in_store_receiving where id = l.in_store_receiving_id and state = 'posted'
      and arrive_time >= ${since}::date offset 0) r
      cross join lateral (select * from in_store_detail where id = l.detail_id offset 0) d
      cross join lateral (select * from in_store where id = r.instore_id offset 0) b
    where l.material_id = q.material_id and l.base_qty > 0 and ${price} > 0
      and (q.company_dept_id is null or b.company_dept_id = q.company_dept_id) ${from}
    order by r.arrive_time desc, l.id desc limit ${most}) p
  order by q.nr, p.date desc`);
  };
export const paidLately = deliveredAt(
  sql`d.price`,
  sql`and b.source_bill_type in ('purchase-order', 'self-purchase-order')`,
);
/** What the places were charged, wherever the goods came from. */
export const settledLately = deliveredAt(sql`d.settlement_price`, sql``);

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
              ...(bill.orderId === null ? {} : { earlier: { billType: 'purchaseOrder', billId: bill.orderId } }),
            },
          ],
    ),
  );
}

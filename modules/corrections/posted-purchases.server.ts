/**
 * What was received of a supplier and is charged by a price: posted deliveries that were not taken back, at the price
 * as last corrected.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { PostedLine } from './price-correction.rules.ts';

export interface PostedPurchase extends PostedLine {
  readonly billId: Id;
  readonly billCode: string;
  readonly billLineId: Id;
  readonly companyDeptId: Id;
  readonly deptId: Id | null;
  readonly baseQty: DecimalText;
  readonly batchId: Id | null;
  /** The line that corrected it before. */
  readonly correctsLineId: Id | null;
}
interface PurchaseFilter {
  readonly supplierId: Id;
  /** Null: all of them. */
  readonly companyDeptId: Id | null;
  readonly startDate: string;
  readonly endDate: string;
  readonly materialIds: readonly Id[];
}

/**
 * By day and place in the document; one statement. A delivery is priced by the day it came: read are those of the days,
 * and not all the supplier ever brought.
 */
export const postedPurchases = (
  context: Context,
  { supplierId, companyDeptId, startDate, endDate, materialIds }: PurchaseFilter,
): Promise<PostedPurchase[]> =>
  context.tx.rows<PostedPurchase>(sql`
  with came as materialized (select r.id, r.instore_id, r.arrive_time from in_store_receiving r
    where r.arrive_time >= ${startDate}::timestamptz and r.arrive_time < (${endDate}::date + 1)::timestamptz and r.state = 'posted'),
  lines as materialized (select l.*, l.id::text as line_id, r.instore_id, r.arrive_time as came_time from came r
    join in_store_receiving_detail l on l.in_store_receiving_id = r.id
    where l.material_id = any(${[...materialIds]}::bigint[]) and l.accepted_qty > 0)
  select l.id as source_line_id, b.id as bill_id, b.bill_code, d.id as bill_line_id, b.company_dept_id,
    l.came_time::date as price_date, b.blade_project_dept_id as dept_id, l.material_id, l.accepted_qty as qty,
    l.unit_id, l.factor, l.base_qty, l.batch_id,
    coalesce(c.new_price, d.price) as price, coalesce(d.tax_rate, 0) as tax_rate, c.id as corrects_line_id
  from lines l join in_store b on b.id = l.instore_id join in_store_detail d on d.id = l.detail_id
  left join price_correction_detail c on c.source_line_id = l.line_id and c.line_state = 'live'
  where b.supplier_id = ${supplierId}::bigint and b.company_dept_id = coalesce(${companyDeptId}::bigint,
    b.company_dept_id) and d.price > 0
  order by price_date, b.bill_code, l.id`);

/** What a base unit of these lots is charged at with tax, as last corrected; without those that no order priced. */
export async function pricesOfLots(context: Context, batchIds: readonly Id[]): Promise<Map<Id, DecimalText>> {
  const rows = await context.tx.rows<{ id: Id; price: DecimalText }>(sql`
    with lines as materialized (
      select l.id::text as line_id, l.batch_id, l.detail_id, l.factor from in_store_receiving_detail l
      where l.batch_id = any(${[...batchIds]}::bigint[]))
    select l.batch_id as id, coalesce(c.new_price / l.factor, d.price / d.factor) as price
    from lines l join in_store_detail d on d.id = l.detail_id
    left join price_correction_detail c on c.source_line_id = l.line_id and c.line_state = 'live'
    where d.price is not null`);
  return new Map(rows.map(({ id, price }) => [id, price]));
}

/**
 * Deliveries stand as they are until the transaction is over: none is taken back, and no other correction of theirs is
 * booked.
 */
export const holdDeliveries = (context: Context, sourceLineIds: readonly Id[]): Promise<unknown> =>
  context.tx.run(sql`
  select 1 from in_store_receiving r where r.id in (select l.in_store_receiving_id from in_store_receiving_detail l
  where l.id = any(${[...sourceLineIds]}::bigint[])) order by r.id for update`);

/** A delivery whose price was corrected is not taken back beneath its correction. */
export async function correctedDeliveries(context: Context, sourceLineIds: readonly Id[]): Promise<Refusal[]> {
  const rows = await context.tx.rows<{ billCode: string }>(sql`
    select distinct b.bill_code from price_correction_detail c join price_correction b on b.id = c.price_correction_id
    where c.line_state = 'live' and c.source_line_id = any(${[...sourceLineIds]}::text[]) order by b.bill_code`);
  return rows.map((row) => refuse('corrections.receipt-corrected', { ...row }));
}

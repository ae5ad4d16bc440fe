/**
 * What becomes of lines of work lists: quantities booked by later stages, the line's state, what is on order from it,
 * counts and state of the bill.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { carryToPlans, type RequestLine } from '../../purchasing/chain-progress.server.ts';
import { purchaseRequest } from '../../purchasing/purchase-request.document.ts';
import { expecting } from '../../stock/ledger/expected-receipts.server.ts';
import { distributionBill } from './distribution-bill.document.ts';

const QUANTITIES = ['documented', 'ordered', 'shipped', 'received', 'cancelled'] as const;
/** Signed differences in the line's unit; what is left out stays as it is. */
export interface LineProgress extends Partial<Readonly<Record<`${(typeof QUANTITIES)[number]}Qty`, DecimalText>>> {
  readonly lineId: Id;
}

/**
 * Adds to the quantities of lines, each named once. Whoever calls has locked what makes the difference; a line that
 * would be documented beyond its quantity is refused by the database.
 */
export async function bookProgress(context: Context, changes: readonly LineProgress[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    id: change.lineId,
    ...Object.fromEntries(QUANTITIES.map((each) => [each, change[`${each}Qty`] ?? '0'])),
  }));
  await context.tx.run(sql`
    update distribution_bill_detail d set documented_qty = d.documented_qty + c.documented,
      ordered_qty = d.ordered_qty + c.ordered, shipped_qty = d.shipped_qty + c.shipped,
      received_qty = d.received_qty + c.received, cancelled_qty = d.cancelled_qty + c.cancelled
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(id bigint, documented numeric, ordered numeric,
      shipped numeric, received numeric, cancelled numeric)
    where d.id = c.id`);
  await followLines(
    context,
    changes.map((change) => change.lineId),
  );
  await carryOrdered(
    context,
    changes.flatMap(({ lineId, orderedQty }) => (orderedQty === undefined ? [] : [lineId])),
  );
}

/** What is ordered of these lines, on the plans behind the requests that asked for them. */
async function carryOrdered(context: Context, lineIds: readonly Id[]): Promise<void> {
  if (lineIds.length === 0) return;
  await carryToPlans(
    context,
    await context.tx.rows<RequestLine>(sql`
      select distinct l.from_bill_id as request_id, l.from_line_id as request_line_id
      from (select d.id, d.distribution_bill_id as bill from distribution_bill_detail d
        where d.id = any(${lineIds as Id[]}::bigint[]) offset 0) d
      join bill_link l on l.to_type = ${distributionBill.name} and l.to_bill_id = d.bill and l.to_line_id = d.id
        and l.from_type = ${purchaseRequest.name}`),
  );
}

/** What a line's state follows from. */
const STATE = sql`case when d.cancelled_qty >= d.qty then 'closed'
  when d.received_qty > 0 and d.received_qty + d.cancelled_qty >= d.qty then 'received'
  when d.ordered_qty + d.cancelled_qty >= d.qty then 'ordered'
  when d.documented_qty + d.cancelled_qty >= d.qty then 'documented' else 'open' end`;

/**
 * States of these lines, what is on order from them, and their bills, from the quantities they have. Only what is
 * otherwise than before is written.
 */
export async function followLines(context: Context, lineIds: readonly Id[]): Promise<void> {
  const chosen = sql`d.id = any(${lineIds as Id[]}::bigint[])`;
  await context.tx.run(sql`
    update distribution_bill_detail d set line_status = ${STATE} where ${chosen} and d.line_status <> ${STATE}`);
  await context.tx.run(
    expecting(sql`
    select l.* from (
      select d.warehouse_id as location_id, d.material_id, d.delivery_date as due_date,
        ${distributionBill.name}::text as bill_type, b.id as bill_id, b.bill_code, d.id as line_id,
        case when b.status = 'void' or d.documented_qty + d.cancelled_qty >= d.qty then 0
          else greatest(0, d.base_qty - round((d.documented_qty + d.cancelled_qty) * d.factor, 6)) end as open_qty
      from distribution_bill_detail d join distribution_bill b on b.tenant_id = d.tenant_id
        and b.id = d.distribution_bill_id where ${chosen}) l
    left join expected_receipt e on e.bill_type = l.bill_type and e.line_id = l.line_id
    where (e.location_id, e.material_id, e.due_date, e.bill_id, e.open_qty)
      is distinct from (l.location_id, l.material_id, l.due_date, l.bill_id, l.open_qty)`),
  );
  const bills = await context.tx.rows<{ id: Id }>(
    sql`select distinct d.distribution_bill_id as id from distribution_bill_detail d where ${chosen}`,
  );
  await followBills(
    context,
    bills.map((bill) => bill.id),
  );
}

/** Counts, dates, amount and state of these bills, from their lines. */
export async function followBills(context: Context, billIds: readonly Id[]): Promise<void> {
  const bills = await context.tx.rows<{ id: Id; billCode: string; status: string; next: string }>(sql`
    update distribution_bill b set line_count = s.lines, open_count = s.open, unassigned_count = s.unassigned,
      amount = s.amount, date_from = s.first_day, date_to = s.last_day, source_codes = s.codes,
      version = b.version + 1, update_time = now()
    from (select o.id, count(d.id) as lines, count(d.id) filter (where d.line_status = 'open') as open,
        count(d.id) filter (where d.line_status = 'open' and d.supplier_id is null
          and coalesce(d.supply_mode, 'purchase') = 'purchase') as unassigned,
        sum(d.amount) as amount, min(d.delivery_date) as first_day, max(d.delivery_date) as last_day,
        left(string_agg(distinct d.source_code, '，'), 500) as codes,
        bool_and(d.line_status in ('received', 'closed')) as is_done
      from distribution_bill o left join distribution_bill_detail d on d.tenant_id = o.tenant_id
        and d.distribution_bill_id = o.id
      where o.id = any(${billIds as Id[]}::bigint[]) group by o.id) s
    where b.id = s.id and b.status <> 'void'
    returning b.id, b.bill_code, b.status, case when s.lines = 0 then 'done' when s.open > 0 then 'open'
      when s.is_done then 'done' else 'documented' end as next`);
  for (const [next, moved] of Map.groupBy(
    bills.filter((bill) => bill.status !== bill.next),
    (bill) => bill.next,
  )) {
    const event = next === 'open' ? 'reopen' : next;
    await moveState(
      distributionBill,
      context,
      moved.map((bill) => ({ ...bill, row: {} })),
      event,
      { to: next as 'open' },
      null,
    );
  }
}

/**
 * What becomes of lines of work lists: quantities booked by later stages, the line's state, what is on order from it,
 * counts and state of the bill.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { raw, sql } from '../../../parts/postgres/database.ts';
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
  const columns = QUANTITIES.map((each) => `${each}_qty`);
  const rows = changes.map((change) => ({
    id: change.lineId,
    ...Object.fromEntries(QUANTITIES.map((each) => [`${each}_qty`, change[`${each}Qty`] ?? '0'])),
  }));
  await context.tx.run(sql`
    update distribution_bill_detail d set ${raw(columns.map((each) => `${each} = d.${each} + c.${each}`).join(', '))}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as c(id bigint, ${raw(columns.map((each) => `${each} numeric`).join(', '))})
    where d.id = c.id`);
  await followLines(
    context,
    changes.map((change) => change.lineId),
  );
}

/** States of these lines, what is on order from them, and their bills, from the quantities they have. */
export async function followLines(context: Context, lineIds: readonly Id[]): Promise<void> {
  const bills = await context.tx.rows<{ id: Id }>(sql`
    with lines as (
      update distribution_bill_detail d set line_status = case when d.cancelled_qty >= d.qty then 'closed'
        when d.received_qty > 0 and d.received_qty + d.cancelled_qty >= d.qty then 'received'
        when d.ordered_qty + d.cancelled_qty >= d.qty then 'ordered'
        when d.documented_qty + d.cancelled_qty >= d.qty then 'documented' else 'open' end
      from distribution_bill b where d.id = any(${lineIds as Id[]}::bigint[]) and b.tenant_id = d.tenant_id
        and b.id = d.distribution_bill_id
      returning b.id as bill_id, b.bill_code, d.id as line_id, d.warehouse_id, d.material_id, d.delivery_date,
        case when b.status = 'void' or d.documented_qty + d.cancelled_qty >= d.qty then 0
          else greatest(0, d.base_qty - round((d.documented_qty + d.cancelled_qty) * d.factor, 6)) end as open_qty),
    expected as (${expecting(sql`
      select l.warehouse_id as location_id, l.material_id, l.delivery_date as due_date,
        ${distributionBill.name}::text as bill_type, l.bill_id, l.bill_code, l.line_id, l.open_qty from lines l`)})
    select distinct bill_id as id from lines`);
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

/**
 * What becomes of the lines of approved distributions: distributed, cancelled or still open; what is on order from them;
 * the bill's state. Work lists book here, in the transaction that writes their links.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { expecting } from '../../stock/ledger/expected-receipts.server.ts';
import { generateStatusOf } from './asked-lines.rules.ts';
import { distribution } from './distribution.document.ts';

/** Signed differences in the unit of the line. */
export interface AskedProgress {
  readonly lineId: Id;
  readonly distributedQty?: DecimalText;
  readonly cancelledQty?: DecimalText;
}

/** What these bills still ask for counts as on order, once: from here until a work list takes it over. */
export async function expectAsked(context: Context, billIds: readonly Id[]): Promise<void> {
  await context.tx.run(
    expecting(sql`
      select b.warehouse_id as location_id, d.material_id, coalesce(d.delivery_date, d.need_date) as due_date,
        ${distribution.name}::text as bill_type, b.id as bill_id, b.bill_code, d.id as line_id,
        case when b.status = 'void' or d.open_qty = 0 then 0
          else greatest(0, d.base_qty - round((d.distributed_qty + d.cancelled_qty) * d.factor, 6)) end as open_qty
      from distribution b join distribution_detail d on d.tenant_id = b.tenant_id and d.distribution_id = b.id
      where b.id = any(${billIds as Id[]}::bigint[])`),
  );
}

/**
 * Adds to what is distributed and cancelled of lines, each named once. A line that would be distributed beyond what it
 * asks is refused by the database. A bill whose lines are all served is done, and open again when some come back.
 */
export async function bookAsked(context: Context, changes: readonly AskedProgress[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ lineId, distributedQty = '0', cancelledQty = '0' }) => ({
    id: lineId,
    distributed: distributedQty,
    cancelled: cancelledQty,
  }));
  const bills = await context.tx.rows<{ id: Id }>(sql`
    with booked as (
      update distribution_detail d set distributed_qty = d.distributed_qty + c.distributed,
        cancelled_qty = d.cancelled_qty + c.cancelled, open_qty = d.open_qty - c.distributed - c.cancelled
      from json_to_recordset(${JSON.stringify(rows)}::json) as c(id bigint, distributed numeric, cancelled numeric)
      where d.id = c.id returning d.distribution_id)
    select distinct distribution_id as id from booked`);
  const ids = bills.map(({ id }) => id);
  await expectAsked(context, ids);
  await followLines(context, ids);
}

/** What bills say of their lines, and whether anything of them is still to be distributed. */
async function followLines(context: Context, ids: readonly Id[]): Promise<void> {
  const lines = await context.tx.rows<{ id: Id; distributedQty: DecimalText; openQty: DecimalText }>(sql`
    select distribution_id as id, distributed_qty, open_qty from distribution_detail
    where distribution_id = any(${ids as Id[]}::bigint[]) order by line_no`);
  const statuses = [...Map.groupBy(lines, ({ id }) => id)].map(([id, own]) => ({
    id,
    status: generateStatusOf(
      own.map(({ distributedQty, openQty }) => ({
        distributed: Decimal.of(distributedQty),
        open: Decimal.of(openQty),
      })),
    ),
  }));
  const bills = await context.tx.rows<{ id: Id; billCode: string; status: string; generateStatus: string }>(sql`
    update distribution b set generate_status = s.status, version = b.version + 1, update_time = now()
    from json_to_recordset(${JSON.stringify(statuses)}::json) as s(id bigint, status text) where b.id = s.id
    returning b.id, b.bill_code, b.status, b.generate_status`);
  const move = (from: string, to: 'done' | 'approved', event: 'distributed' | 'reopen'): Promise<void> =>
    moveState(
      distribution,
      context,
      bills
        .filter((bill) => bill.status === from && (bill.generateStatus === 'all') === (to === 'done'))
        .map((bill) => ({ ...bill, row: {} })),
      event,
      { to },
      null,
    );
  await move('approved', 'done', 'distributed');
  await move('done', 'approved', 'reopen');
}

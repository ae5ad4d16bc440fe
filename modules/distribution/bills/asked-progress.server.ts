/**
 * What becomes of the lines of approved distributions: distributed, cancelled or still open; what is on order from
 * them; the bill's state. Asked by work lists in the transaction that writes their links.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import type { AskedElsewhere } from '../../planning/netting/asked-elsewhere.port.server.ts';
import { expecting } from '../../stock/ledger/expected-receipts.server.ts';
import { generateStatusOf } from './asked-lines.rules.ts';
import { distribution } from './distribution.document.ts';

/** What work lists have of a line, in base unit: from the links, since a line in boxes would lose grams. */
const takenOf = (line: Sql): Sql => sql`coalesce((
  select sum(l.from_qty) from bill_link l where l.from_type = ${distribution.name}
    and l.from_bill_id = ${line}.distribution_id and l.from_line_id = ${line}.id), 0)`;
/** What a line still asks for, in base unit. */
export const openBaseOf = (line: Sql): Sql =>
  sql`greatest(0, ${line}.base_qty - round(${line}.cancelled_qty * ${line}.factor, 6) - ${takenOf(line)})`;

/** What these bills still ask for counts as on order, once: from here until a work list takes it over. */
export async function expectAsked(context: Context, billIds: readonly Id[]): Promise<void> {
  await context.tx.run(
    expecting(sql`
      select b.warehouse_id as location_id, d.material_id, coalesce(d.delivery_date, d.need_date) as due_date,
        ${distribution.name}::text as bill_type, b.id as bill_id, b.bill_code, d.id as line_id,
        case when b.status = 'void' then 0 else ${openBaseOf(sql`d`)} end as open_qty
      from distribution b join distribution_detail d on d.tenant_id = b.tenant_id and d.distribution_id = b.id
      where b.id = any(${billIds as Id[]}::bigint[])`),
  );
}

/**
 * Of these lines something was taken by work lists, or given back: what is open of them, and what is on order from
 * their bills. A bill whose lines are all served is done, and open again when some come back.
 */
export async function followTaken(context: Context, billIds: readonly Id[], lineIds: readonly Id[]): Promise<void> {
  await context.tx.run(sql`
    update distribution_detail d set distributed_qty = s.distributed, open_qty = d.qty - d.cancelled_qty - s.distributed
    from (select d.id, case when k.taken >= d.base_qty - round(d.cancelled_qty * d.factor, 6)
        then d.qty - d.cancelled_qty
        else least(d.qty - d.cancelled_qty, round(k.taken / d.factor, 6)) end as distributed
      from distribution_detail d cross join lateral (select ${takenOf(sql`d`)} as taken) k
      where d.id = any(${lineIds as Id[]}::bigint[])) s
    where d.id = s.id`);
  await expectAsked(context, billIds);
  await followLines(context, billIds);
}

/** What was given back of these lines is not needed any more: it is cancelled, and open nowhere. */
export async function cancelAsked(
  context: Context,
  lines: readonly { readonly billId: Id; readonly lineId: Id; readonly baseQty: DecimalText }[],
): Promise<void> {
  await context.tx.run(sql`
    update distribution_detail d set cancelled_qty = case
      when g."baseQty" >= d.base_qty - round(d.cancelled_qty * d.factor, 6) - k.taken
        then greatest(d.cancelled_qty, d.qty - round(k.taken / d.factor, 6))
      else least(d.qty, d.cancelled_qty + round(g."baseQty" / d.factor, 6)) end
    from (select x."lineId", sum(x."baseQty") as "baseQty" from json_to_recordset(${JSON.stringify(lines)}::json)
        as x("lineId" bigint, "baseQty" numeric) group by 1) g
    cross join lateral (select ${takenOf(sql`q`)} as taken from distribution_detail q where q.id = g."lineId") k
    where d.id = g."lineId"`);
  await followTaken(
    context,
    [...new Set(lines.map(({ billId }) => billId))],
    [...new Set(lines.map(({ lineId }) => lineId))],
  );
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

/** What approved bills take of these places, by the day they need it; what was cancelled of it no more. */
export const askedOf: AskedElsewhere = (context, { warehouseIds, materialIds }) =>
  context.tx.rows(sql`
    select b.warehouse_id, d.material_id, b.id as plan_id, b.bill_code as plan_code,
      ${distribution.name}::text as bill_type, d.need_date, coalesce(d.delivery_date, d.need_date) as due_date,
      sum(greatest(0, case when d.source_type = 'manual' then d.base_qty else d.need_qty end
        - round(d.cancelled_qty * d.factor, 6))) as qty, 0::numeric as open_qty
    from distribution b join distribution_detail d on d.tenant_id = b.tenant_id and d.distribution_id = b.id
    where b.status in ('approved', 'done') and b.warehouse_id = any(${warehouseIds as Id[]}::bigint[])
      and d.material_id = any(${materialIds as Id[]}::bigint[]) and d.need_date >= ${context.today}::date
    group by 1, 2, 3, 4, 5, 6, 7 order by b.bill_code, d.need_date`);

/**
 * What became of a need further down the chain: how much of each request line has come, how much of each plan line was
 * ordered and has come. Worked out anew from the links every time, so that taking a delivery back takes it back here
 * too.
 *
 * One line may serve several above it: whoever was linked first is served first, and what goes beyond all of them is
 * surplus.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ports } from '../../kernel/server/port.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { requirementPlan } from '../planning/requirement-plan.document.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';

/**
 * Of each touched line above, what its lines below have of a figure, in base unit: rows (line, <name>…).
 * `touched` are rows (bill, line) above; `below` is the table `b` of lines below, `figures` are its shares. Every step
 * finds its rows by an index: a company's first day has no statistics yet, and a plan of thousands of lines must not
 * compare all with all.
 */
const shares = (fromType: string, toType: string, touched: Sql, below: Sql, figures: Sql): Sql => sql`
    touched as (${touched}),
    servers as (
      select distinct o.to_bill_id as bill, o.to_line_id as line from touched t
      join bill_link o on o.from_type = ${fromType} and o.from_bill_id = t.bill and o.from_line_id = t.line
        and o.to_type = ${toType}),
    served as (
      select l.from_line_id as line, v.line as server, sum(l.from_qty) as qty, min(l.id) as nr from servers v
      join bill_link l on l.to_type = ${toType} and l.to_bill_id = v.bill and l.to_line_id = v.line
        and l.from_type = ${fromType}
      group by 1, 2 having sum(l.from_qty) <> 0),
    queued as (select s.*, sum(s.qty) over (partition by s.server order by s.nr) as running from served s),
    came as (select s.line, ${figures} from queued s join ${below} b on b.id = s.server
    where s.line in (select line from touched) group by s.line)`;
/** Of a figure of the line `b` below, what the line `s` above has of it. */
const shareOf = (qty: Sql): Sql =>
  sql`sum(greatest(0, least(s.qty, round(${qty} * b.factor, 6) - (s.running - s.qty))))`;

/** A line of a request, whose figures changed. */
export interface RequestLine {
  readonly requestId: Id;
  readonly requestLineId: Id;
}

/** What of a request line was ordered and came another way than by orders made of it, in base unit. */
interface ServedElsewhere {
  readonly lineId: Id;
  readonly orderedBase: DecimalText;
  readonly receivedBase: DecimalText;
}
export const servedElsewhere = ports<(context: Context, lineIds: readonly Id[]) => Promise<readonly ServedElsewhere[]>>(
  'what of requests was ordered and came another way',
);

const askElsewhere = async (context: Context, lineIds: readonly Id[]): Promise<readonly ServedElsewhere[]> =>
  (await Promise.all(servedElsewhere.of(context).map((ask) => ask(context, lineIds)))).flat();

/** The same as rows (line, ordered, received). */
const rowsOf = (found: readonly ServedElsewhere[]): Sql => sql`
  (select g."lineId" as line, sum(g."orderedBase") as ordered, sum(g."receivedBase") as received
    from json_to_recordset(${JSON.stringify(found)}::json)
      as g("lineId" bigint, "orderedBase" numeric, "receivedBase" numeric) group by 1)`;

/**
 * After something came on an order, or was taken back: the request lines it serves, and the plan lines behind these.
 */
export async function carryReceived(context: Context, orderId: Id): Promise<void> {
  await carryToRequests(
    context,
    await context.tx.rows<RequestLine>(sql`
      select distinct l.from_bill_id as request_id, l.from_line_id as request_line_id from bill_link l
      where l.from_type = ${purchaseRequest.name} and l.to_type = ${purchaseOrder.name}
        and l.to_bill_id = ${orderId}::bigint`),
  );
}

/** What came of these request lines, whichever way it came, and of the plan lines behind them. */
export async function carryToRequests(context: Context, lines: readonly RequestLine[]): Promise<void> {
  if (lines.length === 0) return;
  const lineIds = lines.map((line) => line.requestLineId);
  const others = await askElsewhere(context, lineIds);
  const changed = await context.tx.rows<RequestLine>(sql`
    with ${shares(
      purchaseRequest.name,
      purchaseOrder.name,
      sql`select t.bill, t.line from unnest(${lines.map((line) => line.requestId)}::bigint[],
        ${lineIds}::bigint[]) as t(bill, line)`,
      sql`purchase_order_detail`,
      sql`${shareOf(sql`b.received_qty`)} as received`,
    )},
    totals as (select t.line, coalesce(c.received, 0) + coalesce(e.received, 0) as received
      from touched t left join came c on c.line = t.line left join ${rowsOf(others)} e on e.line = t.line)
    update purchase_request_detail d set received_qty = round(c.received / d.factor, 6) from totals c
    where c.line = d.id and d.received_qty is distinct from round(c.received / d.factor, 6)
    returning d.purchase_request_id as request_id, d.id as request_line_id`);
  await carryToPlans(context, changed);
}

/** What of request lines was ordered, whichever way, and received, on the lines of the plans they came from. */
export async function carryToPlans(context: Context, changed: readonly RequestLine[]): Promise<void> {
  if (changed.length === 0) return;
  // By pairs: of thousands of lines two lists of keys would be tried each with each.
  const planLines = sql`select distinct l.from_bill_id as bill, l.from_line_id as line
    from (select * from unnest(${changed.map((line) => line.requestId)}::bigint[],
      ${changed.map((line) => line.requestLineId)}::bigint[]) as t(bill, line) offset 0) t
    join bill_link l on l.to_type = ${purchaseRequest.name} and l.to_bill_id = t.bill and l.to_line_id = t.line
      and l.from_type = ${requirementPlan.name}`;
  const serving = await context.tx.rows<{ line: Id }>(sql`
    select distinct o.to_line_id as line from (${planLines}) t join bill_link o
      on o.from_type = ${requirementPlan.name} and o.from_bill_id = t.bill and o.from_line_id = t.line
        and o.to_type = ${purchaseRequest.name}`);
  if (serving.length === 0) return;
  const lineIds = serving.map(({ line }) => line);
  const others = await askElsewhere(context, lineIds);
  await context.tx.run(sql`
    with ${shares(
      requirementPlan.name,
      purchaseRequest.name,
      planLines,
      sql`(select d.id, d.factor, d.received_qty, round(d.ordered_qty * d.factor, 6) + coalesce(e.ordered, 0)
          as ordered_base
        from purchase_request_detail d left join ${rowsOf(others)} e on e.line = d.id
        where d.id = any(${lineIds}::bigint[]))`,
      sql`sum(greatest(0, least(s.qty, b.ordered_base - (s.running - s.qty)))) as ordered,
        ${shareOf(sql`b.received_qty`)} as received`,
    )}
    update requirement_plan_detail d set ordered_qty = round(c.ordered / d.factor, 6),
      received_qty = round(c.received / d.factor, 6) from came c
    where c.line = d.id
      and (d.ordered_qty, d.received_qty)
        is distinct from (round(c.ordered / d.factor, 6), round(c.received / d.factor, 6))`);
}

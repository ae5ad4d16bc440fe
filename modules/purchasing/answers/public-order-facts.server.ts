/** What a supplier is shown of an order by its link: what was asked, answered, sent and received, at his own prices. */
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { papersOf } from '../../suppliers/papers/supplier-papers.server.ts';
import { sinceAnswered, type LineBefore } from '../changes/changes-of-order.server.ts';
import { shipNotesOf } from './answers.server.ts';
import type { publicOrder } from './public-order.calls.ts';
import { shipLimit } from './supplier-answer.rules.ts';

type Shown = NonNullable<TypeOf<typeof publicOrder.answer>['order']>;
type Line = Shown['lines'][number];
interface Ticket {
  readonly orderId: Id;
  readonly supplierId: Id;
  readonly expiresTime: string;
}
export const NO_ORDER = null;

/** Null where the order is gone. */
export async function shownOrder(
  context: Context,
  { orderId, supplierId, expiresTime }: Ticket,
): Promise<Shown | typeof NO_ORDER> {
  const head = await context.tx.row<Omit<Shown, 'lines' | 'notes' | 'statement' | 'papers' | 'expiresTime' | 'today'>>(
    sql`
    select o.bill_code, o.status as order_state, s.name as supplier_name, s.frozen = 1 as is_frozen,
      coalesce(c.dept_name, '') as company, coalesce(w.name, f.name, '') as place, o.delivery_date,
      coalesce(o.remark, '') as remark, o.amount, o.supplier_status, o.supplier_time,
      coalesce(o.supplier_remark, '') as supplier_remark
    from purchase_order o join supplier s on s.id = o.supplier_id left join dept c on c.id = o.company_dept_id
    left join warehouse w on w.id = o.warehouse_id left join factory_warehouse f on f.id = o.factory_warehouse_id
    where o.id = ${orderId}::bigint and o.supplier_id = ${supplierId}::bigint
      and o.status in ('approved', 'done', 'void')`,
  );
  if (head === undefined) return NO_ORDER;
  const [lines, statement, notes, papers] = [
    await linesOf(context, orderId),
    await statementOf(context, orderId),
    await shipNotesOf(context, orderId),
    await papersOf(context, supplierId),
  ];
  const names = await context.tx.rows<{ key: string; zh: string; en: string }>(sql`
    select dict_key as key, dict_value as zh, coalesce(nullif(dict_value_en, ''), dict_value) as en
    from dict_biz where code = 'certificate_kind' and parent_id <> 0`);
  const named = new Map(names.map(({ key, zh, en }) => [key, { zh, en }]));
  return {
    ...head,
    amount: Decimal.of(head.amount).toFixed(2),
    supplierTime: head.supplierTime ?? '',
    expiresTime,
    today: context.today,
    lines,
    notes,
    statement,
    papers: papers.map(({ kind, state, validTo }) => ({
      kind,
      name: named.get(kind) ?? { zh: kind, en: kind },
      validTo: validTo ?? '',
      state,
    })),
  };
}

async function linesOf(context: Context, orderId: Id): Promise<Line[]> {
  const rows = await context.tx.rows<Omit<Line, 'limitQty' | keyof LineBefore> & { overRate: string }>(sql`
    select d.id, d.line_no, m.called as material_name, coalesce(m.spec, '') as spec, u.called as unit_name,
      trim_scale(d.order_qty - d.cancelled_qty)::text as order_qty, coalesce(d.price, 0) as price,
      coalesce(d.delivery_date, o.delivery_date) as delivery_date, trim_scale(d.promised_qty)::text as promised_qty,
      coalesce(d.promised_date::text, '') as promised_date, trim_scale(d.shipped_qty)::text as shipped_qty,
      trim_scale(d.received_qty)::text as received_qty, d.over_rate, coalesce(d.remark, '') as remark
    from purchase_order_detail d join purchase_order o on o.id = d.purchase_order_id
    join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    where d.purchase_order_id = ${orderId}::bigint order by d.line_no`);
  const before = await sinceAnswered(context, orderId);
  return rows.map(({ overRate, ...line }) => ({
    ...line,
    ...(before.get(line.id) ?? UNCHANGED),
    price: Decimal.of(line.price).toString(),
    limitQty: shipLimit({ orderQty: Decimal.of(line.orderQty), overRate: Decimal.of(overRate) }).toString(),
  }));
}

const UNCHANGED: LineBefore = { wasQty: '', wasDate: '', wasPrice: '' };

/** Deliveries of the order that stand, line by line, at the prices it was ordered at. */
const statementOf = (context: Context, orderId: Id): Promise<Shown['statement'][number][]> =>
  context.tx.rows<Shown['statement'][number]>(sql`
    select l.id, to_char(r.arrive_time, 'YYYY-MM-DD HH24:MI:SS') as arrive_time, r.receiving_code as code,
      m.called as material_name, u.called as unit_name, trim_scale(l.accepted_qty)::text as accepted_qty,
      trim_scale(l.refused_qty)::text as refused_qty, round(l.accepted_qty * coalesce(d.price, 0), 2)::text as amount
    from in_store s join in_store_receiving r on r.instore_id = s.id and r.state = 'posted'
    join in_store_receiving_detail l on l.in_store_receiving_id = r.id
    join in_store_detail d on d.id = l.detail_id
    join material m on m.id = l.material_id join material_unit u on u.id = l.unit_id
    where s.source_bill_type = 'purchase-order' and s.source_bill_id = ${orderId} and s.status <> 'void'
    order by r.arrive_time, l.id`);

/** What was changed of an order, old beside new, the newest first. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { ShownChange, ShownChangeLine } from './order-change.rules.ts';

/** Prices are left out for who may not see what an order costs. */
export async function changesOf(context: Context, orderId: Id): Promise<readonly ShownChange[]> {
  const changes = await context.tx.rows<Omit<ShownChange, 'lines'>>(sql`
    select c.id, c.bill_code, c.change_type, c.status, c.change_reason as reason, c.late_flag,
      coalesce(c.approve_time, c.create_time)::text as time, coalesce(u.real_name, '') as user_name
    from purchase_order_change c left join app_user u on u.id = coalesce(c.approve_user_id, c.create_user)
    where c.purchase_order_id = ${orderId}::bigint order by c.id desc`);
  if (changes.length === 0) return [];
  const seesCost = context.allowed('purchaseorder_view_cost');
  const lines = await context.tx.rows<ShownChangeLine & { changeId: Id }>(sql`
    select d.purchase_order_change_id as change_id, coalesce(d.order_detail_id::text, '') as order_detail_id,
      coalesce(m.called, '') as material_name, coalesce(u.called, '') as unit_name,
      ${changing('qty', true)}, ${changing('date', true)}, ${changing('price', seesCost)}
    from purchase_order_change_detail d left join material m on m.id = d.material_id
    left join material_unit u on u.id = d.unit_id
    where d.purchase_order_change_id = any(${changes.map(({ id }) => id)}::bigint[]) order by d.id`);
  const byChange = Map.groupBy(lines, ({ changeId }) => changeId);
  return changes.map((change) => ({
    ...change,
    lines: (byChange.get(change.id) ?? []).map(({ changeId: _own, ...line }) => line),
  }));
}

/** Both figures where the change is about them. */
const changing = (figure: 'qty' | 'date' | 'price', isShown: boolean) => {
  const [before, after] = COLUMNS[figure];
  return isShown
    ? sql`case when ${after} is null then '' else coalesce(${before}, '') end as ${OLD[figure]},
        coalesce(${after}, '') as ${NEW[figure]}`
    : sql`'' as ${OLD[figure]}, '' as ${NEW[figure]}`;
};
const COLUMNS = {
  qty: [sql`trim_scale(d.old_qty)::text`, sql`trim_scale(d.new_qty)::text`],
  date: [sql`d.old_date::text`, sql`d.new_date::text`],
  price: [sql`trim_scale(d.old_price)::text`, sql`trim_scale(d.new_price)::text`],
} as const;
const OLD = { qty: sql`old_qty`, date: sql`old_date`, price: sql`old_price` } as const;
const NEW = { qty: sql`new_qty`, date: sql`new_date`, price: sql`new_price` } as const;

/** How a line stood when its supplier answered last: what he is asked for now stands beside it. */
export interface LineBefore {
  readonly wasQty: DecimalText;
  readonly wasDate: string;
  readonly wasPrice: DecimalText;
}

/** Of the lines of an order that changed since its supplier answered, how they stood then; empty where they are new. */
export async function sinceAnswered(context: Pick<Context, 'tx'>, orderId: Id): Promise<ReadonlyMap<Id, LineBefore>> {
  const rows = await context.tx.rows<LineBefore & { id: Id }>(sql`
    with changed as (
      select d.*, c.id as change_id from purchase_order_change c
      join purchase_order_change_detail d on d.purchase_order_change_id = c.id
      where c.purchase_order_id = ${orderId}::bigint and c.status = 'done' and c.approve_time > coalesce((
        select max(a.answer_time) from supplier_answer a where a.purchase_order_id = ${orderId}::bigint
          and a.answer_kind in ('confirmed', 'partial', 'declined')), '-infinity'))
    select o.id, coalesce((array_agg(trim_scale(g.old_qty)::text order by g.change_id)
        filter (where g.new_qty is not null))[1], '') as was_qty,
      coalesce((array_agg(g.old_date::text order by g.change_id) filter (where g.new_date is not null))[1], '')
        as was_date,
      coalesce((array_agg(trim_scale(g.old_price)::text order by g.change_id)
        filter (where g.new_price is not null))[1], '') as was_price
    from changed g join purchase_order_detail o on o.id = g.order_detail_id group by o.id`);
  return new Map(rows.map(({ id, ...before }) => [id, before]));
}

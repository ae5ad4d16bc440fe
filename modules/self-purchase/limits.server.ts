/** What a site may spend itself, and what it spent. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { selfPurchaseOrder } from './self-purchase-order.document.ts';
import type { Bought, Limits } from './self-purchase.rules.ts';

const KEYS = {
  order: 'purchasing.self.order-limit',
  month: 'purchasing.self.month-limit',
  deviation: 'purchasing.self.deviation',
} as const;
const START = { order: '2000', month: '20000', deviation: '10' };

/** A text that is no figure is as if it was never changed. */
export async function readLimits(context: Context): Promise<Limits & { readonly deviation: Decimal }> {
  const rows = await context.tx.rows<{ key: string; value: string }>(
    sql`select param_key as key, btrim(param_value) as value from param where param_key like 'purchasing.self.%'`,
  );
  const set = new Map(rows.map((row) => [row.key, row.value]));
  const figure = (name: keyof typeof KEYS): Decimal => {
    const text = set.get(KEYS[name]) ?? '';
    return Decimal.of(Decimal.isText(text) ? text : START[name]);
  };
  return { order: figure('order'), month: figure('month'), deviation: figure('deviation') };
}

/** Orders of one site are sent one after the other: two at once do not pass a limit together. */
export async function lockSite(context: Context, siteIds: readonly Id[]): Promise<void> {
  for (const id of [...new Set(siteIds)].toSorted())
    await context.tx.rows(
      sql`select pg_advisory_xact_lock(hashtextextended(${`self-purchase:${context.tenant}:${id}`}, 0))`,
    );
}

/** Orders of the same sites and months that were sent and still stand. */
export async function ordersOfMonths(
  context: Context,
  orders: readonly Acting<typeof selfPurchaseOrder>[],
): Promise<Bought[]> {
  const asked = orders.map(({ row }) => ({ site: row.bladeProjectDeptId, day: row.purchaseDate }));
  const rows = await context.tx.rows<Omit<Bought, 'amount'> & { amount: DecimalText }>(sql`
    select o.id, o.bill_code, o.blade_project_dept_id as site_id, o.purchase_date as date, o.supplier_id,
      coalesce(o.vendor_name, s.name) as vendor_name, o.amount, o.override_reason
    from self_purchase_order o left join supplier s on s.id = o.supplier_id where o.status in ('pending', 'approved', 'done')
      and not o.id = any(${orders.map(({ id }) => id)}::bigint[])
      and exists (select 1 from json_to_recordset(${JSON.stringify(asked)}::json) as g(site bigint, day date)
        where g.site = o.blade_project_dept_id and o.purchase_date >= date_trunc('month', g.day)::date
          and o.purchase_date < (date_trunc('month', g.day) + interval '1 month')::date)
    order by o.id`);
  return rows.map((row) => ({ ...row, amount: Decimal.of(row.amount) }));
}

/** Names of the suppliers of orders that name no vendor. */
export async function supplierNames(context: Context, ids: readonly (Id | null)[]): Promise<ReadonlyMap<Id, string>> {
  const rows = await context.tx.rows<{ id: Id; name: string }>(
    sql`select id, name from supplier where id = any(${ids.filter((id) => id !== null)}::bigint[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

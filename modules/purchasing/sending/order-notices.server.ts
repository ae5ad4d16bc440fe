/** Looks at what else was asked for the same place, supplier and day, and at what a supplier comes for. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { belowLeast, orderedTwice, type AskedFor } from './order-notices.rules.ts';

/** Under this name a yes is sent where parameters ask for one. */
const CONFIRM_DUPLICATE = 'confirmDuplicate';

interface AskedRow {
  readonly billId: Id;
  readonly billCode: string;
  readonly amount: DecimalText | null;
  readonly materialId: Id;
  readonly day: string;
  readonly baseQty: DecimalText;
}
const LIVE = sql`('draft', 'pending', 'approved', 'rejected')`;

/** An order and the others of its supplier for the same place and day, line by line. */
const aroundOrder = (id: Id): Sql => sql`
  select x.id as bill_id, x.bill_code, x.amount, d.material_id, coalesce(d.delivery_date, x.delivery_date) as day,
    d.base_qty
  from purchase_order o join purchase_order x on x.supplier_id = o.supplier_id and x.delivery_date = o.delivery_date
    and x.warehouse_id is not distinct from o.warehouse_id
    and x.factory_warehouse_id is not distinct from o.factory_warehouse_id and x.status in ${LIVE}
  join purchase_order_detail d on d.tenant_id = x.tenant_id and d.purchase_order_id = x.id
  where o.id = ${id}::bigint order by x.bill_code, d.line_no`;
/** A request and the others by hand for the same place with a need on one of its days. */
const aroundRequest = (id: Id): Sql => sql`
  select x.id as bill_id, x.bill_code, x.amount, d.material_id, d.need_date as day, d.base_qty
  from purchase_request o join purchase_request x on x.warehouse_id = o.warehouse_id and x.status in ${LIVE}
    and x.need_date_from <= o.need_date_to and x.need_date_to >= o.need_date_from
  join purchase_request_detail d on d.tenant_id = x.tenant_id and d.purchase_request_id = x.id
  where o.id = ${id}::bigint order by x.bill_code, d.line_no`;
const AROUND = { purchaseOrder: aroundOrder, purchaseRequest: aroundRequest } as const;

const askedOf = (rows: readonly AskedRow[]): AskedFor[] =>
  rows.map(({ materialId, day, baseQty }) => ({ materialId, day, baseQty: Decimal.of(baseQty) }));

/** Others that ask for the same. */
async function twice(context: Context, kind: keyof typeof AROUND, id: Id): Promise<readonly Refusal[]> {
  const bills = [...Map.groupBy(await context.tx.rows<AskedRow>(AROUND[kind](id)), ({ billId }) => billId)];
  const own = bills.find(([billId]) => billId === id)?.[1] ?? [];
  const others = bills.filter(([billId]) => billId !== id);
  return orderedTwice(
    askedOf(own),
    others.map(([, rows]) => ({ billCode: rows[0]!.billCode, asked: askedOf(rows) })),
  );
}

/** Less than the supplier comes for, with drafts of his it could go with. Amounts are for those who see them. */
async function tooLittle(context: Context, id: Id): Promise<readonly Refusal[]> {
  if (!context.allowed('purchaseorder_view_cost')) return [];
  const rows = await context.tx.rows<{ id: Id; billCode: string; amount: DecimalText; least: DecimalText | null }>(sql`
    select x.id, x.bill_code, x.amount, s.min_order_amount as least from purchase_order o
    join supplier s on s.id = o.supplier_id and s.min_order_amount > 0
    join purchase_order x on x.supplier_id = o.supplier_id and (x.id = o.id or (x.status in ('draft', 'rejected')
      and x.warehouse_id is not distinct from o.warehouse_id and abs(x.delivery_date - o.delivery_date) <= 3))
    where o.id = ${id}::bigint order by x.bill_code`);
  const own = rows.find((row) => row.id === id);
  if (own === undefined || own.least === null) return [];
  return belowLeast(
    Decimal.of(own.amount),
    Decimal.of(own.least),
    rows.filter((row) => row.id !== id).map(({ billCode, amount }) => ({ billCode, amount: Decimal.of(amount) })),
  );
}

const OPEN = new Set(['draft', 'rejected', 'pending']);
/** What a bill that has not gone yet says of itself, in the reader's language. */
export async function notices(
  context: Context,
  kind: keyof typeof AROUND,
  row: { readonly id: Id; readonly status: unknown },
): Promise<readonly string[]> {
  if (!OPEN.has(String(row.status)) || (await guard(context)) === 'off') return [];
  const found = [
    ...(await twice(context, kind, row.id)),
    ...(kind === 'purchaseOrder' ? await tooLittle(context, row.id) : []),
  ];
  return found.map((each) => sentenceOf(each, context.language));
}
async function guard(context: Context): Promise<'warn' | 'confirm' | 'off'> {
  const value = await readParameter(context, 'purchasing.order.duplicate-guard');
  return value === 'off' || value === 'confirm' ? value : 'warn';
}

/** Where parameters ask for a yes: what was asked for twice stops the act until it is given. */
export async function unconfirmed(
  context: Context,
  kind: keyof typeof AROUND,
  ids: readonly Id[],
  input: Input,
): Promise<readonly Refusal[]> {
  if (input[CONFIRM_DUPLICATE] === 1 || input[CONFIRM_DUPLICATE] === '1') return [];
  if ((await guard(context)) !== 'confirm') return [];
  const found: Refusal[] = [];
  for (const id of ids) found.push(...(await twice(context, kind, id)));
  return found.map((each) => ({ ...each, override: { name: CONFIRM_DUPLICATE } }));
}

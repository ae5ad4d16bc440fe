/** Looks at what else was asked for the same place, supplier and day, and at what a supplier would rather deliver. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { orderingAdvice, type OpenNeed } from '../../suppliers/ordering-terms.rules.ts';
import { orderingTerms, packedLines } from '../../suppliers/ordering-terms.server.ts';
import { orderedTwice, type AskedFor } from './order-notices.rules.ts';

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

/** Bills and needs that could go along lie at most so many days apart. */
const NEAR_DAYS = 3;
/** More of them are no help. */
const MOST_NEEDS = 3;

/** What the supplier would rather deliver, and what could fill the order up. Amounts are for those who see them. */
async function offTerms(context: Context, id: Id): Promise<readonly Refusal[]> {
  const order = await context.tx.row<{
    supplierId: Id;
    warehouseId: Id | null;
    bladeProjectDeptId: Id | null;
    deliveryDate: string;
    amount: DecimalText | null;
  }>(sql`
    select supplier_id, warehouse_id, blade_project_dept_id, delivery_date, amount from purchase_order
    where id = ${id}::bigint`);
  if (order === undefined) return [];
  const lines = await context.tx.rows<{
    materialId: Id;
    unitId: Id;
    material: string;
    unit: string;
    orderQty: DecimalText;
  }>(sql`
    select d.material_id, d.unit_id, m.called as material, u.called as unit, d.order_qty
    from purchase_order_detail d join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    where d.purchase_order_id = ${id}::bigint order by d.line_no`);
  const seesAmounts = context.allowed('purchaseorder_view_cost');
  const [terms, packed, others, needs] = await Promise.all([
    orderingTerms(context, order),
    packedLines(
      context,
      order,
      lines.map(({ orderQty, ...line }) => ({ ...line, qty: Decimal.of(orderQty) })),
    ),
    context.tx.rows<{ billCode: string; amount: DecimalText }>(sql`
      select x.bill_code, coalesce(x.amount, 0) as amount from purchase_order o
      join purchase_order x on x.supplier_id = o.supplier_id and x.id <> o.id and x.status in ('draft', 'rejected')
        and x.warehouse_id is not distinct from o.warehouse_id
        and x.factory_warehouse_id is not distinct from o.factory_warehouse_id
        and abs(x.delivery_date - o.delivery_date) <= ${NEAR_DAYS}::integer
      where o.id = ${id}::bigint order by x.bill_code`),
    context.allowed('invpleasepurchase_view') ? needsFor(context, order) : [],
  ]);
  return orderingAdvice({
    amount: seesAmounts ? Decimal.of(order.amount ?? '0') : null,
    terms,
    lines: packed,
    others: others.map(({ billCode, amount }) => ({ billCode, amount: Decimal.of(amount) })),
    needs,
  });
}

/**
 * Open lines of approved requests the supplier could bring along: for the same place, needed on the day or soon after
 * it, suggested to him, or to nobody where he offers the material.
 */
const needsFor = (
  context: Context,
  order: { readonly supplierId: Id; readonly warehouseId: Id | null; readonly deliveryDate: string },
): Promise<OpenNeed[]> =>
  context.tx.rows<OpenNeed>(sql`
    select r.bill_code, m.called as material, u.called as unit,
      trim_scale(d.request_qty - d.ordered_qty - d.distributed_qty - d.cancelled_qty)::text as qty
    from purchase_request r join purchase_request_detail d on d.purchase_request_id = r.id and d.source_kind = 'direct'
      and d.request_qty > d.ordered_qty + d.distributed_qty + d.cancelled_qty
      and coalesce(d.delivery_date, d.need_date) between ${order.deliveryDate}::date
        and ${order.deliveryDate}::date + ${NEAR_DAYS}::integer
    join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    where r.status = 'approved' and r.warehouse_id = ${order.warehouseId}::bigint
      and (d.supplier_id = ${order.supplierId}::bigint or (d.supplier_id is null and exists (
        select 1 from supplier_material o where o.supplier_id = ${order.supplierId}::bigint
          and o.material_id = d.material_id and o.frozen = 0 and o.start_date <= ${order.deliveryDate}::date
          and (o.end_date is null or o.end_date >= ${order.deliveryDate}::date))))
    order by coalesce(d.delivery_date, d.need_date), r.bill_code, d.line_no limit ${MOST_NEEDS}::integer`);

const OPEN = new Set(['draft', 'rejected', 'pending']);
/** What a bill that has not gone yet says of itself, in the reader's language. */
export async function notices(
  context: Context,
  kind: keyof typeof AROUND,
  row: { readonly id: Id; readonly status: unknown },
): Promise<readonly string[]> {
  if (!OPEN.has(String(row.status))) return [];
  const found = [
    ...((await guard(context)) === 'off' ? [] : await twice(context, kind, row.id)),
    ...(kind === 'purchaseOrder' ? await offTerms(context, row.id) : []),
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

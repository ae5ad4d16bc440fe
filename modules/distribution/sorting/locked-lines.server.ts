/** Sorting lines as acts find them: locked with their orders, with their names, and what may not become of them. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { distributionStatementLog } from './distribution-statement-log.resource.ts';
import { storeOf } from './make-sorting-lines.server.ts';
import type { Act } from './sorting-act.ts';
import type { SortingLine } from './sorting.rules.ts';

/** A line as it is stored, with its names. */
export type Row = Omit<SortingLine, 'orderQty' | 'targetQty' | 'num' | 'tolerance'> & {
  readonly id: Id;
  readonly orderType: string;
  readonly orderId: Id;
  readonly orderDetailId: Id;
  readonly deliveryDate: string;
  readonly materialId: Id;
  readonly factor: DecimalText;
  readonly orderQty: DecimalText;
  readonly targetQty: DecimalText | null;
  readonly num: DecimalText;
  readonly shortQty: DecimalText;
  readonly pieces: number | null;
  readonly weight: DecimalText | null;
  readonly batchId: Id | null;
  readonly outOrgId: Id;
  readonly factoryWarehouseId: Id | null;
  readonly outWarehouseId: Id | null;
  readonly store: string;
  readonly waveNo: string;
  readonly labelNo: string | null;
  readonly basketNo: string | null;
  readonly deviceId: string | null;
  readonly isMass: boolean;
};
/** Locks the orders these lines are of: they come before their lines. */
export async function lockOrdersOf(context: Context, ids: readonly Id[]): Promise<void> {
  const orders = await context.tx.rows<{ orderId: Id }>(sql`
    select distinct l.order_id from distribution_statement_log l
    where l.id = any(${ids as Id[]}::bigint[]) and l.order_type = 'factory'`);
  await context.tx.run(sql`
    select 1 from factory_order o where o.id = any(${orders.map(({ orderId }) => orderId)}::bigint[])
    order by o.id for update`);
}

/** The lines, orders locked first; by id. Those a person may not see are not among them. */
export async function lockLines(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, Row>> {
  await lockOrdersOf(context, ids);
  const rows = await context.tx.rows<Row>(sql`
    select t.id, t.order_type, t.order_no, t.order_id, t.order_detail_id,
      to_char(t.delivery_date, 'YYYY-MM-DD') as delivery_date, t.material_id, m.called as material, t.factor,
      u.called as unit, p.dept_name as site, t.order_qty, t.target_qty, t.num, t.short_qty, t.short_reason, t.pieces,
      t.weight, t.state, t.shipped_flag = 1 as is_shipped, t.batch_id, t.out_org_id, t.factory_warehouse_id,
      t.out_warehouse_id, coalesce(f.name, w.name) as store, t.wave_no, t.label_no, t.basket_no, t.device_id,
      m.catch_weight = 1 as is_catch_weight, u.dimension = 'mass' as is_mass, coalesce(a.real_name, '') as operator
    from distribution_statement_log t join material m on m.id = t.material_id
    join material_unit u on u.id = t.unit_id join dept p on p.id = t.site_dept_id
    left join factory_warehouse f on f.id = t.factory_warehouse_id
    left join warehouse w on w.id = t.out_warehouse_id left join app_user a on a.id = t.operator_id
    where t.id = any(${ids as Id[]}::bigint[]) and t.state <> 'void'
      and ${join([sql`true`, ...scopeCondition(distributionStatementLog, context)], ' and ')}
    order by t.id for update of t`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The store a line is to leave from, by line: one of the factory that sends, with goods of that material. */
export async function movedTo(
  context: Context,
  acts: readonly Act[],
  rows: ReadonlyMap<Id, Row>,
): Promise<ReadonlyMap<Id, Id>> {
  const moves = acts.filter(({ factoryWarehouseId }) => factoryWarehouseId !== undefined);
  if (moves.length === 0) return new Map();
  const asked = moves.map((act) => ({
    id: act.id,
    store: act.factoryWarehouseId,
    material: rows.get(act.id)!.materialId,
    org: rows.get(act.id)!.outOrgId,
  }));
  const found = await context.tx.rows<{ id: Id; store: string | null; isOfSender: boolean; hasGoods: boolean }>(sql`
    select g.id, f.name as store, coalesce(f.factory_dept_id = g.org and f.frozen = 0, false) as is_of_sender,
      exists (select 1 from stock_batch b where b.location_id = g.store and b.material_id = g.material and b.qty > 0)
        as has_goods
    from json_to_recordset(${JSON.stringify(asked)}::json) as g(id bigint, store bigint, material bigint, org bigint)
    left join factory_warehouse f on f.id = g.store`);
  const refusals = found.flatMap(({ id, store, isOfSender, hasGoods }) => {
    const line = moves.find((act) => act.id === id)?.line;
    const at = { field: 'factoryWarehouseId', ...(line === undefined ? {} : { line }) };
    if (!isOfSender) return [refuse('sorting.store-of-other', { store: store ?? '' }, at)];
    const { material } = rows.get(id)!;
    return hasGoods ? [] : [refuse('sorting.store-without', { store, material }, at)];
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return new Map(moves.map((act) => [act.id, act.factoryWarehouseId!]));
}

/** An order line takes a lot once: what more comes from it belongs to the sorting line that has it. */
export async function takenTwice(
  context: Context,
  made: readonly { readonly act: Act; readonly row: Row; readonly next: Taken }[],
): Promise<readonly Refusal[]> {
  const moved = made.flatMap(({ act, row, next }) =>
    next.batchId === row.batchId && storeOf(next) === storeOf(row)
      ? []
      : [{ id: row.id, line: act.line ?? null, detail: row.orderDetailId, batch: next.batchId, store: storeOf(next) }],
  );
  if (moved.length === 0) return [];
  const twice = await context.tx.rows<{ id: Id; batch: string; line: number | null }>(sql`
    select g.id, g.line, b.batch_code as batch from json_to_recordset(${JSON.stringify(moved)}::json)
      as g(id bigint, line integer, detail text, batch bigint, store bigint)
    join batch b on b.id = g.batch join distribution_statement_log l on l.order_detail_id = g.detail and l.id <> g.id
      and l.batch_id = g.batch and coalesce(l.factory_warehouse_id, l.out_warehouse_id) = g.store
      and l.shipped_flag = 0 and l.state <> 'void'`);
  return twice.map(({ id, line, batch }) => {
    const { site, material } = made.find(({ row }) => row.id === id)!.row;
    return refuse(
      'sorting.lot-twice',
      { site, material, batch },
      { field: 'batchId', ...(line === null ? {} : { line }) },
    );
  });
}

/** Where a line is taken from. */
type Taken = Pick<Row, 'batchId' | 'factoryWarehouseId' | 'outWarehouseId'>;

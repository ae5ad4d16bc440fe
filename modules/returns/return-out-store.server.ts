/** Return out-stores: made by an approved return, and voided with it before they are shipped. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { linking } from '../../kernel/server/links.ts';
import { nextBillCodes } from '../../kernel/server/numbering.ts';
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import { returnOutStore, type ReturnSourceType } from './return-out-store.document.ts';

/** What an approved return asks a place to send. */
interface ReturnOrder {
  readonly source: {
    readonly type: ReturnSourceType;
    /** The name of its declaration. */
    readonly resource: string;
    readonly id: Id;
    readonly code: string;
  };
  /** The row of the return, for what both carry. */
  readonly row: {
    readonly warehouseId: Id;
    /** Where goods leave, where that is not the warehouse. */
    readonly fromLocationId?: Id;
    readonly supplierId?: Id | null;
    /** The store of a factory it goes to. */
    readonly factoryWarehouseId?: Id | null;
    readonly returnReason: string;
    readonly companyDeptId: Id | null;
    readonly projectDeptId: Id | null;
    readonly visibleDeptIds: readonly Id[] | null;
  };
  readonly lines: readonly {
    readonly id: Id;
    readonly line: number;
    readonly materialId: Id;
    readonly batchId: Id;
    readonly unitId: Id;
    /** In the unit of the line. */
    readonly entered: DecimalText;
    readonly factor: DecimalText;
    readonly baseUnitId: Id;
    readonly qty: DecimalText;
    readonly auxQty: DecimalText | null;
  }[];
}

/** Makes a bill to ship for each return. Answers their ids in the order given. */
export async function makeReturnOutStores(context: Context, orders: readonly ReturnOrder[]): Promise<Id[]> {
  const codes = await nextBillCodes(context, returnOutStore.life!.prefix, orders.length);
  const heads = orders.map(({ source, row }, nr) => ({
    nr,
    code: codes[nr],
    type: source.type,
    source: source.id,
    source_code: source.code,
    warehouse: row.warehouseId,
    place: row.fromLocationId ?? row.warehouseId,
    supplier: row.supplierId ?? null,
    store: row.factoryWarehouseId ?? null,
    reason: row.returnReason,
    company: row.companyDeptId,
    project: row.projectDeptId,
    visible: row.visibleDeptIds ?? [],
  }));
  const who = sql`${context.user.userId}::bigint`;
  const made = await context.tx.rows<{ nr: number; id: Id }>(sql`
    with given as (
      select g.*, new_id() as id from json_to_recordset(${JSON.stringify(heads)}::json) as g(nr integer, code text,
        type text, source text, source_code text, warehouse bigint, place bigint, supplier bigint, store bigint,
        reason text, company bigint, project bigint, visible jsonb)),
    made as (
      insert into return_out_store (id, bill_code, bill_date, source_bill_type, source_bill_id, source_bill_code,
        warehouse_id, from_location_id, supplier_id, factory_warehouse_id, return_reason, company_dept_id,
        project_dept_id, visible_dept_ids, create_user, create_dept, update_user)
      select g.id, g.code, ${context.today}::date, g.type, g.source, g.source_code, g.warehouse, g.place, g.supplier,
        g.store, g.reason, g.company, g.project,
        (select array_agg(v::bigint) from jsonb_array_elements_text(g.visible) v), ${who},
        ${context.user.deptId || null}::bigint, ${who} from given g returning id)
    select g.nr, g.id from given g join made using (id) order by g.nr`);
  const ids = made.map((row) => row.id);
  const lines = orders.flatMap((order, nr) => order.lines.map((line) => ({ ...line, owner: ids[nr] })));
  await context.tx.run(sql`
    insert into return_out_store_detail (return_out_store_id, line_no, source_detail_id, material_id, unit_id, qty,
      factor, base_unit_id, base_qty, batch_id, aux_qty)
    select g.owner, g.line, g.id, g."materialId", g."unitId", g.entered, g.factor, g."baseUnitId", g.qty, g."batchId",
      g."auxQty"
    from json_to_recordset(${JSON.stringify(lines)}::json) as g(owner bigint, line integer, id text,
      "materialId" bigint, "unitId" bigint, entered numeric, factor numeric, "baseUnitId" bigint, qty numeric,
      "batchId" bigint, "auxQty" numeric)`);
  for (const resource of new Set(orders.map(({ source }) => source.resource)))
    await linkLines(
      context,
      resource,
      ids.filter((_id, nr) => orders[nr]!.source.resource === resource),
    );
  return ids;
}

/** Each line says which line of its return it ships. */
const linkLines = (context: Context, resource: string, ids: readonly Id[]): Promise<unknown> =>
  context.tx.run(
    linking(
      context,
      sql`select 'return' as kind, ${resource}::text as from_type, o.source_bill_id::bigint as from_bill_id,
        d.source_detail_id::bigint as from_line_id, ${returnOutStore.name}::text as to_type, o.id as to_bill_id,
        d.id as to_line_id, d.base_qty as from_qty, d.base_qty as to_qty
      from return_out_store o join return_out_store_detail d on d.return_out_store_id = o.id
      where o.id = any(${ids as Id[]}::bigint[])`,
    ),
  );

/** Voids bills that have not been shipped; names those that were. */
export async function voidReturnOutStores(context: Context, ids: readonly Id[], reason: string): Promise<Refusal[]> {
  const bills = (await lockRows({ ...returnOutStore, scope: null }, context, ids)).map(actingOf);
  const shipped = bills.filter(({ status }) => status !== 'to-ship');
  if (shipped.length > 0) return shipped.map(({ billCode }) => refuse('returns.shipped', { billCode }));
  await moveState(returnOutStore, context, bills, 'void', { to: 'void' }, reason);
  return [];
}

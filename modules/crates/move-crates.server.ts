/** The only writer of the crate ledger: movements and what they make of balances, in one statement. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { nextBillCodes } from '../../kernel/server/numbering.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { CrateChange } from './crates.rules.ts';

export interface CratePartner {
  readonly ownerDeptId: Id;
  readonly warehouseId: Id | null;
  readonly supplierId: Id | null;
}
interface CrateAct {
  /** From `nextActCode`, where what is held was asked for before. */
  readonly code?: string;
  readonly partner: CratePartner;
  readonly changes: readonly CrateChange[];
  readonly bill?: { readonly type: string; readonly id: Id; readonly code: string };
  readonly reason?: string | null;
  readonly opKey?: string | null;
  readonly reversesMovementId?: Id;
}
export interface Moved {
  readonly id: Id;
  readonly code: string;
  readonly crateTypeId: Id;
  readonly qty: number;
}

/** The prefix of the numbers of acts. */
const PREFIX = 'ZK';
/** The number of the next act. It is taken before balances are, whoever moves them. */
export const nextActCode = async (context: Context): Promise<string> => (await nextBillCodes(context, PREFIX, 1))[0]!;

/**
 * Writes an act and moves the balances it changes. What a key has written already is passed over, so that an act that
 * arrives twice happens once. Balances are taken in one order, whoever moves them.
 */
export async function moveCrates(context: Context, act: CrateAct): Promise<readonly Moved[]> {
  if (act.changes.length === 0) return [];
  const code = act.code ?? (await nextActCode(context));
  const { ownerDeptId, warehouseId, supplierId } = act.partner;
  return context.tx.rows<Moved>(sql`
    with seen as (
      select array_remove(array[${ownerDeptId}::bigint, (select w.project_group_dept_id from warehouse w
        where w.id = ${warehouseId}::bigint)], null) as depts),
    made as (
      insert into crate_movement (code, biz_date, owner_dept_id, warehouse_id, supplier_id, crate_type_id,
        movement_kind, qty, bill_type, bill_id, bill_code, reason, op_key, reverses_movement_id, visible_dept_ids,
        create_user, create_time)
      select ${code}, ${context.today}::date, ${ownerDeptId}::bigint, ${warehouseId}::bigint, ${supplierId}::bigint,
        g."crateTypeId", g.kind, g.qty, ${act.bill?.type ?? null}::text, ${act.bill?.id ?? null}::bigint,
        ${act.bill?.code ?? null}::text, ${act.reason ?? null}::text, ${act.opKey ?? null}::text,
        ${act.reversesMovementId ?? null}::bigint, s.depts, ${context.user.userId}::bigint, ${context.now}::timestamptz
      from json_to_recordset(${JSON.stringify(act.changes)}::json) as g("crateTypeId" bigint, kind text, qty integer),
        seen s
      order by g."crateTypeId", g.kind
      on conflict (tenant_id, op_key, crate_type_id, movement_kind) where op_key is not null do nothing
      returning id, code, owner_dept_id, warehouse_id, supplier_id, crate_type_id, qty, visible_dept_ids),
    held as (
      insert into crate_balance (owner_dept_id, warehouse_id, supplier_id, crate_type_id, qty, moved_time,
        visible_dept_ids)
      select m.owner_dept_id, m.warehouse_id, m.supplier_id, m.crate_type_id, sum(m.qty),
        ${context.now}::timestamptz, m.visible_dept_ids
      from made m group by 1, 2, 3, 4, m.visible_dept_ids order by 4
      on conflict (tenant_id, owner_dept_id, warehouse_id, supplier_id, crate_type_id) do update
        set qty = crate_balance.qty + excluded.qty,
          moved_time = greatest(crate_balance.moved_time, excluded.moved_time),
          visible_dept_ids = excluded.visible_dept_ids)
    select m.id, m.code, m.crate_type_id, m.qty from made m order by m.id`);
}

/** What the partner holds of a type, held fast until the transaction ends. */
export async function heldQty(context: Context, partner: CratePartner, crateTypeId: Id): Promise<number> {
  const { ownerDeptId, warehouseId, supplierId } = partner;
  await context.tx.run(sql`
    insert into crate_balance (owner_dept_id, warehouse_id, supplier_id, crate_type_id, moved_time, visible_dept_ids)
    values (${ownerDeptId}::bigint, ${warehouseId}::bigint, ${supplierId}::bigint, ${crateTypeId}::bigint,
      ${context.now}::timestamptz, array_remove(array[${ownerDeptId}::bigint,
        (select w.project_group_dept_id from warehouse w where w.id = ${warehouseId}::bigint)], null))
    on conflict (tenant_id, owner_dept_id, warehouse_id, supplier_id, crate_type_id) do nothing`);
  const row = await context.tx.row<{ qty: number }>(sql`
    select b.qty from crate_balance b where b.owner_dept_id = ${ownerDeptId}::bigint
      and b.warehouse_id is not distinct from ${warehouseId}::bigint
      and b.supplier_id is not distinct from ${supplierId}::bigint
      and b.crate_type_id = ${crateTypeId}::bigint for update`);
  return row!.qty;
}

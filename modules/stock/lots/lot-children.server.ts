/** Lots made of lots at the same place: a part of one, or several as one. Their goods follow through the ledger. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

/** A part of a lot; `life` where its clock is another than its parent's, moments as `yyyy-MM-dd HH:mm:ss`. */
export interface Child {
  readonly id: Id;
  readonly code: string;
  readonly qty: DecimalText;
  readonly life?: {
    readonly expiryDate: string | null;
    readonly useBy: string | null;
    readonly openedTime?: string;
    readonly thawedTime?: string;
  };
}

/** Each child has everything of its parent but its number, its clock and how much of it there is. */
export function writeChildren(context: Context, parentId: Id, children: readonly Child[]): Promise<unknown> {
  const me = context.user.userId;
  const rows = children.map(({ id, code, qty, life }) => ({ id, code, qty, own: life !== undefined, ...life }));
  return context.tx.run(sql`
    insert into batch (id, batch_code, material_id, supplier_id, supplier_batch_no, production_date, expiry_date,
      use_by, received_date, origin_unit_cost, origin_qty, tax_rate, source_bill_type, source_bill_id, source_bill_code,
      source_line_id, parent_batch_id, lot_state, hold_reason, hold_user_id, hold_time, opened_time, thawed_time,
      origin_place, papers, paper_kinds, missing_papers, residue_result, create_user, create_dept, update_user)
    select g.id, g.code, b.material_id, b.supplier_id, b.supplier_batch_no, b.production_date,
      case when g.own then g."expiryDate" else b.expiry_date end, case when g.own then g."useBy" else b.use_by end,
      b.received_date, b.origin_unit_cost, g.qty, b.tax_rate, b.source_bill_type, b.source_bill_id, b.source_bill_code,
      b.source_line_id, b.id, b.lot_state, b.hold_reason, b.hold_user_id, b.hold_time,
      coalesce(g."openedTime", b.opened_time), coalesce(g."thawedTime", b.thawed_time), b.origin_place, b.papers,
      b.paper_kinds, b.missing_papers, b.residue_result, ${me}::bigint, ${context.user.deptId || null}::bigint,
      ${me}::bigint
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, code text, qty numeric, own boolean,
      "expiryDate" date, "useBy" timestamptz, "openedTime" timestamptz, "thawedTime" timestamptz)
    cross join batch b where b.id = ${parentId}::bigint`);
}

/**
 * One lot of parts of several: good as long as the one that ends first, with the papers of all. It is of no single
 * supplier and receipt; each is found through the lots it was made of.
 */
export async function writeMerged(
  context: Context,
  { id, code }: Pick<Child, 'id' | 'code'>,
  parts: readonly { readonly batchId: Id; readonly qty: DecimalText }[],
): Promise<void> {
  const me = context.user.userId;
  const given = JSON.stringify(parts);
  await context.tx.run(sql`
    with parts as (
      select g.qty, b.* from json_to_recordset(${given}::json) as g("batchId" bigint, qty numeric)
      join batch b on b.id = g."batchId"),
    lot as (
      select min(p.material_id) as material_id, min(p.production_date) as produced, min(p.expiry_date) as expires,
        min(p.use_by) as use_by, min(p.received_date) as received,
        round(sum(p.qty * p.origin_unit_cost) / sum(p.qty), 6) as cost, sum(p.qty) as qty,
        case when count(distinct p.tax_rate) = 1 and bool_and(p.tax_rate is not null) then min(p.tax_rate) end as tax,
        min(p.opened_time) as opened, min(p.thawed_time) as thawed,
        case when count(distinct p.origin_place) = 1 and bool_and(p.origin_place is not null) then min(p.origin_place)
          end as origin,
        case when bool_or(p.residue_result = 'fail') then 'fail' when bool_and(p.residue_result = 'pass') then 'pass'
          else 'none' end as residue,
        bool_and(p.papers is null or p.paper_kinds is not null) as named,
        string_agg(p.paper_kinds, ',' order by p.id) filter (where p.papers is not null) as kinds
      from parts p)
    insert into batch (id, batch_code, material_id, production_date, expiry_date, use_by, received_date,
      origin_unit_cost, origin_qty, tax_rate, source_bill_type, source_bill_id, source_bill_code, source_line_id,
      lot_state, opened_time, thawed_time, origin_place, papers, paper_kinds, missing_papers, residue_result,
      create_user, create_dept, update_user)
    select ${id}::bigint, ${code}, l.material_id,
      case when l.produced <= coalesce(l.expires, l.produced) then l.produced
      end, l.expires, l.use_by, l.received, l.cost, l.qty, l.tax, 'batch', ${id}::bigint, ${code}, ${id}, 'free',
      l.opened, l.thawed, l.origin,
      (select array_agg(u.paper order by p.id, u.nr) from parts p, unnest(p.papers) with ordinality as u(paper, nr)),
      case when l.named then l.kinds end,
      (select string_agg(distinct u.kind, ',') from parts p, unnest(string_to_array(p.missing_papers, ',')) as u(kind)),
      l.residue, ${me}::bigint, ${context.user.deptId || null}::bigint, ${me}::bigint
    from lot l`);
  await context.tx.run(sql`
    insert into batch_merge (batch_id, parent_batch_id, qty)
    select ${id}::bigint, g."batchId", g.qty
    from json_to_recordset(${given}::json) as g("batchId" bigint, qty numeric)`);
}

/** Writing a generated plan: lines, pegs, walk, facts and claims, each with a few statements however large the plan. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { join, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { idArray } from '../../parts/postgres/array-parameters.ts';
import { inTurn } from '../../parts/postgres/in-turn.ts';
import { CLAIM_COLUMNS, HOLDERS, numberedLines } from './claims.server.ts';
import type { ClaimableMeals } from './meal-demands.server.ts';
import type { PegsStep } from './reckoning/plan-steps.server.ts';

/**
 * Everything a plan was reckoned from goes; lines entered by hand stay, and so do its claims until others are
 * written.
 */
export async function clearGenerated(context: Context, planId: Id): Promise<void> {
  await context.tx.run(
    sql`delete from requirement_plan_detail where requirement_plan_id = ${planId}::bigint and manual_flag = 0`,
  );
  await context.tx.run(sql`delete from requirement_route where requirement_plan_id = ${planId}::bigint`);
  await context.tx.run(sql`delete from requirement_stock where requirement_plan_id = ${planId}::bigint`);
}

/**
 * Takes the lines of sales plans and special meals for this plan, as they stand; the number of a claim is its place in
 * the list.
 * Most claims of a plan reckoned again are the same, so only what changed is written.
 */
export async function writeClaims(
  context: Context,
  planId: Id,
  lines: Pick<ClaimableMeals, 'meals' | 'lineIds' | 'special'>,
  isNew: boolean,
): Promise<void> {
  const wanted = sql`
    with ${numberedLines(lines)},
    c as (select ctid as place, ${CLAIM_COLUMNS} from plan_claim where holder_id = ${planId}::bigint)`;
  const columnsOf = (claim: Sql): Sql =>
    sql`(${join(['source_type', 'source_id', 'source_line_id', 'source_version', 'stall_dept_id', 'meal_date', 'meal_type', 'dish_id', 'material_id', 'portions'].map((name) => sql`${claim}.${raw(name)}`))})`;
  const written = isNew
    ? undefined
    : await context.tx.row<{ claims: number }>(sql`
    ${wanted}, gone as (delete from plan_claim where ctid = any(array(select c.place from c full join w on w.nr = c.nr
    where ${columnsOf(sql`c`)} is distinct from ${columnsOf(sql`w`)})) returning 1)
    select ((select count(*) from c) - (select count(*) from gone))::integer as claims`);
  if (written?.claims !== lines.meals.count)
    await context.tx.run(
      sql`${wanted} insert into plan_claim (holder_type, holder_id, ${CLAIM_COLUMNS})
        select ${HOLDERS.plan}, ${planId}::bigint, w.* from w full
        join c on c.nr = w.nr where c.nr is null`,
    );
}

/**
 * Adds generated lines, of which nothing is requested yet; answers their ids in order. `slices`: some lines each, as
 * JSON in UTF-8 with the names of the fields.
 */
export async function writeLines(context: Context, planId: Id, slices: AsyncIterable<Uint8Array>): Promise<Id[]> {
  const written = await inTurn(
    context.tx,
    slices,
    (rows) => sql`
    insert into requirement_plan_detail (requirement_plan_id, line_no, warehouse_id, blade_project_dept_id, material_id,
      need_date, delivery_date, gross_qty, on_hand_qty, reserved_qty, available_qty, other_qty, on_order_qty,
      expire_qty, safety_qty, net_qty, unit_id, factor, base_unit_id, proposed_qty, packs, plan_qty, base_qty,
      adjust_reason, surplus_qty, source_kind, source_reason, out_warehouse_id, factory_dept_id, supplier_id, price,
      amount, order_before, delivery_note, late_flag, manual_flag)
    select ${planId}::bigint, r."lineNo", r."warehouseId", r."bladeProjectDeptId", r."materialId", r."needDate",
      r."deliveryDate", r."grossQty", r."onHandQty", r."reservedQty", r."availableQty", r."otherQty", r."onOrderQty",
      r."expireQty", r."safetyQty", r."netQty", r."unitId", r.factor, r."baseUnitId", r."proposedQty", r.packs,
      r."planQty", r."baseQty", r."adjustReason", r."surplusQty", r."sourceKind", r."sourceReason", r."outWarehouseId",
      r."factoryDeptId", r."supplierId", r.price, r.amount, r."orderBefore", r."deliveryNote", r."lateFlag",
      r."manualFlag"
    from json_to_recordset(${rows}::json) as r("lineNo" integer, "warehouseId" bigint, "bladeProjectDeptId" bigint,
      "materialId" bigint, "needDate" date, "deliveryDate" date, "grossQty" numeric, "onHandQty" numeric,
      "reservedQty" numeric, "availableQty" numeric, "otherQty" numeric, "onOrderQty" numeric, "expireQty" numeric,
      "safetyQty" numeric, "netQty" numeric, "unitId" bigint, factor numeric, "baseUnitId" bigint,
      "proposedQty" numeric, packs jsonb, "planQty" numeric, "baseQty" numeric, "adjustReason" text,
      "surplusQty" numeric, "sourceKind" text, "sourceReason" text, "outWarehouseId" bigint, "factoryDeptId" bigint,
      "supplierId" bigint, price numeric, amount numeric, "orderBefore" timestamptz, "deliveryNote" text,
      "lateFlag" smallint, "manualFlag" smallint)
    order by r."lineNo" returning id`,
    (statement) => context.tx.rows<{ id: Id }>(statement),
  );
  return written.flat().map((row) => row.id);
}

/** Stores by which recipes the materials of a plan are needed, numbered from 0 in their order. */
export const writeRoutes = (context: Context, planId: Id, slices: AsyncIterable<Uint8Array>): Promise<unknown> =>
  inTurn(
    context.tx,
    slices,
    (rows) => sql`
    insert into requirement_route (requirement_plan_id, nr, material_id, bom_id, dish_ids, net_per_portion, yield_rate,
      origin_material_id, ratio)
    select ${planId}::bigint, r.nr, r.material, r.bom, r.dishes::bigint[], r.net, r.rate, r.origin, r.ratio
    from json_to_recordset(${rows}::json) as r(nr integer, material bigint, bom bigint, dishes text, net numeric,
      rate numeric, origin bigint, ratio numeric)`,
    (statement) => context.tx.run(statement),
  );

/** The pegs of lines, whose ids are given by their places. */
export const writePegs = (
  context: Context,
  planId: Id,
  lineIds: readonly Id[],
  slices: AsyncIterable<PegsStep>,
): Promise<unknown> =>
  inTurn(
    context.tx,
    slices,
    ({ lines, first, last, demand, route, qty }) => sql`
    insert into requirement_pegging (requirement_plan_id, plan_detail_id, claim_nr, route_nr, qty)
    select ${planId}::bigint, l.line, (${demand}::integer[])[l.first : l.last], (${route}::integer[])[l.first : l.last],
      (${qty}::bigint[])[l.first : l.last]
    from unnest(${idArray(Array.from(lines, (line) => lineIds[line]!))}::bigint[], ${first}::integer[],
      ${last}::integer[]) as l(line, first, last)`,
    (statement) => context.tx.run(statement),
  );

/** Stores the stock, orders and sources a plan was calculated with. */
export const writeFacts = (context: Context, planId: Id, slices: AsyncIterable<Uint8Array>): Promise<unknown> =>
  inTurn(
    context.tx,
    slices,
    (rows) => sql`
    insert into requirement_stock (requirement_plan_id, warehouse_id, material_id, facts)
    select ${planId}::bigint, f.warehouse, f.material, f.facts
    from json_to_recordset(${rows}::json) as f(warehouse bigint, material bigint, facts jsonb)`,
    (statement) => context.tx.run(statement),
  );

/** The walk as it stands now, in place of the one before. */
export async function writeNetting(
  context: Context,
  planId: Id,
  slices: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await context.tx.run(sql`delete from requirement_netting where requirement_plan_id = ${planId}::bigint`);
  await inTurn(
    context.tx,
    slices,
    (rows) => sql`
    insert into requirement_netting (requirement_plan_id, warehouse_id, material_id, date, opening_qty, receipt_qty,
      expire_qty, other_qty, later_qty, gross_qty, manual_qty, safety_qty, net_qty, plan_qty, closing_qty, terms)
    select ${planId}::bigint, n."warehouseId", n."materialId", n.date, n.opening, n.receipt, n.expire, n.other,
      n.later, n.gross, n.manual, n.safety, n.net, n.plan, n.closing, n.terms
    from json_to_recordset(${rows}::json) as n("warehouseId" bigint, "materialId" bigint, date date, opening numeric,
      receipt numeric, expire numeric, other numeric, later numeric, gross numeric, manual numeric, safety numeric,
      net numeric, plan numeric, closing numeric, terms jsonb)`,
    (statement) => context.tx.run(statement),
  );
}

/** Sums of the header from its lines: a line is open until it was requested or closed. */
export async function refreshHeaders(context: Context, planIds: readonly Id[]): Promise<void> {
  await context.tx.run(sql`
    update requirement_plan p set line_count = coalesce(s.lines, 0), late_count = coalesce(s.late, 0),
      amount = s.amount,
      request_status = case when s.requested > 0 and s.open = 0 then 'all' when s.requested > 0 then 'partial'
      else 'none' end
    from unnest(${planIds as Id[]}::bigint[]) as i(id)
    left join lateral (
      select count(*) as lines, count(*) filter (where d.late_flag = 1) as late, sum(d.amount) as amount,
        count(*) filter (where d.requested_qty > 0) as requested, count(*) filter (where d.line_status = 'open'
        and d.plan_qty > 0) as open
      from requirement_plan_detail d where d.requirement_plan_id = i.id) s on true
    where p.id = i.id`);
}

/** Writing a generated plan: lines, pegs, walk, facts and claims, each with a few statements however large the plan. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { integer, type Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { inTurn, insertingRows, slicesOf } from '../../kernel/server/write-rows.ts';
import { isGoods } from './goods-demands.rules.ts';
import { SALES_PLAN, SPECIAL_MEAL, type ClaimableMeals } from './meal-demands.server.ts';
import { nettingEntry } from './plan-lines.rules.ts';
import type { PlanFacts, ReckonedLine } from './reckon-plan.server.ts';
import type { PlannedNeed, PlannedRoute } from './replaced-needs.rules.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import { storedFacts, type WalkedRow } from './walk-plan.rules.ts';

export const LINE_TABLE = 'requirement_plan_detail';
const LINE_FIELDS = requirementPlan.lines!.details.fields;
const LINES_AT_ONCE = 1_000;
const PEGS_AT_ONCE = 50_000;

/** Everything a plan was reckoned from goes; lines entered by hand stay. */
export async function clearGenerated(context: Context, planId: Id): Promise<void> {
  await context.tx.run(sql`delete from requirement_plan_detail where requirement_plan_id = ${planId}::bigint and manual_flag = 0`);
  await context.tx.run(sql`delete from plan_claim where requirement_plan_id = ${planId}::bigint`);
  await context.tx.run(sql`delete from requirement_route where requirement_plan_id = ${planId}::bigint`);
  await context.tx.run(sql`delete from requirement_stock where requirement_plan_id = ${planId}::bigint`);
}

/** Takes the lines of sales plans and special meals for this plan, as they stand; the number of a claim is its place in the list. */
export async function writeClaims(context: Context, planId: Id, { meals, special }: Pick<ClaimableMeals, 'meals' | 'special'>): Promise<void> {
  const plans = meals.length - special;
  const columns = sql`requirement_plan_id, nr, source_type, source_id, source_line_id, source_version, stall_dept_id, meal_date, meal_type, dish_id, material_id, portions`;
  await context.tx.run(sql`
    insert into plan_claim (${columns})
    select ${planId}::bigint, l.nr - 1, ${SALES_PLAN}, p.id, d.id, p.version, p.gear_operation_dept_id, d.meal_date, d.meal_type, d.dish_id, null, d.portions
    from unnest(${meals.slice(0, plans).map((meal) => meal.lineId)}::bigint[]) with ordinality as l(id, nr)
    join sales_plan_detail d on d.id = l.id join sales_plan p on p.id = d.sales_plan_id`);
  if (special === 0) return;
  await context.tx.run(sql`
    insert into plan_claim (${columns})
    select ${planId}::bigint, ${plans} + l.nr - 1, ${SPECIAL_MEAL}, m.id, d.id, m.version, m.gear_operation_dept_id, m.meal_date, m.meal_type, d.dish_id, d.material_id, coalesce(d.base_qty, d.portions)
    from unnest(${meals.slice(plans).map((meal) => meal.lineId)}::bigint[]) with ordinality as l(id, nr)
    join special_meal_detail d on d.id = l.id join special_meal m on m.id = d.special_meal_id`);
}

/** Adds lines after those that stand; answers their ids in the order given. */
export async function writeLines(context: Context, planId: Id, lines: readonly Pick<ReckonedLine, 'values'>[], firstNo: number): Promise<Id[]> {
  const owner = { requirement_plan_id: sql`${planId}::bigint` };
  const written = await inTurn(slicesOf(lines, LINES_AT_ONCE),
    ({ from, rows }) => insertingRows(LINE_TABLE, LINE_FIELDS, rows.map((line, index) => ({ ...line.values(), lineNo: firstNo + from + index })), owner, { lineNo: integer('', '') }),
    (statement) => context.tx.rows<{ id: Id }>(statement));
  return written.flat().map((row) => row.id);
}

export async function writeRoutes(context: Context, planId: Id, routes: readonly PlannedRoute[]): Promise<void> {
  const rowOf = (route: PlannedRoute, nr: number) => ({
    nr, material: route.materialId, bom: isGoods(route.bomId) ? undefined : route.bomId, dishes: `{${route.dishIds.filter((id) => !isGoods(id)).join(',')}}`, net: route.netPerPortion.rounded(12).toString(),
    rate: route.yieldRate.rounded(14).times(Decimal.hundred).toString(), origin: route.originMaterialId ?? undefined, ratio: route.ratio.toString(),
  });
  await inTurn(slicesOf(routes, LINES_AT_ONCE), ({ from, rows }) => sql`
    insert into requirement_route (requirement_plan_id, nr, material_id, bom_id, dish_ids, net_per_portion, yield_rate, origin_material_id, ratio)
    select ${planId}::bigint, r.nr, r.material, r.bom, r.dishes::bigint[], r.net, r.rate, r.origin, r.ratio
    from json_to_recordset(${JSON.stringify(rows.map((route, index) => rowOf(route, from + index)))}::json) as r(nr integer, material bigint, bom bigint, dishes text, net numeric, rate numeric, origin bigint, ratio numeric)`,
  (statement) => context.tx.run(statement));
}

interface Pegged {
  readonly lineId: Id;
  readonly need: PlannedNeed;
}
/** The pegs of each line as columns; sent as array texts, some ten thousand pegs at a time. */
export async function writePegs(context: Context, planId: Id, pegged: readonly Pegged[]): Promise<void> {
  await inTurn(byPegs(pegged), (lines) => sql`
    insert into requirement_pegging (requirement_plan_id, plan_detail_id, claim_nr, route_nr, qty)
    select ${planId}::bigint, p.line, p.claims::integer[], p.routes::integer[], p.qty::bigint[]
    from unnest(${lines.map((each) => each.lineId)}::bigint[], ${lines.map((each) => arrayText(each.need.demand))}::text[],
      ${lines.map((each) => arrayText(each.need.route))}::text[], ${lines.map((each) => arrayText(each.need.qtyMillionths))}::text[]) as p(line, claims, routes, qty)`,
  (statement) => context.tx.run(statement));
}
function* byPegs(pegged: readonly Pegged[]): Generator<readonly Pegged[]> {
  let lines: Pegged[] = [];
  let pegs = 0;
  for (const each of pegged) {
    lines.push(each);
    pegs += each.need.demand.length;
    if (pegs < PEGS_AT_ONCE) continue;
    yield lines;
    lines = [];
    pegs = 0;
  }
  if (lines.length > 0) yield lines;
}
const arrayText = (column: Int32Array | Float64Array): string => `{${column.join(',')}}`;

export async function writeFacts(context: Context, planId: Id, facts: readonly PlanFacts[]): Promise<void> {
  await inTurn(slicesOf(facts, LINES_AT_ONCE), ({ rows }) => sql`
    insert into requirement_stock (requirement_plan_id, warehouse_id, material_id, facts)
    select ${planId}::bigint, f.warehouse, f.material, f.facts
    from json_to_recordset(${JSON.stringify(rows.map(({ stock, sources }) => ({ warehouse: stock.warehouseId, material: stock.materialId, facts: { ...storedFacts(stock), ...sources } })))}::json) as f(warehouse bigint, material bigint, facts jsonb)`,
  (statement) => context.tx.run(statement));
}

/** The walk as it stands now, in place of the one before. */
export async function writeNetting(context: Context, planId: Id, walk: readonly WalkedRow[]): Promise<void> {
  await context.tx.run(sql`delete from requirement_netting where requirement_plan_id = ${planId}::bigint`);
  await inTurn(slicesOf(walk, LINES_AT_ONCE), ({ rows }) => sql`
    insert into requirement_netting (requirement_plan_id, warehouse_id, material_id, date, opening_qty, receipt_qty, expire_qty, gross_qty, manual_qty, safety_qty, net_qty, plan_qty, closing_qty, terms)
    select ${planId}::bigint, n."warehouseId", n."materialId", n.date, n.opening, n.receipt, n.expire, n.gross, n.manual, n.safety, n.net, n.plan, n.closing, n.terms
    from json_to_recordset(${JSON.stringify(rows.map(nettingEntry))}::json) as n("warehouseId" bigint, "materialId" bigint, date date, opening numeric, receipt numeric, expire numeric,
      gross numeric, manual numeric, safety numeric, net numeric, plan numeric, closing numeric, terms jsonb)`,
  (statement) => context.tx.run(statement));
}

/** Sums of the header from its lines: a line is open until it was requested or closed. */
export async function refreshHeaders(context: Context, planIds: readonly Id[]): Promise<void> {
  await context.tx.run(sql`
    update requirement_plan p set line_count = coalesce(s.lines, 0), late_count = coalesce(s.late, 0), amount = s.amount,
      request_status = case when s.requested > 0 and s.open = 0 then 'all' when s.requested > 0 then 'partial' else 'none' end
    from unnest(${planIds as Id[]}::bigint[]) as i(id)
    left join lateral (
      select count(*) as lines, count(*) filter (where d.late_flag = 1) as late, sum(d.amount) as amount,
        count(*) filter (where d.requested_qty > 0) as requested, count(*) filter (where d.line_status = 'open' and d.plan_qty > 0) as open
      from requirement_plan_detail d where d.requirement_plan_id = i.id) s on true
    where p.id = i.id`);
}

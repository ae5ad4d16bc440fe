/** Writing a generated plan: lines, pegs, walk, facts and claims, each with a few statements however large the plan. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { integer, type Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { join, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { idArray, integerArray, wholeArray } from '../../parts/postgres/array-parameters.ts';
import { inTurn, slicesOf } from '../../parts/postgres/in-turn.ts';
import { insertingRows } from '../../kernel/server/write-rows.ts';
import { isGoods } from './goods-demands.rules.ts';
import { SALES_PLAN, SPECIAL_MEAL, type ClaimableMeals } from './meal-demands.server.ts';
import { nettingEntry } from './plan-lines.rules.ts';
import type { PlanFacts, CalculatedLine } from './calculate-plan.server.ts';
import type { PlannedNeed, PlannedRoute } from './replaced-needs.rules.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import { storedFacts, type NettedRow } from './net-plan.rules.ts';

const LINE_TABLE = 'requirement_plan_detail';
const LINE_FIELDS = requirementPlan.lines!.details.fields;
const LINES_AT_ONCE = 1_000;
const PEGS_AT_ONCE = 50_000;

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
  { meals, special }: Pick<ClaimableMeals, 'meals' | 'special'>,
  isNew: boolean,
): Promise<void> {
  const plans = meals.length - special;
  const columns = sql`nr, source_type, source_id, source_line_id, source_version, stall_dept_id, meal_date, meal_type,
    dish_id, material_id, portions`;
  // Joined in full, since the claims of a plan just made are not in the statistics and would be looked through once a
  // line.
  const wanted = sql`
    with l as (select id, (nr - 1)::integer as nr
    from unnest(${idArray(meals.map((meal) => meal.lineId))}::bigint[]) with ordinality as l(id, nr)),
    w (${columns}) as (
      select l.nr, ${SALES_PLAN}, p.id, d.id, p.version, p.gear_operation_dept_id, d.meal_date, d.meal_type, d.dish_id,
        null, d.portions
      from l join sales_plan_detail d on d.id = l.id join sales_plan p on p.id = d.sales_plan_id where l.nr < ${plans}
      union all
      select l.nr, ${SPECIAL_MEAL}, m.id, d.id, m.version, m.gear_operation_dept_id, m.meal_date, m.meal_type,
        d.dish_id, d.material_id, coalesce(d.base_qty, d.portions)
      from l join special_meal_detail d on d.id = l.id join special_meal m on m.id = d.special_meal_id
      where l.nr >= ${plans}),
    c as (select ctid as place, ${columns} from plan_claim where requirement_plan_id = ${planId}::bigint)`;
  const columnsOf = (claim: Sql): Sql =>
    sql`(${join(['source_type', 'source_id', 'source_line_id', 'source_version', 'stall_dept_id', 'meal_date', 'meal_type', 'dish_id', 'material_id', 'portions'].map((name) => sql`${claim}.${raw(name)}`))})`;
  const written = isNew
    ? undefined
    : await context.tx.row<{ claims: number }>(sql`
    ${wanted}, gone as (delete from plan_claim where ctid = any(array(select c.place from c full join w on w.nr = c.nr
    where ${columnsOf(sql`c`)} is distinct from ${columnsOf(sql`w`)})) returning 1)
    select ((select count(*) from c) - (select count(*) from gone))::integer as claims`);
  if (written?.claims !== meals.length)
    await context.tx.run(
      sql`${wanted} insert into plan_claim (requirement_plan_id, ${columns}) select ${planId}::bigint, w.* from w full
        join c on c.nr = w.nr where c.nr is null`,
    );
}

/** Adds lines after those that stand; answers their ids in the order given. */
export async function writeLines(
  context: Context,
  planId: Id,
  lines: readonly Pick<CalculatedLine, 'values'>[],
  firstNo: number,
): Promise<Id[]> {
  const owner = { requirement_plan_id: sql`${planId}::bigint` };
  const written = await inTurn(
    context.tx,
    slicesOf(lines, LINES_AT_ONCE),
    ({ from, rows }) =>
      insertingRows(
        LINE_TABLE,
        LINE_FIELDS,
        rows.map((line, index) => ({ ...line.values(), lineNo: firstNo + from + index })),
        owner,
        { lineNo: integer('', '') },
      ),
    (statement) => context.tx.rows<{ id: Id }>(statement),
  );
  return written.flat().map((row) => row.id);
}

/** Stores by which recipes the materials of a plan are needed, numbered from 0 in their order. */
export async function writeRoutes(context: Context, planId: Id, routes: readonly PlannedRoute[]): Promise<void> {
  const rowOf = (route: PlannedRoute, nr: number) => ({
    nr,
    material: route.materialId,
    bom: isGoods(route.bomId) ? undefined : route.bomId,
    dishes: `{${route.dishIds.filter((id) => !isGoods(id)).join(',')}}`,
    net: route.netPerPortion.rounded(12).toString(),
    rate: route.yieldRate.rounded(14).times(Decimal.hundred).toString(),
    origin: route.originMaterialId ?? undefined,
    ratio: route.ratio.toString(),
  });
  await inTurn(
    context.tx,
    slicesOf(routes, LINES_AT_ONCE),
    ({ from, rows }) => sql`
    insert into requirement_route (requirement_plan_id, nr, material_id, bom_id, dish_ids, net_per_portion, yield_rate,
      origin_material_id, ratio)
    select ${planId}::bigint, r.nr, r.material, r.bom, r.dishes::bigint[], r.net, r.rate, r.origin, r.ratio
    from json_to_recordset(${JSON.stringify(rows.map((route, index) => rowOf(route, from + index)))}::json) as r(nr
      integer, material bigint, bom bigint, dishes text, net numeric, rate numeric, origin bigint, ratio numeric)`,
    (statement) => context.tx.run(statement),
  );
}

interface Pegged {
  readonly lineId: Id;
  readonly need: PlannedNeed;
}
/**
 * The pegs of each line as columns, some ten thousand pegs at a time: those of all lines in a row, and where those of
 * each begin and end.
 */
export async function writePegs(context: Context, planId: Id, pegged: readonly Pegged[]): Promise<void> {
  await inTurn(
    context.tx,
    byPegs(pegged),
    (lines) => {
      const ends: number[] = [];
      for (const { need } of lines) ends.push((ends.at(-1) ?? 0) + need.demand.length);
      const inARow = (columnOf: (need: PlannedNeed) => ArrayLike<number>): Float64Array => {
        const all = new Float64Array(ends.at(-1)!);
        lines.forEach(({ need }, index) => all.set(columnOf(need), ends[index]! - need.demand.length));
        return all;
      };
      return sql`
      insert into requirement_pegging (requirement_plan_id, plan_detail_id, claim_nr, route_nr, qty)
      select ${planId}::bigint, l.line, (${integerArray(inARow((need) => need.demand))}::integer[])[l.first : l.last],
        (${integerArray(inARow((need) => need.route))}::integer[])[l.first : l.last],
        (${wholeArray(inARow((need) => need.qtyMillionths))}::bigint[])[l.first : l.last]
      from unnest(${idArray(lines.map((each) => each.lineId))}::bigint[],
        ${integerArray(ends.map((end, index) => end - lines[index]!.need.demand.length + 1))}::integer[],
        ${integerArray(ends)}::integer[]) as l(line, first, last)`;
    },
    (statement) => context.tx.run(statement),
  );
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

/** Stores the stock, orders and sources a plan was calculated with. */
export async function writeFacts(context: Context, planId: Id, facts: readonly PlanFacts[]): Promise<void> {
  const written = ({ stock, sources }: PlanFacts): Readonly<Record<string, unknown>> => ({
    warehouse: stock.warehouseId,
    material: stock.materialId,
    facts: { ...storedFacts(stock), ...sources },
  });
  await inTurn(
    context.tx,
    slicesOf(facts, LINES_AT_ONCE),
    ({ rows }) => sql`
    insert into requirement_stock (requirement_plan_id, warehouse_id, material_id, facts)
    select ${planId}::bigint, f.warehouse, f.material, f.facts
    from json_to_recordset(${JSON.stringify(rows.map(written))}::json)
      as f(warehouse bigint, material bigint, facts jsonb)`,
    (statement) => context.tx.run(statement),
  );
}

/** The walk as it stands now, in place of the one before. */
export async function writeNetting(context: Context, planId: Id, netted: readonly NettedRow[]): Promise<void> {
  await context.tx.run(sql`delete from requirement_netting where requirement_plan_id = ${planId}::bigint`);
  await inTurn(
    context.tx,
    slicesOf(netted, LINES_AT_ONCE),
    ({ rows }) => sql`
    insert into requirement_netting (requirement_plan_id, warehouse_id, material_id, date, opening_qty, receipt_qty,
      expire_qty, other_qty, later_qty, gross_qty, manual_qty, safety_qty, net_qty, plan_qty, closing_qty, terms)
    select ${planId}::bigint, n."warehouseId", n."materialId", n.date, n.opening, n.receipt, n.expire, n.other,
      n.later, n.gross, n.manual, n.safety, n.net, n.plan, n.closing, n.terms
    from json_to_recordset(${JSON.stringify(rows.map(nettingEntry))}::json) as n("warehouseId" bigint,
      "materialId" bigint, date date, opening numeric, receipt numeric, expire numeric, other numeric, later numeric,
      gross numeric, manual numeric, safety numeric, net numeric, plan numeric, closing numeric, terms jsonb)`,
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

import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { RowOf } from '../../kernel/server/behaviour.ts';
import { actOn } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { audit } from '../../kernel/server/audit.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { generatedFrom, readScope, type PlanScope } from './plan-scope.server.ts';
import { planUnderWay, readDemand } from './calculate-plan.server.ts';
import * as calls from './requirement-plan.calls.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import type { OutdatedDecision, StandingLine } from './reckoning/reckon-plan.server.ts';
import {
  clearGenerated,
  refreshHeaders,
  writeClaims,
  writeFacts,
  writeLines,
  writeNetting,
  writePegs,
  writeRoutes,
} from './write-plan.server.ts';

const HEADER = { ...requirementPlan, lines: {} };

/**
 * The lines of a week of 500 stalls are 30 MB: whoever does not show them leaves them out. The body is read together
 * with what a draft was generated from.
 */
export const generatePlan = serve(calls.generatePlan, async (context, input, { body }) => {
  const { id, outdated } =
    input.id === null
      ? await makePlan(context, body, null)
      : await actOn(context, requirementPlan, 'generatePlan', input.id, ({ row }) => makePlan(context, body, row));
  const { withLines } = input;
  const record = await (withLines === 0 ? recordById(context, HEADER, id) : recordById(context, requirementPlan, id));
  return { ...record, outdated };
});

/**
 * Facts, calculation, then one round of writing; the number is drawn when the guests are locked, so that nobody waits
 * for it without need. `before` is the draft that is generated again.
 */
async function makePlan(
  context: Context,
  input: Input,
  before: RowOf<typeof requirementPlan> | null,
): Promise<{ readonly id: Id; readonly outdated: readonly OutdatedDecision[] }> {
  if (before?.confirmFlag === 1) throw new Refused(refuse('planning.confirmed', { billCode: before.billCode }));
  const given = before?.id ?? null;
  const scope = await readScope(context, input, generatedFrom(before));
  const current = { planId: given, standing: given === null ? [] : await standingLines(context, given) };
  const demand = await readDemand(context, scope, given);
  const id = given ?? (await saveRecord(requirementPlan, context, headerOf(scope)));
  // The database claims while we explode.
  const claims = writeClaims(context, id, demand, given === null);
  await Promise.race([claims, context.tx.sent()]);
  const plan = await planUnderWay(context, scope, demand, current).finally(() => claims);
  const { lines, outdated } = plan.reckoned;
  try {
    if (given === null && lines === 0) throw new Refused(refuse('planning.nothing-short'));
    if (given !== null) await clearGenerated(context, id);
    await stampHeader(context, id, scope);
    await writeRoutes(context, id, plan.rows('routes'));
    await writeFacts(context, id, plan.rows('facts'));
    const lineIds = await writeLines(context, id, plan.rows('lines'));
    await renumberManual(context, id, lines);
    await writePegs(context, id, lineIds, plan.pegs());
    await writeNetting(context, id, plan.rows('netting'));
  } finally {
    plan.end();
  }
  await refreshHeaders(context, [id]);
  if (before !== null)
    await audit(context, [
      {
        resource: requirementPlan.name,
        recordId: id,
        action: 'generatePlan',
        title: before.billCode,
        changes: { lineCount: [before.lineCount, lines + current.standing.filter(isByHand).length] },
      },
    ]);
  return { id, outdated };
}

const headerOf = (scope: PlanScope): Input => ({
  planName: scope.planName,
  planType: scope.planType,
  bladeProjectDeptIds: scope.bladeProjectDeptIds,
  warehouseIds: scope.warehouseIds,
  startDate: scope.startDate,
  endDate: scope.endDate,
  mealTypes: scope.mealTypes.join(','),
  includeSafety: scope.includeSafety ? 1 : 0,
  netFlag: scope.netFlag ? 1 : 0,
});

/** Lines by hand, and what people planned instead of a proposal. */
const standingLines = ({ tx }: Context, planId: Id): Promise<StandingLine[]> =>
  tx.rows<StandingLine>(sql`
    select warehouse_id, material_id, need_date, manual_flag, unit_id, factor, plan_qty, proposed_qty, base_qty,
      adjust_reason, supplier_id from requirement_plan_detail
    where requirement_plan_id = ${planId}::bigint and (manual_flag = 1 or proposed_qty <> plan_qty) order by line_no`);
const isByHand = ({ manualFlag }: StandingLine): boolean => manualFlag === 1;

async function stampHeader(context: Context, id: Id, scope: PlanScope): Promise<void> {
  const param = { ...scope, includeSafety: scope.includeSafety ? 1 : 0, netFlag: scope.netFlag ? 1 : 0 };
  await context.tx.run(sql`
    update requirement_plan set generate_param = ${JSON.stringify(param)}::jsonb, snapshot_time = now(),
      plan_type = ${scope.planType}, start_date = ${scope.startDate}::date, end_date = ${scope.endDate}::date,
      blade_project_dept_ids = ${scope.bladeProjectDeptIds as Id[]}::bigint[],
      warehouse_ids = ${scope.warehouseIds as Id[]}::bigint[], meal_types = ${scope.mealTypes.join(',') || null},
      include_safety = ${param.includeSafety}, net_flag = ${param.netFlag}, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
    where id = ${id}::bigint`);
}

/** Lines by hand stand after the generated ones. */
async function renumberManual(context: Context, planId: Id, generated: number): Promise<void> {
  await context.tx.run(sql`
    update requirement_plan_detail d set line_no = ${generated} + n.nr
    from (select id, row_number() over (order by line_no, id) as nr from requirement_plan_detail
    where requirement_plan_id = ${planId}::bigint and manual_flag = 1) n where d.id = n.id`);
}

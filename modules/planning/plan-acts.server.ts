/** Acts on one plan with a body of their own: confirm, close what will not be requested, copy. */
import { listOf } from '../../kernel/core/kinds.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { ident, join, sql } from '../../parts/postgres/database.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import type { RecordOf } from '../../kernel/core/shape.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import { serve } from '../../kernel/server/serve.ts';
import { linesIn } from '../../parts/http/request-input.ts';
import { actOn } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { daysBetween, dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { hasChanged } from './plan-changes.server.ts';
import * as calls from './requirement-plan.calls.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import { freezeLines, unready } from './requirement-plan.server.ts';
import { refreshHeaders } from './write-plan.server.ts';

type Plan = Acting<typeof requirementPlan>;

/** What a person may decide about a line when confirming. */
const DECIDED = ['planQty', 'adjustReason', 'unitId', 'sourceKind', 'supplierId', 'remark'] as const;

export const confirmPlan = serve(calls.confirmPlan, async (context, { id, accept }, { body }) => {
  // A field that is absent and one that is cleared are decided differently, so the lines are read as they came.
  const given = linesIn(body);
  await actOn(context, requirementPlan, 'confirmPlan', id, (plan) => confirm(context, plan, given, accept === 1));
  return true;
});

/** `acceptsChanges`: also where its meals changed since it was calculated. */
async function confirm(
  context: Context,
  { row }: Plan,
  given: readonly Input[],
  acceptsChanges: boolean,
): Promise<void> {
  if (row.confirmFlag === 1) throw new Refused(refuse('planning.confirmed', { billCode: row.billCode }));
  if (given.length > 0)
    await saveRecord(requirementPlan, context, {
      id: row.id,
      details: await overlaid(context, row, given),
    });
  const refusals = await unready(context, [row.id]);
  if (refusals.length === 0 && !acceptsChanges && (await hasChanged(context, row.id)))
    refusals.push(refuse('planning.changed-since', { time: row.snapshotTime ?? '' }));
  if (refusals.length > 0) throw new Refused(...refusals);
  await freezeLines(context, [row.id]);
}

/** All lines as they stand, with what was decided about some of them. */
async function overlaid(
  context: Context,
  plan: Pick<Plan['row'], 'id' | 'billCode'>,
  given: readonly Input[],
): Promise<Input[]> {
  const stored = await context.tx.rows<{ id: Id }>(
    sql`select * from requirement_plan_detail where requirement_plan_id = ${plan.id}::bigint order by line_no`,
  );
  const byId = new Map(given.map((line) => [String(line['id'] ?? ''), line]));
  const known = new Set(stored.map((line) => line.id));
  if ([...byId.keys()].some((id) => !known.has(id)))
    throw new Refused(refuse('planning.line-unknown', { billCode: plan.billCode }));
  return stored.map((line) => {
    const decided = byId.get(line.id) ?? {};
    return {
      ...line,
      ...Object.fromEntries(
        DECIDED.filter((name) => Object.hasOwn(decided, name)).map((name) => [name, decided[name]]),
      ),
    };
  });
}

export const closeDetail = serve(calls.closeDetail, async (context, input) => {
  const { reason } = input;
  if (reason === null) throw new Refused(refuse('planning.close-reason', {}, { field: 'reason' }));
  await actOn(context, requirementPlan, 'closeDetail', input.id, async ({ id }, moveOn) => {
    const named = input.detailIds === null ? null : listOf(input.detailIds);
    const closed = await context.tx.run(sql`
      update requirement_plan_detail set line_status = 'closed', cancelled_qty = plan_qty - requested_qty
      where requirement_plan_id = ${id}::bigint and line_status = 'open'
        ${named === null ? sql`` : sql`and id = any(${named}::bigint[])`}`);
    if (closed === 0) throw new Refused(refuse('planning.close-nothing'));
    await refreshHeaders(context, [id]);
    await moveOn({ to: (await hasOpenLines(context, id)) ? null : 'done', reason });
  });
  return true;
});

/** Whether anything of a plan may still be requested. */
async function hasOpenLines(context: Context, planId: Id): Promise<boolean> {
  return (
    (await context.tx.row(
      sql`select 1 as one from requirement_plan_detail
        where requirement_plan_id = ${planId}::bigint and line_status = 'open' and plan_qty > requested_qty limit 1`,
    )) !== undefined
  );
}

/** Fields of a line that a copy takes over; all it says of stock and progress stays behind. */
const COPIED = [
  'warehouse_id',
  'blade_project_dept_id',
  'material_id',
  'unit_id',
  'factor',
  'base_unit_id',
  'plan_qty',
  'base_qty',
  'source_kind',
  'source_reason',
  'supplier_id',
  'price',
  'amount',
  'remark',
] as const;

export const copyPlan = serve(calls.copyPlan, async (context, input) => {
  return actOn(context, requirementPlan, 'copyAndSaveInvRequirePlan', input.id, ({ row }) =>
    copyOf(context, row, input.startDate),
  );
});

async function copyOf(
  context: Context,
  row: Plan['row'],
  startDate: string | null,
): Promise<RecordOf<typeof requirementPlan>> {
  const from = row.startDate;
  const to = startDate ?? from;
  const shift = daysBetween(from, to);
  const id = await saveRecord(requirementPlan, context, {
    planType: 'manual',
    startDate: dayPlus(from, shift),
    endDate: dayPlus(row.endDate, shift),
    warehouseIds: row.warehouseIds,
    bladeProjectDeptIds: row.bladeProjectDeptIds,
    mealTypes: row.mealTypes,
    remark: row.remark,
  });
  const columns = join(COPIED.map((name) => ident(name)));
  await context.tx.run(sql`
      insert into requirement_plan_detail (requirement_plan_id, line_no, need_date, delivery_date, gross_qty, net_qty,
        proposed_qty, surplus_qty, manual_flag, ${columns})
      select ${id}::bigint, line_no, need_date + ${shift}::integer, delivery_date + ${shift}::integer, base_qty,
        base_qty, plan_qty, 0, 1, ${columns}
      from requirement_plan_detail where requirement_plan_id = ${row.id}::bigint order by line_no`);
  await context.tx.run(sql`update requirement_plan set copy_from_id = ${row.id}::bigint where id = ${id}::bigint`);
  await refreshHeaders(context, [id]);
  return recordById(context, requirementPlan, id);
}

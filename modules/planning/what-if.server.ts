/** Questions about a plan that change nothing: what other guests would mean, and how two plans differ. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { join, sql } from '../../parts/postgres/database.ts';
import { othersFirst } from '../../parts/postgres/others-first.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { serve } from '../../kernel/server/serve.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import {
  decidedQty,
  isDecided,
  keyOfLine,
  manualNeeds,
  netInParts,
  storedNetting,
  type StoredPlanLine,
} from './decide-plan.server.ts';
import * as calls from './what-if.calls.ts';
import { inUnit, lineKey, type NettedRow, type PlaceNeed } from './net-plan.rules.ts';
import {
  changeRefusals,
  guestFactors,
  scaledGross,
  sharedFractions,
  type ClaimedGuests,
  type WhatIfChange,
} from './what-if.rules.ts';

/** The person may see all of these plans. */
async function requireVisible(context: Context, ids: readonly Id[]): Promise<void> {
  const terms = [sql`t.id = any(${[...ids]}::bigint[])`, ...scopeCondition(requirementPlan, context)];
  const rows = await context.tx.rows(sql`select t.id from requirement_plan t where ${join(terms, ' and ')}`);
  if (rows.length < new Set(ids).size) throw unknownRecord(requirementPlan.label);
}

export const whatIf = serve(
  calls.whatIf,
  async (context, { id: planId, changes: given, safetyFactor }) => {
    await requireVisible(context, [planId]);
    const changes = readChanges(given ?? []);
    const wrong = changeRefusals(changes);
    if (wrong.length > 0) throw new Refused(...wrong);

    const { lines, facts, options } = await storedNetting(context, planId);
    const factors = sharedFractions(guestFactors(await claimedGuests(context, planId), changes));
    const pegs = await pegsOf(context, planId);
    const generated = lines.filter((line) => line.manualFlag === 0);
    const needs: PlaceNeed[] = [];
    for (const line of generated) {
      await othersFirst();
      const own = pegs.get(line.id);
      needs.push({
        warehouseId: line.warehouseId,
        materialId: line.materialId,
        date: line.needDate,
        qty: own === undefined ? Decimal.of(line.grossQty ?? '0') : scaledGross(own, factors),
      });
    }
    const rows = await netInParts(facts, needs, manualNeeds(lines), decidedQty(lines), {
      ...options,
      ...(safetyFactor === null ? {} : { safetyFactor: Decimal.of(safetyFactor) }),
    });
    const proposed = new Map(rows.map((row) => [lineKey(row), row]));
    const answered = generated.map((line) => differing(line, proposed.get(keyOfLine(line))!, context));
    return { lines: answered, diffAmount: totalOf(answered) };
  },
  { reads: true },
);

type Difference = TypeOf<typeof calls.whatIf.answer>['lines'][number];
/** A line beside what the changed walk proposes for it. */
function differing(line: StoredPlanLine, { plan, gross, net }: NettedRow, context: Context): Difference {
  const newQty = inUnit(plan, Decimal.of(line.factor));
  const diffQty = newQty.minus(Decimal.of(line.planQty));
  const seesPrice = context.allowed('invrequireplan_view_cost');
  return {
    planDetailId: line.id,
    warehouseId: line.warehouseId,
    materialId: line.materialId,
    needDate: line.needDate,
    unitId: line.unitId,
    grossQty: line.grossQty,
    newGrossQty: gross.toString(),
    newNetQty: net.toString(),
    planQty: line.planQty,
    newQty: newQty.toString(),
    diffQty: diffQty.toString(),
    decided: isDecided(line),
    diffAmount: line.price !== null && seesPrice ? diffQty.times(Decimal.of(line.price)).toFixed(2) : null,
  };
}
const totalOf = (lines: readonly Difference[]): DecimalText =>
  Decimal.sum(lines.flatMap((line) => (line.diffAmount === null ? [] : [Decimal.of(line.diffAmount)]))).toFixed(2);

const SCOPES = new Set(['all', 'project', 'stall', 'meal', 'dish']);
const isScope = (given: string): given is WhatIfChange['scope'] => SCOPES.has(given);
type GivenChange = NonNullable<InputOf<typeof calls.whatIf.input>['changes']>[number];

function readChanges(given: readonly GivenChange[]): WhatIfChange[] {
  return given.map((change, index) => {
    const line = index + 1;
    const figure = (name: 'factor' | 'portions'): { [key: string]: Decimal } => {
      const text = change[name];
      if (text === null) return {};
      if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) throw new Refused(refuse('planning.what-if-change', { line }, { line }));
      return { [name]: Decimal.of(text) };
    };
    const scope = change.scope ?? 'all';
    if (!isScope(scope))
      throw new Refused(refuse('param.invalid', { name: 'scope', value: scope }, { field: 'scope', line }));
    return {
      scope,
      ...(change.scopeId === null ? {} : { scopeId: change.scopeId }),
      ...figure('factor'),
      ...figure('portions'),
    };
  });
}

/** Guests by the number of their claim. */
async function claimedGuests(context: Context, planId: Id): Promise<ClaimedGuests[]> {
  const rows = await context.tx.rows<Omit<ClaimedGuests, 'portions'> & { portions: DecimalText }>(sql`
    select coalesce(d.blade_project_dept_id, 0)::text as project_dept_id, c.stall_dept_id, c.meal_type,
      coalesce(c.dish_id::text, '') as dish_id, c.portions
    from plan_claim c join dept d on d.id = c.stall_dept_id where c.holder_id = ${planId}::bigint
    order by c.nr`);
  return rows.map((row) => ({ ...row, portions: Decimal.of(row.portions) }));
}

async function pegsOf(context: Context, planId: Id): Promise<Map<Id, { claim: Int32Array; qty: Float64Array }>> {
  const rows = await context.tx.rows<{ lineId: Id; claim: string; qty: string }>(sql`
    select plan_detail_id as line_id, array_to_string(claim_nr, ',') as claim, array_to_string(qty, ',') as qty
    from requirement_pegging where requirement_plan_id = ${planId}::bigint`);
  const pegs = new Map<Id, { claim: Int32Array; qty: Float64Array }>();
  for (const { lineId, claim, qty } of rows) {
    await othersFirst();
    pegs.set(lineId, {
      claim: Int32Array.from(claim.split(','), Number),
      qty: Float64Array.from(qty.split(','), Number),
    });
  }
  return pegs;
}

export const compare = serve(calls.comparePlans, async (context, { id, otherId }) => {
  await requireVisible(context, [id, otherId]);
  return context.tx.rows<TypeOf<typeof calls.comparePlans.answer>[number]>(sql`
    with summed as (
      select d.warehouse_id, d.material_id, d.need_date, sum(d.base_qty) filter (where d.requirement_plan_id =
        ${otherId}::bigint) as old_qty, sum(d.base_qty) filter (where d.requirement_plan_id = ${id}::bigint) as new_qty
      from requirement_plan_detail d where d.requirement_plan_id in (${id}::bigint, ${otherId}::bigint)
      group by 1, 2, 3)
    select s.warehouse_id, w.name as warehouse_name, s.material_id, m.called as material_name, m.code as material_code,
      s.need_date, u.called as base_unit_name,
      coalesce(s.old_qty, 0) as old_qty, coalesce(s.new_qty, 0) as new_qty, coalesce(s.new_qty,
      0) - coalesce(s.old_qty, 0) as diff_qty
    from summed s join warehouse w on w.id = s.warehouse_id join material m on m.id = s.material_id
    join material_unit u on u.id = m.base_unit_id
    order by w.name collate pinyin, s.need_date, m.code`);
});

/** Questions about a plan that change nothing: what other guests would mean, and how two plans differ. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { factor, json, ref, type DecimalText, type Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { readFields } from '../../kernel/core/validate.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { join, sql } from '../../parts/postgres/database.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { linesIn } from '../../parts/http/request-input.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import {
  decidedQty,
  isDecided,
  keyOfLine,
  manualNeeds,
  standingWalk,
  type StandingLine,
} from './settle-plan.server.ts';
import { inUnit, lineKey, walkPlan } from './walk-plan.rules.ts';
import {
  changeRefusals,
  guestFactors,
  scaledGross,
  sharedFractions,
  type ClaimedGuests,
  type WhatIfChange,
} from './what-if.rules.ts';

async function requireVisible(context: Context, ids: readonly unknown[]): Promise<Id[]> {
  const texts = ids.map((id) => String(id ?? ''));
  if (texts.some((id) => !/^\d{1,19}$/.test(id))) throw unknownRecord(requirementPlan.label);
  const terms = [sql`t.id = any(${texts}::bigint[])`, ...scopeCondition(requirementPlan, context)];
  const rows = await context.tx.rows(sql`select t.id from requirement_plan t where ${join(terms, ' and ')}`);
  if (rows.length < new Set(texts).size) throw unknownRecord(requirementPlan.label);
  return texts;
}

const SAFETY_FACTOR = factor('安全库存系数', 'Safety factor', { optional: true, min: 0, max: 100 });

/** `whatIf` [own]: guests changed by site, stall, meal or dish; what would be ordered instead, by line. */
export const whatIf: Call = {
  method: 'POST',
  service: 'store-management',
  path: 'invrequireplan/whatIf',
  permission: 'invrequireplan_view',
  reads: true,
  input: {
    id: ref('需求计划', 'Plan', 'requirementPlan'),
    changes: json('变动', 'Changes', { optional: true }),
    safetyFactor: SAFETY_FACTOR,
  },
  summary: label('假设测算', 'What if'),
  async handle(context, input) {
    const [planId] = await requireVisible(context, [input['id']]);
    const { values, refusals } = readFields({ safetyFactor: SAFETY_FACTOR }, input, true);
    const changes = readChanges(input);
    const wrong = [...refusals, ...changeRefusals(changes)];
    if (wrong.length > 0) throw new Refused(...wrong);

    const { lines, facts, options } = await standingWalk(context, planId!);
    const factors = sharedFractions(guestFactors(await claimedGuests(context, planId!), changes));
    const pegs = await pegsOf(context, planId!);
    const generated = lines.filter((line) => line.manualFlag === 0);
    const needs = generated.map((line) => {
      const own = pegs.get(line.id);
      return {
        warehouseId: line.warehouseId,
        materialId: line.materialId,
        date: line.needDate,
        qty: own === undefined ? Decimal.of(line.grossQty ?? '0') : scaledGross(own, factors),
      };
    });
    const rows = walkPlan(facts, needs, manualNeeds(lines), decidedQty(lines), {
      ...options,
      ...(values['safetyFactor'] ? { safetyFactor: Decimal.of(String(values['safetyFactor'])) } : {}),
    });
    const proposed = new Map(rows.map((row) => [lineKey(row), row]));
    const answered = generated.map((line) =>
      differing(
        line,
        inUnit(proposed.get(keyOfLine(line))!.plan, Decimal.of(line.factor)),
        {
          newGrossQty: proposed.get(keyOfLine(line))!.gross.toString(),
          newNetQty: proposed.get(keyOfLine(line))!.net.toString(),
        },
        context,
      ),
    );
    return { lines: answered, diffAmount: totalOf(answered) };
  },
};

interface Difference extends Readonly<Record<string, unknown>> {
  readonly diffAmount: DecimalText | null;
}
function differing(
  line: StandingLine,
  newQty: Decimal,
  more: Readonly<Record<string, unknown>>,
  context: Context,
): Difference {
  const diffQty = newQty.minus(Decimal.of(line.planQty));
  const priced = line.price !== null && context.allowed('invrequireplan_view_cost');
  return {
    planDetailId: line.id,
    warehouseId: line.warehouseId,
    materialId: line.materialId,
    needDate: line.needDate,
    unitId: line.unitId,
    grossQty: line.grossQty,
    ...more,
    planQty: line.planQty,
    newQty: newQty.toString(),
    diffQty: diffQty.toString(),
    decided: isDecided(line),
    diffAmount: priced ? diffQty.times(Decimal.of(line.price!)).toFixed(2) : null,
  };
}
const totalOf = (lines: readonly Difference[]): DecimalText =>
  Decimal.sum(lines.flatMap((line) => (line.diffAmount === null ? [] : [Decimal.of(line.diffAmount)]))).toFixed(2);

const SCOPES = new Set(['all', 'project', 'stall', 'meal', 'dish']);
function readChanges(input: Input): WhatIfChange[] {
  return linesIn(input, 'changes').map((change, index) => {
    const figure = (name: string): { [key: string]: Decimal } => {
      const text =
        change[name] === undefined || change[name] === null || change[name] === '' ? null : String(change[name]);
      if (text === null) return {};
      if (!/^\d{1,9}(\.\d{1,6})?$/.test(text))
        throw new Refused(refuse('planning.what-if-change', { line: index + 1 }, { line: index + 1 }));
      return { [name]: Decimal.of(text) };
    };
    const scope = String(change['scope'] ?? 'all');
    if (!SCOPES.has(scope))
      throw new Refused(refuse('param.invalid', { name: 'scope', value: scope }, { field: 'scope', line: index + 1 }));
    return {
      scope: scope as WhatIfChange['scope'],
      ...(change['scopeId'] ? { scopeId: String(change['scopeId']) } : {}),
      ...figure('factor'),
      ...figure('portions'),
    };
  });
}

/** Guests by the number of their claim. */
async function claimedGuests(context: Context, planId: Id): Promise<ClaimedGuests[]> {
  const rows = await context.tx.rows<Omit<ClaimedGuests, 'portions'> & { portions: DecimalText }>(sql`
    select coalesce(d.blade_project_dept_id, 0)::text as project_dept_id, c.stall_dept_id, c.meal_type, coalesce(c.dish_id::text, '') as dish_id, c.portions
    from plan_claim c join dept d on d.id = c.stall_dept_id where c.requirement_plan_id = ${planId}::bigint order by c.nr`);
  return rows.map((row) => ({ ...row, portions: Decimal.of(row.portions) }));
}

async function pegsOf(context: Context, planId: Id): Promise<Map<Id, { claim: Int32Array; qty: Float64Array }>> {
  const rows = await context.tx.rows<{ lineId: Id; claim: string; qty: string }>(sql`
    select plan_detail_id as line_id, array_to_string(claim_nr, ',') as claim, array_to_string(qty, ',') as qty from requirement_pegging where requirement_plan_id = ${planId}::bigint`);
  return new Map(
    rows.map((row) => [
      row.lineId,
      { claim: Int32Array.from(row.claim.split(','), Number), qty: Float64Array.from(row.qty.split(','), Number) },
    ]),
  );
}

/** `compare` [own]: two plans side by side, by warehouse, material and day, in base unit. */
export const compare: Call = {
  method: 'GET',
  service: 'store-management',
  path: 'invrequireplan/compare',
  permission: 'invrequireplan_view',
  input: { id: ref('需求计划', 'Plan', 'requirementPlan'), otherId: ref('对比计划', 'Other plan', 'requirementPlan') },
  summary: label('对比需求计划', 'Compare two plans'),
  async handle(context, input) {
    const [id, otherId] = await requireVisible(context, [input['id'], input['otherId']]);
    return context.tx.rows(sql`
      with summed as (
        select d.warehouse_id, d.material_id, d.need_date, sum(d.base_qty) filter (where d.requirement_plan_id = ${otherId!}::bigint) as old_qty, sum(d.base_qty) filter (where d.requirement_plan_id = ${id!}::bigint) as new_qty
        from requirement_plan_detail d where d.requirement_plan_id in (${id!}::bigint, ${otherId!}::bigint) group by 1, 2, 3)
      select s.warehouse_id, w.name as warehouse_name, s.material_id, m.name as material_name, m.code as material_code, s.need_date, u.name as base_unit_name,
        coalesce(s.old_qty, 0) as old_qty, coalesce(s.new_qty, 0) as new_qty, coalesce(s.new_qty, 0) - coalesce(s.old_qty, 0) as diff_qty
      from summed s join warehouse w on w.id = s.warehouse_id join material m on m.id = s.material_id join material_unit u on u.id = m.base_unit_id
      order by w.name collate pinyin, s.need_date, m.code`);
  },
};

/** Meals of a window with what they need, to choose from: read, never claimed. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { SALES_PLAN } from '../../planning/meal-demands.server.ts';
import type { AskedMeal } from '../../planning/reckoning/asked-goods.server.ts';
import { lineKeyOf, proposalFor } from './asked-lines.rules.ts';
import { askedMeals, lineSourceOf, requireWindow, type AskedPlace, type NetNeed } from './asked-meals.server.ts';
import * as calls from './distribution.calls.ts';
import { heldMeals, type HeldMeal } from './held-meals.server.ts';

type Window = InputOf<typeof calls.extractSalePlan.input>;
type Card = TypeOf<typeof calls.extractSalePlan.answer>[number];
type Line = Card['lines'][number];

const extracting = async (context: Context, input: Window, kind: 'plan' | 'meal'): Promise<Card[]> => {
  requireWindow(input);
  const { gearOperationDeptId, useRestaurantDeptId, planId, warehouseId, billId, startTime, endTime } = input;
  if (gearOperationDeptId === null && useRestaurantDeptId === null && planId === null)
    throw new Refused(refuse('distribution.asked-place', {}, { field: 'gearOperationDeptId' }));
  const place: AskedPlace = {
    billId,
    gearOperationDeptId,
    useRestaurantDeptId,
    warehouseId,
    bladeProjectDeptId: null,
    startTime,
    endTime,
    netFlag: input.netFlag === 1,
  };
  const planIds = planId === null ? [] : [/^\d{1,19}$/.test(planId) ? planId : '0'];
  const sources = {
    kind,
    salesPlanIds: kind === 'plan' ? planIds : [],
    specialMealIds: kind === 'meal' ? planIds : [],
  };
  const asked = await askedMeals(context, place, sources, 'look');
  const held = await heldMeals(context, place, sources);
  const names = await namesFor(context, asked.meals, asked.needs);
  const needs = Map.groupBy(asked.needs, ({ meal }) => mealKey(meal));
  const cards = [...Map.groupBy(asked.meals, mealKey)].map(([key, meals]) => ({
    ...headOf(meals[0]!, names),
    claimedBy: '',
    dishes: meals.map((meal) => ({
      dishId: meal.dishId ?? '',
      dishName: names.of(meal.dishId ?? meal.materialId ?? ''),
      portions: meal.portions,
    })),
    lines: linesOf(needs.get(key) ?? [], asked.buyingOf, names),
  }));
  const open = new Set(cards.map(({ planId: id, mealDate, mealType }) => `${id} ${mealDate} ${mealType}`));
  return [
    ...cards,
    ...held.filter((each) => !open.has(`${each.planId} ${each.mealDate} ${each.mealType}`)).map(heldCard),
  ].toSorted((a, b) => `${a.mealDate} ${a.billCode}`.localeCompare(`${b.mealDate} ${b.billCode}`));
};

const mealKey = ({ sourceId, mealDate, mealType }: AskedMeal): string => `${sourceId} ${mealDate} ${mealType}`;

const heldCard = (held: HeldMeal): Card => ({ ...held, dishes: [...held.dishes], lines: [] });

const headOf = ({ sourceId, stallDeptId, mealDate, mealType }: AskedMeal, names: Names) => {
  const source = names.sources.get(sourceId);
  return {
    planId: sourceId,
    billCode: source?.billCode ?? '',
    planName: source?.name ?? '',
    gearOperationDeptId: stallDeptId,
    gearOperationDeptName: names.of(stallDeptId),
    mealDate,
    mealType,
    headCount: source?.headCount ?? source?.forecast?.[mealDate]?.[mealType] ?? null,
  };
};

/** One line for each material and day a meal needs it on. */
function linesOf(
  needs: readonly NetNeed[],
  buyingOf: Awaited<ReturnType<typeof askedMeals>>['buyingOf'],
  names: Names,
): Line[] {
  const groups = Map.groupBy(needs, (need) => lineKeyOf({ ...need, ...need.meal, materialId: need.materialId }));
  return [...groups.values()].map((same) => {
    const { meal, materialId, needDate } = same[0]!;
    const { line, packs } = buyingOf(same[0]!);
    const net = Decimal.sum(same.map((need) => need.net));
    const { unitId, qty } = proposalFor(net, packs, line.baseUnitId);
    return {
      sourceType: lineSourceOf(meal.sourceType),
      sourceId: meal.sourceId,
      sourceLineId: meal.sourceLineId,
      sourceLineIds: [...new Set(same.map((need) => need.meal.sourceLineId))],
      mealDate: meal.mealDate,
      mealType: meal.mealType,
      needDate,
      materialId,
      materialCode: names.codeOf(materialId),
      materialName: names.of(materialId),
      baseUnitId: line.baseUnitId,
      baseUnitName: names.of(line.baseUnitId),
      needQty: Decimal.sum(same.map((need) => need.qty)).toString(),
      netQty: net.toString(),
      unitId,
      unitName: names.unitOf(unitId),
      qty: qty.toString(),
      sourceKind: line.sourceKind,
      supplierId: line.supplierId ?? '',
      supplierName: names.of(line.supplierId ?? ''),
    };
  });
}

interface Source {
  readonly billCode: string;
  readonly name: string;
  readonly headCount: number | null;
  /** Guests by day and meal, as far as the plan says. */
  readonly forecast: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
}
interface Names {
  readonly sources: ReadonlyMap<Id, Source>;
  of(id: Id): string;
  codeOf(materialId: Id): string;
  unitOf(unitId: Id): string;
}
/** What everything is called, in the reader's language; ids are unique over all tables. */
async function namesFor(context: Context, meals: readonly AskedMeal[], needs: readonly NetNeed[]): Promise<Names> {
  const idsOf = (isPlan: boolean): Id[] => [
    ...new Set(meals.filter((meal) => (meal.sourceType === SALES_PLAN) === isPlan).map((meal) => meal.sourceId)),
  ];
  const sources = await context.tx.rows<Source & { id: Id }>(sql`
    select id, bill_code, coalesce(plan_name, '') as name, null::integer as head_count, diner_forecast as forecast
    from sales_plan where id = any(${idsOf(true)}::bigint[])
    union all select id, bill_code, meal_name, head_count, null::jsonb
    from special_meal where id = any(${idsOf(false)}::bigint[])`);
  const materialIds = [...needs.map((need) => need.materialId), ...meals.flatMap((meal) => meal.materialId ?? [])];
  const rows = await context.tx.rows<{ id: Id; code: string; name: string; kind: string }>(sql`
    select m.id, m.code, m.called as name, 'material' as kind from material m where m.id = any(${materialIds}::bigint[])
    union all select id, code, name, 'dish' from dish
    where id = any(${meals.flatMap((meal) => meal.dishId ?? [])}::bigint[])
    union all select id, code, dept_name, 'dept' from dept
    where id = any(${meals.map((meal) => meal.stallDeptId)}::bigint[])
    union all select u.id, u.code, u.called, 'unit' from material_unit u
    union all select s.id, s.code, s.name, 'supplier' from supplier s
    where exists (select 1 from supplier_material o where o.supplier_id = s.id
      and o.material_id = any(${materialIds}::bigint[]))`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    sources: new Map(sources.map(({ id, ...source }) => [id, source])),
    of: (id) => byId.get(id)?.name ?? '',
    codeOf: (id) => byId.get(id)?.code ?? '',
    unitOf: (id) => byId.get(id)?.name ?? '',
  };
}

export const extractionCalls: readonly Call[] = [
  serve(calls.extractSalePlan, (context, input) => extracting(context, input, 'plan')),
  serve(calls.extractSpecialMeal, (context, input) => extracting(context, input, 'meal')),
];

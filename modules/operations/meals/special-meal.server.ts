/** Special meals: what they come to is reckoned when they are saved; what speaks against them is checked when sent and again when approved. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { readDay } from '../../../kernel/core/kinds.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Acting, type Saving } from '../../../kernel/server/behaviour.ts';
import { notPermitted, unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readRecord } from '../../../kernel/server/record-query.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import { runAction, pastOf } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { cookingRefusals } from '../../master-data/dishes/authorised-dishes.server.ts';
import { dishFacts } from '../../master-data/dishes/dish-facts.server.ts';
import { convertLines } from '../../master-data/units/material-units.server.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { openStall } from '../sites/ancestors.server.ts';
import { costOfMeal, type MealCostAnswer } from './meal-cost.server.ts';
import { isTime } from './meal-time.rules.ts';
import { mealWarnings, type WatchedMeal } from './meal-warnings.server.ts';
import { stallPlaces } from './meals.server.ts';
import { specialMeal } from './special-meal.document.ts';
import { lineFaults, mealRefusals, mealTotal, portionsFor, type MealLine } from './special-meal.rules.ts';

export const specialMealBehaviour = behaviour(specialMeal, {
  async beforeSave(context, saving) {
    const { values } = saving;
    if (values.startTime && !isTime(String(values.startTime)))
      throw new Refused(refuse('operations.meal-time', { value: values.startTime }, { field: 'startTime' }));
    const { deptName: _, ...standing } = await openStall(context, String(values.gearOperationDeptId));
    values.totalAmount = mealTotal(
      Number(values.headCount),
      decimalOf(values.mealStandard)!,
      decimalOf(values.serviceFee) ?? Decimal.zero,
    ).toFixed(2);
    Object.assign(values, standing);
    if (saving.lines['details'] !== undefined) await completeLines(context, saving);
  },
  actions: {
    toApply: (context, documents) => problemsOf(context, documents),
    doApply: (context, documents) => problemsOf(context, documents),
    void: async (context, documents) =>
      documents
        .filter((document) => String(document.row.mealDate) <= context.today)
        .map(({ billCode }) => refuse('operations.meal-served', { billCode })),
  },
  filters: {
    dishId: (value) =>
      sql`exists (select 1 from special_meal_detail d where d.special_meal_id = t.id and d.dish_id::text = ${value})`,
  },
});

const decimalOf = (value: unknown): Decimal | null =>
  value === null || value === undefined || value === '' ? null : Decimal.of(String(value));
const idOf = (value: unknown): Id | null => (value ? String(value) : null);
const mealLine = (line: Readonly<Record<string, unknown>>, headCount: number): MealLine => ({
  lineKind: line['lineKind'] === 'material' ? 'material' : 'dish',
  dishId: idOf(line['dishId']),
  materialId: idOf(line['materialId']),
  unitId: idOf(line['unitId']),
  portions: portionsFor(decimalOf(line['portions']), decimalOf(line['perHead']), headCount),
});

/** Portions from what each guest takes; goods with the factor of their unit, which stays with the line. */
async function completeLines(context: Context, saving: Saving): Promise<void> {
  const sent = saving.lines['details']!;
  const lines = sent.map((line) => mealLine(line.values, Number(saving.values['headCount'])));
  const faults = lineFaults(lines);
  if (faults.length > 0) throw new Refused(...faults);
  const goods = lines.flatMap((line, index) =>
    line.lineKind === 'material'
      ? [{ index, materialId: line.materialId!, unitId: line.unitId!, qty: line.portions!.toString() }]
      : [],
  );
  const converted = await convertLines(context, goods, { date: String(saving.values['mealDate']) }).catch(
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      throw new Refused(
        ...error.refusals.map((refusal) =>
          refusal.line === undefined ? refusal : { ...refusal, line: goods[refusal.line - 1]!.index + 1 },
        ),
      );
    },
  );
  const baseOf = new Map(goods.map(({ index }, nr) => [index, converted[nr]!]));
  saving.lines['details'] = sent.map((line, index) => {
    const portions = lines[index]!.portions!.toString();
    const own =
      lines[index]!.lineKind === 'dish'
        ? { materialId: null, unitId: null, factor: null, baseUnitId: null, baseQty: null }
        : { dishId: null, ...baseOf.get(index) };
    return { ...line, values: { ...line.values, portions, ...own } };
  });
}

async function problemsOf(context: Context, documents: readonly Acting[]): Promise<Refusal[]> {
  const lines = Map.groupBy(
    await context.tx.rows<Record<string, unknown> & { specialMealId: Id }>(sql`
    select special_meal_id, line_kind, dish_id, material_id, unit_id, portions from special_meal_detail where special_meal_id = any(${documents.map((document) => document.id)}::bigint[]) order by special_meal_id, line_no`),
    (line) => line.specialMealId,
  );
  const found: Refusal[] = [];
  for (const { id, billCode, row } of documents)
    found.push(...(await checkMeal(context, { ...row, billCode }, lines.get(id) ?? [])));
  return found;
}

/** Everything that speaks against a special meal, saved or not. */
async function checkMeal(
  context: Context,
  meal: Readonly<Record<string, unknown>>,
  given: readonly Readonly<Record<string, unknown>>[],
): Promise<Refusal[]> {
  const lines = given.map((line) => mealLine(line, Number(meal['headCount'] ?? 0) || 0));
  const stallId = String(meal['gearOperationDeptId']);
  const frozen = await context.tx.rows<{ id: Id; name: string }>(
    sql`select id, name from material where frozen = 1 and id = any(${lines.flatMap((line) => line.materialId ?? [])}::bigint[])`,
  );
  const refusals = mealRefusals(lines, {
    billCode: String(meal['billCode'] ?? ''),
    mealDate: String(meal['mealDate']),
    mealType: String(meal['mealType']),
    today: context.today,
    mealName,
    // A meal with a time of its own is made outside the stall's hours on purpose.
    intervals: meal['startTime'] ? [] : ((await stallPlaces(context, [stallId])).get(stallId)?.intervals ?? []),
    dishes: await dishFacts(
      context,
      lines.flatMap((line) => line.dishId ?? []),
    ),
    frozenMaterials: new Map(frozen.map((row) => [row.id, row.name])),
  });
  return [
    ...refusals,
    ...(await cookingRefusals(
      context,
      lines.flatMap((line, index) =>
        line.dishId === null
          ? []
          : [{ line: index + 1, dishId: line.dishId, deptId: stallId, date: String(meal['mealDate']) }],
      ),
    )),
  ];
}

export const specialMealCalls = ({ registry }: Services): readonly Call[] => [
  {
    method: 'POST',
    service: 'gear-operation',
    path: 'gearspecialmeal/saveGearSpecialMeal',
    permission: ['gearspecialmeal_add', 'gearspecialmeal_edit'],
    summary: label('保存特殊餐', 'Save a special meal'),
    handle: async (context, input) => {
      if (!context.allowed(input['id'] ? 'gearspecialmeal_edit' : 'gearspecialmeal_add')) throw notPermitted();
      const id = await saveRecord(registry(), specialMeal, context, input);
      if (String(input['isApply'] ?? '') === '1') {
        if (!context.allowed('gearspecialmeal_to_apply')) throw notPermitted();
        await runAction(registry(), specialMeal, 'toApply', context, { ids: [id] });
      }
      return inFull(registry(), context, id);
    },
  },
  {
    method: 'GET',
    service: 'gear-operation',
    path: 'gearspecialmeal/getSpecialMealDetails',
    permission: ['gearspecialmeal_view', 'gearspecialmeal_edit'],
    summary: label('特殊餐详情', 'One special meal'),
    handle: (context, input) => inFull(registry(), context, requireId(input, 'id')),
  },
  {
    method: 'POST',
    service: 'gear-operation',
    path: 'gearspecialmeal/verifyGearSpecialMeal',
    permission: ['gearspecialmeal_view', 'gearspecialmeal_add', 'gearspecialmeal_edit'],
    reads: true,
    summary: label('检查特殊餐', 'Check a special meal, saved or not'),
    handle: (context, input) => verify(registry(), context, input),
  },
];

async function inFull(registry: Registry, context: Context, id: Id): Promise<Record<string, unknown>> {
  const meal = await readRecord(registry, specialMeal, context, { id });
  if (meal === undefined) throw unknownRecord(specialMeal.label);
  return { ...meal, ...(await pastOf(context, specialMeal, meal)) };
}

/** Errors as sentences with their line; a meal by its id, or as it stands on the screen. */
async function verify(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const stored = input['id'] ? await inFull(registry, context, requireId(input, 'id')) : {};
  const meal: Readonly<Record<string, unknown>> = { ...stored, ...input };
  requireId(meal, 'gearOperationDeptId');
  const mealDate = readDay(String(meal['mealDate'] ?? ''));
  if (mealDate === null)
    throw new Refused(
      refuse('param.invalid', { name: 'mealDate', value: meal['mealDate'] ?? '' }, { field: 'mealDate' }),
    );
  const details = (Array.isArray(meal['details']) ? (meal['details'] as readonly unknown[]) : []).map(readLine);
  const refusals = await checkMeal(context, { ...meal, mealDate }, details);
  const seesCosts = context.allowed('dish_cost_view');
  const found = await costsOf(context, { ...meal, mealDate }, details);
  const warnings = [
    ...(seesCosts ? found.warnings : []),
    ...(isAhead(meal, mealDate, context.today) ? await mealWarnings(context, watched(meal, mealDate, found)) : []),
  ];
  const items = [
    ...refusals.map((refusal) => ['error', refusal] as const),
    ...warnings.map(({ code, detail }) => ['warning', { code, detail } as Refusal] as const),
  ].map(([level, refusal]) => ({
    level,
    code: refusal.code,
    line: refusal.line ?? null,
    field: refusal.field ?? '',
    date: mealDate,
    mealType: String(meal['mealType'] ?? ''),
    dishId: refusal.line === undefined ? '' : String(details[refusal.line - 1]?.['dishId'] ?? ''),
    msg: sentenceOf(refusal, context.language),
  }));
  return {
    pass: refusals.length === 0,
    errors: refusals.length,
    warnings: items.length - refusals.length,
    items,
    ...(seesCosts ? { money: moneyOf(meal, found) } : {}),
  };
}

/** Still to be made: what is over, or approved and planned for, is not warned of any more. */
const isAhead = (meal: Readonly<Record<string, unknown>>, mealDate: string, today: string): boolean =>
  mealDate >= today && ['', 'draft', 'rejected', 'pending'].includes(String(meal['status'] ?? ''));

const watched = (
  meal: Readonly<Record<string, unknown>>,
  mealDate: string,
  { lines }: MealCostAnswer,
): WatchedMeal => ({
  id: idOf(meal['id']),
  stallId: String(meal['gearOperationDeptId']),
  mealDate,
  mealType: String(meal['mealType'] ?? ''),
  startTime: isTime(String(meal['startTime'] ?? '')) ? String(meal['startTime']) : null,
  lines: lines.flatMap((line) =>
    !line.isSound
      ? []
      : [
          line.dishId === null
            ? { materialId: line.materialId!, qty: line.qty.toString() }
            : { dishId: line.dishId, qty: line.qty.toString() },
        ],
  ),
});

const figureOf = (meal: Readonly<Record<string, unknown>>, name: string): Decimal =>
  FIGURE.test(String(meal[name] ?? '')) ? Decimal.of(String(meal[name])) : Decimal.zero;

function costsOf(
  context: Context,
  meal: Readonly<Record<string, unknown>>,
  details: readonly Readonly<Record<string, unknown>>[],
): Promise<MealCostAnswer> {
  const headCount = Number(meal['headCount'] ?? 0) || 0;
  return costOfMeal(
    context,
    details.map((line) => mealLine(line, headCount)),
    {
      stallId: String(meal['gearOperationDeptId']),
      mealDate: String(meal['mealDate']),
      headCount,
      mealStandard: figureOf(meal, 'mealStandard'),
      serviceFee: figureOf(meal, 'serviceFee'),
    },
  );
}

/** What the meal costs and brings, for whoever may see it; amounts of money with two places, null where something is unknown. */
const moneyOf = (
  meal: Readonly<Record<string, unknown>>,
  { cost, total, withTax, lines }: MealCostAnswer,
): unknown => ({
  headCount: Number(meal['headCount'] ?? 0) || 0,
  mealStandard: figureOf(meal, 'mealStandard').toFixed(2),
  serviceFee: figureOf(meal, 'serviceFee').toFixed(2),
  totalAmount: total.toFixed(2),
  income: cost.income.toFixed(2),
  withTax: withTax ? 1 : 0,
  costAmount: cost.amount?.toFixed(2) ?? null,
  costPerHead: cost.perHead?.toFixed(2) ?? null,
  foodCostPct: cost.percent?.toString() ?? null,
  targetFoodCost: cost.target?.toString() ?? null,
  lines: lines.map((line, at) => ({
    name: line.name,
    unitName: line.unitName,
    dishId: line.dishId ?? '',
    qty: line.qty.toString(),
    unitCost: line.unitCost?.toString() ?? null,
    cost: cost.lines[at]?.toFixed(2) ?? null,
  })),
});

/** A line of the screen; what is no id or no figure is refused by name. */
function readLine(raw: unknown, index: number): Readonly<Record<string, unknown>> {
  const line = (typeof raw === 'object' && raw !== null ? raw : {}) as Readonly<Record<string, unknown>>;
  for (const [name, shape] of [
    ['dishId', ID],
    ['materialId', ID],
    ['unitId', ID],
    ['portions', FIGURE],
    ['perHead', FIGURE],
  ] as const) {
    const value = line[name];
    if (value !== undefined && value !== null && value !== '' && !shape.test(String(value)))
      throw new Refused(refuse('param.invalid', { name, value }, { field: name, line: index + 1 }));
  }
  return line;
}
const ID = /^\d{1,19}$/;
const FIGURE = /^\d{1,12}(\.\d{1,6})?$/;

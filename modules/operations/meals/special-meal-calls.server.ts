/** Calls on special meals: saved whole, and checked and costed as they stand on the screen. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { readDay } from '../../../kernel/core/kinds.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import { notPermitted, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { recordById } from '../../../kernel/server/record-query.ts';
import { runAction, timelineOf } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { costOfMeal, type MealCostAnswer } from './meal-cost.server.ts';
import { isTime } from './meal-time.rules.ts';
import { mealWarnings, type WatchedMeal } from './meal-warnings.server.ts';
import * as calls from './special-meal.calls.ts';
import { specialMeal } from './special-meal.document.ts';
import { readMealLine, type MealLine } from './special-meal.rules.ts';
import { problemsOfMeal } from './special-meal.server.ts';

async function mealInFull(context: Context, id: Id) {
  const meal = await recordById(context, specialMeal, id);
  return { ...meal, ...(await timelineOf(context, specialMeal, meal)) };
}

const saveMeal = serve(calls.saveMeal, async (context, input, { body }) => {
  if (!context.allowed(input.id === null ? 'gearspecialmeal_add' : 'gearspecialmeal_edit')) throw notPermitted();
  const id = await saveRecord(specialMeal, context, body);
  if (input.isApply === '1') {
    if (!context.allowed('gearspecialmeal_to_apply')) throw notPermitted();
    await runAction(specialMeal, 'toApply', context, { ids: [id] });
  }
  return mealInFull(context, id);
});

/** Errors as sentences with their line. */
const checkMeal = serve(
  calls.checkMeal,
  async (context, input, { body }) => {
    const stored = input.id === null ? null : await recordById(context, specialMeal, requireId(input, 'id'));
    const meal = mealOnScreen(stored, input, body);
    const refusals = await problemsOfMeal(context, meal, meal.lines);
    const seesCosts = context.allowed('dish_cost_view');
    const cost = await costOfMeal(context, meal.lines, meal);
    const warnings = [
      ...(seesCosts ? cost.warnings : []),
      ...(isToCome(meal, context.today) ? await mealWarnings(context, watched(meal, cost)) : []),
    ];
    const items = [
      ...refusals.map((refusal) => ['error', refusal] as const),
      ...warnings.map(({ code, detail }): readonly ['warning', Refusal] => ['warning', { code, detail }]),
    ].map(([level, refusal]) => ({
      level,
      code: refusal.code,
      line: refusal.line ?? null,
      field: refusal.field ?? '',
      date: meal.mealDate,
      mealType: meal.mealType,
      dishId: refusal.line === undefined ? '' : (meal.lines[refusal.line - 1]?.dishId ?? ''),
      msg: sentenceOf(refusal, context.language),
    }));
    return {
      pass: refusals.length === 0,
      errors: refusals.length,
      warnings: items.length - refusals.length,
      items,
      ...(seesCosts ? { money: moneyOf(meal, cost) } : {}),
    };
  },
  { reads: true },
);

export const specialMealCalls: readonly Call[] = [
  saveMeal,
  serve(calls.mealDetail, async (context, input) => mealInFull(context, requireId(input, 'id'))),
  checkMeal,
];

type MealInput = InputOf<typeof calls.checkMeal.input>;
type HeadField = Exclude<keyof MealInput, 'id' | 'details'>;

/** A meal as it stands on the screen; what is no figure yet counts as nothing. */
interface MealOnScreen {
  readonly id: Id | null;
  readonly billCode: string;
  /** Empty while it is not saved. */
  readonly status: string;
  readonly stallId: Id;
  readonly mealDate: string;
  readonly mealType: string;
  readonly startTime: string;
  readonly headCount: number;
  readonly mealStandard: Decimal;
  readonly serviceFee: Decimal;
  readonly lines: readonly MealLine[];
}

/** What the body carries, cleared or not, stands in place of what is stored. Refuses a meal without stall or day. */
function mealOnScreen(stored: WholeRecord<typeof specialMeal> | null, input: MealInput, body: Input): MealOnScreen {
  const textOf = (name: HeadField): string =>
    Object.hasOwn(body, name) ? (input[name] ?? '') : String(stored?.[name] ?? '');
  const stallId = requireId({ gearOperationDeptId: textOf('gearOperationDeptId') }, 'gearOperationDeptId');
  const mealDate = readDay(textOf('mealDate'));
  if (mealDate === null)
    throw new Refused(refuse('param.invalid', { name: 'mealDate', value: textOf('mealDate') }, { field: 'mealDate' }));
  const headCount = /^\d{1,9}$/.test(textOf('headCount')) ? Number(textOf('headCount')) : 0;
  const given = Object.hasOwn(body, 'details') ? (input.details ?? []).map(requireReadable) : (stored?.details ?? []);
  return {
    id: input.id,
    billCode: stored?.billCode ?? '',
    status: textOf('status'),
    stallId,
    mealDate,
    mealType: textOf('mealType'),
    startTime: textOf('startTime'),
    headCount,
    mealStandard: figureOf(textOf('mealStandard')),
    serviceFee: figureOf(textOf('serviceFee')),
    lines: given.map((line) => readMealLine(line, headCount)),
  };
}

const ID = /^\d{1,19}$/;
const FIGURE = /^\d{1,12}(\.\d{1,6})?$/;
const figureOf = (text: string): Decimal => (FIGURE.test(text) ? Decimal.of(text) : Decimal.zero);

type LineOnScreen = NonNullable<MealInput['details']>[number];
const READABLE = { dishId: ID, materialId: ID, unitId: ID, portions: FIGURE, perHead: FIGURE };
/** A line of the screen; what is no id or no figure is refused by name. */
function requireReadable(line: LineOnScreen, index: number): LineOnScreen {
  for (const [name, pattern] of Object.entries(READABLE)) {
    const value = line[name as keyof typeof READABLE];
    if (value !== null && !pattern.test(value))
      throw new Refused(refuse('param.invalid', { name, value }, { field: name, line: index + 1 }));
  }
  return line;
}

/** Still to be made: what is over, or approved and planned for, is not warned of any more. */
const isToCome = ({ mealDate, status }: MealOnScreen, today: string): boolean =>
  mealDate >= today && ['', 'draft', 'rejected', 'pending'].includes(status);

const watched = (meal: MealOnScreen, { lines }: MealCostAnswer): WatchedMeal => ({
  id: meal.id,
  stallId: meal.stallId,
  mealDate: meal.mealDate,
  mealType: meal.mealType,
  startTime: isTime(meal.startTime) ? meal.startTime : null,
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

const moneyOf = (
  meal: MealOnScreen,
  { cost, total, withTax, lines }: MealCostAnswer,
): TypeOf<typeof calls.mealMoney> => ({
  headCount: meal.headCount,
  mealStandard: meal.mealStandard.toFixed(2),
  serviceFee: meal.serviceFee.toFixed(2),
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

/**
 * Judges menus as they are drawn up, saved or not: the same look for the planner, before sending and before approving.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { InputOf } from '../../../kernel/core/contract.ts';
import { flagOf, type Id } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import type { Label } from '../../../kernel/core/label.ts';
import { sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { cookingRefusals } from '../dishes/authorised-dishes.server.ts';
import { costsToday, type DishCostToday } from '../dishes/dish-cost.port.server.ts';
import { dishFacts } from '../dishes/dish-facts.server.ts';
import { dishType } from '../dishes/dish-type.resource.ts';
import { dayOr } from '../figures/calendar-day.rules.ts';
import { namedId } from '../units/unit-calls.server.ts';
import { CYCLE_DAYS_MAX } from './menu-cycle.rules.ts';
import {
  menuMarks,
  menuMoney,
  type Mark,
  type MarkLevel,
  type MealMoney,
  type PlannedDish,
  type PlannedMeal,
  type StructureRule,
} from './menu-plan.rules.ts';
import { checkMenu } from './menu-template.calls.ts';
import { menuRefusals } from './menu-template.rules.ts';

/** A menu as it stands in the database or on a screen. */
export interface DrawnMenu {
  readonly billCode: string;
  readonly typeId: Id;
  readonly templateKind: string;
  readonly cycleDays: number;
  readonly startDate: string;
  readonly restaurantIds: readonly Id[];
  /** Stalls it is made for, where it is made for stalls. */
  readonly stallIds: readonly Id[];
  readonly meals: readonly PlannedMeal[];
  readonly dishes: readonly PlannedDish[];
}
interface Judgement {
  /** What speaks against sending it, rules of its type at “do not send” included. */
  readonly refusals: readonly Refusal[];
  readonly marks: readonly Mark[];
  readonly money: readonly MealMoney[];
}

const ROLES = new Map((dishType.fields.dishRole.rules.choices ?? []).map(({ value, label: name }) => [value, name]));
const roleName = (role: string): Label => ROLES.get(role) ?? { zh: role, en: role };
const levelOf = (text: string | null | undefined): MarkLevel => (text === 'block' ? 'block' : 'warn');

/**
 * Judges these menus with a fixed number of questions, however many menus and dishes. Whoever looks is told costs he
 * may see; sending asks for them only where a dear meal stops it.
 */
export async function judgeMenus(
  context: Context,
  menus: readonly DrawnMenu[],
  purpose: 'look' | 'send',
): Promise<Judgement[]> {
  const overBudget = levelOf(await readParameter(context, 'menu.overBudget'));
  const dishIds = [...new Set(menus.flatMap((menu) => menu.dishes.map((line) => line.dishId)))];
  const types = new Map(
    (
      await context.tx.rows<TypeRow>(sql`
    select t.id, t.no_repeat_days, t.check_level, coalesce((select jsonb_agg(jsonb_build_object('mealType',
      s.meal_type, 'dishRole', s.dish_role, 'min', s.min, 'max', s.max) order by s.line_no)
      from menu_template_type_structure s where s.menu_template_type_id = t.id), '[]') as structure
    from menu_template_type t where t.id = any(${menus.map((menu) => menu.typeId)}::bigint[])`)
    ).map((row) => [row.id, row]),
  );
  const facts = await dishFacts(context, dishIds);
  const roles = new Map(
    (
      await context.tx.rows<{ id: Id; dishRole: string | null }>(
        sql`select d.id, t.dish_role from dish d left join dish_type t on t.id = d.dish_type_id
          where d.id = any(${dishIds}::bigint[])`,
      )
    ).map((row) => [row.id, row.dishRole]),
  );
  const cost = (purpose === 'look' ? context.allowed('dish_cost_view') : overBudget === 'block')
    ? await costsToday(context, dishIds)
    : new Map<Id, DishCostToday>();
  const denied = await deniedOn(context, menus);
  const stalls = await stallsBelow(
    context,
    menus.flatMap((menu) => menu.restaurantIds),
  );
  const onMenu = new Map(
    [...facts].map(([id, { name }]) => {
      const today = cost.get(id);
      return [
        id,
        {
          name,
          role: roles.get(id) ?? null,
          cost: today === undefined ? undefined : today.todayCost === null ? null : Decimal.of(today.todayCost),
          costMissing: today?.costMissing ?? [],
        },
      ];
    }),
  );
  return menus.map((menu, index) => {
    const type = types.get(menu.typeId);
    const rules = {
      cycleDays: menu.cycleDays,
      noRepeatDays: type?.noRepeatDays ?? 0,
      structure: type?.structure ?? [],
      level: levelOf(type?.checkLevel),
      overBudget,
      dishes: onMenu,
      mealName,
      roleName,
    };
    const marks = menuMarks(menu.dishes, menu.meals, rules);
    const refusals = menuRefusals(menu.dishes, {
      billCode: menu.billCode,
      templateKind: menu.templateKind,
      cycleDays: menu.cycleDays,
      startDate: menu.startDate,
      meals: menu.meals.map((meal) => meal.mealType),
      dishes: facts,
      mealName,
      stalls: new Set(menu.restaurantIds.flatMap((restaurantId) => stalls.get(restaurantId) ?? [])),
    });
    return {
      refusals: [
        ...refusals,
        ...denied[index]!,
        ...marks.filter(({ level }) => level === 'block').map(({ refusal }) => refusal),
      ],
      marks,
      money: menuMoney(menu.dishes, menu.meals, rules),
    };
  });
}
interface TypeRow {
  readonly id: Id;
  readonly noRepeatDays: number;
  readonly checkLevel: string;
  readonly structure: readonly StructureRule[];
}

/**
 * Dishes with a material that may not be cooked at the places of each menu when it begins, or today where it has begun;
 * a dish of a place is named in its first line.
 */
async function deniedOn(context: Context, menus: readonly DrawnMenu[]): Promise<Refusal[][]> {
  const cooked = menus.flatMap((menu, index) => {
    const date = menu.startDate > context.today ? menu.startDate : context.today;
    const first = new Map<
      string,
      { readonly menu: number; readonly line: number; readonly dishId: Id; readonly deptId: Id; readonly date: string }
    >();
    for (const { line, dishId, gearOperationDeptId } of menu.dishes) {
      for (const deptId of gearOperationDeptId === null
        ? menu.templateKind === 'gear'
          ? menu.stallIds
          : menu.restaurantIds
        : [gearOperationDeptId]) {
        const key = `${dishId} ${deptId}`;
        if (!first.has(key)) first.set(key, { menu: index, line, dishId, deptId, date });
      }
    }
    return [...first.values()];
  });
  // All menus are asked about at once: lines are counted through, and counted back afterwards.
  const found = await cookingRefusals(
    context,
    cooked.map((each, at) => ({ ...each, line: at + 1 })),
  );
  const of: Refusal[][] = menus.map(() => []);
  for (const refusal of found) {
    const { menu, line } = cooked[refusal.line! - 1]!;
    of[menu]!.push({ ...refusal, line, detail: { ...refusal.detail, line } });
  }
  return of;
}

/** Stalls by the restaurant they stand below. */
async function stallsBelow(context: Context, restaurantIds: readonly Id[]): Promise<ReadonlyMap<Id, readonly Id[]>> {
  const found = await context.tx.rows<{ restaurantId: Id; id: Id }>(sql`
    with recursive below as (select d.id as restaurant_id, d.id, d.dept_category from dept d
    where d.id = any(${[...restaurantIds]}::bigint[]) union select b.restaurant_id, d.id, d.dept_category from dept d
    join below b on d.parent_id = b.id)
    select restaurant_id, id from below where dept_category = ${DEPT.stall}`);
  return new Map(
    [...Map.groupBy(found, (row) => row.restaurantId)].map(([restaurantId, rows]) => [
      restaurantId,
      rows.map((row) => row.id),
    ]),
  );
}

/** What is on a screen is read as far as it says something; the rest is refused when it is saved. */
const wholeIn = (value: string | null, least: number, most: number): number | null =>
  /^\d{1,9}$/.test(value ?? '') && Number(value) >= least && Number(value) <= most ? Number(value) : null;
const figureIn = (value: string | null): Decimal | null =>
  value !== null && Decimal.isText(value) && Decimal.of(value).isPositive() ? Decimal.of(value) : null;
const idsIn = (value: unknown): Id[] => listOf(value ?? '').filter((id) => namedId(id) !== null);
const LINES_MAX = 5_000;

function drawn(input: InputOf<typeof checkMenu.input>, today: string): DrawnMenu {
  return {
    billCode: input.billCode ?? '',
    typeId: namedId(input.menuTemplateTypeId) ?? '0',
    templateKind: input.templateKind === 'gear' ? 'gear' : 'restaurant',
    cycleDays: wholeIn(input.cycleDays, 1, CYCLE_DAYS_MAX) ?? 7,
    startDate: dayOr(input.startDate, today),
    restaurantIds: idsIn(input.useRestaurantDeptIds),
    stallIds: idsIn(input.gearOperationDeptIds),
    meals: (input.meals ?? []).slice(0, LINES_MAX).flatMap(({ mealType, mealStandard, plannedDiners }): PlannedMeal[] =>
      mealType === null
        ? []
        : [
            {
              mealType,
              mealStandard: figureIn(mealStandard),
              plannedDiners: wholeIn(plannedDiners, 1, 999_999),
            },
          ],
    ),
    dishes: (input.details ?? []).slice(0, LINES_MAX).flatMap((row, index): PlannedDish[] => {
      const [dayNo, dishId] = [wholeIn(row.dayNo, 1, CYCLE_DAYS_MAX), namedId(row.dishId)];
      if (dayNo === null || dishId === null || row.mealType === null) return [];
      return [
        {
          line: index + 1,
          dayNo,
          mealType: row.mealType,
          dishId,
          gearOperationDeptId: namedId(row.gearOperationDeptId),
          planPortions: wholeIn(row.planPortions, 0, 999_999),
        },
      ];
    }),
  };
}

export const menuCheck = serve(
  checkMenu,
  async (context, input) => {
    const menu = drawn(input, context.today);
    const [{ refusals, marks, money }] = (await judgeMenus(context, [menu], 'look')) as [Judgement];
    // The cell is where the line stands, so that the sentence need not name it.
    const sentence = (refusal: Refusal): string =>
      sentenceOf(refusal, context.language).replace(/^(第 \d+ 行|Line \d+)[:：]\s*/, '');
    const marked = new Set(marks.map(({ refusal }) => refusal));
    const against = refusals
      .filter((refusal) => !marked.has(refusal))
      .map((refusal) => ({ refusal, at: menu.dishes[(refusal.line ?? 0) - 1] }));
    const blocked = against.flatMap(({ refusal, at }) =>
      at === undefined
        ? []
        : [{ refusal, dayNo: at.dayNo, mealType: at.mealType, line: at.line, level: 'block' as const }],
    );
    return {
      pass: refusals.length === 0,
      general: against.filter(({ at }) => at === undefined).map(({ refusal }) => sentence(refusal)),
      cells: [...blocked, ...marks].map(({ refusal, dayNo, mealType, line, level }) => ({
        dayNo,
        mealType,
        line,
        level,
        code: refusal.code,
        text: sentence(refusal),
      })),
      meals: money.map(({ dayNo, mealType, costPerDiner, unknown, mealStandard, over }) => ({
        dayNo,
        mealType,
        costPerDiner: costPerDiner.toFixed(2),
        unknown,
        mealStandard: mealStandard?.toFixed(2) ?? '',
        over: flagOf(over),
      })),
    };
  },
  { reads: true },
);

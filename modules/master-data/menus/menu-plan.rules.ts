/**
 * What a planner looks at while a menu is drawn up: what a meal costs each guest, what comes again too soon, what a
 * meal lacks, and what cannot be made or costed.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { MenuLine } from './menu-template.rules.ts';
import '../master-data.refusals.ts';

export type MarkLevel = 'warn' | 'block';
export interface PlannedDish extends MenuLine {
  /** Counted from 1, as the document lists its dishes. */
  readonly line: number;
  readonly planPortions: number | null;
}
export interface PlannedMeal {
  readonly mealType: string;
  /** Money a guest. */
  readonly mealStandard: Decimal | null;
  readonly plannedDiners: number | null;
}
export interface StructureRule {
  readonly mealType: string;
  /** Null: dishes of any role. */
  readonly dishRole: string | null;
  readonly min: number;
  readonly max: number;
}
export interface DishOnMenu {
  readonly name: string;
  readonly role: string | null;
  /** Money a portion; null where it is not known, undefined where the person may not see it. */
  readonly cost: Decimal | null | undefined;
  /** Why the cost is not known, a sentence each. */
  readonly costMissing: readonly string[];
}
export interface PlanRules {
  readonly cycleDays: number;
  readonly noRepeatDays: number;
  readonly structure: readonly StructureRule[];
  /** What a broken rule of the type means. */
  readonly level: MarkLevel;
  readonly overBudget: MarkLevel;
  readonly dishes: ReadonlyMap<string, DishOnMenu>;
  readonly mealName: (mealType: string) => Label;
  readonly roleName: (role: string) => Label;
}

/** Something to be seen at a cell; with a line it is about that dish. */
export interface Mark {
  readonly dayNo: number;
  readonly mealType: string;
  readonly line: number | null;
  readonly level: MarkLevel;
  readonly refusal: Refusal;
}
export interface MealMoney {
  readonly dayNo: number;
  readonly mealType: string;
  /** Money a guest, 2 places, of the dishes whose cost is known. */
  readonly costPerDiner: Decimal;
  /** Dishes whose cost is not known: the meal costs more than `costPerDiner`. */
  readonly unknown: number;
  readonly mealStandard: Decimal | null;
  readonly over: boolean;
}

/** On the table day after day, and nobody minds. */
const EVERY_DAY: ReadonlySet<string> = new Set(['staple', 'drink']);
const cellOf = ({ dayNo, mealType }: { readonly dayNo: number; readonly mealType: string }): string =>
  `${dayNo}|${mealType}`;
const sameStall = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/**
 * Everything worth marking, cell by cell in the order of days; what speaks against sending stands in `menuRefusals`.
 */
export function menuMarks(lines: readonly PlannedDish[], meals: readonly PlannedMeal[], rules: PlanRules): Mark[] {
  const money = menuMoney(lines, meals, rules);
  return [
    ...repeats(lines, rules),
    ...structures(lines, rules),
    ...unknownCosts(lines, rules),
    ...money.flatMap((each) => overBudget(each, rules)),
  ].toSorted((a, b) => a.dayNo - b.dayNo || (a.line ?? Infinity) - (b.line ?? Infinity));
}

/**
 * What each meal of each day costs a guest. A dish counts for as many portions as are planned a guest; one without
 * portions, or of a meal without guests, once for everybody. Nothing where costs are not to be seen.
 */
export function menuMoney(
  lines: readonly PlannedDish[],
  meals: readonly PlannedMeal[],
  { dishes }: Pick<PlanRules, 'dishes'>,
): MealMoney[] {
  const mealOf = new Map(meals.map((meal) => [meal.mealType, meal]));
  return [...Map.groupBy(lines, cellOf).values()].flatMap((cell): MealMoney[] => {
    const [{ dayNo, mealType }] = cell as [PlannedDish];
    const known = cell.map((line) => ({ line, cost: dishes.get(line.dishId)?.cost }));
    if (known.some(({ cost }) => cost === undefined)) return [];
    const meal = mealOf.get(mealType);
    const diners = meal?.plannedDiners ?? null;
    const costPerDiner = Decimal.sum(
      known.map(({ line, cost }) => {
        if (cost === null || cost === undefined) return Decimal.zero;
        return line.planPortions === null || diners === null
          ? cost
          : cost.times(Decimal.of(line.planPortions)).dividedBy(Decimal.of(diners));
      }),
    ).rounded(2);
    const mealStandard = meal?.mealStandard ?? null;
    return [
      {
        dayNo,
        mealType,
        costPerDiner,
        unknown: known.filter(({ cost }) => cost === null).length,
        mealStandard,
        over: mealStandard !== null && costPerDiner.isAbove(mealStandard),
      },
    ];
  });
}

interface MenuFigures {
  /**
   * Money a guest and meal, 2 places: the cells weighed by the guests of their meals, or alike where a meal names none.
   * Null where no cost is known.
   */
  readonly costPerDiner: Decimal | null;
  readonly overBudgetCells: number;
  readonly missingCells: number;
}
/** A whole menu in three figures, from the money of its cells. */
export function menuFigures(
  lines: readonly PlannedDish[],
  meals: readonly PlannedMeal[],
  rules: Pick<PlanRules, 'dishes'>,
): MenuFigures {
  const cells = menuMoney(lines, meals, rules);
  const guests = new Map(meals.map((meal) => [meal.mealType, meal.plannedDiners]));
  const isWeighed = cells.every(({ mealType }) => (guests.get(mealType) ?? 0) > 0);
  const weightOf = (mealType: string): Decimal => (isWeighed ? Decimal.of(guests.get(mealType)!) : Decimal.one);
  const served = Map.groupBy(lines, cellOf);
  const known = cells.filter((cell) => cell.unknown < served.get(cellOf(cell))!.length);
  const weight = Decimal.sum(known.map(({ mealType }) => weightOf(mealType)));
  return {
    costPerDiner:
      known.length === 0
        ? null
        : Decimal.sum(known.map(({ mealType, costPerDiner }) => costPerDiner.times(weightOf(mealType))))
            .dividedBy(weight)
            .rounded(2),
    overBudgetCells: cells.filter(({ over }) => over).length,
    missingCells: cells.filter(({ unknown }) => unknown > 0).length,
  };
}

/** The same dish at the same stall again within so many days, round the cycle: day 1 follows the last. */
function repeats(lines: readonly PlannedDish[], { cycleDays, noRepeatDays, level, dishes }: PlanRules): Mark[] {
  if (noRepeatDays === 0) return [];
  return [...Map.groupBy(lines, (line) => line.dishId)].flatMap(([dishId, served]) => {
    const dish = dishes.get(dishId);
    if (EVERY_DAY.has(dish?.role ?? '')) return [];
    return served.flatMap((line): Mark[] => {
      const before = served
        .filter((other) => other.dayNo !== line.dayNo && sameStall(other.gearOperationDeptId, line.gearOperationDeptId))
        .map((other) => ({ dayNo: other.dayNo, gap: (line.dayNo - other.dayNo + cycleDays) % cycleDays }))
        .filter(({ gap }) => gap <= noRepeatDays)
        .toSorted((a, b) => a.gap - b.gap)[0];
      return before === undefined
        ? []
        : [
            {
              dayNo: line.dayNo,
              mealType: line.mealType,
              line: line.line,
              level,
              refusal: refuse('master-data.menu-repeat', {
                dish: dish?.name ?? dishId,
                dayNo: line.dayNo,
                before: before.dayNo,
                within: noRepeatDays,
              }),
            },
          ];
    });
  });
}

/** So many dishes of a role as the type wants, in every cell that has dishes. */
function structures(
  lines: readonly PlannedDish[],
  { structure, level, dishes, mealName, roleName }: PlanRules,
): Mark[] {
  return [...Map.groupBy(lines, cellOf).values()].flatMap((cell) => {
    const [{ dayNo, mealType }] = cell as [PlannedDish];
    return structure
      .filter((rule) => rule.mealType === mealType)
      .flatMap(({ dishRole, min, max }): Mark[] => {
        const count = new Set(
          cell
            .filter(({ dishId }) => dishRole === null || dishes.get(dishId)?.role === dishRole)
            .map(({ dishId }) => dishId),
        ).size;
        if (count >= min && count <= max) return [];
        const wanted = min === max ? String(min) : `${min}–${max}`;
        return [
          {
            dayNo,
            mealType,
            line: null,
            level,
            refusal: refuse('master-data.menu-roles', {
              dayNo,
              meal: mealName(mealType),
              role: dishRole === null ? { zh: '菜品', en: 'dishes' } : roleName(dishRole),
              count,
              wanted,
            }),
          },
        ];
      });
  });
}

const unknownCosts = (lines: readonly PlannedDish[], { dishes }: PlanRules): Mark[] =>
  lines.flatMap((line): Mark[] => {
    const dish = dishes.get(line.dishId);
    return dish?.cost !== null
      ? []
      : [
          {
            dayNo: line.dayNo,
            mealType: line.mealType,
            line: line.line,
            level: 'warn',
            refusal: refuse('master-data.menu-cost-unknown', { dish: dish.name, why: dish.costMissing[0] ?? '' }),
          },
        ];
  });

function overBudget(
  { dayNo, mealType, costPerDiner, mealStandard, over }: MealMoney,
  { overBudget: level, mealName }: PlanRules,
): Mark[] {
  if (!over || mealStandard === null) return [];
  return [
    {
      dayNo,
      mealType,
      line: null,
      level,
      refusal: refuse('master-data.menu-over-budget', {
        dayNo,
        meal: mealName(mealType),
        cost: costPerDiner.toFixed(2),
        standard: mealStandard.toFixed(2),
      }),
    },
  ];
}

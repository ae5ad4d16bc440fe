/** The week as a grid: one row a meal and dish, one column a day; and back to the lines a sales plan keeps. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { GridRow } from '../../../parts/line-grid/model.ts';
import type { FilledLine } from './menu-fill.rules.ts';

/** What tells cells of a week apart: meal, dish and size of the portion. */
interface Cell {
  readonly mealType?: unknown;
  readonly dishId?: unknown;
  readonly portionGroup?: unknown;
}
/** A line of a plan as it is stored or was typed. */
interface PlanLine extends Cell {
  readonly mealDate?: unknown;
  readonly dishName?: unknown;
  readonly dishCode?: unknown;
  readonly portions?: unknown;
  readonly price?: unknown;
  readonly remark?: unknown;
  readonly menuTemplateId?: unknown;
}
/** A meal and a dish; each day has a column of its own, and `kept` is a `Kept`. */
export interface WeekRow extends GridRow, Cell {
  readonly dishName?: unknown;
  readonly dishCode?: unknown;
  readonly price?: unknown;
  /** The price the row came with. */
  readonly pricedAs?: unknown;
  readonly kept?: unknown;
  readonly sum?: unknown;
  /** It is the first of its meal. */
  readonly first?: unknown;
}

/** The column of a day, counted from 0. */
export const dayField = (at: number): string => `d${at}`;
export const MEALS = ['breakfast', 'lunch', 'tea', 'dinner', 'night', 'other'] as const;
const DAYS_MAX = 14;

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const DAY_MS = 86_400_000;

/** Days from the first to the last, both included; empty while either is missing. */
export function daysOf(start: unknown, end: unknown): readonly string[] {
  const from = Date.parse(`${text(start)}T00:00:00Z`);
  const to = Date.parse(`${text(end)}T00:00:00Z`);
  if (Number.isNaN(from) || Number.isNaN(to) || to < from) return [];
  return Array.from({ length: Math.min(DAYS_MAX, (to - from) / DAY_MS + 1) }, (_, at) =>
    new Date(from + at * DAY_MS).toISOString().slice(0, 10),
  );
}
/** So many days after a day, yyyy-MM-dd; before it where `days` is negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
/** 0 is Sunday. */
export const weekdayAt = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const rank = (meal: unknown): number => MEALS.findIndex((each) => each === text(meal)) + 1 || MEALS.length + 1;

/**
 * Marks the first row of every meal, so that its name stands out; rows that stay as they were stay the same objects.
 */
export const withFirst = (rows: readonly WeekRow[]): readonly WeekRow[] =>
  rows.map((row, at) => {
    const first = at === 0 || rows[at - 1]?.mealType !== row.mealType;
    return row.first === first ? row : { ...row, first };
  });

/** The row with the portions of all its days; one that had that sum already stays the same object. */
export const sumOf = (row: WeekRow): WeekRow => {
  let total = Decimal.zero;
  for (let at = 0; at < DAYS_MAX; at += 1) {
    const value = text(row[dayField(at)]);
    if (Decimal.isText(value)) total = total.plus(Decimal.of(value));
  }
  const sum = total.isZero() ? null : total.toString();
  return row.sum === sum ? row : { ...row, sum };
};

/** Lines of a plan as rows of the week, by meal in the order of the day. */
export function toWeek(lines: readonly PlanLine[], days: readonly string[]): readonly WeekRow[] {
  const rows = new Map<string, { -readonly [K in keyof WeekRow]: WeekRow[K] }>();
  for (const line of lines) {
    const key = [line.mealType, line.dishId, line.portionGroup ?? 'standard'].map(text).join('|');
    const row = rows.get(key) ?? {
      key: `w|${key}`,
      mealType: line.mealType,
      dishId: line.dishId,
      dishName: line.dishName,
      dishCode: line.dishCode,
      portionGroup: line.portionGroup ?? 'standard',
      price: line.price ?? null,
      pricedAs: line.price ?? null,
      kept: {},
    };
    const at = days.indexOf(text(line.mealDate));
    if (at >= 0) {
      row[dayField(at)] = Decimal.isText(text(line.portions)) ? Decimal.of(text(line.portions)).toString() : null;
      row.kept = {
        ...(row.kept as StoredCell),
        [text(line.mealDate)]: {
          price: line.price ?? null,
          remark: line.remark ?? null,
          menuTemplateId: line.menuTemplateId || null,
        },
      };
    }
    rows.set(key, row);
  }
  return withFirst([...rows.values()].sort((a, b) => rank(a.mealType) - rank(b.mealType)).map((row) => sumOf(row)));
}

/** Empty cells filled with what is forecast of their dishes; cells with portions stay. */
export const withForecastPortions = (
  rows: readonly WeekRow[],
  days: readonly string[],
  portions: (day: string, meal: string, dishId: string) => number | undefined,
): { readonly rows: readonly WeekRow[]; readonly filled: number } => {
  let filled = 0;
  const next = rows.map((row) => {
    const cells = days.flatMap((day, at): readonly (readonly [string, string])[] => {
      const expected = portions(day, text(row.mealType), text(row.dishId));
      return text(row[dayField(at)]) !== '' || expected === undefined || expected === 0
        ? []
        : [[dayField(at), String(expected)]];
    });
    filled += cells.length;
    return cells.length === 0 ? row : sumOf({ ...row, ...Object.fromEntries(cells) });
  });
  return { rows: next, filled };
};

/** What a line keeps beyond what the week shows, by day. */
type StoredCell = Readonly<
  Record<string, { readonly price: unknown; readonly remark: unknown; readonly menuTemplateId?: unknown }>
>;

/** A line of a plan as the grid writes it; a dish that is not chosen yet is empty. */
interface WeekLine {
  readonly mealDate: string;
  readonly mealType: string;
  readonly dishId: string;
  readonly dishName: unknown;
  readonly dishCode: unknown;
  readonly portionGroup: unknown;
  readonly portions: string;
  readonly price: unknown;
  readonly remark: unknown;
  readonly menuTemplateId: unknown;
}
export interface FlatLine {
  readonly line: WeekLine;
  /** Cell the line stands in. */
  readonly key: string;
  readonly at: number;
}

/** Every filled cell as a line, remembering its cell, so that what is said about a line is shown there. */
export function toLines(rows: readonly WeekRow[], days: readonly string[]): readonly FlatLine[] {
  return rows.flatMap((row) =>
    days.flatMap((mealDate, at): FlatLine[] => {
      const portions = text(row[dayField(at)]);
      if (!Decimal.isText(portions) || !Decimal.of(portions).isPositive()) return [];
      const kept = (row.kept as StoredCell | undefined)?.[mealDate];
      // Prices may differ from day to day; only a price typed here speaks for all days.
      const price = row.price === row.pricedAs ? (kept?.price ?? row.price) : row.price;
      const line = {
        mealDate,
        mealType: text(row.mealType),
        dishId: text(row.dishId),
        dishName: row.dishName,
        dishCode: row.dishCode,
        portionGroup: row.portionGroup ?? 'standard',
        portions,
        price: price ?? null,
        remark: kept?.remark ?? null,
        menuTemplateId: kept?.menuTemplateId ?? null,
      };
      return [{ line, key: row.key, at }];
    }),
  );
}

/** Puts a dish behind the last of its meal. */
export function withDish(rows: readonly WeekRow[], row: WeekRow): readonly WeekRow[] {
  const own = rank(row.mealType);
  const at = rows.findLastIndex((each) => rank(each.mealType) <= own);
  return withFirst([...rows.slice(0, at + 1), row, ...rows.slice(at + 1)]);
}

/**
 * What a menu serves on these days: dishes that are missing join their meals, free cells are filled, typed ones only
 * when told so. A cell the menu gives no portions waits for them as the menu's own.
 */
export function withMenu(
  rows: readonly WeekRow[],
  lines: readonly FilledLine[],
  days: readonly string[],
  over: boolean,
): readonly WeekRow[] {
  const keyOf = (row: Cell): string => [row.mealType, row.dishId, row.portionGroup ?? 'standard'].map(text).join('|');
  const filled = new Map(rows.map((row) => [keyOf(row), row]));
  const added: WeekRow[] = [];
  for (const line of lines) {
    const at = days.indexOf(line.mealDate);
    if (at < 0) continue;
    const key = keyOf({ ...line });
    const old = filled.get(key);
    const row: WeekRow = old ?? {
      key: `m|${key}`,
      mealType: line.mealType,
      dishId: line.dishId,
      dishName: line.dishName,
      dishCode: line.dishCode,
      portionGroup: line.portionGroup,
      price: line.price,
      pricedAs: line.price,
      kept: {},
    };
    const isTyped = (row[dayField(at)] ?? null) !== null;
    if (isTyped && (!over || line.portions === null)) continue;
    const kept = (row.kept ?? {}) as StoredCell;
    const next = sumOf({
      ...row,
      ...(line.portions === null ? {} : { [dayField(at)]: String(line.portions) }),
      kept: {
        ...kept,
        [line.mealDate]: {
          price: kept[line.mealDate]?.price ?? line.price,
          remark: kept[line.mealDate]?.remark ?? null,
          menuTemplateId: line.menuTemplateId,
        },
      },
    });
    filled.set(key, next);
    if (old === undefined) added.push(next);
  }
  const current = rows.map((row) => {
    const now = filled.get(keyOf(row));
    return now?.key === row.key ? now : row;
  });
  return added.reduce((week, row) => withDish(week, filled.get(keyOf(row)) ?? row), withFirst(current));
}

/** One day's portions on other days. */
export const withDayCopied = (
  rows: readonly WeekRow[],
  from: number,
  to: readonly number[],
  over: boolean,
): readonly WeekRow[] =>
  rows.map((row) => {
    const taken = row[dayField(from)];
    if (taken === null || taken === undefined) return row;
    const free = to.filter((at) => over || row[dayField(at)] === null || row[dayField(at)] === undefined);
    return free.length === 0 ? row : sumOf({ ...row, ...Object.fromEntries(free.map((at) => [dayField(at), taken])) });
  });

export interface MealTotal {
  readonly meal: string;
  readonly byDay: readonly string[];
  readonly total: string;
}
/** Portions by meal and day, and of all meals under ''. */
export function totalsOf(rows: readonly WeekRow[], days: readonly string[]): readonly MealTotal[] {
  const meals = [...new Set(rows.map((row) => text(row.mealType)).filter((meal) => meal !== ''))].sort(
    (a, b) => rank(a) - rank(b),
  );
  return [...meals, ''].map((meal) => {
    const own = rows.filter((row) => meal === '' || row.mealType === meal);
    const byDay = days.map((_, at) =>
      Decimal.sum(
        own
          .map((row) => text(row[dayField(at)]))
          .filter((value) => Decimal.isText(value))
          .map((value) => Decimal.of(value)),
      ),
    );
    return { meal, byDay: byDay.map(String), total: Decimal.sum(byDay).toString() };
  });
}

/** The dishes of a menu as they are moved about on the board: rows in, rows out. */
import type { GridRow } from '../../../parts/line-grid/model.ts';

type DishField =
  | 'dayNo'
  | 'mealType'
  | 'dishId'
  | 'dishName'
  | 'dishCode'
  | 'gearOperationDeptId'
  | 'gearOperationDeptName'
  | 'planPortions';
/** A dish of a menu as the grid holds it: what is typed need not be a value yet. */
export type MenuRow = GridRow & { readonly [K in DishField]?: unknown };

export interface Place {
  readonly dayNo: number;
  readonly mealType: string;
}
/** Names a cell of the board. */
export const cellKey = ({ dayNo, mealType }: Place): string => `${dayNo}|${mealType}`;
/** The cell a dish stands in. */
export const placeOf = ({ dayNo, mealType }: MenuRow): Place => ({ dayNo: Number(dayNo), mealType: String(mealType) });
const isAt = (row: MenuRow, { dayNo, mealType }: Place): boolean =>
  Number(row.dayNo) === dayNo && row.mealType === mealType;
const stallOf = (row: MenuRow): string => String(row.gearOperationDeptId ?? '');
const isSame = (row: MenuRow, other: MenuRow): boolean =>
  row.dishId === other.dishId && stallOf(row) === stallOf(other);

/** The dishes of a cell, in their order. */
export const cellRows = (rows: readonly MenuRow[], place: Place): readonly MenuRow[] =>
  rows.filter((row) => isAt(row, place));

let serial = 0;
/** A copy that is a line of its own, which the server does not know yet. */
function copyOf(row: MenuRow, place: Place): MenuRow {
  serial += 1;
  const { id: _id, version: _version, ...values } = row;
  return { ...values, ...place, key: `new-${Date.now().toString(36)}-${serial}` };
}

/** The dish stands in another cell, or in both; undefined where the cell has it already. */
export function withDishMoved(
  rows: readonly MenuRow[],
  key: string,
  place: Place,
  isCopy = false,
): { readonly rows: readonly MenuRow[]; readonly key: string } | undefined {
  const row = rows.find((each) => each.key === key);
  if (row === undefined || cellRows(rows, place).some((each) => isSame(each, row))) return undefined;
  const moved = isCopy ? copyOf(row, place) : { ...row, ...place };
  return { rows: [...(isCopy ? rows : rows.filter((each) => each.key !== key)), moved], key: moved.key };
}

export interface Dish {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}
/** A further dish of a cell; undefined where the cell has it already. */
export function withDish(
  rows: readonly MenuRow[],
  dish: Dish,
  place: Place,
): { readonly rows: readonly MenuRow[]; readonly key: string } | undefined {
  const added = copyOf(
    {
      key: '',
      dishId: dish.id,
      dishName: dish.name,
      dishCode: dish.code,
      portionGroup: 'standard',
      featured: 0,
      sort: 0,
    },
    place,
  );
  return cellRows(rows, place).some((each) => isSame(each, added))
    ? undefined
    : { rows: [...rows, added], key: added.key };
}

/** One day's dishes on others as well; `over`: instead of the dishes that are there. */
export function withDayCopied(
  rows: readonly MenuRow[],
  from: number,
  to: readonly number[],
  over: boolean,
): readonly MenuRow[] {
  const source = rows.filter((row) => Number(row.dayNo) === from);
  const days = to.filter((day) => day !== from);
  const others = over ? rows.filter((row) => !days.includes(Number(row.dayNo))) : rows;
  const copies = days.flatMap((dayNo) =>
    source.flatMap((row) => {
      const place = { ...placeOf(row), dayNo };
      return cellRows(others, place).some((each) => isSame(each, row)) ? [] : [copyOf(row, place)];
    }),
  );
  return [...others, ...copies];
}

/** Steps of the arrow keys over the board: days and meals. */
export const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
type Step = readonly [days: number, meals: number];
interface Board {
  readonly rows: readonly MenuRow[];
  /** Meals from top to bottom, days from left to right. */
  readonly meals: readonly { readonly mealType?: unknown }[];
  readonly days: readonly number[];
}

/** The cell one step away; undefined beyond the edge. */
export function cellBeside({ meals, days }: Board, { dayNo, mealType }: Place, step: Step): Place | undefined {
  const meal = meals[meals.findIndex((each) => each.mealType === mealType) + step[1]]?.mealType;
  return meal === undefined || !days.includes(dayNo + step[0])
    ? undefined
    : { dayNo: dayNo + step[0], mealType: String(meal) };
}

/**
 * What has the focus after an arrow key, by its key: up and down go through the dishes of a cell, and where one may be
 * added its button, before they go on to the next cell.
 */
export function focusAfter(
  board: Board,
  place: Place,
  row: MenuRow | undefined,
  step: Step,
  mayAdd: boolean,
): { readonly key: string; readonly dayNo: number } | undefined {
  const [, meals] = step;
  const dishes = cellRows(board.rows, place);
  const at = row === undefined ? dishes.length : dishes.indexOf(row);
  const within =
    meals === 0
      ? undefined
      : (dishes[at + meals]?.key ?? (meals === 1 && row !== undefined && mayAdd ? cellKey(place) : undefined));
  if (within !== undefined) return { key: within, dayNo: place.dayNo };
  const to = cellBeside(board, place, step);
  if (to === undefined) return undefined;
  const others = cellRows(board.rows, to);
  return { key: others[meals === -1 ? others.length - 1 : 0]?.key ?? cellKey(to), dayNo: to.dayNo };
}

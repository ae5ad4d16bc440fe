/** The dishes of a menu as they are moved about on the board: rows in, rows out. */
import type { GridRow } from '../../../parts/line-grid/model.ts';

export interface Place {
  readonly dayNo: number;
  readonly mealType: string;
}
const isAt = (row: GridRow, { dayNo, mealType }: Place): boolean =>
  Number(row['dayNo']) === dayNo && row['mealType'] === mealType;
const stallOf = (row: GridRow): string => String(row['gearOperationDeptId'] ?? '');
const isSame = (row: GridRow, other: GridRow): boolean =>
  row['dishId'] === other['dishId'] && stallOf(row) === stallOf(other);

/** What stands in a cell, in its order. */
export const cellRows = (rows: readonly GridRow[], place: Place): readonly GridRow[] =>
  rows.filter((row) => isAt(row, place));

let serial = 0;
/** A line of its own; what the server knew it by stays with the first. */
function copyOf(row: GridRow, place: Place): GridRow {
  serial += 1;
  const { id: _id, version: _version, ...kept } = row;
  return { ...kept, ...place, key: `new-${Date.now().toString(36)}-${serial}` };
}

/** The dish stands in another cell, or in both; undefined where the cell has it already. */
export function withDishMoved(
  rows: readonly GridRow[],
  key: string,
  place: Place,
  isCopy = false,
): { readonly rows: readonly GridRow[]; readonly key: string } | undefined {
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
  rows: readonly GridRow[],
  dish: Dish,
  place: Place,
): { readonly rows: readonly GridRow[]; readonly key: string } | undefined {
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

/** One day's dishes on others; what stands there stays beside them, or makes room. */
export function withDayCopied(
  rows: readonly GridRow[],
  from: number,
  to: readonly number[],
  over: boolean,
): readonly GridRow[] {
  const source = rows.filter((row) => Number(row['dayNo']) === from);
  const days = to.filter((day) => day !== from);
  const kept = over ? rows.filter((row) => !days.includes(Number(row['dayNo']))) : rows;
  const copies = days.flatMap((dayNo) =>
    source.flatMap((row) => {
      const place = { dayNo, mealType: String(row['mealType']) };
      return cellRows(kept, place).some((each) => isSame(each, row)) ? [] : [copyOf(row, place)];
    }),
  );
  return [...kept, ...copies];
}

/** The moves behind a figure of the statistics, as an address of the list of moves. */
import { stretchEnd, type Figure, type GroupBy, IN, OUT } from './statistics.rules.ts';

/** What the statistics were asked, and how its filters are called. */
export interface Asked {
  readonly startDate: string;
  readonly endDate: string;
  readonly groupBy: GroupBy;
  readonly place: string;
  readonly materialType: string;
  readonly materialId: string;
  readonly names: Readonly<Record<string, string>>;
}
/** A row of the answer; null stands for all together. */
type Row = { readonly key: string; readonly name: string } | null;

/** Conditions the row stands for, with the words its chips show. */
function rowTerms({ groupBy }: Asked, row: Row): Readonly<Record<string, string>> {
  if (row === null || groupBy === 'day' || groupBy === 'month') return {};
  // A lot that nobody delivered has supplier 0.
  if (groupBy === 'supplier') return { supplier: row.key === '' ? '0' : row.key, '~supplier': row.name };
  const field = { type: 'materialTypeId', material: 'materialId', place: 'warehouseId' }[groupBy];
  return { [`${field}_equal`]: row.key, [`~${field}_equal`]: row.name };
}

/** Conditions of the filters, but for those a row says better. */
function filterTerms(
  { groupBy, place, materialType, materialId, names }: Asked,
  row: Row,
): Readonly<Record<string, string>> {
  const isOf = (group: GroupBy): boolean => row !== null && groupBy === group;
  return {
    ...(place === '' || isOf('place') ? {} : { warehouseId_equal: place, '~warehouseId_equal': names['place'] ?? '' }),
    ...(materialId === '' || isOf('material')
      ? {}
      : { materialId_equal: materialId, '~materialId_equal': names['materialId'] ?? '' }),
    ...(materialType === '' || isOf('material') || isOf('type') ? {} : { materialType }),
  };
}

/** The days a row is about. */
function daysOf({ startDate, endDate, groupBy }: Asked, row: Row): readonly [from: string, to: string] {
  if (row === null || (groupBy !== 'day' && groupBy !== 'month')) return [startDate, endDate];
  const end = stretchEnd(row.key, groupBy);
  return [row.key < startDate ? startDate : row.key, end > endDate ? endDate : end];
}

/** Which moves a figure is the sum of: those of its columns in the time, or all before it or until its end. */
function figureTerms(
  figure: Figure,
  words: string,
  [from, to]: readonly [string, string],
): Readonly<Record<string, string>> {
  if (figure === 'open') return { businessTime_datelt: from };
  if (figure === 'close') return { businessTime_datele: to };
  if (figure === 'transit') return { businessTime_datele: to, withTransit: 'only' };
  const columns = figure === 'in' ? IN : figure === 'out' ? OUT : [figure];
  return { businessTime_datege: from, businessTime_datele: to, counted: columns.join(), '~counted': words };
}

/** The address; `words` name the figure. */
export const movesOf = (asked: Asked, row: Row, figure: Figure, words: string): string =>
  `/store/stockbatchlogs?${new URLSearchParams({
    withTransit: '1',
    ...filterTerms(asked, row),
    ...rowTerms(asked, row),
    ...figureTerms(figure, words, daysOf(asked, row)),
  }).toString()}`;

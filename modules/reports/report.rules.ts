import './reports.refusals.ts';
import type { Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';

export const FUNCTIONS = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type Fn = (typeof FUNCTIONS)[number];
export const SPANS = ['day', 'month', 'year'] as const;
type Span = (typeof SPANS)[number];
/** How a filter compares; the names are those of list calls. */
export const OPERATORS = ['equal', 'notequal', 'like', 'ge', 'le', 'in', 'null', 'notnull'] as const;
type Operator = (typeof OPERATORS)[number];

export interface Group {
  readonly field: string;
  readonly span?: Span;
}
interface Measure {
  readonly field: string;
  readonly fn: Fn;
}
interface Filter {
  readonly field: string;
  readonly op: Operator;
  readonly value: string;
}
export interface Config {
  /** Shown where nothing is grouped. */
  readonly columns: readonly string[];
  readonly groupBy: readonly Group[];
  readonly measures: readonly Measure[];
  readonly filters: readonly Filter[];
  /** `field` or `-field`; of a grouped report `#0` is its first measure. */
  readonly sort: string;
}
export const EMPTY: Config = { columns: [], groupBy: [], measures: [], filters: [], sort: '' };

const COLUMNS_MAX = 30;
const GROUPS_MAX = 5;
const MEASURES_MAX = 10;
const FILTERS_MAX = 20;

/** A field a report may show, group or compare: a column of its own, and no secret. */
export const isReportable = (fields: Fields, name: string): boolean => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return (
    field !== undefined &&
    field.rules.computed !== true &&
    !['secret', 'json', 'pictures', 'attachments', 'refs', 'richtext'].includes(field.kind)
  );
};
/** A figure, which may be summed and averaged. */
export const canSum = (fields: Fields, name: string): boolean =>
  isReportable(fields, name) && ['number', 'decimal'].includes(kinds[fields[name]!.kind].nature);
const canSpan = (fields: Fields, name: string): boolean => ['day', 'moment'].includes(kinds[fields[name]!.kind].nature);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((each) => each === value);

/**
 * Reads a design against the fields its reader may see. Names are looked up, never run; what is not there is refused by
 * name.
 */
export function readConfig(
  raw: unknown,
  fields: Fields,
): { readonly config: Config; readonly refusals: readonly Refusal[] } {
  const given = objectOf(typeof raw === 'string' ? parsed(raw) : raw);
  const refusals: Refusal[] = [];
  const known = (name: unknown): name is string => {
    if (typeof name === 'string' && isReportable(fields, name)) return true;
    refusals.push(refuse('report.field', { name: String(name) }, { field: 'config' }));
    return false;
  };
  const columns = listOf(given['columns']).filter(known);
  const groupBy = listOf(given['groupBy']).flatMap((each): Group[] => {
    const { field, span } = objectOf(typeof each === 'string' ? { field: each } : each);
    if (!known(field)) return [];
    if (span === undefined || span === '' || span === null) return [{ field }];
    const found = oneOf(SPANS, span);
    if (found !== undefined && canSpan(fields, field)) return [{ field, span: found }];
    refusals.push(refuse('report.span', { name: field, span: String(span) }, { field: 'config' }));
    return [];
  });
  const measures = listOf(given['measures']).flatMap((each): Measure[] => {
    const { field, fn } = objectOf(each);
    const found = oneOf(FUNCTIONS, fn);
    if (found === undefined) {
      refusals.push(refuse('report.function', { fn: String(fn) }, { field: 'config' }));
      return [];
    }
    if (found === 'count')
      return [{ field: typeof field === 'string' && isReportable(fields, field) ? field : '', fn: found }];
    if (!known(field)) return [];
    if (['sum', 'avg'].includes(found) && !canSum(fields, field)) {
      refusals.push(refuse('report.not-a-figure', { name: field }, { field: 'config' }));
      return [];
    }
    return [{ field, fn: found }];
  });
  const filters = listOf(given['filters']).flatMap((each): Filter[] => {
    const { field, op, value } = objectOf(each);
    const found = oneOf(OPERATORS, op);
    if (!known(field)) return [];
    if (found !== undefined) return [{ field, op: found, value: String(value ?? '') }];
    refusals.push(refuse('report.operator', { op: String(op) }, { field: 'config' }));
    return [];
  });
  const sort = typeof given['sort'] === 'string' ? given['sort'] : '';
  const sorted = sort.replace(/^-/, '');
  const isMeasure = /^#\d+$/.test(sorted) && Number(sorted.slice(1)) < measures.length;
  if (sort !== '' && !isMeasure && !isReportable(fields, sorted))
    refusals.push(refuse('report.field', { name: sorted }, { field: 'config' }));
  if (columns.length === 0 && groupBy.length === 0 && measures.length === 0 && refusals.length === 0)
    refusals.push(refuse('report.nothing', {}, { field: 'config' }));
  for (const [what, list, max] of [
    ['columns', columns, COLUMNS_MAX],
    ['groupBy', groupBy, GROUPS_MAX],
    ['measures', measures, MEASURES_MAX],
    ['filters', filters, FILTERS_MAX],
  ] as const) {
    if (list.length > max) refusals.push(refuse('report.too-many', { what, max }, { field: 'config' }));
  }
  return { config: { columns, groupBy, measures, filters, sort }, refusals };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const span = (from: string, to: string, field: string) => ({ [`${field}_datege`]: from, [`${field}_datele`]: to });
const lastOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** Filters of the list that shows the records of one group; `values` are those of the groups, null where none is. */
export function groupFilters(
  { groupBy, filters }: Config,
  values: readonly (string | null)[],
  names: readonly string[],
): Readonly<Record<string, string>> {
  const own = filters.map(({ field, op, value }) => [
    `${field}_${op}`,
    op === 'null' || op === 'notnull' ? '1' : value,
  ]);
  const groups = groupBy.map(({ field, span: by }, at): Readonly<Record<string, string>> => {
    const value = values[at] ?? null;
    if (value === null) return { [`${field}_null`]: '1' };
    if (by === 'day') return { [`${field}_dateequal`]: value };
    if (by === 'month') return span(`${value}-01`, lastOf(value), field);
    if (by === 'year') return span(`${value}-01-01`, `${value}-12-31`, field);
    return { [field]: value, [`~${field}`]: names[at] ?? value };
  });
  return Object.assign(Object.fromEntries(own), ...groups) as Record<string, string>;
}

/** Whether a report answers groups instead of single records. */
export const isGrouped = (config: Config): boolean => config.groupBy.length > 0 || config.measures.length > 0;

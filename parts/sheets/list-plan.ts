/** A list as one query whose rows a thread can write down: which columns, and how their values are written. */
import type { Declaration, Lines } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { visibleFields } from '../../kernel/server/filters.ts';
import { ordering } from '../../kernel/server/list-order.ts';
import { ports } from '../../kernel/server/port.ts';
import { fieldColumns, joins, joinsOf } from '../../kernel/server/record-columns.ts';
import { listQuery } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { lineTableOf, ownerColumn } from '../../kernel/server/schema.ts';
import { column, ident, join, opening, raw, sql, type Sql } from '../postgres/database.ts';
import { DETAILS, type ListColumns } from './list-columns.ts';
import { filledColumns, shownName, type Filled } from './list-filling.ts';
import { shownBeside, type ExportColumn } from './sheet-columns.ts';
import { writtenAs, type PlannedColumn } from './written-cells.ts';

/** What a thread is told of a list. */
export interface ListPlan {
  /** How its transaction begins, and the query it reads. */
  readonly opening: string;
  readonly query: { readonly text: string; readonly values: readonly unknown[] };
  /** So many of the first values of a row are what its filling reads; what it answers follows the others. None: 0. */
  readonly filledFrom: number;
  readonly columns: readonly PlannedColumn[];
}

/**
 * Lists whose rows the program fills, and whose sheets do without: what it fills is one column less another, as
 * `{ beforeQty: ['afterQty', 'qty'] }`.
 */
export const differencesInSheets = ports<{
  readonly declaration: Pick<Declaration, 'name'>;
  readonly differences: Readonly<Record<string, readonly [of: string, less: string]>>;
}>('differences in sheets');

/** So long a sheet may take: nobody waits for it, and its reader may be slow. */
const MADE_WITHIN_MS = 600_000;

/** What is filled of a list: nothing, columns by the program, or undefined where nobody said which. */
export function fillingOf(
  declaration: Declaration,
  context: Context,
  { head }: Pick<ListColumns, 'head'>,
): Filled | undefined {
  const { fillRows, fills } = context.registry.behaviour(declaration) ?? {};
  if (fillRows === undefined || differencesOf(declaration, context) !== undefined) return { columns: [], reads: [] };
  return fills && filledColumns(fills, declaration, head);
}

const differencesOf = (declaration: Declaration, context: Context) =>
  differencesInSheets.of(context).find((each) => each.declaration.name === declaration.name)?.differences;

/** The plan of a list; undefined where only the program itself can fill its rows. */
export function planOf(
  declaration: Declaration,
  context: Context,
  input: Input,
  list: ListColumns,
): ListPlan | undefined {
  const { registry } = context;
  const { lookups, head, tail, lines } = list;
  const filled = fillingOf(declaration, context, list);
  if (filled === undefined) return undefined;
  if (hasTwins(declaration.fields, head) || (lines !== undefined && hasTwins(lines.fields, tail))) return undefined;

  const selected: Sql[] = filled.reads.map((name) => readOf(context, declaration, name));
  const select = (value: Sql | undefined): number | null => (value === undefined ? null : selected.push(value) - 1);
  const planned = ({ header, face, width, part }: ExportColumn, at: number | null, field: Field): PlannedColumn => ({
    column: { header, face, width },
    at,
    written: part === 'value' ? writtenAs(field, context.language, lookups) : { asIs: true },
  });
  const columns = head.map((each): PlannedColumn => {
    const field = declaration.fields[each.name]!;
    return planned(each, filled.columns.includes(each) ? null : select(valueOf(context, declaration, each)), field);
  });
  if (!takeDifferences(columns, head, differencesOf(declaration, context) ?? {})) return undefined;
  const hasLines = lines !== undefined && tail.length > 0;
  for (const each of hasLines ? tail : []) {
    const field = lines!.fields[each.name]!;
    columns.push(planned(each, select(lineValue(registry, each, field) && sql`d.${column(shownName(each))}`), field));
  }
  for (const [nr, each] of filled.columns.entries()) {
    const at = head.indexOf(each);
    columns[at] = { column: columns[at]!.column, at: selected.length + nr, written: { asIs: true } };
  }
  const joined = joins(registry, declaration.fields);
  const { text, values } = listQuery(declaration, context, input, {
    columns: join(selected),
    joined: hasLines ? join([joined, joinedLines(registry, declaration, lines, tail)], ' ') : joined,
    order: join([ordering(declaration, context, input), raw(hasLines ? ', d.line_no, d.line_id' : '')], ''),
  });
  const { tenant, user } = context;
  return {
    opening: opening({
      tenant,
      timeZone: user.timeZone,
      readOnly: true,
      statementMs: MADE_WITHIN_MS,
      language: context.language,
    }),
    query: { text, values },
    filledFrom: filled.reads.length,
    columns,
  };
}

/** Says of columns that they are one less another; false where one of those is not shown. */
function takeDifferences(
  columns: PlannedColumn[],
  head: readonly ExportColumn[],
  differences: Readonly<Record<string, readonly [of: string, less: string]>>,
): boolean {
  for (const [name, [of, less]] of Object.entries(differences)) {
    const [into, from, off] = [name, of, less].map((each) => head.findIndex((one) => one.name === each)) as [
      number,
      number,
      number,
    ];
    if (into < 0) continue;
    if (from < 0 || off < 0) return false;
    columns[into] = { ...columns[into]!, at: columns[from]!.at, less: columns[off]!.at! };
  }
  return true;
}

/** Is a field called as the name or code beside a reference? Which of both a row shows, only the program tells. */
const hasTwins = (fields: Readonly<Record<string, Field>>, columns: readonly ExportColumn[]): boolean =>
  columns.some(({ name, part }) => part !== 'value' && fields[shownBeside(name, part)] !== undefined);

const PARTS = ['value', 'name', 'code'] as const;

/** What a row calls `shown`, read for what is filled; nothing of a field that the reader does not see. */
function readOf(context: Context, declaration: Declaration, shown: string): Sql {
  if (shown === 'id') return sql`t.id`;
  const visible = visibleFields(declaration, context);
  for (const name of Object.keys(declaration.fields)) {
    const part = PARTS.find((each) => shownName({ name, part: each }) === shown);
    const value = part === undefined ? undefined : valueOf(context, declaration, { name, part });
    if (value !== undefined) return visible[name] === undefined ? sql`null` : value;
  }
  throw new Error(`${declaration.name} has nothing that its rows call ${shown}`);
}

/** What a column shows of a row `t`; undefined where nothing stands behind it. */
function valueOf(
  context: Context,
  declaration: Declaration,
  { name, part }: Pick<ExportColumn, 'name' | 'part'>,
): Sql | undefined {
  const { registry } = context;
  const shown = shownName({ name, part });
  const expression = registry.behaviour(declaration)?.computed?.[shown];
  if (expression !== undefined && (part !== 'value' || visibleFields(declaration, context)[shown] !== undefined))
    return expression(context);
  const field = declaration.fields[name]!;
  if (field.rules.computed === true) return undefined;
  return fieldColumns(registry, { [name]: field }, declaration)[PARTS.indexOf(part)];
}

const lineValue = (registry: Registry, { name, part }: ExportColumn, field: Field): Sql | undefined =>
  field.rules.computed === true ? undefined : fieldColumns(registry, { [name]: field })[PARTS.indexOf(part)];

/** The lines of all documents, joined as `d` with the columns of `tail`. */
function joinedLines(
  registry: Registry,
  declaration: Declaration,
  { fields }: Lines,
  tail: readonly ExportColumn[],
): Sql {
  const shown = Object.fromEntries(tail.map(({ name }) => [name, fields[name]!]));
  const values = tail.flatMap((each) => lineValue(registry, each, fields[each.name]!) ?? []);
  const found = sql`select t.${ident(ownerColumn(declaration))} as owner_id, t.line_no, t.id as line_id, ${join(values)}
    from ${ident(lineTableOf(declaration, DETAILS))} t ${joinsOf(registry, shown)}`;
  return join([raw('left join ('), found, raw(') d on d.owner_id = t.id')], '');
}

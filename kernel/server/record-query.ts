import type { Declaration, Lines, LinesOf } from '../core/declaration.ts';
import type { Field, Fields, Id } from '../core/field.ts';
import { kinds } from '../core/kinds.ts';
import type { Language } from '../core/label.ts';
import { refuse, Refused } from '../core/refusal.ts';
import type { PageOf, RecordLine, RecordOf, WholeRecord } from '../core/shape.ts';
import { unknownRecord, type Context, type Input } from './context.ts';
import { empty, ident, join, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { foundIds, idsInOrder } from '../../parts/best-first/best-first.ts';
import { conditions, scopeCondition, wordsOf } from './filters.ts';
import { ordering, orderTerms } from './list-order.ts';
import { fieldColumns, joins, joinsOf, select } from './record-columns.ts';
import { answeredOf, EVERY, type rowKeys } from './row-keys.ts';
import { lineTableOf, ownerColumn, tableOf } from './schema.ts';
import { withCents } from '../../parts/postgres/cents.ts';
import { isSealedText, MASK } from '../../parts/secrets/secrets.ts';

const PAGE_MAX = 200;

/** Reads `current` and `size`; a size outside 1..200 is refused. */
export function paging(input: Input): { current: number; size: number } {
  const read = (name: string, fallback: number): number => {
    const text = String(input[name] ?? '');
    if (text === '') return fallback;
    if (!/^-?\d{1,9}$/.test(text)) throw new Refused(refuse('param.invalid', { name, value: text }, { field: name }));
    return Number(text);
  };
  const size = read('size', 10);
  if (size < 1 || size > PAGE_MAX) throw new Refused(refuse('param.page-size', {}, { field: 'size' }));
  return { current: Math.max(1, read('current', 1)), size };
}

/** Where the rows of a declaration come from: its table, or the query of its module. */
export function sourceOf(declaration: Declaration, context: Context, input: Input): Sql {
  const source = context.registry.behaviour(declaration)?.source;
  return source === undefined ? ident(tableOf(declaration)) : sql`(${source(context, input)})`;
}

/** The `where` of these conditions; nothing where there are none. */
export const where = (terms: readonly Sql[]): Sql => (terms.length === 0 ? empty : sql`where ${join(terms, ' and ')}`);

/**
 * One page, of its rows the `keys`. Its ids are found first, by an index where there is one; rows, references and
 * computed fields are read for those alone. Page and total come in one round trip; what is a view, or is found by its
 * texts, runs once for both.
 */
export async function readPage<D extends Declaration>(
  declaration: D,
  context: Context,
  input: Input,
  extra: readonly Sql[] = [],
  keys: ReturnType<typeof rowKeys> = EVERY,
): Promise<PageOf<RecordOf<D>>> {
  const { current, size } = paging(input);
  const source = sourceOf(declaration, context, input);
  const isSearch = declaration.view !== true && wordsOf(declaration, input).length > 0;
  const terms = [
    ...scopeCondition(declaration, context),
    ...conditions(declaration, context, input, { wholly: isSearch }),
    ...extra,
  ];
  const filter = where(terms);
  const order = ordering(declaration, context, input);
  const offset = (current - 1) * size;
  const page = { source, conditions: terms, terms: orderTerms(declaration, context, input), size, offset };
  const ids = isSearch ? foundIds({ declaration, words: wordsOf(declaration, input), ...page }) : idsInOrder(page);
  const columns = select(declaration, context, keys.read);
  const joined = joins(context.registry, declaration.fields, keys.read);
  const counting = sql`select count(*)::integer as total from ${source} t ${filter}`;
  const readsAll = declaration.view === true && context.registry.behaviour(declaration)?.isIndexed !== true;
  const found = await (readsAll || (!isSearch && / i?like /.test(filter.text))
    ? context.tx.counted<Record<string, unknown>>(sql`
    with listed as materialized (
      select t.id, (count(*) over ())::integer as page_total from ${source} t ${filter} ${order}
      limit ${raw(String(size))} offset ${offset})
    select ${columns}, (select max(page_total) from listed) as page_total from ${source} t ${joined}
    where t.id = any(array(select id from listed)) ${order}`)
    : context.tx.paged<Record<string, unknown>>(
        counting,
        (total) => sql`
    select ${columns}, ${total} from ${source} t ${joined} where t.id = any(array(${ids})) ${order}`,
        // A condition may find many rows or few; without one no plan knows better than the one that is kept.
        { keepsPlan: terms.length === 0, isLate: input['withTotal'] === '0' },
      ));
  // Nobody counted yet: null on the wire.
  let total = found.total === null ? Number.NaN : (found.total ?? 0);
  if (found.rows.length === 0 && offset > 0) ({ total } = (await context.tx.row<{ total: number }>(counting))!);
  return {
    records: (await toWire(declaration, context, found.rows, input, keys)) as RecordOf<D>[],
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

type Selected = Readonly<Partial<Record<'joined' | 'order', Sql>>> & { readonly columns: Sql };
/** The rows of a list, given columns of `t` and of what is joined, and an order. Refuses a bad filter. */
export const listQuery = (declaration: Declaration, context: Context, input: Input, of: Selected): Sql =>
  sql`select ${of.columns} from ${sourceOf(declaration, context, input)} t ${of.joined ?? empty}
    ${where([...scopeCondition(declaration, context), ...conditions(declaration, context, input)])}
    ${of.order ?? empty}`;

/** All rows of a list in its order, in chunks of 1,000; while one is taken the next is read and filled. */
export async function readAll<D extends Declaration>(
  declaration: D,
  context: Context,
  input: Input,
): Promise<AsyncGenerator<RecordOf<D>[]>> {
  const joined = joins(context.registry, declaration.fields);
  const asked = { columns: select(declaration, context), joined, order: ordering(declaration, context, input) };
  await context.tx.run(sql`declare listed no scroll cursor for ${listQuery(declaration, context, input, asked)}`);
  const some = async (): Promise<RecordOf<D>[]> =>
    (await toWire(declaration, context, await context.tx.rows(sql`fetch 1000 from listed`))) as RecordOf<D>[];
  return (async function* () {
    for (let next = some(); ;) {
      const rows = await next;
      if (rows.length === 0) break;
      (next = some()).catch(() => {}); // thrown when it is waited for, if it ever is
      yield rows;
    }
    await context.tx.run(sql`close listed`);
  })();
}

/** One record within the caller's scope, with its lines; undefined when it does not exist for them. */
export async function readRecord<D extends Declaration>(
  declaration: D,
  context: Context,
  by: { id?: string; billCode?: string },
): Promise<WholeRecord<D> | undefined> {
  const key = by.id !== undefined ? sql`t.id = ${by.id}::bigint` : sql`t.bill_code = ${by.billCode ?? ''}`;
  const names = Object.keys(declaration.lines ?? {});
  const linesOf = (id: Id) => Promise.all(names.map((name) => readLinesOf(declaration, name, context, [id])));
  const [row, known] = await Promise.all([
    context.tx.row<Record<string, unknown>>(sql`
    select ${select(declaration, context)}
    from ${sourceOf(declaration, context, {})} t ${joins(context.registry, declaration.fields)}
    ${where([key, ...scopeCondition(declaration, context)])}`),
    by.id === undefined ? undefined : linesOf(by.id),
  ]);
  if (row === undefined) return undefined;
  const id = String(row['id']);
  const lines = known ?? (await linesOf(id));
  const [record] = (await toWire(declaration, context, [row])) as [Record<string, unknown>];
  for (const [index, name] of names.entries()) record[name] = lines[index]!.get(id) ?? [];
  return record as WholeRecord<D>;
}

/** A record as a call answers it after it was saved or acted on. Throws 404 where the caller may not see it. */
export async function recordById<D extends Declaration>(
  context: Context,
  declaration: D,
  id: Id,
): Promise<WholeRecord<D>> {
  const record = await readRecord(declaration, context, { id });
  if (record === undefined) throw unknownRecord(declaration.label);
  return record;
}

const visibleLineFields = ({ fields }: Lines, { allowed }: Context): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, { rules }]) => !rules.computed && (rules.right === undefined || allowed(rules.right)),
    ),
  );

/** Lines of records in their order, with the names of what they refer to, by their owner, with one query. */
export async function readLinesOf<D extends Declaration, K extends keyof LinesOf<D> & string>(
  declaration: D,
  name: K,
  context: Context,
  ownerIds: readonly string[],
): Promise<Map<string, RecordLine<LinesOf<D>[K]>[]>> {
  const owner = ident(ownerColumn(declaration));
  const fields = visibleLineFields(declaration.lines![name]!, context);
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select t.id, t.line_no, t.${owner} as owner_id, ${join(fieldColumns(context.registry, fields))}
    from ${ident(lineTableOf(declaration, name))} t ${joinsOf(context.registry, fields)}
    where t.${owner} = any(${ownerIds as string[]}::bigint[]) order by t.${owner}, t.line_no, t.id`);
  const found = new Map<string, RecordLine<LinesOf<D>[K]>[]>();
  for (const { ownerId, ...row } of rows) {
    const own = found.get(String(ownerId)) ?? [];
    found.set(String(ownerId), own);
    own.push(presentFields<RecordLine<LinesOf<D>[K]>>(fields, row, context.language));
  }
  return found;
}

/** Rows as they go out, with computed fields filled in. */
async function toWire(
  declaration: Declaration,
  context: Context,
  rows: readonly Record<string, unknown>[],
  asked?: Input,
  keys: ReturnType<typeof rowKeys> = EVERY,
): Promise<Record<string, unknown>[]> {
  const shown = rows.map((row) => present(declaration, row, context.language));
  if (shown.length > 0 && keys.isFilled)
    await context.registry.behaviour(declaration)?.fillRows?.(context, shown, asked);
  return keys === EVERY ? shown : shown.map((row) => answeredOf(row, keys));
}

/** A row as it goes out: nothing a screen prints is null, choices and states carry their words. */
function present(declaration: Declaration, row: Record<string, unknown>, language: Language): Record<string, unknown> {
  const shown = presentFields(declaration.fields, row, language);
  if (declaration.life) {
    const state = declaration.life.states[String(row['status'])];
    shown['statusName'] = state?.label[language] ?? '';
  }
  if (!declaration.view) shown['isDeleted'] = 0;
  return shown;
}

/** Turns a row of a hand-written query into what clients read; columns not in `fields` are text. Changes `row`. */
export function presentFields<T extends object = Record<string, unknown>>(
  fields: Fields,
  row: Record<string, unknown>,
  language: Language,
): T {
  for (const name in row) {
    const value = row[name];
    const field = fields[name];
    if (value === null || value === undefined) row[name] = field === undefined ? '' : emptyOf(field);
    else if (field !== undefined) {
      const kind = kinds[field.kind];
      if (Array.isArray(value) && !kind.structured) row[name] = value.join(',');
      else if (kind.cents === 'always') row[name] = withCents(String(value));
      else if (kind.sealed || isSealedText(value)) row[name] = MASK;
      else if (field.rules.numeric === true && /^-?\d{1,9}$/.test(String(value))) row[name] = Number(value);
      if (kind.words === 'field')
        row[`${name}Name`] = field.rules.choices?.find((choice) => choice.value === value)?.label[language] ?? '';
    }
  }
  return row as T;
}

/** Missing numbers are null, everything a screen prints or splits is "". */
const emptyOf = (field: Field): unknown => {
  const { nature, structured } = kinds[field.kind];
  return nature === 'number' || nature === 'decimal' || structured ? null : '';
};

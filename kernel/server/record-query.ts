import { permissionOf, type Declaration, type Lines, type LinesOf, titleField } from '../core/declaration.ts';
import type { Field, Fields, Id } from '../core/field.ts';
import { kinds, refersToOne } from '../core/kinds.ts';
import type { Language } from '../core/label.ts';
import { waitingIn } from '../core/life.ts';
import { refuse, Refused } from '../core/refusal.ts';
import type { PageOf, RecordLine, RecordOf, WholeRecord } from '../core/shape.ts';
import { unknownRecord, type Context, type Input } from './context.ts';
import { column, empty, ident, join, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { foundIds } from './fit.ts';
import { conditions, scopeCondition, tabsOf, visibleFields, wordsOf } from './filters.ts';
import { ordering, orderTerms } from './list-order.ts';
import type { Registry } from './registry.ts';
import { lineTableOf, ownerColumn, tableOf } from './schema.ts';
import { isSealedText, MASK } from '../../parts/secrets/secrets.ts';

/** A page of a list, as the wire contract wants it. */
export type Page<T = Record<string, unknown>> = PageOf<T>;

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
export function sourceOf(registry: Registry, declaration: Declaration, context: Context, input: Input): Sql {
  const source = registry.behaviour(declaration)?.source;
  return source === undefined ? ident(tableOf(declaration)) : sql`(${source(context, input)})`;
}

const where = (terms: readonly Sql[]): Sql => (terms.length === 0 ? empty : sql`where ${join(terms, ' and ')}`);

/**
 * One page: its ids are found first, where an index tells them without the rows; the rows, references and computed fields are looked up for them alone.
 * Page and total come in one round trip. The query of a view and a search are worked through once, for ids and total; only the
 * rows of the page are then made in full.
 */
export async function readPage<D extends Declaration>(
  registry: Registry,
  declaration: D,
  context: Context,
  input: Input,
  extra: readonly Sql[] = [],
): Promise<PageOf<RecordOf<D>>> {
  const { current, size } = paging(input);
  const source = sourceOf(registry, declaration, context, input);
  const isSearch = declaration.view !== true && wordsOf(declaration, input).length > 0;
  const terms = [
    ...scopeCondition(declaration, context),
    ...conditions(registry, declaration, context, input, { wholly: isSearch }),
    ...extra,
  ];
  const filter = where(terms);
  const order = ordering(registry, declaration, context, input);
  const offset = (current - 1) * size;
  const ids = isSearch
    ? foundIds({
        declaration,
        words: wordsOf(declaration, input),
        source,
        conditions: terms,
        terms: orderTerms(registry, declaration, context, input),
        size,
        offset,
      })
    : sql`select t.id from ${source} t ${filter} ${order} limit ${raw(String(size))} offset ${offset}`;
  const found = await context.tx.counted<Record<string, unknown>>(
    declaration.view === true
      ? sql`
    with listed as materialized (select t.id, (count(*) over ())::integer as page_total from ${source} t ${filter} ${order} limit ${raw(String(size))} offset ${offset})
    select ${select(registry, declaration, context)}, (select max(page_total) from listed) as page_total
    from ${source} t ${joins(registry, declaration.fields)} where t.id = any(array(select id from listed)) ${order}`
      : sql`
    select ${select(registry, declaration, context)}, (select count(*)::integer from ${source} t ${filter}) as page_total
    from ${source} t ${joins(registry, declaration.fields)} where t.id = any(array(${ids})) ${order}`,
  );
  let { total = 0 } = found;
  if (found.rows.length === 0 && offset > 0)
    ({ total } = (await context.tx.row<{ total: number }>(
      sql`select count(*)::integer as total from ${source} t ${filter}`,
    ))!);
  return {
    records: (await toWire(registry, declaration, context, found.rows, input)) as RecordOf<D>[],
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

/** All rows of a list in its order, in chunks, for exports. What cannot be asked is refused before the first row; memory stays constant. */
export async function readAll<D extends Declaration>(
  registry: Registry,
  declaration: D,
  context: Context,
  input: Input,
  chunk = 1000,
): Promise<AsyncGenerator<RecordOf<D>[]>> {
  const source = sourceOf(registry, declaration, context, input);
  const filter = where([...scopeCondition(declaration, context), ...conditions(registry, declaration, context, input)]);
  const order = ordering(registry, declaration, context, input);
  await context.tx.run(sql`declare listed no scroll cursor for
    select ${select(registry, declaration, context)} from ${source} t ${joins(registry, declaration.fields)} ${filter} ${order}`);
  return (async function* () {
    for (;;) {
      const rows = await context.tx.rows<Record<string, unknown>>(sql`fetch ${raw(String(chunk))} from listed`);
      if (rows.length === 0) break;
      yield (await toWire(registry, declaration, context, rows)) as RecordOf<D>[];
    }
    await context.tx.run(sql`close listed`);
  })();
}

/** Number of rows in each tab of what has no life, and of `all`, in one statement. */
async function countTabs(
  registry: Registry,
  declaration: Declaration,
  context: Context,
  input: Input,
): Promise<Record<string, number>> {
  const shares = tabsOf(declaration).map(
    (tab) =>
      sql`, count(*) filter (${where(conditions(registry, declaration, context, tab.where))})::integer as ${column(tab.key)}`,
  );
  const filter = where([
    ...scopeCondition(declaration, context),
    ...conditions(registry, declaration, context, input, { wholly: true }),
  ]);
  return (await context.tx.row<Record<string, number>>(
    sql`select count(*)::integer as all_rows${join(shares, '')} from ${sourceOf(registry, declaration, context, input)} t ${filter}`,
  ))!;
}

/** Number of documents in each state and each other tab, in one statement; the status filter itself is left out. Without a life: in each tab, and `allRows`. */
export async function countStates(
  registry: Registry,
  declaration: Declaration,
  context: Context,
  input: Input,
): Promise<Record<string, number>> {
  const { status: _, ...rest } = input;
  if (declaration.life === undefined) return countTabs(registry, declaration, context, rest);
  const tabs = tabsOf(declaration);
  const shares = tabs.map(
    (tab) => sql`count(*) filter (${where(conditions(registry, declaration, context, tab.where))})`,
  );
  const filter = where([
    ...scopeCondition(declaration, context),
    ...conditions(registry, declaration, context, rest, { wholly: true }),
  ]);
  const rows = await context.tx.rows<{ status: string; numbers: number[] }>(
    sql`select t.status, array[${join([sql`count(*)`, ...shares])}]::integer[] as numbers from ${sourceOf(registry, declaration, context, input)} t ${filter} group by t.status`,
  );
  return {
    ...Object.fromEntries([
      ...Object.keys(declaration.life.states).map((state) => [state, 0]),
      ...rows.map((row) => [row.status, row.numbers[0]]),
    ]),
    ...Object.fromEntries(tabs.map((tab, at) => [tab.key, rows.reduce((sum, row) => sum + row.numbers[at + 1]!, 0)])),
  };
}

/** Number of documents by kind and state that wait for the caller's next act, within his scope, in one statement; kinds and states without any are left out. */
export async function countWaiting(
  registry: Registry,
  context: Context,
): Promise<Record<string, Record<string, number>>> {
  const kinds = registry.declarations
    .filter((of) => of.path !== undefined && context.allowed(permissionOf(of, 'view')))
    .flatMap((of) => {
      const states = [...new Set(waitingIn(of, context.allowed).map(({ state }) => state))];
      if (states.length === 0) return [];
      const filter = where([sql`t.status = any(${states})`, ...scopeCondition(of, context)]);
      return [
        sql`select ${of.name} as kind, t.status, count(*)::integer as number from ${sourceOf(registry, of, context, {})} t ${filter} group by t.status`,
      ];
    });
  const rows =
    kinds.length === 0
      ? []
      : await context.tx.rows<{ kind: string; status: string; number: number }>(join(kinds, ' union all '));
  const found: Record<string, Record<string, number>> = {};
  for (const { kind, status, number } of rows) (found[kind] ??= {})[status] = number;
  return found;
}

/** One record within the caller's scope, with its lines; undefined when it does not exist for him. */
export async function readRecord<D extends Declaration>(
  registry: Registry,
  declaration: D,
  context: Context,
  by: { id?: string; billCode?: string },
): Promise<WholeRecord<D> | undefined> {
  const key = by.id !== undefined ? sql`t.id = ${by.id}::bigint` : sql`t.bill_code = ${by.billCode ?? ''}`;
  const row = await context.tx.row<Record<string, unknown>>(sql`
    select ${select(registry, declaration, context)} from ${sourceOf(registry, declaration, context, {})} t ${joins(registry, declaration.fields)}
    ${where([key, ...scopeCondition(declaration, context)])}`);
  if (row === undefined) return undefined;
  const [record] = (await toWire(registry, declaration, context, [row])) as [Record<string, unknown>];
  const id = String(row['id']);
  for (const name of Object.keys(declaration.lines ?? {}))
    record[name] = (await readLinesOf(registry, declaration, name, context, [id])).get(id) ?? [];
  return record as WholeRecord<D>;
}

/** A record as a call answers it after it was saved or acted on. Throws 404 where the caller may not see it. */
export async function recordById<D extends Declaration>(
  context: Context,
  declaration: D,
  id: Id,
): Promise<WholeRecord<D>> {
  const record = await readRecord(context.registry, declaration, context, { id });
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
  registry: Registry,
  declaration: D,
  name: K,
  context: Context,
  ownerIds: readonly string[],
): Promise<Map<string, RecordLine<LinesOf<D>[K]>[]>> {
  const owner = ident(ownerColumn(declaration));
  const fields = visibleLineFields(declaration.lines![name]!, context);
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select t.id, t.line_no, t.${owner} as owner_id, ${join(fieldColumns(registry, fields))} from ${ident(lineTableOf(declaration, name))} t ${joinsOf(registry, fields)}
    where t.${owner} = any(${ownerIds as string[]}::bigint[]) order by t.${owner}, t.line_no, t.id`);
  const found = new Map<string, RecordLine<LinesOf<D>[K]>[]>();
  for (const { ownerId, ...row } of rows) {
    const own = found.get(String(ownerId)) ?? [];
    found.set(String(ownerId), own);
    own.push(presentFields<RecordLine<LinesOf<D>[K]>>(fields, row, context.language));
  }
  return found;
}

function select(registry: Registry, declaration: Declaration, context: Context): Sql {
  const computed = registry.behaviour(declaration)?.computed ?? {};
  const visible = visibleFields(declaration, context);
  const stored = onceFor(registry, visible, () => {
    const own = Object.fromEntries(
      Object.entries(declaration.fields).filter(
        ([name, field]) => visible[name] !== undefined && !field.rules.computed,
      ),
    );
    const base = declaration.view
      ? [sql`t.id`]
      : ['id', 'version', 'status', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'].map(
          (name) => sql`t.${column(name)}`,
        );
    return join([...base, ...fieldColumns(registry, own, declaration)]);
  });
  const derived = Object.entries(computed)
    .filter(([name]) => visible[name] !== undefined || declaration.fields[name] === undefined)
    .map(([name, expression]) => sql`${expression(context)} as ${column(name)}`);
  return join([stored, ...derived]);
}

const texts = new WeakMap<Registry, WeakMap<object, Sql>>();
/** Text that follows from declarations alone is put together once. */
function onceFor(registry: Registry, of: object, make: () => Sql): Sql {
  const known = texts.get(registry) ?? new WeakMap<object, Sql>();
  texts.set(registry, known);
  const text = known.get(of) ?? make();
  known.set(of, text);
  return text;
}

/** Columns of the fields, and beside each reference the name and code of what it points to. */
export function fieldColumns(registry: Registry, fields: Fields, owner?: Declaration): Sql[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = sql`t.${column(name)}`;
    const { refers, files } = kinds[field.kind];
    if (refers === 'one') {
      const target = registry.find(field.rules.target!);
      const alias = joinAlias(name);
      const stem = stemOf(name);
      return [
        own,
        sql`${alias}.${column(titleField(target))} as ${column(`${stem}Name`)}`,
        ...(target.fields['code'] && titleField(target) !== 'code'
          ? [sql`${alias}.code as ${column(`${stem}Code`)}`]
          : []),
      ];
    }
    if (refers === 'above' && owner !== undefined) {
      const above = sql`from ${ident(tableOf(owner))} r where ${owner.platform ? empty : sql`r.tenant_id = t.tenant_id and`} r.id = t.${column(name)}`;
      return [
        own,
        sql`(select r.${column(titleField(owner))} ${above}) as ${column(`${stemOf(name)}Name`)}`,
        ...(owner.fields['code'] ? [sql`(select r.code ${above}) as ${column(`${stemOf(name)}Code`)}`] : []),
      ];
    }
    if (refers === 'several') {
      const target = registry.find(field.rules.target!);
      return [
        own,
        sql`(select string_agg(r.${column(titleField(target))}, ',' order by r.id) from ${ident(tableOf(target))} r where r.id = any(t.${column(name)})) as ${column(`${stemOf(name)}Name`)}`,
      ];
    }
    if (files !== undefined) {
      return [
        own,
        sql`(select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name, 'link', '/api/blade-resource/file/picture?tenant=' || f.tenant_id || '&id=' || f.id || '&key=' || f.link_key) order by f.id)
        from stored_file f where f.id = any(t.${column(name)})) as ${column(`${name}Files`)}`,
      ];
    }
    return [own];
  });
}

/** `materialId` → `material`; `createUser` → `createUser`. */
const stemOf = (name: string): string => name.replace(/Ids?$/, '');
const joinAlias = (name: string): Sql => ident(`r_${column(name).text.replaceAll('"', '')}`);

/** For the fields of a declaration, whose object is always the same; lines and options choose theirs anew each time. */
const joins = (registry: Registry, fields: Fields): Sql => onceFor(registry, fields, () => joinsOf(registry, fields));
/**
 * Each finds one row at most, so their order is all the same; but the planner would weigh every order there is, for longer than the
 * work takes. A join that asks the one before for the tenant can only come after it.
 */
export function joinsOf(registry: Registry, fields: Fields): Sql {
  let tenant = sql`t.tenant_id`;
  const each = Object.entries(fields)
    .filter(([, field]) => refersToOne(field) && !field.rules.computed)
    .map(([name, field]) => {
      const target = registry.find(field.rules.target!);
      const alias = joinAlias(name);
      const found = sql`left join ${ident(tableOf(target))} ${alias} on ${alias}.id = t.${column(name)}`;
      if (target.platform) return found;
      const inTenant = sql`${found} and ${alias}.tenant_id = ${tenant}`;
      tenant = sql`coalesce(${alias}.tenant_id, t.tenant_id)`;
      return inTenant;
    });
  return each.length === 0 ? empty : join(each, ' ');
}

async function toWire(
  registry: Registry,
  declaration: Declaration,
  context: Context,
  rows: readonly Record<string, unknown>[],
  asked?: Input,
): Promise<Record<string, unknown>[]> {
  const shown = rows.map((row) => present(declaration, row, context.language));
  if (shown.length > 0) await registry.behaviour(declaration)?.fillRows?.(context, shown, asked);
  return shown;
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

/** Columns of a query of one's own as clients read them: what `fields` does not know is text. Changes `row`; `T` is the row as it is shown. */
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

/** "12.5" → "12.50", without arithmetic. */
const withCents = (text: string): string => {
  const [whole, cents = ''] = text.split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
};

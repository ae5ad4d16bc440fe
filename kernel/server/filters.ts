import { type Declaration, type LifeTab, titleField, TODAY } from '../core/declaration.ts';
import { recordsOf } from '../core/faces.ts';
import type { Field, Fields } from '../core/field.ts';
import { kinds, listOf, readDay, refersToOne } from '../core/kinds.ts';
import { refuse, Refused } from '../core/refusal.ts';
import { alikeCondition } from './alike.ts';
import type { Context, Input } from './context.ts';
import { column, empty, ident, join, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import type { Registry } from './registry.ts';
import { lineTableOf, ownerColumn, tableOf } from './schema.ts';
import { shareOf } from './shares.ts';
import { isFolded, searchPattern } from '../../parts/search/search-text.ts';

/** `field_suffix` of the wire contract, section 6. */
const SUFFIXES = [
  'equal',
  'notequal',
  'like',
  'notlike',
  'likeleft',
  'likeright',
  'ge',
  'gt',
  'le',
  'lt',
  'datege',
  'dategt',
  'datele',
  'datelt',
  'dateequal',
  'null',
  'notnull',
  'in',
  'ignore',
] as const;
type Suffix = (typeof SUFFIXES)[number];

/** Base columns every list can filter and sort by. */
const BASE_FIELDS: Readonly<Record<string, Field>> = {
  id: { kind: 'ref', label: { zh: '编号', en: 'Id' }, rules: {}, optional: false },
  createTime: { kind: 'moment', label: { zh: '创建时间', en: 'Created' }, rules: {}, optional: false },
  updateTime: { kind: 'moment', label: { zh: '更新时间', en: 'Changed' }, rules: {}, optional: false },
  createUser: { kind: 'ref', label: { zh: '创建人', en: 'Created by' }, rules: {}, optional: false },
  createDept: { kind: 'ref', label: { zh: '创建部门', en: 'Department' }, rules: {}, optional: false },
};

type Visible = Readonly<Record<string, Field>>;
const seen = new WeakMap<Declaration, Map<string, Visible>>();

/** Fields a person may see, base columns included: the same object for everybody who may see the same. */
export function visibleFields(declaration: Declaration, context: Context): Visible {
  const known = seen.get(declaration) ?? new Map<string, Visible>();
  seen.set(declaration, known);
  const withheld = rightsOf(declaration)
    .filter((right) => !context.allowed(right))
    .join();
  const visible = known.get(withheld) ?? fieldsSeen(declaration, context);
  known.set(withheld, visible);
  return visible;
}

const guards = new WeakMap<Declaration, readonly string[]>();
/** The rights that single fields ask for. */
function rightsOf(declaration: Declaration): readonly string[] {
  const rights = guards.get(declaration) ?? [
    ...new Set(Object.values(declaration.fields).flatMap((field) => field.rules.right ?? [])),
  ];
  guards.set(declaration, rights);
  return rights;
}

function fieldsSeen(declaration: Declaration, context: Context): Visible {
  const own = Object.entries(declaration.fields).filter(
    ([, field]) => field.rules.right === undefined || context.allowed(field.rules.right),
  );
  const status: Field = declaration.life
    ? { kind: 'text', label: { zh: '状态', en: 'Status' }, rules: {}, optional: false }
    : { kind: 'integer', label: { zh: '状态', en: 'Status' }, rules: {}, optional: false };
  // What a list is put together from has a status only where it says so.
  return {
    ...BASE_FIELDS,
    ...(declaration.view === true && !declaration.life ? {} : { status }),
    ...Object.fromEntries(own),
  };
}

/** What stands under a name that a request chose: every object also has names of its own, such as `constructor`. */
export const under = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;
const LONGEST = 256;
const MOST_OF_A_LIST = 1_000;
const tooLong = (name: string): Refused =>
  new Refused(refuse('param.too-long', { name, max: LONGEST }, { field: name }));

const IGNORED = new Set(['current', 'size', 'ascs', 'descs', 'keyword', 'fields', 'withTotal', 'tenantId', '_t']);

/**
 * Conditions of a list over the row `t`. Keys that name no field are ignored and never reach SQL; values that do not
 * fit their field are refused by key. `alike` asks for records of the same name. Rows with a word are found first,
 * unless `wholly` says that all rows are read anyway.
 */
export function conditions(declaration: Declaration, context: Context, input: Input, { wholly = false } = {}): Sql[] {
  const fields = visibleFields(declaration, context);
  const own = context.registry.behaviour(declaration)?.filters ?? {};
  const found: Sql[] = [];
  for (const [key, raw] of Object.entries(input)) {
    if ((IGNORED.has(key) && under(declaration.fields, key) === undefined) || isEmpty(raw)) continue;
    const value = Array.isArray(raw) ? raw.join(',') : String(raw);
    if (value.split(',').some((part) => part.length > LONGEST)) throw tooLong(key);
    const tab = key === 'status' ? tabsOf(declaration, context).find((each) => each.key === value) : undefined;
    if (tab !== undefined) {
      found.push(...conditions(declaration, context, tab.where));
      continue;
    }
    const { name, suffix } = split(key, fields);
    // What somebody does not see he does not ask about, by whatever filter.
    if (
      isWithheld(declaration.fields, fields, key) ||
      isWithheld(declaration.fields, fields, split(key, declaration.fields).name)
    )
      continue;
    // A computed field is looked for as a list asks for any other.
    const ownFilter =
      under(own, key) ??
      (suffix === 'equal' && under(fields, name)?.rules.computed === true ? under(own, name) : undefined);
    if (ownFilter !== undefined) {
      found.push(ownFilter(value, context));
      continue;
    }
    if (suffix === 'ignore') continue;
    if (key === 'alike' && fields[key] === undefined) {
      found.push(alikeCondition(declaration, value));
      continue;
    }
    const field = under(fields, name);
    if (field !== undefined && kinds[field.kind].structured) continue;
    if (field !== undefined && !field.rules.computed)
      found.push(
        condition(key, name, field, suffix, value),
        ...(isCovered(declaration, input, name)
          ? []
          : inSearchText(declaration, sql`t.search_text`, name, suffix, value)),
      );
    else
      found.push(
        ...referredTitle(context.registry, fields, name, suffix, value),
        ...lineReference(declaration, context, name, key, value),
      );
  }
  const words = wordsOf(declaration, input).map((word) => sql`t.search_text like ${searchPattern(word)}`);
  // By their index: else the planner may go through a list in its order until it has met enough of them.
  if (words.length > 0)
    found.push(
      declaration.view === true || wholly
        ? join(words, ' and ')
        : sql`t.id = any(array(select t.id from ${ident(tableOf(declaration))} t where ${join(words, ' and ')}))`,
    );
  return found;
}

const isWithheld = (declared: Fields, visible: Visible, name: string): boolean =>
  Object.hasOwn(declared, name) && !Object.hasOwn(visible, name);

/** The words a list is searched for, in lower case. */
export const wordsOf = (declaration: Declaration, { keyword }: Input): string[] => {
  if (isEmpty(keyword) || declaration.keyword === undefined) return [];
  if (String(keyword).length > LONGEST) throw tooLong('keyword');
  return String(keyword).toLowerCase().split(/\s+/).filter(Boolean);
};

/** Tabs of a list that are no states, as they filter on the day it is. */
export const tabsOf = (declaration: Declaration, { today }: Pick<Context, 'today'>): LifeTab[] =>
  (declaration.life?.tabs ?? declaration.tabs ?? []).flatMap((tab) => {
    if (typeof tab === 'string') return [];
    const where = Object.entries(tab.where).map(([key, value]) => [key, value === TODAY ? today : value]);
    return [{ ...tab, where: Object.fromEntries(where) }];
  });

/** Does a client say nothing with it? */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 'undefined' ||
  value === 'null' ||
  (Array.isArray(value) && value.length === 0);

const CONTAINED: ReadonlySet<Suffix | null> = new Set([null, 'equal', 'like', 'likeleft', 'likeright']);
/** What a search text holds where the field holds the value; nothing where it need not. */
function inSearchText(of: Declaration, at: Sql, name: string, suffix: Suffix | null, value: string): Sql[] {
  return of.keyword?.includes(name) === true && of.view !== true && CONTAINED.has(suffix) && isFolded(value)
    ? [sql`${at} like ${searchPattern(value.toLowerCase())}`]
    : [];
}
/** Is a field compared in an index already that begins with another one asked for? */
const isCovered = ({ indexes = [] }: Declaration, input: Input, name: string): boolean =>
  indexes.some(([first, ...others]) => others.includes(name) && !isEmpty(input[first!]));

function split(key: string, fields: Visible): { name: string; suffix: Suffix | null } {
  if (under(fields, key) !== undefined) return { name: key, suffix: null };
  const at = key.lastIndexOf('_');
  const suffix = key.slice(at + 1) as Suffix;
  return at > 0 && SUFFIXES.includes(suffix) ? { name: key.slice(0, at), suffix } : { name: key, suffix: null };
}

const escapeLike = (value: string): string => value.replace(/[\\%_]/g, (sign) => `\\${sign}`);
/** Ignores case where the pattern has letters of two cases; folding every row costs several times the comparison. */
const like = (pattern: string): Sql => {
  if (pattern.length > 2 * LONGEST) throw tooLong('like');
  return sql`${raw(pattern.toLowerCase() === pattern.toUpperCase() ? 'like' : 'ilike')} ${pattern}`;
};

function condition(key: string, name: string, field: Field, suffix: Suffix | null, value: string): Sql {
  const at = field.rules.worded
    ? sql`worded(t.${column(name)}::text)`
    : field.rules.sealable
      ? sql`shown_secret(t.${column(name)}::text)`
      : sql`t.${column(name)}`;
  const { nature } = kinds[field.kind];
  const bad = (): never => {
    throw new Refused(refuse('param.invalid', { name: key, value }, { field: key }));
  };
  const several = (): Sql => {
    const each = listOf(value);
    return each.length === 0 || each.length > MOST_OF_A_LIST ? bad() : sql`${at} in (${join(each.map(typed))})`;
  };
  const typed = (text: string): Sql => {
    if (nature === 'text') return sql`${text}`;
    if (nature === 'list') return sql`${text}::bigint`;
    const read = kinds[field.kind].read(text, {
      ...field,
      rules: field.rules.choices ? { choices: field.rules.choices } : {},
    });
    if ('refusal' in read) return bad();
    return sql`${String(read.value)}::${raw(CASTS[nature] ?? 'text')}`;
  };
  // A moment is shown to the second and stored finer: what is shown is what is compared.
  const second = sql`interval '1 second'`;
  const isMoment = nature === 'moment';
  const same = (text: string): Sql =>
    isMoment ? sql`(${at} >= ${typed(text)} and ${at} < ${typed(text)} + ${second})` : sql`${at} = ${typed(text)}`;
  const after = (text: string): Sql =>
    isMoment ? sql`${at} >= ${typed(text)} + ${second}` : sql`${at} > ${typed(text)}`;
  const until = (text: string): Sql =>
    isMoment ? sql`${at} < ${typed(text)} + ${second}` : sql`${at} <= ${typed(text)}`;
  // What has a shape of its own is compared with nothing.
  if (kinds[field.kind].structured && suffix !== 'null' && suffix !== 'notnull') return bad();
  // A text that is empty is missing, whichever way it is stored.
  const present = nature === 'text' ? sql`nullif(${at}, '')` : at;
  switch (suffix) {
    case 'null':
      return sql`${present} is null`;
    case 'notnull':
      return sql`${present} is not null`;
    case 'in':
      return several();
    case 'like':
      return sql`${at}::text ${like(`%${escapeLike(value)}%`)}`;
    case 'notlike':
      return sql`${present}::text not ${like(`%${escapeLike(value)}%`)}`;
    case 'likeleft':
      return sql`${at}::text ${like(`%${escapeLike(value)}`)}`;
    case 'likeright':
      return sql`${at}::text ${like(`${escapeLike(value)}%`)}`;
    case 'notequal':
      return isMoment ? sql`not ${same(value)}` : sql`${present} <> ${typed(value)}`;
    case 'ge':
      return sql`${at} >= ${typed(value)}`;
    case 'gt':
      return after(value);
    case 'le':
      return until(value);
    case 'lt':
      return sql`${at} < ${typed(value)}`;
    case 'datege':
      return sql`${at} >= ${typed(value)}`;
    case 'dategt':
      return after(value);
    case 'datelt':
      return sql`${at} < ${typed(value)}`;
    case 'datele':
      return nature === 'moment' && isDay(value) ? sql`${at} < ${typed(value)} + interval '1 day'` : until(value);
    case 'dateequal':
      return nature === 'moment' && isDay(value)
        ? sql`(${at} >= ${typed(value)} and ${at} < ${typed(value)} + interval '1 day')`
        : same(value);
    default:
      if (nature === 'list') return /^\d{1,19}$/.test(value) ? sql`${typed(value)} = any(${at})` : bad();
      if (suffix === null && nature === 'text' && !['choice', 'dictionary'].includes(field.kind) && name !== 'status')
        return sql`${at} ${like(`%${escapeLike(value)}%`)}`;
      if (suffix === null && value.includes(',')) return several();
      return same(value);
  }
}
const CASTS: Readonly<Record<string, string>> = {
  number: 'integer',
  decimal: 'numeric',
  day: 'date',
  moment: 'timestamptz',
  id: 'bigint',
};
const isDay = (value: string): boolean => readDay(value) !== null && !value.includes(':');

/** `materialName=白菜` on a list that has `materialId`. */
function referredTitle(registry: Registry, fields: Visible, name: string, suffix: Suffix | null, value: string): Sql[] {
  const match = /^(\w+?)(Name|Code)$/.exec(name);
  const field = match === null ? undefined : fields[`${match[1]}Id`];
  if (match === null || field === undefined || !refersToOne(field) || field.rules.computed) return [];
  const target = registry.find(field.rules.target!);
  const shown = match[2] === 'Name' ? titleField(target) : 'code';
  if (target.fields[shown] === undefined) return [];
  const pattern = suffix === 'equal' ? escapeLike(value) : `%${escapeLike(value)}%`;
  return [
    sql`exists (select 1 from ${ident(tableOf(target))} r
      where ${target.platform ? empty : sql`r.tenant_id = t.tenant_id and`} r.id = t.${column(`${match[1]}Id`)}
        and ${join([sql`r.${column(shown)} ${like(pattern)}`, ...inSearchText(target, sql`r.search_text`, shown, 'like', value)], ' and ')})`,
  ];
}

/** `materialId=…` on a list of documents: those with such a line. */
function lineReference(declaration: Declaration, context: Context, name: string, key: string, value: string): Sql[] {
  const found = Object.entries(declaration.lines ?? {}).find(
    ([, lines]) => refersToOne(under(lines.fields, name)) && !lines.fields[name]!.rules.computed,
  );
  const right = found?.[1].fields[name]!.rules.right;
  if (found === undefined || name !== key || (right !== undefined && !context.allowed(right))) return [];
  const ids = listOf(value);
  if (ids.some((id) => !/^\d{1,19}$/.test(id)))
    throw new Refused(refuse('param.invalid', { name: key, value }, { field: key }));
  return [
    sql`exists (select 1 from ${ident(lineTableOf(declaration, found[0]))} l
      where l.tenant_id = t.tenant_id and l.${ident(ownerColumn(declaration))} = t.id
        and l.${column(name)} = any(${ids}::bigint[]))`,
  ];
}

/**
 * Rows a person may see: their own, those of their departments, those that name a record of theirs, and further scopes.
 * `null` scope: all; but an outsider never sees what names somebody else's record, nor what belongs to no department.
 */
export const scopeCondition = (declaration: Declaration, context: Context): Sql[] => [
  ...shareOf(declaration),
  ...reachOf(declaration, context),
];

function reachOf(declaration: Declaration, context: Context): Sql[] {
  const { scope, outsider = false } = context.user;
  if (scope.all || declaration.platform) return [];
  const named = outsider || declaration.scope !== null ? namingOwn(declaration, scope.records) : [];
  if (declaration.scope === null && named.length === 0) return [];
  const more = context.user.moreScopes?.get(declaration.name) ?? [];
  if (more.some(({ which }) => which === 'all')) return [];
  const mine = declaration.view ? [] : [sql`t.create_user = ${context.user.userId}::bigint`];
  const added = more.flatMap((each) => (each.which === 'depts' ? [within(declaration, each.field, each.depts)] : []));
  const held =
    declaration.scope === null
      ? []
      : ofDepartments(declaration, declaration.scope ?? 'createDept', scope.depts, outsider);
  return [sql`(${join([...held, ...named, ...mine, ...added], ' or ')})`];
}

const within = (declaration: Declaration, name: string, ids: readonly string[]): Sql =>
  declaration.fields[name] !== undefined && kinds[declaration.fields[name].kind].refers === 'several'
    ? sql`t.${column(name)} && ${ids as string[]}::bigint[]`
    : sql`t.${column(name)} = any(${ids as string[]}::bigint[])`;
const ofDepartments = (declaration: Declaration, name: string, depts: readonly string[], outsider: boolean): Sql[] => [
  within(declaration, name, depts),
  ...(declaration.fields[name]?.optional && !outsider ? [sql`t.${column(name)} is null`] : []),
];

/** Rows that are one of these records or refer to one; none where the declaration refers to no such record. */
const namingOwn = (declaration: Declaration, records: ReadonlyMap<string, readonly string[]> = new Map()): Sql[] =>
  [...records].flatMap(([kind, ids]) =>
    recordsOf(declaration) === kind
      ? [within(declaration, 'id', ids)]
      : Object.entries(declaration.fields)
          .filter(([, field]) => refersToOne(field) && field.rules.target === kind && !field.rules.computed)
          .map(([name]) => within(declaration, name, ids)),
  );

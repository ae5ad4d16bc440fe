import { permissionOf, type Declaration, shownField, titleField } from '../core/declaration.ts';
import type { Field, Fields } from '../core/field.ts';
import { refersToOne, targetOf } from '../core/kinds.ts';
import { FIT, fitOf as fitByName } from '../../parts/search/fit.rules.ts';
import { fieldsOf, PUBLIC, SESSION } from '../core/contract.ts';
import type { Context, Input, SignedIn } from './context.ts';
import { column, empty, join, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { conditions, scopeCondition, wordsOf } from './filters.ts';
import { ordering, orderTerms } from './list-order.ts';
import { fitOf, foundIds } from '../../parts/best-first/best-first.ts';
import { fieldColumns, joinsOf } from './record-columns.ts';
import { presentFields, sourceOf } from './record-query.ts';
import type { Registry } from './registry.ts';
import { isFound, searchPattern, searchText } from '../../parts/search/search-text.ts';
import { shareOf } from './shares.ts';

/** Who refers to the records of one declaration: rights to fill in such a reference, and what its pickers offer. */
interface Naming {
  readonly rights: ReadonlySet<string>;
  readonly offers: readonly Readonly<Record<string, string>>[];
}

const OPTIONS_MAX = 200;
const NOTHING: Naming = { rights: new Set(), offers: [] };
const namings = new WeakMap<Registry, ReadonlyMap<string, Naming>>();

function namingOf(registry: Registry, { name }: Declaration): Naming {
  const known = namings.get(registry) ?? readNamings(registry);
  namings.set(registry, known);
  return known.get(name) ?? NOTHING;
}

function readNamings(registry: Registry): ReadonlyMap<string, Naming> {
  const found = new Map<string, { rights: Set<string>; offers: Readonly<Record<string, string>>[] }>();
  const add = (owner: Declaration | undefined, field: Field, rights: readonly string[]): void => {
    const target = targetOf(field, owner?.name);
    const needed = rights.filter((right) => right !== SESSION && right !== PUBLIC);
    if (target === undefined || needed.length === 0) return;
    const naming = found.get(target) ?? { rights: new Set(), offers: [] };
    found.set(target, naming);
    for (const right of needed) naming.rights.add(right);
    if (field.rules.offer !== undefined) naming.offers.push(field.rules.offer);
  };
  for (const declaration of registry.declarations) {
    const may = (...buttons: string[]): string[] => buttons.map((button) => permissionOf(declaration, button));
    for (const field of Object.values(declaration.fields)) {
      if (!field.rules.readonly && !field.rules.computed) add(declaration, field, may('add', 'edit'));
      if (field.rules.search) add(declaration, field, may('view'));
    }
    for (const lines of Object.values(declaration.lines ?? {})) {
      if (!lines.readonly)
        for (const field of Object.values(lines.fields))
          if (!field.rules.readonly && !field.rules.computed) add(undefined, field, may('add', 'edit'));
    }
    for (const action of Object.values(declaration.life?.actions ?? {}))
      for (const field of Object.values(action.ask ?? {})) add(undefined, field, may(action.button));
  }
  for (const call of registry.calls)
    for (const field of fieldsOf(call.input ?? {})) add(undefined, field, [call.permission].flat());
  return found;
}

const hasList = ({ calls }: Declaration): boolean => calls.some((verb) => verb === 'list' || verb === 'page');
/** Is there anybody who may choose among these records? */
export const isChosen = (registry: Registry, declaration: Declaration): boolean =>
  hasList(declaration) || namingOf(registry, declaration).rights.size > 0;

const lists = (declaration: Declaration, { permissions }: SignedIn): boolean =>
  hasList(declaration) && ['view', 'edit'].some((button) => permissions.has(permissionOf(declaration, button)));
/** Does a form, an act or a search of the person's refer to these records? Nobody from outside fills in our forms. */
const names = (registry: Registry, declaration: Declaration, user: SignedIn): boolean =>
  user.outsider !== true && [...namingOf(registry, declaration).rights].some((right) => user.permissions.has(right));

/** May the person choose among these records: does he list them, or refer to them? */
export const mayChoose = (registry: Registry, declaration: Declaration, user: SignedIn): boolean =>
  lists(declaration, user) || names(registry, declaration, user);

/** A record to choose, with what helps to choose it. */
export interface Option extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly title: string;
}

/** Keys that say how much of the options is asked for, not which. */
const MEASURES = new Set(['size', 'ids', 'withFrozen', 'current', 'ascs', 'descs']);

/**
 * `select` for pickers, capped: id, title, code and what helps to choose. Of rows the caller may list, all of that, by
 * any filter of the list; of rows only a form of theirs refers to, id, title and code, by what its pickers offer.
 */
export async function readOptions(declaration: Declaration, context: Context, input: Input): Promise<Option[]> {
  const size = Math.max(1, Math.min(OPTIONS_MAX, Number(input['size'] ?? 20) || 20));
  const filters: Input = Object.fromEntries(Object.entries(input).filter(([key]) => !MEASURES.has(key)));
  const scope = scopeCondition(declaration, context);
  const isListed = lists(declaration, context.user);
  const listed = isListed ? all(scope) : raw('false');
  const named =
    names(context.registry, declaration, context.user) && !(isListed && scope.length === 0)
      ? namedTerms(declaration, context, filters, isListed)
      : null;
  const sought = wordsOf(declaration, filters);
  const isSearch = declaration.view !== true && sought.length > 0;
  const within = isListed
    ? sql`${listed} and ${all(conditions(declaration, context, filters, { wholly: isSearch }))}`
    : listed;
  const beyond =
    named === null
      ? empty
      : sql` or ${all(declaration.namedByAll === true ? shareOf(declaration) : scope)} and ${all(named)}`;
  const title = titleField(declaration);
  const asked = {
    ...(named === null ? { ascs: input['ascs'], descs: input['descs'] } : {}),
    keyword: filters['keyword'],
  };
  const order = ordering(declaration, context, asked);
  const fields = offeredFields(declaration);
  // What is hidden may hold a word, too: of those, the names are looked through once more.
  const words = named === null ? [] : sought;
  const most = words.length > 0 ? OPTIONS_MAX : size;
  const source = sourceOf(declaration, context, input);
  const terms = [...offered(declaration, input), sql`(${within}${beyond})`];
  const first = isSearch
    ? sql`where t.id = any(array(${foundIds({
        declaration,
        words: sought,
        source,
        conditions: terms,
        terms: orderTerms(declaration, context, asked),
        size: most,
        offset: 0,
      })}))`
    : sql`where ${all(terms)} ${order} limit ${most}`;
  const fit = sought.length === 0 ? empty : sql`, ${fitOf(declaration, sought)} as fit`;
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select t.id, t.title_shown as title,
      ${join([...fieldColumns(context.registry, fields), sql`t.is_listed`])}${fit}
    from (select t.*, t.${column(shownField(declaration))} as title_shown, (${listed}) as is_listed
      from ${source} t ${first}) t
    ${joinsOf(context.registry, fields)} ${order}`);
  const matches = ({ isListed: whole, ...row }: Record<string, unknown>): boolean =>
    whole === true || words.every((word) => isFound(searchText([row['title'], row[title], row['code']]), word));
  const shown = rows
    .filter(matches)
    .map(({ isListed: whole, ...row }) =>
      whole === true
        ? row
        : { ...bare(row, title), ...(sought.length === 0 ? {} : { fit: soundFit(sought.join(' '), row) }) },
    );
  // What only names a record is put in its place by its name and code alone.
  return (words.length === 0 ? shown : shown.toSorted((one, other) => Number(one['fit']) - Number(other['fit'])))
    .slice(0, size)
    .map((row) => presentFields(fields, row, context.language) as Option);
}

function soundFit(sought: string, { title, code }: Record<string, unknown>): number {
  const fit = fitByName(sought, {
    name: String(title),
    code: code === null || code === undefined ? undefined : String(code),
  });
  if (fit !== FIT.within || /\p{Script=Han}/u.test(sought)) return fit;
  const text = ` ${searchText([title, code])} `;
  return text.includes(` ${sought} `) ? FIT.sound : text.includes(` ${sought}`) ? FIT.soundBeginning : fit;
}

/** Those asked for by id; else all but what is frozen. */
function offered({ fields }: Declaration, { ids, withFrozen }: Input): Sql[] {
  if (ids === undefined || ids === '') return fields['frozen'] && withFrozen !== '1' ? [sql`t.frozen = 0`] : [];
  const chosen = String(ids)
    .split(',')
    .filter((id) => /^\d{1,19}$/.test(id));
  return [sql`t.id = any(${chosen}::bigint[])`];
}

/** What helps to choose, and anybody who chooses may see. */
const offeredFields = (declaration: Declaration): Fields =>
  Object.fromEntries(
    Object.entries(declaration.fields).filter(
      ([name, field]) =>
        (name === titleField(declaration) || name === 'code' || refersToOne(field) || field.rules.list) &&
        !field.rules.computed &&
        field.rules.right === undefined,
    ),
  );

const all = (terms: readonly Sql[]): Sql => (terms.length === 0 ? raw('true') : join(terms, ' and '));

/** What whoever may only name a record hears of it. */
const bare = (row: Record<string, unknown>, title: string): Record<string, unknown> =>
  Object.fromEntries(
    ['id', 'title', title, 'code'].filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
  );

/**
 * Filters that tell no more than the answer itself. Others are ignored for whoever lists none of the records; null for
 * whoever lists some: they find by them among those alone.
 */
function namedTerms(declaration: Declaration, context: Context, filters: Input, isListed: boolean): Sql[] | null {
  const known = ['id', titleField(declaration), 'code'].filter(
    (name) => name === 'id' || declaration.fields[name] !== undefined,
  );
  const { offers } = namingOf(context.registry, declaration);
  const terms: Sql[] = [];
  for (const [key, value] of Object.entries(filters)) {
    const isOffer = offers.some((offer) => offer[key] === String(value));
    const isOwn = known.some((name) => key === name || key.startsWith(`${name}_`));
    if (key === 'keyword') continue;
    if (isOffer || isOwn) terms.push(...conditions(declaration, context, { [key]: value }));
    else if (isListed && conditions(declaration, context, { [key]: value }).length > 0) return null;
  }
  for (const word of wordsOf(declaration, filters)) terms.push(sql`t.search_text like ${searchPattern(word)}`);
  return terms;
}

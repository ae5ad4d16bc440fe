/** What a list is put in order by. */
import { type Declaration, titleField } from '../core/declaration.ts';
import type { Field } from '../core/field.ts';
import { kinds, listOf } from '../core/kinds.ts';
import { refuse, Refused } from '../core/refusal.ts';
import type { Context, Input } from './context.ts';
import { column, ident, sql, type Sql } from '../../parts/postgres/database.ts';
import { isEmpty, tabsOf, under, visibleFields, wordsOf } from './filters.ts';
import { fitTerms, orderBy, type OrderTerm } from '../../parts/best-first/best-first.ts';
import type { Registry } from './registry.ts';
import { tableOf } from './schema.ts';

/** Is the field a name: a text called one, or the title people search by? A field found by exact text is none. */
export const isName = (
  { fields, title, keyword }: Pick<Declaration, 'fields' | 'title' | 'keyword'>,
  name: string,
): boolean =>
  Object.hasOwn(fields, name) &&
  kinds[fields[name]!.kind].text === 'words' &&
  (/name$/i.test(name) || (name === title && keyword?.includes(name) === true));

/** `order by …`, always made total by the id. */
export const ordering = (declaration: Declaration, context: Context, input: Input): Sql =>
  orderBy(orderTerms(declaration, context, input), { reckoned: false });

/**
 * What a list is put in order by, the id last. Only declared fields; an unknown one is refused. What was searched for
 * comes by how well it fits, unless another order was asked for; references then come by the names shown for them.
 */
export function orderTerms(declaration: Declaration, context: Context, input: Input): OrderTerm[] {
  const fields = visibleFields(declaration, context);
  const terms: OrderTerm[] = [];
  const term = (name: string, descends: boolean): OrderTerm => ({
    column: column(name),
    descends,
    named: isName(declaration, name),
    isUnique: declaration.view !== true && isUnique(declaration.fields[name]),
  });
  const add = (names: unknown, direction: 'asc' | 'desc'): void => {
    if (isEmpty(names)) return;
    for (const given of listOf(names)) {
      const name = given.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const field = under(fields, name);
      if (field === undefined || field.rules.computed || kinds[field.kind].structured)
        throw new Refused(refuse('param.sort', { name: given }, { field: 'descs' }));
      terms.push({ ...term(name, direction === 'desc'), ...shownName(context.registry, declaration, name) });
    }
  };
  add(input['ascs'], 'asc');
  add(input['descs'], 'desc');
  if (terms.length === 0) {
    terms.push(...fitTerms(declaration, wordsOf(declaration, input)));
    const tab = tabsOf(declaration, context).find(({ key }) => key === input['status']);
    const sort = tab?.sort ?? declaration.sort ?? (declaration.fields['code'] ? 'code' : '-createTime');
    for (const each of sort.split(',')) terms.push(term(each.replace('-', ''), each.startsWith('-')));
    return [...terms, { column: column('id'), descends: sort.startsWith('-') }];
  }
  // An index serves what goes one way in all its columns, and the other way too.
  return [...terms, { column: column('id'), descends: terms.every(({ descends }) => descends) }];
}

/** Signs, of which the database lets none stand twice. */
const isUnique = (field: Field | undefined): boolean =>
  field !== undefined && field.rules.unique === true && kinds[field.kind].text === 'signs';

/** A reference as a list shows it, to put rows in order by; nothing where its own column is what is shown. */
export function shownName(
  registry: Registry,
  declaration: Declaration,
  name: string,
): Pick<OrderTerm, 'column' | 'reckons' | 'named' | 'shown'> | undefined {
  const field = under(declaration.fields, name);
  if (field === undefined || kinds[field.kind].nature !== 'id') return undefined;
  const target = field.rules.target === undefined ? declaration : registry.find(field.rules.target);
  const title = titleField(target);
  return {
    column: column(`${name}Shown`),
    reckons: sql`(select r.${column(title)} from ${ident(tableOf(target))} r where r.id = t.${column(name)})`,
    named: isName(target, title),
    shown: { by: column(name), table: ident(tableOf(target)), title: column(title) },
  };
}

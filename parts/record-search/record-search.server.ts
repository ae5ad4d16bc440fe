/** One search over all lists: each by its own search text or number, within the rights and scope of the caller. */
import { type Declaration, permissionOf, titleField } from '../../kernel/core/declaration.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { conditions, isEmpty, scopeCondition, visibleFields } from '../../kernel/server/filters.ts';
import { fitOf, fitTerms, foundIds } from '../best-first/best-first.ts';
import { printedGtin } from '../gs1/check-digit.rules.ts';
import { readGs1 } from '../gs1/gs1.rules.ts';
import { ports } from '../../kernel/server/port.ts';
import { sourceOf } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { column, join, raw, sql, type Sql } from '../postgres/database.ts';
import { FIT } from '../search/fit.rules.ts';
import { beginningPatterns } from '../search/search-text.ts';
import { searchRecords } from './record-search.calls.ts';

/** A view that is found by the number it is called by; and by a code its label has, which names a column's value. */
interface NumberedView extends Pick<Declaration, 'name'> {
  readonly scanned?: (typed: string) => { readonly field: string; readonly id: Id } | undefined;
}
export const numberedViews = ports<NumberedView>('views found by their number');

/** So many records of one list, and of all together. */
const OF_A_LIST = 5;
const OF_ALL = 20;
/** What is shorter is looked for at the beginning of words alone: no index finds it within them. */
const SHORTEST_WITHIN = 3;
/** What a number may begin with: letters, digits and the signs between them. */
const NUMBER = /^[A-Z\d][A-Z\d/_.-]+$/;

type Hit = TypeOf<typeof searchRecords.answer>[number];
interface Search {
  readonly declaration: Declaration;
  readonly context: Context;
  /** In lower case. */
  readonly words: readonly string[];
  readonly source: Sql;
  readonly scope: readonly Sql[];
}
/** Ids of the rows `t` that fit, and how well each does. */
interface Found {
  readonly ids: Sql;
  readonly fit: Sql;
}

const isListed = (declaration: Declaration, context: Context): boolean =>
  declaration.path !== undefined &&
  (declaration.view !== true || numberedViews.of(context).some(({ name }) => name === declaration.name)) &&
  declaration.calls.some((verb) => verb === 'list' || verb === 'page') &&
  declaration.calls.includes('detail') &&
  context.allowed(permissionOf(declaration, 'view')) &&
  visibleFields(declaration, context)[titleField(declaration)] !== undefined;

/** The hits in one list, at most `OF_A_LIST`; none where the words can be no number of its records. */
function hitsOf(declaration: Declaration, context: Context, words: readonly string[]): Sql[] {
  const source = sourceOf(declaration, context, {});
  const search = { declaration, context, words, source, scope: scopeCondition(declaration, context) };
  const isSought = declaration.view !== true && (declaration.keyword ?? []).length > 0;
  const found = byLabel(search) ?? (isSought ? byWords(search) : byNumber(search));
  if (found === undefined) return [];
  const title = titleField(declaration);
  const code = ['billCode', 'code'].find(
    (name) => name !== title && visibleFields(declaration, context)[name] !== undefined,
  );
  return [
    sql`select ${declaration.name} as resource, t.id, t.${column(title)}::text as title,
      ${code === undefined ? sql`''` : sql`coalesce(t.${column(code)}::text, '')`} as code,
      ${declaration.life === undefined ? sql`''` : sql`t.status::text`} as status,
      ${found.fit} as fit, ${isAside(declaration, context) ? raw('1') : raw('0')} as aside
      from ${source} t where t.id = any(array(${found.ids}))`,
  ];
}

/** Settings to which no record refers stand behind records of the same fit. */
const isAside = (declaration: Declaration, { registry }: Context): boolean =>
  declaration.platform === true ||
  (declaration.life === undefined && declaration.view !== true && registry.referrers(declaration.name).length === 0);

function byWords({ declaration, context, words, source, scope }: Search): Found {
  const isShort = words.every((word) => word.length < SHORTEST_WITHIN);
  const patterns = isShort ? beginningPatterns(words) : null;
  const begins = patterns?.map((pattern) => sql`t.search_text like ${pattern}`) ?? [];
  const ids = foundIds({
    declaration,
    words,
    source,
    conditions: [
      ...scope,
      ...conditions(declaration, context, { keyword: words.join(' ') }, { wholly: true }),
      ...(begins.length === 0 ? [] : [sql`(${join(begins, ' or ')})`]),
    ],
    terms: [...fitTerms(declaration, words), { column: column('id'), descends: true }],
    size: OF_A_LIST,
    offset: 0,
  });
  return { ids, fit: fitOf(declaration, words) };
}

/** By the code on a label: the record it stands on and no other. */
function byLabel({ declaration, context, words, source, scope }: Search): Found | undefined {
  const scanned = numberedViews
    .of(context)
    .find(({ name }) => name === declaration.name)
    ?.scanned?.(words.join(''));
  return scanned === undefined
    ? undefined
    : {
        ids: sql`select t.id from ${source} t where ${join([...scope, sql`t.${column(scanned.field)} = ${scanned.id}::bigint`], ' and ')}
          limit ${raw(String(OF_A_LIST))}`,
        fit: raw(String(FIT.code)),
      };
}

/** By the beginning of the number a record is called by, the last numbers first. */
function byNumber({ declaration, words, source, scope }: Search): Found | undefined {
  const number = words.join('').toUpperCase();
  const title = titleField(declaration);
  if ((title !== 'billCode' && declaration.view !== true) || !NUMBER.test(number)) return undefined;
  const own = sql`t.${column(title)}`;
  const terms = [...scope, sql`${own} >= ${number}`, sql`${own} <= ${`${number}zzzz`}`];
  return {
    ids: sql`select t.id from ${source} t where ${join(terms, ' and ')}
      order by ${own} desc limit ${raw(String(OF_A_LIST))}`,
    fit: sql`case when ${own} = ${number} then ${raw(String(FIT.code))} else ${raw(String(FIT.beginning))} end`,
  };
}

/** The words somebody typed, in lower case; of a GS1 code that was scanned, the trade item it is on. */
function wordsIn(typed: string, today: string): readonly string[] {
  const reading = readGs1(typed, today);
  const gtin = reading?.ok === true ? reading.gs1.gtin : null;
  return gtin === null ? typed.toLowerCase().split(/\s+/).filter(Boolean) : [printedGtin(gtin)];
}

/** One statement over all lists the caller may open, each bounded on its own. */
export const searchCall: Call = serve(
  searchRecords,
  async (context, { keyword }) => {
    const words = isEmpty(keyword) ? [] : wordsIn(keyword!, context.today);
    if (words.length === 0) return [];
    const each = context.registry.declarations
      .filter((declaration) => isListed(declaration, context))
      .flatMap((declaration) => hitsOf(declaration, context, words));
    if (each.length === 0) return [];
    return context.tx.rows<Hit>(sql`select resource, id, title, code, status from (${join(each, ' union all ')}) found
      order by fit, aside, octet_length(title), id desc limit ${raw(String(OF_ALL))}`);
  },
  { outsiders: true },
);

/** The order of what was searched for: how well each row fits the words, as `FIT` numbers it. */
import { type Declaration, titleField } from '../../kernel/core/declaration.ts';
import { FIT } from '../search/fit.rules.ts';
import { column, empty, join, raw, sql, type Sql } from '../postgres/database.ts';
import { PINYIN } from '../postgres/pinyin.ts';
import { beginningPatterns } from '../search/search-text.ts';

/** A column a list is in order by, or an expression over the row `t` that is known by the name of the column. */
export interface OrderTerm {
  readonly column: Sql;
  readonly descends: boolean;
  readonly reckons?: Sql;
  /** Does it hold names, which stand in the order of their pinyin? */
  readonly named?: boolean;
  /** Of a reference that is reckoned: the column of the row, the table it points into, and what is shown of it. */
  readonly shown?: { readonly by: Sql; readonly table: Sql; readonly title: Sql };
  /** Are there no two rows with the same value? */
  readonly isUnique?: boolean;
}

const FITS = column('fit');
const LENGTH = column('titleLength');
const ID = column('id');

/** How well the row `t` fits the words, in lower case: by code, title, other names, and the sounds of all of them. */
export function fitOf(declaration: Declaration, words: readonly string[]): Sql {
  const sought = words.join(' ');
  const title = titleField(declaration);
  const code = declaration.fields['billCode'] === undefined ? 'code' : 'billCode';
  const others = (declaration.keyword ?? []).filter((name) => name !== code && name !== title);
  // Codes and sounds are ASCII; folding more costs several times the comparison, for every row that was found.
  const lower = (name: string): Sql => sql`lower(t.${column(name)}::text collate "C")`;
  const exact = [
    ...(declaration.fields[code] === undefined ? [] : [[code, FIT.code] as const]),
    [title, FIT.name] as const,
  ];
  const at = (condition: Sql, fit: number): Sql => sql`when ${condition} then ${raw(String(fit))}`;
  const together = (): Sql =>
    sql`lower(concat_ws(',', ${join(others.map((name) => sql`t.${column(name)}`))}) collate "C")`;
  const names = (): Sql => sql`',' || regexp_replace(${together()}, '\\s*[,，、;；]\\s*', ',', 'g') || ','`;
  // Most rows have it in none of them, and are spared the parting.
  const among = (form: string): Sql => sql`strpos(${together()}, ${sought}) > 0 and strpos(${names()}, ${form}) > 0`;
  const text = sql`(' ' || t.search_text collate "C")`;
  // Pairs of characters stand in the search text as well: they are no words.
  const sounds = /\p{Script=Han}/u.test(sought)
    ? []
    : [
        at(sql`strpos(${text} || ' ', ${` ${sought} `}) > 0`, FIT.sound),
        at(sql`strpos(${text}, ${` ${sought}`}) > 0`, FIT.soundBeginning),
      ];
  return sql`case ${join(
    [
      ...exact.map(([name, fit]) => at(sql`${lower(name)} = ${sought}`, fit)),
      ...(others.length === 0 ? [] : [at(among(`,${sought},`), FIT.otherName)]),
      ...exact.map(([name]) => at(sql`starts_with(${lower(name)}, ${sought})`, FIT.beginning)),
      ...sounds,
      ...(others.length === 0 ? [] : [at(among(`,${sought}`), FIT.soundBeginning)]),
    ],
    ' ',
  )} else ${raw(String(FIT.within))} end`;
}

/** The best first; of master data that fits alike the shortest title, which has least beside what was typed. */
export function fitTerms(declaration: Declaration, words: readonly string[]): OrderTerm[] {
  if (words.length === 0) return [];
  const length =
    declaration.life === undefined
      ? [{ column: LENGTH, descends: false, reckons: sql`octet_length(t.${column(titleField(declaration))}::text)` }]
      : [];
  return [{ column: FITS, descends: false, reckons: fitOf(declaration, words) }, ...length];
}

/** `order by …` of these terms; `reckoned`: the rows hold what is no column under its name. */
export const orderBy = (terms: readonly OrderTerm[], { reckoned }: { readonly reckoned: boolean }): Sql =>
  sql`order by ${join(
    terms.map(({ column: name, reckons, named, descends }) => {
      const what = reckoned || reckons === undefined ? sql`t.${name}` : reckons;
      return sql`${what}${named ? raw(` ${PINYIN}`) : empty}${descends ? raw(' desc') : empty}`;
    }),
  )}`;

interface Paged {
  readonly source: Sql;
  readonly conditions: readonly Sql[];
  readonly terms: readonly OrderTerm[];
  readonly size: number;
  readonly offset: number;
}
/** So far an index is gone along with its rows. */
const DEEP = 1_000;
/**
 * The ids of one page. What references show is joined, not asked for row by row; a page far behind the first is found
 * by the keys of a unique index alone, without a look at the rows before it, unless it comes to those without a key.
 */
export function idsInOrder({ source, conditions, terms, size, offset }: Paged): Sql {
  const page = sql`limit ${raw(String(size))} offset ${offset}`;
  const alias = (at: number): Sql => raw(`shown_${at}`);
  const joined = terms.map(({ shown }, at) =>
    shown === undefined ? empty : sql`left join ${shown.table} ${alias(at)} on ${alias(at)}.id = t.${shown.by}`,
  );
  const order = orderBy(
    terms.map((term, at) =>
      term.shown === undefined ? term : { ...term, reckons: join([alias(at), term.shown.title], '.') },
    ),
    { reckoned: false },
  );
  const filter = conditions.length === 0 ? empty : sql`where ${join([...conditions], ' and ')}`;
  const found = sql`select t.id from ${source} t ${join(joined, ' ')} ${filter} ${order} ${page}`;
  const [first] = terms;
  if (first?.isUnique !== true || conditions.length > 0 || offset < DEEP) return found;
  const key = sql`t.${first.column}`;
  return sql`with keys as materialized (
      select array(select ${key} from ${source} t ${orderBy([first], { reckoned: false })} ${page}) as found)
    select unnest(case when array_position(k.found, null) is null
      then array(select t.id from ${source} t where ${key} = any(k.found)) else array(${found}) end) from keys k`;
}

/** What fits better than within begins a word of the search text, as an index finds; null where that parts nothing. */
function beginning(declaration: Declaration, words: readonly string[]): Sql | null {
  const { keyword = [], fields } = declaration;
  const looked = [titleField(declaration), fields['billCode'] === undefined ? 'code' : 'billCode'];
  const patterns = beginningPatterns(words);
  return patterns === null || looked.some((name) => fields[name] !== undefined && !keyword.includes(name))
    ? null
    : sql`(t.search_text like ${patterns[0]} or t.search_text like ${patterns[1]})`;
}

interface Found {
  readonly declaration: Declaration;
  readonly words: readonly string[];
  readonly source: Sql;
  /** What the rows have to satisfy, the words among it. */
  readonly conditions: readonly Sql[];
  readonly terms: readonly OrderTerm[];
  readonly size: number;
  readonly offset: number;
}
/**
 * The ids of one page of what was searched for. Rows are found by their words before they are put in order: else
 * the planner may go through a list in its order until it has met enough of them. In the order of fit those that
 * begin a word are weighed alone; the others all fit alike, and only as many of them are taken as the page still wants.
 */
export function foundIds({ declaration, words, source, conditions, terms, size, offset }: Found): Sql {
  const last = raw(String(offset + size));
  const order = orderBy(terms, { reckoned: true });
  const taken = (more: readonly Sql[], of: readonly OrderTerm[], most: Sql): Sql => {
    const columns = new Map(
      of.map(({ column: name, reckons }) => [name, sql`${reckons ?? sql`t.${name}`} as ${name}`]),
    );
    columns.set(ID, sql`t.id`);
    const found = sql`from ${source} t where ${join([...conditions, ...more], ' and ')} offset 0`;
    return sql`select * from (select ${join([...columns.values()])} ${found}) t ${order} limit ${most}`;
  };
  const page = sql`${order} limit ${raw(String(size))} offset ${raw(String(offset))}`;
  const begins = terms[0]?.column === FITS ? beginning(declaration, words) : null;
  if (begins === null) return sql`select t.id from (${taken([], terms, last)}) t ${page}`;
  const within = raw(String(FIT.within));
  const alike = terms.map((term) => (term.column === FITS ? { ...term, reckons: within } : term));
  const wanted = sql`greatest(0, ${last} - (select count(*) from best where fit < ${within}))`;
  return sql`with best as materialized (${taken([begins], terms, last)}),
    others as materialized (${taken([sql`not ${begins}`], alike, wanted)})
    select t.id from (select * from best union all select * from others) t ${page}`;
}

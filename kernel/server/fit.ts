/** The order of what was searched for: how well each row fits the words, as `FIT` numbers it. */
import type { Declaration } from '../core/declaration.ts';
import { FIT } from '../core/fit.rules.ts';
import { column, join, raw, sql, type Sql } from './database.ts';
import { titleField } from './registry.ts';

/** A column a list is in order by, or an expression over the row `t` that is known by the name of the column. */
export interface OrderTerm {
  readonly column: Sql;
  readonly descends: boolean;
  readonly reckons?: Sql;
  /** Does it hold names, which stand in the order of their pinyin? */
  readonly named?: boolean;
}

const FITS = column('fit');
const LENGTH = column('titleLength');

/** How well the row `t` fits the words, in lower case: by its code, its title, its other names, and the sounds of all of them. */
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
  const names = (): Sql =>
    sql`',' || regexp_replace(lower(concat_ws(',', ${join(others.map((name) => sql`t.${column(name)}`))}) collate "C"), '\\s*[,，、;；]\\s*', ',', 'g') || ','`;
  const among = (form: string): Sql => sql`strpos(${names()}, ${form}) > 0`;
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

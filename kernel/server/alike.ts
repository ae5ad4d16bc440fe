/** Records whose names read the same but for width, case and spaces. */
import { alikeFields, type Declaration, titleField } from '../core/declaration.ts';
import { nameKey, namesIn } from '../../parts/search/names.ts';
import { column, empty, ident, join, sql, type Sql, type Transaction } from '../../parts/postgres/database.ts';
import { tableOf } from './schema.ts';
import { searchPattern } from '../../parts/search/search-text.ts';

/** What `nameKey` makes of every name in these fields of the row `t`. */
const keysOf = (fields: readonly string[]): Sql =>
  sql`regexp_split_to_array(lower(regexp_replace(normalize(
    replace(concat_ws(',', ${join(fields.map((name) => sql`t.${column(name)}`))}), chr(10), ','),
    nfkc), '\\s', '', 'g')), '[,;、]+')`;
const inUse = ({ fields }: Declaration): Sql => (fields['frozen'] === undefined ? empty : sql` and t.frozen = 0`);

/** Rows in use with one of the names in a text; found by the index of the search box, then compared. */
export function alikeCondition(declaration: Declaration, text: string): Sql {
  const names = alikeFields(declaration);
  const keys = namesIn(text).map(nameKey);
  if (names.length === 0 || keys.length === 0) return sql`false`;
  const found = join(
    keys.map((key) => sql`t.search_text like ${searchPattern(key)}`),
    ' or ',
  );
  return sql`t.id = any(array(select t.id from ${ident(tableOf(declaration))} t where ${found}))
    and ${keysOf(names)} && ${keys}${inUse(declaration)}`;
}

/** A record whose name reads the same: `key` is what both have in common. */
interface AlikeRecord {
  readonly key: string;
  readonly id: string;
  readonly code: string;
  readonly title: string;
}

/** Records with names of these keys, each key a row, in one query. `scope`: conditions over the row `t`. */
export async function alikeRecords(
  declaration: Declaration,
  tx: Transaction,
  keys: readonly string[],
  scope: readonly Sql[],
): Promise<AlikeRecord[]> {
  const names = alikeFields(declaration);
  return tx.rows<AlikeRecord>(sql`
    select k.key, t.id, ${declaration.fields['code'] === undefined ? sql`''` : sql`coalesce(t.code, '')`} as code,
      t.${column(titleField(declaration))} as title
    from ${ident(tableOf(declaration))} t cross join lateral unnest(${keysOf(names)}) as k(key)
    where ${join([sql`k.key = any(${keys as string[]})${inUse(declaration)}`, ...scope], ' and ')}
    order by t.id`);
}

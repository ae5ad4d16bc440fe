/** The order of names: digits, Latin letters, then characters by their pinyin. Codes: by their characters. */
import { kinds } from '../core/kinds.ts';
import type { Declaration } from '../core/declaration.ts';
import { sql, type Database } from '../../parts/postgres/database.ts';

/** Made by the first migration. */
export const PINYIN = 'collate pinyin';

/** Is the field a name: a text called one, or the title people search by? A field found by exact text is none. */
export const isName = (
  { fields, title, keyword }: Pick<Declaration, 'fields' | 'title' | 'keyword'>,
  name: string,
): boolean =>
  Object.hasOwn(fields, name) &&
  kinds[fields[name]!.kind].text === 'words' &&
  (/name$/i.test(name) || (name === title && keyword?.includes(name) === true));

/** Checked at each start: a PostgreSQL built without ICU has no pinyin order, and orders names by their characters. */
export const knowsPinyin = async (database: Database): Promise<boolean> =>
  (await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.row(sql`select from pg_collation where oid = to_regcollation('pinyin') and collprovider = 'i'`),
  )) !== undefined;

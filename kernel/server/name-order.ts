/** The order names stand in: digits, Latin letters, then characters by their pinyin. Codes stay in the order of their signs. */
import { kinds } from '../core/kinds.ts';
import type { Declaration } from '../core/declaration.ts';
import { sql, type Database } from '../../parts/postgres/database.ts';

/** Made by the first migration. */
export const PINYIN = 'collate pinyin';

/** Is the field a name: a text that is called one, or the title people search by? What is looked for by its exact signs is none. */
export const isName = (
  { fields, title, keyword }: Pick<Declaration, 'fields' | 'title' | 'keyword'>,
  name: string,
): boolean =>
  Object.hasOwn(fields, name) &&
  kinds[fields[name]!.kind].text === 'words' &&
  (/name$/i.test(name) || (name === title && keyword?.includes(name) === true));

/** Asked at each start: a PostgreSQL that was built without ICU knows no pinyin, and names stand in the order of their signs there. */
export const knowsPinyin = async (database: Database): Promise<boolean> =>
  (await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.row(sql`select from pg_collation where oid = to_regcollation('pinyin') and collprovider = 'i'`),
  )) !== undefined;

/** The order of names: digits, Latin letters, then characters by their pinyin. */
import { sql, type Database } from './database.ts';

/** Made by the first migration. */
export const PINYIN = 'collate pinyin';

/** Checked at each start: a PostgreSQL built without ICU has no pinyin order, and orders names by their characters. */
export const knowsPinyin = async (database: Database): Promise<boolean> =>
  (await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.row(sql`select from pg_collation where oid = to_regcollation('pinyin') and collprovider = 'i'`),
  )) !== undefined;

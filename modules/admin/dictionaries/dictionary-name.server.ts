import type { Context } from '../../../kernel/server/context.ts';
import { column, ident, sql, type Sql } from '../../../parts/postgres/database.ts';

/**
 * What an entry of a dictionary is called beside the row `t` that holds its key: the tenant's own word, else the
 * platform's. For clients that do not look it up themselves.
 */
export const dictionaryName =
  (code: string, field: string) =>
  ({ language }: Context): Sql => {
    const word = language === 'en' ? sql`coalesce(nullif(e.dict_value_en, ''), e.dict_value)` : sql`e.dict_value`;
    const from = (table: 'dict' | 'dict_biz'): Sql =>
      sql`(select ${word} from ${ident(table)} e where e.code = ${code} and e.dict_key = t.${column(field)})`;
    return sql`coalesce(${from('dict_biz')}, ${from('dict')})`;
  };

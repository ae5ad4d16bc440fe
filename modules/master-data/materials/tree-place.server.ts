import { ident, sql } from '../../../parts/postgres/database.ts';

/** Ids of a record and everything below it, as a condition's right side: `… in (${withBelow(…)})`. */
export const withBelow = (table: string, id: string): ReturnType<typeof sql> => sql`
  with recursive under as (select s.id from ${ident(table)} s where s.id = ${/^\d{1,19}$/.test(id) ? id : '0'}::bigint
    union select s.id from ${ident(table)} s join under u on s.parent_id = u.id) select id from under`;

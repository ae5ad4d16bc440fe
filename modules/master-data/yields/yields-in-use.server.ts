/** Accepted yields in use: the last word on a material and season, its own season before all of the year. */
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { ALL_YEAR, seasonOf } from './yield.rules.ts';

const OF_SEASON = (date: string): Sql => sql`
  select distinct on (w.material_id, w.season) w.material_id, w.season, w.decision, w.learned_yield
  from yield_decision w where w.decision <> 'declined' and w.season in (${ALL_YEAR}, ${seasonOf(date)})
  order by w.material_id, w.season, w.decide_time desc, w.id desc`;

/**
 * A subquery of the yields in use on a day: `material_id, std_yield, learned_yield`. A recipe line that goes by the
 * standard takes the learned one; a line with a yield of its own keeps it, and so does what is bought cleaned.
 */
export const yieldsInUse = (date: string): Sql => sql`
  select distinct on (a.material_id) a.material_id, m.std_yield, a.learned_yield from (${OF_SEASON(date)}) a
  join material m on m.id = a.material_id and coalesce(m.purchase_form, 'raw') <> 'clean'
  where a.decision = 'accepted' order by a.material_id, a.season = ${ALL_YEAR}`;

/** The yield of a recipe line `d` beside `y`, a row of `yieldsInUse` or none. */
export const yieldOfLine = sql`(case when y.std_yield = d.yield_rate then y.learned_yield else d.yield_rate end)`;

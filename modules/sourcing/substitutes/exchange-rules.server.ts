/** The rules by which materials stand for each other, as they are stored. Public: work lists ask here, too. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { SubstituteRule } from './substitutes.rules.ts';

/** What a line is of, when it is needed, and the one dish it is for, if it is for one. */
interface AskedExchange {
  readonly materialId: Id;
  readonly date: string;
  readonly dishId?: Id | null;
}

/** Replacements and substitutes of these materials on the days: for all dishes, and for the dishes named. */
export async function exchangeRules(context: Context, asked: readonly AskedExchange[]): Promise<SubstituteRule[]> {
  if (asked.length === 0) return [];
  const days = asked.map(({ date }) => date).toSorted();
  const ids = [...new Set(asked.map(({ materialId }) => materialId))];
  const dishes = [...new Set(asked.flatMap(({ dishId }) => dishId ?? []))];
  const rows = await context.tx.rows<
    Omit<SubstituteRule, 'ratio' | 'bothWays'> & { ratio: DecimalText | null; bothWays: 0 | 1 }
  >(sql`
    select r.* from (
      select id, 'replace' as kind, material_id, replace_material_id as other_material_id, ratio, dept_id, dish_id,
        start_date, end_date, 0 as priority, 0 as both_ways from material_replace
      union all
      select id, 'substitute', material_id, substitute_material_id, ratio, dept_id, dish_id, start_date, end_date,
        priority, both_ways from material_substitute) r
    where (r.material_id = any(${ids}::bigint[])
        or (r.both_ways = 1 and r.other_material_id = any(${ids}::bigint[])))
      and (r.dish_id is null or r.dish_id = any(${dishes}::bigint[])) and r.start_date <= ${days.at(-1)!}::date
      and (r.end_date is null or r.end_date >= ${days[0]!}::date)
    order by r.id`);
  return rows.map(({ ratio, bothWays, ...rule }) => ({
    ...rule,
    ratio: ratio === null ? null : Decimal.of(ratio),
    bothWays: bothWays === 1,
  }));
}

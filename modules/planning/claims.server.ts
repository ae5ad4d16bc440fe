/**
 * Claims of planned meals: a line of a sales plan or special meal is taken by one requirement plan or distribution at a
 * time, as it stood then; `plan_claim_live_uq` is the last word on it.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { inStandardPortions, withSize } from '../master-data/dishes/sizes/portion-sizes.server.ts';
import { SALES_PLAN, SPECIAL_MEAL, type ClaimableMeals } from './meal-demands.server.ts';

/** Who may hold a claim. */
export const HOLDERS = { plan: 'requirement-plan', distribution: 'distribution' } as const;

/** What a claim keeps of a line; `nr` is its place among those that are claimed. */
export const CLAIM_COLUMNS = sql`nr, source_type, source_id, source_line_id, source_version, stall_dept_id, meal_date,
  meal_type, dish_id, material_id, portions`;

/** A line of an approved sales plan or special meal. */
export interface SourceLine {
  /** Name of its declaration. */
  readonly sourceType: string;
  readonly sourceId: Id;
  readonly sourceLineId: Id;
  readonly stallDeptId: Id;
  readonly mealDate: string;
  readonly mealType: string;
  /** One of the two is null: goods are asked for as they are. */
  readonly dishId: Id | null;
  readonly materialId: Id | null;
  /** Standard portions, whatever their size. */
  readonly portions: DecimalText;
}
type Lines = Pick<ClaimableMeals, 'meals' | 'lineIds' | 'special'>;

/** For `with`: the lines as `w`, with the columns of a claim, numbered in their order. */
export const numberedLines = ({ meals: { count }, lineIds, special }: Lines): Sql => {
  const plans = count - special;
  // Joined in full, since the claims of a plan just made are not in the statistics and would be looked through once a
  // line.
  return sql`
    l as (select id, (nr - 1)::integer as nr
    from unnest(${lineIds}::bigint[]) with ordinality as l(id, nr)),
    w (${CLAIM_COLUMNS}) as (
      select l.nr, ${SALES_PLAN}, p.id, d.id, p.version, p.gear_operation_dept_id, d.meal_date, d.meal_type, d.dish_id,
        null, ${inStandardPortions(sql`d`)}
      from l join sales_plan_detail d on d.id = l.id join sales_plan p on p.id = d.sales_plan_id
      ${withSize(sql`d`)} where l.nr < ${plans}
      union all
      select l.nr, ${SPECIAL_MEAL}, m.id, d.id, m.version, m.gear_operation_dept_id, m.meal_date, m.meal_type,
        d.dish_id, d.material_id, coalesce(d.base_qty, ${inStandardPortions(sql`d`)})
      from l join special_meal_detail d on d.id = l.id join special_meal m on m.id = d.special_meal_id
      ${withSize(sql`d`)}
      where l.nr >= ${plans})`;
};

/** The lines in their order, as a claim would keep them. */
export const sourceLines = (context: Context, lines: Lines): Promise<SourceLine[]> =>
  context.tx.rows<SourceLine>(sql`
    with ${numberedLines(lines)}
    select source_type, source_id, source_line_id, stall_dept_id, meal_date, meal_type, dish_id, material_id, portions
    from w order by nr`);

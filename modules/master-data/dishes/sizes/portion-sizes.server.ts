/** Portions of every size as standard ones, for whoever explodes planned lines. */
import { Decimal } from '../../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../../kernel/core/field.ts';
import type { Context } from '../../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../../parts/postgres/database.ts';
import { standardPortions, STANDARD } from './portion-sizes.rules.ts';

/** Joins the size `z` of a planned line that has `dish_id`, `portion_group` and `portions`. */
export const withSize = (line: Sql): Sql =>
  sql`left join dish_portion z on z.dish_id = ${line}.dish_id and z.portion_group = ${line}.portion_group`;
/** Portions of a line beside its size `z` as standard portions. */
export const inStandardPortions = (line: Sql): Sql =>
  sql`(case when z.id is null then ${line}.portions else round(${line}.portions * z.ratio, 6) end)`;

type AsStandard = (dishId: Id, portionGroup: string | null, portions: Decimal) => Decimal;
/** The same for lines that are not stored, or are at hand. */
export async function sizesOf(context: Pick<Context, 'tx'>, dishIds: readonly Id[]): Promise<AsStandard> {
  const rows = await context.tx.rows<{ dishId: Id; portionGroup: string; ratio: DecimalText }>(sql`
    select z.dish_id, z.portion_group, z.ratio from dish_portion z
    where z.dish_id = any(${[...new Set(dishIds)]}::bigint[])`);
  const ratios = new Map(rows.map((row) => [`${row.dishId} ${row.portionGroup}`, Decimal.of(row.ratio)]));
  return (dishId, portionGroup, portions) =>
    standardPortions(portions, ratios.get(`${dishId} ${portionGroup ?? STANDARD}`));
}

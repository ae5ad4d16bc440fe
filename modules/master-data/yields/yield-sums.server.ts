/** Tests of yields added up by material, season and supplier, those weighed and those of pots alike. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { cookedYields } from './cooked-yields.port.server.ts';
import { ALL_YEAR, type YieldSums } from './yield.rules.ts';

export interface SummedTests extends YieldSums {
  readonly materialId: Id;
  /** Empty over all suppliers. */
  readonly supplierId: Id;
  readonly season: string;
}
/** Older tests say nothing of the goods of today. */
const DAYS_BACK = 730;

/** By material; also by season, by supplier, and by both. */
export async function summedTests(context: Context, materialIds?: readonly Id[]): Promise<SummedTests[]> {
  const ofThem = materialIds === undefined ? empty : sql`and t.material_id = any(${materialIds as Id[]}::bigint[])`;
  const rows = await context.tx.rows<Record<keyof SummedTests, string>>(sql`
    with tests as (
      select t.material_id, t.supplier_id, t.test_date, t.gross_qty * coalesce(t.factor, 1) as gross,
        t.net_qty * coalesce(t.factor, 1) as net
      from material_yield_test t
      where t.accepted = 1 and t.test_date > ${context.today}::date - ${DAYS_BACK}::integer ${ofThem}
      union all
      select t.material_id, t.supplier_id, t.test_date, t.gross_qty, t.net_qty from (${cookedYields(context)}) t
      where t.gross_qty > 0 and t.test_date > ${context.today}::date - ${DAYS_BACK}::integer ${ofThem}),
    seasoned as (
      select t.*, (array['spring', 'summer', 'autumn', 'winter'])[
        ((extract(month from t.test_date)::integer + 9) % 12) / 3 + 1] as season from tests t)
    select s.material_id, coalesce(s.supplier_id::text, '') as supplier_id, coalesce(s.season, ${ALL_YEAR}) as season,
      count(*) as count, sum(s.gross) as gross, sum(s.net) as net, sum(s.gross * s.gross) as gross_squared,
      sum(s.net * s.net) as net_squared, sum(s.gross * s.net) as gross_net
    from seasoned s
    group by grouping sets ((s.material_id), (s.material_id, s.season), (s.material_id, s.supplier_id),
      (s.material_id, s.supplier_id, s.season))
    having grouping(s.supplier_id) = 1 or s.supplier_id is not null
    order by s.material_id, count(*) desc, supplier_id, season`);
  return rows.map(({ materialId, supplierId, season, ...sums }) => ({
    materialId,
    supplierId,
    season,
    count: Number(sums.count),
    gross: Number(sums.gross),
    net: Number(sums.net),
    grossSquared: Number(sums.grossSquared),
    netSquared: Number(sums.netSquared),
    grossNet: Number(sums.grossNet),
  }));
}

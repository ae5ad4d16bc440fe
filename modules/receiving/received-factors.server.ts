import { sql } from '../../parts/postgres/database.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { ReceivedFactor } from '../master-data/units/received-factors.port.server.ts';

const NEWEST = 20;

/** What the newest receipts of a material in a unit were booked by. */
export async function receivedFactors(context: Context, materialId: Id, unitId: Id): Promise<ReceivedFactor | null> {
  const row = await context.tx.row<{ count: number; factor: DecimalText | null }>(sql`
    select count(*)::integer as count, percentile_disc(0.5) within group (order by factor) as factor from (
      select factor from in_store_detail where material_id = ${materialId}::bigint and unit_id = ${unitId}::bigint
        and received_qty > 0 order by id desc limit ${NEWEST}) newest`);
  return row?.factor == null ? null : { count: row.count, factor: row.factor };
}

/**
 * Places of the ledger and what hangs on them: where goods on their way lie, and what direct deliveries pass through.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

/** The in-transit place of each place goods are on their way to. */
export async function inTransitTo(context: Context, locationIds: readonly Id[]): Promise<Map<Id, Id>> {
  const rows = await context.tx.rows<{ locationId: Id; transitId: Id }>(sql`
    select l.transit_for_id as location_id, l.id as transit_id from stock_location l
    where l.transit_for_id = any(${[...new Set(locationIds)]}::bigint[])`);
  return new Map(rows.map((row) => [row.locationId, row.transitId]));
}

/** The pass-through place of the company each place belongs to; zero at every commit. */
export async function passThroughOf(context: Context, locationIds: readonly Id[]): Promise<Map<Id, Id>> {
  if (locationIds.length === 0) return new Map();
  const rows = await context.tx.rows<{ locationId: Id; throughId: Id }>(sql`
    select l.id as location_id, p.id as through_id from stock_location l
    join stock_location p on p.company_dept_id = l.company_dept_id and p.kind = 'pass-through'
    where l.id = any(${[...new Set(locationIds)]}::bigint[])`);
  return new Map(rows.map((row) => [row.locationId, row.throughId]));
}

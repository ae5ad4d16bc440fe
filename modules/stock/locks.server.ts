/**
 * The one order in which rows are locked, for every document that touches stock:
 *
 *   1. the idempotency row of the request (kernel)
 *   2. documents, upstream first (order, pick, transfer, return → out-store → in-store → difference → count), by id
 *   3. places, FOR SHARE, by id; closing a month takes them FOR UPDATE, so nothing slips into the month being closed
 *   4. stock rows by (place, material), missing ones inserted first in that order; a stock row guards its lots and
 *      its reservations, so these need no lock of their own
 *   5. running numbers last, since every document of the day waits for them
 *
 * Inserting the missing rows before locking any is what keeps two documents in opposite order from waiting for each other.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { placeKey, type LotBalance, type PlaceBalance } from './posting.rules.ts';

export interface StockKey {
  readonly locationId: string;
  readonly materialId: string;
  readonly batchId?: string;
}

/** Locks the rows of the keys in the one order, makes stock rows that are missing, and answers what lies there; a lot that never lay there is answered as empty. Four statements, whatever the number of keys. */
export async function lockStock(context: Context, keys: readonly StockKey[]): Promise<Map<string, PlaceBalance>> {
  const places = new Map<string, PlaceBalance>();
  if (keys.length === 0) return places;
  const asked = JSON.stringify(keys);
  await context.tx.run(sql`
    with asked as (select distinct a."locationId" as location_id from jsonb_to_recordset(${asked}::jsonb) as a("locationId" bigint))
    select 1 from stock_location l where l.id in (select location_id from asked) order by l.id for share`);
  await context.tx.run(sql`
    insert into stock (location_id, material_id, create_user, update_user)
    select distinct a."locationId", a."materialId", ${context.user.userId}::bigint, ${context.user.userId}::bigint
    from jsonb_to_recordset(${asked}::jsonb) as a("locationId" bigint, "materialId" bigint)
    where not exists (select 1 from stock s where s.location_id = a."locationId" and s.material_id = a."materialId")
    order by a."locationId", a."materialId"
    on conflict do nothing`);
  const stocks = await context.tx.rows<StockRow>(sql`
    select s.location_id, s.material_id, s.qty, s.aux_qty, s.reserved_qty, s.amount, s.avg_cost, s.avg_amount, s.last_cost from stock s
    where (s.location_id, s.material_id) in (select a."locationId", a."materialId" from jsonb_to_recordset(${asked}::jsonb) as a("locationId" bigint, "materialId" bigint))
    order by s.location_id, s.material_id for update`);
  for (const row of stocks) places.set(placeKey(row.locationId, row.materialId), placeOf(row));
  if (keys.every((key) => key.batchId === undefined)) return places;
  const lots = await context.tx.rows<LotRow>(sql`
    with asked as (select distinct a."locationId" as location_id, a."materialId" as material_id, a."batchId" as batch_id
      from jsonb_to_recordset(${asked}::jsonb) as a("locationId" bigint, "materialId" bigint, "batchId" bigint) where a."batchId" is not null)
    select a.location_id, a.material_id, a.batch_id, coalesce(sb.qty, 0) as qty, coalesce(sb.aux_qty, 0) as aux_qty, coalesce(sb.reserved_qty, 0) as reserved_qty,
           coalesce(sb.amount, 0) as amount, coalesce(sb.unit_cost, 0) as unit_cost, b.batch_code, b.expiry_date, b.lot_state, coalesce(b.hold_reason, '') as hold_reason
    from asked a join batch b on b.id = a.batch_id
    left join stock_batch sb on sb.location_id = a.location_id and sb.batch_id = a.batch_id
    order by a.location_id, a.material_id, a.batch_id`);
  for (const row of lots) places.get(placeKey(row.locationId, row.materialId))!.lots.set(row.batchId, lotOf(row));
  return places;
}

interface StockRow {
  readonly locationId: string; readonly materialId: string; readonly qty: string; readonly auxQty: string; readonly reservedQty: string;
  readonly amount: string; readonly avgCost: string; readonly avgAmount: string; readonly lastCost: string;
}
interface LotRow {
  readonly locationId: string; readonly materialId: string; readonly batchId: string; readonly qty: string; readonly auxQty: string; readonly reservedQty: string;
  readonly amount: string; readonly unitCost: string; readonly batchCode: string; readonly expiryDate: string | null; readonly lotState: LotBalance['lot']['lotState']; readonly holdReason: string;
}

const placeOf = (row: StockRow): PlaceBalance => ({
  locationId: row.locationId, materialId: row.materialId, qty: Decimal.of(row.qty), auxQty: Decimal.of(row.auxQty), amount: Decimal.of(row.amount), reserved: Decimal.of(row.reservedQty),
  average: { qty: Decimal.of(row.qty), amount: Decimal.of(row.avgAmount), unitCost: Decimal.of(row.avgCost) }, lastCost: Decimal.of(row.lastCost), lots: new Map(),
});
const lotOf = (row: LotRow): LotBalance => ({
  worth: { qty: Decimal.of(row.qty), amount: Decimal.of(row.amount), unitCost: Decimal.of(row.unitCost) }, auxQty: Decimal.of(row.auxQty), reserved: Decimal.of(row.reservedQty),
  lot: { batchId: row.batchId, batchCode: row.batchCode, expiryDate: row.expiryDate, lotState: row.lotState, holdReason: row.holdReason },
});

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
 * Inserting the missing rows before locking any is what keeps two documents in opposite order from waiting for each
 * other.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { placeKey, type LotBalance, type PlaceBalance } from './posting.rules.ts';

export interface StockKey {
  readonly locationId: string;
  readonly materialId: string;
}

const nameOf = ({ locationId, materialId }: StockKey): string => `stock ${placeKey(locationId, materialId)}`;

/**
 * Locks the rows of the keys in the one order and makes stock rows that are missing. Three statements on one way,
 * whatever the number of keys; none for what the transaction holds already.
 */
export async function holdStock(context: Context, keys: readonly StockKey[]): Promise<void> {
  const free = new Map(keys.map((key) => [nameOf(key), key]));
  for (const name of free.keys()) if (context.tx.held.has(name)) free.delete(name);
  if (free.size === 0) return;
  const locations = [...free.values()].map((key) => key.locationId);
  const requested = sql`unnest(${locations}::bigint[], ${[...free.values()].map((key) => key.materialId)}::bigint[]) as
    a(location_id, material_id)`;
  await Promise.all([
    context.tx.run(
      sql`select 1 from stock_location l where l.id = any(${[...new Set(locations)]}::bigint[])
        order by l.id for share`,
    ),
    context.tx.run(sql`
      insert into stock (location_id, material_id, create_user, update_user)
      select a.location_id, a.material_id, ${context.user.userId}::bigint, ${context.user.userId}::bigint
      from ${requested}
      where not exists (select 1 from stock s where s.location_id = a.location_id and s.material_id = a.material_id)
      order by a.location_id, a.material_id
      on conflict do nothing`),
    context.tx.run(sql`
      select 1 from stock s where (s.location_id, s.material_id) in (select a.location_id, a.material_id
      from ${requested}) order by s.location_id, s.material_id for update`),
  ]);
  for (const name of free.keys()) context.tx.held.add(name);
}

interface LotKey extends StockKey {
  readonly batchId: string;
}

/** Holds the rows of the keys and answers what lies there. */
export async function lockStock(context: Context, keys: readonly LotKey[]): Promise<Map<string, PlaceBalance>> {
  const [, places] = await Promise.all([holdStock(context, keys), readStock(context, keys)]);
  return places;
}

const OF_PLACE = sql`s.location_id, s.material_id, m.base_unit_id, s.qty, s.aux_qty, s.reserved_qty, s.amount,
  s.avg_cost, s.avg_amount, s.last_cost,
  coalesce(to_char(s.last_move_time, 'YYYY-MM-DD HH24:MI:SS'), '') as last_moved,
  case when w.id is not null then jsonb_build_object('warehouse', w.name, 'type', w.type, 'material', m.called,
    'materialKind', coalesce(m.material_kind, 'raw')) end as kept`;
const STORE_OF_PLACE = sql`left join factory_warehouse w on w.tenant_id = s.tenant_id and w.id = s.location_id`;

/** What lies there, lots left out: for whoever holds the rows and brings lots that never lay anywhere. */
export async function readPlaces(context: Context, keys: readonly StockKey[]): Promise<Map<string, PlaceBalance>> {
  const rows = await context.tx.rows<PlaceRow>(sql`
    select ${OF_PLACE}
    from (select distinct * from unnest(${keys.map((key) => key.locationId)}::bigint[],
      ${keys.map((key) => key.materialId)}::bigint[]) as k(location_id, material_id)) a
    join stock s on s.location_id = a.location_id and s.material_id = a.material_id
    join material m on m.tenant_id = s.tenant_id and m.id = s.material_id
    ${STORE_OF_PLACE}
    order by a.location_id, a.material_id`);
  return new Map(rows.map((row) => [placeKey(row.locationId, row.materialId), placeOf(row)]));
}

/** A lot before anything of it came. */
export const emptyLot = (lot: LotBalance['lot']): LotBalance => ({
  worth: { qty: Decimal.zero, amount: Decimal.zero, unitCost: Decimal.zero },
  auxQty: Decimal.zero,
  reserved: Decimal.zero,
  lot,
});

/**
 * What lies there, place by place with the lots asked for, for whoever holds the rows; a lot that never lay there is
 * answered as empty. One statement.
 */
export async function readStock(context: Context, keys: readonly LotKey[]): Promise<Map<string, PlaceBalance>> {
  const places = new Map<string, PlaceBalance>();
  const rows =
    keys.length === 0
      ? []
      : await context.tx.rows<BalanceRow>(sql`
    select ${OF_PLACE},
      a.batch_id, b.batch_code, b.expiry_date, b.lot_state, coalesce(b.hold_reason, '') as hold_reason,
      coalesce(sb.qty, 0) as lot_qty, coalesce(sb.aux_qty, 0) as lot_aux_qty,
      coalesce(sb.reserved_qty, 0) as lot_reserved_qty, coalesce(sb.amount, 0) as lot_amount,
      coalesce(sb.unit_cost, 0) as lot_unit_cost
    from (select distinct * from unnest(${keys.map((key) => key.locationId)}::bigint[],
      ${keys.map((key) => key.materialId)}::bigint[], ${keys.map((key) => key.batchId)}::bigint[]) as k(location_id,
      material_id, batch_id)) a
    join stock s on s.location_id = a.location_id and s.material_id = a.material_id
    join material m on m.tenant_id = s.tenant_id and m.id = s.material_id
    ${STORE_OF_PLACE}
    join batch b on b.tenant_id = s.tenant_id and b.id = a.batch_id
    left join stock_batch sb on sb.tenant_id = s.tenant_id and sb.location_id = a.location_id
      and sb.batch_id = a.batch_id
    order by a.location_id, a.material_id, a.batch_id`);
  for (const row of rows) {
    const key = placeKey(row.locationId, row.materialId);
    const place = places.get(key) ?? placeOf(row);
    places.set(key, place);
    place.lots.set(row.batchId, lotOf(row));
  }
  return places;
}

interface PlaceRow {
  readonly locationId: string;
  readonly materialId: string;
  readonly baseUnitId: string;
  readonly qty: string;
  readonly auxQty: string;
  readonly reservedQty: string;
  readonly amount: string;
  readonly avgCost: string;
  readonly avgAmount: string;
  readonly lastCost: string;
  readonly lastMoved: string;
  readonly kept: PlaceBalance['kept'] | null;
}
interface BalanceRow extends PlaceRow {
  readonly batchId: string;
  readonly batchCode: string;
  readonly expiryDate: string | null;
  readonly lotState: LotBalance['lot']['lotState'];
  readonly holdReason: string;
  readonly lotQty: string;
  readonly lotAuxQty: string;
  readonly lotReservedQty: string;
  readonly lotAmount: string;
  readonly lotUnitCost: string;
}

const placeOf = (row: PlaceRow): PlaceBalance => ({
  locationId: row.locationId,
  materialId: row.materialId,
  baseUnitId: row.baseUnitId,
  qty: Decimal.of(row.qty),
  auxQty: Decimal.of(row.auxQty),
  amount: Decimal.of(row.amount),
  reserved: Decimal.of(row.reservedQty),
  average: { qty: Decimal.of(row.qty), amount: Decimal.of(row.avgAmount), unitCost: Decimal.of(row.avgCost) },
  lastCost: Decimal.of(row.lastCost),
  lastMoved: row.lastMoved,
  kept: row.kept ?? undefined,
  lots: new Map(),
});
const lotOf = (row: BalanceRow): LotBalance => ({
  worth: { qty: Decimal.of(row.lotQty), amount: Decimal.of(row.lotAmount), unitCost: Decimal.of(row.lotUnitCost) },
  auxQty: Decimal.of(row.lotAuxQty),
  reserved: Decimal.of(row.lotReservedQty),
  lot: {
    batchId: row.batchId,
    batchCode: row.batchCode,
    expiryDate: row.expiryDate,
    lotState: row.lotState,
    holdReason: row.holdReason,
  },
});

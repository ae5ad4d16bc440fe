/** Says what is missing: which material and lot, how much was wanted, what is there, and who holds the rest. */
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Shortage } from './posting.rules.ts';
import '../stock.refusals.ts';

interface Names {
  readonly locationId: string;
  readonly materialId: string;
  readonly batchId: string | null;
  readonly location: string;
  readonly material: string;
  readonly unit: string;
  readonly pieceUnit: string;
  readonly batch: string | null;
  readonly holders: string | null;
}

/**
 * Throws `Refused` with one sentence per shortage, all of them, after those given. Does nothing when nothing is short.
 */
export async function refuseShortages(
  context: Context,
  shortages: readonly Shortage[],
  also: readonly Refusal[] = [],
): Promise<void> {
  if (shortages.length === 0) return;
  const requested = shortages.map(({ locationId, materialId, batchId }, nr) => ({
    nr,
    locationId,
    materialId,
    batchId,
  }));
  const names = await context.tx.rows<Names>(sql`
    select (select l.name from stock_location l where l.id = a."locationId") as location, m.name as material, m.unit,
      m.piece_unit,
      (select b.batch_code from batch b where b.id = a."batchId") as batch,
      (select string_agg(distinct r.bill_code, ', ') from stock_reservation r
        where r.location_id = a."locationId" and r.material_id = a."materialId" and r.qty > 0
          and (a."batchId" is null or r.batch_id = a."batchId")) as holders
    from json_to_recordset(${JSON.stringify(requested)}::json) as a(nr integer, "locationId" bigint,
      "materialId" bigint,
      "batchId" bigint)
    cross join lateral (
      select m.called as name, u.called as unit, coalesce(x.called, '') as piece_unit from material m
      join material_unit u on u.tenant_id = m.tenant_id and u.id = m.base_unit_id
      left join material_unit x on x.tenant_id = m.tenant_id and x.id = m.aux_unit_id where m.id = a."materialId"
      limit 1) m order by a.nr`);
  throw new Refused(...also, ...shortages.map((shortage, index) => shortageRefusal(shortage, names[index]!)));
}

function shortageRefusal(shortage: Shortage, names: Names): Refusal {
  const { materialId, batchId, wanted, there, onHand, reserved, line } = shortage;
  const detail = {
    materialId,
    batchId,
    location: names.location,
    material: names.material,
    unit: names.unit,
    batch: names.batch ?? '',
    wanted,
    available: there,
    short: wanted.minus(there),
    onHand,
    reserved: names.holders === null ? reserved : `${reserved}: ${names.holders}`,
  };
  if (shortage.inPieces)
    return refuse('stock.pieces-short', { ...detail, unit: names.pieceUnit }, line === undefined ? {} : { line });
  return refuse(batchId === null ? 'stock.place-short' : 'stock.lot-short', detail, line === undefined ? {} : { line });
}

/**
 * Goods of catch weight by the piece (trade-rules 1.6): they are promised in pieces, at what the pieces that lie there
 * weigh on average.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { placeKey } from './posting.rules.ts';

interface Pieces {
  readonly material: string;
  readonly unit: string;
  /** Lying there and promised to nobody. */
  readonly free: Decimal;
  /** What so many of them weigh, the heavier and the lighter alike. */
  readonly weightOf: (pieces: Decimal) => Decimal;
}

/** By `placeKey`. */
export async function piecesAt(
  context: Context,
  keys: readonly { readonly locationId: Id; readonly materialId: Id }[],
): Promise<Map<string, Pieces>> {
  if (keys.length === 0) return new Map();
  const rows = await context.tx.rows<{
    locationId: Id;
    materialId: Id;
    material: string;
    unit: string;
    qty: DecimalText;
    pieces: DecimalText;
    held: DecimalText;
  }>(sql`
    select s.location_id, s.material_id, m.called as material, u.called as unit, s.qty, s.aux_qty as pieces,
      (select coalesce(sum(r.aux_qty), 0) from stock_reservation r
      where r.location_id = s.location_id and r.material_id = s.material_id and r.qty > 0) as held
    from stock s join material m on m.tenant_id = s.tenant_id and m.id = s.material_id
    join material_unit u on u.tenant_id = m.tenant_id and u.id = m.aux_unit_id
    where (s.location_id, s.material_id) in (select k."locationId", k."materialId"
    from json_to_recordset(${JSON.stringify(keys)}::json) as k("locationId" bigint, "materialId" bigint))`);
  return new Map(
    rows.map(({ locationId, materialId, material, unit, qty, pieces, held }) => [
      placeKey(locationId, materialId),
      {
        material,
        unit,
        free: Decimal.max(Decimal.zero, Decimal.of(pieces).minus(Decimal.of(held))),
        weightOf: (wanted: Decimal) =>
          Decimal.of(pieces).isZero()
            ? Decimal.zero
            : Decimal.min(Decimal.of(qty), wanted.times(Decimal.of(qty)).dividedBy(Decimal.of(pieces)).rounded(6)),
      },
    ]),
  );
}

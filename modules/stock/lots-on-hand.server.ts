/** The lots of materials at places, and who was promised what of them: the facts first-expired-first-out is decided on. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { allocateLots, type BarredLot, type Lot, type LotExit, type LotPick, type LotReservation, type LotWish } from './batch-allocation.rules.ts';
import { placeKey } from './posting.rules.ts';

/** A promise, and the document line it was made to. */
export type Promised = LotReservation & { readonly billType: string; readonly billId: Id; readonly lineId: Id };
export interface LotsOnHand {
  readonly locationId: Id;
  readonly material: LotWish['material'];
  readonly lots: readonly Lot[];
  readonly promised: readonly Promised[];
}
type Key = { readonly locationId: Id; readonly materialId: Id };

/** By `placeKey`; a material that never lay at a place has no lots there. One statement for all keys. */
export async function lotsOnHand(context: Context, keys: readonly Key[]): Promise<Map<string, LotsOnHand>> {
  const rows = await context.tx.rows<OnHandRow>(sql`
    with k as (select distinct a."locationId" as location_id, a."materialId" as material_id from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as a("locationId" bigint, "materialId" bigint)),
    lots as (
      select sb.location_id, sb.material_id, jsonb_agg(jsonb_build_object('batchId', b.id::text, 'batchCode', b.batch_code, 'qty', sb.qty::text, 'expiryDate', b.expiry_date, 'receivedDate', b.received_date,
        'opened', b.opened_time is not null, 'lotState', b.lot_state, 'holdReason', coalesce(b.hold_reason, ''))) as lots
      from k join stock_batch sb on sb.location_id = k.location_id and sb.material_id = k.material_id and sb.qty > 0 join batch b on b.tenant_id = sb.tenant_id and b.id = sb.batch_id group by 1, 2),
    promised as (
      select r.location_id, r.material_id, jsonb_agg(jsonb_build_object('billType', r.bill_type, 'billId', r.bill_id::text, 'billCode', r.bill_code, 'lineId', r.line_id::text, 'qty', r.qty::text, 'needDate', r.need_date, 'batchId', r.batch_id::text)
        order by r.create_time, r.id) as promised
      from k join stock_reservation r on r.location_id = k.location_id and r.material_id = k.material_id and r.qty > 0 group by 1, 2)
    select k.location_id, m.id as material_id, m.name, u.name as unit, m.use_margin_days, coalesce(l.lots, '[]') as lots, coalesce(p.promised, '[]') as promised
    from k join material m on m.id = k.material_id join material_unit u on u.tenant_id = m.tenant_id and u.id = m.base_unit_id
    left join lots l on l.location_id = k.location_id and l.material_id = k.material_id
    left join promised p on p.location_id = k.location_id and p.material_id = k.material_id`);
  return new Map(rows.map((row) => [placeKey(row.locationId, row.materialId), {
    locationId: row.locationId,
    material: { id: row.materialId, name: row.name, baseUnitName: row.unit, useMarginDays: row.useMarginDays },
    lots: row.lots.map((lot) => ({ ...lot, qty: Decimal.of(lot.qty) })),
    promised: row.promised.map(({ batchId, ...promise }) => ({ ...promise, qty: Decimal.of(promise.qty), ...(batchId === null ? {} : { batchId }) })),
  }]));
}

interface OnHandRow {
  readonly locationId: Id; readonly materialId: Id; readonly name: string; readonly unit: string; readonly useMarginDays: number;
  readonly lots: readonly (Omit<Lot, 'qty'> & { readonly qty: DecimalText })[];
  readonly promised: readonly (Omit<Promised, 'qty' | 'batchId'> & { readonly qty: DecimalText; readonly batchId: Id | null })[];
}

/** A quantity wanted of a material at a place, in base unit. */
export interface Wanted {
  readonly locationId: Id;
  readonly materialId: Id;
  readonly lineId: Id;
  readonly qty: DecimalText;
  readonly neededBy: string;
  readonly exit: LotExit;
  readonly line?: number;
}

/** Which lots to take for a line; where there is not enough, those there are, and the refusal that says so. */
export interface Proposal {
  readonly picks: readonly LotPick[];
  readonly refusals: readonly Refusal[];
  readonly available: Decimal;
  readonly barred: readonly BarredLot[];
  readonly material: LotWish['material'];
}

/**
 * Proposes lots first expired first out, line after line, so that two lines never get the same goods.
 * Reservations of the lines of `ownBill` are for these very lines and do not stand in their way.
 */
export async function proposeLots(context: Context, wanted: readonly Wanted[], ownBill: { readonly type: string; readonly id: Id }): Promise<Proposal[]> {
  const onHand = await lotsOnHand(context, wanted);
  const taken = new Map<string, Decimal>();
  return wanted.map((wish) => {
    const key = placeKey(wish.locationId, wish.materialId);
    const there = onHand.get(key)!;
    const lots = there.lots.map((lot) => ({ ...lot, qty: lot.qty.minus(taken.get(`${key}/${lot.batchId}`) ?? Decimal.zero) }));
    const others = there.promised.filter((promise) => promise.billType !== ownBill.type || promise.billId !== ownBill.id);
    const asked = { material: there.material, qty: Decimal.of(wish.qty), neededBy: wish.neededBy, today: context.today, exit: wish.exit, ...(wish.line === undefined ? {} : { line: wish.line }) };
    const wanting = allocateLots(lots, others, asked);
    const best = wanting.ok ? wanting : allocateLots(lots, others, { ...asked, qty: wanting.available });
    const picks = best.ok ? best.picks : [];
    for (const pick of picks) taken.set(`${key}/${pick.batchId}`, (taken.get(`${key}/${pick.batchId}`) ?? Decimal.zero).plus(pick.qty));
    return { picks, refusals: wanting.ok ? [] : wanting.refusals, available: wanting.ok ? asked.qty : wanting.available, barred: wanting.barred, material: there.material };
  });
}

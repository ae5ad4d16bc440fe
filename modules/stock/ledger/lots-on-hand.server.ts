/**
 * The lots of materials at places, and who was promised what of them: the facts first-expired-first-out is decided on.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { mergedGoods } from '../../master-data/merging/material-merge.server.ts';
import {
  allocateLots,
  allocateNamed,
  type BarredLot,
  type Lot,
  type LotExit,
  type LotPick,
  type LotReservation,
  type LotRequest,
} from './batch-allocation.rules.ts';
import { placeKey } from './posting.rules.ts';
import { inTurnOfGoods } from './reservation.rules.ts';

interface LotsOnHand {
  readonly locationId: Id;
  readonly material: LotRequest['material'] & { readonly code: string };
  readonly lots: readonly Lot[];
  /** One for each day and lot, with the documents it was made to. */
  readonly promised: readonly LotReservation[];
}
type Key = { readonly locationId: Id; readonly materialId: Id };
type Document = { readonly type: string; readonly id: Id };

/**
 * Which materials count as one at a place: itself, and what was merged into it, however often, as far as it ever lay
 * there. Goods of catch weight are counted in their own pieces and stand for themselves. One statement.
 */
export async function sameGoods(context: Context, keys: readonly Key[]): Promise<(key: Key) => readonly Id[]> {
  const rows = await context.tx.rows<Key & { readonly asId: Id }>(sql`
    ${mergedGoods([...new Set(keys.map((key) => key.materialId))])}
    select distinct s.location_id, s.material_id, g.into_id as as_id from goods g
    join material m on m.id = g.id join material i on i.id = g.into_id join stock s on s.material_id = g.id
    where m.catch_weight = 0 and i.catch_weight = 0 and s.location_id =
      any(${[...new Set(keys.map((key) => key.locationId))]}::bigint[]) order by s.material_id`);
  const merged = Map.groupBy(rows, (row) => placeKey(row.locationId, row.asId));
  return ({ locationId, materialId }) => [
    materialId,
    ...(merged.get(placeKey(locationId, materialId)) ?? []).map((row) => row.materialId),
  ];
}

/**
 * By `placeKey`; a material that never lay at a place has no lots there. What `except` holds itself is left out. Two
 * statements for all keys, on one way.
 */
export async function lotsOnHand(
  context: Context,
  keys: readonly Key[],
  except?: Document,
): Promise<Map<string, LotsOnHand>> {
  const requested = sql`(select distinct a."locationId" as location_id, a."materialId" as material_id
    from json_to_recordset(${JSON.stringify(keys)}::json) as a("locationId" bigint, "materialId" bigint)) k`;
  const own =
    except === undefined ? empty : sql`and (r.bill_type <> ${except.type} or r.bill_id <> ${except.id}::bigint)`;
  const [places, lots] = await Promise.all([
    context.tx.rows<PlaceRow>(sql`
    select k.location_id, m.id as material_id, m.code, m.called as name, u.called as unit, m.use_margin_days,
      h.need_date, h.batch_id, h.qty, h.bill_codes
    from ${requested} cross join lateral (select m.*, m.called from material m where m.id = k.material_id limit 1) m
    join material_unit u on u.tenant_id = m.tenant_id and u.id = m.base_unit_id
    left join lateral (
      select r.need_date, r.batch_id, sum(r.qty) as qty, string_agg(r.bill_code, ', ') as bill_codes
      from stock_reservation r
      where r.location_id = k.location_id and r.material_id = k.material_id and r.qty > 0 ${own}
      group by 1, 2) h on true`),
    context.tx.rows<LotRow>(sql`
    select sb.location_id, sb.material_id, sb.qty, b.id as batch_id, b.batch_code, b.expiry_date, b.received_date,
      case when b.use_by <= ${context.now}::timestamptz then to_char(b.use_by, 'YYYY-MM-DD HH24:MI:SS') end as ran_out_at,
      b.opened_time is not null as opened, b.lot_state, coalesce(b.hold_reason, '') as hold_reason
    from ${requested} join stock_batch sb on sb.location_id = k.location_id and sb.material_id = k.material_id
      and sb.qty > 0 join batch b on b.tenant_id = sb.tenant_id and b.id = sb.batch_id`),
  ]);
  const found = new Map<
    string,
    {
      readonly locationId: Id;
      readonly material: LotsOnHand['material'];
      readonly lots: Lot[];
      readonly promised: LotReservation[];
    }
  >();
  for (const row of places) {
    const key = placeKey(row.locationId, row.materialId);
    const there = found.get(key) ?? {
      locationId: row.locationId,
      material: {
        id: row.materialId,
        code: row.code,
        name: row.name,
        baseUnitName: row.unit,
        useMarginDays: row.useMarginDays,
      },
      lots: [],
      promised: [],
    };
    found.set(key, there);
    if (row.needDate !== null)
      there.promised.push({
        materialId: row.materialId,
        billCode: row.billCodes,
        qty: Decimal.of(row.qty),
        needDate: row.needDate,
        ...(row.batchId === null ? {} : { batchId: row.batchId }),
      });
  }
  for (const { locationId, materialId, qty, ...lot } of lots)
    found.get(placeKey(locationId, materialId))!.lots.push({ ...lot, materialId, qty: Decimal.of(qty) });
  return found;
}

type PlaceRow = {
  readonly locationId: Id;
  readonly materialId: Id;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly useMarginDays: number;
} & (
  | { readonly needDate: null }
  | { readonly needDate: string; readonly batchId: Id | null; readonly qty: DecimalText; readonly billCodes: string }
);
type LotRow = Omit<Lot, 'qty'> & Key & { readonly qty: DecimalText };

/** A quantity wanted of a material at a place, in base unit. */
interface Wanted {
  readonly locationId: Id;
  readonly materialId: Id;
  /** What counts as it there (`sameGoods`). */
  readonly goods: readonly Id[];
  readonly lineId: Id;
  readonly qty: DecimalText;
  readonly neededBy: string;
  readonly exit: LotExit;
  /** The lot whoever asked named: no other is proposed. */
  readonly batchId?: Id;
  readonly line?: number;
}

/** A lot, and what the material is called that it is of. */
type ProposedLot = LotPick & { readonly materialId: Id; readonly materialCode: string };

/** Which lots to take for a line; where there is not enough, those there are, and the refusal that says so. */
export interface Proposal {
  readonly picks: readonly ProposedLot[];
  readonly refusals: readonly Refusal[];
  readonly available: Decimal;
  readonly barred: readonly BarredLot[];
  readonly material: LotRequest['material'];
}

/**
 * Proposes lots first expired first out, one line at a time, so that two lines never get the same goods.
 * Reservations of the lines of `ownBill` are for these very lines and do not stand in their way.
 */
export async function proposeLots(context: Context, wanted: readonly Wanted[], ownBill: Document): Promise<Proposal[]> {
  const onHand = await lotsOnHand(
    context,
    wanted.flatMap(({ locationId, goods }) => goods.map((materialId) => ({ locationId, materialId }))),
    ownBill,
  );
  const taken = new Map<string, Decimal>();
  return inTurnOfGoods(wanted, (request) => {
    const of = (materialId: Id): LotsOnHand => onHand.get(placeKey(request.locationId, materialId))!;
    const { material } = of(request.materialId);
    const keyOf = (lot: { readonly batchId: Id }): string => `${request.locationId}/${lot.batchId}`;
    const lots = request.goods
      .flatMap((materialId) => of(materialId).lots)
      .map((lot) => ({ ...lot, qty: lot.qty.minus(taken.get(keyOf(lot)) ?? Decimal.zero) }));
    const others = request.goods.flatMap((materialId) => of(materialId).promised);
    const requested = {
      material,
      qty: Decimal.of(request.qty),
      neededBy: request.neededBy,
      today: context.today,
      exit: request.exit,
      ...(request.line === undefined ? {} : { line: request.line }),
    };
    const wanting =
      request.batchId === undefined
        ? allocateLots(lots, others, requested)
        : allocateNamed(lots, others, requested, request.batchId);
    const rest = { ...requested, qty: wanting.ok ? requested.qty : wanting.available };
    const best = wanting.ok
      ? wanting
      : request.batchId === undefined
        ? allocateLots(lots, others, rest)
        : allocateNamed(lots, others, rest, request.batchId);
    const picks = (best.ok ? best.picks : []).map((pick) => ({
      ...pick,
      materialId: pick.materialId!,
      materialCode: of(pick.materialId!).material.code,
    }));
    for (const pick of picks) taken.set(keyOf(pick), (taken.get(keyOf(pick)) ?? Decimal.zero).plus(pick.qty));
    return {
      picks,
      refusals: wanting.ok ? [] : wanting.refusals,
      available: wanting.ok ? requested.qty : wanting.available,
      barred: wanting.barred,
      material,
    };
  });
}

/** What lines of work lists are decided by, read with a handful of statements however many lines there are. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { sourceBookOf, type SourceBook, type SourcePlace } from '../../sourcing/source-book.server.ts';
import { sourceRowsOnDays } from '../../sourcing/source-rows.server.ts';
import { warehousePlaces } from '../../sourcing/source-calls.server.ts';
import type { SourceKind } from '../../sourcing/source.rules.ts';
import { orderedShares, type OrderedShare } from '../../sourcing/ordered-shares.port.server.ts';
import { rankSuppliers, type RankedSupplier, type SupplierCandidate } from '../../sourcing/supplier-choice.rules.ts';
import { offersOnDays, type Offer } from '../../suppliers/offers.server.ts';

/** What is asked: so much of a material at a place on a day. */
export interface Asked {
  readonly materialId: Id;
  readonly warehouseId: Id;
  readonly bladeProjectDeptId: Id;
  readonly needDate: string;
}
export interface LineMaterial {
  readonly id: Id;
  readonly name: string;
  readonly baseUnitId: Id;
  readonly leadDays: number;
  readonly materialTypeId: Id;
  readonly sourceKind: SourceKind;
  readonly kind: string;
  readonly frozen: 0 | 1;
  /** Keys of allergens it contains or may contain; null where nobody has said. */
  readonly allergens: readonly string[] | null;
}
/** A supplier's offer as one that may be chosen. */
export type Candidate = SupplierCandidate & { readonly offer: Offer };

interface OfferBook {
  /** Offers to the site on the day, the best first: brought there, or to a centre. */
  ranked(need: Asked, channel: 'direct' | 'uniform'): readonly RankedSupplier<Candidate>[];
}

/** What lines need to know of materials, by id. */
export const readMaterials = async (context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, LineMaterial>> =>
  new Map(
    (
      await context.tx.rows<LineMaterial>(sql`
    select m.id, m.called as name, m.base_unit_id, m.lead_days, m.material_type_id, m.source_kind, m.frozen,
      coalesce(m.material_kind, 'raw') as kind,
      case when jsonb_typeof(m.allergens) = 'array' then array(
        select e ->> 'allergen' from jsonb_array_elements(m.allergens) e
        where e ->> 'state' in ('contains', 'may-contain') order by 1) end as allergens
    from material m where m.id = any(${[...new Set(ids)]}::bigint[])`)
    ).map((row) => [row.id, row]),
  );

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** Offers of these materials on the days they are needed; `supplierIds`: of these alone. */
export async function offerBook(
  context: Context,
  asked: readonly Asked[],
  supplierIds?: readonly Id[],
): Promise<OfferBook> {
  const materialIds = distinct(asked.map((each) => each.materialId));
  const offers = await offersOnDays(
    context,
    materialIds,
    distinct(asked.map((each) => each.needDate)),
    distinct(asked.map((each) => each.bladeProjectDeptId)),
    supplierIds,
  );
  const shared = distinct(
    [...offers.values()].flatMap((rows) =>
      rows.filter((offer) => offer.sharePercent !== null).map((offer) => offer.materialId),
    ),
  );
  const ordered = await orderedShares(context, shared, `${context.today.slice(0, 8)}01`, context.today);
  return bookOf(offers, ordered);
}

function bookOf(offers: ReadonlyMap<string, readonly Offer[]>, ordered: readonly OrderedShare[]): OfferBook {
  const orderedOf = new Map(ordered.map((row) => [`${row.supplierId} ${row.materialId}`, Decimal.of(row.baseQty)]));
  const byMaterial = new Map([...offers].map(([day, rows]) => [day, Map.groupBy(rows, (offer) => offer.materialId)]));
  const known = new Map<string, readonly RankedSupplier<Candidate>[]>();
  return {
    ranked({ materialId, needDate, bladeProjectDeptId: site }, channel) {
      const key = `${materialId} ${needDate} ${site} ${channel}`;
      let ranked = known.get(key);
      if (ranked === undefined) {
        const serving = (byMaterial.get(needDate)?.get(materialId) ?? []).filter((offer) =>
          channel === 'direct'
            ? offer.directDeptIds.includes(site)
            : offer.allowUniform === 1 && offer.projectDeptIds.includes(site),
        );
        known.set(key, (ranked = rankSuppliers(serving.map((offer) => candidateOf(offer, orderedOf)))));
      }
      return ranked;
    },
  };
}

const candidateOf = (offer: Offer, orderedOf: ReadonlyMap<string, Decimal>): Candidate => ({
  offer,
  supplierId: offer.supplierId,
  code: offer.supplierCode,
  agreementNo: offer.agreementNo === '' ? null : offer.agreementNo,
  sharePercent: offer.sharePercent === null ? null : Decimal.of(offer.sharePercent),
  orderedThisMonth: orderedOf.get(`${offer.supplierId} ${offer.materialId}`) ?? Decimal.zero,
  basePrice: offer.basePrice === null ? null : Decimal.of(offer.basePrice),
  isDefault: offer.isDefault === 1,
  leadDays: offer.leadDays,
});

/** Where each need comes from by the rules, as of the day it is needed, and who offers it then. */
export interface SourceAnswers {
  readonly places: ReadonlyMap<Id, SourcePlace>;
  readonly offers: OfferBook;
  choose(need: Asked, qty: Decimal): ReturnType<SourceBook['choose']> | undefined;
}
/** Rules, offers and shares of every day a need falls on, read once. */
export async function sourceAnswers(
  context: Context,
  asked: readonly Asked[],
  materials: ReadonlyMap<Id, LineMaterial>,
): Promise<SourceAnswers> {
  const places = await warehousePlaces(context, distinct(asked.map((each) => each.warehouseId)));
  const days = distinct(asked.map((each) => each.needDate)).toSorted();
  const rows = await sourceRowsOnDays(context, [...materials.values()], [...places.values()], days, days.at(-1)!);
  const books = new Map([...rows].map(([day, of]) => [day, sourceBookOf(of)]));
  return {
    places,
    offers: bookOf(new Map([...rows].map(([day, of]) => [day, of.offers])), rows.get(days[0]!)?.ordered ?? []),
    choose(need, qty) {
      const place = places.get(need.warehouseId);
      return place === undefined
        ? undefined
        : books.get(need.needDate)!.choose(place, need.materialId, need.needDate, qty);
    },
  };
}

/** Decimals of units. */
export const unitDecimals = async (context: Context, unitIds: readonly Id[]): Promise<ReadonlyMap<Id, number>> =>
  new Map(
    (
      await context.tx.rows<{ id: Id; decimals: number }>(
        sql`select id, decimals from material_unit where id = any(${distinct(unitIds)}::bigint[])`,
      )
    ).map((row) => [row.id, row.decimals]),
  );

/** A store that serves sites: of a factory, or a central warehouse. */
export interface Sender {
  readonly sourceKind: 'factory' | 'warehouse';
  readonly outOrgId: Id;
  readonly outWarehouseId: Id | null;
  readonly outFactoryWarehouseId: Id | null;
}
/** What lies free at these stores, in base unit. */
export async function freeStock(
  context: Context,
  senders: readonly Sender[],
  materialIds: readonly Id[],
): Promise<Map<string, Decimal>> {
  const places = distinct(senders.map(placeOfSender));
  if (places.length === 0) return new Map();
  const rows = await context.tx.rows<{ place: Id; materialId: Id; qty: DecimalText }>(sql`
    select s.location_id as place, s.material_id,
      greatest(0, coalesce(sum(sb.qty) filter (where b.lot_state = 'free'
        and (b.expiry_date is null or b.expiry_date >= ${context.today}::date)), 0)
        - coalesce(max(s.reserved_qty), 0)) as qty
    from stock s left join stock_batch sb on sb.location_id = s.location_id and sb.material_id = s.material_id
      and sb.qty > 0 left join batch b on b.id = sb.batch_id
    where s.location_id = any(${places}::bigint[]) and s.material_id = any(${distinct(materialIds)}::bigint[])
    group by 1, 2`);
  return new Map(rows.map((row) => [`${row.place} ${row.materialId}`, Decimal.of(row.qty)]));
}
/** The place goods leave. */
export const placeOfSender = ({ outWarehouseId, outFactoryWarehouseId }: Sender): Id =>
  outWarehouseId ?? outFactoryWarehouseId!;

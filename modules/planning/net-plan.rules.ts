/**
 * A whole plan walked through its dates (trade-rules 4.4, 4.5): the facts of each warehouse and material, what is
 * needed
 * and what people decided, become lines with every term. One function serves generating, editing and "what if".
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DatedQty, Lots, PromisedQty } from './netting/lots-in-time.rules.ts';
import { netRequirement, type NettingRow } from './netting/netting.rules.ts';
import type { OtherNeed } from './netting/other-plans.rules.ts';
import type { PackOption } from './netting/pack.rules.ts';

export interface DueReceipt extends DatedQty {
  readonly billType: string;
  readonly billId: string;
  readonly billCode: string;
}

/** Stock and orders of one warehouse and material as they stood when the plan was made. */
export interface StockFacts {
  readonly warehouseId: string;
  readonly materialId: string;
  readonly onHand: Lots;
  readonly promised: readonly PromisedQty[];
  readonly others: readonly OtherNeed[];
  readonly receipts: readonly DueReceipt[];
  readonly safety: Decimal;
  readonly packs: readonly PackOption[];
  /** Days on which it comes in other packs, from somebody else. */
  readonly packsOn?: ReadonlyMap<string, readonly PackOption[]>;
}

export interface PlaceNeed extends DatedQty {
  readonly warehouseId: string;
  readonly materialId: string;
}
export interface NettingOptions {
  readonly netFlag: boolean;
  readonly includeSafety: boolean;
  /** "What if safety stock were half": 0.5. */
  readonly safetyFactor?: Decimal;
  /** Who serves a need is chosen on the way; without it the packs of the facts hold. */
  readonly packsOf?: (
    place: { readonly warehouseId: string; readonly materialId: string },
    date: string,
    net: Decimal,
  ) => readonly PackOption[];
}
export interface NettedRow extends NettingRow {
  readonly warehouseId: string;
  readonly materialId: string;
  /** Due from the date before up to this one, each with its bill. */
  readonly due: readonly DueReceipt[];
}

/** Warehouse and material. */
export const placeKey = ({
  warehouseId,
  materialId,
}: {
  readonly warehouseId: string;
  readonly materialId: string;
}): string => `${warehouseId} ${materialId}`;
/** Warehouse, material and day. */
export const lineKey = (line: {
  readonly warehouseId: string;
  readonly materialId: string;
  readonly date: string;
}): string => `${placeKey(line)} ${line.date}`;

/**
 * Rows by warehouse, material, date. `decided` holds what people planned instead of the proposal, by `lineKey`, in
 * base unit.
 */
export function netPlan(
  facts: readonly StockFacts[],
  needs: readonly PlaceNeed[],
  manual: readonly PlaceNeed[],
  decided: ReadonlyMap<string, Decimal>,
  options: NettingOptions,
): NettedRow[] {
  const factsOf = new Map(facts.map((each) => [placeKey(each), each]));
  const needsOf = Map.groupBy(needs, placeKey);
  const manualOf = Map.groupBy(manual, placeKey);
  const places = [...new Set([...needsOf.keys(), ...manualOf.keys()])].sort();
  return places.flatMap((key) => {
    const wanted = needsOf.get(key) ?? [];
    const byHand = manualOf.get(key) ?? [];
    const { warehouseId, materialId } = wanted[0] ?? byHand[0]!;
    const there = factsOf.get(key) ?? nothing(warehouseId, materialId);
    const receipts = options.netFlag ? there.receipts : [];
    const own = new Map(
      [...wanted, ...byHand].flatMap((line) => {
        const qty = decided.get(lineKey(line));
        return qty === undefined ? [] : [[line.date, qty] as const];
      }),
    );
    const rows = netRequirement({
      onHand: options.netFlag ? there.onHand : [],
      promised: options.netFlag ? there.promised : [],
      others: options.netFlag ? there.others : [],
      receipts,
      needs: wanted,
      manual: byHand,
      safety:
        options.netFlag && options.includeSafety
          ? there.safety.times(options.safetyFactor ?? Decimal.one).rounded(6)
          : Decimal.zero,
      packs: there.packs,
      decided: own,
      ...(options.packsOf === undefined
        ? there.packsOn === undefined
          ? {}
          : { packsOn: (date: string) => there.packsOn!.get(date) ?? there.packs }
        : { packsOn: (date: string, net: Decimal) => options.packsOf!(there, date, net) }),
    });
    return rows.map((row, index) => {
      const before = rows[index - 1]?.date ?? '';
      return {
        ...row,
        warehouseId,
        materialId,
        due: receipts.filter((due) => due.date > before && due.date <= row.date),
      };
    });
  });
}

const nothing = (warehouseId: string, materialId: string): StockFacts => ({
  warehouseId,
  materialId,
  onHand: [],
  promised: [],
  others: [],
  receipts: [],
  safety: Decimal.zero,
  packs: [],
});

/** How a row is ordered: in the unit of its packs, or in base unit where none or several units make it up. */
interface OrderedIn {
  readonly unitId: string;
  readonly factor: Decimal;
  readonly proposedQty: Decimal;
}
/** The unit a netted day is ordered in, its factor to base unit, and how many. */
export function orderedIn(
  row: Pick<NettingRow, 'packs' | 'proposed' | 'net'>,
  packs: readonly PackOption[],
  baseUnitId: string,
): OrderedIn {
  if (row.packs.length === 1) {
    const [pack] = row.packs;
    return {
      unitId: pack!.unitId,
      factor: packs.find((option) => option.unitId === pack!.unitId)!.factor,
      proposedQty: pack!.count,
    };
  }
  const first = packs[0];
  if (row.packs.length === 0 && row.proposed.isZero() && first !== undefined)
    return { unitId: first.unitId, factor: first.factor, proposedQty: Decimal.zero };
  return { unitId: baseUnitId, factor: Decimal.one, proposedQty: row.proposed };
}

/** Facts with the packs the walk was taken with: those of most days, and the days that differ. */
export function withPacks(
  facts: StockFacts,
  rows: readonly NettedRow[],
  packsOf: NonNullable<NettingOptions['packsOf']>,
): StockFacts {
  const byDate = rows.map((row) => ({ date: row.date, packs: packsOf(facts, row.date, row.net) }));
  const packs = byDate[0]?.packs ?? facts.packs;
  const other = byDate.filter((each) => each.packs !== packs);
  return {
    ...facts,
    packs,
    ...(other.length === 0 ? {} : { packsOn: new Map(other.map((each) => [each.date, each.packs])) }),
  };
}

/** A quantity of base units in another unit, 6 places. */
export const inUnit = (baseQty: Decimal, factor: Decimal): Decimal => baseQty.dividedBy(factor).rounded(6);

/** Facts as they are kept with the plan: figures as text, so that none loses a digit. */
type StoredFacts = Readonly<Record<string, unknown>>;
const storedPacks = (packs: readonly PackOption[]) =>
  packs.map((pack) => ({
    unitId: pack.unitId,
    factor: pack.factor.toString(),
    minOrderQty: pack.minOrderQty.toString(),
    orderMultiple: pack.orderMultiple.toString(),
  }));
/** Stock, orders and packs of a place and material as they are stored with the plan. */
export const storedFacts = ({
  onHand,
  promised,
  others,
  receipts,
  safety,
  packs,
  packsOn,
}: StockFacts): StoredFacts => ({
  onHand: onHand.map((lot) => ({ qty: lot.qty.toString(), expiryDate: lot.expiryDate })),
  promised: promised.map((promise) => ({ ...promise, qty: promise.qty.toString() })),
  others: others.map((need) => ({ ...need, qty: need.qty.toString() })),
  safety: safety.toString(),
  receipts: receipts.map((due) => ({ ...due, qty: due.qty.toString() })),
  packs: storedPacks(packs),
  ...(packsOn === undefined
    ? {}
    : { packsOn: Object.fromEntries([...packsOn].map(([date, each]) => [date, storedPacks(each)])) }),
});
interface PackText {
  readonly unitId: string;
  readonly factor: string;
  readonly minOrderQty: string;
  readonly orderMultiple: string;
}
interface FactsText {
  readonly onHand: readonly { readonly qty: string; readonly expiryDate: string | null }[];
  readonly promised: readonly (Omit<PromisedQty, 'qty'> & { readonly qty: string })[];
  readonly others: readonly (Omit<OtherNeed, 'qty'> & { readonly qty: string })[];
  readonly safety: string;
  readonly receipts: readonly (Omit<DueReceipt, 'qty'> & { readonly qty: string })[];
  readonly packs: readonly PackText[];
  readonly packsOn?: Readonly<Record<string, readonly PackText[]>>;
}
/** What `storedFacts` wrote. */
export function readFacts(
  place: { readonly warehouseId: string; readonly materialId: string },
  stored: unknown,
): StockFacts {
  const { onHand, promised, others, safety, receipts, packs, packsOn } = stored as FactsText;
  const readPacks = (each: readonly PackText[]): PackOption[] =>
    each.map((pack) => ({
      unitId: pack.unitId,
      factor: Decimal.of(pack.factor),
      minOrderQty: Decimal.of(pack.minOrderQty),
      orderMultiple: Decimal.of(pack.orderMultiple),
    }));
  return {
    warehouseId: place.warehouseId,
    materialId: place.materialId,
    onHand: onHand.map((lot) => ({ ...lot, qty: Decimal.of(lot.qty) })),
    promised: promised.map((promise) => ({ ...promise, qty: Decimal.of(promise.qty) })),
    others: others.map((need) => ({ ...need, qty: Decimal.of(need.qty) })),
    safety: Decimal.of(safety),
    receipts: receipts.map((due) => ({ ...due, qty: Decimal.of(due.qty) })),
    packs: readPacks(packs),
    ...(packsOn === undefined
      ? {}
      : { packsOn: new Map(Object.entries(packsOn).map(([date, each]) => [date, readPacks(each)])) }),
  };
}

/**
 * Which lots leave by other issues (store.md 3.2 and 6, trade-rules 7.2, 7.3): those a person names; of what is left,
 * first expired first. What is scrapped is named where it has expired or is on hold, and above a value it is shown.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import {
  allocateLots,
  exitRefusal,
  nearExpiryRefusal,
  overrideRefusal,
  type Lot,
  type LotPick,
  type LotRequest,
  type LotReservation,
} from '../stock/ledger/batch-allocation.rules.ts';
import './other-moves.refusals.ts';

/** A line about to leave, in base unit. */
export interface LeavingLine {
  readonly id: string;
  readonly line: number;
  readonly locationId: string;
  readonly warehouse: string;
  readonly materialId: string;
  readonly qty: Decimal;
  /** The lot a person named, and why that one. */
  readonly batchId: string | null;
  readonly batchCode: string;
  readonly lotReason: string;
  readonly isScrap: boolean;
  /** Days before expiry from which a lot of it counts as near. */
  readonly nearDays: number;
}
/** What lies of a line's material at its place, with what counts as it, and who was promised what. */
interface Lying {
  readonly material: LotRequest['material'];
  readonly lots: readonly Lot[];
  readonly promised: readonly LotReservation[];
}
/** A lot of a line, in base unit. */
export interface LeavingLot {
  readonly lineId: string;
  readonly batchId: string;
  readonly materialId: string;
  readonly qty: Decimal;
}

/** The lots of all lines: the named ones first, then the others in their order. All that is wrong is said at once. */
export function chooseLots(
  lines: readonly LeavingLine[],
  lyingOf: (line: LeavingLine) => Lying,
  today: string,
): { readonly picks: readonly LeavingLot[]; readonly refusals: readonly Refusal[] } {
  const taken = new Map<string, Decimal>();
  const keyOf = ({ locationId }: LeavingLine, batchId: string): string => `${locationId}/${batchId}`;
  const leftOf = (line: LeavingLine): readonly Lot[] =>
    lyingOf(line).lots.map((lot) => ({
      ...lot,
      qty: Decimal.max(Decimal.zero, lot.qty.minus(taken.get(keyOf(line, lot.batchId)) ?? Decimal.zero)),
    }));
  const refusals: Refusal[] = [];
  const chosen = new Map<string, readonly LeavingLot[]>();
  const take = (line: LeavingLine, picks: readonly (LotPick & { readonly materialId?: string })[]): void => {
    for (const { batchId, qty } of picks)
      taken.set(keyOf(line, batchId), (taken.get(keyOf(line, batchId)) ?? Decimal.zero).plus(qty));
    chosen.set(
      line.id,
      picks.map(({ batchId, materialId = line.materialId, qty }) => ({ lineId: line.id, batchId, materialId, qty })),
    );
  };
  const named: LeavingLine[] = [];
  for (const line of lines.filter(({ batchId }) => batchId !== null)) {
    const lot = lyingOf(line).lots.find(({ batchId }) => batchId === line.batchId);
    const wrong = lot === undefined ? elsewhere(line, lyingOf(line)) : namedRefusal(line, lot, today);
    if (wrong !== undefined) refusals.push(wrong);
    else {
      named.push(line);
      take(line, [{ ...lot!, qty: line.qty }]);
    }
  }
  refusals.push(...overridden(named, lyingOf, today));
  for (const line of lines.filter(({ batchId }) => batchId === null)) {
    const { material, promised } = lyingOf(line);
    const lots = leftOf(line);
    const found = allocateLots(lots, promised, {
      material,
      qty: line.qty,
      neededBy: today,
      today,
      exit: 'use',
      line: line.line,
    });
    if (found.ok) take(line, found.picks);
    else refusals.push(...(unnamed(line, lots, material, found.available, today) ?? found.refusals));
  }
  return { picks: lines.flatMap(({ id }) => chosen.get(id) ?? []), refusals };
}

const elsewhere = ({ batchCode, warehouse, line }: LeavingLine, { material }: Lying): Refusal =>
  refuse(
    'other-moves.lot-elsewhere',
    { batch: batchCode, material: material.name, warehouse },
    { line, field: 'batchId' },
  );

/** Whether the lot may leave this way, and with no reason given though it is near its end. */
function namedRefusal(
  { isScrap, lotReason, nearDays, line }: LeavingLine,
  lot: Lot,
  today: string,
): Refusal | undefined {
  const exit = isScrap ? 'scrap' : 'use';
  const wrong = exitRefusal(lot, exit, today) ?? nearExpiryRefusal(lot, exit, today, nearDays, lotReason);
  return wrong === undefined ? undefined : { ...wrong, line, field: 'batchId' };
}

/** Scrap for which there is not enough unnamed: the lots that may be scrapped by name, where there are any. */
function unnamed(
  { isScrap, qty, line }: LeavingLine,
  lots: readonly Lot[],
  material: LotRequest['material'],
  available: Decimal,
  today: string,
): readonly Refusal[] | undefined {
  const named = lots.filter((lot) => lot.qty.isPositive() && exitRefusal(lot, 'use', today) !== undefined);
  if (!isScrap || named.length === 0) return undefined;
  const detail = {
    material: material.name,
    unit: material.baseUnitName,
    wanted: qty,
    available,
    lots: named.map(({ batchCode }) => batchCode).join(', '),
  };
  return [refuse('other-moves.name-the-lot', detail, { line, field: 'batchId' })];
}

/** Lots named for use that are not those which expire first, with no reason given. Scrap is what it is. */
function overridden(named: readonly LeavingLine[], lyingOf: (line: LeavingLine) => Lying, today: string): Refusal[] {
  const used = named.filter(({ isScrap }) => !isScrap);
  return [...Map.groupBy(used, ({ locationId, materialId }) => `${locationId}/${materialId}`).values()].flatMap(
    (own) => {
      const { material, lots, promised } = lyingOf(own[0]!);
      const proposal = allocateLots(lots, promised, {
        material,
        qty: Decimal.sum(own.map(({ qty }) => qty)),
        neededBy: today,
        today,
        exit: 'use',
      });
      if (!proposal.ok) return [];
      const wrong = overrideRefusal(
        material.name,
        proposal.picks,
        own.map(({ batchId, batchCode, qty }) => ({ batchId: batchId!, batchCode, qty, expiryDate: null })),
        own.map(({ lotReason }) => lotReason).join(''),
      );
      return wrong === undefined ? [] : [{ ...wrong, line: own[0]!.line, field: 'lotReason' }];
    },
  );
}

/** A line of scrap and what it is worth. */
interface ScrapLine {
  readonly line: number;
  readonly amount: Decimal;
  readonly hasPhoto: boolean;
}
/**
 * Scrap above a value is shown: what is left without a photo may be worth no more than the limit. The dearest lines are
 * asked for first.
 */
export function photosMissing(lines: readonly ScrapLine[], limit: Decimal): Refusal[] {
  const unseen = lines
    .filter(({ hasPhoto }) => !hasPhoto)
    .toSorted((a, b) => b.amount.compare(a.amount) || a.line - b.line);
  const amount = Decimal.sum(unseen.map((line) => line.amount));
  const refusals: Refusal[] = [];
  let rest = amount;
  for (const { line, amount: own } of unseen) {
    if (rest.isAtMost(limit)) break;
    rest = rest.minus(own);
    refusals.push(
      refuse('other-moves.photo', { amount: amount.toFixed(2), limit: limit.toFixed(2) }, { line, field: 'pictures' }),
    );
  }
  return refusals;
}

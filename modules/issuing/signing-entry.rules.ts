/**
 * Lots while they are being signed for: what was sent of each, what the receiver says came, what goes to the server.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { NEEDS_PHOTO } from './claims/difference-choices.ts';
import { outcomeFor } from './claims/difference-claim.rules.ts';

/** What is read here of an out-store as its detail answers it. */
interface SentBill {
  readonly details: readonly SentLine[];
  readonly picks: readonly SentPick[];
}
interface SentLine {
  readonly id?: unknown;
  readonly materialId?: unknown;
  readonly factor?: unknown;
  readonly unitName?: unknown;
  readonly inPieces?: unknown;
  readonly needsPieces?: unknown;
  readonly secondUnitName?: unknown;
}
interface SentPick {
  readonly id?: unknown;
  readonly detailId?: unknown;
  readonly materialId?: unknown;
  readonly materialName?: unknown;
  readonly materialCode?: unknown;
  readonly batchCode?: unknown;
  readonly batchName?: unknown;
  readonly baseQty?: unknown;
  readonly auxQty?: unknown;
}
export interface SentLot {
  readonly pickId: string;
  readonly material: string;
  readonly batchCode: string;
  /** In the unit of the line. */
  readonly sent: string;
  readonly unit: string;
  /** Goods of catch weight also have a second measure: the scale's where the line counts pieces, else the pieces. */
  readonly second?: { readonly sent: string; readonly unit: string; readonly isWeight: boolean };
}
/** What the receiver enters; `second` is missing until they touch it. */
export interface Signed {
  readonly qty: string;
  readonly second?: string;
  readonly cause: string;
  /** What kind of difference it is, who bears it, what is to become of it: where both sides decide. */
  readonly kind?: Kind;
  readonly bearer?: string;
  readonly outcome?: string;
  readonly photos?: readonly SignedPhoto[];
  /** Of wrong goods: which lot came instead, and how much of it. */
  readonly instead?: string;
  readonly insteadQty?: string;
}
export const KINDS = ['short', 'damaged', 'quality', 'wrong'] as const;
type Kind = (typeof KINDS)[number];
export interface SignedPhoto {
  readonly id: string;
  readonly link: string;
  readonly name: string;
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const figure = (value: string): Decimal => (Decimal.isText(value) ? Decimal.of(value) : Decimal.zero);

/** The lots of an out-store, as its detail answers them. */
export function sentLots(bill: SentBill): readonly SentLot[] {
  const details = new Map(bill.details.map((line) => [text(line.id), line]));
  return bill.picks.map((pick) => {
    const line: SentLine = details.get(text(pick.detailId)) ?? {};
    // Of a material that was merged into the one asked for: by its own code too.
    const isOther = line.materialId !== undefined && pick.materialId !== line.materialId;
    const isWeight = line.inPieces === 1;
    const factor = Decimal.isText(text(line.factor)) ? Decimal.of(text(line.factor)) : Decimal.one;
    const weight = Decimal.of(text(pick.baseQty));
    const pieces = figure(text(pick.auxQty)).toString();
    return {
      pickId: text(pick.id),
      material: [pick.materialName, isOther ? pick.materialCode : ''].map(text).filter(Boolean).join(' '),
      batchCode: text(pick.batchCode) || text(pick.batchName),
      sent: isWeight ? pieces : weight.dividedBy(factor).rounded(6).toString(),
      unit: text(line.unitName),
      ...(line.needsPieces === 1
        ? { second: { sent: isWeight ? weight.toString() : pieces, unit: text(line.secondUnitName), isWeight } }
        : {}),
    };
  });
}

/**
 * The second measure as it stands: what was sent until the first is changed; from then on it is read anew, since
 * neither follows from the other.
 */
export const secondOf = (lot: SentLot, signed: Signed): string => {
  if (lot.second === undefined || (Decimal.isText(signed.qty) && figure(signed.qty).isZero())) return '0';
  return signed.second ?? (isSame(signed.qty, lot.sent) ? lot.second.sent : '');
};
/** As text that may still be typed: 4.10 is 4.1, and what is no figure is another. */
export const isSame = (now: string, sent: string): boolean =>
  Decimal.isText(now) && Decimal.of(now).equals(Decimal.of(sent));
/** Something else came than was sent, by either measure. */
export const isDifferent = (lot: SentLot, signed: Signed): boolean =>
  !isSame(signed.qty, lot.sent) || (lot.second !== undefined && !isSame(secondOf(lot, signed), lot.second.sent));
const isBelow = (now: string, sent: string): boolean =>
  !Decimal.isText(now) || Decimal.of(now).isBelow(Decimal.of(sent));
/** Something did not come: that needs a cause. */
export const isLess = (lot: SentLot, signed: Signed): boolean =>
  isBelow(signed.qty, lot.sent) || (lot.second !== undefined && isBelow(secondOf(lot, signed), lot.second.sent));
/** So much more came than was sent, in what a case of it is told in; undefined where it is not more. */
export function overOf(lot: SentLot, signed: Signed): string | undefined {
  const [now, sent] = lot.second?.isWeight === true ? [secondOf(lot, signed), lot.second.sent] : [signed.qty, lot.sent];
  if (!Decimal.isText(now)) return undefined;
  const over = Decimal.of(now).minus(Decimal.of(sent));
  return over.isPositive() ? over.toString() : undefined;
}

/** Nobody believes these without a photo, where another is to agree. */
export const needsPhoto = (lot: SentLot, signed: Signed): boolean =>
  isLess(lot, signed) && NEEDS_PHOTO.has(signed.kind ?? 'short');
/** Of wrong goods both say what came instead, or neither. */
export const isHalfSaid = (lot: SentLot, signed: Signed): boolean =>
  isLess(lot, signed) &&
  signed.kind === 'wrong' &&
  ((signed.instead ?? '').trim() === '') !==
    !(Decimal.isText(signed.insteadQty ?? '') && figure(signed.insteadQty!).isPositive());

const claimOf = (lot: SentLot, signed: Signed) => {
  const over = overOf(lot, signed);
  const kind = over === undefined ? (signed.kind ?? 'short') : 'over';
  const instead = (signed.instead ?? '').trim();
  return {
    differenceType: kind,
    cause: signed.cause.trim(),
    bearer: signed.bearer ?? 'sender',
    outcome: signed.outcome ?? outcomeFor({ differenceType: kind, outcome: null }),
    pictures: (signed.photos ?? []).map(({ id }) => id),
    ...(over === undefined ? {} : { qty: over }),
    ...(kind === 'wrong' && instead !== '' ? { insteadBatchCode: instead, insteadQty: signed.insteadQty } : {}),
  };
};

/** Some came and was not measured both ways, or fewer pieces weigh what all weighed. */
export function isUnmeasured(lot: SentLot, signed: Signed): boolean {
  if (lot.second === undefined || !isDifferent(lot, signed)) return false;
  const second = secondOf(lot, signed);
  if (!figure(signed.qty).isZero() && !figure(second).isPositive()) return true;
  const [pieces, weight] = lot.second.isWeight ? [signed.qty, second] : [second, signed.qty];
  const [sentPieces, sentWeight] = lot.second.isWeight ? [lot.sent, lot.second.sent] : [lot.second.sent, lot.sent];
  return isBelow(pieces, sentPieces) && !isBelow(weight, sentWeight);
}

/**
 * Of lots that differ; the others came as they were sent. Where both sides decide, and of what came too many, each with
 * its claim; what is over is received by none before it is agreed.
 */
export const receiptOf = (
  billId: string,
  lots: readonly SentLot[],
  signOf: (lot: SentLot) => Signed,
  opensCases = false,
) => ({
  id: billId,
  details: lots
    .filter((lot) => isDifferent(lot, signOf(lot)))
    .map((lot) => {
      const signed = signOf(lot);
      const claims = [claimOf(lot, signed)];
      if (overOf(lot, signed) !== undefined) return { pickId: lot.pickId, receivedQty: lot.sent, claims };
      const second = secondOf(lot, signed);
      const measured =
        lot.second === undefined ? {} : lot.second.isWeight ? { receivedBaseQty: second } : { receivedAuxQty: second };
      const came = { pickId: lot.pickId, receivedQty: signed.qty, ...measured };
      return opensCases ? { ...came, claims } : { ...came, cause: signed.cause.trim() };
    }),
});

/**
 * What a piece weighs (trade-rules 1.6, 1.7): goods counted and weighed are measured by what pieces of them weighed in
 * the newest receipts of the same material, unit and supplier. What lies further from their mean than three standard
 * deviations was mistyped, weighed with its box, or is other goods: somebody says why, and shows it.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import './receiving.refusals.ts';

/** How many receipts a band is made of at most, and of how few it is none. */
export const BAND_MOST = 20;
const BAND_LEAST = 5;
const PLACES = 12;
const SHOWN_PLACES = 3;

/** As it is recorded on the line, so that whoever looks later decides by the same figures. Base units a piece. */
export interface PieceBand {
  readonly count: number;
  readonly mean: Decimal;
  readonly sigma: Decimal;
}

/** What one piece weighs, in base units; null where none was counted. */
export const pieceWeight = (baseQty: Decimal, pieces: Decimal): Decimal | null =>
  pieces.isPositive() && baseQty.isPositive() ? baseQty.dividedBy(pieces).rounded(PLACES) : null;

/** Mean and standard deviation of a sample of receipts; null where there are too few to say. */
export function bandOf(weights: readonly Decimal[]): PieceBand | null {
  const count = weights.length;
  if (count < BAND_LEAST) return null;
  const [n, sum, squares] = [
    Decimal.of(count),
    Decimal.sum(weights),
    Decimal.sum(weights.map((each) => each.times(each))),
  ];
  const variance = n
    .times(squares)
    .minus(sum.times(sum))
    .dividedBy(n.times(Decimal.of(count - 1)));
  return { count, mean: sum.dividedBy(n).rounded(PLACES), sigma: variance.squareRoot().rounded(PLACES) };
}

const THREE = Decimal.of(3);
/** Whether a piece weighs what pieces weighed before: three standard deviations either way, the ends included. */
export const isInBand = (weight: Decimal, { mean, sigma }: PieceBand): boolean =>
  weight.minus(mean).abs().isAtMost(sigma.times(THREE));

/** Of a line that was counted and weighed. */
interface WeighedPieces {
  readonly material: string;
  readonly baseUnit: string;
  readonly baseQty: Decimal;
  readonly pieces: Decimal;
  readonly reason: string | null;
  readonly photos: number;
}
/** Refuses a weight outside the band until somebody says why and shows it: the reason first, then the photo. */
export function pieceWeightRefusal(line: WeighedPieces, band: PieceBand | null, at: number): Refusal | undefined {
  const weight = pieceWeight(line.baseQty, line.pieces);
  if (weight === null || band === null || isInBand(weight, band) || (line.reason !== null && line.photos > 0))
    return undefined;
  const spread = band.sigma.times(THREE);
  return refuse(
    'receiving.piece-weight',
    {
      material: line.material,
      unit: line.baseUnit,
      weight: weight.rounded(SHOWN_PLACES),
      least: Decimal.max(Decimal.zero, band.mean.minus(spread)).rounded(SHOWN_PLACES),
      most: band.mean.plus(spread).rounded(SHOWN_PLACES),
      count: band.count,
    },
    { line: at, field: line.reason === null ? 'pieceReason' : 'pictures' },
  );
}

/**
 * What a receiver claims of goods that came otherwise than they were sent: kind, cause, who bears it, what is to become
 * of it.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Received } from '../receipt.rules.ts';
import { NEEDS_PHOTO, OF_MISSING, OF_OVER, outcomes, type LotClaim } from './difference-choices.ts';
import '../issuing.refusals.ts';

/** A claim with what it comes to; what is over is below zero. */
export interface SizedClaim {
  readonly claim: LotClaim;
  readonly outcome: string;
  /** In the unit the case is told in: that of the line; the base unit where the line counts pieces of catch weight. */
  readonly qty: Decimal;
  readonly baseQty: Decimal;
  readonly pieces: Decimal;
}

/** What is proposed for a claim that does not say. */
export const outcomeFor = ({ differenceType, outcome }: Pick<LotClaim, 'differenceType' | 'outcome'>): string =>
  outcome ?? (differenceType === 'over' ? 'over-accept' : 'loss');

/** In the unit a case is told in. */
export const inCaseUnit = ({ inPieces, factor }: Received['lot'], baseQty: Decimal): Decimal =>
  inPieces ? baseQty : baseQty.dividedBy(factor).rounded(6);

/** The claims on a lot, sized so that those of what is missing come to just that; all that is wrong at once. */
export function sizeClaims(
  { lot, missing, pieces }: Received,
  claims: readonly LotClaim[],
): { readonly sized: readonly SizedClaim[]; readonly refusals: readonly Refusal[] } {
  const at = { line: lot.lineNo };
  const material = { material: lot.material };
  const refusals: Refusal[] = claims.flatMap((claim): Refusal[] => {
    const fits = claim.differenceType === 'over' ? OF_OVER : OF_MISSING;
    const outcome = outcomeFor(claim);
    const [, zh, en] = outcomes.find(([value]) => value === outcome)!;
    const photos = claim.pictures ?? [];
    return [
      ...(fits.has(outcome)
        ? []
        : [refuse('issuing.claim-outcome', { ...material, outcome: { zh, en } }, { ...at, field: 'outcome' })]),
      ...(NEEDS_PHOTO.has(claim.differenceType) && photos.length === 0
        ? [refuse('issuing.claim-photo', material, { ...at, field: 'pictures' })]
        : []),
      ...(claim.differenceType === 'over' && claim.qty === null
        ? [refuse('issuing.claim-over-qty', material, { ...at, field: 'qty' })]
        : []),
      ...((claim.insteadBatchCode === null) === (claim.insteadQty === null) &&
      (claim.insteadBatchCode === null || claim.differenceType === 'wrong')
        ? []
        : [refuse('issuing.claim-instead', material, { ...at, field: 'insteadBatchCode' })]),
    ];
  });
  const over = claims.filter(({ differenceType }) => differenceType === 'over');
  const short = claims.filter(({ differenceType }) => differenceType !== 'over');
  const types = new Set(claims.map(({ differenceType }) => differenceType));
  if (types.size < claims.length) refusals.push(refuse('issuing.claim-twice', material, at));
  const shares = shareOut(lot, missing, short);
  if (shares === undefined)
    refusals.push(
      refuse(
        'issuing.claims-differ',
        { ...material, batch: lot.batchCode, missing: inCaseUnit(lot, missing), unit: lot.caseUnit },
        at,
      ),
    );
  if (refusals.length > 0 || shares === undefined) return { sized: [], refusals };
  const missingPieces = lot.pieces.minus(pieces);
  let left = missingPieces;
  const sized = short.map((claim, index): SizedClaim => {
    const isLast = index === short.length - 1;
    const baseQty = shares[index]!;
    const own = isLast || missing.isZero() ? left : missingPieces.times(baseQty).dividedBy(missing).rounded(0);
    left = left.minus(own);
    return { claim, outcome: outcomeFor(claim), qty: inCaseUnit(lot, baseQty), baseQty, pieces: own };
  });
  return {
    sized: [
      ...sized,
      ...over.map((claim): SizedClaim => {
        const qty = Decimal.of(claim.qty!);
        const baseQty = lot.inPieces ? qty : qty.times(lot.factor).rounded(6);
        return {
          claim,
          outcome: outcomeFor(claim),
          qty: qty.negated(),
          baseQty: baseQty.negated(),
          pieces: Decimal.zero,
        };
      }),
    ],
    refusals: [],
  };
}

/** So much of what is missing for each claim, in base unit, the last with the rest; undefined where it differs. */
function shareOut(lot: Received['lot'], missing: Decimal, claims: readonly LotClaim[]): readonly Decimal[] | undefined {
  if (claims.length === 0) return missing.isPositive() ? undefined : [];
  if (!missing.isPositive()) return undefined;
  const [only] = claims;
  if (claims.length === 1 && only!.qty === null) return [missing];
  if (claims.some(({ qty }) => qty === null)) return undefined;
  const total = Decimal.sum(claims.map(({ qty }) => Decimal.of(qty!)));
  if (!total.equals(inCaseUnit(lot, missing))) return undefined;
  const inBase = claims.map(({ qty }) =>
    lot.inPieces ? Decimal.of(qty!) : Decimal.of(qty!).times(lot.factor).rounded(6),
  );
  const rest = missing.minus(Decimal.sum(inBase.slice(0, -1)));
  return rest.isPositive() ? [...inBase.slice(0, -1), rest] : undefined;
}

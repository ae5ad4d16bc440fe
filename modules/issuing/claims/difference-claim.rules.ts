/**
 * What a receiver claims of goods that came otherwise than they were sent: kind, cause, who bears it, what is to become
 * of it. Said the same way of an in-store and of an out-store.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { choice, pictures, quantity, text, type Values } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Received } from '../receipt.rules.ts';
import '../issuing.refusals.ts';

export const differenceTypes = [
  ['short', '短少', 'Short'],
  ['damaged', '破损', 'Damaged'],
  ['wrong', '错货', 'Wrong goods'],
  ['over', '多收', 'Over'],
  ['expired', '过期', 'Expired'],
  ['quality', '质量不符', 'Poor quality'],
] as const;
export const bearers = [
  ['supplier', '供应商', 'Supplier'],
  ['carrier', '承运方', 'Carrier'],
  ['sender', '发货方', 'Sender'],
  ['receiver', '收货方', 'Receiver'],
] as const;
export const outcomes = [
  ['wait', '等待补送', 'Wait for the rest', 'waiting'],
  ['cancel-rest', '取消余量', 'Cancel the rest'],
  ['re-buy', '另行采购', 'Buy elsewhere'],
  ['charge', '扣款', 'Charge'],
  ['back', '冲回发货方', 'Back to sender'],
  ['resend', '冲回并补发', 'Back and send again'],
  ['loss', '在途损失', 'Loss in transit'],
  ['over-accept', '多收入账', 'Keep what is over'],
  ['over-return', '多收退回', 'Return what is over'],
] as const;

/** Without a photo nobody believes these. */
export const NEEDS_PHOTO: ReadonlySet<string> = new Set(['damaged', 'wrong']);

/** What may become of goods of ours that did not come, and of those that came too many. */
const OF_MISSING: ReadonlySet<string> = new Set(['back', 'resend', 'loss']);
const OF_OVER: ReadonlySet<string> = new Set(['over-accept', 'over-return']);
/** What is offered between places of our own, for what is missing or for what is over. */
export const ownOutcomes = (isOver: boolean) =>
  outcomes.filter(([value]) => (isOver ? OF_OVER : OF_MISSING).has(value));
/** Between places of our own nothing is the supplier's. */
export const ownBearers = bearers.filter(([value]) => value !== 'supplier');

/** What is claimed of a lot that was sent. */
export const lotClaimFields = {
  differenceType: choice('差异类型', 'Type', differenceTypes),
  /** In the unit of the line; left out, all of the lot that is missing. */
  qty: quantity('差异数量', 'Quantity', { optional: true, positive: true }),
  cause: text('原因说明', 'Cause', { min: 1, max: 200 }),
  bearer: choice('责任方', 'Bearer', ownBearers, { default: 'sender' }),
  outcome: choice('处理方式', 'Outcome', [...ownOutcomes(false), ...ownOutcomes(true)], { optional: true }),
  pictures: pictures('照片', 'Photos', { optional: true, max: 9 }),
  /** Of other goods that came instead: the number of their lot, and how much of it. */
  insteadBatchCode: text('错发批次', 'Lot that came instead', { optional: true, max: 40 }),
  insteadQty: quantity('错发数量', 'Quantity that came instead', { optional: true, positive: true }),
} as const;
export type LotClaim = Values<typeof lotClaimFields>;

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

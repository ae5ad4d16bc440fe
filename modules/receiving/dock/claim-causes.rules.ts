/** Why goods differ, in the words that are mostly used, and what a claim comes to. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label, type Label } from '../../../kernel/core/label.ts';

const CAUSES = {
  short: label('供应商少送', 'Sent short'),
  later: label('供应商稍后补送', 'The rest follows'),
  lost: label('途中损耗', 'Lost in transit'),
  scale: label('过磅误差', 'Scales differ'),
  crushed: label('运输压坏', 'Crushed on the way'),
  leaking: label('包装破损', 'Packing broken'),
  wrong: label('送错货', 'Other goods sent'),
  spec: label('规格不符', 'Not as specified'),
  expired: label('已过期', 'Past its date'),
  near: label('效期不足', 'Too little life left'),
  rotten: label('变质', 'Spoiled'),
  unwanted: label('不需要', 'Not needed'),
  plenty: label('库存够用', 'Enough in stock'),
  warm: label('温度不合格', 'Too warm'),
} as const;

/** The usual causes of each type of difference, the likeliest first. */
const OF_TYPE: Readonly<Record<string, readonly (keyof typeof CAUSES)[]>> = {
  short: ['short', 'later', 'lost', 'scale'],
  damaged: ['crushed', 'leaking'],
  wrong: ['wrong', 'spec'],
  expired: ['expired', 'near'],
  quality: ['rotten', 'warm', 'spec'],
  refused: ['unwanted', 'plenty', 'near', 'spec'],
};
/** The causes offered for a type of difference. */
export const causesOf = (differenceType: string): readonly Label[] =>
  (OF_TYPE[differenceType] ?? []).map((name) => CAUSES[name]);

/** These claims with one cause for all. */
export const withCauseForAll = <C extends { readonly cause: string }>(
  claims: readonly C[],
  cause: string,
): readonly C[] => claims.map((claim) => (claim.cause === cause ? claim : { ...claim, cause }));

/** What a claim comes to at the agreed price; undefined where the price or the quantity is not known. */
export function claimAmount(qty: string, agreedPrice: string | null | undefined): string | undefined {
  if (agreedPrice === null || agreedPrice === undefined || !Decimal.isText(qty)) return undefined;
  return Decimal.of(qty).times(Decimal.of(agreedPrice)).toFixed(2);
}

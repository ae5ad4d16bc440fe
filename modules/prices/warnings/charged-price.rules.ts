/** How a price that is charged is judged as it is written down (prices-suppliers.md, PriceEarlyWarning). Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { judgePrice, type PriceWarningRule } from '../../suppliers/price-warning.rules.ts';
import { MEASURES } from './line-warning.fields.ts';
import '../prices.refusals.ts';

export type Measure = (typeof MEASURES)[number][0];
/** As it stands in a line; all empty where no rule is for it, or nothing is there to measure it by. */
export interface LineWarning {
  readonly warnLevel: 'none' | 'warn' | 'block' | null;
  readonly warnReference: Measure | null;
  /** Per base unit. */
  readonly warnBase: string | null;
  readonly warnDeviation: string | null;
}
export const UNJUDGED: LineWarning = { warnLevel: null, warnReference: null, warnBase: null, warnDeviation: null };

/** What is known of what was charged for a material; everything per base unit. */
export interface ChargedFacts {
  readonly samples: readonly { readonly price: Decimal; readonly qty: Decimal }[];
  readonly market: Decimal | null;
  /** Of the newest delivery that was settled. */
  readonly last: Decimal | null;
  /** What held before, in the same series or as the base price. */
  readonly before: Decimal | null;
  /** What is at stake is counted for so much, base unit. */
  readonly plannedQty: Decimal;
}
/** What a rule says of a charged price; everything per base unit. */
export interface ChargedVerdict {
  readonly level: 'none' | 'warn' | 'block';
  readonly reference: Measure;
  readonly base: Decimal;
  readonly deviation: Decimal;
  readonly sampleCount: number;
  readonly stake: Decimal;
}
/**
 * Agreements and other suppliers are no measure of what is charged; where nothing was settled yet, the price before is.
 */
export function weighCharged(
  price: Decimal,
  rule: PriceWarningRule,
  { samples, market, last, before, plannedQty }: ChargedFacts,
): ChargedVerdict | null {
  const verdict = judgePrice(price, rule, {
    samples,
    contract: null,
    peers: [],
    market,
    last: last ?? before,
    plannedQty,
  });
  if (!verdict.judged) return null;
  const reference = verdict.reference === 'last' && last === null ? 'before' : (verdict.reference as Measure);
  return {
    level: verdict.level,
    reference,
    base: verdict.base,
    deviation: verdict.deviationPercent,
    sampleCount: verdict.sampleCount,
    stake: verdict.stake,
  };
}
/** The same as it stands in a line. */
export const lineWarningOf = (verdict: ChargedVerdict | null): LineWarning =>
  verdict === null
    ? UNJUDGED
    : {
        warnLevel: verdict.level,
        warnReference: verdict.reference,
        warnBase: verdict.base.toString(),
        warnDeviation: verdict.deviation.toString(),
      };

interface BlockedLine {
  readonly line: number;
  readonly material: string;
  /** Per base unit. */
  readonly basePrice: string;
  readonly warning: LineWarning;
}
/** What keeps a document from being sent: prices beyond the block line. Who may let them pass is asked why. */
export function blockedRefusals(
  lines: readonly BlockedLine[],
  { mayPass, seesPrices }: { readonly mayPass: boolean; readonly seesPrices: boolean },
): Refusal[] {
  return lines
    .filter(({ warning }) => warning.warnLevel === 'block')
    .map(({ line, material, basePrice, warning }) => {
      const [, zh, en] = MEASURES.find(([kind]) => kind === warning.warnReference)!;
      const figures = {
        price: Decimal.of(basePrice),
        base: Decimal.of(warning.warnBase!),
        deviation: Decimal.of(warning.warnDeviation!).rounded(2),
      };
      return refuse(
        seesPrices ? 'prices.line-blocked' : 'prices.line-blocked-unseen',
        { line, material, measured: { zh, en }, ...(seesPrices ? figures : {}) },
        { line, field: 'price', ...(mayPass ? { override: { name: 'overrideReason', why: true } } : {}) },
      );
    });
}
/** How many stray, beyond whichever line. */
export const warnCountOf = (lines: readonly { readonly warnLevel: LineWarning['warnLevel'] }[]): number =>
  lines.filter(({ warnLevel }) => warnLevel === 'warn' || warnLevel === 'block').length;

/**
 * When a price is suspicious (trade-rules 10.2; prices-suppliers.md, PriceEarlyWarning and PriceWarning).
 *
 * A new price is compared per base unit with what was paid lately, the contract, the peers, the market or the last
 * price, the first of them that is known well enough. With eight prices or more the middle one is the measure, and
 * restless prices must be left further behind.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';

export type PriceReference = 'average' | 'contract' | 'peer' | 'market' | 'last';

/** A rule of early warning. Percents in points. */
export interface PriceWarningRule {
  /** The first that is known well enough is the measure. */
  readonly references: readonly PriceReference[];
  readonly minSamples: number;
  readonly direction: 'up' | 'down' | 'both';
  readonly warnPercent: Decimal;
  readonly blockPercent: Decimal | null;
  readonly robust: boolean;
}
/** What is known of a material in a region; every price per base unit, the samples of the rule's last days. */
export interface PriceFacts {
  readonly samples: readonly { readonly price: Decimal; readonly qty: Decimal }[];
  readonly contract: Decimal | null;
  /** Prices in force of other suppliers. */
  readonly peers: readonly Decimal[];
  readonly market: Decimal | null;
  readonly last: Decimal | null;
  /** Need of the next 30 days, base unit. */
  readonly plannedQty: Decimal;
}
type PriceJudgement =
  | { readonly judged: false }
  | {
      readonly judged: true;
      readonly level: 'none' | 'warn' | 'block';
      readonly reference: PriceReference;
      /** `median` of eight prices or more, else a weighted mean or the one price there is. */
      readonly measure: 'median' | 'mean' | 'price';
      readonly base: Decimal;
      readonly sampleCount: number;
      /** Signed, 6 places; compared unrounded. */
      readonly deviationPercent: Decimal;
      /** (price − base) × planned quantity: the money at stake. */
      readonly stake: Decimal;
    };

const PRICE_PLACES = 6;
const ROBUST_FROM = 8;
/** Three standard deviations, estimated from the median absolute deviation. */
const SPREAD = Fraction.of('4.4478');

/** Judges a price per base unit. Warns strictly above the percent, blocks by the percent alone. */
export function judgePrice(price: Decimal, rule: PriceWarningRule, facts: PriceFacts): PriceJudgement {
  const found = rule.references.map((reference) => measured(reference, rule, facts)).find((one) => one !== undefined);
  if (found === undefined) return { judged: false };

  const { base, reference, measure, sampleCount, quietWithin } = found;
  const gap = Fraction.of(price).minus(base);
  const deviation = gap.times(Fraction.of(100)).dividedBy(base);
  const size = absolute(deviation);
  const counted = rule.direction === 'both' || (rule.direction === 'up') === gap.compare(Fraction.zero) > 0;
  const beyond = (percent: Decimal | null) => percent !== null && counted && size.compare(Fraction.of(percent)) > 0;
  const restless = quietWithin !== undefined && absolute(gap).compare(quietWithin) <= 0;
  const level = beyond(rule.blockPercent) ? 'block' : beyond(rule.warnPercent) && !restless ? 'warn' : 'none';

  const deviationPercent = deviation.rounded(PRICE_PLACES);
  return {
    judged: true,
    level,
    reference,
    measure,
    base: base.rounded(PRICE_PLACES),
    sampleCount,
    deviationPercent,
    stake: gap.times(Fraction.of(facts.plannedQty)).rounded(2),
  };
}

interface Measure {
  readonly reference: PriceReference;
  readonly measure: 'median' | 'mean' | 'price';
  readonly base: Fraction;
  readonly sampleCount: number;
  /** A gap no larger is within the usual restlessness; left out where nothing is known of it. */
  readonly quietWithin?: Fraction;
}

function measured(reference: PriceReference, rule: PriceWarningRule, facts: PriceFacts): Measure | undefined {
  const one = (price: Decimal | null): Measure | undefined =>
    price === null ? undefined : { reference, measure: 'price', base: Fraction.of(price), sampleCount: 1 };
  switch (reference) {
    case 'average':
      return measuredBySamples(rule, facts);
    case 'contract':
      return one(facts.contract);
    case 'market':
      return one(facts.market);
    case 'last':
      return one(facts.last);
    case 'peer': {
      if (facts.peers.length < 2) return undefined;
      const base = Fraction.of(Decimal.sum(facts.peers)).dividedBy(Fraction.of(facts.peers.length));
      return { reference, measure: 'mean', base, sampleCount: facts.peers.length };
    }
  }
}

function measuredBySamples({ minSamples, robust }: PriceWarningRule, { samples }: PriceFacts): Measure | undefined {
  const sampleCount = samples.length;
  if (robust && sampleCount >= ROBUST_FROM) {
    const prices = samples.map((sample) => Fraction.of(sample.price));
    const base = median(prices);
    const spread = median(prices.map((price) => absolute(price.minus(base))));
    return {
      reference: 'average',
      measure: 'median',
      base,
      sampleCount,
      ...(spread.isZero() ? {} : { quietWithin: spread.times(SPREAD) }),
    };
  }
  const weight = Decimal.sum(samples.map((sample) => sample.qty));
  if (sampleCount < minSamples || weight.isZero()) return undefined;
  const paid = Decimal.sum(samples.map((sample) => sample.price.times(sample.qty)));
  return { reference: 'average', measure: 'mean', base: Fraction.of(paid).dividedBy(Fraction.of(weight)), sampleCount };
}

function median(figures: readonly Fraction[]): Fraction {
  const sorted = figures.toSorted((a, b) => a.compare(b));
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.floor(sorted.length / 2)]!];
  return lower.plus(upper).dividedBy(Fraction.of(2));
}
const absolute = (figure: Fraction): Fraction =>
  figure.compare(Fraction.zero) < 0 ? Fraction.zero.minus(figure) : figure;

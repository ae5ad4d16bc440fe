/**
 * What a price may be, which one holds, and when one is suspicious (trade-rules 1.5, 10.2–10.4; prices-suppliers.md,
 * PriceEarlyWarning, PriceWarning and Price resolver).
 *
 * A price is above zero and has two places on a document. The purchase price of a supplier's material is the one of the
 * agreement, else the one for the nearest place, else the supplier's general one. A new price is compared per base unit
 * with what was paid lately, the contract, the peers, the market or the last price, the first of them that is known
 * well enough. With eight prices or more the middle one is the measure, and restless prices must be left further behind.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Label } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { covers, type Period } from '../master-data/calendar-day.rules.ts';
import { Fraction } from '../master-data/exact-fraction.rules.ts';
import { priceFigures, type PublishedPrice } from '../master-data/price-figures.rules.ts';
import './suppliers.refusals.ts';

/** A price as it was typed. Refuses, in this order, what is no number, not above zero, or finer than two places. */
export function priceRefusal(typed: string, at: { field?: string; line?: number } = {}): Refusal | undefined {
  if (!Decimal.isText(typed)) return refuse('suppliers.price-not-numeric', { typed }, at);
  const price = Decimal.of(typed);
  if (!price.isPositive()) return refuse('suppliers.price-not-positive', { price }, at);
  if (price.places > 2) return refuse('suppliers.price-too-fine', { price }, at);
  return undefined;
}

/** A published purchase price. */
export interface PurchasePrice extends Period, PublishedPrice {
  readonly id: string;
  readonly code: string;
  readonly supplierId: string;
  readonly materialId: string;
  readonly agreementNo: string | null;
  readonly deptId: string | null;
  readonly unitId: string;
  /** Frozen or cancelled. */
  readonly suspended: boolean;
}
export interface PriceWish {
  readonly supplierId: string;
  readonly materialId: string;
  readonly materialName: string;
  /** The delivery date, unless the contract says the order date. */
  readonly date: string;
  readonly agreementNo: string | null;
  /** Nearest first: the place itself, then its ancestors. */
  readonly deptIds: readonly string[];
  /** The unit asked for with its factor on the date; left out: the unit of the price. */
  readonly unit?: { readonly id: string; readonly factor: Decimal };
}
export type PurchasePriceLevel = 'agreement' | 'place' | 'supplier';
export type PriceAnswer =
  | {
      readonly ok: true;
      readonly found: true;
      readonly entry: PurchasePrice;
      readonly level: PurchasePriceLevel;
      readonly unitId: string;
      /** Per unit asked for, with and without tax; 6 places, each rounded once from the published price. */
      readonly price: Decimal;
      readonly priceNoTax: Decimal;
      readonly taxRate: Decimal;
      readonly basePrice: Decimal;
      readonly reason: Label;
    }
  | { readonly ok: true; readonly found: false; readonly reason: Label }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

const LEVEL_NAMES: Readonly<Record<PurchasePriceLevel, Label>> = {
  agreement: { zh: '协议价', en: 'agreement price' },
  place: { zh: '部门价', en: 'price of the place' },
  supplier: { zh: '供应商价', en: 'price of the supplier' },
};

/**
 * The purchase price that holds for a supplier's material at a place on a day: agreement, then the nearest place, then
 * general; within one level the unit asked for, the latest start, the lower price per base unit, the smaller id.
 * Refuses `price-overlap` where two prices of one key hold on the day; a material without price is no refusal here.
 */
export function resolvePrice(wish: PriceWish, prices: readonly PurchasePrice[]): PriceAnswer {
  const usable = prices.filter(
    (entry) =>
      entry.supplierId === wish.supplierId &&
      entry.materialId === wish.materialId &&
      !entry.suspended &&
      covers(entry, wish.date) &&
      (entry.agreementNo === null || entry.agreementNo === wish.agreementNo) &&
      (entry.deptId === null || wish.deptIds.includes(entry.deptId)),
  );
  const overlaps = usable.flatMap((entry, index) => {
    const other = usable.slice(index + 1).find((one) => one.agreementNo === entry.agreementNo && one.deptId === entry.deptId && one.unitId === entry.unitId);
    return other === undefined ? [] : [refuse('suppliers.price-overlap', { material: wish.materialName, first: entry.code, second: other.code, date: wish.date })];
  });
  if (overlaps.length > 0) return { ok: false, refusals: overlaps };

  const distance = ({ deptId }: PurchasePrice) => (deptId === null ? wish.deptIds.length : wish.deptIds.indexOf(deptId));
  const perBase = (entry: PurchasePrice) => Fraction.of(entry.price).dividedBy(Fraction.of(entry.factor));
  const entry = usable
    .toSorted(
      (a, b) =>
        Number(b.agreementNo !== null) - Number(a.agreementNo !== null) ||
        distance(a) - distance(b) ||
        Number(b.unitId === wish.unit?.id) - Number(a.unitId === wish.unit?.id) ||
        text(b.startDate, a.startDate) ||
        perBase(a).compare(perBase(b)) ||
        text(a.id, b.id),
    )
    .at(0);
  if (entry === undefined) {
    return {
      ok: true,
      found: false,
      reason: {
        zh: `${wish.date} 【${wish.materialName}】没有采购价：已查协议价、部门价、供应商价`,
        en: `No purchase price of ${wish.materialName} on ${wish.date}: neither by agreement, for the place, nor of the supplier`,
      },
    };
  }

  const level: PurchasePriceLevel = entry.agreementNo !== null ? 'agreement' : entry.deptId !== null ? 'place' : 'supplier';
  const unit = wish.unit ?? { id: entry.unitId, factor: entry.factor };
  const { price, priceNoTax, basePrice } = priceFigures(entry, Fraction.of(unit.factor));
  const until = `${entry.startDate}~${entry.endDate ?? ''}`;
  return {
    ok: true,
    found: true,
    entry,
    level,
    unitId: unit.id,
    price,
    priceNoTax,
    taxRate: entry.taxRate,
    basePrice,
    reason: {
      zh: `${LEVEL_NAMES[level].zh}【${entry.code}】${until}${entry.agreementNo === null ? '' : `，协议 ${entry.agreementNo}`}`,
      en: `${LEVEL_NAMES[level].en} ${entry.code}, ${until}${entry.agreementNo === null ? '' : `, agreement ${entry.agreementNo}`}`,
    },
  };
}

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
export type PriceJudgement =
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
  const one = (price: Decimal | null): Measure | undefined => (price === null ? undefined : { reference, measure: 'price', base: Fraction.of(price), sampleCount: 1 });
  switch (reference) {
    case 'average': return measuredBySamples(rule, facts);
    case 'contract': return one(facts.contract);
    case 'market': return one(facts.market);
    case 'last': return one(facts.last);
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
    return { reference: 'average', measure: 'median', base, sampleCount, ...(spread.isZero() ? {} : { quietWithin: spread.times(SPREAD) }) };
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
const absolute = (figure: Fraction): Fraction => (figure.compare(Fraction.zero) < 0 ? Fraction.zero.minus(figure) : figure);
const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

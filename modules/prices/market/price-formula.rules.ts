/**
 * A price by formula: what it goes by, what is added or taken off, and where it would fall as goods get dearer
 * (prices-suppliers.md, PriceFormula). Pure.
 *
 * Everything is per base unit until the last step; there it is brought to the unit of the price and rounded, once.
 */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { dayPlus, weekdayOf } from '../../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import '../prices.refusals.ts';

export type Step =
  | { readonly method: 'discount' | 'markup'; readonly rate: Decimal }
  | { readonly method: 'add'; readonly amount: Decimal };
export interface Band {
  /** Included. */
  readonly from: Decimal;
  /** Excluded; null: without end. */
  readonly to: Decimal | null;
  readonly step: Step;
}
export interface Formula {
  /** Left out where bands say it. */
  readonly step: Step | null;
  readonly bands: readonly Band[];
  readonly floor: Decimal | null;
  readonly ceiling: Decimal | null;
  readonly places: number;
}
interface Reckoned {
  /** Per unit, as it will be offered. */
  readonly price: Decimal;
  /** Per unit, 6 places, before it was rounded. */
  readonly computed: Decimal;
  /** Which of the bands, from 0; null without bands. */
  readonly band: number | null;
  readonly limit: 'floor' | 'ceiling' | null;
}
const COMPUTED_PLACES = 6;

const after = (reference: Fraction, step: Step): Fraction => {
  if (step.method === 'add') return reference.plus(Fraction.of(step.amount));
  const rate = Fraction.of(step.rate).dividedBy(Fraction.of(100));
  return reference.times(step.method === 'markup' ? Fraction.one.plus(rate) : Fraction.one.minus(rate));
};
const holds = (band: Band, reference: Fraction): boolean =>
  Fraction.of(band.from).compare(reference) <= 0 && (band.to === null || reference.compare(Fraction.of(band.to)) < 0);

/**
 * The price per unit of `factor` base units; undefined where no band holds the reference, or nothing above zero is
 * left.
 */
export function priceBy(formula: Formula, reference: Fraction, factor: Fraction): Reckoned | undefined {
  const band = formula.bands.length === 0 ? null : formula.bands.findIndex((each) => holds(each, reference));
  if (band === -1) return undefined;
  const step = band === null ? formula.step : formula.bands[band]!.step;
  const found = step === null ? reference : after(reference, step);
  const [floor, ceiling] = [
    formula.floor === null ? null : Fraction.of(formula.floor),
    formula.ceiling === null ? null : Fraction.of(formula.ceiling),
  ];
  const limit =
    floor !== null && found.compare(floor) < 0
      ? 'floor'
      : ceiling !== null && found.compare(ceiling) > 0
        ? 'ceiling'
        : null;
  const perUnit = (limit === 'floor' ? floor! : limit === 'ceiling' ? ceiling! : found).times(factor);
  const price = perUnit.rounded(formula.places);
  return price.isPositive() ? { price, computed: perUnit.rounded(COMPUTED_PLACES), band, limit } : undefined;
}

/** Bands follow each other without a gap and without meeting. Lines are named by where they stand. */
export function bandRefusals(bands: readonly Band[]): Refusal[] {
  const refusals = bands.flatMap((band, index) =>
    band.to !== null && band.to.compare(band.from) <= 0
      ? [refuse('prices.band-reversed', { line: index + 1 }, { line: index + 1, field: 'toPrice' })]
      : [],
  );
  bands.slice(1).forEach((band, index) => {
    const { to } = bands[index]!;
    const at = { line: index + 2, field: 'fromPrice' };
    if (to === null || to.compare(band.from) > 0)
      refusals.push(refuse('prices.bands-overlap', { line: index + 2, other: index + 1 }, at));
    else if (to.compare(band.from) < 0)
      refusals.push(refuse('prices.bands-gap', { line: index + 2, other: index + 1 }, at));
  });
  return refusals;
}

interface Cliff {
  readonly at: Decimal;
  /** Just below, and from there on. */
  readonly below: Decimal;
  readonly above: Decimal;
}
/** Where a dearer reference makes a cheaper price. */
export const cliffsOf = (bands: readonly Band[], places: number): Cliff[] =>
  bands.slice(1).flatMap((band, index) => {
    const at = Fraction.of(band.from);
    const [below, above] = [after(at, bands[index]!.step), after(at, band.step)];
    return above.compare(below) < 0
      ? [{ at: band.from, below: below.rounded(places), above: above.rounded(places) }]
      : [];
  });

/** What was quoted on a day, per base unit. */
export interface Quoted {
  readonly date: string;
  readonly price: Decimal;
}
export type QuotedOver = 'latest' | 'day' | 'avg-days' | 'last-week' | 'last-month';
interface ReferenceRequest {
  readonly over: QuotedOver;
  readonly days: number;
  /** A latest quote that is older counts no more. */
  readonly maxAgeDays: number;
  readonly date: string;
}
type Reference =
  | { readonly found: true; readonly price: Fraction; readonly date: string; readonly days: number }
  | { readonly found: false; readonly why: 'none' | 'old'; readonly date: string | null };

/** The days a reference is taken from; both included. */
export function daysOf({ over, days, maxAgeDays, date }: ReferenceRequest): {
  readonly from: string;
  readonly to: string;
} {
  const monday = dayPlus(date, 1 - weekdayOf(date));
  const first = `${date.slice(0, 8)}01`;
  switch (over) {
    case 'latest':
      return { from: dayPlus(date, -maxAgeDays), to: date };
    case 'day':
      return { from: date, to: date };
    case 'avg-days':
      return { from: dayPlus(date, 1 - days), to: date };
    case 'last-week':
      return { from: dayPlus(monday, -7), to: dayPlus(monday, -1) };
    case 'last-month':
      return { from: `${dayPlus(first, -1).slice(0, 8)}01`, to: dayPlus(first, -1) };
  }
}
/** Several quotes of a day count as their mean; several days as the plain mean of the days quoted. */
export function referenceOf(quotes: readonly Quoted[], request: ReferenceRequest): Reference {
  const { from, to } = daysOf(request);
  const byDay = [
    ...Map.groupBy(
      quotes.filter((quote) => quote.date <= to),
      (quote) => quote.date,
    ),
  ].toSorted(([a], [b]) => (a < b ? 1 : -1));
  const [newest] = byDay;
  if (newest === undefined) return { found: false, why: 'none', date: null };
  const within = byDay.filter(([date]) => date >= from);
  if (within.length === 0) return { found: false, why: request.over === 'latest' ? 'old' : 'none', date: newest[0] };
  const taken = request.over === 'latest' ? within.slice(0, 1) : within;
  return {
    found: true,
    price: mean(taken.map(([, each]) => mean(each.map((quote) => Fraction.of(quote.price))))),
    date: taken[0]![0],
    days: taken.length,
  };
}
const mean = (figures: readonly Fraction[]): Fraction =>
  figures.reduce((sum, each) => sum.plus(each), Fraction.zero).dividedBy(Fraction.of(figures.length));

/** What a formula is for; of one department, or the base price. */
export interface FormulaScope {
  readonly id: string;
  readonly code: string;
  readonly deptId: string | null;
  readonly materialId: string | null;
  readonly materialTypeId: string | null;
  readonly startDate: string;
}
/**
 * Of those of one department: the material's own, the nearest type's, the one for everything; the latest, then by code.
 */
export function formulaFor<F extends FormulaScope>(
  goods: { readonly materialId: string; readonly typeIds: readonly string[]; readonly deptId: string | null },
  formulas: readonly F[],
): F | undefined {
  const distance = (formula: F): number =>
    formula.materialId !== null
      ? -1
      : formula.materialTypeId !== null
        ? goods.typeIds.indexOf(formula.materialTypeId)
        : goods.typeIds.length;
  return formulas
    .filter(
      (formula) =>
        formula.deptId === goods.deptId &&
        (formula.materialId === null || formula.materialId === goods.materialId) &&
        (formula.materialTypeId === null || goods.typeIds.includes(formula.materialTypeId)),
    )
    .toSorted((a, b) => distance(a) - distance(b) || text(b.startDate, a.startDate) || text(a.code, b.code))[0];
}
const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

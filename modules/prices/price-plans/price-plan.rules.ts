/**
 * What must hold of a price document, what its lines come to, and how its versions follow each other
 * (prices-suppliers.md, The four price documents). Pure.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { covers, dayPlus, type Period } from '../../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { priceFigures } from '../../master-data/figures/price-figures.rules.ts';
import '../prices.refusals.ts';

const FOREVER = '9999-12-31';
const lastOf = ({ endDate }: Period): string => endDate ?? FOREVER;
/** Whether two spans share a day. */
export const meets = (one: Period, other: Period): boolean =>
  one.startDate <= lastOf(other) && other.startDate <= lastOf(one);

/** A line as it was typed; days left out are the header's. */
export interface PlanLine {
  readonly materialId: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
}
/** The days a line holds: its own within the header's, which may have been cut since. */
export function daysOfLine(header: Period, line: Pick<PlanLine, 'startDate' | 'endDate'>): Period {
  const startDate = line.startDate !== null && line.startDate > header.startDate ? line.startDate : header.startDate;
  const endDate = [line.endDate, header.endDate].filter((day) => day !== null).toSorted()[0] ?? null;
  return { startDate, endDate };
}

/** Lines whose days are turned round or outside the header's, and materials that stand twice on a day. */
export function lineRefusals(header: Period, lines: readonly PlanLine[]): Refusal[] {
  const refusals: Refusal[] = [];
  const first = new Map<string, { readonly line: number; readonly days: Period }[]>();
  lines.forEach((each, index) => {
    const line = index + 1;
    const days = { startDate: each.startDate ?? header.startDate, endDate: each.endDate ?? header.endDate };
    if (lastOf(days) < days.startDate)
      refusals.push(
        refuse(
          'prices.line-reversed',
          { line, startDate: days.startDate, endDate: days.endDate },
          { line, field: 'endDate' },
        ),
      );
    else if (days.startDate < header.startDate || lastOf(days) > lastOf(header)) {
      const field = days.startDate < header.startDate ? 'startDate' : 'endDate';
      refusals.push(
        refuse(
          'prices.line-outside',
          { line, startDate: header.startDate, endDate: header.endDate ?? label('长期', 'open') },
          { line, field },
        ),
      );
    }
    const others = first.get(each.materialId) ?? [];
    const other = others.find((current) => meets(current.days, days));
    if (other !== undefined)
      refusals.push(refuse('prices.line-twice', { line, other: other.line }, { line, field: 'materialId' }));
    first.set(each.materialId, [...others, { line, days }]);
  });
  return refusals;
}

/** A price in one unit, of which `factor` base units go into one. */
export interface Worth {
  readonly price: Decimal;
  readonly factor: Decimal;
}
interface LineRequest {
  readonly price: Decimal;
  readonly taxRate: Decimal;
  /** Base units in one unit of the line, exact. */
  readonly ratio: Fraction;
  /** What held the day before. */
  readonly last: Worth | null;
  /** What a supplier asks for one base unit. */
  readonly purchase: Decimal | null;
}
interface LineFigures {
  readonly factor: string;
  readonly priceNoTax: string;
  readonly basePrice: string;
  readonly lastPrice: string | null;
  readonly changePercent: string | null;
  readonly purchasePrice: string | null;
  readonly marginPercent: string | null;
}
const PRICE_PLACES = 6;
const PERCENT_PLACES = 2;
const FACTOR_PLACES = 12;

/** What a line comes to; each figure from exact values, rounded once. */
export function lineFigures({ price, taxRate, ratio, last, purchase }: LineRequest): LineFigures {
  const factor = ratio.rounded(FACTOR_PLACES);
  const { priceNoTax, basePrice } = priceFigures({ price, taxRate, factor }, ratio);
  const before = last === null ? null : Fraction.of(last.price).dividedBy(Fraction.of(last.factor)).times(ratio);
  const paid = purchase === null ? null : Fraction.of(purchase).times(ratio);
  return {
    factor: factor.toString(),
    priceNoTax: priceNoTax.toString(),
    basePrice: basePrice.toString(),
    lastPrice: before?.rounded(PRICE_PLACES).toString() ?? null,
    changePercent: above(price, before),
    purchasePrice: paid?.rounded(PRICE_PLACES).toString() ?? null,
    marginPercent: above(price, paid),
  };
}
/** So many per cent above; negative: below. */
function above(price: Decimal, base: Fraction | null): string | null {
  if (base === null || base.isZero()) return null;
  return Fraction.of(price).minus(base).dividedBy(base).times(Fraction.of(100)).rounded(PERCENT_PLACES).toString();
}

/**
 * What an approver looks at first: how many materials, and how far the farthest goes up and down, both as figures above
 * zero.
 */
export function planSummary(lines: readonly { readonly materialId: string; readonly changePercent: string | null }[]): {
  readonly lineCount: number;
  readonly maxRise: string | null;
  readonly maxFall: string | null;
} {
  const changes = lines.flatMap((each) => (each.changePercent === null ? [] : [Decimal.of(each.changePercent)]));
  const [rises, falls] = [
    changes.filter((each) => each.isPositive()),
    changes.filter((each) => each.isNegative()).map((each) => each.abs()),
  ];
  const most = ([one, ...rest]: readonly Decimal[]): string | null =>
    one === undefined ? null : Decimal.max(one, ...rest).toString();
  return { lineCount: new Set(lines.map((each) => each.materialId)).size, maxRise: most(rises), maxFall: most(falls) };
}

/** An approved version of a series. */
export interface Version extends Period {
  readonly id: string;
  readonly billCode: string;
  /** Who cut or replaced it. */
  readonly supersededById: string | null;
  /** Its own last day, where it was cut. */
  readonly originalEndDate: string | null;
}
interface Follow {
  /** Versions that end the day before the new one begins. */
  readonly cut: readonly { readonly id: string; readonly endDate: string }[];
  /** Versions the new one replaces before their first day. */
  readonly replaced: readonly string[];
  readonly refusals: readonly Refusal[];
}
/**
 * What becomes of the approved versions of a series once a new one is approved. What held before today stays as it was.
 */
export function follow(current: readonly Version[], next: Period, today: string): Follow {
  const cut: { id: string; endDate: string }[] = [];
  const replaced: string[] = [];
  const refusals: Refusal[] = [];
  for (const version of current.filter((each) => lastOf(each) >= next.startDate)) {
    if (version.startDate < today && next.startDate < today)
      refusals.push(
        refuse(
          'prices.version-used',
          { billCode: version.billCode, yesterday: dayPlus(today, -1) },
          { field: 'startDate' },
        ),
      );
    else if (version.startDate >= next.startDate) replaced.push(version.id);
    else cut.push({ id: version.id, endDate: dayPlus(next.startDate, -1) });
  }
  return { cut, replaced, refusals };
}

/** A version that a voided one had cut (`done`: replaced), as it stands again. */
interface Restored {
  readonly id: string;
  readonly endDate: string | null;
  readonly originalEndDate: string | null;
  readonly supersededById: string | null;
}
/**
 * What becomes of the versions a voided one had cut or replaced: they hold again as they did, up to the day before the
 * next one that stands.
 */
export function restore(
  versions: readonly (Version & { readonly status: string })[],
  voidedId: string,
): readonly Restored[] {
  const touched = versions.filter((each) => each.supersededById === voidedId);
  const current = versions.filter(
    (each) => each.id !== voidedId && (each.status === 'approved' || touched.includes(each)),
  );
  return touched.map((each) => {
    const ownEnd = each.status === 'approved' ? each.originalEndDate : each.endDate;
    const next = current
      .filter((other) => other.startDate > each.startDate)
      .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))[0];
    if (next === undefined || (ownEnd !== null && ownEnd < next.startDate))
      return { id: each.id, endDate: ownEnd, originalEndDate: null, supersededById: null };
    return { id: each.id, endDate: dayPlus(next.startDate, -1), originalEndDate: ownEnd, supersededById: next.id };
  });
}

/** Whether a version may end on this day: no later than it would, and what may have been used stays. */
export function endRefusals(version: Pick<Version, 'billCode'> & Period, endDate: string, today: string): Refusal[] {
  const { billCode, startDate } = version;
  const yesterday = dayPlus(today, -1);
  const earliest = startDate < today && yesterday > startDate ? yesterday : startDate;
  if (endDate < earliest) return [refuse('prices.end-too-early', { billCode, earliest }, { field: 'endDate' })];
  return endDate > lastOf(version)
    ? [refuse('prices.end-too-late', { billCode, endDate: version.endDate }, { field: 'endDate' })]
    : [];
}

type AssessPeriod = 'year' | 'half' | 'quarter' | 'month';
const MONTHS: Readonly<Record<AssessPeriod, number>> = { year: 12, half: 6, quarter: 3, month: 1 };
/** The days of an assessment period; undefined where the year has no such part. */
export function assessmentDays(
  year: number,
  period: AssessPeriod,
  periodNo: number | null,
): { readonly startDate: string; readonly endDate: string } | undefined {
  const months = MONTHS[period];
  const nr = period === 'year' ? 1 : periodNo;
  if (nr === null || nr < 1 || nr > 12 / months) return undefined;
  const first = (month: number): string =>
    month > 12 ? `${year + 1}-01-01` : `${year}-${String(month).padStart(2, '0')}-01`;
  return { startDate: first((nr - 1) * months + 1), endDate: dayPlus(first(nr * months + 1), -1) };
}
/** Whether some days lie within others. */
export const within = (days: Period, whole: Period): boolean =>
  covers(whole, days.startDate) && lastOf(days) <= lastOf(whole);

/** A stall in a plan on some days. */
export interface StallInPlan extends Period {
  readonly planId: string;
  readonly name: string;
  readonly deptId: string;
  readonly deptName: string;
}
/** Stalls that another plan holds on one of the days. */
export const stallRefusals = (wanted: readonly StallInPlan[], current: readonly StallInPlan[]): Refusal[] =>
  wanted.flatMap((each) => {
    const other = current.find(
      (held) => held.deptId === each.deptId && held.planId !== each.planId && meets(held, each),
    );
    return other === undefined
      ? []
      : [
          refuse(
            'prices.stall-taken',
            {
              stall: each.deptName,
              startDate: other.startDate,
              endDate: other.endDate ?? label('长期', 'open'),
              name: other.name,
            },
            { field: 'gearOperationDeptIds' },
          ),
        ];
  });

/**
 * Receiving (trade-rules 6.1–6.6; domain 6; store.md 4).
 *
 * Only what was accepted is posted. Deliveries of one line add up, and their sum may exceed the order by the line's
 * tolerance exactly and no more. Goods must live yet, and have enough of their life left, the boundary included. A
 * shortage inside the tolerance closes the line; anything else that stays open is proposed as a difference with its
 * kind, bearer and outcome, and the bill closes only when nothing open remains unexplained.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { dayPlus, daysBetween } from '../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import { expiryOf, type LotDates } from '../stock/ledger/lot-life.rules.ts';
import './receiving.refusals.ts';

/** What a line may deviate by: percent in points, or a quantity in the line's unit, whichever allows more. */
export interface Tolerance {
  readonly overPercent: Decimal;
  readonly underPercent: Decimal;
  readonly overQty: Decimal;
  readonly underQty: Decimal;
}

/** A line of an in-store as it stands, quantities in its own unit. */
export interface ReceivingLine {
  /** 1-based. */
  readonly line: number;
  readonly material: string;
  readonly unit: string;
  /** A supplier sends against an order with a tolerance; a place of our own sends lots that are counted one to one. */
  readonly source: 'external' | 'internal';
  /** Ordered from a supplier, or sent by a place of our own. */
  readonly ordered: Decimal;
  /** Accepted so far. */
  readonly received: Decimal;
  /** Refused at the dock so far; what was redelivered since is counted in `received`. */
  readonly refused: Decimal;
  /** Delivered beyond what was sent, internal source only; not posted until confirmed. */
  readonly over: Decimal;
  /** Differences already settled. */
  readonly settled: Decimal;
  /** Differences recorded that still wait. */
  readonly waiting: Decimal;
  readonly tolerance: Tolerance;
}

/** The most that may be received on a line in all: 100 with 3 % over is exactly 103 (6.2). */
export function receivingLimit({
  source,
  ordered,
  tolerance,
}: Pick<ReceivingLine, 'source' | 'ordered' | 'tolerance'>): Decimal {
  if (source === 'internal') return ordered;
  return Decimal.max(ordered.plus(percentOf(ordered, tolerance.overPercent)), ordered.plus(tolerance.overQty));
}

/** What is neither received nor settled. Over-receipt leaves nothing open. */
export const openQty = ({
  ordered,
  received,
  settled,
}: Pick<ReceivingLine, 'ordered' | 'received' | 'settled'>): Decimal =>
  Decimal.max(Decimal.zero, ordered.minus(received).minus(settled));

/**
 * Refuses a delivery that takes the sum of the line over its limit: `over-limit`, or `more-than-sent` from our own
 * places.
 */
export function acceptRefusal(line: ReceivingLine, accepted: Decimal): Refusal | undefined {
  const received = line.received.plus(accepted);
  const limit = receivingLimit(line);
  if (received.isAtMost(limit)) return undefined;
  const { material, unit, ordered, tolerance } = line;
  return line.source === 'internal'
    ? refuse('receiving.more-than-sent', { material, sent: ordered, unit }, { line: line.line, field: 'acceptedQty' })
    : refuse(
        'receiving.over-limit',
        { material, unit, received, limit, ordered, overPercent: tolerance.overPercent },
        { line: line.line, field: 'acceptedQty' },
      );
}

/**
 * How much of its life a lot must have left when it comes: a share of the whole, as it is said and as whole numbers, or
 * days.
 */
export type LifeRequirement =
  | { readonly kind: 'share'; readonly part: number; readonly whole: number; readonly shown: string }
  | { readonly kind: 'days'; readonly least: number }
  | { readonly kind: 'none' };

const NO_LIFE_REQUIRED: LifeRequirement = { kind: 'none' };
/** A share given in percent points, as materials and their types have it. */
export const percentOfLife = (least: Decimal): LifeRequirement => ({
  kind: 'share',
  part: least.times(Decimal.of('1000000')).toApproximateNumber(),
  whole: 100_000_000,
  shown: `${least}%`,
});
/** A share written as a fraction, such as 2/3; undefined where the text is none. */
export function shareOfLife(text: string): LifeRequirement | undefined {
  const [, part, whole] = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim()) ?? [];
  if (text.trim() === '0') return NO_LIFE_REQUIRED;
  return part === undefined || Number(whole) === 0 || Number(part) > Number(whole)
    ? undefined
    : { kind: 'share', part: Number(part), whole: Number(whole), shown: `${part}/${whole}` };
}

/**
 * What is asked where neither the material nor its type says: of dry goods, of chilled and frozen ones, of fresh ones.
 */
export interface LifeStart {
  readonly dry: LifeRequirement;
  readonly cold: LifeRequirement;
  readonly fresh: LifeRequirement;
}
/** The values a tenant starts from, by parameter. */
export const LIFE_START = {
  'receiving.minLifeShare': '2/3',
  'receiving.minLifeShare.cold': '1/2',
  'receiving.minLifeDays': '1',
} as const;
const FRESH_DAYS = 30;
/**
 * Goods that come loose and keep for a month at most: nobody prints a date on them, they are made the day they come.
 */
export const isFresh = (shelfLifeDays: number | null, isPacked: boolean): boolean =>
  !isPacked && shelfLifeDays !== null && shelfLifeDays <= FRESH_DAYS;

/** What the class of the goods asks for, else what the tenant starts from. A share says more than days. */
export function requiredLife(
  own: { readonly percent: Decimal | null; readonly days: number | null },
  goods: { readonly isFresh: boolean; readonly isCold: boolean },
  start: LifeStart,
): LifeRequirement {
  if (own.percent !== null) return percentOfLife(own.percent);
  if (own.days !== null) return { kind: 'days', least: own.days };
  return goods.isFresh ? start.fresh : goods.isCold ? start.cold : start.dry;
}

/**
 * The dates of a delivered lot (6.4): (expiry − receipt) ÷ (expiry − production) must reach the share, compared as
 * whole days and exactly. A share without a production date counts back the shelf life. Materials without a shelf life
 * (null) need no dates; dates that are given must hold all the same. Refuses `life-date-missing`,
 * `expiry-before-production`, `produced-later`, `expired`, `life-too-short`.
 */
export function lifeRefusal(
  material: string,
  dates: LotDates,
  shelfLifeDays: number | null,
  receiptDate: string,
  requirement: LifeRequirement,
  line: number,
): Refusal | undefined {
  const expiryDate = expiryOf(dates, shelfLifeDays);
  if (
    dates.productionDate !== null &&
    dates.productionDate > receiptDate &&
    (expiryDate === null || expiryDate >= dates.productionDate)
  ) {
    return refuse(
      'receiving.produced-later',
      { material, productionDate: dates.productionDate, receiptDate },
      { line, field: 'productionDate' },
    );
  }
  if (expiryDate === null)
    return shelfLifeDays === null
      ? undefined
      : refuse('receiving.life-date-missing', { material }, { line, field: 'productionDate' });

  const productionDate = dates.productionDate ?? (shelfLifeDays === null ? null : dayPlus(expiryDate, -shelfLifeDays));
  if (productionDate !== null && expiryDate < productionDate) {
    return refuse(
      'receiving.expiry-before-production',
      { material, expiryDate, productionDate },
      { line, field: 'expiryDate' },
    );
  }

  const daysLeft = daysBetween(receiptDate, expiryDate);
  if (daysLeft < 0) return refuse('receiving.expired', { material, expiryDate }, { line, field: 'expiryDate' });
  const short = (remaining: unknown, required: unknown) =>
    refuse('receiving.life-too-short', { material, remaining, required, expiryDate }, { line, field: 'expiryDate' });
  if (requirement.kind === 'days' && daysLeft < requirement.least)
    return short(inDays(daysLeft), inDays(requirement.least));
  if (requirement.kind === 'share' && productionDate !== null) {
    const wholeLife = daysBetween(productionDate, expiryDate);
    if (daysLeft * requirement.whole < requirement.part * wholeLife)
      return short(`${percentShown(daysLeft, wholeLife)}%`, requirement.shown);
  }
  return undefined;
}

type DifferenceType = 'short' | 'quality' | 'refused' | 'over';
type DifferenceBearer = 'supplier' | 'carrier' | 'sender';
type DifferenceOutcome = 'cancel-rest' | 'wait' | 'back' | 'loss' | 'over-accept';

interface ProposedDifference {
  readonly line: number;
  readonly differenceType: DifferenceType;
  readonly qty: Decimal;
  /** Supplier until signed, carrier between two signatures; who sent too much answers for it (6.6). */
  readonly bearer: DifferenceBearer;
  readonly outcome: DifferenceOutcome;
  /** Inside the tolerance: settled without anybody being asked. */
  readonly settlesItself: boolean;
}

/** Whether so small a rest of a line closes it (6.3). Goods of our own places have no tolerance. */
export function insideUnderTolerance(
  line: Pick<ReceivingLine, 'source' | 'ordered' | 'tolerance'>,
  open: Decimal,
): boolean {
  if (line.source === 'internal') return open.isZero();
  return open.isAtMost(Decimal.max(percentOf(line.ordered, line.tolerance.underPercent), line.tolerance.underQty));
}

/**
 * What is to be recorded so that nothing open remains unexplained: refused goods and the shortage beside them (together
 * exactly what is open and not yet in a case), and what came too much. Nothing is saved.
 */
export function proposeDifferences(line: ReceivingLine): readonly ProposedDifference[] {
  const unexplained = Decimal.max(Decimal.zero, openQty(line).minus(line.waiting));
  const settlesItself = insideUnderTolerance(line, openQty(line));
  const refused = Decimal.min(unexplained, line.refused);
  const external = line.source === 'external';
  const missing = { line: line.line, bearer: external ? 'supplier' : 'carrier', settlesItself } as const;
  // What came too much and was settled stands in `settled` with the opposite sign.
  const overReceived = line.received.plus(line.settled).minus(line.ordered);

  const proposals: readonly ProposedDifference[] = [
    {
      ...missing,
      // A site may refuse what it did not ask for without anything being wrong with it.
      differenceType: external ? 'quality' : 'refused',
      qty: refused,
      outcome: settlesItself ? 'cancel-rest' : external ? 'wait' : 'back',
    },
    {
      ...missing,
      differenceType: 'short',
      qty: unexplained.minus(refused),
      outcome: settlesItself ? 'cancel-rest' : external ? 'wait' : 'loss',
    },
    {
      line: line.line,
      differenceType: 'over',
      qty: external ? overReceived : line.over,
      bearer: external ? 'supplier' : 'sender',
      outcome: 'over-accept',
      settlesItself: external,
    },
  ];
  return proposals.filter((proposal) => proposal.qty.isPositive());
}

type Completion =
  | { readonly ok: true; readonly state: 'done' | 'difference'; readonly settledNow: readonly ProposedDifference[] }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/**
 * Closes a bill when nothing open remains unexplained (6.1, domain 6): shortages inside the tolerance settle now, a
 * case that waits keeps the bill in `difference`. Refuses `unexplained`, naming every line at once.
 */
export function completeReceiving(lines: readonly ReceivingLine[]): Completion {
  const proposals = lines.flatMap((line) => proposeDifferences(line).map((proposal) => ({ line, proposal })));
  const unexplained = proposals.filter(
    ({ proposal, line }) =>
      !proposal.settlesItself && !(proposal.differenceType === 'over' && line.waiting.isAtLeast(line.over)),
  );
  if (unexplained.length > 0) {
    const named = new Map(
      unexplained.map(({ line, proposal }) => [
        line.line,
        `${line.line} ${line.material} ${proposal.qty} ${line.unit}`,
      ]),
    );
    return {
      ok: false,
      refusals: [refuse('receiving.unexplained', { count: named.size, lines: [...named.values()].join(', ') })],
    };
  }
  const waits = lines.some((line) => line.waiting.isPositive());
  return {
    ok: true,
    state: waits ? 'difference' : 'done',
    settledNow: proposals.map(({ proposal }) => proposal).filter((proposal) => proposal.settlesItself),
  };
}

const percentOf = (qty: Decimal, percent: Decimal): Decimal => qty.times(percent).dividedBy(Decimal.hundred);
const percentShown = (part: number, whole: number): string =>
  whole === 0
    ? '0'
    : Fraction.ratio(BigInt(part) * 100n, BigInt(whole))
        .rounded(2)
        .toString();
const inDays = (days: number) => ({ zh: `${days} 天`, en: `${days} days` });

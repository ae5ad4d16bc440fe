/**
 * Which request lines an order line serves, and with how much (`model/purchasing.md` 1, invariant 1). All in base unit.
 *
 * What is ordered is for the requests as far as they have it open; only what goes beyond is surplus and for nobody. An
 * order that becomes smaller gives back surplus first, then what is needed last; within a day in proportion.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { proportionalShares } from '../master-data/figures/proportional-shares.rules.ts';

interface ServedLine {
  /** yyyy-MM-dd */
  readonly needDate: string;
  /** What the order line has of it now. */
  readonly linked: Decimal;
  /** What no order has of it. */
  readonly open: Decimal;
}

const SMALLEST = Decimal.of('0.000001');

/**
 * What an order line of `baseQty` serves of each of these lines, in their order. Whoever is needed first gets more
 * first.
 */
export function servedQuantities(baseQty: Decimal, lines: readonly ServedLine[]): Decimal[] {
  const served = lines.map((line) => line.linked);
  const days = [...Map.groupBy(lines.keys(), (index) => lines[index]!.needDate)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, indexes]) => indexes);
  let more = baseQty.minus(Decimal.sum(served));
  for (const indexes of more.isNegative() ? days.toReversed() : days) {
    const limits = indexes.map((index) => (more.isNegative() ? lines[index]!.linked : lines[index]!.open));
    const room = Decimal.sum(limits);
    const part = Decimal.min(more.abs(), room);
    const shares = part.equals(room) ? limits : proportionalShares(part, limits, SMALLEST, limits);
    const signed = shares.map((share) => (more.isNegative() ? share.negated() : share));
    indexes.forEach((index, at) => (served[index] = served[index]!.plus(signed[at]!)));
    more = more.minus(Decimal.sum(signed));
  }
  return served;
}

interface ServedPair extends ServedLine {
  readonly orderLineId: string;
  readonly requestLineId: string;
  /** What the order line holds for requests. */
  readonly baseQty: Decimal;
}

/**
 * How much more, or less, each order line is to serve of each request line, in the order given. What one line of an
 * order gives back another may take up: whoever holds less than before comes first.
 */
export function servedChanges(pairs: readonly ServedPair[]): Decimal[] {
  const changes = pairs.map(() => Decimal.zero);
  const opened = new Map<string, Decimal>();
  const lines = [...Map.groupBy(pairs.keys(), (index) => pairs[index]!.orderLineId).values()];
  const holdsLess = (indexes: readonly number[]): boolean =>
    pairs[indexes[0]!]!.baseQty.isBelow(Decimal.sum(indexes.map((index) => pairs[index]!.linked)));
  for (const indexes of lines.toSorted((a, b) => Number(holdsLess(b)) - Number(holdsLess(a)))) {
    const own = indexes.map((index) => ({
      ...pairs[index]!,
      open: pairs[index]!.open.plus(opened.get(pairs[index]!.requestLineId) ?? Decimal.zero),
    }));
    servedQuantities(own[0]!.baseQty, own).forEach((after, at) => {
      const change = after.minus(own[at]!.linked);
      changes[indexes[at]!] = change;
      opened.set(own[at]!.requestLineId, (opened.get(own[at]!.requestLineId) ?? Decimal.zero).minus(change));
    });
  }
  return changes;
}

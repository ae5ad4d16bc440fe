/**
 * The order quantity (trade-rules 4.5; domain 3): the smallest pack combination that covers the net need, then the
 * minimum order. What the packs hold beyond the need is surplus and serves later dates.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';

/** A unit the material can be bought in. Quantities in that unit, but `factor`: base units in one. */
export interface PackOption {
  readonly unitId: string;
  readonly factor: Decimal;
  /** Nothing below it is delivered; zero for none. */
  readonly minOrderQty: Decimal;
  /** Only whole multiples of it are delivered; above zero. */
  readonly orderMultiple: Decimal;
}
export interface PackCount {
  readonly unitId: string;
  readonly count: Decimal;
}
interface PackPlan {
  readonly packs: readonly PackCount[];
  /** Base unit, as are the next two. */
  readonly qty: Decimal;
  readonly surplus: Decimal;
  /** How much of the surplus only the minimum order asked for. */
  readonly forMinimum: Decimal;
}

/** Beyond so many steps the exact search gives way to largest packs first and one smaller pack to finish. */
const SEARCH_MAX = 50_000;

/**
 * The combination of units with the least surplus, then the fewest packs, then more of the unit named first; a unit is
 * ordered not at all or at least at its minimum. A net need of zero or less orders nothing; without any unit there is
 * no plan.
 */
export function packPlan(net: Decimal, options: readonly PackOption[]): PackPlan | undefined {
  if (!net.isPositive()) return { packs: [], qty: Decimal.zero, surplus: Decimal.zero, forMinimum: Decimal.zero };

  const need = Fraction.of(net);
  const free = bestCover(
    need,
    options.map((option) => ({ ...option, minOrderQty: Decimal.zero })),
  );
  const cover = bestCover(need, options);
  if (free === undefined || cover === undefined) return undefined;
  return {
    packs: options.flatMap(({ unitId, orderMultiple }, index) =>
      cover.multiples[index] === 0 ? [] : [{ unitId, count: orderMultiple.times(Decimal.of(cover.multiples[index]!)) }],
    ),
    qty: cover.qty.rounded(QTY_PLACES),
    surplus: cover.qty.minus(need).rounded(QTY_PLACES),
    forMinimum: Decimal.max(Decimal.zero, cover.qty.minus(free.qty).rounded(QTY_PLACES)),
  };
}

const QTY_PLACES = 6;

interface Cover {
  readonly multiples: readonly number[];
  readonly qty: Fraction;
}

/** Every choice of units that are used at all, each at its minimum, filled up to the need. */
function bestCover(need: Fraction, options: readonly PackOption[]): Cover | undefined {
  const steps = options.map((option) => Fraction.of(option.factor).times(Fraction.of(option.orderMultiple)));
  const leasts = options.map((option) =>
    Math.max(1, ceiling(Fraction.of(option.minOrderQty).dividedBy(Fraction.of(option.orderMultiple)))),
  );
  const covers = Array.from({ length: 2 ** options.length - 1 }, (_, choice): Cover => {
    const used = options.map((_option, index) => ((choice + 1) >> index) % 2 === 1);
    const least = leasts.map((count, index) => (used[index] === true ? count : 0));
    const more = filled(
      need.minus(weighed(least, steps)),
      steps.filter((_step, index) => used[index]),
    );
    const multiples = least.map(
      (count, index) => count + (used[index] === true ? more[used.slice(0, index).filter(Boolean).length]! : 0),
    );
    return { multiples, qty: weighed(multiples, steps) };
  });
  const packs = ({ multiples }: Cover) => multiples.reduce((sum, count) => sum + count, 0);
  const firstNamed = (a: Cover, b: Cover) =>
    b.multiples.map((count, index) => count - a.multiples[index]!).find((difference) => difference !== 0) ?? 0;
  return covers.sort((a, b) => a.qty.compare(b.qty) || packs(a) - packs(b) || firstNamed(a, b)).at(0);
}

/** How many more of each step cover the rest with the least surplus, then the fewest. */
function filled(rest: Fraction, steps: readonly Fraction[]): readonly number[] {
  if (rest.compare(Fraction.zero) <= 0) return steps.map(() => 0);
  const largest = steps.reduce((index, step, at) => (step.compare(steps[index]!) > 0 ? at : index), 0);
  if (steps.length === 1) return [ceiling(rest.dividedBy(steps[0]!))];

  const grain = steps.reduce(commonStep);
  const sizes = steps.map((step) => ceiling(step.dividedBy(grain)));
  const wanted = ceiling(rest.dividedBy(grain));
  const size = sizes[largest]!;
  // Fewer than `size` smaller packs are ever needed: of so many, some would add up to whole largest ones.
  const smaller = Math.max(...sizes.filter((_, index) => index !== largest));
  const searched = Math.min(wanted, size * smaller);
  if (searched > SEARCH_MAX) return largestFirst(wanted, sizes);

  const ahead = Math.ceil((wanted - searched) / size);
  const found = fewestPacks(wanted - ahead * size, sizes);
  return found.map((count, index) => count + (index === largest ? ahead : 0));
}

/** The least total of at least `wanted`, by the fewest packs: every total is one pack more than a smaller one. */
function fewestPacks(wanted: number, sizes: readonly number[]): readonly number[] {
  const totals = Math.max(0, wanted) + Math.min(...sizes);
  const fewest = new Float64Array(totals + 1).fill(Infinity);
  const last = new Int8Array(totals + 1).fill(-1);
  fewest[0] = 0;
  for (let total = 1; total <= totals; total++) {
    sizes.forEach((size, index) => {
      if (size > total || fewest[total - size]! + 1 >= fewest[total]!) return;
      fewest[total] = fewest[total - size]! + 1;
      last[total] = index;
    });
  }
  const counts = sizes.map(() => 0);
  for (
    let total = fewest.findIndex((packs, at) => at >= wanted && packs < Infinity);
    total > 0;
    total -= sizes[last[total]!]!
  )
    counts[last[total]!]! += 1;
  return counts;
}

function largestFirst(wanted: number, sizes: readonly number[]): readonly number[] {
  const counts = sizes.map(() => 0);
  let rest = wanted;
  for (const [size, index] of sizes.map((one, at) => [one, at] as const).sort((a, b) => b[0] - a[0])) {
    counts[index] = Math.floor(rest / size);
    rest %= size;
  }
  if (rest > 0) counts[sizes.indexOf(Math.min(...sizes))]! += 1;
  return counts;
}

const weighed = (counts: readonly number[], steps: readonly Fraction[]): Fraction =>
  counts.reduce((sum, count, index) => sum.plus(steps[index]!.times(Fraction.of(count))), Fraction.zero);

/** Throws a RangeError where the figure is too large to be an order. */
function ceiling({ numerator, denominator }: Fraction): number {
  const whole = Number((numerator + denominator - 1n) / denominator);
  if (!Number.isSafeInteger(whole)) throw new RangeError(`${whole} steps are no order`);
  return whole;
}

/** The largest step that both are whole multiples of. */
function commonStep(a: Fraction, b: Fraction): Fraction {
  let [first, second] = [a.numerator * b.denominator, b.numerator * a.denominator];
  while (second > 0n) [first, second] = [second, first % second];
  return Fraction.ratio(first, a.denominator * b.denominator);
}

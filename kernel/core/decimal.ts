import { Decimal as Exact } from 'decimal.js';

const DECIMAL_TEXT = /^-?\d{1,30}(\.\d{1,30})?$/;
const Arithmetic = Exact.clone({ precision: 40, rounding: Exact.ROUND_HALF_UP });

/**
 * Quantities, prices and money: exact, never a binary float.
 *
 * Comparison operators are refused on purpose: `<` between two decimal.js objects compares their
 * text ("9" > "10"), so only the named comparisons exist and `valueOf` throws.
 */
export class Decimal {
  readonly #inner: Exact;

  private constructor(inner: Exact) {
    this.#inner = inner;
  }

  /** Reads plain decimal text or a whole number. Throws on anything else ("1e3", "１２", "", NaN, 0.1). */
  static of(value: string | number | Decimal): Decimal {
    if (value instanceof Decimal) return value;
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text !== 'string' || !DECIMAL_TEXT.test(text)) throw new TypeError(`Not a decimal: ${String(value)}`);
    return new Decimal(new Arithmetic(text));
  }
  static readonly zero = Decimal.of(0);
  static readonly one = Decimal.of(1);
  static readonly hundred = Decimal.of(100);

  static isText(text: string): boolean {
    return DECIMAL_TEXT.test(text);
  }
  static sum(terms: Iterable<Decimal>): Decimal {
    let total = Decimal.zero;
    for (const term of terms) total = total.plus(term);
    return total;
  }
  static max(first: Decimal, ...rest: Decimal[]): Decimal {
    return rest.reduce((a, b) => (b.isAbove(a) ? b : a), first);
  }
  static min(first: Decimal, ...rest: Decimal[]): Decimal {
    return rest.reduce((a, b) => (b.isBelow(a) ? b : a), first);
  }

  plus(other: Decimal): Decimal { return new Decimal(this.#inner.plus(other.#inner)); }
  minus(other: Decimal): Decimal { return new Decimal(this.#inner.minus(other.#inner)); }
  times(other: Decimal): Decimal { return new Decimal(this.#inner.times(other.#inner)); }
  /** To 40 significant digits; throws on a zero divisor. */
  dividedBy(other: Decimal): Decimal {
    if (other.isZero()) throw new RangeError('Division by zero');
    return new Decimal(this.#inner.dividedBy(other.#inner));
  }
  negated(): Decimal { return new Decimal(this.#inner.negated()); }
  abs(): Decimal { return new Decimal(this.#inner.abs()); }

  isBelow(other: Decimal): boolean { return this.#inner.lessThan(other.#inner); }
  isAbove(other: Decimal): boolean { return this.#inner.greaterThan(other.#inner); }
  isAtLeast(other: Decimal): boolean { return this.#inner.greaterThanOrEqualTo(other.#inner); }
  isAtMost(other: Decimal): boolean { return this.#inner.lessThanOrEqualTo(other.#inner); }
  equals(other: Decimal): boolean { return this.#inner.equals(other.#inner); }
  compare(other: Decimal): -1 | 0 | 1 { return this.#inner.comparedTo(other.#inner) as -1 | 0 | 1; }
  isZero(): boolean { return this.#inner.isZero(); }
  isPositive(): boolean { return this.#inner.greaterThan(0); }
  isNegative(): boolean { return this.#inner.lessThan(0); }

  /** Half up, away from zero on a tie: the one rounding of the trade. */
  rounded(places: number): Decimal { return new Decimal(this.#inner.toDecimalPlaces(places, Exact.ROUND_HALF_UP)); }
  roundedUp(places: number): Decimal { return new Decimal(this.#inner.toDecimalPlaces(places, Exact.ROUND_UP)); }
  roundedDown(places: number): Decimal { return new Decimal(this.#inner.toDecimalPlaces(places, Exact.ROUND_DOWN)); }
  get places(): number { return this.#inner.decimalPlaces(); }

  /** Shortest plain text: "12.5", never an exponent, never "-0". */
  toString(): string { return this.#inner.isZero() ? '0' : this.#inner.toFixed(); }
  /** With exactly so many places, half up: "12.50". */
  toFixed(places: number): string { return this.#inner.toFixed(places, Exact.ROUND_HALF_UP); }
  toJSON(): string { return this.toString(); }
  /** For charts and column widths only; never back into a figure. */
  toApproximateNumber(): number { return this.#inner.toNumber(); }
  valueOf(): never {
    throw new TypeError('Compare decimals with isBelow / isAbove, not with < or >');
  }
}

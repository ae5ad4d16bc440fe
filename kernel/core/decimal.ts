import { Decimal as Exact } from 'decimal.js';

const DECIMAL_TEXT = /^-?\d{1,30}(\.\d{1,30})?$/;
const Arithmetic = Exact.clone({ precision: 40, rounding: Exact.ROUND_HALF_UP });

/** Texts of so many digits are read as whole units of their last place, exact in a number. */
const UNITS_DIGITS = 15;
const POWERS = Array.from({ length: 16 }, (_, places) => 10 ** places);

/**
 * Quantities, prices and money: exact, never a binary float.
 *
 * A value is so many whole units of its last place (12.5 is 125 of one place) as long as that number is a safe integer,
 * which is nearly always; sums, products and comparisons of such are those of whole numbers. What does not fit, and
 * every division, goes through decimal.js with 40 digits. Both ways give the same, digit by digit.
 *
 * Comparison operators are refused on purpose: `<` between two objects compares their text ("9" > "10"), so only the
 * named comparisons exist and `valueOf` throws.
 */
export class Decimal {
  readonly #units: number;
  readonly #places: number;
  /** Set where the value is too long for whole units. */
  readonly #long: Exact | null;

  private constructor(units: number, places: number, long: Exact | null) {
    this.#units = units;
    this.#places = places;
    this.#long = long;
  }

  /** Reads plain decimal text or a whole number. Throws on anything else ("1e3", "１２", "", NaN, 0.1). */
  static of(value: string | number | Decimal): Decimal {
    if (value instanceof Decimal) return value;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return new Decimal(value, 0, null);
    if (typeof value !== 'string' || !DECIMAL_TEXT.test(value)) throw new TypeError(`Not a decimal: ${String(value)}`);
    if (value.length > UNITS_DIGITS) return Decimal.#from(new Arithmetic(value));
    const point = value.indexOf('.');
    return point < 0
      ? new Decimal(Number(value), 0, null)
      : new Decimal(Number(value.slice(0, point) + value.slice(point + 1)), value.length - point - 1, null);
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

  static #from(exact: Exact): Decimal {
    const places = exact.decimalPlaces();
    return exact.precision(true) <= UNITS_DIGITS && places < POWERS.length
      ? new Decimal(exact.times(POWERS[places]!).toNumber(), places, null)
      : new Decimal(Number.NaN, 0, exact);
  }
  get #exact(): Exact {
    return this.#long ?? new Arithmetic(this.toString());
  }
  /** Its units at so many places, not fewer than its own; no safe integer where they do not fit. */
  #unitsAt(places: number): number {
    return places === this.#places ? this.#units : this.#units * (POWERS[places - this.#places] ?? Number.NaN);
  }

  plus(other: Decimal): Decimal {
    const places = Math.max(this.#places, other.#places);
    // One of the two is safe as it stands, the other a multiple of ten: a sum that is safe is exact.
    const units = this.#unitsAt(places) + other.#unitsAt(places);
    return Number.isSafeInteger(units)
      ? new Decimal(units, places, null)
      : Decimal.#from(this.#exact.plus(other.#exact));
  }
  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }
  times(other: Decimal): Decimal {
    const units = this.#units * other.#units;
    const places = this.#places + other.#places;
    return Number.isSafeInteger(units) && places < POWERS.length
      ? new Decimal(units, places, null)
      : Decimal.#from(this.#exact.times(other.#exact));
  }
  /** To 40 significant digits; throws on a zero divisor. */
  dividedBy(other: Decimal): Decimal {
    if (other.isZero()) throw new RangeError('Division by zero');
    return Decimal.#from(this.#exact.dividedBy(other.#exact));
  }
  /** Of what is not negative, to 40 digits. */
  squareRoot(): Decimal {
    return Decimal.#from(this.#exact.sqrt());
  }
  negated(): Decimal {
    return new Decimal(-this.#units, this.#places, this.#long?.negated() ?? null);
  }
  abs(): Decimal {
    return this.isNegative() ? this.negated() : this;
  }

  isBelow(other: Decimal): boolean {
    return this.compare(other) < 0;
  }
  isAbove(other: Decimal): boolean {
    return this.compare(other) > 0;
  }
  isAtLeast(other: Decimal): boolean {
    return this.compare(other) >= 0;
  }
  isAtMost(other: Decimal): boolean {
    return this.compare(other) <= 0;
  }
  equals(other: Decimal): boolean {
    return this.compare(other) === 0;
  }
  compare(other: Decimal): -1 | 0 | 1 {
    const places = Math.max(this.#places, other.#places);
    const mine = this.#unitsAt(places);
    const theirs = other.#unitsAt(places);
    if (!Number.isSafeInteger(mine) || !Number.isSafeInteger(theirs))
      return this.#exact.comparedTo(other.#exact) as -1 | 0 | 1;
    return mine < theirs ? -1 : mine > theirs ? 1 : 0;
  }
  isZero(): boolean {
    return this.#units === 0;
  }
  isPositive(): boolean {
    return this.#long === null ? this.#units > 0 : this.#long.greaterThan(0);
  }
  isNegative(): boolean {
    return this.#long === null ? this.#units < 0 : this.#long.lessThan(0);
  }

  /** Half up, away from zero on a tie: the one rounding of the trade. */
  rounded(places: number): Decimal {
    return this.#roundedBy(places, Exact.ROUND_HALF_UP);
  }
  roundedUp(places: number): Decimal {
    return this.#roundedBy(places, Exact.ROUND_UP);
  }
  roundedDown(places: number): Decimal {
    return this.#roundedBy(places, Exact.ROUND_DOWN);
  }
  #roundedBy(places: number, rounding: Exact.Rounding): Decimal {
    if (this.#long !== null) return Decimal.#from(this.#long.toDecimalPlaces(places, rounding));
    if (places >= this.#places) return this;
    const step = POWERS[this.#places - places]!;
    const rest = Math.abs(this.#units) % step;
    const whole = (Math.abs(this.#units) - rest) / step;
    const up = rounding === Exact.ROUND_HALF_UP ? rest * 2 >= step : rounding === Exact.ROUND_UP && rest > 0;
    return new Decimal(Math.sign(this.#units) * (up ? whole + 1 : whole), places, null);
  }
  get places(): number {
    const text = this.toString();
    const point = text.indexOf('.');
    return point < 0 ? 0 : text.length - point - 1;
  }

  /** Shortest plain text: "12.5", never an exponent, never "-0". */
  toString(): string {
    if (this.#long !== null) return this.#long.toFixed();
    if (this.#places === 0) return String(this.#units);
    const digits = String(Math.abs(this.#units)).padStart(this.#places + 1, '0');
    let end = digits.length;
    const point = digits.length - this.#places;
    while (end > point && digits.charCodeAt(end - 1) === 48) end -= 1;
    return (
      (this.#units < 0 ? '-' : '') + digits.slice(0, point) + (end === point ? '' : `.${digits.slice(point, end)}`)
    );
  }
  /** With exactly so many places, half up: "12.50". */
  toFixed(places: number): string {
    const text = this.rounded(places).toString();
    const point = text.indexOf('.');
    return places === 0 ? text : point < 0 ? `${text}.${'0'.repeat(places)}` : text.padEnd(point + 1 + places, '0');
  }
  toJSON(): string {
    return this.toString();
  }
  /** For charts and column widths only; never back into a figure. */
  toApproximateNumber(): number {
    return Number(this.toString());
  }
  valueOf(): never {
    throw new TypeError('Compare decimals with isBelow / isAbove, not with < or >');
  }
}

/**
 * Rounding happens once, at the last step (trade-rules, conventions).
 *
 * A conversion of 3 bags to 10 kg or a yield of 0.7 has no finite decimal; until the last step such figures stay
 * fractions of whole numbers, so that no chain of units, yields or shares loses a digit on its way.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';

export class Fraction {
  readonly numerator: bigint;
  /** Always positive; the fraction is in lowest terms. */
  readonly denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** The exact value of a decimal. Throws a TypeError on text that is not one. */
  static of(value: Decimal | string | number): Fraction {
    const [whole = '0', digits = ''] = Decimal.of(value).toString().split('.');
    return Fraction.ratio(BigInt(whole + digits), 10n ** BigInt(digits.length));
  }
  /** Throws a RangeError on a zero denominator. */
  static ratio(numerator: bigint, denominator: bigint): Fraction {
    if (denominator === 0n) throw new RangeError('Division by zero');
    const divisor = greatestCommonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
    return new Fraction(numerator / divisor, denominator / divisor);
  }
  static readonly zero = new Fraction(0n, 1n);
  static readonly one = new Fraction(1n, 1n);

  plus(other: Fraction): Fraction {
    return Fraction.ratio(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }
  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.numerator, other.denominator));
  }
  times(other: Fraction): Fraction {
    return Fraction.ratio(this.numerator * other.numerator, this.denominator * other.denominator);
  }
  dividedBy(other: Fraction): Fraction {
    return Fraction.ratio(this.numerator * other.denominator, this.denominator * other.numerator);
  }
  compare(other: Fraction): number {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  isZero(): boolean {
    return this.numerator === 0n;
  }

  /** Half up, away from zero on a tie: the one rounding of the trade. */
  rounded(places: number): Decimal {
    const size = this.numerator < 0n ? -this.numerator : this.numerator;
    const units = (2n * size * 10n ** BigInt(places) + this.denominator) / (2n * this.denominator);
    return decimalOfUnits(this.numerator < 0n ? -units : units, places);
  }
}

/** 1250000 units of 6 places are 1.25. */
export function decimalOfUnits(units: bigint, places: number): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return Decimal.of(units < 0n ? `-${text}` : text);
}

function greatestCommonDivisor(first: bigint, second: bigint): bigint {
  let [a, b] = [first < 0n ? -first : first, second < 0n ? -second : second];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

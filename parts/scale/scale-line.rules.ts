/**
 * What a scale says in a line, as receiving scales send it over a serial line: A&D and CAS (`ST,GS,+  12.345kg`),
 * Mettler Toledo (`S S     12.345 kg`), and the weight alone with its unit. Kilograms, whatever unit it shows.
 */
import { Decimal } from '../../kernel/core/decimal.ts';

export interface ScaleReading {
  readonly kg: Decimal;
  /** Null where the scale does not say whether it stands still. */
  readonly isStable: boolean | null;
}

const KILOGRAMS: Readonly<Record<string, string>> = { kg: '1', g: '0.001', lb: '0.45359237', t: '1000' };
const WEIGHT = String.raw`([+-]?)\s*(\d{1,6}(?:\.\d{1,4})?)\s*(kg|g|lb|t)`;
const HEADED = new RegExp(String.raw`^(ST|US),(?:GS|NT|TR)?,?\s*${WEIGHT}$`, 'i');
const METTLER = new RegExp(String.raw`^S\s+(S|D)\s+${WEIGHT}$`, 'i');
const ALONE = new RegExp(`^${WEIGHT}$`, 'i');

/** Kilograms of a line; undefined where it is no weight: overload, a prompt, a line that came in half. */
export function readScaleLine(line: string): ScaleReading | undefined {
  const text = line.trim();
  const [, state, sign, figure, unit] = HEADED.exec(text) ?? METTLER.exec(text) ?? [];
  if (figure !== undefined) return { kg: inKilograms(sign!, figure, unit!), isStable: /^st?$/i.test(state!) };
  const [, itsSign, weight, itsUnit] = ALONE.exec(text) ?? [];
  return weight === undefined ? undefined : { kg: inKilograms(itsSign!, weight, itsUnit!), isStable: null };
}

function inKilograms(sign: string, figure: string, unit: string): Decimal {
  const kg = Decimal.of(figure).times(Decimal.of(KILOGRAMS[unit.toLowerCase()]!)).rounded(6);
  return sign === '-' ? kg.negated() : kg;
}

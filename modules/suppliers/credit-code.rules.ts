import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import './suppliers.refusals.ts';

/** Characters of a unified social credit code (GB 32100): no I, O, S, V, Z. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** 18 characters of those a unified social credit code is made of. */
export const hasCreditCodeShape = (code: string): boolean =>
  code.length === WEIGHTS.length + 1 && [...code].every((character) => CHARACTERS.includes(character));

/**
 * What is wrong with a unified social credit code, if anything: its shape, or its last character, by which a slip of
 * the pen is found.
 */
export function creditCodeRefusal(code: string, field: string): Refusal | undefined {
  if (!hasCreditCodeShape(code)) return refuse('suppliers.credit-code', {}, { field });
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * CHARACTERS.indexOf(code[index]!), 0);
  const check = CHARACTERS[(CHARACTERS.length - (sum % CHARACTERS.length)) % CHARACTERS.length]!;
  return code.endsWith(check)
    ? undefined
    : refuse('suppliers.credit-code-check', { code, last: code.slice(-1) }, { field });
}

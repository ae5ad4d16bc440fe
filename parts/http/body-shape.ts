import { refuse, Refused } from '../../kernel/core/refusal.ts';
import './http.refusals.ts';

/** How much a body may bring: its bytes, the values and lists in it, and how deep they stand in each other. */
export interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
  readonly depth: number;
}
/** Whoever has not signed in sends a form with a name and a password. */
export const LIMITS_OF_NOBODY: BodyLimits = { bytes: 64 * 1024, values: 1_000, depth: 64 };
/** Whoever comes with a link may bring a file by it. */
export const LIMITS_OF_GUESTS: BodyLimits = { bytes: 6 * 1024 * 1024, values: 1_000, depth: 64 };
export const LIMITS_OF_PEOPLE: BodyLimits = { bytes: 16 * 1024 * 1024, values: 200_000, depth: 64 };

const sign = (text: string): number => text.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, BRACE, BRACE_END, BRACKET, BRACKET_END] = ['"', '\\', ',', '{', '}', '[', ']'].map(
  sign,
);

const tooMany = (limits: BodyLimits): Refused => new Refused(refuse('body.too-many', { max: limits.values }));
/** The database keeps no text with this character in it. */
export const nulCharacter = (): Refused => new Refused(refuse('body.nul'));

/** Looks once over a JSON text before it is parsed: what is too deep or too much would cost far more than this look. */
export function requireShape(text: string, limits: BodyLimits): void {
  let depth = 0;
  let values = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isQuoted) {
      if (code === QUOTE) isQuoted = false;
      else if (code === BACKSLASH) {
        if (text.startsWith('u0000', at + 1)) throw nulCharacter();
        at += 1;
      }
    } else if (code === QUOTE) isQuoted = true;
    else if (code === COMMA || code === BRACE || code === BRACKET) {
      values += 1;
      if (values > limits.values) throw tooMany(limits);
      if (code === COMMA) continue;
      depth += 1;
      if (depth > limits.depth) throw new Refused(refuse('body.too-deep', { max: limits.depth }));
    } else if (code === BRACE_END || code === BRACKET_END) depth -= 1;
  }
}

/** `a=1&a=2` and `a[]=1` become lists. */
export function entriesOf(
  parameters: Iterable<readonly [string, string]>,
  limits: BodyLimits,
): Record<string, unknown> {
  const found = new Map<string, string | string[]>();
  let values = 0;
  for (const [given, value] of parameters) {
    values += 1;
    if (values > limits.values) throw tooMany(limits);
    if (given.includes('\0') || value.includes('\0')) throw nulCharacter();
    const name = given.endsWith('[]') ? given.slice(0, -2) : given;
    // An own name of every object: it says nothing, and whoever copies it gets another ancestor.
    if (name === '__proto__') continue;
    const before = found.get(name);
    if (before === undefined) found.set(name, value);
    else if (typeof before === 'string') found.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(found);
}

import { refuse, type Refusal } from '../../kernel/core/refusal.ts';

/** Digits of a code by level; the country, level 0, is `00`. */
const CODE_DIGITS = [2, 2, 4, 6, 9, 12] as const;
export const ANCESTORS = ['province', 'city', 'district', 'town', 'village'] as const;

export interface Place {
  readonly code: string;
  readonly parentCode: string;
  readonly level: number;
}

/** What a region must be to hang where it is to hang. `above`: the region it names as its parent, if there is one. */
export function placeRefusals(
  place: Place,
  above: { readonly code: string; readonly level: number } | undefined,
): readonly Refusal[] {
  const { code, parentCode, level } = place;
  if (!/^\d+$/.test(code)) return [refuse('region.digits', {}, { field: 'code' })];
  if (!Number.isInteger(level) || level < 0 || level > 5)
    return [refuse('region.level', { level }, { field: 'level' })];
  if (level === 0)
    return [
      ...(parentCode === '' ? [] : [refuse('region.country-above', {}, { field: 'parentCode' })]),
      ...(code === '00' ? [] : [refuse('region.country', {}, { field: 'code' })]),
    ];
  if (parentCode === '') return [refuse('region.parent', {}, { field: 'parentCode' })];
  if (above === undefined) return [refuse('region.parent-unknown', { code: parentCode }, { field: 'parentCode' })];
  const found: Refusal[] = [];
  if (level !== above.level + 1) found.push(refuse('region.deeper', { level: above.level + 1 }, { field: 'level' }));
  else if (code.length !== CODE_DIGITS[level])
    found.push(refuse('region.length', { digits: CODE_DIGITS[level] }, { field: 'code' }));
  if (above.level > 0 && !code.startsWith(above.code))
    found.push(refuse('region.prefix', { code: above.code }, { field: 'code' }));
  if (above.level === 0 && code === '00') found.push(refuse('region.country', {}, { field: 'code' }));
  return found;
}

/**
 * The level a client means. Some call it `level`, some `regionLevel`, and whole rows come back with both, one of them
 * changed: of what is stored the changed one counts, of a new region the one that fits below `above`; else whichever
 * there is.
 */
export function levelOf(
  given: { readonly level?: unknown; readonly regionLevel?: unknown },
  stored: number | undefined,
  above: number | undefined,
): number | undefined {
  const named = [given.level, given.regionLevel]
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map(Number);
  if (stored !== undefined) return named.find((level) => level !== stored) ?? stored;
  return named.find((level) => above !== undefined && level === above + 1) ?? named[0];
}

/** Codes of the region and everything above it, by level from the province down. */
export const ancestry = (code: string): readonly string[] =>
  code === '00'
    ? []
    : CODE_DIGITS.slice(1)
        .filter((digits) => digits <= code.length)
        .map((digits) => code.slice(0, digits));

import { describe, expect, test } from 'vitest';
import { decide, decidedBy, distinct, isInSeason, PURPOSES, usable, type AuthRange } from './material-auth.rules.ts';

const typeLines = new Map([
  ['leaf', ['leaf', 'veg']],
  ['veg', ['veg']],
  ['oil', ['oil']],
]);
const row = (target: string, deptId: string, access: 'yes' | 'no', more: Partial<AuthRange> = {}): AuthRange => ({
  id: `${target}@${deptId}:${access}`,
  materialId: typeLines.has(target) ? null : target,
  materialTypeId: typeLines.has(target) ? target : null,
  deptId,
  includeChildren: true,
  allow: access === 'yes',
  purposes: PURPOSES,
  ...more,
});
const STALL = ['stall', 'restaurant', 'site', 'company'];
const verdictOf = (rows: readonly AuthRange[], line = STALL, purpose: 'plan' | 'buy' = 'plan') =>
  decidedBy(decide(rows, line, typeLines, purpose), { id: 'spinach', materialTypeId: 'leaf' })?.id;

describe('of several rows decides', () => {
  test.each([
    ['none, where none speaks of it', [row('oil', 'site', 'no'), row('cabbage', 'site', 'no')], undefined],
    [
      'that of the material before its type’s',
      [row('leaf', 'stall', 'no'), row('spinach', 'company', 'yes')],
      'spinach@company:yes',
    ],
    ['that of the nearer type', [row('veg', 'stall', 'no'), row('leaf', 'company', 'yes')], 'leaf@company:yes'],
    [
      'that of the nearer department',
      [row('spinach', 'company', 'no'), row('spinach', 'site', 'yes')],
      'spinach@site:yes',
    ],
    ['the no of two alike', [row('spinach', 'site', 'yes'), row('spinach', 'site', 'no')], 'spinach@site:no'],
    ['none of another place', [row('spinach', 'elsewhere', 'no')], undefined],
    ['none that leaves out what is below', [row('spinach', 'site', 'no', { includeChildren: false })], undefined],
    ['the place’s own, below or not', [row('spinach', 'stall', 'no', { includeChildren: false })], 'spinach@stall:no'],
    ['none of another purpose', [row('spinach', 'site', 'no', { purposes: ['buy'] })], undefined],
  ])('%s', (_name, rows, winner) => expect(verdictOf(rows)).toBe(winner));
});

test('places governed alike come to one decision', () => {
  const rows = [row('spinach', 'site', 'no')];
  const at = (line: readonly string[]) => decide(rows, line, typeLines, 'plan');
  expect(distinct([at(['a', 'site']), at(['b', 'site']), at(['c', 'other'])])).toHaveLength(2);
});

describe('a material may be used', () => {
  const spinach = { id: 'spinach', materialTypeId: 'leaf', open: true, extended: false };
  const closed = { ...spinach, open: false };
  const answer = (rows: readonly AuthRange[], material: typeof spinach) => {
    const { usable: may, by } = usable(decide(rows, STALL, typeLines, 'plan'), material);
    return [may, by?.id ?? null];
  };
  test.each([
    ['where nothing is said and it is open', [], spinach, [true, null]],
    ['not where nothing is said and it is closed', [], closed, [false, null]],
    ['where a row allows it', [row('veg', 'site', 'yes')], closed, [true, 'veg@site:yes']],
    ['not where a row denies its type', [row('veg', 'site', 'no')], spinach, [false, 'veg@site:no']],
    ['where SAP extends it, closed or not', [], { ...closed, extended: true }, [true, null]],
    [
      'where SAP extends it, though its type is denied',
      [row('veg', 'site', 'no')],
      { ...spinach, extended: true },
      [true, null],
    ],
    [
      'not where it is denied itself, extended or not',
      [row('spinach', 'company', 'no')],
      { ...spinach, extended: true },
      [false, 'spinach@company:no'],
    ],
  ])('%s', (_name, rows, material, expected) => expect(answer(rows, material)).toEqual(expected));
});

test.each`
  title                                      | from    | to      | day             | holds
  ${'without months it holds on every day'}  | ${null} | ${null} | ${'2026-07-01'} | ${true}
  ${'from its first month'}                  | ${5}    | ${9}    | ${'2026-05-01'} | ${true}
  ${'to the last day of its last month'}     | ${5}    | ${9}    | ${'2026-09-30'} | ${true}
  ${'and not in the month after'}            | ${5}    | ${9}    | ${'2026-10-01'} | ${false}
  ${'over the new year in its first months'} | ${11}   | ${2}    | ${'2026-12-31'} | ${true}
  ${'over the new year in its last months'}  | ${11}   | ${2}    | ${'2027-02-28'} | ${true}
  ${'and not in the summer between'}         | ${11}   | ${2}    | ${'2026-07-01'} | ${false}
`('a season: $title', ({ from, to, day, holds }) => {
  expect(isInSeason({ monthFrom: from, monthTo: to }, day)).toBe(holds);
});

test('D15: a row narrowed to sites of a type speaks at those alone', () => {
  const narrowed = [row('leaf', 'company', 'no', { siteIds: new Set(['site']) })];
  const material = { id: 'spinach', materialTypeId: 'leaf', open: true, extended: false };
  const at = (line: readonly string[]) => usable(decide(narrowed, line, typeLines, 'plan'), material).usable;
  expect([at(STALL), at(['other stall', 'other site', 'company']), at(['company'])]).toEqual([false, true, true]);
});

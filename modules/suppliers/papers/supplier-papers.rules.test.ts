import { expect, test } from 'vitest';
import { LICENCE, noticeDue, paperState, type SupplierPaper } from './supplier-papers.rules.ts';

const TODAY = '2026-11-28';
const paper = (validTo: string | null, checkState: SupplierPaper['checkState'] = 'passed'): SupplierPaper => ({
  kind: LICENCE,
  checkState,
  validTo,
});
test.each([
  ['none there', [], 'missing'],
  ['one that was refused', [paper(null, 'refused')], 'missing'],
  ['one nobody checked', [paper(null, 'waiting')], 'waiting'],
  ['one without an end', [paper(null)], 'ok'],
  ['the last day is a good day', [paper(TODAY)], 'due'],
  ['30 days left', [paper('2026-12-28')], 'due'],
  ['31 days left', [paper('2026-12-29')], 'ok'],
  ['the day after the end', [paper('2026-11-27')], 'expired'],
  ['an old and a new one', [paper('2026-11-27'), paper('2027-11-27')], 'ok'],
  ['a new one that is not checked does not count', [paper('2026-11-27'), paper('2027-11-27', 'waiting')], 'expired'],
])('B22: a paper that is asked for: %s', (_name, papers, expected) => {
  expect(paperState(LICENCE, papers, TODAY).state).toBe(expected);
  expect(paperState('other', papers, TODAY).state).toBe('missing');
});

test.each([
  ['2026-12-29', undefined],
  ['2026-12-28', 30],
  ['2026-12-14', 30],
  ['2026-12-13', 15],
  ['2026-12-05', 7],
  ['2026-11-29', 7],
  ['2026-11-28', 0],
  ['2026-11-27', undefined],
])('B22: of a paper that ends on %s the notice of %s days is due', (validTo, expected) => {
  expect(noticeDue(validTo, TODAY)).toBe(expected);
});

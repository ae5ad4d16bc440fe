import { describe, expect, test } from 'vitest';
import { lineEquation, type EquationFigures } from './equation.rules.ts';

const bag = (count: string) => [{ unitId: '302', unitName: '袋', count, factor: '25' }];
const line = (more: Partial<EquationFigures> = {}): EquationFigures => ({
  grossQty: '250',
  safetyQty: '40',
  onHandQty: '120',
  onOrderQty: '60',
  reservedQty: '15',
  otherQty: '0',
  expireQty: '0',
  netQty: '125',
  packs: bag('5'),
  baseUnitName: '千克',
  planQty: '5',
  unitName: '袋',
  proposedQty: '5',
  adjustReason: '',
  ...more,
});
const equationOf = (more: Partial<EquationFigures> = {}) => lineEquation(line(more), { due: [], others: [] });

describe('the sentence', () => {
  test.each`
    title                           | more                                                                                                                     | zh                                                                             | en
    ${'the worked example'}         | ${{}}                                                                                                                    | ${'250 毛需求 + 40 安全库存 − (120 现存 + 60 在订 − 15 占用) = 125 → 5 件×25'} | ${'250 gross + 40 safety − (120 on hand + 60 due − 15 reserved) = 125 → 5 packs of 25'}
    ${'enough is there'}            | ${{ onHandQty: '400', netQty: '0', packs: [], planQty: '0', proposedQty: '0' }}                                          | ${'250 毛需求 + 40 安全库存 − (400 现存 + 60 在订 − 15 占用) = -155 → 0'}      | ${'250 gross + 40 safety − (400 on hand + 60 due − 15 reserved) = -155 → 0'}
    ${'nothing reserved, expiring'} | ${{ reservedQty: '0', expireQty: '20', netQty: '130', packs: [], unitName: '千克', planQty: '130', proposedQty: '130' }} | ${'250 毛需求 + 40 安全库存 − (120 现存 + 60 在订 − 20 过期) = 130'}           | ${'250 gross + 40 safety − (120 on hand + 60 due − 20 expiring) = 130'}
  `('$title', ({ more, zh, en }) => {
    expect(equationOf(more).text).toEqual({ zh, en });
  });
});

test('terms add up to the balance, and each due bill stands by itself with its link', () => {
  const { terms, balance } = lineEquation(line(), {
    gross: '/plan/1',
    due: [
      { billCode: 'CG1', date: '2026-11-24', qty: '50', link: '/o/1' },
      { billCode: 'QG2', date: '2026-11-25', qty: '10' },
    ],
    others: [],
  });
  expect(
    terms.map((term) => `${term.sign ?? ''}${term.qty} ${term.label.en}${term.link ? ` @${term.link}` : ''}`),
  ).toEqual([
    '250 gross @/plan/1',
    '+40 safety',
    '−120 on hand',
    '−50 due CG1 (2026-11-24) @/o/1',
    '−10 due QG2 (2026-11-25)',
    '+15 reserved',
  ]);
  expect(balance).toBe('125');
});

describe('why not more, why not less', () => {
  test.each`
    title                      | more                                                                            | notes
    ${'packs leave nothing'}   | ${{}}                                                                           | ${['5 袋 of 25 千克 each']}
    ${'packs leave a surplus'} | ${{ grossQty: '240', netQty: '115' }}                                           | ${['5 袋 of 25 千克 each', 'Not less: packs leave 10 千克 over, which serves later dates']}
    ${'a person decided'}      | ${{ planQty: '6', adjustReason: 'feast' }}                                      | ${['5 袋 of 25 千克 each', 'Proposed 5 袋, changed to 6 袋: feast']}
    ${'more than enough'}      | ${{ onHandQty: '400', netQty: '0', packs: [], planQty: '0', proposedQty: '0' }} | ${['Stock and orders cover it, with 155 千克 to spare']}
  `('$title', ({ more, notes }) => {
    expect(equationOf(more).notes.map((note) => note.en)).toEqual(notes);
  });
});

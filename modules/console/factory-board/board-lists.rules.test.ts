import { expect, test } from 'vitest';
import { addressOf, boardLists, filtersOf, lineOf, toneOf } from './board-lists.rules.ts';

const FACTORY = { id: '7', name: '中央厨房' };

test.each([
  ['near', { tab: 'near', factoryId: '7' }],
  ['receive', { expectedToday: '1', factoryId: '7' }],
  ['cases', { status: 'mine' }],
] as const)('%s is asked of one factory where the list knows factories', (key, asked) => {
  expect(filtersOf(boardLists[key], FACTORY)).toEqual(asked);
});

test('the address of a figure asks what the figure was asked, and says the factory in words', () => {
  const address = addressOf('/store/x', boardLists.near, FACTORY);
  expect([...new URLSearchParams(address.split('?')[1])]).toEqual([
    ['tab', 'near'],
    ['factoryId', '7'],
    ['~factoryId', '中央厨房'],
  ]);
  expect(addressOf('/store/y', boardLists.cases, FACTORY)).toBe('/store/y?status=mine');
});

test('a row says what it is, of what, and until when', () => {
  expect(
    lineOf('near', {
      materialName: '豆腐',
      batchCode: 'PC1',
      qty: '12.500000',
      baseUnitName: 'kg',
      expiryDate: '2026-11-29',
    }),
  ).toEqual({ what: '豆腐', more: ['PC1', '12.5 kg'], until: '2026-11-29' });
  expect(lineOf('receive', { supplierName: '鲜达', billCode: 'RK1', expectTime: '2026-11-28 04:30:00' })).toEqual({
    what: '鲜达',
    more: ['RK1'],
    until: '2026-11-28 04:30:00',
  });
  expect(lineOf('called', { billCode: 'GT1', recallBatchName: null, outStateName: '在途', deadline: null })).toEqual({
    what: 'GT1',
    more: ['在途'],
    until: '',
  });
});

test.each([
  ['', 'look'],
  ['2026-11-28 23:00:00', 'look'],
  ['2026-11-27', 'stop'],
])('due %s stands out once its day is past', (until, tone) => {
  expect(toneOf('look', until, '2026-11-28')).toBe(tone);
});

import { expect, test } from 'vitest';
import { formulaSentence, saysPrice } from './formula-sentence.rules.ts';

const usual = { priceType: 'settlement', reference: 'purchase', period: 'latest', periodDays: 7, roundPlaces: 2 };

test.each`
  formula                                                                                        | zh                                                              | en
  ${{ method: 'markup', rate: '8' }}                                                             | ${'结算价 = 采购价 × 1.08，保留 2 位'}                          | ${'Settlement price = purchase price × 1.08, to 2 decimals'}
  ${{ method: 'discount', rate: '12.5', roundPlaces: 1 }}                                        | ${'结算价 = 采购价 × 0.875，保留 1 位'}                         | ${'Settlement price = purchase price × 0.875, to 1 decimal'}
  ${{ method: 'add', addAmount: '0.5', roundPlaces: 0 }}                                         | ${'结算价 = 采购价 + 0.50，取整'}                               | ${'Settlement price = purchase price + 0.50, to whole numbers'}
  ${{ method: 'add', addAmount: '-0.25', priceType: 'joint', reference: 'settlement' }}          | ${'联营价 = 结算价 − 0.25，保留 2 位'}                          | ${'Joint-operation price = settlement price − 0.25, to 2 decimals'}
  ${{ method: 'markup', rate: '10', floorPrice: '2', ceilingPrice: '9.5' }}                      | ${'结算价 = 采购价 × 1.1，不低于 2.00，不高于 9.50，保留 2 位'} | ${'Settlement price = purchase price × 1.1, at least 2.00, at most 9.50, to 2 decimals'}
  ${{ method: 'discount', rate: '30', reference: 'market-avg', marketSourceName: 'Xinfadi' }}    | ${'结算价 = 行情均价（Xinfadi） × 0.7，保留 2 位'}              | ${'Settlement price = market average (Xinfadi) × 0.7, to 2 decimals'}
  ${{ method: 'markup', rate: '5', reference: 'market-low', period: 'avg-days', periodDays: 5 }} | ${'结算价 = 行情最低价（近5天均价） × 1.05，保留 2 位'}         | ${'Settlement price = market low (mean of 5 days) × 1.05, to 2 decimals'}
  ${{ method: '', rate: null }}                                                                  | ${'结算价 = 采购价，保留 2 位'}                                 | ${'Settlement price = purchase price, to 2 decimals'}
  ${{ method: 'markup', rate: '1,' }}                                                            | ${'结算价 = 采购价，保留 2 位'}                                 | ${'Settlement price = purchase price, to 2 decimals'}
`('a formula reads “$zh”', ({ formula, zh, en }) => {
  expect(formulaSentence({ ...usual, ...formula }, [])).toEqual({ zh, en });
});

const bands = [
  { fromPrice: '0', toPrice: '10', method: 'markup', rate: '20' },
  { fromPrice: '10', toPrice: '50', method: 'markup', rate: '15' },
  { fromPrice: '50', toPrice: '', method: 'add', addAmount: '3' },
];
test('bands stand in the place of one step', () => {
  expect(formulaSentence({ ...usual, method: '', rate: '' }, bands)).toEqual({
    zh: '结算价 = 采购价（低于 10.00 时 × 1.2；10.00 至 50.00 × 1.15；50.00 起 + 3.00），保留 2 位',
    en: 'Settlement price = purchase price (below 10.00 × 1.2; 10.00 to 50.00 × 1.15; from 50.00 + 3.00), to 2 decimals',
  });
});

test('nothing is said of the price until a share, an amount or a band is there', () => {
  expect(saysPrice({ ...usual, method: 'markup', rate: '' }, [])).toBe(false);
  expect(saysPrice({ ...usual, method: 'markup', rate: '8' }, [])).toBe(true);
  expect(saysPrice(usual, bands)).toBe(true);
});

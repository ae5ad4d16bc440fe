import { expect, test } from 'vitest';
import { movesOf, type Asked } from './moves-of-figure.rules.ts';

const asked: Asked = {
  startDate: '2026-11-05',
  endDate: '2026-12-20',
  groupBy: 'type',
  place: '',
  materialType: '',
  materialId: '',
  names: { place: '主仓', materialId: '大米' },
};
const BETWEEN = 'businessTime_datege=2026-11-05&businessTime_datele=2026-12-20';
const rice = { key: '7', name: '粮油' };

test.each([
  [
    'a column of a type',
    asked,
    rice,
    'purchaseIn',
    `materialTypeId_equal=7&~materialTypeId_equal=粮油&${BETWEEN}&counted=purchaseIn&~counted=x`,
  ],
  [
    'all that came',
    asked,
    null,
    'in',
    `${BETWEEN}&counted=purchaseIn,directIn,selfIn,transferIn,returnIn,otherIn,countGain&~counted=x`,
  ],
  ['what it opened with', asked, null, 'open', 'businessTime_datelt=2026-11-05'],
  [
    'what it closed with',
    { ...asked, place: '500' },
    null,
    'close',
    'warehouseId_equal=500&~warehouseId_equal=主仓&businessTime_datele=2026-12-20',
  ],
  [
    'a warehouse among several types',
    { ...asked, groupBy: 'place', materialType: '9' },
    { key: '500', name: '主仓' },
    'scrapOut',
    `materialType=9&warehouseId_equal=500&~warehouseId_equal=主仓&${BETWEEN}&counted=scrapOut&~counted=x`,
  ],
  [
    'a material, which says its type',
    { ...asked, groupBy: 'material', materialType: '9', materialId: '3' },
    { key: '3', name: '大米' },
    'pickOut',
    `materialId_equal=3&~materialId_equal=大米&${BETWEEN}&counted=pickOut&~counted=x`,
  ],
  [
    'no supplier',
    { ...asked, groupBy: 'supplier' },
    { key: '', name: '没有' },
    'pickOut',
    `supplier=0&~supplier=没有&${BETWEEN}&counted=pickOut&~counted=x`,
  ],
  [
    'the first month, from where it was asked',
    { ...asked, groupBy: 'month' },
    { key: '2026-11-01', name: '2026-11' },
    'pickOut',
    'businessTime_datege=2026-11-05&businessTime_datele=2026-11-30&counted=pickOut&~counted=x',
  ],
  [
    'the last month, until where it was asked',
    { ...asked, groupBy: 'month' },
    { key: '2026-12-01', name: '2026-12' },
    'close',
    'businessTime_datele=2026-12-20',
  ],
  [
    'a day',
    { ...asked, groupBy: 'day' },
    { key: '2026-12-02', name: '2026-12-02' },
    'pickOut',
    'businessTime_datege=2026-12-02&businessTime_datele=2026-12-02&counted=pickOut&~counted=x',
  ],
] as const)('%s', (_what, question, row, figure, rest) => {
  expect(decodeURIComponent(movesOf(question, row, figure, 'x'))).toBe(`/store/stockbatchlogs?withTransit=1&${rest}`);
});

test('what is in transit opens what lies on its way', () => {
  expect(movesOf(asked, null, 'transit', 'x')).toBe(
    '/store/stockbatchlogs?withTransit=only&businessTime_datele=2026-12-20',
  );
});

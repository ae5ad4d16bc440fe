import { expect, test } from 'vitest';
import {
  between,
  chosenOf,
  found,
  later,
  minutesUntil,
  standsIn,
  TABS,
  tabCounts,
  type DispatchLine,
} from './dispatch.rules.ts';

const NOW = '2026-11-28 08:00:00';
const line = (id: string, more: Partial<DispatchLine> = {}): DispatchLine => ({
  id,
  revision: 0,
  billCode: 'ZP202611280001',
  lineNo: 1,
  siteName: '一项目部',
  warehouseName: '主仓',
  materialId: '201',
  materialCode: 'RICE',
  materialName: '大米',
  originMaterialName: '',
  spec: '',
  unitName: '千克',
  qty: '1',
  supplierId: '600',
  supplierName: '鲜达',
  sourceKind: 'direct',
  sourceReason: '',
  outOrgName: '',
  supplyMode: '',
  needDate: '2026-11-30',
  deliveryDate: '2026-11-30',
  orderBefore: '2026-11-29 16:00:00',
  lineStatus: 'open',
  ...more,
});

test.each([
  ['due in 40 minutes', { orderBefore: '2026-11-28 08:40:00' }, ['open', 'due']],
  ['due in 2 hours to the minute', { orderBefore: '2026-11-28 10:00:00' }, ['open', 'due']],
  ['due in 2 hours and a minute', { orderBefore: '2026-11-28 10:01:00' }, ['open']],
  ['past its cut-off', { orderBefore: '2026-11-28 07:00:00' }, ['open', 'due']],
  ['without a supplier', { supplierId: '', orderBefore: '' }, ['open', 'unassigned']],
  ['from stock, which needs none', { supplierId: '', supplyMode: 'stock' }, ['open']],
  ['bought for a centre, by nobody yet', { supplierId: '', supplyMode: 'purchase' }, ['open', 'unassigned']],
  ['on a document, past its cut-off', { lineStatus: 'documented', orderBefore: '2026-11-28 07:00:00' }, ['documented']],
])('a line %s stands in its tabs', (_what, more, tabs) => {
  const one = line('1', more);
  expect(TABS.filter((tab) => standsIn(tab, one, NOW))).toEqual(tabs);
  expect(Object.values(tabCounts([one], NOW)).reduce((sum, count) => sum + count, 0)).toBe(tabs.length);
});

test('time runs by the clock of the company', () => {
  expect([minutesUntil('2026-11-28 08:40:00', NOW), minutesUntil('2026-11-28 07:59:30', NOW)]).toEqual([40, -1]);
  expect(later(NOW, 90_000)).toBe('2026-11-28 08:01:30');
});

test('every word has to be found, wherever it stands', () => {
  const lines = [line('1'), line('2', { siteName: '二项目部' }), line('3', { materialName: '豆腐', materialCode: 'T' })];
  expect(found(lines, '二 rice').map(({ id }) => id)).toEqual(['2']);
  expect(found(lines, ' ')).toHaveLength(3);
  expect(found(lines, '牛')).toEqual([]);
});

test('what is chosen: sites, amount where somebody sees it, one material or several', () => {
  const lines = [line('1', { amount: '1.10' }), line('2', { amount: '2.20', siteName: '二项目部' }), line('3', { materialId: '202' })];
  expect(chosenOf(lines, new Set(['1', '2']))).toMatchObject({ sites: 2, amount: '3.30', materialId: '201' });
  expect(chosenOf(lines, new Set(['2', '3']))).toMatchObject({ amount: '2.20', materialId: undefined });
  expect(chosenOf(lines, new Set(['3']))).toMatchObject({ amount: null });
  expect(between(lines, 2, 1)).toEqual(['2', '3']);
});

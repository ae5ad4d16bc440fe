import { expect, test } from 'vitest';
import type { SortLine, SortTable } from './sorting.calls.ts';
import { nextToSort, withWaiting } from './sorting-table.rules.ts';

const line = (id: string, more: Partial<SortLine> = {}): SortLine => ({
  id,
  orderNo: 'GD1',
  siteDeptId: '1',
  siteName: '一中',
  materialId: '2',
  materialCode: 'RICE',
  materialName: '大米',
  spec: '',
  unitName: '千克',
  decimals: 3,
  routeName: '东线',
  stopSeq: 1,
  waveNo: 'W1',
  orderQty: '10',
  targetQty: null,
  num: '0',
  shortReason: '',
  state: 'waiting',
  isShipped: false,
  isCatchWeight: false,
  isMass: true,
  unitKg: '1',
  tolerance: '3',
  pieces: null,
  weight: null,
  batchId: '9',
  batchCode: 'L1',
  expiryDate: '',
  storeName: '成品仓',
  basketNo: '',
  operatorName: '',
  ...more,
});
const table = (...details: SortLine[]): SortTable => {
  const sortedLines = details.filter(({ state }) => state === 'done').length;
  const figures = { lines: details.length, sortedLines, progress: 0 };
  return {
    deliveryDate: '2025-03-17',
    records: [{ groupId: '2', groupCode: 'RICE', groupName: '大米', ...figures, shortLines: 0, details }],
    total: 1,
    size: 50,
    current: 1,
    pages: 1,
    routes: [{ routeId: '7', routeName: '东线', departTime: '04:00', ...figures }],
    waves: ['W1'],
    stores: [],
    reasons: [],
  };
};
const act = (target: string, num: string, more: { isUndo?: boolean; shortReason?: string } = {}) => ({
  target,
  num,
  isUndo: false,
  shortReason: '',
  ...more,
});
const shown = ({ records: [group], routes: [route] }: SortTable): string =>
  `${group!.details.map(({ state, num }) => `${state} ${num}`).join(', ')} · ${group!.sortedLines} ${group!.progress}% ${group!.shortLines} · ${route!.progress}%`;

test('W20: what waits on the device counts on lines, groups and routes', () => {
  const now = table(line('1'), line('2'), line('3', { state: 'done', num: '10' }));
  expect(shown(withWaiting(now, [act('1', '9.8'), act('2', '4', { shortReason: 'none' })], '我'))).toBe(
    'done 9.8, short 4, done 10 · 3 100% 1 · 100%',
  );
  expect(shown(withWaiting(now, [act('3', '0', { isUndo: true })], '我'))).toBe(
    'waiting 0, waiting 0, undone 0 · 0 0% 0 · 0%',
  );
  expect(withWaiting(now, [], '我')).toBe(now);
});
test('W20: the next line that waits, around the end', () => {
  const lines = [line('1'), line('2', { state: 'done' }), line('3'), line('4', { isShipped: true })];
  expect(nextToSort(lines, '1')?.id).toBe('3');
  expect(nextToSort(lines, '3')?.id).toBe('1');
  expect(nextToSort(lines, undefined)?.id).toBe('1');
  expect(nextToSort([line('1')], '1')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { baseOf, withWaiting } from './count-away.rules.ts';

const line = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  lineNo: 1,
  storagePlace: '',
  materialId: '1',
  materialName: '大米',
  materialCode: 'M1',
  batchId: '1',
  batchName: 'B1',
  expiryDate: '',
  baseUnitName: 'kg',
  snapshotQty: null,
  countBaseQty: null,
  countAuxQty: null,
  skipReason: '',
  lineState: 'waiting',
  lineStateName: '未盘',
  supplierBatchNo: '',
  countUserName: '',
  secondUserName: '',
  parts: null,
  units: [
    { unitId: '1', name: 'kg', factor: '1' },
    { unitId: '2', name: '箱', factor: '12.5' },
  ],
  needsPieces: 0 as const,
  mayCount: 1 as const,
  mayCorrect: 0 as const,
  ...more,
});
const bill = (...details: ReturnType<typeof line>[]) => ({
  id: '9',
  billCode: 'PD1',
  checkName: null,
  blind: 1 as const,
  progress: { count: details.length, counted: details.filter((each) => each.lineState !== 'waiting').length },
  details,
});

test('weighings in several units come to their sum in the base unit', () => {
  expect(
    baseOf(line('1'), {
      parts: [
        { qty: '3', unitId: '2' },
        { qty: '1.25', unitId: '1' },
      ],
    }),
  ).toBe('38.75');
  expect(baseOf(line('1'), { countQty: '7' })).toBe('7');
  expect(baseOf(line('1'), { countQty: null, skipReason: '锁着' })).toBeNull();
});

test('what waits stands on its lines and in the progress; the others stay as the server answered them', () => {
  const before = bill(line('1'), line('2', { lineState: 'counted', countBaseQty: '4' }), line('3'));
  const after = withWaiting(
    before,
    [
      { target: '1', body: { parts: [{ qty: '2', unitId: '2' }] } },
      { target: '3', body: { countQty: null, skipReason: '锁着' } },
    ],
    '王芳',
  );
  expect(after.details.map((each) => [each.lineState, each.countBaseQty, each.countUserName])).toEqual([
    ['counted', '25', '王芳'],
    ['counted', '4', ''],
    ['skipped', null, '王芳'],
  ]);
  expect(after.progress).toEqual({ count: 3, counted: 3 });
  expect(withWaiting(before, [], '王芳')).toBe(before);
});

test('of two entries of one line the later stands; a figure that was taken back opens the line', () => {
  const before = bill(line('1', { lineState: 'counted', countBaseQty: '4' }));
  const twice = withWaiting(
    before,
    [
      { target: '1', body: { countQty: '5' } },
      { target: '1', body: { countQty: '6' } },
    ],
    '',
  );
  expect([twice.details[0]!.countBaseQty, twice.progress.counted]).toEqual(['6', 1]);
  const back = withWaiting(before, [{ target: '1', body: { countQty: null, skipReason: '' } }], '');
  expect([back.details[0]!.lineState, back.progress.counted]).toEqual(['waiting', 0]);
});

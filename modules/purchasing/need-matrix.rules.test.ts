import { expect, test } from 'vitest';
import { needSheets, type NeededLine } from './need-matrix.rules.ts';

const line = (day: string, warehouse: string, qty: string, more: Partial<NeededLine> = {}): NeededLine => ({
  day,
  warehouse,
  qty,
  materialType: '米面粮',
  materialCode: 'R1',
  material: '大米',
  unit: '千克',
  ...more,
});

test('a sheet a day, a column a warehouse, sums across and per unit at the foot', () => {
  const milk = { materialType: '奶饮', materialCode: 'M1', material: '牛奶', unit: '升' };
  const [first, second] = needSheets(
    [
      line('2026-11-23', '甲仓', '10'),
      line('2026-11-22', '乙仓', '0.1'),
      line('2026-11-22', '甲仓', '0.2'),
      line('2026-11-22', '乙仓', '5', milk),
      line('2026-11-22', '甲仓', '0.3'),
    ],
    'zh',
  );
  expect(first!.name).toBe('2026-11-22');
  expect(first!.columns.map((column) => column.header)).toEqual([
    '物料类型',
    '物料编码',
    '物料',
    '单位',
    '乙仓',
    '甲仓',
    '合计',
  ]);
  expect(first!.rows).toEqual([
    ['奶饮', 'M1', '牛奶', '升', '5', null, '5'],
    ['米面粮', 'R1', '大米', '千克', '0.1', '0.5', '0.6'],
    ['合计', null, null, '千克', '0.1', '0.5', '0.6'],
    ['合计', null, null, '升', '5', null, '5'],
  ]);
  expect(second).toMatchObject({
    name: '2026-11-23',
    rows: [
      ['米面粮', 'R1', '大米', '千克', '10', '10'],
      ['合计', null, null, '千克', '10', '10'],
    ],
  });
});

test('nothing asked for is an empty sheet that says so', () => {
  expect(needSheets([], 'en')).toEqual([
    { name: 'Nothing', columns: [{ header: 'Material', face: 'text', width: 20 }], rows: [] },
  ]);
});

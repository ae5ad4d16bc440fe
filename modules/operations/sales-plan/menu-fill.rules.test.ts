import { expect, test } from 'vitest';
import type { ServedCell, ServedMenu } from '../../master-data/menus/menu-cycle.rules.ts';
import { filledBy } from './menu-fill.rules.ts';

// 2026-11-23 is a Monday.
const menu: ServedMenu = {
  id: '1',
  billCode: 'CP1',
  name: 'Noodle bar',
  own: true,
  startDate: '2026-11-24',
  endDate: '2026-12-01',
  cycleStartDate: '2026-11-23',
  cycleDays: 2,
  serviceWeekdays: [1, 2, 3, 4, 5],
};
const cell = (dayNo: number, dishId: string, more: Partial<ServedCell> = {}): ServedCell => ({
  menuTemplateId: '1',
  dayNo,
  mealType: 'lunch',
  dishId,
  dishName: dishId,
  dishCode: dishId,
  frozen: false,
  gearOperationDeptId: null,
  portionGroup: 'standard',
  planPortions: 10,
  salePrice: '12',
  ...more,
});
const filled = (cells: readonly ServedCell[], from = '2026-11-23', to = '2026-11-29', of: Partial<ServedMenu> = {}) =>
  filledBy({ ...menu, ...of }, cells, from, to);
const filledLines = (cells: readonly ServedCell[], from?: string, to?: string, of?: Partial<ServedMenu>) =>
  filled(cells, from, to, of).lines.map((line) => `${line.mealDate.slice(5)} ${line.dishId} ${line.portions}`);

test.each([
  [
    'the days of its cycle that are days of service and lie in its period',
    [cell(1, 'noodles'), cell(2, 'soup')],
    undefined,
    ['11-24 soup 10', '11-25 noodles 10', '11-26 soup 10', '11-27 noodles 10'],
  ],
  [
    'of a dish for all stalls and for this one, this one’s',
    [cell(1, 'noodles'), cell(1, 'noodles', { gearOperationDeptId: '400', planPortions: 3 })],
    { cycleDays: 1, endDate: '2026-11-24' },
    ['11-24 noodles 3'],
  ],
  [
    'two sizes of a dish side by side',
    [cell(1, 'noodles'), cell(1, 'noodles', { portionGroup: 'small', planPortions: 4 })],
    { cycleDays: 1, endDate: '2026-11-24' },
    ['11-24 noodles 10', '11-24 noodles 4'],
  ],
  [
    'no portions where it names none',
    [cell(1, 'noodles', { planPortions: null }), cell(1, 'soup', { planPortions: 0 })],
    { cycleDays: 1, endDate: '2026-11-24' },
    ['11-24 noodles null', '11-24 soup null'],
  ],
  ['nothing of another menu', [cell(1, 'noodles', { menuTemplateId: '2' })], undefined, []],
  ['nothing before its cycle begins', [cell(1, 'noodles')], { cycleDays: 1, cycleStartDate: '2026-11-30' }, []],
] as const)('a plan takes from a menu %s', (_name, cells, of, expected) =>
  expect(filledLines(cells, undefined, undefined, of)).toEqual(expected),
);

test('frozen dishes stay out and are named once', () => {
  const { lines, left } = filled([cell(1, 'noodles', { frozen: true }), cell(1, 'soup')], undefined, undefined, {
    cycleDays: 1,
  });
  expect([new Set(lines.map((line) => line.dishId)), left]).toEqual([new Set(['soup']), ['noodles']]);
});

import { expect, test } from 'vitest';
import { kitchenSheet, type SheetUse } from './kitchen-sheet.rules.ts';

const use = (
  prepTime: string,
  station: string,
  dish: string,
  material: string,
  more: Partial<SheetUse> = {},
): SheetUse => ({
  prepTime,
  station,
  stationName: station,
  dishId: dish,
  dishName: dish,
  portions: '10',
  materialId: material,
  materialName: material,
  unitName: 'kg',
  qty: '1',
  ...more,
});

test('R09: the kitchen sheet says by clock and station what is weighed for which pot', () => {
  const slots = kitchenSheet([
    use('2025-03-11 09:00', 'wok', 'pork', 'belly'),
    use('2025-03-10 16:00', 'stew', 'beans', 'soy'),
    use('2025-03-11 09:00', 'wok', 'pork', 'sugar'),
    use('2025-03-11 09:00', 'steam', 'rice', 'rice'),
    use('2025-03-11 09:00', 'wok', 'pork', 'belly', { meal: 'dinner' }),
  ]);
  expect(
    slots.map(
      ({ prepTime, stationName, pots }) =>
        `${prepTime.slice(5)} ${stationName}: ${pots.map(({ dishName, meal, goods }) => `${dishName}${meal} (${goods.map((each) => each.materialName).join()})`).join(' ')}`,
    ),
  ).toEqual([
    '03-10 16:00 stew: beans (soy)',
    '03-11 09:00 steam: rice (rice)',
    '03-11 09:00 wok: pork (belly,sugar) porkdinner (belly)',
  ]);
});

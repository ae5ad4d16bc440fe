import { expect, test } from 'vitest';
import { shelfRefusals, type ShelfLine } from './goods-system.rules.ts';

const dish = (dishId: string | null): ShelfLine => ({ goodsKind: 'dish', dishId, materialId: null, unitId: null });
const goods = (materialId: string | null, unitId: string | null = '9'): ShelfLine => ({
  goodsKind: 'material',
  dishId: null,
  materialId,
  unitId,
});

test.each`
  title                                        | lines                                | found
  ${'dishes and materials stand side by side'} | ${[dish('1'), goods('1')]}           | ${[]}
  ${'a line names what its kind says'}         | ${[dish(null), goods(null)]}         | ${[['operations.shelf-dish', 1], ['operations.shelf-material', 2]]}
  ${'nothing stands on a shelf twice'}         | ${[dish('1'), dish('2'), dish('1')]} | ${[['operations.shelf-twice', 3]]}
  ${'a material has a unit'}                   | ${[goods('1', null)]}                | ${[['operations.shelf-unit', 1]]}
`('$title', ({ lines, found }) => {
  expect(shelfRefusals(lines).map((refusal) => [refusal.code, refusal.line])).toEqual(found);
});

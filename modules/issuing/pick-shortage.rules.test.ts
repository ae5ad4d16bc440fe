import { expect, test } from 'vitest';
import { cutLines } from './pick-shortage.rules.ts';

const line = (materialName: string, qty: string, availableQty: string, shortQty: string) => ({
  id: materialName,
  billCode: 'LL1',
  materialName,
  unitName: '千克',
  qty,
  availableQty,
  shortQty,
});

test('lines that lack something are those that are cut; what gets nothing stands first, then what lacks the larger share', () => {
  const cut = cutLines([
    line('大米', '10', '120', '0'),
    line('油', '9', '5', '4'),
    line('豆腐', '2', '0', '2'),
    line('面粉', '3', '2.9', '0.1'),
  ]);
  expect(cut.map(({ materialName, held, short }) => `${materialName} ${held.toString()} −${short.toString()}`)).toEqual(
    ['豆腐 0 −2', '油 5 −4', '面粉 2.9 −0.1'],
  );
});

test('nothing is cut where all is there', () => {
  expect(cutLines([line('大米', '10', '10', '0')])).toEqual([]);
});

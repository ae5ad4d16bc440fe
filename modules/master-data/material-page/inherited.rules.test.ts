import { expect, test } from 'vitest';
import { material } from '../materials/material.resource.ts';
import { inherits, standsFor } from './inherited.rules.ts';

const inherited = [
  { name: 'storageZone', value: 'chilled', typeName: '瓜果豆' },
  { name: 'taxRate', value: '9', typeName: '蔬菜' },
  { name: 'name', value: '不是设置', typeName: '蔬菜' },
];

test.each([
  ['a trait of its type', 'storageZone', '千克', { from: 'type', value: 'chilled', typeName: '瓜果豆' }],
  ['a trait of a type further up', 'taxRate', '千克', { from: 'type', value: '9', typeName: '蔬菜' }],
  ['a trait no type says', 'shelfLifeDays', '千克', undefined],
  ['what holds where no type says anything', 'materialKind', '千克', { from: 'nobody', value: 'raw' }],
  ['what is no trait, whatever was answered', 'name', '千克', undefined],
  ['a unit', 'purchaseUnitId', '千克', { from: 'base', unitName: '千克' }],
  ['a unit before the base unit is chosen', 'purchaseUnitId', '', undefined],
])('an empty box stands for %s', (_title, name, baseUnitName, stands) => {
  expect(standsFor(name, { typeId: '7', baseUnitName }, inherited)).toEqual(stands);
});

test('before a type is chosen nothing of it is shown', () => {
  const begun = { typeId: '', baseUnitName: '千克' };
  expect(['storageZone', 'materialKind'].map((name) => standsFor(name, begun, inherited))).toEqual([
    undefined,
    undefined,
  ]);
});

test('what inherits is a field of a material that may be left empty', () => {
  const fields = Object.entries(material.fields).filter(([name]) => inherits(name));
  expect(fields.length).toBe(16);
  expect(fields.filter(([, field]) => !field.optional)).toEqual([]);
});

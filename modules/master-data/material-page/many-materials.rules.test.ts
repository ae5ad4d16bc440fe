import { expect, test } from 'vitest';
import { material } from '../materials/material.resource.ts';
import { changedBy, SHARED_FIELDS, sharedField } from './many-materials.rules.ts';

const rows = [
  { id: '1', taxRate: '9', leadDays: 1, brand: '' },
  { id: '2', taxRate: '13', leadDays: 2, brand: '禾记' },
  { id: '3', taxRate: null, leadDays: 1, brand: null },
];

test.each([
  ['taxRate', '9', ['2', '3'], 1],
  ['leadDays', '1', ['2'], 2],
  ['brand', '', ['2'], 2],
  ['taxRate', '', ['1', '2'], 1],
] as const)('%s becomes "%s": of these rows it changes %j, and %i have it already', (field, value, ids, kept) => {
  const found = changedBy(rows, field, value);
  expect([found.changed.map(({ id }) => id), found.kept]).toEqual([ids, kept]);
});

test('a name, a code or a unit is nobody’s to give to several', () => {
  expect(['name', 'code', 'baseUnitId', 'barcode', 'sapCode', 'frozen'].map(sharedField)).toEqual(
    Array.from({ length: 6 }),
  );
  expect(SHARED_FIELDS.filter((name) => material.fields[name].rules.readonly === true)).toEqual([]);
});

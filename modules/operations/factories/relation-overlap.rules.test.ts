import { expect, test } from 'vitest';
import { RelationBook, type RelationScope } from './relation-overlap.rules.ts';

const relation = (code: string, more: Partial<RelationScope> = {}): RelationScope => ({
  code,
  projectDeptId: '110',
  centralFactoryId: '1',
  materialTypeIds: [],
  priority: 1,
  startDate: '2026-01-01',
  endDate: '2026-06-30',
  ...more,
});
const beside = (standing: RelationScope, wanted: RelationScope) => {
  const book = new RelationBook();
  book.add(standing);
  return book.clashOf(wanted)?.kind;
};

test.each([
  ['the same days', {}, 'overlap'],
  ['one day in common', { startDate: '2026-06-30', endDate: null }, 'overlap'],
  ['the day after', { startDate: '2026-07-01', endDate: null }, undefined],
  ['another type', { materialTypeIds: ['7'] }, undefined],
  ['another factory at the same priority', { centralFactoryId: '2' }, 'priority'],
  ['another factory at another priority', { centralFactoryId: '2', priority: 2 }, undefined],
  ['another site', { projectDeptId: '111' }, undefined],
  ['the same factory at another priority', { priority: 2 }, 'overlap'],
] as const)('beside a relation for all materials: %s', (_, more, expected) => {
  expect(beside(relation('A'), relation('B', more))).toBe(expected);
});

test('types are compared one by one, each once', () => {
  const standing = relation('A', { materialTypeIds: ['3', '4', '3'] });
  expect(beside(standing, relation('B', { materialTypeIds: ['4', '5'] }))).toBe('overlap');
  expect(beside(standing, relation('B', { materialTypeIds: ['5'] }))).toBeUndefined();
  expect(beside(standing, relation('B', { materialTypeIds: ['4'], centralFactoryId: '2' }))).toBe('priority');
});

test('20,000 relations are judged in a moment, each refused one by name', () => {
  const book = new RelationBook();
  const wanted = Array.from({ length: 20_000 }, (_, at) =>
    relation(`R${at}`, {
      projectDeptId: String(at % 500),
      centralFactoryId: String(at % 7),
      priority: 1 + (at % 400),
      startDate: at % 2 === 0 ? '2026-01-01' : '2027-01-01',
      endDate: at % 2 === 0 ? null : '2027-12-31',
    }),
  );
  const begun = performance.now();
  let refused = 0;
  for (const each of wanted) {
    const clash = book.clashOf(each);
    if (clash === undefined) book.add(each);
    else refused += 1;
  }
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(refused).toBeGreaterThan(10_000);
  expect(refused).toBeLessThan(20_000);
});

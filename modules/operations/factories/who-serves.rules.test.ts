import { expect, test } from 'vitest';
import { whoServes, type FactoryRelation } from './who-serves.rules.ts';

const store = { id: '9', name: '成品仓', frozen: false };
const row = (id: string, more: Partial<FactoryRelation> = {}): FactoryRelation => ({
  id,
  code: `R${id}`,
  factoryId: id,
  factoryName: `工厂${id}`,
  factoryFrozen: false,
  materialTypeIds: [],
  priority: 1,
  startDate: '2026-01-01',
  endDate: null,
  store,
  ...more,
});
/** A leaf vegetable: its own type 3, under 2, under 1. */
const NEED = { date: '2026-11-28', typeIds: ['3', '2', '1'] };
const asked = (relations: readonly FactoryRelation[], need = NEED) => {
  const { winner, because, hindrance, others } = whoServes(relations, need);
  return {
    wins: winner?.id ?? null,
    because: because?.code ?? null,
    hindrance: hindrance?.code ?? null,
    others: others.map(({ relation, because: why }) => [relation.id, why.code]),
  };
};

test('K09: the row that names the type most closely wins, whatever the priorities; the others say why they lost', () => {
  expect(
    asked([
      row('11', { priority: 1 }),
      row('12', { priority: 9, materialTypeIds: ['2'] }),
      row('13', { priority: 99, materialTypeIds: ['3'] }),
      row('14', { materialTypeIds: ['7'] }),
    ]),
  ).toEqual({
    wins: '13',
    because: 'operations.serves-own-type',
    hindrance: null,
    others: [
      ['12', 'operations.serves-further'],
      ['11', 'operations.serves-further'],
      ['14', 'operations.serves-other-types'],
    ],
  });
});

test('K09: of rows as close the lower number, then the later start, then the one made first', () => {
  expect(asked([row('11', { priority: 2 }), row('12')])).toMatchObject({
    wins: '12',
    because: 'operations.serves-all',
    others: [['11', 'operations.serves-later']],
  });
  expect(asked([row('11'), row('12', { startDate: '2026-06-01' })])).toMatchObject({
    wins: '12',
    others: [['11', 'operations.serves-older']],
  });
  expect(asked([row('12'), row('11')]).wins).toBe('11');
});

test.each([
  ['2026-10-31', '11', 'the last day of the first'],
  ['2026-11-01', '12', 'the first day of the second'],
])('K09: both ends of a period count: on %s %s (%s)', (date, wins) => {
  const rows = [row('11', { endDate: '2026-10-31' }), row('12', { startDate: '2026-11-01' })];
  expect(asked(rows, { ...NEED, date })).toMatchObject({
    wins,
    others: [[wins === '11' ? '12' : '11', 'operations.serves-other-days']],
  });
});

test('K09: a frozen factory serves nobody; one above the type of the material may', () => {
  expect(asked([row('11', { factoryFrozen: true }), row('12', { materialTypeIds: ['1'], priority: 3 })])).toEqual({
    wins: '12',
    because: 'operations.serves-type-above',
    hindrance: null,
    others: [['11', 'operations.factory-frozen']],
  });
  expect(asked([row('11', { factoryFrozen: true })])).toMatchObject({ wins: null, because: null });
  expect(asked([])).toEqual({ wins: null, because: null, hindrance: null, others: [] });
});

test('K09: a factory that ships from nowhere, or from a frozen store, wins and says what is missing', () => {
  expect(asked([row('11', { store: null })])).toMatchObject({ wins: '11', hindrance: 'operations.factory-no-store' });
  expect(asked([row('11', { store: { ...store, frozen: true } })])).toMatchObject({
    wins: '11',
    hindrance: 'operations.factory-store-frozen',
  });
});

test('K09: the order in which rows are read decides nothing', () => {
  const rows = [
    row('11', { priority: 2 }),
    row('12', { materialTypeIds: ['1'], priority: 4 }),
    row('13', { materialTypeIds: ['1'], priority: 3 }),
    row('14', { startDate: '2027-01-01', materialTypeIds: ['3'] }),
  ];
  const orders = [rows, rows.toReversed(), [rows[2]!, rows[0]!, rows[3]!, rows[1]!]];
  expect(new Set(orders.map((each) => JSON.stringify(asked(each)))).size).toBe(1);
  expect(asked(rows).wins).toBe('13');
});

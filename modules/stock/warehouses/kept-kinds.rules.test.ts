import { expect, test } from 'vitest';
import { moveReasons } from '../ledger/move-reason.rules.ts';
import { bringsIn, notKept, type MaterialKind } from './kept-kinds.rules.ts';
import type { FactoryStoreType } from './factory-warehouse.resource.ts';

const KINDS: readonly MaterialKind[] = ['raw', 'semi', 'finished', 'packaging', 'consumable'];
const taken = (type: FactoryStoreType) =>
  KINDS.filter(
    (materialKind) => notKept({ material: '猪肉', materialKind, warehouse: '一号仓', type }, 3) === undefined,
  );

test.each([
  ['raw', ['raw', 'consumable']],
  ['semi', ['semi']],
  ['finished', ['finished']],
  ['pack', ['packaging', 'consumable']],
  ['return', KINDS],
] as const)('a %s store takes %j', (type, kinds) => {
  expect(taken(type)).toEqual(kinds);
});

test('a raw material in the finished store is refused, with its line', () => {
  expect(notKept({ material: '猪肉', materialKind: 'raw', warehouse: '成品仓', type: 'finished' }, 3)).toMatchObject({
    code: 'stock.not-kept-there',
    line: 3,
    detail: { material: '猪肉', kind: { zh: '原料' }, type: { en: 'Finished goods' } },
  });
});

test('receipts, transfers, other receipts and production bring goods in; counts, reversals and what goes back do not', () => {
  expect(Object.keys(moveReasons).filter(bringsIn)).toEqual([
    'receipt.purchase',
    'receipt.direct-buy',
    'receipt.direct-in',
    'receipt.self',
    'uniform.receive',
    'suppress.receive',
    'pick.receive',
    'allocation.receive',
    'factory-return.receive',
    'stall-return.receive',
    'other-in.post',
    'kitchen.produce-in',
  ]);
  expect(bringsIn('reverse.receipt.purchase')).toBe(false);
});

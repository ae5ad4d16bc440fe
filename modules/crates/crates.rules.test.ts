import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { changeOfCount, changeOfLoss, changesOfHandOver } from './crates.rules.ts';

const handed = (crateTypeId: string, outQty: number, backQty: number) => ({ crateTypeId, outQty, backQty });

test('W33: what goes out and what comes back are two movements of a type; nothing is none', () => {
  expect(changesOfHandOver([handed('1', 12, 10), handed('2', 0, 3), handed('3', 0, 0)])).toEqual([
    { crateTypeId: '1', kind: 'out', qty: 12 },
    { crateTypeId: '1', kind: 'back', qty: -10 },
    { crateTypeId: '2', kind: 'back', qty: -3 },
  ]);
});

test('W33: however a hand-over is split into lines, what a partner holds changes by out − back of each type', () => {
  const lines = fc.array(
    fc.record({ crateTypeId: fc.constantFrom('1', '2', '3'), outQty: fc.nat(40), backQty: fc.nat(40) }),
  );
  fc.assert(
    fc.property(lines, (each) => {
      const changes = changesOfHandOver(each);
      for (const type of ['1', '2', '3']) {
        let plain = 0;
        for (const { crateTypeId, outQty, backQty } of each) if (crateTypeId === type) plain += outQty - backQty;
        let moved = 0;
        for (const { crateTypeId, qty } of changes) if (crateTypeId === type) moved += qty;
        expect(moved).toBe(plain);
      }
      expect(changes.length).toBeLessThanOrEqual(6);
    }),
  );
});

test('W33: a count moves the difference to the book, and nothing where both agree', () => {
  expect(changeOfCount('1', 7, 5)).toEqual([{ crateTypeId: '1', kind: 'count', qty: -2 }]);
  expect(changeOfCount('1', -3, 0)).toEqual([{ crateTypeId: '1', kind: 'count', qty: 3 }]);
  expect(changeOfCount('1', 5, 5)).toEqual([]);
});

test('W33: lost is only what the partner holds, and only what has a deposit', () => {
  const losing = { crateTypeId: '1', crate: '蓝色周转筐', partner: '一仓', heldQty: 4, lostQty: 4, deposit: '35' };
  const says = (more: Partial<typeof losing> | { readonly deposit: null }): unknown => {
    const made = changeOfLoss({ ...losing, ...more });
    return 'code' in made ? sentenceOf(made, 'en') : made;
  };
  expect(says({})).toEqual({ crateTypeId: '1', kind: 'loss', qty: -4 });
  expect(says({ lostQty: 5 })).toContain('holds 4 of 蓝色周转筐 by the book and cannot have lost 5');
  expect(says({ deposit: null })).toContain('蓝色周转筐 has no deposit');
});

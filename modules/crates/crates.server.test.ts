import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { refusalsOf, type BillRoom } from '../other-moves/other-moves.testing.ts';
import { aCrateRoom, crate, OWNER, partner } from './crates.testing.ts';

let room: BillRoom;
beforeAll(async () => {
  room = await aCrateRoom();
});
afterAll(() => room.close());

type Where = (typeof partner)[keyof typeof partner];
interface Held {
  readonly partnerName: string;
  readonly crateTypeId: string;
  readonly qty: number;
  readonly depositAmount: string | null;
}
const of = (where: Where) => ({ ownerDeptId: OWNER, ...where });
const handOver = (where: Where, crateTypeId: string, outQty: number, backQty: number, more: object = {}) =>
  room.call('cratemovement/handOver', { ...of(where), details: [{ crateTypeId, outQty, backQty }], ...more });
const balances = async (): Promise<readonly Held[]> =>
  (await room.call<{ records: readonly Held[] }>('cratebalance/page', { size: 100 })).records;
const held = async (name: string, crateTypeId: string): Promise<number> =>
  (await balances()).find((row) => row.partnerName === name && row.crateTypeId === crateTypeId)?.qty ?? 0;
const movements = async (where: Where) =>
  (
    await room.call<{ records: readonly { id: string; code: string; qty: number; movementKind: string }[] }>(
      'cratemovement/page',
      { ...where, size: 100, ascs: 'id' },
    )
  ).records;
const charged = (): Promise<readonly Record<string, unknown>[]> =>
  room.act(({ tx }) =>
    tx.rows(sql`select party_kind, party_id, entry_kind, trim_scale(qty)::text as qty, amount::text as amount,
      tax_amount::text as tax, dept_id from settlement_entry where bill_type = 'cratemovement' order by id`),
  );
const wordsOf = async (work: Promise<unknown>): Promise<readonly string[]> =>
  (await refusalsOf(work)).map(([, words]) => words);
const proven = async (): Promise<unknown> => await room.call('stock/prove', {});

test('W33: out with one delivery and back with the next; every partner and type has a balance of its own', async () => {
  await handOver(partner.first, crate.blue, 12, 0);
  await handOver(partner.first, crate.blue, 10, 9);
  await handOver(partner.second, crate.foam, 5, 0);
  await handOver(partner.farm, crate.blue, 0, 3);
  expect(await held('主仓', crate.blue)).toBe(13);
  expect(await held('二仓', crate.foam)).toBe(5);
  // What a supplier brings his goods in is his: below nothing.
  expect(await held('绿源农场', crate.blue)).toBe(-3);
  expect((await movements(partner.first)).map(({ movementKind, qty }) => `${movementKind} ${qty}`)).toEqual([
    'out 12',
    'back -9',
    'out 10',
  ]);
  expect((await balances()).find(({ partnerName }) => partnerName === '主仓')!.depositAmount).toBe('455.00');
  expect(await proven()).toMatchObject({ ok: true });
});

test('W33: an act that arrives twice happens once', async () => {
  const before = await held('主仓', crate.foam);
  await handOver(partner.first, crate.foam, 4, 1, { opKey: 'twice' });
  await handOver(partner.first, crate.foam, 4, 1, { opKey: 'twice' });
  expect(await held('主仓', crate.foam)).toBe(before + 3);
});

test('W33: a count becomes what is held; a loss is charged at the deposit and is taken back with its charge', async () => {
  const act = (name: string, values: object) =>
    room.call(`cratemovement/${name}`, { ...of(partner.second), ...values });
  await handOver(partner.second, crate.blue, 8, 0);
  await act('count', { crateTypeId: crate.blue, countedQty: 6, reason: '月末盘点' });
  expect(await held('二仓', crate.blue)).toBe(6);
  await act('lose', { crateTypeId: crate.blue, lostQty: 2, reason: '丢失两只' });
  expect(await held('二仓', crate.blue)).toBe(4);
  await handOver(partner.farm, crate.blue, 5, 0);
  await room.call('cratemovement/lose', {
    ...of(partner.farm),
    crateTypeId: crate.blue,
    lostQty: 1,
    reason: '丢失一只',
  });
  expect(await charged()).toEqual([
    { partyKind: 'site', partyId: '130', entryKind: 'crate', qty: '2', amount: '70.00', tax: '8.05', deptId: '130' },
    {
      partyKind: 'supplier',
      partyId: '600',
      entryKind: 'crate',
      qty: '-1',
      amount: '-35.00',
      tax: '-4.03',
      deptId: '120',
    },
  ]);
  const loss = (await movements(partner.second)).find(({ movementKind }) => movementKind === 'loss')!;
  await room.call('cratemovement/takeBack', { id: loss.id, reason: '找到了' });
  expect(await held('二仓', crate.blue)).toBe(6);
  expect((await charged()).at(-1)).toMatchObject({ partyKind: 'site', qty: '-2', amount: '-70.00' });
  expect(await proven()).toMatchObject({ ok: true });
});

test('W33: what is wrong is refused in words, and nothing is written', async () => {
  const before = await balances();
  const says = (path: string, values: object): Promise<readonly string[]> =>
    wordsOf(room.call(`cratemovement/${path}`, { ...values }));
  const blue = { crateTypeId: crate.blue };
  const some = { details: [{ ...blue, outQty: 1, backQty: 0 }] };
  expect(await says('handOver', { ownerDeptId: OWNER, ...some })).toEqual([expect.stringContaining('只选一个')]);
  expect(await says('handOver', { ...of(partner.first), details: [{ ...blue, outQty: 0, backQty: 0 }] })).toEqual([
    expect.stringContaining('没有填写'),
  ]);
  expect(await says('handOver', { billType: 'factoryorder', billId: '1', ...some })).toEqual([
    expect.stringContaining('不送周转筐'),
  ]);
  const lost = { ...of(partner.first), reason: '丢了' };
  expect(await says('lose', { ...lost, ...blue, lostQty: 999 })).toEqual([expect.stringContaining('不能赔 999 只')]);
  expect(await says('lose', { ...lost, crateTypeId: crate.foam, lostQty: 1 })).toEqual([
    expect.stringContaining('没有登记押金'),
  ]);
  expect(await balances()).toEqual(before);
});

test('W33: whose crates they are is said, and crates that are not seen are entered by nobody', async () => {
  const as = (deptId: string, depts: readonly string[], values: object): Promise<readonly string[]> =>
    wordsOf(
      room.act((context) =>
        room.callIn(
          {
            ...context,
            user: { ...context.user, deptId, scope: { all: false, depts, records: [] } as never },
          },
          'cratemovement/handOver',
          { ...values, details: [{ crateTypeId: crate.blue, outQty: 1, backQty: 0 }] },
          '1',
        ),
      ),
    );
  expect(await as('', ['130'], partner.second)).toEqual([expect.stringContaining('请选择这些筐是谁的')]);
  expect(await as('130', ['130'], of(partner.first))).toEqual([expect.stringContaining('只能登记本部门的筐')]);
});

test('W33: a movement is taken back once, and what takes back is not taken back itself', async () => {
  await handOver(partner.first, crate.blue, 1, 0);
  const { id } = (await movements(partner.first)).at(-1)!;
  await room.call('cratemovement/takeBack', { id, reason: '记错了' });
  expect(await wordsOf(room.call('cratemovement/takeBack', { id, reason: '再来一次' }))).toEqual([
    expect.stringContaining('已撤回'),
  ]);
  const { id: opposite } = (await movements(partner.first)).at(-1)!;
  expect(await wordsOf(room.call('cratemovement/takeBack', { id: opposite, reason: '反过来' }))).toEqual([
    expect.stringContaining('本身就是撤回'),
  ]);
});

test('W33: movements are neither changed nor removed, whoever asks', async () => {
  for (const change of [sql`update crate_movement set qty = 1`, sql`delete from crate_movement`])
    await expect(room.act(({ tx }) => tx.run(change))).rejects.toThrow('permission denied');
});

test('W33: whatever is done, and by several at once, balances are the plain sum of their movements', async () => {
  const where = fc.constantFrom<Where>(partner.first, partner.second, partner.farm);
  const type = fc.constantFrom(crate.blue, crate.foam);
  const step = fc.oneof(
    fc.record({ act: fc.constant('handOver' as const), where, type, out: fc.nat(9), back: fc.nat(9) }),
    fc.record({ act: fc.constant('count' as const), where, type, counted: fc.nat(20) }),
    fc.record({ act: fc.constant('lose' as const), where, type, lost: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ act: fc.constant('takeBack' as const), nth: fc.nat(50) }),
  );
  const run = async (each: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<unknown> => {
    if (each.act === 'handOver') return handOver(each.where, each.type, each.out, each.back);
    if (each.act === 'takeBack') {
      const all = await movements({ warehouseId: partner.first.warehouseId });
      return room.call('cratemovement/takeBack', { id: all[each.nth % all.length]!.id, reason: '记错了' });
    }
    const about = { ...of(each.where), crateTypeId: each.type, reason: '盘点或丢失' };
    return each.act === 'count'
      ? room.call('cratemovement/count', { ...about, countedQty: each.counted })
      : room.call('cratemovement/lose', { ...about, lostQty: each.lost });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      // A refusal is an answer like another; anything else is not.
      const done = await Promise.allSettled(steps.map(run));
      for (const each of done)
        if (each.status === 'rejected') expect(String(each.reason)).toMatch(/^Refused: crates\./);
      const rows = await room.act(({ tx }) =>
        tx.rows<{
          key: string;
          qty: number;
        }>(sql`select concat_ws(' ', warehouse_id, supplier_id, crate_type_id) as key,
          qty from crate_movement`),
      );
      const plain = new Map<string, number>();
      for (const { key, qty } of rows) plain.set(key, (plain.get(key) ?? 0) + qty);
      const balances = await room.act(({ tx }) =>
        tx.rows<{
          key: string;
          qty: number;
        }>(sql`select concat_ws(' ', warehouse_id, supplier_id, crate_type_id) as key,
          qty from crate_balance`),
      );
      for (const { key, qty } of balances) expect(qty, key).toBe(plain.get(key) ?? 0);
      expect(balances.length).toBeGreaterThanOrEqual(plain.size);
      expect(await proven()).toMatchObject({ ok: true });
    }),
    { numRuns: 15 },
  );
});

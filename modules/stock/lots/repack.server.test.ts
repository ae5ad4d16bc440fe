/** W12: lots are split and merged at their place, through the ledger; what is taken is what is packed and lost. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../../../tests/support/long-form.ts';
import { aDock, NOW, thing, type Dock } from '../../receiving/dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

interface Lot {
  readonly row: string;
  readonly batch: string;
  readonly code: string;
}
/** Receives a lot; `auxQty` where it is counted, too. */
async function aLot(materialId: string, qty: string, price: string, of: Record<string, unknown> = {}): Promise<Lot> {
  const bill = await dock.order([{ materialId, qty, price }]);
  const { body } = await dock.post(dock.keeper, 'invinstore/doReceiving', {
    instoreId: bill.instoreId,
    arriveTime: NOW,
    details: [{ detailId: bill.details[0]!['id'], acceptedQty: qty, ...of }],
  });
  expect(body.msg).toBe('操作成功');
  const [lot] = await dock.running.asOwner<Lot & Record<string, unknown>>(
    `select s.id::text as row, s.batch_id::text as batch, b.batch_code as code from stock_batch s
      join batch b on b.id = s.batch_id where s.material_id = ${materialId} order by b.id desc limit 1`,
  );
  return lot!;
}

type Of = readonly [lot: Lot, qty: string, auxQty?: string];
interface Repacked {
  readonly lossQty: string;
  readonly placeId: string;
  readonly lots: readonly { readonly batchId: string; readonly batchCode: string; readonly qty: string }[];
}
async function repack(
  from: readonly Of[],
  into: readonly (readonly [qty: string, auxQty?: string])[],
  lossReason?: string,
  token = dock.keeper,
): Promise<{ readonly status: number; readonly msg: string; readonly data: Repacked }> {
  const { status, body } = await dock.post(token, 'stockbatch/repack', {
    from: from.map(([{ row }, qty, auxQty]) => ({ id: row, qty, auxQty })),
    into: into.map(([qty, auxQty]) => ({ qty, auxQty })),
    lossReason,
  });
  return { status, msg: String(body.msg), data: body.data as Repacked };
}
const lots = (materialId: string): Promise<Record<string, unknown>[]> =>
  dock.running.asOwner(`
    select b.batch_code as code, trim_scale(s.qty)::text as qty, trim_scale(s.aux_qty)::text as pieces,
      trim_scale(s.amount)::text as amount, b.expiry_date::text as expiry, b.supplier_batch_no as no,
      b.supplier_id is not null as supplied, (select p.batch_code from batch p where p.id = b.parent_batch_id) as parent
    from stock_batch s join batch b on b.id = s.batch_id where s.material_id = ${materialId} and s.qty > 0
    order by b.id`);
const trace = (batchId: string): Promise<Record<string, unknown>> =>
  dock.get(dock.keeper, 'stockbatch/trace', { batchId });

test('one lot becomes several: the same goods, life, supplier and value; what is spilt is lost with its reason', async () => {
  const sack = await aLot(thing.rice, '10', '3', { supplierBatchNo: 'A1' });
  const { msg, data } = await repack([[sack, '10']], [['2.5'], ['2.5'], ['4.9']], '装袋洒落');
  expect([msg, data.lossQty, data.placeId]).toEqual(['操作成功', '0.1', '500']);
  expect(data.lots.map(({ qty }) => qty)).toEqual(['2.5', '2.5', '4.9']);
  const common = { pieces: '0', expiry: null, no: 'A1', supplied: true, parent: sack.code };
  expect(await lots(thing.rice)).toEqual([
    { ...common, code: data.lots[0]!.batchCode, qty: '2.5', amount: '7.5' },
    { ...common, code: data.lots[1]!.batchCode, qty: '2.5', amount: '7.5' },
    { ...common, code: data.lots[2]!.batchCode, qty: '4.9', amount: '14.7' },
  ]);
  const lost = await dock.running.asOwner(
    `select trim_scale(qty)::text as qty, trim_scale(amount)::text as amount, reason_detail as why from stock_move
      where reason = 'repack.loss'`,
  );
  expect(lost).toEqual([{ qty: '-0.1', amount: '-0.3', why: '装袋洒落' }]);
  expect((await trace(sack.batch))['places']).toHaveLength(3);
  expect((await trace(data.lots[2]!.batchId))['back']).toMatchObject([{ depth: 0 }, { batchId: sack.batch }]);
  await dock.proved();
});

test('several become one: good as long as the first of them, of no single supplier, found from each and back', async () => {
  const first = await aLot(thing.tofu, '6', '3', { productionDate: '2026-11-20', supplierBatchNo: 'B1' });
  const second = await aLot(thing.tofu, '4', '4', { productionDate: '2026-11-19', supplierBatchNo: 'B2' });
  const { data } = await repack(
    [
      [first, '6'],
      [second, '3'],
    ],
    [['8.5']],
    '沥水',
  );
  const [merged] = data.lots;
  expect(await lots(thing.tofu)).toEqual([
    {
      code: second.code,
      qty: '1',
      pieces: '0',
      amount: '4',
      expiry: '2026-12-09',
      no: 'B2',
      supplied: true,
      parent: null,
    },
    {
      code: merged!.batchCode,
      qty: '8.5',
      pieces: '0',
      amount: '28.33',
      expiry: '2026-12-09',
      no: null,
      supplied: false,
      parent: null,
    },
  ]);
  const back = (await trace(merged!.batchId))['back'] as { readonly supplierBatchNo: string }[];
  expect(back.map(({ supplierBatchNo }) => supplierBatchNo).toSorted()).toEqual(['', 'B1', 'B2']);
  for (const { batch } of [first, second]) {
    const { forward, places } = (await trace(batch)) as Record<string, Record<string, unknown>[]>;
    expect(places!.map((each) => each['batchId'])).toContain(merged!.batchId);
    expect(forward!.filter((each) => each['reason'] === 'batch.repack')[0]).toMatchObject({
      batchCode: merged!.batchCode,
      fromName: `${first.code} + ${second.code}`,
    });
  }
  await dock.proved();
});

test('what is counted and weighed keeps its pieces, whatever is spilt of its weight', async () => {
  const fish = await aLot(thing.fish, '6', '20', { auxQty: '4' });
  const { data } = await repack(
    [[fish, '6', '4']],
    [
      ['2', '1'],
      ['3.8', '3'],
    ],
    '去冰',
  );
  expect((await lots(thing.fish)).map(({ qty, pieces, amount }) => [qty, pieces, amount])).toEqual([
    ['2', '1', '40'],
    ['3.8', '3', '76'],
  ]);
  const parts = await Promise.all(
    data.lots.map(async ({ batchId, batchCode, qty }, at): Promise<Of> => {
      const [found] = await dock.running.asOwner<{ row: string }>(
        `select id::text as row from stock_batch where batch_id = ${batchId}`,
      );
      return [{ row: found!.row, batch: batchId, code: batchCode }, qty, at === 0 ? '1' : '3'];
    }),
  );
  await repack(parts, [['5.8', '4']]);
  expect((await lots(thing.fish)).map(({ qty, pieces, amount }) => [qty, pieces, amount])).toEqual([
    ['5.8', '4', '116'],
  ]);
  await dock.proved();
});

test('nothing is packed beyond what is there, promised, held, or out of sight', async () => {
  const sack = await aLot(thing.rice, '10', '3');
  const stranger = dock.running.signIn({
    tenant: '000001',
    userId: '2',
    deptId: '110',
    scope: { all: false, depts: ['999'] },
  });
  const before = await lots(thing.rice);
  expect([
    (await repack([[sack, '11']], [['11']])).msg,
    (await repack([[sack, '10']], [['9']])).msg,
    (await repack([[sack, '10']], [['10']], undefined, stranger)).status,
    (await repack([[{ ...sack, row: '1' }, '10']], [['10']])).status,
    (await repack([[sack, '1']], [])).status,
  ]).toEqual([
    expect.stringContaining('仅剩 10 千克') as string,
    expect.stringContaining('损耗 1 千克') as string,
    404,
    404,
    400,
  ]);
  await dock.post(dock.keeper, 'stockbatch/hold', { batchId: sack.batch, reason: '异味' });
  expect((await repack([[sack, '1']], [['1']])).msg).toContain('已冻结');
  expect(await lots(thing.rice)).toEqual(before);
});

test('repacked at the same moment by two people, each takes what is his and the lot never falls below zero', async () => {
  const sack = await aLot(thing.rice, '10', '3');
  const answers = await Promise.all([1, 2].map(() => repack([[sack, '6']], [['3'], ['3']])));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  await dock.proved();
});

const act = fc.record({
  which: fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }),
  takes: fc.integer({ min: 1, max: 100 }),
  parts: fc.integer({ min: 1, max: 3 }),
  spilt: fc.integer({ min: 0, max: 30 }),
});
test('however lots are split and merged, what lies there and what was lost is what was received, in goods and money', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 8 }), async (acts) => {
      const start = [
        await aLot(thing.milk, '7.31', '4.17', { grossQty: '7.31', tareQty: '0' }),
        await aLot(thing.milk, '5', '3.33', { grossQty: '5', tareQty: '0' }),
      ];
      const family = new Set(start.map(({ batch }) => batch));
      for (const { which, takes, parts, spilt } of acts) {
        const lying = await dock.running.asOwner<Lot & { qty: string }>(
          `select s.id::text as row, s.batch_id::text as batch, '' as code, s.qty::text as qty from stock_batch s
            where s.batch_id in (${[...family].join(',')}) and s.qty > 0 order by s.id`,
        );
        const chosen = [...new Set(which.map((at) => lying[at % lying.length]!))];
        const grams = (of: { readonly qty: string }): number => Math.round(Number(of.qty) * 1_000_000);
        const taken = chosen.map((lot): Of => [
          lot,
          String(Math.max(1, Math.floor((grams(lot) * takes) / 100)) / 1_000_000),
        ]);
        const whole = taken.reduce((sum, [, qty]) => sum + Math.round(Number(qty) * 1_000_000), 0);
        const count = chosen.length > 1 ? 1 : parts;
        const left = Math.max(count, Math.floor((whole * (100 - spilt)) / 100));
        if (left > whole) continue;
        const part = Math.floor(left / count);
        const into = Array.from({ length: count }, (_, at): readonly [string] => [
          String((at === count - 1 ? left - part * (count - 1) : part) / 1_000_000),
        ]);
        const answer = await repack(
          taken.map(([lot, qty]): Of => [lot, fixed(qty)]),
          into.map(([qty]): readonly [string] => [fixed(qty)]),
          '洒落',
        );
        expect(answer.msg).toBe('操作成功');
        answer.data.lots.forEach(({ batchId }) => family.add(batchId));
      }
      const ids = [...family].join(',');
      const [sums] = await dock.running.asOwner(`
        select (select trim_scale(sum(qty))::text from stock_batch where batch_id in (${ids})) as there,
          (select trim_scale(sum(amount))::text from stock_batch where batch_id in (${ids})) as worth,
          (select trim_scale(12.31 + coalesce(sum(qty), 0))::text from stock_move where reason = 'repack.loss'
            and batch_id in (${ids})) as goods,
          (select trim_scale(47.13 + coalesce(sum(amount), 0))::text from stock_move where reason = 'repack.loss'
            and batch_id in (${ids})) as money`);
      expect([sums!['there'], sums!['worth']]).toEqual([sums!['goods'], sums!['money']]);
      await dock.proved();
    }),
    { numRuns: rounds(8, 100) },
  );
}, 120_000);
/** A figure without an exponent. */
const fixed = (qty: string): string => Number(qty).toFixed(6);

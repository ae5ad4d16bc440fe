/**
 * Goods counted and weighed are measured by what pieces weighed before; and two who receive one bill at once: over HTTP
 * on a real database.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Transaction } from '../../parts/postgres/database.ts';
import { linesOf } from './bill-lines.server.ts';
import { aDock, thing, type Dock } from './dock.testing.ts';

const OK = '操作成功';
let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(
    `insert into supplier (tenant_id, id, code, name, contact, contact_phone)
      values ('000001', 601, 'S2', '海渔', '李', '13800000001')`,
  );
});
afterEach(() => dock.proved());
afterAll(() => dock.running.close());

interface Came {
  readonly says: string;
  readonly instoreId: string;
  readonly line: Record<string, string>;
}
const deliver = async (
  kg: string,
  pieces: string,
  line: Record<string, unknown> = {},
  supplierId = '600',
): Promise<Came> => {
  const { instoreId, details } = await dock.order([{ materialId: thing.fish, qty: kg }], { supplierId });
  const { body } = await dock.post(dock.keeper, 'invinstore/doReceiving', {
    instoreId,
    details: [{ detailId: details[0]!['id'], acceptedQty: kg, auxQty: pieces, ...line }],
  });
  const bill = await dock.detail(instoreId);
  return { says: String(body.msg), instoreId, line: bill.receivings[0]?.details[0] ?? {} };
};
const aPhoto = async (): Promise<string> =>
  (
    await dock.running.asOwner<{ id: string }>(
      `insert into stored_file (tenant_id, id, name, content_type, size, sha256, purpose)
        values ('000001', new_id(), '鱼.jpg', 'image/jpeg', 1, '', 'picture') returning id::text as id`,
    )
  )[0]!.id;
const QUESTION = '第 1 行：鲈鱼 每件 2 千克，近 5 次收货为 1.229~1.271 千克；请核对，无误则填写件重说明并拍照';

test('M05: five receipts later a piece of twice the weight is questioned, passes with a reason and a photo, and stands on the line with its band', async () => {
  for (const kg of ['12.4', '12.5', '12.6', '12.5']) expect((await deliver(kg, '10')).says).toBe(OK);
  // Four are too few to say.
  const fifth = await deliver('25', '20');
  expect(fifth.line).toMatchObject({ pieceWeight: '1.25', bandMean: null, bandCount: null });
  expect((await deliver('20', '10')).says).toBe(QUESTION);
  expect((await deliver('20', '10', { pieceReason: '特大鱼' })).says).toBe(QUESTION);
  expect((await deliver('20', '10', { pictures: [await aPhoto()] })).says).toBe(QUESTION);
  // Another supplier's fish is other fish.
  expect((await deliver('20', '10', {}, '601')).says).toBe(OK);
  const passed = await deliver('20', '10', { pieceReason: '特大鱼', pictures: [await aPhoto()] });
  expect([passed.says, passed.line]).toEqual([
    OK,
    expect.objectContaining({
      pieceReason: '特大鱼',
      pieceWeight: '2',
      bandMean: '1.25',
      bandSigma: '0.007071067812',
      bandCount: 5,
    }),
  ]);
  // What passed counts from now on, until the delivery is taken back: then 2 kg are far outside again.
  expect((await deliver('20', '10')).says).toBe(OK);
  const [last] = (await dock.detail((await deliver('20', '10')).instoreId)).receivings;
  expect(last!.details[0]).toMatchObject({ bandCount: 7 });
  const taken = await dock.running.asOwner<{ id: string }>(
    `select r.id::text as id from in_store_receiving r
      join in_store_receiving_detail l on l.in_store_receiving_id = r.id
        where l.supplier_id = 600 and l.piece_weight = 2`,
  );
  for (const { id } of taken)
    expect(
      (await dock.post(dock.keeper, 'invinstore/reverseReceiving', { receivingId: id, reason: '收错' })).body.msg,
    ).toBe(OK);
  expect((await deliver('20', '10')).says).toBe(QUESTION);
});

test('the dock is told what pieces weighed', async () => {
  const { instoreId } = await dock.order([
    { materialId: thing.fish, qty: '10' },
    { materialId: thing.rice, qty: '1' },
  ]);
  const { details } = (await dock.post(dock.keeper, 'invinstore/preReceiving', { instoreId })).body.data as {
    details: Record<string, unknown>[];
  };
  expect(details).toMatchObject([
    { baseUnitName: '千克', pieceBand: { count: 5, mean: '1.25', sigma: '0.007071067812' } },
    { pieceBand: null },
  ]);
});

interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Step[];
}
/** Rows of deliveries that were read, all rounds together. */
const deliveriesRead = (step: Step): number =>
  (step['Relation Name'] === 'in_store_receiving_detail'
    ? (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
    : 0) + (step.Plans ?? []).reduce((sum, each) => sum + deliveriesRead(each), 0);

test('of ten thousand receipts of a fish the twenty newest are read, on tables nobody has looked at', async () => {
  await dock.running.asOwner(`begin; set local app.tenant = '000001';
    insert into in_store_receiving_detail (in_store_receiving_id, id, line_no, detail_id, accepted_qty, material_id, unit_id, base_unit_id, base_qty, aux_qty, supplier_id, piece_weight)
      select (select max(id) from in_store_receiving), new_id(), 1, (select max(id) from in_store_detail), 1, 205, 301, 301, 1, 1, 600, 1 from generate_series(1, 10000); commit`);
  const { instoreId } = await dock.order([{ materialId: thing.fish, qty: '10' }]);
  let plan: Step | undefined;
  const lines = await dock.running.database.transaction({ tenant: '000001', timeZone: 'Asia/Shanghai' }, async (tx) => {
    const explained: Transaction = {
      ...tx,
      async rows(query) {
        if (query.text.includes('piece_weight'))
          plan = (await tx.row<{ 'QUERY PLAN': { Plan: Step }[] }>(
            sql`explain (analyze, timing off, format json) ${query}`,
          ))!['QUERY PLAN'][0]!.Plan;
        return tx.rows(query);
      },
    };
    return linesOf({ tx: explained } as Context, instoreId);
  });
  expect(lines[0]!.band?.count).toBe(20);
  expect(deliveriesRead(plan!)).toBe(20);
  await dock.running.asOwner(
    `delete from in_store_receiving_detail where tenant_id = '000001' and line_no = 1 and piece_weight = 1
      and supplier_id = 600`,
  );
});

describe('two receive one bill from two devices', () => {
  const both = async (
    instoreId: string,
    details: readonly [readonly Record<string, unknown>[], readonly Record<string, unknown>[]],
  ): Promise<string[]> =>
    (
      await Promise.all(
        details.map((lines, at) =>
          dock.post(at === 0 ? dock.keeper : dock.boss, 'invinstore/doReceiving', { instoreId, details: lines }),
        ),
      )
    ).map(({ body }) => String(body.msg));

  test('what both saw open is received once; the second is told who received it, when and how much', async () => {
    const { instoreId, details } = await dock.order([
      { materialId: thing.rice, qty: '100' },
      { materialId: thing.tofu, qty: '10' },
    ]);
    const half = [
      { detailId: details[0]!['id'], acceptedQty: '50', receivedBefore: '0' },
      { detailId: details[1]!['id'], acceptedQty: '5', productionDate: '2026-11-20', receivedBefore: '0' },
    ];
    const messages = (await both(instoreId, [half, half])).toSorted((a, b) => a.length - b.length);
    expect(messages[0]).toBe(OK);
    expect(messages[1]).toMatch(
      /^第 1 行：大米 的已收数量已由 (收货员|主管) 于 \d\d:\d\d 从 0 改为 50 千克，请核对后再收；第 2 行：豆腐 的已收数量已由 \1 于 \d\d:\d\d 从 0 改为 5 千克，请核对后再收$/,
    );
    const bill = await dock.detail(instoreId);
    expect([bill.receivings.length, bill.details.map((line) => line['receivedQty'])]).toEqual([1, ['50', '5']]);
    // Who looked again receives the rest.
    const rest = { detailId: details[0]!['id'], acceptedQty: '50', receivedBefore: '50' };
    expect((await dock.post(dock.boss, 'invinstore/doReceiving', { instoreId, details: [rest] })).body.msg).toBe(OK);
  });

  test('different lines of one truck are received side by side', async () => {
    const { instoreId, details } = await dock.order([
      { materialId: thing.rice, qty: '100' },
      { materialId: thing.tofu, qty: '10' },
    ]);
    expect(
      await both(instoreId, [
        [{ detailId: details[0]!['id'], acceptedQty: '100', receivedBefore: '0' }],
        [{ detailId: details[1]!['id'], acceptedQty: '10', productionDate: '2026-11-20', receivedBefore: '0' }],
      ]),
    ).toEqual([OK, OK]);
  });

  test('what was taken back meanwhile is said as well', async () => {
    const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
    const line = { detailId: details[0]!['id'], acceptedQty: '40' };
    expect((await dock.post(dock.keeper, 'invinstore/doReceiving', { instoreId, details: [line] })).body.msg).toBe(OK);
    const [delivery] = (await dock.detail(instoreId)).receivings;
    await dock.post(dock.boss, 'invinstore/reverseReceiving', { receivingId: delivery!.id, reason: '收错' });
    const rest = { ...line, acceptedQty: '60', receivedBefore: '40' };
    expect((await dock.post(dock.keeper, 'invinstore/doReceiving', { instoreId, details: [rest] })).body.msg).toMatch(
      /^第 1 行：大米 的已收数量已由 主管 于 \d\d:\d\d 从 40 改为 0 千克，请核对后再收$/,
    );
  });

  test('who says nothing of what he saw, twice in full, is stopped by the limit', async () => {
    const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
    const full = [{ detailId: details[0]!['id'], acceptedQty: '100' }];
    const messages = (await both(instoreId, [full, full])).toSorted((a, b) => a.length - b.length);
    expect(messages).toEqual([OK, '第 1 行：大米 累计收货 200 千克，超过上限 103 千克（订购 100 千克，允许超收 3%）']);
  });
});

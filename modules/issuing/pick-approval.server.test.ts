/** What a bill would get before somebody approves it, and who hears of what was cut. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../kernel/server/context.ts';
import { runAction } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import {
  aStockRoom,
  balanceOf,
  place,
  received,
  thing,
  unit,
  type StockRoom,
} from '../stock/ledger/stock-room.testing.ts';

let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom({ area: 'issuing' });
  await room.act((context) => received(context, thing.oil, 5, '50'));
  await room.act((context) => received(context, thing.rice, 120, '480'));
});
afterAll(() => room.close());

const as = (context: Context, userId: string): Context => ({ ...context, user: { ...context.user, userId } });
const act = (action: string, ids: string, userId: string): Promise<void> =>
  room.act((context) => runAction(room.registry.find('pick'), action, as(context, userId), { ids }));
/** A bill that waits for approval. */
async function aPick(...wishes: readonly (readonly [materialId: string, qty: string, unitId?: string])[]) {
  const id = await room.act((context) =>
    saveRecord(room.registry.find('pick'), context, {
      warehouseId: place.warehouse,
      useRestaurantDeptId: place.restaurant,
      gearOperationDeptId: place.stall,
      needTime: '2025-03-17 11:00:00',
      details: wishes.map(([materialId, qty, unitId = unit.kg]) => ({ materialId, qty, unitId })),
    }),
  );
  await act('toApply', id, '1');
  return id;
}
interface Foreseen {
  readonly informed: readonly string[];
  readonly lines: readonly Readonly<Record<string, string>>[];
}
const foreseen = (input: Readonly<Record<string, unknown>>): Promise<Foreseen> =>
  room.act((context) =>
    room.registry.calls.find((call) => call.path === 'pick/preApprove')!.handle(context, input, null),
  ) as Promise<Foreseen>;
const figures = ({ lines }: Foreseen): readonly string[] =>
  lines.map((line) => `${line['materialName']} ${line['qty']} of ${line['availableQty']}, short ${line['shortQty']}`);

test('each line says what there is of it and what it lacks, in its own unit, lines before it served; nothing is held by looking', async () => {
  const id = await aPick([thing.oil, '9'], [thing.rice, '2', unit.bag], [thing.tofu, '2']);
  expect(figures(await foreseen({ id }))).toEqual([
    '油 9 of 5, short 4',
    '大米 2 of 4.8, short 0',
    '豆腐 2 of 0, short 2',
  ]);
  expect(await room.act((context) => balanceOf(context, place.warehouse, thing.oil))).toMatchObject({ reserved: '0' });
});

test('of two bills together the second gets what the first leaves; one that was approved says nothing any more', async () => {
  const [first, second] = [await aPick([thing.rice, '100']), await aPick([thing.rice, '30'])];
  expect(figures(await foreseen({ ids: `${first},${second}` }))).toEqual([
    '大米 100 of 120, short 0',
    '大米 30 of 120, short 10',
  ]);
  await act('doApply', first, '2');
  expect(figures(await foreseen({ id: second }))).toEqual(['大米 30 of 20, short 10']);
  expect((await foreseen({ id: first })).lines).toEqual([]);
});

test('whoever asked is named before, and told which lines were cut and by how much', async () => {
  const id = await aPick([thing.oil, '9'], [thing.tofu, '2']);
  expect((await foreseen({ id })).informed).toEqual(['测试员']);
  await act('approveShort', id, '2');
  const messages = await room.act(({ tx }) =>
    tx.rows<{ userId: string; title: string; content: string; link: string }>(
      sql`select user_id, title, content, link from message where record_id = ${id}::bigint and resource = 'pick'`,
    ),
  );
  expect(messages).toMatchObject([
    {
      userId: '1',
      title: expect.stringMatching(/^领料单 LL\d+ 按库存批准，2 行缺货$/),
      content: '缺：油 4 千克；豆腐 2 千克',
      link: `/store/pick/${id}`,
    },
  ]);
});

test('a bill of which all is there tells nobody', async () => {
  const id = await aPick([thing.rice, '1']);
  expect((await foreseen({ id })).informed).toEqual([]);
  await act('doApply', id, '2');
  expect(
    await room.act(({ tx }) => tx.rows(sql`select 1 as one from message where record_id = ${id}::bigint`)),
  ).toEqual([]);
});

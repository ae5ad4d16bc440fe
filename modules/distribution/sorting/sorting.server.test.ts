import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { refusalsOf } from '../../other-moves/other-moves.testing.ts';
import { aSortingRoom, LOGS, site, thing, type SortingRoom } from './sorting.testing.ts';
import { sortingLinesFor, voidSortingLines } from './make-sorting-lines.server.ts';

let room: SortingRoom;
beforeAll(async () => {
  room = await aSortingRoom();
});
afterAll(() => room.close());
beforeEach(async () => {
  // Lines of the tests before are gone, and so is what lies in the store.
  await room.act(async ({ tx }) => {
    await tx.run(sql`update distribution_statement_log set shipped_flag = 1`);
    await tx.run(sql`update factory_order set status = 'void' where status in ('accepted', 'sorting')`);
    await tx.run(sql`update stock_batch set qty = 0, amount = 0 where location_id = ${room.store}::bigint`);
    await tx.run(sql`update stock set qty = 0, amount = 0, avg_amount = 0 where location_id = ${room.store}::bigint`);
  });
});

const sort = (id: string, num: string, more: Record<string, unknown> = {}, who?: string): Promise<unknown> =>
  room.call(`${LOGS}/saveDistributionLog`, { id, num, ...more }, who === undefined ? {} : { who });
const only = async (orderId: string) => (await room.lines(orderId))[0]!;

test('W20: an accepted order has a line for each lot it is taken from, first expired first, with wave, route and stop', async () => {
  const late = await room.lot(thing.tofu, 4, 16, { expiryDate: '2025-03-19', productionDate: '2025-03-15' });
  const soon = await room.lot(thing.tofu, 3, 12, { expiryDate: '2025-03-18', productionDate: '2025-03-14' });
  await room.lot(thing.tofu, 9, 36, { expiryDate: '2025-03-16', productionDate: '2025-03-12' });
  const id = await room.order(site.office, [[thing.tofu, '8']]);
  const made = await room.lines(id);
  expect(made.map(({ batchId, orderQty }) => [batchId, orderQty])).toEqual([
    [soon, '3'],
    [late, '4'],
    [null, '1'],
  ]);
  const [first] = made;
  expect([first!.waveNo, first!.routeId, first!.stopSeq, first!.priorityClass]).toEqual(['W1', '700', 2, 'normal']);
  const other = await only(await room.order(site.plant, [[thing.rice, '1']]));
  expect([other.waveNo, other.routeId]).toEqual(['W3', null]);
  expect((await only(await room.order(site.school, [[thing.rice, '1']]))).priorityClass).toBe('first');
  await room.act((context) => sortingLinesFor(context, [id]));
  expect((await room.lines(id)).length).toBe(3);
});

test('W20: the tour an order was made for, unless it is out of use by then', async () => {
  const routed = async (route: string): Promise<unknown[]> => {
    const id = await room.order(site.office, []);
    await room.act(async (context) => {
      await context.tx.run(
        sql`update factory_order set route_id = ${route}::bigint, stop_seq = 9 where id = ${id}::bigint`,
      );
      await context.tx.run(sql`insert into factory_order_detail (factory_order_id, line_no, material_id, unit_id,
          order_qty, base_unit_id, base_qty) values (${id}::bigint, 1, ${thing.rice}::bigint, 301, 1, 301, 1)`);
      await sortingLinesFor(context, [id]);
    });
    const line = await only(id);
    return [line.routeId, line.stopSeq];
  };
  expect(await routed('701')).toEqual(['701', 9]);
  await room.act(({ tx }) => tx.run(sql`update delivery_route set frozen = 1 where id = 701`));
  expect(await routed('701')).toEqual(['700', 2]);
  await room.act(({ tx }) => tx.run(sql`update delivery_route set frozen = 0 where id = 701`));
});

test('EP-0761 W20, B13: weighed, short and taken back: the order follows what was weighed', async () => {
  await room.lot(thing.rice, 100, 300);
  const order = await room.order(site.school, [
    [thing.rice, '10'],
    [thing.rice, '6'],
  ]);
  const [ten, six] = (await room.lines(order)) as [Awaited<ReturnType<typeof only>>, Awaited<ReturnType<typeof only>>];
  await sort(ten.id, '10.2');
  expect(await room.orderAs(order)).toBe('sorting 10.2/0 0/0');
  await sort(six.id, '4', { shortReason: 'quality' });
  expect(await room.orderAs(order)).toBe('sorting 10.2/0 4/2');
  const [, short] = await room.lines(order);
  expect([short!.state, short!.shortQty, short!.shortReason]).toEqual(['short', '2', 'quality']);
  await room.call(`${LOGS}/undo`, { ids: [ten.id, six.id], reason: '秤没归零' });
  expect(await room.orderAs(order)).toBe('accepted 0/0 0/0');
  await sort(ten.id, '10');
  expect(await room.actsOn(ten.id)).toEqual(['sort', 'undo', 'sort']);
  expect((await only(order)).state).toBe('done');
});

test('EP-0764 W20: the same key again changes nothing; without it the second table reads who was first', async () => {
  await room.lot(thing.rice, 100, 300);
  const order = await room.order(site.school, [[thing.rice, '10']]);
  const { id } = await only(order);
  await sort(id, '10.1', { opKey: 'table-3/17' });
  await sort(id, '10.1', { opKey: 'table-3/17' });
  expect(await room.actsOn(id)).toEqual(['sort']);
  expect(await refusalsOf(sort(id, '9.9', { opKey: 'table-4/2' }, '2'))).toEqual([
    ['sorting.sorted-already', '一项目部 的 大米 已由 测试员 分拣 10.1 千克；要改请先撤销，或用改数'],
  ]);
  await room.call(`${LOGS}/updateNumById`, { id, num: '9.9' });
  expect([(await only(order)).num, await room.actsOn(id)]).toEqual(['9.9', ['sort', 'number']]);
});

test('W20: two tables sort one line at once: one is taken, the other refused', async () => {
  await room.lot(thing.rice, 100, 300);
  const order = await room.order(site.school, [[thing.rice, '10']]);
  const { id } = await only(order);
  const both = await Promise.allSettled([sort(id, '10', { opKey: 'a' }), sort(id, '10.1', { opKey: 'b' }, '2')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await room.actsOn(id)).toEqual(['sort']);
  const again = await Promise.allSettled([sort(id, '10', { opKey: 'c' }), sort(id, '10', { opKey: 'c' })]);
  expect(again.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('W20: the same act sent twice at once happens once', async () => {
  await room.lot(thing.rice, 100, 300);
  const { id } = await only(await room.order(site.school, [[thing.rice, '10']]));
  await Promise.all([sort(id, '10', { opKey: 'twice' }), sort(id, '10', { opKey: 'twice' })]);
  expect(await room.actsOn(id)).toEqual(['sort']);
});

test('EP-0766 W20: nothing is sorted after shipping, from a lot on hold, or beyond what the lot has', async () => {
  const lot = await room.lot(thing.rice, 12, 36);
  const first = await only(await room.order(site.school, [[thing.rice, '10']]));
  // Two of ten are there; the eight that are not wait without a lot.
  const second = (await room.lines(await room.order(site.office, [[thing.rice, '10']])))[1]!;
  await sort(first.id, '10');
  expect(await refusalsOf(sort(second.id, '8', { batchId: lot }))).toEqual([
    ['sorting.lot-short', expect.stringContaining('可用 2 千克，数量不足，请换批次或减少数量')],
  ]);
  // All or none.
  const many = [
    { id: first.id, state: 'undone' },
    { id: second.id, num: '-1', shortReason: 'none' },
  ];
  expect((await refusalsOf(room.call(`${LOGS}/updateBatch`, { details: many })))[0]![0]).toBe('sorting.negative');
  expect((await room.lines()).filter(({ id }) => id === first.id)[0]!.state).toBe('done');
  await room.act(({ tx }) =>
    tx.run(sql`update batch set lot_state = 'hold', hold_reason = '农残' where id = ${lot}::bigint`),
  );
  expect(await refusalsOf(sort(second.id, '2', { batchId: lot, shortReason: 'none' }))).toEqual([
    ['sorting.lot-held', expect.stringContaining('已冻结（农残）')],
  ]);
  await room.act(({ tx }) =>
    tx.run(sql`update distribution_statement_log set shipped_flag = 1 where id = ${first.id}::bigint`),
  );
  expect((await refusalsOf(room.call(`${LOGS}/undo`, { ids: first.id })))[0]![0]).toBe('sorting.shipped');
  expect((await refusalsOf(room.call(`${LOGS}/updateNumById`, { id: first.id, num: '9' })))[0]![0]).toBe(
    'sorting.shipped',
  );
});

test('W20: what a line refuses, it says', async () => {
  const tofu = await room.lot(thing.tofu, 5, 20, { expiryDate: '2025-03-16', productionDate: '2025-03-12' });
  const rice = await room.lot(thing.rice, 50, 150);
  const order = await room.order(site.school, [
    [thing.rice, '10'],
    [thing.tofu, '5'],
    [thing.oil, '3'],
  ]);
  const [grain, curd, oil] = await room.lines(order);
  const codes = async (work: Promise<unknown>): Promise<string> =>
    (await refusalsOf(work)).map(([code]) => code).join();
  expect(await codes(sort(grain!.id, '-1', { shortReason: 'none' }))).toBe('sorting.negative');
  expect(await codes(sort(grain!.id, '11'))).toBe('sorting.over');
  expect(await codes(sort(grain!.id, '5'))).toBe('sorting.why-short');
  expect(await codes(sort(curd!.id, '5', { batchId: tofu }))).toBe('sorting.lot-expired');
  expect(await codes(sort(curd!.id, '5', { batchId: rice }))).toBe('sorting.lot-elsewhere');
  expect(await codes(sort(oil!.id, '3'))).toBe('sorting.no-lot');
  expect(await codes(room.call(`${LOGS}/undo`, { ids: grain!.id }))).toBe('sorting.not-sorted');
  expect(await codes(sort('1', '3'))).toBe('sorting.line-unknown');
  expect(await codes(room.call(`${LOGS}/updateBatch`, {}))).toBe('sorting.no-lines-sent');
  expect(await codes(room.call(`${LOGS}/saveDistributionLog`, { id: grain!.id }))).toBe('field.required');
  await sort(oil!.id, '0', { state: 'short', shortReason: 'late' });
  expect((await room.lines(order))[2]!.state).toBe('short');
  await room.act(({ tx }) => tx.run(sql`update material set catch_weight = 1 where id = 201`));
  expect(await codes(sort(grain!.id, '10'))).toBe('sorting.by-weight');
  await sort(grain!.id, '10', { pieces: 4, weight: '10' });
  await room.act(({ tx }) => tx.run(sql`update material set catch_weight = 0 where id = 201`));
});

test('EP-0765 W20: a line leaves from another store of the factory, with a lot of that store', async () => {
  await room.lot(thing.rice, 5, 15);
  const order = await room.order(site.school, [[thing.rice, '10']]);
  const [part, rest] = await room.lines(order);
  const move = (id: string, factoryWarehouseId: string) =>
    room.call(`${LOGS}/updateFactoryWarehouse`, { id, factoryWarehouseId });
  expect((await refusalsOf(move(rest!.id, room.returns)))[0]![0]).toBe('sorting.store-without');
  expect((await refusalsOf(move(rest!.id, '999')))[0]![0]).toBe('sorting.store-of-other');
  const there = await room.lot(thing.rice, 20, 60, { locationId: room.returns });
  await move(rest!.id, room.returns);
  const moved = (await room.lines(order)).find(({ id }) => id === rest!.id)!;
  expect([moved.factoryWarehouseId, moved.batchId]).toEqual([room.returns, there]);
  await sort(moved.id, '5');
  expect((await refusalsOf(move(moved.id, room.store)))[0]![0]).toBe('sorting.store-sorted');
  const twice = await refusalsOf(
    room.call(`${LOGS}/updateBatch`, { body: [{ id: part!.id, factoryWarehouseId: room.returns }] }),
  );
  expect(twice[0]).toEqual(['sorting.lot-twice', expect.stringContaining('请在那一行改数')]);
});

test('W20: entries of a table without a network arrive with the time they were made, once', async () => {
  await room.lot(thing.rice, 100, 300);
  const { id } = await only(await room.order(site.school, [[thing.rice, '10']]));
  const entry = {
    key: 'device/1',
    madeTime: '2025-03-16T01:50:00.000Z',
    deviceTime: '2025-03-16T02:00:00.000Z',
    madeBy: '1',
  };
  await sort(id, '10', entry);
  await sort(id, '10', entry);
  const rows = await room.call<{ op: string; opTime: string; operatorName: string }[]>(`${LOGS}/events`, { id });
  expect(rows.map(({ op, opTime, operatorName }) => [op, opTime, operatorName])).toEqual([
    ['sort', '2025-03-16 09:50:00', '测试员'],
  ]);
  expect((await refusalsOf(sort(id, '10', { ...entry, key: 'device/2', madeBy: '2' })))[0]![0]).toBe(
    'device.other-person',
  );
});

test('EP-0762 EP-0763 RULE-559: distributionStatementPage reads currentPage and pageSize', async () => {
  await room.lot(thing.rice, 100, 300);
  for (const each of [site.school, site.office, site.plant]) await room.order(each, [[thing.rice, '10']]);
  await room.act(({ tx }) =>
    tx.run(sql`update distribution_statement_log set delivery_date = '2030-01-01'
    where shipped_flag = 0`),
  );
  const page = (input: Record<string, unknown>) =>
    room.call<{ records: readonly Record<string, unknown>[]; total: number; size: number; current: number }>(
      `${LOGS}/distributionStatementPage`,
      { deliveryDate: '2030-01-01', ...input },
    );
  const second = await page({ currentPage: 2, pageSize: 2, current: 1, size: 50 });
  expect([second.current, second.size, second.total, second.records.length]).toEqual([2, 2, 3, 1]);
  expect(second.records[0]).toMatchObject({
    lines: 1,
    waitingLines: 1,
    progress: 0,
    units: [{ unitName: '千克', orderQty: '10', num: '0' }],
  });
  const orderNo = String(second.records[0]!['orderNo']);
  const lines = await room.call<{ records: readonly Record<string, unknown>[] }>(`${LOGS}/pageByOrderNo`, { orderNo });
  expect(lines.records.map((row) => [row['orderNo'], row['materialName']])).toEqual([[orderNo, '大米']]);
});

test('W20: the table by goods and by client: the same lines, and how far every route is', async () => {
  await room.lot(thing.rice, 100, 300);
  await room.lot(thing.oil, 100, 300);
  const day = '2031-01-01';
  const orders = [
    await room.order(
      site.school,
      [
        [thing.rice, '10'],
        [thing.oil, '2'],
      ],
      day,
    ),
    await room.order(site.office, [[thing.rice, '4']], day),
    await room.order(site.plant, [[thing.rice, '1']], day),
  ];
  await sort((await only(orders[0]!)).id, '10');
  interface Table {
    readonly records: readonly {
      readonly groupName: string;
      readonly progress: number;
      readonly details: readonly { readonly id: string }[];
    }[];
    readonly routes: readonly { readonly routeName: string; readonly progress: number; readonly lines: number }[];
    readonly waves: readonly string[];
  }
  const table = (mode: string, more = {}) => room.call<Table>(`${LOGS}/sortPage`, { mode, deliveryDate: day, ...more });
  const goods = await table('by-goods');
  const clients = await table('by-client');
  expect(goods.records.map(({ groupName, progress }) => [groupName, progress])).toEqual([
    ['油', 0],
    ['大米', 33],
  ]);
  expect(clients.records.map(({ groupName }) => groupName)).toEqual(['一项目部', '二项目部', '三项目部']);
  const ids = (of: Table) => of.records.flatMap(({ details }) => details.map(({ id }) => id)).sort();
  expect(ids(goods)).toEqual(ids(clients));
  expect(goods.routes.map(({ routeName, progress, lines }) => [routeName, progress, lines])).toEqual([
    ['东线', 33, 3],
    ['', 0, 1],
  ]);
  expect(goods.waves).toEqual(['W1', 'W3']);
  expect(ids(await table('by-goods', { waveNo: 'W3' })).length).toBe(1);
  expect(ids(await table('by-client', { routeId: '0' })).length).toBe(1);
});

test('W20: lines of a void order are sorted no more', async () => {
  const order = await room.order(site.school, [[thing.rice, '10']]);
  await room.act((context) => voidSortingLines(context, [order]));
  const { id } = await only(order);
  expect((await refusalsOf(sort(id, '0', { shortReason: 'none' })))[0]![0]).toBe('sorting.line-unknown');
});

test('W20: the lots a line may be taken from, with what is left', async () => {
  await room.lot(thing.rice, 20, 60);
  const order = await room.order(site.school, [[thing.rice, '8']]);
  const [line] = await room.lines(order);
  await sort((await only(await room.order(site.office, [[thing.rice, '5']]))).id, '5');
  const lots = await room.call<{ leftQty: string; isHeld: boolean }[]>(`${LOGS}/lots`, { id: line!.id });
  expect(lots.map(({ leftQty, isHeld }) => [leftQty, isHeld])).toEqual([['15', false]]);
});

test('the parameter distribution.sort.tolerance says by how much what is weighed may differ', async () => {
  await room.lot(thing.rice, 100, 300);
  const { id } = await only(await room.order(site.school, [[thing.rice, '10']]));
  const tolerate = (percent: string) =>
    room.act(({ tx }) =>
      tx.run(sql`insert into param (param_name, param_key, param_value) values ('允差', 'distribution.sort.tolerance',
        ${percent}) on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`),
    );
  await tolerate('0');
  expect((await refusalsOf(sort(id, '10.1')))[0]![0]).toBe('sorting.over');
  await tolerate('20');
  await sort(id, '11.9');
  expect((await room.lines()).find((line) => line.id === id)!.state).toBe('done');
  await tolerate('a little');
  expect((await refusalsOf(room.call(`${LOGS}/updateNumById`, { id, num: '11.9' })))[0]![0]).toBe('sorting.over');
});

import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { ownSheet } from '../../../tests/contracts/the-company.ts';
import { refusalsOf } from '../../other-moves/other-moves.testing.ts';
import type { CratesOfBill } from '../../crates/crates.calls.ts';
import type { LoadedCrates } from '../sort-report/sort-report.calls.ts';
import { aSortingRoom, LOGS, site, thing, type SortingRoom } from '../sorting/sorting.testing.ts';
import type { PackedOrder } from './packed-crates.calls.ts';

const DAY = '2025-03-17';
const BLUE = '801';
let room: SortingRoom;
beforeAll(async () => {
  room = await aSortingRoom();
  await room.act(({ tx }) =>
    tx.run(sql`insert into crate_type (id, name, tare_kg, deposit) values (801, '蓝色周转筐', 2.1, 35)`),
  );
  await room.lot(thing.rice, 500, 1500);
});
afterAll(() => room.close());

const codeOf = (id: string): Promise<string> =>
  room.figure(sql`select bill_code as n from factory_order where id = ${id}::bigint`);
const pack = (orderNo: string, qty: number) => room.call(`${LOGS}/packCrates`, { orderNo, crateTypeId: BLUE, qty });
const ready = (orderNo: string) => room.call<readonly PackedOrder[]>(`${LOGS}/packedCrates`, { orderNos: orderNo });
const load = async () =>
  (await room.call<readonly LoadedCrates[]>('sortreport/crates', { deliveryDate: DAY, groupBy: 'route' })).map(
    ({ routeName, stopSeq, siteName, crateName, loadQty, heldQty }) =>
      `${routeName} ${stopSeq} ${siteName} ${crateName}: ${loadQty}, holds ${heldQty}`,
  );
async function shipped(orderId: string): Promise<void> {
  for (const { id, orderQty } of await room.lines(orderId))
    await room.call(`${LOGS}/saveDistributionLog`, { id, num: orderQty });
  await room.call('factoryorder/ship', { ids: orderId });
}
const ofBill = (billType: string, billId: string) =>
  room.call<CratesOfBill | null>('cratemovement/ofBill', { billType, billId });
const billOf = (orderId: string): Promise<string> =>
  room.figure(sql`select id::text as n from in_store where source_bill_id = ${orderId} limit 1`);

test('W33: crates made ready stand on the load sheet, leave with the order and come back at the dock', async () => {
  const first = await room.order(site.school, [[thing.rice, '10']], DAY);
  const code = await codeOf(first);
  await pack(code, 7);
  await pack(code, 6);
  expect((await ready(code))[0]).toMatchObject({ lines: [{ name: '蓝色周转筐', qty: 6, heldQty: 0 }] });
  expect(await load()).toEqual(['东线 1 一项目部 蓝色周转筐: 6, holds 0']);
  await shipped(first);
  expect(await ready(code)).toEqual([]);
  expect(await ofBill('factoryorder', first)).toMatchObject({ lines: [{ heldQty: 6, outQty: 6, backQty: 0 }] });
  // With the next delivery the site gives five back at its dock.
  const next = await room.order(site.school, [[thing.rice, '10']], DAY);
  await pack(await codeOf(next), 4);
  await shipped(next);
  const receipt = await billOf(next);
  await room.call('cratemovement/handOver', {
    billType: 'invinstore',
    billId: receipt,
    details: [{ crateTypeId: BLUE, outQty: 0, backQty: 5 }],
  });
  expect(await ofBill('invinstore', receipt)).toMatchObject({
    ownerName: '中央厨房',
    lines: [{ heldQty: 5, outQty: 0, backQty: 5 }],
  });
  expect(await load()).toEqual(['东线 1 一项目部 蓝色周转筐: 10, holds 5']);
  const { body } = await room.call<{ body: AsyncIterable<Buffer> }>('sortreport/exportExcel', {
    deliveryDate: DAY,
    groupBy: 'route',
  });
  expect(ownSheet(await buffer(body), 2).at(-1)).toEqual(
    expect.arrayContaining(['1', '一项目部', '蓝色周转筐', '只', '10', '对方已有 5 只']),
  );
  expect(await room.call('stock/prove', {})).toMatchObject({ ok: true });
});

test('W33: of an order that has left nothing is made ready, and a void one takes its crates back', async () => {
  const order = await room.order(site.office, [[thing.rice, '5']], '2025-03-19');
  const code = await codeOf(order);
  await pack(code, 3);
  await room.call('factoryorder/void', { ids: order, reason: '客户取消' });
  expect(await room.figure(sql`select count(*)::text as n from packed_crate`)).toBe('0');
  expect((await refusalsOf(pack(code, 1)))[0]).toEqual(['sorting.crates-left', expect.stringContaining(code)]);
});

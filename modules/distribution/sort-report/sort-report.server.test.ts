import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { ownSheet } from '../../../tests/contracts/the-company.ts';
import { refusalsOf } from '../../other-moves/other-moves.testing.ts';
import { aSortingRoom, LOGS, site, thing, type SortingRoom } from '../sorting/sorting.testing.ts';
import type { SortReport } from './sort-report.calls.ts';

const DAY = '2025-05-05';
let room: SortingRoom;
beforeAll(async () => {
  room = await aSortingRoom();
  await room.lot(thing.rice, 100, 300);
  await room.lot(thing.oil, 5, 15);
  const school = await room.order(
    site.school,
    [
      [thing.rice, '10'],
      [thing.oil, '2.5'],
    ],
    DAY,
  );
  await room.order(site.office, [[thing.rice, '4.25']], DAY);
  const plant = await room.order(site.plant, [[thing.oil, '7']], DAY);
  const [rice] = await room.lines(school);
  await room.call(`${LOGS}/saveDistributionLog`, { id: rice!.id, num: '9', shortReason: 'quality' });
  // Nobody has accepted this one yet.
  await room.act(async ({ tx }) => {
    await tx.run(sql`delete from distribution_statement_log where order_id = ${plant}`);
    await tx.run(sql`update factory_order set status = 'pending' where id = ${plant}::bigint`);
  });
});
afterAll(() => room.close());

const report = (groupBy: string, more: Record<string, unknown> = {}) =>
  room.call<SortReport>('sortreport/generateSortReport', { deliveryDate: DAY, groupBy, ...more });
const shown = (rows: SortReport): string[] =>
  rows.map(
    ({ groupName, materialName, totalQty, sortedQty, shortQty, columns }) =>
      `${groupName} ${materialName} ${totalQty} ${sortedQty} ${shortQty}: ${columns
        .map(({ name, qty, isShort }) => `${name} ${qty}${isShort ? '!' : ''}`)
        .join(', ')}`,
  );

test('EP-0721 B26: by goods, by client and by route the same cells, and the same total to the last place', async () => {
  expect(shown(await report('material'))).toEqual([
    '油 油 9.5 0 0: 一项目部 2.5, 三项目部 7',
    '大米 大米 14.25 9 1: 一项目部 10!, 二项目部 4.25',
    '合计  23.75 9 1: ',
  ]);
  expect(shown(await report('site'))).toEqual([
    '一项目部 油 2.5 0 0: 东线 2.5',
    '一项目部 大米 10 9 1: 东线 10!',
    '二项目部 大米 4.25 0 0: 东线 4.25',
    '三项目部 油 7 0 0: 未排线路 7',
    '合计  23.75 9 1: ',
  ]);
  expect(shown(await report('route'))).toEqual([
    '东线 油 2.5 0 0: 一项目部 2.5',
    '东线 大米 14.25 9 1: 一项目部 10!, 二项目部 4.25',
    '未排线路 油 7 0 0: 三项目部 7',
    '合计  23.75 9 1: ',
  ]);
});

test('B26: what is open alone, of one site, of a type of material, of a route', async () => {
  const total = async (more: Record<string, unknown>) => (await report('material', more)).at(-1)?.totalQty;
  expect(await total({ onlyOpen: '1' })).toBe('13.75');
  expect(await total({ deptId: site.office })).toBe('4.25');
  expect(await total({ routeId: '700' })).toBe('16.75');
  expect(await total({ materialType: '400' })).toBe('23.75');
  expect(await total({ materialType: '1' })).toBeUndefined();
  expect(await total({ deliveryDate: null, startDate: DAY, endDate: '2025-05-06' })).toBe('23.75');
});

test('B26: the day is asked for', async () => {
  const asked = (input: Record<string, unknown>) =>
    refusalsOf(room.call('sortreport/generateSortReport', { groupBy: 'material', ...input }));
  expect(await asked({})).toEqual([['sort-report.when', '请选择配送日期']]);
  expect((await asked({ startDate: DAY, endDate: '2025-07-01' }))[0]![0]).toBe('sort-report.long');
  expect((await asked({ deliveryDate: DAY, deptId: 'x' }))[0]![0]).toBe('param.invalid');
});

test('EP-0722 W19, B26: a sheet for each group; a route is listed as its vehicle is loaded', async () => {
  const { body } = await room.call<{ body: AsyncIterable<Buffer> }>('sortreport/exportExcel', {
    deliveryDate: DAY,
    groupBy: 'route',
  });
  const file = await buffer(body);
  expect(ownSheet(file).at(-1)!.slice(5)).toEqual(['23.75', '9', '1']);
  const stops = ownSheet(file, 2).map((row) => `${row[0]} ${row[1]} ${row[3]}`);
  expect(stops).toEqual(['顺序 项目部 物料', '2 二项目部 大米', '1 一项目部 油', '1 一项目部 大米']);
});

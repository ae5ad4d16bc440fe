import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { openKitchen, place, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { operationsServer } from '../server.ts';
import { requireNotStopped } from './store-admin.server.ts';

let kitchen: Kitchen;
let site: string;
let stall: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, operationsServer]);
  site = await kitchen.save('projectDeptSystem', { projectDeptName: 'Site', bladeProjectDeptId: place.site });
  stall = await kitchen.save('operationSystem', {
    gearOperationName: 'Noodles',
    gearOperationDeptId: place.noodles,
    adminUserIds: ['1', '2'],
  });
});
afterAll(() => kitchen.close());

interface Admin {
  readonly id: string;
  readonly userId: string;
  readonly adminStatus: string;
}
const admins = async (): Promise<readonly Admin[]> =>
  ((await kitchen.call('gearstoreadmin/page', { ascs: 'userId' })) as { records: Admin[] }).records;
const states = async (): Promise<readonly string[]> => (await admins()).map((row) => row.adminStatus);
const named = (): Promise<unknown> =>
  kitchen.as((context) => context.tx.row(sql`select admin_user_ids from operation_system where id = ${stall}::bigint`));

describe('administrators of a stall', () => {
  test('RULE-456 RULE-546 RULE-562: follow its list, are read by POST, and are stopped and enabled by ids', async () => {
    const [first] = await admins();
    expect(await states()).toEqual(['enabled', 'enabled']);
    await kitchen.call('gearstoreadmin/stop', { ids: first!.id, reason: 'On leave' });
    expect([await states(), await named()]).toEqual([['stopped', 'enabled'], { adminUserIds: ['2'] }]);
    await kitchen.call('gearstoreadmin/enable', { ids: first!.id });
    expect([await states(), await named()]).toEqual([['enabled', 'enabled'], { adminUserIds: ['1', '2'] }]);
    await kitchen.save('operationSystem', { id: stall, adminUserIds: ['2'] });
    expect(await states()).toEqual(['stopped', 'enabled']);
    await kitchen.save('operationSystem', { id: stall, adminUserIds: ['1', '2'] });
    expect(await states()).toEqual(['enabled', 'enabled']);
  });

  test('an open stall keeps at least one, whichever way the last would go', async () => {
    const ids = (await admins()).map((row) => row.id).join(',');
    const refused = ['An open stall keeps at least one administrator: enable or add another for Noodles first'];
    expect(await kitchen.refusalsOf(kitchen.call('gearstoreadmin/stop', { ids }))).toEqual(refused);
    expect(await kitchen.refusalsOf(kitchen.save('operationSystem', { id: stall, adminUserIds: [] }))).toEqual(refused);
    expect(await states()).toEqual(['enabled', 'enabled']);
  });

  test('whoever is stopped does nothing at the stall any more', async () => {
    const own = (await admins()).find((row) => row.userId === '1')!;
    await kitchen.call('gearstoreadmin/stop', { ids: own.id }, '2');
    expect(await kitchen.refusalsOf(kitchen.as((context) => requireNotStopped(context, [place.noodles])))).toEqual([
      'You were stopped as administrator of noodles; ask the manager of the site to enable you again',
    ]);
    await kitchen.as((context) => requireNotStopped(context, [place.rice]));
    await kitchen.as((context) => requireNotStopped(context, [place.noodles]), '2');
    await kitchen.call('gearstoreadmin/enable', { ids: own.id }, '2');
  });
});

test.each([
  ['RULE-459 RULE-535: operation types', 'operationType', 'gearoperationtype', {}],
  ['RULE-460 RULE-536: business models', 'businessModel', 'gearbusinessmodel', { settleKind: 'self' }],
  ['RULE-461 RULE-537: districts', 'district', 'geardistrict', {}],
  ['RULE-538: site types', 'projectDeptType', 'gearprojectdepttype', {}],
])('%s are frozen two at once and offered no more, and thawed again', async (_title, name, segment, more) => {
  const ids = [
    await kitchen.save(name, { code: 'FR1', name: 'First', ...more }),
    await kitchen.save(name, { code: 'FR2', name: 'Second', ...more }),
  ];
  const frozen = async (): Promise<unknown> =>
    ((await kitchen.call(`${segment}/page`, { keyword: 'FR' })) as { records: { frozen: number }[] }).records.map(
      (row) => row.frozen,
    );
  const offered = async (): Promise<number> =>
    ((await kitchen.call(`${segment}/select`, { keyword: 'FR' })) as unknown[]).length;
  expect([await frozen(), await offered()]).toEqual([[0, 0], 2]);
  await kitchen.call(`${segment}/freeze`, { ids: ids.join(',') });
  expect([await frozen(), await offered()]).toEqual([[1, 1], 0]);
  await kitchen.call(`${segment}/thaw`, { ids: ids.join(',') });
  expect([await frozen(), await offered()]).toEqual([[0, 0], 2]);
});

describe('an unloading point', () => {
  const unload = (code: string, body: Record<string, unknown> = {}): Promise<string> =>
    kitchen.save('projectDeptUnload', {
      code,
      name: code,
      projectDeptSysId: site,
      address: 'Gate 2',
      linkman: 'Li',
      phone: '13800000000',
      receiveStart: '05:30',
      receiveEnd: '09:00',
      ...body,
    });

  test('has hours that end after they begin, and serves restaurants of its own site', async () => {
    expect(await kitchen.refusalsOf(unload('A', { receiveStart: 'early' }))).toEqual([
      'Receives from: “early” is no time of the day; write it as 05:30',
    ]);
    expect(await kitchen.refusalsOf(unload('A', { receiveEnd: '05:30' }))).toEqual([
      'Receiving ends after it begins; change one of the times',
    ]);
    expect(await kitchen.refusalsOf(unload('A', { useRestaurantDeptIds: [place.otherRestaurant] }))).toEqual([
      'Restaurants served are those of site Site; choose again',
    ]);
  });

  test('is the default of its site in place of the one before', async () => {
    const first = await unload('B', { isDefault: 1 });
    const second = await unload('C', { isDefault: 1, useRestaurantDeptIds: [place.restaurant] });
    expect(
      await kitchen.as((context) =>
        context.tx.rows(sql`select id, is_default, blade_project_dept_id from project_dept_unload order by code`),
      ),
    ).toEqual([
      { id: first, isDefault: 0, bladeProjectDeptId: place.site },
      { id: second, isDefault: 1, bladeProjectDeptId: place.site },
    ]);
  });

  test('of another site is not a restaurant’s', async () => {
    const id = await unload('D');
    expect(
      await kitchen.refusalsOf(
        kitchen.save('useRestaurant', {
          useRestaurantName: 'Other',
          useRestaurantDeptId: place.otherRestaurant,
          unloadId: id,
        }),
      ),
    ).toEqual(['Unloading point D belongs to another site; choose again']);
  });
});

/** Price labels follow the menu of now. It is 2026-11-21. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { aDish, openKitchen, place, TODAY, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { operationsServer } from '../../operations/server.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { stallMenusServer } from '../server.ts';
import type { FollowedLabel } from './price-label.calls.ts';

let kitchen: Kitchen;
let noodles: string;
let soup: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, operationsServer, stallMenusServer], ['stall-menus', 'stock']);
  noodles = await aDish(kitchen, 'Noodles');
  soup = await aDish(kitchen, 'Soup');
  await kitchen.as(async ({ tx }) => {
    await tx.run(sql`insert into stock_location (id, kind, dept_id, company_dept_id, name) values (${place.noodles}::bigint, 'stall',
      ${place.noodles}::bigint, ${place.company}::bigint, 'Noodles') on conflict do nothing`);
    // Supper, which is not over at any hour the test runs at.
    await tx.run(sql`insert into gear_menu (id, gear_operation_dept_id, menu_date, meal_type, menu_status,
      use_restaurant_dept_id) values (9100, ${place.noodles}::bigint, ${TODAY}::date, 'night', 'determined',
      ${place.restaurant}::bigint)`);
    await tx.run(sql`insert into gear_menu_detail (id, gear_menu_id, line_no, dish_id, price) values
      (9101, 9100, 1, ${noodles}::bigint, 12), (9102, 9100, 2, ${soup}::bigint, 5)`);
  });
  for (const [labelCode, dishId, labelKind] of [
    ['A1', noodles, 'paper'],
    ['E1', noodles, 'electronic'],
    ['A2', await aDish(kitchen, 'Rice'), 'paper'],
  ])
    await kitchen.save('priceLabel', { labelCode, dishId, labelKind, gearOperationDeptId: place.noodles });
});
afterAll(() => kitchen.close());

interface Followed {
  readonly labels: readonly FollowedLabel[];
  readonly unlabelled: readonly { readonly dishName: string; readonly price: string | null }[];
}
const follow = (): Promise<Followed> =>
  kitchen.call('pricelabel/follow', { gearOperationDeptId: place.noodles }) as Promise<Followed>;
const states = async (): Promise<string[]> =>
  (await follow()).labels.map(
    ({ labelCode, state, shownPrice, wantedPrice }) => `${labelCode} ${state} ${shownPrice} → ${wantedPrice}`,
  );
const idOf = async (code: string): Promise<string> =>
  (await follow()).labels.find(({ labelCode }) => labelCode === code)!.id;
const menu = (set: string): Promise<unknown> =>
  kitchen.as(({ tx }) =>
    tx.run(
      set === 'sold-out'
        ? sql`update gear_menu_detail set sold_out = 1 where id = 9101`
        : sql`update gear_menu_detail set price = ${set}::numeric, sold_out = 0 where id = 9101`,
    ),
  );

test('R11: fresh labels are behind; changed by hand or reported they are current; a dish without a label is named', async () => {
  expect(await states()).toEqual(['A1 price null → 12.00', 'E1 price null → 12.00', 'A2 current null → null']);
  expect((await follow()).unlabelled).toMatchObject([{ dishName: 'Soup', price: '5.00' }]);
  await kitchen.call('pricelabel/confirm', { ids: await idOf('A1') });
  await kitchen.call('pricelabel/report', { labels: [{ labelCode: 'E1', price: '12' }] });
  expect(await states()).toEqual(['A1 current 12.00 → 12.00', 'A2 current null → null', 'E1 current 12.00 → 12.00']);
});

test('R11: a change of price, sold out, more of it, off the menu: the label that did not follow is listed first', async () => {
  await menu('13');
  await kitchen.call('pricelabel/report', {
    labels: [
      { labelCode: 'E1', price: '14.00' },
      { labelCode: 'E1', price: '13.00' },
    ],
  });
  expect((await states())[0]).toBe('A1 price 12.00 → 13.00');
  await menu('sold-out');
  expect(await states()).toEqual(['A1 sold-out 12.00 → 13.00', 'E1 sold-out 13.00 → 13.00', 'A2 current null → null']);
  await kitchen.call('pricelabel/report', { labels: [{ labelCode: 'E1', price: '13.00', soldOut: 1 }] });
  await menu('13');
  expect((await states()).slice(0, 2).toSorted()).toEqual(['A1 price 12.00 → 13.00', 'E1 back 13.00 → 13.00']);
  await kitchen.as(({ tx }) => tx.run(sql`update gear_menu set menu_status = 'draft' where id = 9100`));
  expect((await states())[0]).toBe('A1 off-menu 12.00 → null');
  await kitchen.call('pricelabel/confirm', { ids: await idOf('A1') });
  expect((await states()).find((each) => each.startsWith('A1'))).toBe('A1 current null → null');
});

test('R11: labels nobody knows are refused by name, a price that is none too', async () => {
  expect(
    await kitchen.refusalsOf(kitchen.call('pricelabel/report', { labels: [{ labelCode: 'A1', price: '3' }] })),
  ).toEqual(['There is no electronic label A1; enter it among the price labels first']);
  expect(
    (await kitchen.refusalsOf(kitchen.call('pricelabel/report', { labels: [{ labelCode: 'E1', price: 'x' }] }))).length,
  ).toBe(1);
  expect(await kitchen.refusalsOf(kitchen.call('pricelabel/confirm', { ids: '1' }))).toEqual([
    'A label is not there, or not within your reach; reload',
  ]);
});

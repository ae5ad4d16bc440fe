import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDish, aMaterial, openKitchen, place, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { operationsServer } from '../server.ts';

let kitchen: Kitchen;
let noodles: string;
let dumplings: string;
let pork: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, operationsServer]);
  pork = await aMaterial(kitchen, 'Pork');
  noodles = await aDish(kitchen, 'Noodles', { salePrice: '12' });
  dumplings = await aDish(kitchen, 'Dumplings', { salePrice: '15.50' });
  for (const dishId of [noodles, dumplings])
    await kitchen.save('dishBom', {
      dishId,
      outputUnitId: unit.portion,
      released: 1,
      startDate: '2026-11-01',
      details: [{ materialId: pork, netQty: '50', unitId: unit.g }],
    });
});
afterAll(() => kitchen.close());

const shelf = (body: Record<string, unknown> = {}): Promise<string> =>
  kitchen.save('goodsSystem', {
    name: 'Shelf',
    gearProjectDeptSysDeptId: place.site,
    details: [{ goodsKind: 'dish', dishId: noodles }],
    ...body,
  });
const act = (name: string, ids: string | readonly string[], body: Record<string, unknown> = {}): Promise<unknown> =>
  kitchen.call(`geargoodssys/${name}`, { ids: [ids].flat().join(','), ...body });
const plan = async (dishId: string, mealDate: string): Promise<{ id: string; billCode: string }> =>
  (await kitchen.call('gearsalesplan/saveOrUpdate', {
    gearOperationDeptId: place.noodles,
    startDate: mealDate,
    endDate: mealDate,
    details: [{ mealDate, mealType: 'lunch', dishId, portions: '10' }],
  })) as { id: string; billCode: string };
const check = async (id: string): Promise<readonly string[]> =>
  ((await kitchen.call('gearsalesplan/verifyMarketingPlan', { id })) as { items: { msg: string }[] }).items.map(
    (item) => item.msg,
  );

describe('H28: a goods system', () => {
  test('limits nothing until one is in use, names the plans of the coming days it stops, and asks once', async () => {
    const id = await shelf();
    const near = await plan(dumplings, '2026-12-04');
    await plan(dumplings, '2026-12-05');
    expect(await check(near.id)).toEqual([]);

    expect(await kitchen.refusalsOf(act('enable', id))).toEqual([
      `1 sales plan of the coming 14 days would be stopped: ${near.billCode} (noodles, 1 dish). Go on all the same?`,
    ]);
    expect(await check(near.id)).toEqual([]);

    expect(await act('enable', id, { acceptPlans: '1' })).toBe(true);
    expect(await check(near.id)).toEqual([
      'Line 1: Dumplings stands in no goods system in use for the stall; take another, or add it there first',
    ]);
    // Another stall's shelf: the one of its own site.
    expect(
      await kitchen.as((context) => context.tx.row(sql`select use_status from goods_system where id = ${id}::bigint`)),
    ).toEqual({ useStatus: 'enabled' });

    const uses = await plan(noodles, '2026-11-24');
    expect(await kitchen.refusalsOf(act('stop', id))).toEqual([
      `1 sales plan of the coming 14 days would be stopped: ${uses.billCode} (noodles, 1 dish). Go on all the same?`,
    ]);
    expect(await kitchen.refusalsOf(act('freeze', id))).toEqual([
      'Goods system Shelf is in use; take it out of use first',
    ]);
    expect(await act('stop', id, { acceptPlans: '1' })).toBe(true);
    expect(await check(near.id)).toEqual([]);
  });
});

describe('a goods system', () => {
  test('RULE-544: is frozen and thawed by ids, two at once, and frozen is neither used nor changed', async () => {
    const ids = [await shelf({ name: 'One' }), await shelf({ name: 'Two' })];
    await act('freeze', ids);
    const stored = (): Promise<unknown> =>
      kitchen.as((context) =>
        context.tx.rows(sql`select frozen from goods_system where id = any(${ids}::bigint[]) order by id`),
      );
    expect(await stored()).toEqual([{ frozen: 1 }, { frozen: 1 }]);
    expect(await kitchen.refusalsOf(act('enable', ids[0]!))).toEqual(['Goods system One is frozen; unfreeze it first']);
    expect(await kitchen.refusalsOf(shelf({ id: ids[0]!, name: 'Other' }))).toEqual([
      'Goods system One is frozen; unfreeze it first',
    ]);
    await act('thaw', ids);
    expect(await stored()).toEqual([{ frozen: 0 }, { frozen: 0 }]);
  });

  test('is not put into use empty, holds stalls of its own site, and what it sells by its own price', async () => {
    const empty = await shelf({ name: 'Empty', details: [] });
    expect(await kitchen.refusalsOf(act('enable', empty))).toEqual(['Goods system Empty has no goods; add some first']);
    expect(await kitchen.refusalsOf(shelf({ gearOperationDeptIds: [place.otherStall] }))).toEqual([
      'otherStall is no stall of this site; choose again',
    ]);
    expect(
      await kitchen.refusalsOf(
        shelf({ details: [{ goodsKind: 'dish' }, { goodsKind: 'material', materialId: pork }] }),
      ),
    ).toEqual(['Line 1: choose a dish', 'Line 2: choose the unit of the material']);
    expect(
      await kitchen.refusalsOf(
        shelf({
          details: [
            { goodsKind: 'material' },
            { goodsKind: 'dish', dishId: noodles },
            { goodsKind: 'dish', dishId: noodles },
          ],
        }),
      ),
    ).toEqual(['Line 1: choose a material', 'Line 3 is the same as line 2; remove one of them']);
    const id = await shelf({ name: 'Priced', gearOperationDeptIds: [place.rice] });
    expect(await kitchen.call('geargoodssys/detail', { id })).toMatchObject({
      useStatus: 'stopped',
      details: [{ dishName: 'Noodles', salePrice: '12' }],
    });
  });
});

describe('a menu of a goods system', () => {
  test('is approved and in use, once for a stall on a day, and ends after it begins', async () => {
    const id = await shelf({ name: 'With menus' });
    const type = await kitchen.save('menuTemplateType', { code: 'w', name: 'Week', cycleDays: 7 });
    const menu = await kitchen.save('menuTemplate', {
      name: 'Week',
      menuTemplateTypeId: type,
      templateKind: 'gear',
      bladeProjectDeptId: place.site,
      gearOperationDeptIds: [place.noodles],
      cycleStartDate: '2026-11-23',
      startDate: '2026-11-23',
      meals: [{ mealType: 'lunch' }],
      details: [{ dayNo: 1, mealType: 'lunch', dishId: noodles }],
    });
    const link = (body: Record<string, unknown> = {}): Promise<string> =>
      kitchen.save('goodsSystemMenuTemplate', {
        goodsSystemId: id,
        menuTemplateId: menu,
        startDate: '2026-11-23',
        ...body,
      });
    expect((await kitchen.refusalsOf(link()))[0]).toMatch(
      /^Menu CP\d+ is not approved, not in use or frozen; choose one in use$/,
    );
    await kitchen.as((context) =>
      context.tx.run(sql`update menu_template set status = 'approved', enabled = 1 where id = ${menu}::bigint`),
    );
    expect(await kitchen.refusalsOf(link({ endDate: '2026-11-22' }))).toEqual(['It cannot end before it begins']);
    await link({ endDate: '2026-11-30' });
    expect(await kitchen.refusalsOf(link({ startDate: '2026-11-30' }))).toEqual([
      'This menu is used for these stalls from 2026-11-23 on already; change the days or the stalls',
    ]);
    await link({ startDate: '2026-12-01' });
  });
});

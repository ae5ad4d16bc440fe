/** What people plan, buy, cook and sell obeys the authorised ranges of its materials. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql, type Transaction } from '../../parts/postgres/database.ts';
import { refusedUses, type Use } from '../master-data/authorisation/authorised-use.server.ts';
import { PURPOSES, type Purpose } from '../master-data/authorisation/material-auth.rules.ts';
import {
  dish,
  openPlanningRoom,
  place,
  thing,
  TODAY,
  unit,
  type PlanningRoom,
} from '../planning/planning-room.testing.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom(4);
  await room.as(({ tx }) =>
    tx.run(
      sql`insert into supplier (id, code, name, contact, contact_phone) values (600, 'S1', '鲜达', '王', '13800000000')`,
    ),
  );
  await room.as(({ tx }) =>
    tx.run(
      sql`insert into project_dept_system (id, project_dept_name, blade_project_dept_id)
        values (900, '一项目', ${place.site}::bigint)`,
    ),
  );
});
afterAll(() => room.close());
afterEach(() =>
  room.as(async ({ tx }) => {
    await tx.run(sql`delete from material_auth_range`);
    await tx.run(sql`update material set auth_mode = null`);
  }),
);

const FOR = { plan: 'forPlan', buy: 'forBuy', issue: 'forIssue', cook: 'forCook', sale: 'forSale' } as const;
/** A row for these purposes only. */
const range = (
  access: 'allow' | 'deny',
  deptId: string,
  target: { materialId: string } | { materialTypeId: string },
  purposes: readonly Purpose[] = PURPOSES,
  more = {},
): Promise<{ id: string }> =>
  room.call('materialauthrange/submit', {
    ...target,
    deptId,
    access,
    startDate: '2026-11-01',
    ...Object.fromEntries(PURPOSES.map((each) => [FOR[each], purposes.includes(each) ? 1 : 0])),
    ...more,
  });
type Saved = Record<string, unknown> & { id: string; version: number; details: Record<string, unknown>[] };
const line = (materialId: string, more = {}) => ({
  materialId,
  unitId: unit.kg,
  requestQty: '5',
  needDate: '2026-11-25',
  ...more,
});
const request = (details: readonly unknown[], more = {}): Promise<Saved> =>
  room.call('invpleasepurchase/submit', { warehouseId: place.warehouse, details, ...more });

test('a request names the line, the material, the rule that denies it and where to change it; what it had before stays until it is sent', async () => {
  const old = await request([line(thing.flour), line(thing.pork)]);
  const { id } = await range('deny', place.company, { materialTypeId: '400' }, ['buy']);
  const denied = (nr: number, name: string) =>
    `第 ${nr} 行：物料「${name}」未授权给「一项目」用于采购：2026-11-01 起「食材」在「公司」的授权规则禁止。请更换，或在物料授权范围中修改该规则`;
  expect(await room.refusalsOf(request([line(thing.flour), line(thing.pork)]))).toEqual([
    denied(1, '面粉'),
    denied(2, '猪肉'),
  ]);
  expect(
    await room.refusalsOf(
      request([line(thing.flour), line(thing.pork, { requestQty: '9' }), line(thing.leek)], { id: old.id }),
    ),
  ).toEqual([denied(3, '韭菜')]);
  const changed = await request([line(thing.flour), line(thing.pork, { requestQty: '9' })], { id: old.id });
  expect(changed.details).toHaveLength(2);
  expect(await room.refusalsOf(room.call('invpleasepurchase/toApply', { ids: old.id }))).toEqual([
    denied(1, '面粉'),
    denied(2, '猪肉'),
  ]);
  // A nearer row of the material says otherwise.
  await range('allow', place.site, { materialId: thing.pork }, ['buy']);
  expect(await room.refusalsOf(room.call('invpleasepurchase/toApply', { ids: old.id }))).toEqual([denied(1, '面粉')]);
  await room.call('materialauthrange/freeze', { ids: id });
  await room.call('invpleasepurchase/toApply', { ids: old.id });
});

test('a material for those allowed only says that nothing allows it; other purposes and places are not concerned', async () => {
  await room.as(({ tx }) => tx.run(sql`update material set auth_mode = 'closed' where id = ${thing.beef}::bigint`));
  const order = (more = {}): Promise<Saved> =>
    room.call('purchaseorder/submit', {
      supplierId: '600',
      warehouseId: place.warehouse,
      deliveryDate: '2026-11-25',
      details: [{ materialId: thing.beef, unitId: unit.kg, orderQty: '3', price: '60' }],
      ...more,
    });
  expect(await room.refusalsOf(order())).toEqual([
    '第 1 行：物料「牛肉」未授权给「一项目」用于采购：该物料按授权使用，2026-11-25 没有规则允许。请更换，或在物料授权范围中新增规则',
  ]);
  await range('allow', place.company, { materialId: thing.beef }, ['plan']);
  expect(await room.refusalsOf(order())).toHaveLength(1);
  const { id } = await range('allow', place.site, { materialId: thing.beef }, ['buy'], { startDate: '2026-11-24' });
  await order();
  expect(await room.refusalsOf(order({ deliveryDate: '2026-11-23' }))).toHaveLength(1);
  expect(await room.refusalsOf(order({ warehouseId: place.otherWarehouse }))).toEqual([
    expect.stringContaining('「二项目」'),
  ]);
  await room.call('materialauthrange/remove', { ids: id });
});

test('a week, a special meal and a menu are refused by what their dishes are made of, semi-finished dishes followed to the end', async () => {
  const week = (gearOperationDeptId: string) => ({
    gearOperationDeptId,
    startDate: '2026-11-23',
    endDate: '2026-11-24',
    details: [
      { mealDate: '2026-11-23', mealType: 'lunch', dishId: dish.pork, portions: '5', price: '9' },
      { mealDate: '2026-11-24', mealType: 'lunch', dishId: dish.dumplings, portions: '5', price: '9' },
    ],
  });
  const refusalsOf = async (path: string, input: Record<string, unknown>): Promise<string[]> =>
    ((await room.call(path, input)) as { items: { msg: string }[] }).items
      .map((item) => item.msg)
      .filter((msg) => msg.includes('授权'));
  expect(await refusalsOf('gearsalesplan/verifyMarketingPlan', week(place.noodles))).toEqual([]);
  await range('deny', place.noodles, { materialId: thing.flour }, ['cook']);
  const flour =
    '第 2 行：菜品「韭菜水饺」所用物料「面粉」未授权给「面档」用于配方：2026-11-01 起「面粉」在「面档」的授权规则禁止。请更换，或在物料授权范围中修改该规则';
  expect(await refusalsOf('gearsalesplan/verifyMarketingPlan', week(place.noodles))).toEqual([flour]);
  expect(await refusalsOf('gearsalesplan/verifyMarketingPlan', week(place.rice))).toEqual([]);
  const plan: Saved = await room.call('gearsalesplan/saveOrUpdate', week(place.noodles));
  expect(
    (await room.refusalsOf(room.call('gearsalesplan/toApply', { ids: plan.id }))).filter((each) =>
      each.includes('授权'),
    ),
  ).toEqual([flour]);

  const menu = {
    menuTemplateTypeId: '1',
    templateKind: 'restaurant',
    cycleDays: 1,
    startDate: '2026-11-23',
    useRestaurantDeptIds: place.restaurant,
    meals: [{ mealType: 'lunch' }],
    details: [{ dayNo: 1, mealType: 'lunch', dishId: dish.dumplings }],
  };
  const looked = async (more = {}): Promise<string[]> =>
    ((await room.call('menutemplate/check', { ...menu, ...more })) as { cells: { text: string }[] }).cells
      .map((cell) => cell.text)
      .filter((text) => text.includes('授权'));
  expect(await looked(), 'the restaurant may').toEqual([]);
  expect(await looked({ details: [{ ...menu.details[0], gearOperationDeptId: place.noodles }] })).toEqual([
    flour.replace('第 2 行：', ''),
  ]);
  expect(
    await looked({ templateKind: 'gear', gearOperationDeptIds: [place.rice, place.noodles].join(',') }),
  ).toHaveLength(1);

  await range('deny', place.company, { materialId: thing.beef }, ['sale']);
  const meal = {
    mealName: '会议',
    specialMealType: 'reception',
    gearOperationDeptId: place.noodles,
    mealDate: '2026-11-25',
    mealType: 'lunch',
    customerName: '甲',
    linkman: '乙',
    phone: '13800000000',
    headCount: 5,
    mealStandard: '50',
    incomeMode: '7',
  };
  const goods = { lineKind: 'material', materialId: thing.beef, unitId: unit.kg, portions: '2', price: '60' };
  expect(
    await room.refusalsOf(room.call('gearspecialmeal/saveGearSpecialMeal', { ...meal, details: [goods] })),
  ).toEqual([expect.stringMatching(/^第 1 行：物料「牛肉」未授权给「面档」用于销售/)]);
  expect(
    await refusalsOf('gearspecialmeal/verifyGearSpecialMeal', {
      ...meal,
      details: [{ lineKind: 'dish', dishId: dish.dumplings, portions: '5' }],
    }),
  ).toEqual([flour.replace('第 2 行', '第 1 行')]);
});

test('a stall’s own recipe takes no material its stall may not cook', async () => {
  await range('deny', place.rice, { materialId: thing.beef }, ['cook']);
  const variant = (deptId: string) =>
    room.call('dishbomspecialgear/submit', {
      dishId: dish.pork,
      deptId,
      reason: '换料',
      startDate: '2026-11-23',
      details: [
        { action: 'swap', targetMaterialId: thing.pork, materialId: thing.beef, netQty: '0.2', unitId: unit.kg },
      ],
    });
  expect(await room.refusalsOf(variant(place.rice))).toEqual([
    expect.stringMatching(/^第 1 行：物料「牛肉」未授权给「饭档」用于配方/),
  ]);
  await variant(place.noodles);
});

test('a requirement plan is not sent with what its site may not plan', async () => {
  const plan: Saved = await room.call('invrequireplan/submit', {
    startDate: '2026-11-25',
    endDate: '2026-11-25',
    details: [
      {
        warehouseId: place.warehouse,
        materialId: thing.leek,
        needDate: '2026-11-25',
        unitId: unit.kg,
        planQty: '4',
        sourceKind: 'self',
        adjustReason: '补',
      },
    ],
  });
  await range('deny', place.site, { materialId: thing.leek }, ['plan']);
  expect(await room.refusalsOf(room.call('invrequireplan/toApply', { ids: plan.id }))).toEqual([
    expect.stringMatching(/^第 1 行：物料「韭菜」未授权给「一项目」用于计划/),
  ]);
});

test('documents and lists agree, whatever the rows; where nothing is restricted it costs one statement', async () => {
  const materials = Object.values(thing);
  const uses = (deptId: string): Use[] =>
    materials.map((materialId, index) => ({ line: index + 1, field: 'materialId', materialId, deptId, date: TODAY }));
  let statements = 0;
  const counted = (tx: Transaction): Transaction => ({
    ...tx,
    rows: (query) => {
      statements += 1;
      return tx.rows(query);
    },
    row: (query) => {
      statements += 1;
      return tx.row(query);
    },
  });
  const refused = (deptId: string, purpose: Purpose): Promise<string[]> =>
    room.as(async (context) =>
      (await refusedUses({ ...context, tx: counted(context.tx) }, purpose, uses(deptId)))
        .map((each) => String(each.detail['materialId']))
        .toSorted(),
    );
  expect([await refused(place.noodles, 'buy'), statements]).toEqual([[], 1]);

  await range('deny', place.company, { materialTypeId: '400' }, ['buy', 'plan']);
  await range('allow', place.site, { materialId: thing.pork }, ['buy']);
  await range('allow', place.restaurant, { materialTypeId: '400' }, ['plan'], { includeChildren: 0 });
  await range('deny', place.noodles, { materialId: thing.pork }, ['buy', 'cook']);
  await room.as(async ({ tx }) => {
    await tx.run(sql`update material set auth_mode = 'closed' where id = ${thing.beef}::bigint`);
    await tx.run(
      sql`insert into material_project_dept (material_id, dept_id, sap_factory, active)
        values (${thing.leek}::bigint, ${place.site}::bigint, '1000', 1), (${thing.beef}::bigint,
          ${place.otherSite}::bigint, '2000', 1)`,
    );
  });
  for (const deptId of [place.noodles, place.rice, place.restaurant, place.site, place.otherStall]) {
    for (const purpose of PURPOSES) {
      const list = (await room.call('material/pageWithAuthNew', {
        deptId,
        date: TODAY,
        purpose,
        showUnavailable: 1,
        size: 100,
      })) as { records: { id: string; usable: number }[] };
      expect([deptId, purpose, await refused(deptId, purpose)]).toEqual([
        deptId,
        purpose,
        list.records
          .filter((row) => row.usable === 0)
          .map((row) => row.id)
          .toSorted(),
      ]);
    }
  }
});

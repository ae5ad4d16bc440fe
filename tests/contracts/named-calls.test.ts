/**
 * Calls of the chain that no declaration gives, asked of the demonstration company as clients do: what each is asked,
 * and what it answers.
 */
import { momentIn } from '../../kernel/server/clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds } from '../../kernel/core/kinds.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { openCompany, ownSheet, TENANT, type Row, type TheCompany } from './the-company.ts';

interface Page {
  readonly records: readonly Row[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
}
let company: TheCompany;
const rows = (name: string): Promise<Row[]> => company.rowsOf(company.program.registry.find(name));
/** Nothing a screen prints is missing: an empty text is "", only figures may be null. */
const figures = new Set<string>(['price', 'basePrice', 'baseFactor', 'dayNoToday']);
const printable = (row: Row): void => {
  for (const [name, value] of Object.entries(row))
    if (value === null && !figures.has(name)) throw new Error(`${name} is null`);
};
const get = async <T = Row[]>(path: string, input: Record<string, unknown> = {}, token = company.admin): Promise<T> => {
  const { status, body } = await company.call(token, 'GET', `/api/${path}`, input);
  expect([path, status, body.code, body.success, body.msg]).toEqual([path, 200, 200, true, '操作成功']);
  const found = Array.isArray(body.data) ? body.data : ((body.data as Page).records ?? []);
  for (const row of found as Row[]) printable(row);
  return body.data as T;
};
const page = async (path: string, input: Record<string, unknown> = {}): Promise<Page> => {
  const found = await get<Page>(path, input);
  expect(Object.keys(found).toSorted()).toEqual(['current', 'pages', 'records', 'size', 'total']);
  return found;
};
const post = async (path: string, input: Record<string, unknown>): Promise<Row> => {
  const { status, body } = await company.call(company.admin, 'POST', `/api/${path}`, input);
  expect([path, status, body.msg]).toEqual([path, 200, '操作成功']);
  return body.data as Row;
};
const refused = async (
  method: 'GET' | 'POST',
  path: string,
  input: Record<string, unknown>,
  message: RegExp,
): Promise<void> => {
  const { status, body } = await company.call(company.admin, method, `/api/${path}`, input);
  expect([path, status, body.code, body.success]).toEqual([path, 400, 400, false]);
  expect(body.msg).toMatch(message);
};
/** Whose eyes end at one site. */
const siteEyes = async (deptId: string): Promise<string> =>
  company.signIn({ ...(await company.person('admin')), userId: '77', scope: { all: false, depts: [deptId] } });
let material: Row;
beforeAll(async () => {
  company = await openCompany();
  for (const { fields, lines = {} } of company.declarations) {
    for (const [name, field] of [fields, ...Object.values(lines).map((each) => each.fields)].flatMap((each) =>
      Object.entries(each),
    ))
      if (['number', 'decimal', 'none'].includes(kinds[field.kind].nature)) figures.add(name);
  }
  material = (await rows('material')).at(-1)!;
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

describe('materials', () => {
  test('EP-0180 EP-0181: pages of what may be used leave frozen ones out, the new one says why when asked to show them', async () => {
    const [one] = (await rows('material')).slice(-2);
    await post('master-data/material/freeze', { ids: one!.id });
    const all = await page('master-data/material/pageWithAuth', { size: 5, current: 1 });
    expect([all.size, all.records.length, all.total]).toEqual([5, 5, (await rows('material')).length - 1]);
    expect((await page('master-data/material/pageWithAuth', { code_equal: one!['code'] })).total).toBe(0);
    expect((await page('master-data/material/pageWithAuthNew', { code_equal: one!['code'] })).total).toBe(0);
    expect(
      (await page('master-data/material/pageWithAuthNew', { code_equal: one!['code'], showUnavailable: 1 })).records,
    ).toMatchObject([{ id: one!.id, usable: 0, reason: '已冻结' }]);
    expect(
      (await page('master-data/material/pageWithAuthNew', { code_equal: material['code'] })).records,
    ).toMatchObject([{ id: material.id, usable: 1, reason: '' }]);
    await post('master-data/material/thaw', { ids: one!.id });
  });
  test('EP-0182 EP-0185: lists to choose from carry code, name, spec and units, found by pinyin or by id, without prices', async () => {
    for (const path of ['listWithAuthLimit', 'listForSelect']) {
      const [found] = await get(`master-data/material/${path}`, { ids: material.id });
      expect(found).toMatchObject({
        id: material.id,
        code: material['code'],
        name: material['name'],
        baseUnitId: material['baseUnitId'],
        frozen: 0,
      });
      expect(Object.keys(found!).filter((name) => /price|cost/i.test(name))).toEqual([]);
      expect(
        (await get(`master-data/material/${path}`, { keyword: String(material['name']).slice(0, 2) })).map(
          (row) => row.id,
        ),
      ).toContain(material.id);
      const typed = await get(`master-data/material/${path}`, { materialType: material['materialTypeId'] });
      expect(new Set(typed.map((row) => row['materialTypeId']))).toEqual(new Set([material['materialTypeId']]));
    }
  });
  test('EP-0188: the price of a material for somebody who may see it, with where it comes from', async () => {
    const offer = (await rows('supplierMaterial'))[0]!;
    const [answer] = await get<Row[]>('master-data/material/getMaterialPriceWithAuth', {
      materialId: offer['materialId'],
    });
    expect(answer).toMatchObject({ materialId: offer['materialId'] });
    expect(String(answer!['price'])).toMatch(/^\d+(\.\d+)?$/);
    await refused('GET', 'master-data/material/getMaterialPriceWithAuth', {}, /materialId/);
  });
  test('EP-0198 EP-0239: types to choose from, page by page and below one', async () => {
    for (const [path, name] of [
      ['materialtype', 'materialType'],
      ['dishtype', 'dishType'],
    ] as const) {
      const all = await rows(name);
      const found = await page(`master-data/${path}/pageForSelect`, { size: 200 });
      expect(found.total).toBe(all.filter((row) => row['frozen'] !== 1).length);
      expect(found.records.map((row) => row['name'])).toEqual(expect.arrayContaining([all[0]!['name']]));
      const below = await page(`master-data/${path}/pageForSelect`, { parentId: all[0]!.id });
      expect(below.records.every((row) => row['parentId'] === all[0]!.id)).toBe(true);
    }
  });
});

describe('units', () => {
  test('EP-0210: the units of a material by use, page by page', async () => {
    const [first] = (
      await page('master-data/materialunit/getPurchaseUnitPage', {
        materialId: material.id,
        type: 'purchase',
        size: 10,
      })
    ).records;
    expect(first).toMatchObject({ fromQty: '1', isDefault: 1 });
    expect(
      (await page('master-data/materialunit/getPurchaseUnitPage', { materialId: material.id, type: 'base' })).records,
    ).toMatchObject([{ unitId: material['baseUnitId'], factor: '1' }]);
    await refused(
      'GET',
      'master-data/materialunit/getPurchaseUnitPage',
      { materialId: material.id, type: 'nonsense' },
      /type/,
    );
    await refused('GET', 'master-data/materialunit/getPurchaseUnitPage', {}, /materialId/);
  });
  test('EP-0215 EP-0224: the kinds of conversions, as choices', async () => {
    expect(
      (await get<{ value: string; label: string }[]>('master-data/basicunitconversion/getUnitType')).map(
        (each) => each.value,
      ),
    ).toEqual(['mass', 'volume', 'number']);
    expect(await get<{ value: string; label: string }[]>('master-data/itemunitconversion/getUnitType')).toContainEqual({
      value: 'purchase',
      label: '采购',
    });
  });
  test('EP-0217 EP-0226: conversions of a material by kind, each with what it comes to in base unit', async () => {
    const general = await get('master-data/basicunitconversion/getByMaterialIdAndType', { materialId: material.id });
    expect(general.every((row) => /^\d/.test(String(row['baseFactor'])))).toBe(true);
    expect(
      (
        await get('master-data/basicunitconversion/getByMaterialIdAndType', { materialId: material.id, type: 'mass' })
      ).every((row) => row['type'] === 'mass'),
    ).toBe(true);
    const own = (await rows('itemUnitConversion'))[0]!;
    const [found] = (
      await get('master-data/itemunitconversion/getByMaterialIdAndType', {
        materialId: own['materialId'],
        type: own['type'],
      })
    ).filter((row) => row.id === own.id);
    expect(found).toMatchObject({
      materialId: own['materialId'],
      fromUnitName: own['fromUnitName'],
      toUnitName: own['toUnitName'],
      type: own['type'],
    });
    await refused('GET', 'master-data/itemunitconversion/getByMaterialIdAndType', {}, /materialId/);
  });
  test('EP-0216 EP-0225: the price of a material in the unit asked for', async () => {
    const offer = (await rows('supplierMaterial')).find((row) => row['price'])!;
    const base = (await rows('material')).find((row) => row.id === offer['materialId'])!['baseUnitId'];
    for (const path of ['basicunitconversion', 'itemunitconversion']) {
      const answer = await get<Record<string, unknown>>(`master-data/${path}/getPrice`, {
        materialId: offer['materialId'],
        unitId: base,
      });
      expect(String(answer['price'])).toMatch(/^\d+(\.\d+)?$/);
      await refused('GET', `master-data/${path}/getPrice`, { unitId: base }, /materialId/);
      await refused('GET', `master-data/${path}/getPrice`, { materialId: offer['materialId'], unitId: 'kg' }, /unitId/);
    }
  });
});

describe('dishes', () => {
  test('EP-0251: the dishes a stall may sell, with the BOM in force', async () => {
    const stall = (await rows('operationSystem'))[0]!;
    const found = await page('master-data/dish/listDishPageListByGearId', {
      gearId: stall['gearOperationDeptId'],
      current: 1,
      size: 5,
    });
    expect(found.total).toBeGreaterThan(0);
    for (const row of found.records)
      expect([row['dishKind'], row['frozen'], row['usable'], row['bomId'] !== '']).toEqual(['finished', 0, 1, true]);
    await refused('GET', 'master-data/dish/listDishPageListByGearId', {}, /gearId/);
  });
  test('EP-0260 EP-0262: lines of BOMs, all of one and one by itself', async () => {
    const bom = (await rows('dishBom'))[0]!;
    const lines = await page('master-data/dishbomdetail/list', { bomId: bom.id, current: 1, size: 3 });
    expect(lines.total).toBeGreaterThan(0);
    for (const line of lines.records)
      expect(line).toMatchObject({
        bomId: bom.id,
        dishId: bom['dishId'],
        netQty: expect.stringMatching(/^\d+(\.\d+)?$/),
        unitName: expect.any(String),
      });
    const [line] = lines.records;
    expect(await get('master-data/dishbomdetail/detail', { id: line!.id })).toEqual(line);
    expect(
      (await company.call(company.admin, 'GET', '/api/master-data/dishbomdetail/detail', { id: '4611686018427387904' }))
        .status,
    ).toBe(404);
  });
  test('a menu template is there for those at a stall it reaches, and for nobody at another', async () => {
    const [menu] = (await get<Page>('master-data/menutemplate/page', { effective: 1 })).records;
    expect(menu, 'what a menu costs is told in its list').toMatchObject({
      costPerDiner: expect.stringMatching(/^\d+\.\d\d$/),
      overBudgetCells: expect.any(Number),
      missingCells: 0,
    });
    const reached = (await page('master-data/menutemplate/pageGearOperation', { effective: 1, size: 200 })).records.map(
      (row) => String(row['gearOperationDeptId']),
    );
    const elsewhere = (await rows('operationSystem'))
      .map((row) => String(row['gearOperationDeptId']))
      .find((id) => !reached.includes(id))!;
    const [near, far] = [await siteEyes(reached[0]!), await siteEyes(elsewhere)];
    expect(
      (await get<Page>('master-data/menutemplate/pageGearOperation', { effective: 1 }, near)).records,
    ).toMatchObject([{ id: menu!.id, gearOperationDeptId: reached[0], own: 0 }]);
    expect(
      await get('master-data/menutemplate/getMenuTemplate', { gearOperationDeptId: reached[0] }, near),
    ).toMatchObject({ template: { id: menu!.id } });
    expect(
      (
        await get<Page>(
          'master-data/dish/listDishPageListFromMenuTemplate',
          { menuTemplateId: menu!.id, dayNo: 1 },
          near,
        )
      ).total,
    ).toBeGreaterThan(0);
    expect(
      (await get('master-data/dishbom/getDishBomFromMenuTemplate', { menuTemplateId: menu!.id, dayNo: 1 }, near)).every(
        (bom) => bom['missing'] === false,
      ),
    ).toBe(true);
    expect((await get<Page>('master-data/menutemplate/pageGearOperation', { effective: 1 }, far)).total).toBe(0);
    expect(await get('master-data/menutemplate/getMenuTemplate', { gearOperationDeptId: reached[0] }, far)).toEqual({});
    for (const path of ['dish/listDishPageListFromMenuTemplate', 'dishbom/getDishBomFromMenuTemplate'])
      expect((await company.call(far, 'GET', `/api/master-data/${path}`, { menuTemplateId: menu!.id })).status).toBe(
        404,
      );
  });
});

describe('suppliers', () => {
  const body = { name: '新供应商', contact: '王', contactPhone: '13800000000' };
  test('EP-0772 EP-0773 EP-0774: one is added, changed, and offered to choose from until it is frozen', async () => {
    const before = (await rows('supplier')).length;
    await post('store-management/supplier/addSupplier', body);
    const made = (await rows('supplier')).find((row) => row['name'] === '新供应商')!;
    expect((await rows('supplier')).length).toBe(before + 1);
    await post('store-management/supplier/updateSupplier', { ...made, contact: '李' });
    expect((await rows('supplier')).find((row) => row.id === made.id)).toMatchObject({
      name: '新供应商',
      contact: '李',
    });
    await refused('POST', 'store-management/supplier/updateSupplier', body, /id/);
    await refused('POST', 'store-management/supplier/addSupplier', { ...body, name: '' }, /名称/);
    const offered = (await get('store-management/supplier/downBox', { name: '新供应商' })).find(
      (row) => row.id === made.id,
    );
    expect(offered).toMatchObject({ id: made.id, name: '新供应商', code: made['code'] });
    await post('store-management/supplier/freeze', { ids: made.id });
    expect((await get('store-management/supplier/downBox', { name: '新供应商' })).map((row) => row.id)).not.toContain(
      made.id,
    );
  });
  test('EP-0777 EP-0778 EP-0779: sites are tied to a supplier, changed and listed by name', async () => {
    const supplierId = (
      await company.asOwner<{ id: string }>(
        'select id from supplier where tenant_id = $1 and frozen = 0 and not exists (select 1 from supplier_project p where p.supplier_id = supplier.id) limit 1',
        [TENANT],
      )
    )[0]!.id;
    const before = await get('store-management/supplier/getSupplierProject', { supplierId });
    const site = (await rows('projectDeptSystem')).find(
      (row) => !before.some((tie) => tie['bladeProjectDeptId'] === row['bladeProjectDeptId']),
    )!;
    expect(
      await post('store-management/supplier/addSupplierProject', { supplierId, projectDeptSysIds: [site.id] }),
    ).toBe(true);
    const [tie] = (await get('store-management/supplier/getSupplierProject', { supplierId })).filter(
      (row) => row['bladeProjectDeptId'] === site['bladeProjectDeptId'],
    );
    expect(tie).toMatchObject({ supplierId, projectDeptSysId: site.id, projectDeptName: site['projectDeptName'] });
    expect(await post('store-management/supplier/updateSupplierProject', { id: tie!.id, remark: '只送早市' })).toBe(
      true,
    );
    expect(
      (await get('store-management/supplier/getSupplierProject', { supplierId })).find((row) => row.id === tie!.id),
    ).toMatchObject({ remark: '只送早市' });
    await refused('POST', 'store-management/supplier/addSupplierProject', { supplierId }, /projectDeptSysIds/);
  });
});

describe('sites', () => {
  test('EP-0847 EP-0848 EP-0851: the profile of a site, its SAP attributes and its menu settings, each by itself', async () => {
    const site = (await rows('projectDeptSystem'))[0]!;
    for (const [path, has, hasNot] of [
      ['getGearProjectDeptInfo', 'linkman', 'sapCode'],
      ['getGearProjectDeptSpaInfo', 'sapCode', 'linkman'],
      ['getGearProjectDeptMenu', 'targetFoodCostPct', 'linkman'],
    ] as const) {
      const profile = await get<Row>(`gear-operation/gearprojectdeptsys/${path}`, { id: site.id });
      expect([profile.id, profile['projectDeptName'], has in profile, hasNot in profile]).toEqual([
        site.id,
        site['projectDeptName'],
        true,
        false,
      ]);
      expect(
        (
          await company.call(company.admin, 'GET', `/api/gear-operation/gearprojectdeptsys/${path}`, {
            id: '4611686018427387904',
          })
        ).status,
      ).toBe(404);
    }
  });
  test('EP-0853 EP-0860: departments without a profile are offered by company, and added several at once', async () => {
    const dept = company.program.registry.find('dept');
    const above = (await rows('dept')).find((row) => row['deptCategory'] === 1)!;
    for (const name of ['新项目一', '新项目二'])
      expect(
        (
          await company.post(dept, 'submit', {
            deptName: name,
            fullName: name,
            parentId: above.id,
            deptCategory: '2',
            sort: 1,
          })
        ).status,
      ).toBe(200);
    const offered = (
      await get('gear-operation/gearprojectdeptsys/getUnAddProjectByCompany', { companyDeptId: above.id })
    ).filter((row) => String(row['deptName']).startsWith('新项目'));
    expect(offered).toHaveLength(2);
    expect(
      await post('gear-operation/gearprojectdeptsys/addProjectDeptSys', {
        bladeProjectDeptIds: offered.map((row) => row['bladeProjectDeptId']),
      }),
    ).toBe(true);
    expect((await rows('projectDeptSystem')).map((row) => row['projectDeptName'])).toEqual(
      expect.arrayContaining(['新项目一', '新项目二']),
    );
    expect(
      (await get('gear-operation/gearprojectdeptsys/getUnAddProjectByCompany', { companyDeptId: above.id })).map(
        (row) => row['deptName'],
      ),
    ).not.toContain('新项目一');
    await refused('GET', 'gear-operation/gearprojectdeptsys/getUnAddProjectByCompany', {}, /companyDeptId/);
  });
  test('EP-0855 EP-0856 EP-0857 EP-0858: sites to choose from: all of them, those in scope, channel providers, as departments', async () => {
    const [one, other] = await rows('projectDeptSystem');
    const eyes = await siteEyes(String(one!['bladeProjectDeptId']));
    const at = (path: string, input: Record<string, unknown> = {}): Promise<Row[]> =>
      get(`gear-operation/gearprojectdeptsys/${path}`, input, eyes);
    expect((await at('listAllRelevanceNoAuth')).map((row) => row.id)).toEqual(
      expect.arrayContaining([one!.id, other!.id]),
    );
    expect(
      (await at('listAllRelevanceNoAuth', { projectDeptName: one!['projectDeptName'] })).map((row) => row.id),
    ).toContain(one!.id);
    expect((await at('listProjectDeptSys')).map((row) => row.id)).toEqual([one!.id]);
    expect(await at('getProjectDept')).toEqual([
      { deptId: one!['bladeProjectDeptId'], deptName: one!['projectDeptName'], projectDeptSysId: one!.id },
    ]);
    expect((await at('listByIsChannelProvider', { isChannelProvider: 0 })).map((row) => row.id)).toEqual(
      one!['isChannelProvider'] === 0 ? [one!.id] : [],
    );
    await company.asOwner('update project_dept_system set is_channel_provider = 1 where id = $1', [one!.id]);
    expect((await at('listByIsChannelProvider')).map((row) => row.id)).toEqual([one!.id]);
  });
  test('EP-0866 EP-0868 EP-0869: a stall is added, changed, and its serving hours are replaced', async () => {
    const dept = company.program.registry.find('dept');
    const restaurant = (await rows('dept')).find((row) => row['deptCategory'] === 3)!;
    const made = (
      await company.post(dept, 'submit', {
        deptName: '新档口',
        fullName: '新档口',
        parentId: restaurant.id,
        deptCategory: '4',
        sort: 1,
      })
    ).body.data as Row;
    const { id } = await post('gear-operation/gearoperationsys/addGearOperation', {
      gearOperationName: '新档口',
      gearOperationDeptId: made.id,
      timeIntervals: [{ mealType: 'lunch', startTime: '11:00', endTime: '13:00' }],
    });
    await post('gear-operation/gearoperationsys/updateOperation', { id, phone: '123' });
    await refused('POST', 'gear-operation/gearoperationsys/updateOperation', { phone: '123' }, /id/);
    expect((await rows('operationSystem')).find((row) => row.id === id)).toMatchObject({
      gearOperationName: '新档口',
      useRestaurantDeptId: restaurant.id,
    });
    expect(
      await post('gear-operation/gearoperationsys/updateTimeInterval', {
        gearOperationDeptId: made.id,
        list: [{ mealType: 'dinner', startTime: '17:00', endTime: '19:00' }],
      }),
    ).toBe(true);
    expect(await get('gear-operation/gearoperationsys/getTimeInterval', { id })).toMatchObject([
      { mealType: 'dinner', startTime: '17:00', endTime: '19:00' },
    ]);
  });
  test('EP-0879 EP-0878 EP-0872: hours hold from a day on and leave a record; ways of payment and people of a stall', async () => {
    const stall = (await rows('operationSystem'))[0]!;
    const hours = { gearOperationDeptId: stall['gearOperationDeptId'] };
    const at = (path: string): Promise<Row[]> => get(`gear-operation/gearoperationsys/${path}`, hours);
    await refused(
      'POST',
      'gear-operation/gearoperationsys/updateTimeInterval',
      { ...hours, effectiveFrom: '2020-01-01', list: [] },
      /不能早于今天/,
    );
    const before = await at('getTimeInterval');
    const recordsBefore = (await at('getTimeIntervalRecord')).length;
    await post('gear-operation/gearoperationsys/updateTimeInterval', {
      ...hours,
      effectiveFrom: '2099-01-01',
      reason: '换季',
      list: [{ ...before[0], startTime: '10:30' }],
    });
    const after = await at('getTimeInterval');
    expect(after.filter((row) => row['future'] === false)).toHaveLength(before.length);
    expect(after.filter((row) => row['future'] === true)).toMatchObject([
      { startTime: '10:30', effectiveFrom: '2099-01-01', effectiveTo: '' },
    ]);
    expect(after.filter((row) => row['future'] === false).map((row) => row['effectiveTo'])).toEqual(
      before.map(() => '2098-12-31'),
    );
    const records = await at('getTimeIntervalRecord');
    expect([records.length - recordsBefore, records[0]]).toMatchObject([
      1,
      {
        effectiveFrom: '2099-01-01',
        reason: '换季',
        operatorName: expect.stringMatching(/./) as string,
        before: before.map((row) => ({ startTime: row['startTime'], effectiveTo: null })),
        after: [...before.map(() => ({ effectiveTo: '2098-12-31' })), { startTime: '10:30' }],
      },
    ]);

    const [user] = await company.asOwner<{ id: string }>(
      `select id from app_user where tenant_id = '000000' and account = 'chef'`,
    );
    await post('gear-operation/gearoperationsys/submit', {
      id: stall.id,
      adminUserIds: [user!.id],
      payTypes: [
        { incomeMode: 'cash', sort: 2 },
        { incomeMode: 'wechat', feeRate: '0.6', sort: 1 },
        { incomeMode: 'alipay', enabled: 0 },
      ],
    });
    expect(await at('getSupportPayTypes')).toMatchObject([
      { incomeMode: 'wechat', feeRate: '0.6' },
      { incomeMode: 'cash', feeRate: '0' },
    ]);
    expect((await at('getSupportPayTypes')).every((row) => row['incomeModeName'] !== '')).toBe(true);
    expect((await at('getGearOperationUser')).find((row) => row.id === user!.id)).toMatchObject({
      account: 'chef',
      isAdmin: 1,
      isManager: 0,
    });
  });
  test('EP-0871 EP-0873 EP-0874 EP-0875 EP-0876: stalls to choose from by restaurant, by department, in scope and all', async () => {
    const all = await rows('operationSystem');
    const stall = all[0]!;
    const mine = all
      .filter(
        (row) => row['useRestaurantDeptId'] === stall['useRestaurantDeptId'] && row['businessStatus'] !== 'closed',
      )
      .map((row) => row.id)
      .toSorted();
    const ids = async (path: string, input: Record<string, unknown> = {}, token = company.admin): Promise<string[]> =>
      (await get(`gear-operation/gearoperationsys/${path}`, input, token)).map((row) => row.id).toSorted();
    expect(await ids('getGearOperaByRestaurantDept', { bladeRestaurantDeptId: stall['useRestaurantDeptId'] })).toEqual(
      mine,
    );
    const restaurant = (await rows('useRestaurant')).find(
      (row) => row['useRestaurantDeptId'] === stall['useRestaurantDeptId'],
    )!;
    expect(await ids('getGearOperaPullDownByRestaurant', { useRestaurantId: restaurant.id })).toEqual(mine);
    const eyes = await siteEyes(String(stall['gearOperationDeptId']));
    expect(await ids('getGearOperation', {}, eyes)).toEqual([stall.id]);
    expect(await ids('getGearOperationAll', {}, eyes)).toEqual(
      all
        .filter((row) => row['businessStatus'] !== 'closed')
        .map((row) => row.id)
        .toSorted(),
    );
    const sites = await get('gear-operation/gearoperationsys/getProjectDeptByCompany', {
      companyDeptId: stall['companyDeptId'],
    });
    expect(sites.map((row) => row['bladeProjectDeptId'])).toContain(stall['bladeProjectDeptId']);
    expect(
      await get('gear-operation/gearoperationsys/getProjectDeptByCompany', { companyDeptId: '4611686018427387904' }),
    ).toEqual([]);
  });
});

describe('stock and differences', () => {
  test('EP-0660: quantities of all warehouses without data scope and without costs, by warehouse and type of material', async () => {
    const all = await rows('stock');
    const eyes = await siteEyes('4611686018427387904');
    expect((await get<Page>('store-management/stock/page', {}, eyes)).total).toBe(0);
    const found = await get<Page>('store-management/stock/pageNoDataAuth', { size: 200 }, eyes);
    expect(found.total).toBe(all.length);
    expect(Object.keys(found.records[0]!).filter((name) => /cost|amount|price/i.test(name))).toEqual([]);
    const [one] = all;
    const narrowed = await get<Page>(
      'store-management/stock/pageNoDataAuth',
      {
        warehouse: one!['warehouseName'] ?? one!['warehouse'],
        materialType: one!['materialTypeId'] ?? one!['materialType'],
        size: 200,
      },
      eyes,
    );
    expect(narrowed.total).toBeGreaterThan(0);
    expect(narrowed.total).toBeLessThan(all.length);
  });
  test('EP-0618 EP-0619: the differences of each side leave as a sheet, by either method', async () => {
    for (const path of ['exportRequireFromProject', 'exportRequireFromFactroy']) {
      const sheets = [];
      for (const method of ['GET', 'POST'] as const) {
        const answer = await company.app.inject({
          method,
          url: `/api/store-management/invinstoredifference/${path}`,
          headers: { 'blade-auth': `bearer ${company.admin}` },
        });
        expect([answer.statusCode, String(answer.headers['content-disposition']).slice(0, 29)]).toEqual([
          200,
          "attachment; filename*=UTF-8''",
        ]);
        sheets.push(ownSheet(answer.rawPayload));
      }
      expect(sheets[0]).toEqual(sheets[1]);
      expect(sheets[0]![0]).toContain('单据编号');
    }
    const [, ...cells] = ownSheet(
      (await company.download('/api/store-management/invinstoredifference/exportRequireFromProject', company.admin))
        .bytes,
    );
    expect(cells.length).toBe((await page('store-management/invinstoredifference/pageRequireFromProject')).total);
  });
  test.each([
    ['EP-1038 EP-1039', 'gear-operation/gearstock', 200],
    ['EP-1042 EP-1043', 'gear-operation/gearstockbatch', 400],
    ['EP-1046 EP-1047', 'gear-operation/gearstockbatchlogs', 200],
  ])(
    '%s: what moves made is neither written nor removed by hand at %s, and the answer says so',
    async (_ids, path, answered) => {
      const { total, records } = await page(`${path}/list`);
      await refused('POST', `${path}/remove`, { ids: records[0]?.id ?? '1' }, /\p{Script=Han}{4}/u);
      // Safety stock of a place and the remark of a move are a person's; the figures never are.
      const { status, body } = await company.call(company.admin, 'POST', `/api/${path}/submit`, {
        id: records[0]?.id ?? '1',
        qty: '999',
        amount: '999',
      });
      expect(status).toBe(answered);
      expect(body.msg).toMatch(/\p{Script=Han}{4}/u);
      const after = await page(`${path}/list`);
      expect([after.total, after.records.map((row) => row['qty'])]).toEqual([total, records.map((row) => row['qty'])]);
    },
  );
});

test('EP-0133: a picture is uploaded as multipart, and its address shows it without a header', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const { status, body } = await company.upload('/api/blade-resource/oss/endpoint/put-file', company.admin, png);
  expect([status, body.msg]).toEqual([200, '操作成功']);
  const stored = body.data as Record<string, string>;
  for (const name of ['link', 'domain', 'name', 'originalName', 'attachId'])
    expect([name, typeof stored[name]]).toEqual([name, 'string']);
  const shown = await company.app.inject({ method: 'GET', url: stored['link']! });
  expect([shown.statusCode, shown.headers['content-type'], shown.headers['x-content-type-options']]).toEqual([
    200,
    'image/png',
    'nosniff',
  ]);
  expect(shown.headers['content-disposition']).toMatch(/^inline/);
});

test('EP-0190: pictures of many materials are told apart by their names; bad ones are said one by one and the good ones stay', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const [first, second] = await rows('material');
  const code = String(first!['code']);
  const files: readonly (readonly [string, Buffer])[] = [
    [`${code}.png`, png],
    [`${code}_2.PNG`, png],
    [`${String(second!['code']).toLowerCase()}.jpg`, Buffer.from('a text')],
    ['NOBODY.png', png],
    [`${String(second!['code'])}_1.jpg`, Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(600 * 1024)])],
  ];
  const boundary = 'larder-boundary';
  const payload = Buffer.concat([
    ...files.flatMap(([name, content]) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const answer = await company.app.inject({
    method: 'POST',
    url: '/api/master-data/material/batchUploadImage',
    payload,
    headers: { 'blade-auth': `bearer ${company.admin}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const results = (JSON.parse(answer.body) as { data: { ok: number; reason: string; code: string }[] }).data;
  expect(results.map(({ ok, reason }) => (ok === 1 ? 'ok' : reason))).toEqual([
    'ok',
    'ok',
    '不是可以打开的 jpg 或 png 图片，请重拍或换一张',
    '未找到物料编码 NOBODY，请按“物料编码.jpg”命名',
    '文件不能超过 500 kB，请压缩后再上传',
  ]);
  expect(results.slice(0, 2).map((each) => each.code)).toEqual([code, code]);
  const { body } = await company.get(company.program.registry.find('material'), 'detail', { id: first!.id });
  expect((body.data as { imagesFiles: { name: string }[] }).imagesFiles.map((file) => file.name)).toEqual([
    `${code}.png`,
    `${code}_2.PNG`,
  ]);
});

test('RULE-233: where a picture is wanted, what is none is refused by its content, and one too large by its size', async () => {
  const send = async (file: Buffer, fields = {}) =>
    (await company.upload('/api/blade-resource/oss/endpoint/put-file-attach', company.admin, file, fields)).body.msg;
  expect(await send(Buffer.from('no picture at all'), { kind: 'picture' })).toBe(
    '不是可以打开的 jpg 或 png 图片，请重拍或换一张',
  );
  expect(await send(Buffer.from('%PDF-1.7 a paper'), { kind: 'picture' })).toBe(
    '不是可以打开的 jpg 或 png 图片，请重拍或换一张',
  );
  expect(await send(Buffer.from('%PDF-1.7 a paper'))).toBe('操作成功');
  expect(
    await send(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(600 * 1024)]), { kind: 'picture' }),
  ).toBe('文件不能超过 500 kB，请压缩后再上传');
});

test('EP-1192: a site chooses among its own kinds of restaurants and those of everybody, never among another’s or frozen ones', async () => {
  const [mine, theirs] = (
    await company.asOwner<{ id: string }>(
      `select id from dept where tenant_id = $1 and dept_category = '2' order by id limit 2`,
      [TENANT],
    )
  ).map(({ id }) => id);
  for (const [code, projectDeptId] of [
    ['own', mine],
    ['other', theirs],
    ['cold', mine],
  ] as const)
    await post('smart-meal/restauranttype/submit', { code, name: `类型${code}`, projectDeptId });
  const [cold] = await company.asOwner<{ id: string }>(
    `select id from restaurant_type where tenant_id = $1 and code = 'cold'`,
    [TENANT],
  );
  await post('smart-meal/restauranttype/freeze', { ids: cold!.id });
  const codes = (await get('smart-meal/restauranttype/listByProjectDeptId', { projectDeptId: mine })).map(
    (row) => row['code'],
  );
  expect(codes).toEqual(expect.arrayContaining(['staff', 'own']));
  expect(codes).not.toContain('cold');
  expect(codes).not.toContain('other');
});

type Cells = readonly (string | null)[];
/** A sheet with these rows, sent as multipart. */
async function importedAt(
  address: string,
  head: readonly string[],
  lines: readonly Cells[],
  more: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeSheet(
    head.map((heading) => sheetColumn(heading, { kind: 'text' })),
    lines,
    { name: '数据' },
  ))
    chunks.push(chunk as Buffer);
  const { status, body } = await company.upload(address, company.admin, Buffer.concat(chunks), more);
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data as Record<string, unknown>;
}

/** Next month: nobody orders years ahead. */
const DELIVERY = momentIn('Asia/Shanghai', new Date(Date.now() + 30 * 86_400_000)).slice(0, 10);

test('EP-0447 EP-0451: a sheet of order lines becomes one draft for each supplier, place and day; a bad row keeps all out, or only its own order', async () => {
  const address = '/api/store-management/purchaseorder/importExcelTemplate';
  const head = ownSheet((await company.download(address.replace('import', 'download'), company.admin)).bytes)[0]!;
  expect(head).toEqual([
    '供应商编码*',
    '收货仓库编码',
    '到货日期*',
    '物料编码*',
    '单位*',
    '订购数量*',
    '含税单价',
    '收货工厂仓编码',
  ]);
  const offers = await company.asOwner<{ supplier: string; material: string; unit: string }>(
    `
    select distinct on (s.code) s.code as supplier, m.code as material, u.name as unit from supplier_material t
    join supplier s on s.id = t.supplier_id join material m on m.id = t.material_id
      join material_unit u on u.id = m.base_unit_id
    where t.tenant_id = $1 and t.frozen = 0 and m.frozen = 0 and s.frozen = 0 order by s.code, m.code limit 2`,
    [TENANT],
  );
  const [warehouse] = await company.asOwner<{ code: string }>(
    'select code from warehouse where tenant_id = $1 order by code limit 1',
    [TENANT],
  );
  const line = (of: (typeof offers)[number], qty: string, price: string | null = '3.50'): Cells => [
    of.supplier,
    warehouse!.code,
    DELIVERY,
    of.material,
    of.unit,
    qty,
    price,
  ];
  const imported = (lines: readonly Cells[], more?: Record<string, string>) => importedAt(address, head, lines, more);
  const [one, other] = offers as [(typeof offers)[number], (typeof offers)[number]];
  const before = (await rows('purchaseOrder')).length;
  const good = [line(one, '2'), line(other, '5'), line(one, '1.5', null)];
  expect(await imported(good, { dryRun: '1' })).toMatchObject({
    total: 3,
    created: 3,
    failed: 0,
    landed: false,
    ids: [],
  });
  expect(await imported([...good, line(other, '-1')])).toMatchObject({
    total: 4,
    created: 0,
    failed: 1,
    landed: false,
    rows: [{ row: 5, column: '订购数量*' }],
  });
  expect((await rows('purchaseOrder')).length).toBe(before);

  const { ids, created } = (await imported(good)) as { ids: string[]; created: number };
  expect([ids.length, created]).toEqual([2, 3]);
  const [first, second] = await Promise.all(
    ids.map((id) => get<Row & { details: Row[] }>('store-management/purchaseorder/detail', { id })),
  );
  expect([
    first!['status'],
    first!['deliveryDate'],
    first!['lineCount'],
    first!.details.map((each) => each['orderQty']),
  ]).toEqual(['draft', DELIVERY, 2, ['2', '1.5']]);
  expect([second!['lineCount'], second!.details[0]!['price'], second!['amount']]).toEqual([1, '3.5', '17.50']);

  // A delivery before today is refused for its order alone, where the good ones are wanted.
  const late = [one.supplier, warehouse!.code, '2020-01-01', one.material, one.unit, '1', '1'];
  const partly = await imported([late, line(other, '4')], { onlyGood: '1' });
  expect(partly).toMatchObject({
    created: 1,
    failed: 1,
    landed: true,
    rows: [{ row: 2, column: '到货日期', reason: expect.stringContaining('2020-01-01') as unknown }],
  });
  expect((partly['ids'] as string[]).length).toBe(1);
}, 30_000);

test('people come from a sheet with the initial password; who is there already is changed only when asked, his password never', async () => {
  const head = ownSheet((await company.download('/api/blade-user/export-template', company.admin)).bytes)[0]!;
  const [dept] = await company.asOwner<{ name: string }>(
    'select dept_name as name from dept where tenant_id = $1 group by dept_name having count(*) = 1 order by 1 limit 1',
    [TENANT],
  );
  const person = (account: string, name: string): Cells =>
    head.map(
      (heading) =>
        ({ 登录账号: account, 用户昵称: name, 用户姓名: name, 所属部门: dept!.name, 角色: '厨师长' })[
          heading.replace(/[*＊]|编码/g, '')
        ] ?? null,
    );
  const stored = (): Promise<{ account: string; name: string; must: number; hash: string }[]> =>
    company.asOwner(
      `select u.account, u.real_name as name, u.must_change_password as must, s.password_hash as hash from app_user u
        join user_secret s on s.user_id = u.id where u.tenant_id = $1 and u.account like 'sheet-%' order by 1`,
      [TENANT],
    );
  const imported = (lines: readonly Cells[], more?: Record<string, string>) =>
    importedAt('/api/blade-user/import-user', head, lines, more);

  expect(await imported([person('sheet-a', '甲'), person('sheet-b', '乙')])).toMatchObject({
    total: 2,
    created: 2,
    failed: 0,
    landed: true,
  });
  const before = await stored();
  expect(before.map(({ account, name, must }) => [account, name, must])).toEqual([
    ['sheet-a', '甲', 1],
    ['sheet-b', '乙', 1],
  ]);
  expect(await imported([person('sheet-a', '改名')])).toMatchObject({
    created: 0,
    failed: 1,
    landed: false,
    rows: [{ row: 2, reason: expect.stringContaining('sheet-a') as unknown }],
  });
  expect(await stored()).toEqual(before);
  expect(await imported([person('sheet-a', '改名')], { isCovered: '1' })).toMatchObject({
    updated: 1,
    failed: 0,
    landed: true,
  });
  expect((await stored()).map(({ name, hash }) => [name, hash])).toEqual([
    ['改名', before[0]!.hash],
    ['乙', before[1]!.hash],
  ]);
}, 30_000);

/** Master data from SAP: units, types, materials and their sites. The tests build on each other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { counts, openSapCompany, type SapCompany } from './sap-company.testing.ts';
import { product } from './sap-system.testing.ts';

let company: SapCompany;
beforeAll(async () => {
  company = await openSapCompany();
  await company.configure();
});
afterAll(() => company.close());

test('EP-0412, RULE-262: units come by their SAP code; one entered here under the same code becomes SAP’s', async () => {
  expect(counts(await company.sync('unit'))).toEqual(['succeeded', 3, 2, 1, 0, 0]);
  expect(
    await company.rows(
      sql`select code, name, dimension, is_common, decimals, source from material_unit where sap_code is not null order by code`,
    ),
  ).toEqual([
    { code: 'CAR', name: '纸箱', dimension: 'pack', isCommon: 0, decimals: 0, source: 'sap' },
    { code: 'KG', name: '公斤', dimension: 'mass', isCommon: 1, decimals: 3, source: 'sap' },
    { code: 'ROL', name: '卷', dimension: 'pack', isCommon: 0, decimals: 0, source: 'sap' },
  ]);
  // Version 4 remembers what was read: nothing changed, nothing comes.
  expect(counts(await company.sync('unit'))).toEqual(['succeeded', 0, 0, 0, 0, 0]);
  company.sap.rows('unit', (units) => {
    units[2]!['UnitOfMeasureName'] = '卷筒';
  });
  expect(counts(await company.sync('unit'))).toEqual(['succeeded', 1, 0, 1, 0, 0]);
  expect(counts(await company.sync('unit', { full: '1' }))).toEqual(['succeeded', 3, 0, 0, 3, 0]);
});

test('EP-0415, RULE-262: material types come by their group; where one hangs in the tree is said by hand and stays', async () => {
  expect(counts(await company.sync('type'))).toEqual(['succeeded', 2, 2, 0, 0, 0]);
  const above = (
    (await company.admin.post('master-data/materialtype/submit', { code: 'FRESH', name: '生鲜' })).body.data as {
      id: string;
    }
  ).id;
  const [veg] = await company.rows<{ id: string }>(sql`select id from material_type where code = 'VEG'`);
  const moved = await company.admin.post('master-data/materialtype/submit', { id: veg!.id, parentId: above });
  expect(moved.body.msg).toBe('操作成功');
  company.sap.rows('material-type', (groups) => {
    groups[0]!['to_Text'] = [{ Language: 'ZH', MaterialGroupName: '新鲜蔬菜' }];
  });
  expect(counts(await company.sync('type'))).toEqual(['succeeded', 2, 0, 1, 1, 0]);
  expect(await company.rows(sql`select name, parent_id, full_name from material_type where code = 'VEG'`)).toEqual([
    { name: '新鲜蔬菜', parentId: above, fullName: '生鲜/新鲜蔬菜' },
  ]);
  const refused = await company.admin.post('master-data/materialtype/submit', { id: veg!.id, name: '别的名字' });
  expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('由SAP维护')]);
  expect((await company.admin.post('master-data/materialtype/remove', undefined, { ids: veg!.id })).body.msg).toBe(
    'SAP物料类型不能删除',
  );
});

test('EP-0413, RULE-262: materials have name, type, unit, shelf life and their packs; what is the same is left alone', async () => {
  expect(counts(await company.sync('material'))).toEqual(['succeeded', 23, 23, 0, 0, 0]);
  expect(
    await company.rows(sql`
    select m.name, m.code, t.code as type, u.code as unit, m.shelf_life_days, m.sap_material_type, c.sentence, c.source from material m join material_type t on t.id = m.material_type_id join material_unit u on u.id = m.base_unit_id
    left join item_unit_conversion c on c.material_id = m.id where m.sap_code = 'M007'`),
  ).toEqual([
    {
      name: 'SAP菜7',
      code: 'M007',
      type: 'VEG',
      unit: 'KG',
      shelfLifeDays: 7,
      sapMaterialType: 'ROH',
      sentence: '1 纸箱 = 12.5 公斤；1 公斤 = 0.08 纸箱',
      source: 'sap',
    },
  ]);
  const versions = () => company.rows(sql`select sum(version)::integer as v, count(*)::integer as n from material`);
  const before = await versions();
  expect(counts(await company.sync('material', { full: '1' }))).toEqual(['succeeded', 23, 0, 0, 23, 0]);
  expect(await versions(), 'and nobody’s open form became stale').toEqual(before);
  expect(counts(await company.sync('material')), 'only what changed since is asked for').toEqual([
    'succeeded',
    0,
    0,
    0,
    0,
    0,
  ]);
});

test('what changed comes, a deletion mark freezes and its end thaws; what SAP owns is shut here, the rest is ours', async () => {
  const now = (): string => new Date().toISOString();
  company.sap.rows('material', (products) => {
    Object.assign(products[0]!, {
      LastChangeDateTime: now(),
      to_Description: [{ Language: 'ZH', ProductDescription: '改名' }],
    });
    Object.assign(products[1]!, { LastChangeDateTime: now(), IsMarkedForDeletion: true });
    Object.assign(products[2]!, {
      LastChangeDateTime: now(),
      to_ProductUnitsOfMeasure: [{ AlternativeUnit: 'CAR', QuantityNumerator: '20', QuantityDenominator: '2' }],
    });
  });
  expect(counts(await company.sync('material'))).toEqual(['succeeded', 3, 0, 3, 0, 0]);
  const [one] = await company.rows<Record<string, unknown>>(
    sql`select id, version, name from material where sap_code = 'M000'`,
  );
  expect(one!['name']).toBe('改名');
  expect(await company.rows(sql`select frozen, frozen_reason from material where sap_code = 'M001'`)).toEqual([
    { frozen: 1, frozenReason: 'SAP已标记删除' },
  ]);
  expect(
    await company.rows(
      sql`select from_qty, to_qty from item_unit_conversion c join material m on m.id = c.material_id where m.sap_code = 'M002' order by c.start_date`,
    ),
    'what was in force yesterday stays answer',
  ).toEqual([
    { fromQty: '1', toQty: '12.5' },
    { fromQty: '2', toQty: '20' },
  ]);
  company.sap.rows('material', (products) => {
    Object.assign(products[1]!, { LastChangeDateTime: now(), IsMarkedForDeletion: false });
  });
  await company.sync('material');
  expect(await company.rows(sql`select frozen from material where sap_code = 'M001'`)).toEqual([{ frozen: 0 }]);

  const detail = (await company.admin.get('master-data/material/detail', { id: String(one!['id']) })).body
    .data as Record<string, unknown>;
  expect((await company.admin.post('master-data/material/submit', { ...detail, name: '我改的' })).body.msg).toBe(
    '物料名称由SAP维护，不能在此修改',
  );
  expect(
    (await company.admin.post('master-data/material/submit', { ...detail, leadDays: 4 })).body.msg,
    'the whole row posted back with a change of ours',
  ).toBe('操作成功');
  expect(
    (await company.admin.post('master-data/material/remove', undefined, { ids: String(one!['id']) })).body.msg,
  ).toBe('SAP物料不能删除，可冻结');
  await company.sync('material', { full: '1' });
  expect(await company.rows(sql`select lead_days from material where sap_code = 'M000'`)).toEqual([{ leadDays: 4 }]);
});

test('one bad record says why and leaves the others; the next run tries it again, together with what changed', async () => {
  const at = new Date().toISOString();
  company.sap.rows('material', (products) =>
    products.push(
      product('X1', '未知单位', { BaseUnit: 'ZZZ', LastChangeDateTime: at }),
      product('X2', '未知组', { ProductGroup: 'NEW', LastChangeDateTime: at }),
      product('X3', '好的', { LastChangeDateTime: at }),
      product('X4', '换算无效', {
        LastChangeDateTime: at,
        to_ProductUnitsOfMeasure: [{ AlternativeUnit: 'CAR', QuantityNumerator: '0', QuantityDenominator: '1' }],
      }),
    ),
  );
  const first = await company.sync('material');
  expect([first.state, first.created, first.failed]).toEqual(['partial', 1, 3]);
  expect(first.errors.map(({ sapKey, field, reason }) => [sapKey, field, reason])).toEqual([
    ['X1', 'baseUnitId', 'SAP单位「ZZZ」在本系统没有对应单位，请先同步单位，或在计量单位填写其SAP单位'],
    ['X2', 'materialTypeId', 'SAP物料组「NEW」没有对应的物料类型，请先同步物料类型，或在物料类型填写其SAP物料组'],
    ['X4', 'units', '单位「CAR」的换算数量无效：1 / 0'],
  ]);
  // Mended on either side; the clock of SAP moved on, so that they do not come by themselves.
  company.sap.rows('material', (products) => {
    Object.assign(
      products.find((row) => row['Product'] === 'X1')!,
      { BaseUnit: 'KG', LastChangeDateTime: '2026-01-01T00:00:00Z' },
    );
    for (const code of ['X2', 'X4'])
      products.find((row) => row['Product'] === code)!['LastChangeDateTime'] = '2026-01-01T00:00:00Z';
  });
  const requestsBefore = company.sap.requests.length;
  const second = await company.sync('material');
  expect(second.errors.map(({ sapKey }) => sapKey)).toEqual(['X2', 'X4']);
  expect(
    await company.rows(
      sql`select sap_key, tries from sap_sync_error where sap_sync_run_id = ${second.runId}::bigint order by sap_key`,
    ),
  ).toEqual([
    { sapKey: 'X2', tries: 2 },
    { sapKey: 'X4', tries: 2 },
  ]);
  expect(
    company.sap.requests.slice(requestsBefore).filter((request) => request.startsWith('POST')).length,
    'all of them in one request',
  ).toBe(1);
  expect(
    await company.rows(sql`select code from material where sap_code in ('X1', 'X2', 'X3', 'X4') order by code`),
  ).toEqual([{ code: 'X1' }, { code: 'X3' }, { code: 'X4' }]);
  company.sap.rows('material', (products) =>
    products.splice(
      products.findIndex((row) => row['Product'] === 'X2'),
      1,
    ),
  );
  company.sap.rows('material', (products) => {
    products.find((row) => row['Product'] === 'X4')!['to_ProductUnitsOfMeasure'] = [];
  });
  expect(counts(await company.sync('material')).slice(0, 1), 'what SAP has no more needs no trying').toEqual([
    'succeeded',
  ]);
});

test('a local pack that differs from SAP’s is an error of that record; a constant SAP gets wrong too', async () => {
  const [m] = await company.rows<{ id: string }>(sql`select id from material where sap_code = 'M005'`);
  const [rol] = await company.rows<{ id: string }>(sql`select id from material_unit where code = 'ROL'`);
  const [kg] = await company.rows<{ id: string }>(sql`select id from material_unit where code = 'KG'`);
  expect(
    (
      await company.admin.post('master-data/itemunitconversion/submit', {
        materialId: m!.id,
        fromQty: '1',
        fromUnitId: rol!.id,
        toQty: '3',
        toUnitId: kg!.id,
      })
    ).body.msg,
  ).toBe('操作成功');
  company.sap.rows('material', (products) => {
    Object.assign(products[5]!, {
      LastChangeDateTime: new Date().toISOString(),
      to_ProductUnitsOfMeasure: [
        { AlternativeUnit: 'ROL', QuantityNumerator: '4', QuantityDenominator: '1' },
        { AlternativeUnit: 'G', QuantityNumerator: '1', QuantityDenominator: '900' },
      ],
    });
  });
  const answer = await company.sync('material');
  expect(answer.errors.map(({ reason }) => reason)).toEqual([
    '单位「ROL」的换算与本地维护的不同（SAP：1 卷筒 = 4 公斤；本地：1 卷筒 = 3 公斤），请先修正其中一方',
    '单位「G」在SAP的换算（900 克 = 1 公斤）与通用换算不同，请在SAP改正',
  ]);
  company.sap.rows('material', (products) => {
    Object.assign(products[5]!, {
      to_ProductUnitsOfMeasure: [
        { AlternativeUnit: 'ROL', QuantityNumerator: '3', QuantityDenominator: '1' },
        { AlternativeUnit: 'G', QuantityNumerator: '1', QuantityDenominator: '1000' },
      ],
    });
  });
  expect((await company.sync('material')).state).toBe('succeeded');
});

test('EP-0414, RULE-262: a material at a plant becomes a material of that site; a plant without one is an error; it reads as allowed there', async () => {
  const site = await company.addSite();
  company.sap.rows('material-project-dept', (all) =>
    all.push(
      { Product: 'M000', Plant: '1010', PurchasingGroup: '001', ProfileCode: '', IsMarkedForDeletion: false },
      { Product: 'M001', Plant: '9999', PurchasingGroup: '', ProfileCode: '', IsMarkedForDeletion: false },
      { Product: 'NONE', Plant: '1010', PurchasingGroup: '', ProfileCode: '', IsMarkedForDeletion: false },
    ),
  );
  const answer = await company.sync('plant');
  expect([counts(answer), answer.errors.map(({ sapKey, field }) => [sapKey, field])]).toEqual([
    ['partial', 3, 1, 0, 0, 2],
    [
      ['M001|9999', 'sapFactory'],
      ['NONE|1010', 'materialId'],
    ],
  ]);
  const page = (await company.admin.get('master-data/sapmaterialprojectdept/page', { sapFactory: '1010' })).body
    .data as {
    records: Record<string, unknown>[];
  };
  expect(page.records.map((row) => [row['materialName'], row['deptId'], row['active'], row['purchaseGroup']])).toEqual([
    ['改名', site.id, 1, '001'],
  ]);
  await company.house.run(
    async (tx) => void (await tx.run(sql`update material set auth_mode = 'closed' where sap_code in ('M000', 'M002')`)),
  );
  const usable = async (code: string): Promise<boolean> =>
    (
      (await company.admin.get('master-data/material/pageWithAuthNew', { deptId: site.id, keyword: code, usable: '1' }))
        .body.data as { records: { code: string; reason?: string; usable?: number }[] }
    ).records.some((row) => row.code === code && (row.reason ?? '') === '');
  expect([await usable('M000'), await usable('M002')]).toEqual([true, false]);
  company.sap.rows('material-project-dept', (all) => {
    all.splice(1);
    all[0]!['IsMarkedForDeletion'] = true;
  });
  expect(counts(await company.sync('plant'))).toEqual(['succeeded', 1, 0, 1, 0, 0]);
  expect(await usable('M000')).toBe(false);
  await company.house.run(async (tx) => void (await tx.run(sql`update material set auth_mode = null`)));
});

/** What SAP says, over a real line: what comes, what is refused, and what breaks off. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startJobs } from '../../parts/jobs/jobs.ts';
import { joinPrograms, type Programs } from '../../parts/jobs/programs.ts';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, SECRET, type Client, type House } from '../admin/admin.testing.ts';
import { seedUnits } from '../master-data/units/first-units.server.ts';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import type { ServedRow } from './odata/odata-service.testing.ts';
import {
  product,
  SAP_SECRET,
  SAP_USER,
  sapData,
  startSap,
  type SapData,
  type SapSystem,
} from './sap-system.testing.ts';

let house: House;
let admin: Client;
let sap: SapSystem;
let data: SapData;
let jobs: Awaited<ReturnType<typeof startJobs>>;
let programs: Programs;
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  await house.run((tx) => seedUnits(tx));
  const ownerUrl = String(house.owner.pool.options.connectionString);
  programs = await joinPrograms({ ownerUrl });
  jobs = await startJobs({
    ownerUrl,
    database: house.database,
    program: house.program,
    programs,
    logger: pino({ level: 'silent' }),
  });
  data = sapData({
    products: Array.from({ length: 23 }, (_, at) => product(`M${String(at).padStart(3, '0')}`, `SAP菜${at}`)),
  });
  sap = await startSap(data, { pageMost: 5 });
});
afterAll(async () => {
  await jobs.stop();
  await programs.leave();
  await sap.close();
});

interface Told {
  readonly runId: string;
  readonly state: string;
  readonly mode: string;
  readonly fetched: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly message: string;
  readonly errors: { sapKey: string; field: string; reason: string }[];
}
const CALLS = {
  unit: 'sapmaterialunit/syncsapmaterialunits',
  type: 'sapmaterialtype/syncsapmaterialtypes',
  material: 'sapmaterial/syncsapmaterials',
  plant: 'sapmaterialprojectdept/syncsapmaterialprojectdepts',
} as const;
const TRADE = {
  supplier: 'store-management/sapsupplier/syncsapsuppliers',
  purchase: 'store-management/purchaseprice/syncsappurchaseprices',
  settlement: 'store-management/settlementprice/syncsapsettlementprices',
  site: 'gear-operation/gearprojectdeptsys/syncsapprojectdepts',
} as const;
const addressOf = (what: keyof typeof CALLS | keyof typeof TRADE): string =>
  what in CALLS ? `master-data/${CALLS[what as keyof typeof CALLS]}` : TRADE[what as keyof typeof TRADE];
const sync = async (
  what: keyof typeof CALLS | keyof typeof TRADE,
  query: Record<string, string> = {},
): Promise<Told> => {
  const { status, body } = await admin.get(addressOf(what), query);
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data;
};
const counts = ({ state, fetched, created, updated, unchanged, failed }: Told): unknown[] => [
  state,
  fetched,
  created,
  updated,
  unchanged,
  failed,
];
const rows = <T>(text: ReturnType<typeof sql>): Promise<T[]> => house.run((tx) => tx.rows<T>(text) as never);
const set = async (values: Record<string, string>): Promise<void> => {
  for (const [key, value] of Object.entries(values))
    await house.run(
      async (tx) => void (await tx.run(sql`update param set param_value = ${value} where param_key = ${key}`)),
    );
};

describe('before SAP is configured', () => {
  test.each([...Object.keys(CALLS), ...Object.keys(TRADE)] as (keyof typeof CALLS | keyof typeof TRADE)[])(
    '%s says so and nothing changes',
    async (what) => {
      const { status, body } = await admin.get(addressOf(what));
      expect([status, body.msg]).toEqual([400, '未配置SAP连接，请联系管理员']);
      expect(await rows(sql`select id from sap_sync_run`)).toEqual([]);
    },
  );

  test('the password is kept sealed and shown to nobody, and the mask posted back leaves it as it is', async () => {
    const { body } = await admin.get('blade-system/param/page', { paramKey: 'sap.odata.secret' });
    const [row] = (body.data as { records: Record<string, unknown>[] }).records;
    expect((await admin.post('blade-system/param/submit', { ...row, paramValue: SAP_SECRET })).body.msg).toBe(
      '操作成功',
    );
    const stored = async (): Promise<string> =>
      (await rows<{ v: string }>(sql`select param_value as v from param where param_key = 'sap.odata.secret'`))[0]!.v;
    const sealed = await stored();
    expect([sealed.includes(SAP_SECRET), createSecrets(SECRET).open(sealed)]).toEqual([false, SAP_SECRET]);
    const shown = (
      (await admin.get('blade-system/param/page', { paramKey: 'sap.odata.secret' })).body.data as {
        records: Record<string, unknown>[];
      }
    ).records[0]!;
    expect(shown['paramValue']).toBe('******');
    expect((await admin.post('blade-system/param/submit', { ...shown })).body.msg).toBe('操作成功');
    expect(await stored()).toBe(sealed);
    const history = JSON.stringify(
      (await admin.get('blade-system/param/history', { id: String(row!['id']) })).body.data,
    );
    expect([history.includes('******'), history.includes('sealed:'), history.includes(SAP_SECRET)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(
      (
        await admin.post('blade-system/param/submit', {
          ...((await admin.get('blade-system/param/page', { paramKey: 'sap.odata.url' })).body.data[
            'records' as never
          ][0] as object),
          paramValue: 'sap.example.com/path',
        })
      ).body.msg,
    ).toContain('SAP主机地址');
  });
});

describe('from a configured SAP', () => {
  beforeAll(async () => {
    await set({ 'sap.odata.url': sap.origin, 'sap.odata.user': SAP_USER, 'sap.batchSize': '10', 'sap.tries': '1' });
    // What no platform administrator allowed is not asked.
    expect(await sync('unit')).toMatchObject({ state: 'failed', message: expect.stringContaining('sap.allowedHosts') });
    expect(sap.requests).toEqual([]);
    await set({ 'sap.allowedHosts': sap.allowed });
  });
  beforeEach(async () => {
    await set({ 'sap.tries': '1' });
  });

  test('EP-0412, RULE-262: units come by their SAP code; one entered here under the same code becomes SAP’s', async () => {
    expect(counts(await sync('unit'))).toEqual(['succeeded', 3, 2, 1, 0, 0]);
    expect(
      await rows(
        sql`select code, name, dimension, is_common, decimals, source from material_unit where sap_code is not null order by code`,
      ),
    ).toEqual([
      { code: 'CAR', name: '纸箱', dimension: 'pack', isCommon: 0, decimals: 0, source: 'sap' },
      { code: 'KG', name: '公斤', dimension: 'mass', isCommon: 1, decimals: 3, source: 'sap' },
      { code: 'ROL', name: '卷', dimension: 'pack', isCommon: 0, decimals: 0, source: 'sap' },
    ]);
    // Version 4 remembers what was read: nothing changed, nothing comes.
    expect(counts(await sync('unit'))).toEqual(['succeeded', 0, 0, 0, 0, 0]);
    sap.rows('unit', (units) => {
      units[2]!['UnitOfMeasureName'] = '卷筒';
    });
    expect(counts(await sync('unit'))).toEqual(['succeeded', 1, 0, 1, 0, 0]);
    expect(counts(await sync('unit', { full: '1' }))).toEqual(['succeeded', 3, 0, 0, 3, 0]);
  });

  test('EP-0415, RULE-262: material types come by their group; where one hangs in the tree is said by hand and stays', async () => {
    expect(counts(await sync('type'))).toEqual(['succeeded', 2, 2, 0, 0, 0]);
    const above = (
      (await admin.post('master-data/materialtype/submit', { code: 'FRESH', name: '生鲜' })).body.data as { id: string }
    ).id;
    const [veg] = await rows<{ id: string }>(sql`select id from material_type where code = 'VEG'`);
    const moved = await admin.post('master-data/materialtype/submit', { id: veg!.id, parentId: above });
    expect(moved.body.msg).toBe('操作成功');
    sap.rows('material-type', (groups) => {
      groups[0]!['to_Text'] = [{ Language: 'ZH', MaterialGroupName: '新鲜蔬菜' }];
    });
    expect(counts(await sync('type'))).toEqual(['succeeded', 2, 0, 1, 1, 0]);
    expect(await rows(sql`select name, parent_id, full_name from material_type where code = 'VEG'`)).toEqual([
      { name: '新鲜蔬菜', parentId: above, fullName: '生鲜/新鲜蔬菜' },
    ]);
    const refused = await admin.post('master-data/materialtype/submit', { id: veg!.id, name: '别的名字' });
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('由SAP维护')]);
    expect((await admin.post('master-data/materialtype/remove', undefined, { ids: veg!.id })).body.msg).toBe(
      'SAP物料类型不能删除',
    );
  });

  test('a line that breaks half-way leaves whole pages and the place to go on from: nothing doubled, nothing lost', async () => {
    sap.break(/skip=10|skiptoken=5.*skip=10/, { kind: 'cut' });
    const broken = await sync('material');
    expect(counts(broken)).toEqual(['failed', 10, 10, 0, 0, 0]);
    expect(broken.message).toContain('断点');
    const asked = sap.requests.length;
    const whole = await sync('material');
    expect(whole.runId, 'the same run goes on').toBe(broken.runId);
    expect(counts(whole)).toEqual(['succeeded', 23, 23, 0, 0, 0]);
    expect(
      sap.requests.slice(asked).filter((request) => /A_Product\?/.test(request) && !/skip=|skiptoken/.test(request)),
      'what was read is not read again',
    ).toEqual([]);
    expect(
      await rows(
        sql`select count(*)::integer as n, count(distinct sap_code)::integer as codes from material where source = 'sap'`,
      ),
    ).toEqual([{ n: 23, codes: 23 }]);
  });

  test('EP-0413, RULE-262: materials have name, type, unit, shelf life and their packs; what is the same is left alone', async () => {
    expect(
      await rows(sql`
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
    const versions = () => rows(sql`select sum(version)::integer as v, count(*)::integer as n from material`);
    const before = await versions();
    expect(counts(await sync('material', { full: '1' }))).toEqual(['succeeded', 23, 0, 0, 23, 0]);
    expect(await versions(), 'and nobody’s open form became stale').toEqual(before);
    expect(counts(await sync('material')), 'only what changed since is asked for').toEqual([
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
    sap.rows('material', (products) => {
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
    expect(counts(await sync('material'))).toEqual(['succeeded', 3, 0, 3, 0, 0]);
    const [one] = await rows<Record<string, unknown>>(
      sql`select id, version, name from material where sap_code = 'M000'`,
    );
    expect(one!['name']).toBe('改名');
    expect(await rows(sql`select frozen, frozen_reason from material where sap_code = 'M001'`)).toEqual([
      { frozen: 1, frozenReason: 'SAP已标记删除' },
    ]);
    expect(
      await rows(
        sql`select from_qty, to_qty from item_unit_conversion c join material m on m.id = c.material_id where m.sap_code = 'M002' order by c.start_date`,
      ),
      'what was in force yesterday stays told',
    ).toEqual([
      { fromQty: '1', toQty: '12.5' },
      { fromQty: '2', toQty: '20' },
    ]);
    sap.rows('material', (products) => {
      Object.assign(products[1]!, { LastChangeDateTime: now(), IsMarkedForDeletion: false });
    });
    await sync('material');
    expect(await rows(sql`select frozen from material where sap_code = 'M001'`)).toEqual([{ frozen: 0 }]);

    const detail = (await admin.get('master-data/material/detail', { id: String(one!['id']) })).body.data as Record<
      string,
      unknown
    >;
    expect((await admin.post('master-data/material/submit', { ...detail, name: '我改的' })).body.msg).toBe(
      '物料名称由SAP维护，不能在此修改',
    );
    expect(
      (await admin.post('master-data/material/submit', { ...detail, leadDays: 4 })).body.msg,
      'the whole row posted back with a change of ours',
    ).toBe('操作成功');
    expect((await admin.post('master-data/material/remove', undefined, { ids: String(one!['id']) })).body.msg).toBe(
      'SAP物料不能删除，可冻结',
    );
    await sync('material', { full: '1' });
    expect(await rows(sql`select lead_days from material where sap_code = 'M000'`)).toEqual([{ leadDays: 4 }]);
  });

  test('one bad record says why and leaves the others; the next run tries it again, together with what changed', async () => {
    const at = new Date().toISOString();
    sap.rows('material', (products) =>
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
    const first = await sync('material');
    expect([first.state, first.created, first.failed]).toEqual(['partial', 1, 3]);
    expect(first.errors.map(({ sapKey, field, reason }) => [sapKey, field, reason])).toEqual([
      ['X1', 'baseUnitId', 'SAP单位「ZZZ」在本系统没有对应单位，请先同步单位，或在计量单位填写其SAP单位'],
      ['X2', 'materialTypeId', 'SAP物料组「NEW」没有对应的物料类型，请先同步物料类型，或在物料类型填写其SAP物料组'],
      ['X4', 'units', '单位「CAR」的换算数量无效：1 / 0'],
    ]);
    // Mended on either side; the clock of SAP moved on, so that they do not come by themselves.
    sap.rows('material', (products) => {
      Object.assign(
        products.find((row) => row['Product'] === 'X1')!,
        { BaseUnit: 'KG', LastChangeDateTime: '2026-01-01T00:00:00Z' },
      );
      for (const code of ['X2', 'X4'])
        products.find((row) => row['Product'] === code)!['LastChangeDateTime'] = '2026-01-01T00:00:00Z';
    });
    const asked = sap.requests.length;
    const second = await sync('material');
    expect(second.errors.map(({ sapKey }) => sapKey)).toEqual(['X2', 'X4']);
    expect(
      await rows(
        sql`select sap_key, tries from sap_sync_error where sap_sync_run_id = ${second.runId}::bigint order by sap_key`,
      ),
    ).toEqual([
      { sapKey: 'X2', tries: 2 },
      { sapKey: 'X4', tries: 2 },
    ]);
    expect(
      sap.requests.slice(asked).filter((request) => request.startsWith('POST')).length,
      'all of them in one request',
    ).toBe(1);
    expect(await rows(sql`select code from material where sap_code in ('X1', 'X2', 'X3', 'X4') order by code`)).toEqual(
      [{ code: 'X1' }, { code: 'X3' }, { code: 'X4' }],
    );
    sap.rows('material', (products) =>
      products.splice(
        products.findIndex((row) => row['Product'] === 'X2'),
        1,
      ),
    );
    sap.rows('material', (products) => {
      products.find((row) => row['Product'] === 'X4')!['to_ProductUnitsOfMeasure'] = [];
    });
    expect(counts(await sync('material')).slice(0, 1), 'what SAP has no more needs no trying').toEqual(['succeeded']);
  });

  test('a local pack that differs from SAP’s is an error of that record; a constant SAP gets wrong too', async () => {
    const [m] = await rows<{ id: string }>(sql`select id from material where sap_code = 'M005'`);
    const [rol] = await rows<{ id: string }>(sql`select id from material_unit where code = 'ROL'`);
    const [kg] = await rows<{ id: string }>(sql`select id from material_unit where code = 'KG'`);
    expect(
      (
        await admin.post('master-data/itemunitconversion/submit', {
          materialId: m!.id,
          fromQty: '1',
          fromUnitId: rol!.id,
          toQty: '3',
          toUnitId: kg!.id,
        })
      ).body.msg,
    ).toBe('操作成功');
    sap.rows('material', (products) => {
      Object.assign(products[5]!, {
        LastChangeDateTime: new Date().toISOString(),
        to_ProductUnitsOfMeasure: [
          { AlternativeUnit: 'ROL', QuantityNumerator: '4', QuantityDenominator: '1' },
          { AlternativeUnit: 'G', QuantityNumerator: '1', QuantityDenominator: '900' },
        ],
      });
    });
    const told = await sync('material');
    expect(told.errors.map(({ reason }) => reason)).toEqual([
      '单位「ROL」的换算与本地维护的不同（SAP：1 卷筒 = 4 公斤；本地：1 卷筒 = 3 公斤），请先修正其中一方',
      '单位「G」在SAP的换算（900 克 = 1 公斤）与通用换算不同，请在SAP改正',
    ]);
    sap.rows('material', (products) => {
      Object.assign(products[5]!, {
        to_ProductUnitsOfMeasure: [
          { AlternativeUnit: 'ROL', QuantityNumerator: '3', QuantityDenominator: '1' },
          { AlternativeUnit: 'G', QuantityNumerator: '1', QuantityDenominator: '1000' },
        ],
      });
    });
    expect((await sync('material')).state).toBe('succeeded');
  });

  test('EP-0414, RULE-262: a material at a plant becomes a material of that site; a plant without one is an error; it reads as allowed there', async () => {
    const dept = async (body: object): Promise<{ id: string }> =>
      (await admin.post('blade-system/dept/submit', body)).body.data;
    const company = await dept({ deptName: '公司', fullName: '公司', deptCategory: '1', parentId: '0', sort: 1 });
    const site = await dept({
      deptName: '项目',
      fullName: '项目',
      deptCategory: '2',
      parentId: company.id,
      sort: 1,
      sapCode: '1010',
    });
    sap.rows('material-project-dept', (all) =>
      all.push(
        { Product: 'M000', Plant: '1010', PurchasingGroup: '001', ProfileCode: '', IsMarkedForDeletion: false },
        { Product: 'M001', Plant: '9999', PurchasingGroup: '', ProfileCode: '', IsMarkedForDeletion: false },
        { Product: 'NONE', Plant: '1010', PurchasingGroup: '', ProfileCode: '', IsMarkedForDeletion: false },
      ),
    );
    const told = await sync('plant');
    expect([counts(told), told.errors.map(({ sapKey, field }) => [sapKey, field])]).toEqual([
      ['partial', 3, 1, 0, 0, 2],
      [
        ['M001|9999', 'sapFactory'],
        ['NONE|1010', 'materialId'],
      ],
    ]);
    const page = (await admin.get('master-data/sapmaterialprojectdept/page', { sapFactory: '1010' })).body.data as {
      records: Record<string, unknown>[];
    };
    expect(
      page.records.map((row) => [row['materialName'], row['deptId'], row['active'], row['purchaseGroup']]),
    ).toEqual([['改名', site.id, 1, '001']]);
    await house.run(
      async (tx) =>
        void (await tx.run(sql`update material set auth_mode = 'closed' where sap_code in ('M000', 'M002')`)),
    );
    const usable = async (code: string): Promise<boolean> =>
      (
        (await admin.get('master-data/material/pageWithAuthNew', { deptId: site.id, keyword: code, usable: '1' })).body
          .data as { records: { code: string; reason?: string; usable?: number }[] }
      ).records.some((row) => row.code === code && (row.reason ?? '') === '');
    expect([await usable('M000'), await usable('M002')]).toEqual([true, false]);
    sap.rows('material-project-dept', (all) => {
      all.splice(1);
      all[0]!['IsMarkedForDeletion'] = true;
    });
    expect(counts(await sync('plant'))).toEqual(['succeeded', 1, 0, 1, 0, 0]);
    expect(await usable('M000')).toBe(false);
    await house.run(async (tx) => void (await tx.run(sql`update material set auth_mode = null`)));
  });

  test('one run at a time: who calls meanwhile is told of the run that is on; the database lets no second begin', async () => {
    sap.break(/A_ProductGroup/, { kind: 'slow', ms: 1_500 });
    const first = sync('type');
    await new Promise((passed) => {
      setTimeout(passed, 400);
    });
    const second = await sync('type');
    expect(second.state).toBe('running');
    expect((await first).runId).toBe(second.runId);
    const [open] = await rows<{ id: string }>(
      sql`insert into sap_sync_run (object, started_time, beat_time) values ('unit', now(), now()) returning id`,
    );
    await expect(rows(sql`insert into sap_sync_run (object, started_time) values ('unit', now())`)).rejects.toThrow(
      'alone',
    );
    // Whoever worked on it is dead: silent for long. The next call goes on with it, and the dead one may write nothing any more.
    await house.run(
      async (tx) =>
        void (await tx.run(
          sql`update sap_sync_run set beat_time = now() - interval '2 minutes' where id = ${open!.id}::bigint`,
        )),
    );
    const taken = await sync('unit');
    expect([taken.runId, taken.state]).toEqual([open!.id, 'succeeded']);
    expect(await rows(sql`select lease from sap_sync_run where id = ${open!.id}::bigint`)).toEqual([{ lease: 2 }]);
  });

  test('a process that is killed in the midst of a run leaves whole pages; the next goes on from there, and the records are those of SAP', async () => {
    const products = data.products.length;
    sap.rows('material', (all) => {
      for (const row of all)
        Object.assign(row, { LastChangeDateTime: new Date().toISOString(), CrossPlantStatus: '77' });
    });
    await house.run(
      async (tx) =>
        void (await tx.run(
          sql`update sap_sync_run set started_time = now() - interval '3 hours', beat_time = now() - interval '3 hours', ended_time = now() - interval '3 hours' where object = 'material'`,
        )),
    );
    await set({ 'sap.enabled': '1' });
    const thirdPage = /A_Product\?.*skip=10/;
    sap.break(thirdPage, { kind: 'slow', ms: 20_000 });
    const askedBefore = sap.requests.length;
    const other = spawn(process.execPath, [path.join(import.meta.dirname, 'clock-process.testing.ts')], {
      env: {
        ...process.env,
        APP_DATABASE_URL: String(house.database.pool.options.connectionString),
        TOKEN_SECRET: SECRET,
      },
      stdio: 'ignore',
    });
    const last = async () =>
      (
        await rows<{ id: string; state: string; fetched: number; lease: number }>(
          sql`select id, state, fetched, lease from sap_sync_run where object = 'material' order by id desc limit 1`,
        )
      )[0]!;
    await vi.waitFor(async () => expect(await last()).toMatchObject({ state: 'running', fetched: 10 }), {
      timeout: 20_000,
      interval: 50,
    });
    // It waits for the third page; killed before it asked, the next would wait in its place.
    await vi.waitFor(() => expect(sap.requests.slice(askedBefore).some((each) => thirdPage.test(each))).toBe(true), {
      timeout: 20_000,
      interval: 10,
    });
    other.kill('SIGKILL');
    await new Promise((gone) => {
      other.once('exit', gone);
    });
    const broken = await last();
    expect(
      await rows(sql`select count(*)::integer as n from material where sap_status = '77'`),
      'two pages of five, whole',
    ).toEqual([{ n: 10 }]);
    expect((await sync('material')).state, 'for a while it might still be alive').toBe('running');
    await house.run(
      async (tx) =>
        void (await tx.run(
          sql`update sap_sync_run set beat_time = now() - interval '2 minutes' where id = ${broken.id}::bigint`,
        )),
    );
    const whole = await sync('material');
    expect([whole.runId, whole.state, whole.fetched, whole.updated + whole.unchanged]).toEqual([
      broken.id,
      'succeeded',
      products,
      products,
    ]);
    expect(
      await rows(
        sql`select count(*)::integer as n, count(distinct sap_code)::integer as codes from material where sap_status = '77'`,
      ),
    ).toEqual([{ n: products, codes: products }]);
    await set({ 'sap.enabled': '0' });
  });

  test('a busy SAP, a wrong password and a service that is not there are told in words that say what to do', async () => {
    sap.break(/A_ProductGroup/, { kind: 'status', status: 503 });
    expect((await sync('type')).message).toContain('SAP繁忙');
    await set({ 'sap.odata.user': 'SOMEBODY' });
    expect((await sync('type')).message).toContain('SAP不接受用户 SOMEBODY');
    await set({ 'sap.odata.user': SAP_USER, 'sap.mapping': '{"material-type":{"set":"A_Other"}}' });
    expect((await sync('type')).message).toContain('A_Other');
    await set({ 'sap.mapping': '-' });
    expect((await sync('type')).state).toBe('succeeded');
    const { body } = await admin.get('master-data/sapsyncrun/page', { object: 'material-type', state: 'succeeded' });
    expect((body.data as { records: Record<string, unknown>[] }).records[0]).toMatchObject({
      objectName: '物料类型',
      stateName: '成功',
      startUserName: expect.any(String),
    });
  });
});

describe('trade from SAP', () => {
  const partner = (code: string, name: string, more: object = {}): ServedRow => ({
    BusinessPartner: `BP${code}`,
    Supplier: code,
    BusinessPartnerFullName: name,
    SearchTerm1: name.slice(0, 2),
    BusinessPartnerIsBlocked: false,
    LastChangeDate: '2026-01-01',
    to_Supplier: { Supplier: code, PurchasingIsBlocked: false, DeletionIndicator: false },
    to_BusinessPartnerAddress: [{ CityName: '杭州', StreetName: '文三路', HouseNumber: '1号' }],
    to_BusinessPartnerBank: [{ BankName: '工商银行', BankAccount: '6222' }],
    to_BusinessPartnerTax: [],
    ...more,
  });
  const price = (record: string, from: string, to: string, rate: string, more: object = {}): ServedRow => ({
    ConditionRecord: record,
    PurchasingInfoRecord: `IR${record}`,
    Supplier: 'V1',
    Material: 'M003',
    Plant: '',
    ConditionValidityStartDate: from,
    ConditionValidityEndDate: to,
    to_PurInfoRecdPrcgCndn: {
      ConditionRateValue: rate,
      ConditionQuantity: '3',
      ConditionQuantityUnit: 'CAR',
      TaxRate: '9',
      ConditionIsDeleted: false,
    },
    to_SlsPrcgConditionRecord: {
      ConditionRateValue: rate,
      ConditionQuantity: '1',
      ConditionQuantityUnit: 'KG',
      TaxRate: '9',
      ConditionIsDeleted: false,
    },
    ...more,
  });
  const day = (plus: number): string =>
    new Date(Date.now() + 8 * 3_600_000 + plus * 86_400_000).toISOString().slice(0, 10);
  const condition = (rows: ServedRow[], at: number): Record<string, unknown> =>
    rows[at]!['to_PurInfoRecdPrcgCndn'] as Record<string, unknown>;

  test('EP-0781: suppliers come by their number, else by the credit code of one entered here; a block freezes and only its end thaws', async () => {
    const local = (
      await admin.post('store-management/supplier/submit', {
        name: '本地供应商',
        contact: '王',
        contactPhone: '13800000000',
        creditCode: '91330100MA2GYJUX0A',
        remark: '我们的备注',
      })
    ).body.data as unknown as { id: string };
    sap.rows('supplier', (all) =>
      all.push(
        partner('V1', '杭州蔬菜公司'),
        partner('V2', '已登记公司', {
          to_BusinessPartnerTax: [{ BPTaxType: 'CN0', BPTaxNumber: '91330100MA2GYJUX0A' }],
        }),
        partner('', '不是供应商'),
      ),
    );
    expect(counts(await sync('supplier'))).toEqual(['succeeded', 2, 1, 1, 0, 0]);
    expect(
      await rows(
        sql`select id, name, source, sap_supplier_code, contact, remark from supplier where sap_supplier_code = 'V2'`,
      ),
    ).toEqual([
      { id: local.id, name: '已登记公司', source: 'sap', sapSupplierCode: 'V2', contact: '王', remark: '我们的备注' },
    ]);
    expect(
      await rows(sql`select code, name, address, bank_account from supplier where sap_supplier_code = 'V1'`),
    ).toEqual([{ code: 'V1', name: '杭州蔬菜公司', address: '杭州文三路1号', bankAccount: '6222' }]);
    expect(counts(await sync('supplier', { full: '1' }))).toEqual(['succeeded', 2, 0, 0, 2, 0]);
    sap.rows('supplier', (all) => {
      Object.assign(all[1]!, { LastChangeDate: day(0), to_Supplier: { PurchasingIsBlocked: true } });
    });
    expect(counts(await sync('supplier'))).toEqual(['succeeded', 1, 0, 1, 0, 0]);
    const thawed = await admin.post('store-management/supplier/thaw', undefined, { ids: local.id });
    expect([thawed.status, thawed.body.msg]).toEqual([400, '供应商【已登记公司】已在SAP冻结，不能在此解冻']);
    sap.rows('supplier', (all) => {
      Object.assign(all[1]!, { to_Supplier: { PurchasingIsBlocked: false } });
    });
    await sync('supplier');
    expect(await rows(sql`select frozen, freeze_reason from supplier where id = ${local.id}::bigint`)).toEqual([
      { frozen: 0, freezeReason: null },
    ]);
  });

  test('EP-0791: purchase prices are divided by what they are for, follow SAP’s periods, and leave one entered here alone', async () => {
    sap.rows('purchase-price', (all) =>
      all.push(
        price('1', '2026-01-01', '9999-12-31', '100'),
        price('2', '2026-01-01', '9999-12-31', '5', { Material: 'NONE' }),
        price('3', '2026-01-01', '9999-12-31', '5', { Supplier: 'V9' }),
      ),
    );
    const told = await sync('purchase');
    expect([counts(told), told.errors.map((each) => each.field)]).toEqual([
      ['partial', 3, 1, 0, 0, 2],
      ['materialId', 'supplierId'],
    ]);
    const standing = () =>
      rows(
        sql`select p.price, p.base_price, p.factor, p.start_date, p.end_date, p.frozen from supplier_material p where p.source = 'sap' order by p.start_date`,
      );
    expect(await standing()).toEqual([
      { price: '33.333333', basePrice: '2.666667', factor: '12.5', startDate: '2026-01-01', endDate: null, frozen: 0 },
    ]);
    // SAP ends it and goes on with another: the end comes first, so that there is room.
    sap.rows('purchase-price', (all) => {
      all.splice(1);
      Object.assign(all[0]!, { ConditionValidityEndDate: day(4) });
      all.push(price('4', day(5), '9999-12-31', '120'));
    });
    expect(counts(await sync('purchase'))).toEqual(['succeeded', 2, 1, 1, 0, 0]);
    expect(counts(await sync('purchase'))).toEqual(['succeeded', 2, 0, 0, 2, 0]);
    const [one] = await rows<{ id: string; version: number }>(
      sql`select id, version from supplier_material where source = 'sap' order by start_date limit 1`,
    );
    expect(
      (await admin.post('store-management/suppliermaterial/submit', { id: one!.id, price: '1' })).body.msg,
    ).toContain('由SAP维护');
    sap.rows('purchase-price', (all) => {
      condition(all, 0)['ConditionIsDeleted'] = true;
      condition(all, 1)['ConditionIsDeleted'] = true;
    });
    expect(counts(await sync('purchase'))).toEqual(['succeeded', 2, 0, 2, 0, 0]);
    expect(
      (await standing()).map((row) => [(row as { endDate: string }).endDate, (row as { frozen: number }).frozen]),
    ).toEqual([
      [day(0), 0],
      [null, 1],
    ]);
    const [v1] = await rows<{ id: string }>(sql`select id from supplier where sap_supplier_code = 'V1'`);
    const [m4, car] = [
      (await rows<{ id: string }>(sql`select id from material where sap_code = 'M004'`))[0]!,
      (await rows<{ id: string }>(sql`select id from material_unit where code = 'CAR'`))[0]!,
    ];
    expect(
      (
        await admin.post('store-management/suppliermaterial/submit', {
          supplierId: v1!.id,
          materialId: m4.id,
          unitId: car.id,
          price: '30',
          startDate: day(0),
        })
      ).body.msg,
    ).toBe('操作成功');
    sap.rows('purchase-price', (all) => all.push(price('5', '2026-01-01', '9999-12-31', '9', { Material: 'M004' })));
    expect((await sync('purchase')).errors.map(({ reason }) => reason)).toEqual([
      `与本地价格有效期重叠（${day(0)} 起），请先截止本地价格`,
    ]);
    expect(await rows(sql`select price from supplier_material where material_id = ${m4.id}::bigint`)).toEqual([
      { price: '30' },
    ]);
  });

  test('EP-0801: settlement prices come for everybody or for a plant’s site, under both addresses', async () => {
    sap.rows('settlement-price', (all) =>
      all.push(
        price('11', '2026-01-01', '9999-12-31', '8'),
        price('12', '2026-01-01', '9999-12-31', '9.5', { Plant: '1010' }),
        price('13', '2026-01-01', '9999-12-31', '9.5', { Plant: '9999' }),
      ),
    );
    const told = await sync('settlement');
    expect([counts(told), told.errors.map((each) => each.field)]).toEqual([['partial', 3, 2, 0, 0, 1], ['deptId']]);
    expect(
      await rows(
        sql`select price, price_no_tax, d.dept_name from settlement_price p left join dept d on d.id = p.dept_id where p.source = 'sap' order by price`,
      ),
    ).toEqual([
      { price: '8', priceNoTax: '7.33945', deptName: null },
      { price: '9.5', priceNoTax: '8.715596', deptName: '项目' },
    ]);
    const other = (await admin.get('master-data/settlementprice/syncsapsettlementprices')).body.data as unknown as Told;
    expect(counts(other)).toEqual(['partial', 3, 0, 0, 2, 1]);
    // What follows far above what was charged before is warned of, and comes all the same.
    expect(
      (
        await admin.post('master-data/priceearlywarning/submit', {
          name: '全部',
          warnPercent: '5',
          blockPercent: '15',
          startDate: '2026-01-01',
        })
      ).body.msg,
    ).toBe('操作成功');
    sap.rows('settlement-price', (all) => {
      all.splice(2);
      Object.assign(all[0]!, { ConditionValidityEndDate: day(4) });
      all.push(price('14', day(5), '9999-12-31', '12'));
    });
    expect(counts(await sync('settlement'))).toEqual(['succeeded', 3, 1, 1, 1, 0]);
    const raised = () =>
      rows(
        sql`select w.level, w.status, w.moment, w.price_type, w.base_price, w.reference_price, p.sap_key is not null as of_sap from price_warning w join settlement_price p on p.id = w.source_id::bigint and w.source_type = 'settlementPrice' order by w.id`,
      );
    const warning = {
      level: 'block',
      status: 'open',
      moment: 'save',
      priceType: 'settlement',
      basePrice: '12',
      referencePrice: '8',
      ofSap: true,
    };
    expect(await raised()).toEqual([warning]);
    await sync('settlement');
    expect(await raised(), 'said once').toEqual([warning]);
    sap.rows('settlement-price', (all) => {
      (all[2]!['to_SlsPrcgConditionRecord'] as Record<string, unknown>)['ConditionRateValue'] = '8.20';
    });
    expect(counts(await sync('settlement'))).toEqual(['succeeded', 3, 0, 1, 2, 0]);
    expect(await raised()).toEqual([{ ...warning, status: 'corrected' }]);
    // Purchase prices are looked at like quotes that were typed.
    await rows(sql`update supplier_material set agreement_no = 'A1' where price = 30 and source <> 'sap' returning id`);
    expect((await sync('purchase')).created).toBe(1);
    expect(
      await rows(
        sql`select level, status, moment, reference_kind from price_warning where source_type = 'supplierMaterial'`,
      ),
    ).toEqual([{ level: 'block', status: 'open', moment: 'quote', referenceKind: 'contract' }]);
  });

  test('EP-0863: a plant becomes a department that waits to be added; a profile takes what SAP says of it and nothing else', async () => {
    sap.rows('project-dept', (all) =>
      all.push(
        {
          Plant: '1010',
          PlantName: 'SAP项目名',
          DefaultPurchasingOrganization: 'P1',
          SalesOrganization: 'S1',
          PlantCustomer: 'C1',
        },
        { Plant: '2020', PlantName: '新项目', CompanyCode: '' },
        { Plant: '3030', PlantName: '别家项目', CompanyCode: 'ZZ' },
      ),
    );
    const first = await sync('site');
    expect([counts(first), first.errors.map(({ sapKey, reason }) => [sapKey, reason.slice(0, 9)])]).toEqual([
      ['partial', 3, 1, 0, 1, 1],
      [['3030', 'SAP公司「ZZ」']],
    ]);
    const waiting = (await admin.get('gear-operation/gearprojectdeptsys/getUnAddProject')).body.data as unknown as {
      id: string;
      deptName: string;
    }[];
    expect(waiting.map((row) => row.deptName).toSorted()).toEqual(['新项目', '项目']);
    const own = waiting.find((row) => row.deptName === '项目')!;
    expect(
      (
        await admin.post('gear-operation/gearprojectdeptsys/submit', {
          projectDeptName: '我们的名字',
          bladeProjectDeptId: own.id,
        })
      ).body.msg,
    ).toBe('操作成功');
    expect((await sync('site')).updated).toBe(1);
    const [profile] = await rows<{ id: string }>(
      sql`select id, project_dept_name, sap_factory, sap_purchase_org, sap_customer_code from project_dept_system where blade_project_dept_id = ${own.id}::bigint`,
    );
    expect(profile).toMatchObject({
      projectDeptName: '我们的名字',
      sapFactory: '1010',
      sapPurchaseOrg: 'P1',
      sapCustomerCode: 'C1',
    });
    const spa = (await admin.get('gear-operation/gearprojectdeptsys/getGearProjectDeptSpaInfo', { id: profile!.id }))
      .body.data;
    expect(spa).toMatchObject({ sapCode: '1010', sapSalesOrg: 'S1', sapSource: 'sap' });
  });

  test('the clock syncs whoever wants it, in the order of need, and not again before its time', async () => {
    const clock = house.program.scheduledTasks.find((task) => task.name === 'sap.pull')!;
    const before = (await rows<{ n: number }>(sql`select count(*)::integer as n from sap_sync_run`))[0]!.n;
    await clock.run();
    await set({ 'sap.enabled': '1' });
    await rows(
      sql`insert into sap_sync_run (id, object, state, started_time) values (1, 'unit', 'succeeded', now() - interval '100 days') returning id`,
    );
    await clock.run();
    expect(await rows(sql`select id from sap_sync_run where id = 1`), 'runs of long ago go').toEqual([]);
    expect(
      (await rows<{ n: number }>(sql`select count(*)::integer as n from sap_sync_run`))[0]!.n,
      'all of them ran lately',
    ).toBe(before);
    await house.run(
      async (tx) =>
        void (await tx.run(
          sql`update sap_sync_run set started_time = now() - interval '3 hours', beat_time = now() - interval '3 hours', ended_time = now() - interval '3 hours'`,
        )),
    );
    await clock.run();
    expect(
      await rows(
        sql`select object, start_user_id from sap_sync_run where ended_time > now() - interval '1 hour' order by id`,
      ),
    ).toEqual(
      [
        'unit',
        'material-type',
        'material',
        'project-dept',
        'material-project-dept',
        'supplier',
        'purchase-price',
        'settlement-price',
      ].map((object) => ({ object, startUserId: null })),
    );
  });
});

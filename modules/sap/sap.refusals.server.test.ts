/**
 * What a sync refuses of what SAP says, record by record, and what breaks it off: said so that somebody can mend it.
 */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { startJobs } from '../../parts/jobs/jobs.ts';
import type { ServedRow } from './odata/odata-service.testing.ts';
import { joinPrograms, type Programs } from '../../parts/jobs/programs.ts';
import { openHouse, type Client, type House } from '../admin/admin.testing.ts';
import { seedUnits } from '../master-data/units/first-units.server.ts';
import { product, SAP_SECRET, SAP_USER, sapData, startSap, type SapSystem } from './sap-system.testing.ts';

let house: House;
let admin: Client;
let sap: SapSystem;
let jobs: Awaited<ReturnType<typeof startJobs>>;
let programs: Programs;

interface Told {
  readonly runId: string;
  readonly state: string;
  readonly message: string;
  readonly errors: { sapKey: string; field: string; reason: string }[];
}
const CALLS = {
  unit: 'master-data/sapmaterialunit/syncsapmaterialunits',
  type: 'master-data/sapmaterialtype/syncsapmaterialtypes',
  material: 'master-data/sapmaterial/syncsapmaterials',
  supplier: 'store-management/sapsupplier/syncsapsuppliers',
  price: 'store-management/settlementprice/syncsapsettlementprices',
} as const;
const sync = async (what: keyof typeof CALLS): Promise<Told> => {
  const { status, body } = await admin.get(CALLS[what], { full: '1' });
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data;
};
const refused = async (what: keyof typeof CALLS): Promise<string[][]> =>
  (await sync(what)).errors.map(({ sapKey, field, reason }) => [sapKey, field, reason]);
const rows = <T>(text: ReturnType<typeof sql>): Promise<T[]> => house.run((tx) => tx.rows<T>(text) as never);
const made = async (path: string, body: object): Promise<string> => {
  const { body: answer } = await admin.post(path, body);
  expect([path, answer.msg]).toEqual([path, '操作成功']);
  return answer.data['id'];
};
const idOf = async (table: 'material_unit' | 'material_type', code: string): Promise<string> =>
  (
    await rows<{ id: string }>(
      sql`select id from ${table === 'material_unit' ? sql`material_unit` : sql`material_type`} where code = ${code}`,
    )
  )[0]!.id;

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
  sap = await startSap(sapData({ products: [product('M1', '土豆'), product('M2', '南瓜')] }), { pageMost: 1 });
  const sealed = house.program.secrets.seal(SAP_SECRET);
  for (const [key, value] of Object.entries({
    'sap.odata.url': sap.origin,
    'sap.odata.user': SAP_USER,
    'sap.odata.secret': sealed,
    'sap.allowedHosts': sap.allowed,
    'sap.tries': '1',
  })) {
    await house.run((tx) => tx.run(sql`update param set param_value = ${value} where param_key = ${key}`));
  }
  for (const what of ['unit', 'type', 'material'] as const)
    expect(await sync(what)).toMatchObject({ state: 'succeeded' });
});
afterAll(async () => {
  await jobs.stop();
  await programs.unregister();
  await sap.close();
});

const partner = (code: string, name: string, creditCode = ''): ServedRow => ({
  BusinessPartner: `BP${code}`,
  Supplier: code,
  BusinessPartnerFullName: name,
  SearchTerm1: '',
  BusinessPartnerIsBlocked: false,
  LastChangeDate: '2026-01-01',
  to_Supplier: { Supplier: code, PurchasingIsBlocked: false, DeletionIndicator: false },
  to_BusinessPartnerAddress: [],
  to_BusinessPartnerBank: [],
  to_BusinessPartnerTax: creditCode === '' ? [] : [{ BPTaxType: 'CN0', BPTaxNumber: creditCode }],
});
const CREDIT = '91330100MA2GYJUX0A';
const price = (record: string, rate: string, tax: string): ServedRow => ({
  ConditionRecord: record,
  Material: 'M1',
  Plant: '',
  ConditionValidityStartDate: '2026-01-01',
  ConditionValidityEndDate: '9999-12-31',
  to_SlsPrcgConditionRecord: {
    ConditionRateValue: rate,
    ConditionQuantity: '1',
    ConditionQuantityUnit: 'KG',
    TaxRate: tax,
    ConditionIsDeleted: false,
  },
});

test('a code that something entered here has already: nothing of it changes, until it is said to be the same', async () => {
  const type = await made('master-data/materialtype/submit', { code: 'FISH', name: '自建鱼类' });
  const material = await made('master-data/material/submit', {
    code: 'M3',
    name: '自建冬瓜',
    materialTypeId: await idOf('material_type', 'VEG'),
    baseUnitId: await idOf('material_unit', 'KG'),
  });
  const supplier = await made('store-management/supplier/submit', {
    code: 'V3',
    name: '自建供应商',
    contact: '王',
    contactPhone: '13800000000',
  });
  const codes = (): Promise<unknown[]> =>
    rows(sql`
    select code, name, source from material_type where code = 'FISH' union all select code, name, source from material
    where code = 'M3' union all select code, name, source from supplier where id = ${supplier}::bigint order by 2`);
  const before = await codes();
  const [{ code }] = (await rows<{ code: string }>(sql`select code from supplier where id = ${supplier}::bigint`)) as [
    { code: string },
  ];
  sap.rows('material-type', (all) =>
    all.push({ MaterialGroup: 'FISH', to_Text: [{ Language: 'ZH', MaterialGroupName: '鱼' }] }),
  );
  sap.rows('material', (all) => all.push(product('M3', '冬瓜')));
  sap.rows('supplier', (all) => all.push(partner(code, '海鲜公司')));
  expect(await refused('type')).toEqual([
    [
      'FISH',
      'code',
      '编码「FISH」已被本地记录「自建鱼类」使用：若为同一条，请在该记录填写SAP编码；若不是，本系统的编码不能修改，请在SAP改用另一编码；然后再同步',
    ],
  ]);
  expect(await refused('material')).toEqual([
    [
      'M3',
      'code',
      '编码「M3」已被本地记录「自建冬瓜」使用：若为同一条，请在该记录填写SAP编码；若不是，本系统的编码不能修改，请在SAP改用另一编码；然后再同步',
    ],
  ]);
  expect(await refused('supplier')).toEqual([
    [
      `BP${code}`,
      'code',
      `编码「${code}」已被本地记录「自建供应商」使用：若为同一条，请在该记录填写SAP编码；若不是，本系统的编码不能修改，请在SAP改用另一编码；然后再同步`,
    ],
  ]);
  expect(await codes()).toEqual(before);
  await made('master-data/materialtype/submit', { id: type, sapMaterialGroup: 'FISH' });
  await made('master-data/material/submit', { id: material, sapCode: 'M3' });
  await made('store-management/supplier/submit', { id: supplier, sapSupplierCode: code });
  for (const what of ['type', 'material', 'supplier'] as const)
    expect(await sync(what)).toMatchObject({ state: 'succeeded' });
  expect(await codes()).toEqual([
    { code: 'M3', name: '冬瓜', source: 'sap' },
    { code, name: '海鲜公司', source: 'sap' },
    { code: 'FISH', name: '鱼', source: 'sap' },
  ]);
});

test('another base unit than the material is kept in', async () => {
  sap.rows('material', (all) => void Object.assign(all[1]!, { BaseUnit: 'CAR' }));
  expect(await refused('material')).toEqual([
    ['M2', 'baseUnitId', 'SAP把基本单位改为「CAR」，本系统为「公斤」且不能直接修改，请新建物料或在SAP改回'],
  ]);
  expect(
    await rows(sql`select u.code from material m join material_unit u on u.id = m.base_unit_id where m.code = 'M2'`),
  ).toEqual([{ code: 'KG' }]);
  sap.rows('material', (all) => void Object.assign(all[1]!, { BaseUnit: 'KG' }));
});

test("a second supplier of SAP with the credit code of another one's", async () => {
  sap.rows('supplier', (all) => all.push(partner('V4', '鲜蔬公司', CREDIT)));
  expect(await refused('supplier')).toEqual([]);
  sap.rows('supplier', (all) => all.push(partner('V5', '鲜蔬分公司', CREDIT)));
  expect(await refused('supplier')).toEqual([
    [
      'BPV5',
      'creditCode',
      `供应商「鲜蔬公司」（SAP供应商 V4）已使用统一社会信用代码 ${CREDIT}，请在SAP更正其中一方的信用代码`,
    ],
  ]);
  expect(await rows(sql`select name, sap_supplier_code from supplier where credit_code = ${CREDIT}`)).toEqual([
    { name: '鲜蔬公司', sapSupplierCode: 'V4' },
  ]);
});

test('a price without an amount, and one of which nobody says the tax', async () => {
  sap.rows('settlement-price', (all) => all.push(price('1', '', '9'), price('2', '8', '')));
  expect(await refused('price')).toEqual([
    ['1|9999-12-31', 'price', 'SAP价格无效：金额、数量或生效日期缺失，或不大于 0；请在SAP更正'],
    ['2|9999-12-31', 'taxRate', 'SAP价格和物料「土豆」都没有税率，请在物料填写税率，或在SAP补充'],
  ]);
  expect(await rows(sql`select id from settlement_price where source = 'sap'`)).toEqual([]);
  await house.run((tx) => tx.run(sql`update material set tax_rate = 9 where code = 'M1'`));
  expect(await refused('price')).toEqual([['1|9999-12-31', 'price', expect.any(String)]]);
});

test('stopped by the one who began it, it says so and goes on from there', async () => {
  sap.break(/A_Product\?.*skip/, { kind: 'slow', ms: 1_500 });
  const running = sync('material');
  // A run has ended a moment before its job.
  const jobOfRun = sql`
    select j.id from job j join sap_sync_run r on r.id::text = j.input->>'id'
    where j.state = 'running' and r.state = 'running'`;
  const [job] = await vi.waitFor(async () => {
    const found = await rows<{ id: string }>(jobOfRun);
    expect(found).toHaveLength(1);
    return found as [{ id: string }];
  });
  expect((await admin.post('blade-resource/job/cancel', undefined, { ids: job.id })).body.msg).toBe('操作成功');
  const run = await running;
  expect(run).toMatchObject({ state: 'failed', message: '已停止；再同步会从断点继续' });
  const again = (await admin.get(CALLS.material)).body.data as unknown as Told;
  expect([again.runId, again.state]).toEqual([run.runId, 'succeeded']);
});

test('a disk that is full breaks it off: nothing half of the page stands, and it says who can find out why', async () => {
  sap.rows(
    'material',
    (all) => void Object.assign(all[0]!, { to_Description: [{ Language: 'ZH', ProductDescription: '马铃薯' }] }),
  );
  await house.owner.pool
    .query(`create function disk_full() returns trigger language plpgsql as $$ begin raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$;
    create trigger disk_full before update on material for each row execute function disk_full()`);
  const run = await sync('material');
  expect([run.state, run.message]).toEqual([
    'failed',
    '处理时出错，已停在断点；请再同步一次，仍出错时请系统管理员按运行时间查看服务器日志',
  ]);
  expect(await rows(sql`select name from material where code = 'M1'`)).toEqual([{ name: '土豆' }]);
  await house.owner.pool.query('drop trigger disk_full on material; drop function disk_full()');
  expect(await sync('material')).toMatchObject({ state: 'succeeded' });
  expect(await rows(sql`select name from material where code = 'M1'`)).toEqual([{ name: '马铃薯' }]);
});

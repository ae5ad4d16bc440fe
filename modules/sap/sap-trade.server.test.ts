/** Suppliers, prices and sites from SAP. The tests build on each other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import type { ServedRow } from './odata/odata-service.testing.ts';
import { counts, openSapCompany, type SapCompany, type SyncAnswer } from './sap-company.testing.ts';

let company: SapCompany;
beforeAll(async () => {
  company = await openSapCompany();
  await company.configure();
  await company.addSite();
  for (const what of ['unit', 'type', 'material'] as const) await company.sync(what);
});
afterAll(() => company.close());

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
    await company.admin.post('store-management/supplier/submit', {
      name: '本地供应商',
      contact: '王',
      contactPhone: '13800000000',
      creditCode: '91330100MA2GYJUX0A',
      remark: '我们的备注',
    })
  ).body.data as unknown as { id: string };
  company.sap.rows('supplier', (all) =>
    all.push(
      partner('V1', '杭州蔬菜公司'),
      partner('V2', '已登记公司', {
        to_BusinessPartnerTax: [{ BPTaxType: 'CN0', BPTaxNumber: '91330100MA2GYJUX0A' }],
      }),
      partner('', '不是供应商'),
    ),
  );
  expect(counts(await company.sync('supplier'))).toEqual(['succeeded', 2, 1, 1, 0, 0]);
  expect(
    await company.rows(
      sql`select id, name, source, sap_supplier_code, contact, remark from supplier where sap_supplier_code = 'V2'`,
    ),
  ).toEqual([
    { id: local.id, name: '已登记公司', source: 'sap', sapSupplierCode: 'V2', contact: '王', remark: '我们的备注' },
  ]);
  expect(
    await company.rows(sql`select code, name, address, bank_account from supplier where sap_supplier_code = 'V1'`),
  ).toEqual([{ code: 'V1', name: '杭州蔬菜公司', address: '杭州文三路1号', bankAccount: '6222' }]);
  expect(counts(await company.sync('supplier', { full: '1' }))).toEqual(['succeeded', 2, 0, 0, 2, 0]);
  company.sap.rows('supplier', (all) => {
    Object.assign(all[1]!, { LastChangeDate: day(0), to_Supplier: { PurchasingIsBlocked: true } });
  });
  expect(counts(await company.sync('supplier'))).toEqual(['succeeded', 1, 0, 1, 0, 0]);
  const thawed = await company.admin.post('store-management/supplier/thaw', undefined, { ids: local.id });
  expect([thawed.status, thawed.body.msg]).toEqual([400, '供应商【已登记公司】已在SAP冻结，不能在此解冻']);
  company.sap.rows('supplier', (all) => {
    Object.assign(all[1]!, { to_Supplier: { PurchasingIsBlocked: false } });
  });
  await company.sync('supplier');
  expect(await company.rows(sql`select frozen, freeze_reason from supplier where id = ${local.id}::bigint`)).toEqual([
    { frozen: 0, freezeReason: null },
  ]);
});

test('EP-0791: purchase prices are divided by what they are for, follow SAP’s periods, and leave one entered here alone', async () => {
  company.sap.rows('purchase-price', (all) =>
    all.push(
      price('1', '2026-01-01', '9999-12-31', '100'),
      price('2', '2026-01-01', '9999-12-31', '5', { Material: 'NONE' }),
      price('3', '2026-01-01', '9999-12-31', '5', { Supplier: 'V9' }),
    ),
  );
  const answer = await company.sync('purchase');
  expect([counts(answer), answer.errors.map((each) => each.field)]).toEqual([
    ['partial', 3, 1, 0, 0, 2],
    ['materialId', 'supplierId'],
  ]);
  const stored = () =>
    company.rows(
      sql`select p.price, p.base_price, p.factor, p.start_date, p.end_date, p.frozen from supplier_material p where p.source = 'sap' order by p.start_date`,
    );
  expect(await stored()).toEqual([
    { price: '33.333333', basePrice: '2.666667', factor: '12.5', startDate: '2026-01-01', endDate: null, frozen: 0 },
  ]);
  // SAP ends it and goes on with another: the end comes first, so that there is room.
  company.sap.rows('purchase-price', (all) => {
    all.splice(1);
    Object.assign(all[0]!, { ConditionValidityEndDate: day(4) });
    all.push(price('4', day(5), '9999-12-31', '120'));
  });
  expect(counts(await company.sync('purchase'))).toEqual(['succeeded', 2, 1, 1, 0, 0]);
  expect(counts(await company.sync('purchase'))).toEqual(['succeeded', 2, 0, 0, 2, 0]);
  const [one] = await company.rows<{ id: string; version: number }>(
    sql`select id, version from supplier_material where source = 'sap' order by start_date limit 1`,
  );
  expect(
    (await company.admin.post('store-management/suppliermaterial/submit', { id: one!.id, price: '1' })).body.msg,
  ).toContain('由SAP维护');
  company.sap.rows('purchase-price', (all) => {
    condition(all, 0)['ConditionIsDeleted'] = true;
    condition(all, 1)['ConditionIsDeleted'] = true;
  });
  expect(counts(await company.sync('purchase'))).toEqual(['succeeded', 2, 0, 2, 0, 0]);
  expect(
    (await stored()).map((row) => [(row as { endDate: string }).endDate, (row as { frozen: number }).frozen]),
  ).toEqual([
    [day(0), 0],
    [null, 1],
  ]);
  const [v1] = await company.rows<{ id: string }>(sql`select id from supplier where sap_supplier_code = 'V1'`);
  const [m4, car] = [
    (await company.rows<{ id: string }>(sql`select id from material where sap_code = 'M004'`))[0]!,
    (await company.rows<{ id: string }>(sql`select id from material_unit where code = 'CAR'`))[0]!,
  ];
  expect(
    (
      await company.admin.post('store-management/suppliermaterial/submit', {
        supplierId: v1!.id,
        materialId: m4.id,
        unitId: car.id,
        price: '30',
        startDate: day(0),
      })
    ).body.msg,
  ).toBe('操作成功');
  company.sap.rows('purchase-price', (all) =>
    all.push(price('5', '2026-01-01', '9999-12-31', '9', { Material: 'M004' })),
  );
  expect((await company.sync('purchase')).errors.map(({ reason }) => reason)).toEqual([
    `与本地价格有效期重叠（${day(0)} 起），请先截止本地价格`,
  ]);
  expect(await company.rows(sql`select price from supplier_material where material_id = ${m4.id}::bigint`)).toEqual([
    { price: '30' },
  ]);
});

test('EP-0801: settlement prices come for everybody or for a plant’s site, under both addresses', async () => {
  company.sap.rows('settlement-price', (all) =>
    all.push(
      price('11', '2026-01-01', '9999-12-31', '8'),
      price('12', '2026-01-01', '9999-12-31', '9.5', { Plant: '1010' }),
      price('13', '2026-01-01', '9999-12-31', '9.5', { Plant: '9999' }),
    ),
  );
  const answer = await company.sync('settlement');
  expect([counts(answer), answer.errors.map((each) => each.field)]).toEqual([['partial', 3, 2, 0, 0, 1], ['deptId']]);
  expect(
    await company.rows(
      sql`select price, price_no_tax, d.dept_name from settlement_price p left join dept d on d.id = p.dept_id where p.source = 'sap' order by price`,
    ),
  ).toEqual([
    { price: '8', priceNoTax: '7.33945', deptName: null },
    { price: '9.5', priceNoTax: '8.715596', deptName: '项目' },
  ]);
  const other = (await company.admin.get('master-data/settlementprice/syncsapsettlementprices')).body
    .data as unknown as SyncAnswer;
  expect(counts(other)).toEqual(['partial', 3, 0, 0, 2, 1]);
  // What follows far above what was charged before is warned of, and comes all the same.
  expect(
    (
      await company.admin.post('master-data/priceearlywarning/submit', {
        name: '全部',
        warnPercent: '5',
        blockPercent: '15',
        startDate: '2026-01-01',
      })
    ).body.msg,
  ).toBe('操作成功');
  company.sap.rows('settlement-price', (all) => {
    all.splice(2);
    Object.assign(all[0]!, { ConditionValidityEndDate: day(4) });
    all.push(price('14', day(5), '9999-12-31', '12'));
  });
  expect(counts(await company.sync('settlement'))).toEqual(['succeeded', 3, 1, 1, 1, 0]);
  const raised = () =>
    company.rows(
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
  await company.sync('settlement');
  expect(await raised(), 'said once').toEqual([warning]);
  company.sap.rows('settlement-price', (all) => {
    (all[2]!['to_SlsPrcgConditionRecord'] as Record<string, unknown>)['ConditionRateValue'] = '8.20';
  });
  expect(counts(await company.sync('settlement'))).toEqual(['succeeded', 3, 0, 1, 2, 0]);
  expect(await raised()).toEqual([{ ...warning, status: 'corrected' }]);
  // Purchase prices are looked at like quotes that were typed.
  await company.rows(
    sql`update supplier_material set agreement_no = 'A1' where price = 30 and source <> 'sap' returning id`,
  );
  expect((await company.sync('purchase')).created).toBe(1);
  expect(
    await company.rows(
      sql`select level, status, moment, reference_kind from price_warning where source_type = 'supplierMaterial'`,
    ),
  ).toEqual([{ level: 'block', status: 'open', moment: 'quote', referenceKind: 'contract' }]);
});

test('EP-0863: a plant becomes a department that waits to be added; a profile takes what SAP says of it and nothing else', async () => {
  company.sap.rows('project-dept', (all) =>
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
  const first = await company.sync('site');
  expect([counts(first), first.errors.map(({ sapKey, reason }) => [sapKey, reason.slice(0, 9)])]).toEqual([
    ['partial', 3, 1, 0, 1, 1],
    [['3030', 'SAP公司「ZZ」']],
  ]);
  const waiting = (await company.admin.get('gear-operation/gearprojectdeptsys/getUnAddProject')).body
    .data as unknown as {
    id: string;
    deptName: string;
  }[];
  expect(waiting.map((row) => row.deptName).toSorted()).toEqual(['新项目', '项目']);
  const own = waiting.find((row) => row.deptName === '项目')!;
  expect(
    (
      await company.admin.post('gear-operation/gearprojectdeptsys/submit', {
        projectDeptName: '我们的名字',
        bladeProjectDeptId: own.id,
      })
    ).body.msg,
  ).toBe('操作成功');
  expect((await company.sync('site')).updated).toBe(1);
  const [profile] = await company.rows<{ id: string }>(
    sql`select id, project_dept_name, sap_factory, sap_purchase_org, sap_customer_code from project_dept_system where blade_project_dept_id = ${own.id}::bigint`,
  );
  expect(profile).toMatchObject({
    projectDeptName: '我们的名字',
    sapFactory: '1010',
    sapPurchaseOrg: 'P1',
    sapCustomerCode: 'C1',
  });
  const spa = (
    await company.admin.get('gear-operation/gearprojectdeptsys/getGearProjectDeptSpaInfo', { id: profile!.id })
  ).body.data;
  expect(spa).toMatchObject({ sapCode: '1010', sapSalesOrg: 'S1', sapSource: 'sap' });
});

/** Rules of the inventory that name one record: each in a sentence, asked as a client asks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import type { Answer } from '../support/program.ts';
import { printedInventory } from '../../tools/inventory.ts';
import { anotherRecord } from './another-record.ts';
import { addressOf, openCompany, ownSheet, TENANT, type Row, type TheCompany } from './the-company.ts';

let company: TheCompany;
const find = (name: string): Declaration => company.program.registry.find(name);
const submit = (name: string, body: Record<string, unknown>): Promise<Answer> =>
  company.post(find(name), 'submit', body);
const page = async (name: string, input: Record<string, unknown>): Promise<Row[]> =>
  ((await company.get(find(name), 'page', { size: 200, ...input })).body.data as { records: Row[] }).records;
beforeAll(async () => {
  company = await openCompany();
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

test('RULE-147 RULE-253: a parameter is created without an id and changed with it; all its fields come back', async () => {
  const created = await submit('param', {
    paramName: '测试参数',
    paramKey: 'test.rule',
    paramValue: '1',
    remark: '备注',
  });
  const { id } = created.body.data as Row;
  expect(await page('param', { paramKey_equal: 'test.rule' })).toMatchObject([
    { id, paramName: '测试参数', paramKey: 'test.rule', paramValue: '1', remark: '备注' },
  ]);
  expect(
    (await submit('param', { id, paramName: '改过', paramKey: 'test.rule', paramValue: '2', remark: '' })).status,
  ).toBe(200);
  expect(await page('param', { paramKey_equal: 'test.rule' })).toMatchObject([
    { id, paramName: '改过', paramValue: '2', remark: '' },
  ]);
});

test('RULE-128 RULE-212: a parameter without name, key or value is refused, each by its name', async () => {
  const whole = { paramName: '参数', paramKey: 'test.missing', paramValue: '1' };
  for (const name of ['paramName', 'paramKey', 'paramValue'] as const) {
    for (const body of [
      { ...whole, [name]: '' },
      Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)),
    ]) {
      const { status, body: answered } = await submit('param', body);
      expect([name, status, answered.code, answered.msg]).toEqual([
        name,
        400,
        400,
        `请输入${find('param').fields[name]!.label.zh}`,
      ]);
    }
  }
  expect(await page('param', { paramKey_equal: 'test.missing' })).toEqual([]);
});

test('RULE-129: a parameter keeps 4,000 characters, written on several lines', async () => {
  expect(find('param').fields['paramValue']!.kind).toBe('longtext');
  const paramValue = '长'.repeat(4000);
  const { body } = await submit('param', { paramName: '长参数', paramKey: 'test.long', paramValue });
  expect((body.data as Row)['paramValue']).toBe(paramValue);
});

test('RULE-130: parameters are found by name and by key', async () => {
  for (const [paramName, paramKey] of [
    ['找得到的名称', 'test.search.a'],
    ['别的名称', 'test.search.b'],
  ] as const)
    expect((await submit('param', { paramName, paramKey, paramValue: '1' })).status).toBe(200);
  const found = async (input: Record<string, string>): Promise<unknown[]> =>
    (await page('param', input)).map((row) => row['paramKey']);
  expect(await found({ paramName: '得到的' })).toEqual(['test.search.a']);
  expect(await found({ paramKey: 'search.b' })).toEqual(['test.search.b']);
  expect(
    Object.entries(find('param').fields).flatMap(([name, field]) => (field.rules.search === true ? [name] : [])),
  ).toEqual(expect.arrayContaining(['paramName', 'paramKey']));
});

test('RULE-252: two rows are removed by one comma-separated list in the query', async () => {
  const made = await Promise.all(
    ['test.two.a', 'test.two.b'].map(
      async (paramKey) => (await submit('param', { paramName: '两个', paramKey, paramValue: '1' })).body.data as Row,
    ),
  );
  const { status, body } = await company.call(
    company.admin,
    'POST',
    `${addressOf(find('param'), 'remove')}?ids=${made.map((row) => row.id).join(',')}`,
  );
  expect([status, body.data]).toEqual([200, true]);
  expect(await page('param', { paramName_equal: '两个' })).toEqual([]);
  const nothing = await company.post(find('param'), 'remove', { ids: '' });
  expect([nothing.status, nothing.body.msg]).toEqual([400, '请选择至少一条数据']);
});

test('RULE-154 RULE-155 RULE-208: a dictionary head is not sealed unless said so; its entries come back, and sealed ones are no choice', async () => {
  const head = (await submit('dictBiz', { code: 'testDict', dictValue: '测试字典', sort: 1, remark: '头' })).body
    .data as Row;
  expect(head).toMatchObject({ code: 'testDict', dictValue: '测试字典', sort: 1, isSealed: 0, remark: '头' });
  expect((await submit('dictBiz', { code: 'other', dictValue: '次序不是数字', sort: 'x' })).status).toBe(400);
  expect((await submit('dictBiz', { code: 'other', dictValue: '封存不是零或一', sort: 1, isSealed: 2 })).status).toBe(
    400,
  );
  for (const [dictKey, isSealed] of [
    ['1', 0],
    ['2', 1],
  ] as const)
    expect(
      (
        await submit('dictBiz', {
          parentId: head.id,
          dictKey,
          dictValue: `值${dictKey}`,
          code: 'testDict',
          sort: Number(dictKey),
          isSealed,
          remark: '项',
        })
      ).status,
    ).toBe(200);
  const children = (await company.get(find('dictBiz'), 'child-list', { parentId: head.id })).body.data as Row[];
  expect(children).toMatchObject([
    { code: 'testDict', parentId: head.id, dictKey: '1', dictValue: '值1', sort: 1, isSealed: 0, remark: '项' },
    { code: 'testDict', parentId: head.id, dictKey: '2', dictValue: '值2', sort: 2, isSealed: 1, remark: '项' },
  ]);
  const choices = (await company.get(find('dictBiz'), 'dictionary', { code: 'testDict' })).body.data as Row[];
  expect(choices.map((row) => row['dictKey'])).toEqual(['1']);
});

test('RULE-264: the downloaded template, filled with two good rows and a bad one, stores two and reports one', async () => {
  const unit = find('materialUnit');
  const { bytes } = await company.download(addressOf(unit, 'downloadExcelTemplate'), company.admin);
  const [head] = ownSheet(bytes);
  const name = (field: string): string => unit.fields[field]!.label.zh;
  const example = ownSheet(bytes)[1]!;
  const row = (code: string, title: string): string[] =>
    head!.map(
      (heading, at) =>
        ({ [name('code')]: code, [name('name')]: title, [name('isDimensionBase')]: '否', [name('sapCode')]: '' })[
          heading.replace('*', '')
        ] ??
        example[at] ??
        '',
    );
  const chunks: Buffer[] = [];
  for await (const chunk of writeSheet(
    head!.map((heading) => sheetColumn(heading, { kind: 'text' })),
    [row('TESTU1', '测试箱'), row('TESTU2', ''), row('TESTU3', '测试袋')],
    { name: '数据' },
  ))
    chunks.push(chunk as Buffer);
  const { status, body } = await company.upload(
    addressOf(unit, 'importExcelTemplate'),
    company.admin,
    Buffer.concat(chunks),
    { onlyGood: '1' },
  );
  expect([status, body.data]).toMatchObject([
    200,
    { total: 3, created: 2, failed: 1, rows: [{ row: 3, column: `${name('name')}*`, reason: '必填' }] },
  ]);
  expect(
    (
      await company.asOwner<{ code: string }>(
        `select code from material_unit where tenant_id = $1 and code like 'TESTU%' order by code`,
        [TENANT],
      )
    ).map((each) => each.code),
  ).toEqual(['TESTU1', 'TESTU3']);
});

test.each([
  ['RULE-163', 'material'],
  ['RULE-165', 'materialUnit'],
  ['RULE-166', 'itemUnitConversion'],
  ['RULE-166', 'basicUnitConversion'],
  ['RULE-167', 'materialAlias'],
  ['RULE-168', 'materialChannel'],
  ['RULE-169', 'materialCost'],
  ['RULE-170', 'materialNutrient'],
  ['RULE-171', 'materialReplace'],
  ['RULE-172', 'materialSubstitute'],
  ['RULE-173', 'dish'],
  ['RULE-174', 'dishBom'],
  ['RULE-176', 'menuTemplate'],
  ['RULE-176', 'menuTemplateType'],
  ['RULE-177', 'priceEarlyWarning'],
  ['RULE-179', 'jointOperationPrice'],
  ['RULE-180', 'settlementPrice'],
  ['RULE-326', 'allocation'],
  ['RULE-327 RULE-464', 'otherInStore'],
  ['RULE-327 RULE-465', 'otherOutStore'],
  ['RULE-328 RULE-466', 'purchaseReturn'],
  ['RULE-329 RULE-463', 'returnOutStore'],
  ['RULE-489', 'invReturn'],
  ['RULE-337 RULE-373 RULE-486', 'selfPurchaseOrder'],
  ['RULE-372', 'distribution'],
  ['RULE-334', 'requirementPlan'],
  ['RULE-335', 'purchaseRequest'],
  ['RULE-336', 'purchaseOrder'],
  ['RULE-340 RULE-470', 'supplier'],
  ['RULE-469', 'purchaseDirectDeliveryRule'],
  ['RULE-455', 'gearProduce'],
])(
  '%s: there is %s, with fields of its own, rows that say them all, every call of the inventory, and a page in the menu',
  async (_rule, name) => {
    const of = find(name);
    const id = (await page(name, {}))[0]?.id ?? (await anotherRecord(company, of));
    const detail = (await company.get(of, 'detail', { id })).body.data as Row;
    expect(Object.keys(of.fields).length).toBeGreaterThan(6);
    expect(Object.keys(of.fields).filter((field) => detail[field] === undefined)).toEqual([]);
    const calls = printedInventory().filter((each) => each.declaration === name);
    expect(calls.length).toBeGreaterThan(0);
    const mounted = new Set(
      company.program.calls.flatMap((call) =>
        call.method.split('+').map((method) => `${method} /api/${call.service}/${call.path}`),
      ),
    );
    expect(calls.filter((call) => !mounted.has(`${call.method} ${call.address}`)).map((call) => call.address)).toEqual(
      [],
    );
    const menu = (await company.call(company.admin, 'GET', '/api/blade-system/menu/routes')).body.data as MenuRow[];
    expect(leavesOf(menu)).toContain(of.path);
  },
);

interface MenuRow {
  readonly path: string;
  readonly children?: readonly MenuRow[];
}
const leavesOf = (rows: readonly MenuRow[]): string[] =>
  rows.flatMap((row) => [row.path, ...leavesOf(row.children ?? [])]);

test.each([
  ['RULE-159', 'materialType'],
  ['RULE-160', 'dishType'],
])(
  '%s: a %s carries the type it stands below, and its place among its siblings is changed by a sequence change type',
  async (_rule, name) => {
    const of = find(name);
    const make = async (parentId: string, title: string): Promise<string> =>
      ((await submit(name, { parentId, code: title, name: title })).body.data as Row).id;
    const above = await make('0', `seq-${name}`);
    const [first, second, third] = [await make(above, 'seq-a'), await make(above, 'seq-b'), await make(above, 'seq-c')];
    const order = async (): Promise<unknown[]> =>
      (await page(name, { parentId: above }))
        .toSorted((a, b) => Number(a['sort']) - Number(b['sort']))
        .map((row) => row.id);
    expect([(await page(name, { parentId: above })).every((row) => row['parentId'] === above), await order()]).toEqual([
      true,
      [first, second, third],
    ]);
    for (const [seqModifyType, sorted] of [
      ['2', [second, first, third]],
      ['4', [second, third, first]],
      ['3', [first, second, third]],
    ] as const) {
      expect(
        (
          await company.call(
            company.admin,
            'POST',
            `${addressOf(of, 'setSeq')}?id=${first}&seqModifyType=${seqModifyType}`,
          )
        ).status,
      ).toBe(200);
      expect(await order()).toEqual(sorted);
    }
  },
);

test('RULE-164: a price of a material says what it is of, for which unit and day, and why it is that', async () => {
  const [offer] = await page('supplierMaterial', {});
  const [answer] = (
    await company.call(company.admin, 'GET', '/api/master-data/material/getMaterialPriceWithAuth', {
      materialId: String(offer!['materialId']),
    })
  ).body.data as Row[];
  expect(answer).toMatchObject({
    materialId: offer!['materialId'],
    priceType: 'purchase',
    found: true,
    unitId: expect.stringMatching(/^\d+$/),
    date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    reason: expect.stringMatching(/./),
  });
});

/** Names clients filter by, each with a list it fits; `clientPriceId` is of lists that are not built. */
const FITS: readonly (readonly [name: string, list: string, field?: string])[] = [
  ['companyDeptId', 'warehouse'],
  ['bladeProjectDeptId', 'projectDeptUnload'],
  ['projectDeptSysId', 'projectDeptUnload'],
  ['projectDeptName', 'projectDeptSystem'],
  ['projectGroupDeptId', 'warehouse'],
  ['useRestaurantDeptId', 'salesPlan'],
  ['projectDeptId', 'projectDeptCentralFactory'],
  ['deptId', 'materialAuthRange'],
  ['factoryId', 'factoryWarehouse'],
  ['type', 'factoryWarehouse'],
  ['materialId', 'supplierMaterial'],
  ['centralFactoryId', 'projectDeptCentralFactory'],
  ['supplierId', 'supplierMaterial'],
  ['gearOperationDeptId', 'salesPlan'],
  ['billCode', 'salesPlan'],
  ['instoreId', 'inStore', 'id'],
  ['billId', 'inStore', 'id'],
  ['checkId', 'stockCheck', 'id'],
  ['outstoreId', 'pick'],
  ['orderNo', 'purchaseOrder', 'billCode'],
];
const EMPTY = new Set<unknown>(['', '0', null, undefined]);

test.each(FITS.map(([name, list, field = name]) => ({ name, list, field })))(
  'RULE-446: $name narrows the rows of $list to those it says',
  async ({ name, list, field }) => {
    const valueOf = (row: Row): unknown => row[field];
    const all = await page(list, {});
    const row = all.find((each) => !EMPTY.has(valueOf(each)));
    expect(row, `${list} has no row with ${name}`).toBeDefined();
    const value = valueOf(row!);
    const found = await page(list, { [name]: value });
    expect(found.map(({ id }) => id).toSorted()).toEqual(
      all
        .filter((each) => valueOf(each) === value)
        .map(({ id }) => id)
        .toSorted(),
    );
  },
);

test('RULE-446: plans are found by the sales plan and the restaurant they are for, sites by their plant, rows by their tenant; a name nobody knows is ignored', async () => {
  const [plan] = await company.asOwner<{ id: string; source: string; restaurant: string }>(
    `select c.holder_id::text as id, c.source_id::text as source, g.use_restaurant_dept_id::text as restaurant
     from plan_claim c join dept g on g.id = c.stall_dept_id
     where c.holder_type = 'requirement-plan' and c.source_type = 'salesPlan' and c.released_time is null limit 1`,
  );
  for (const filter of [{ gearSalesPlanId: plan!.source }, { useRestaurantId: plan!.restaurant }])
    expect((await page('requirementPlan', filter)).map(({ id }) => id)).toContain(plan!.id);
  expect(await page('requirementPlan', { gearSalesPlanId: '1' })).toEqual([]);
  expect(await page('requirementPlan', { useRestaurantId: '1' })).toEqual([]);
  const [site] = await company.asOwner<{ id: string }>(
    `update project_dept_system set sap_factory = 'S446' where id = (select min(id) from project_dept_system
      where tenant_id = '${TENANT}') returning id::text`,
  );
  expect((await page('projectDeptSystem', { sapFactory: 'S446' })).map(({ id }) => id)).toEqual([site!.id]);
  const all = await page('salesPlan', {});
  expect(await page('salesPlan', { nobodyKnowsThis: '1' })).toHaveLength(all.length);
  expect((await page('tenant', { tenantId: TENANT })).every((row) => row['tenantId'] === TENANT)).toBe(true);
});

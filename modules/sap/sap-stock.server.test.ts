/** SAP's stock of a factory beside ours: converted, or reported; it posts nothing. The tests build on each other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { counts, openSapCompany, type SapCompany } from './sap-company.testing.ts';
import { stockOf } from './sap-system.testing.ts';

let company: SapCompany;
let store: string;
beforeAll(async () => {
  company = await openSapCompany();
  const { id: above } = await company.addDept('公司', '0', { deptCategory: '1' });
  const { id: deptId } = await company.addDept('中央厨房', above, { deptCategory: '6' });
  const made = async (path: string, values: object): Promise<string> =>
    ((await company.admin.post(path, values)).body.data as unknown as { id: string }).id;
  const factoryId = await made('sales-mall/centralfactory/submit', {
    factoryName: '中央厨房',
    deptId,
    sapFactory: 'F100',
    linkman: '周',
    address: '工业路',
  });
  store = await made('store-management/factorywarehouse/submit', {
    name: '原料仓',
    factoryId,
    type: 'raw',
    sapStorageLocation: '0001',
  });
});
afterAll(() => company.close());

type Row = Record<string, unknown>;
async function stockAt(query: Record<string, string> = {}): Promise<Row[]> {
  const { body } = await company.admin.get('store-management/factorystock/page', { size: '200', ...query });
  return (body.data as unknown as { records: Row[] }).records;
}
const refusalOf = async (): Promise<string> =>
  (await company.admin.get('store-management/factorystock/syncsaptotime')).body.msg;
const moves = async (): Promise<number> =>
  (await company.rows<{ n: number }>(sql`select count(*)::integer as n from stock_move`))[0]!.n;

test('EP-0487 X01: without a connection it is refused plainly, and nothing changes', async () => {
  expect(await refusalOf()).toContain('未配置SAP连接');
  expect(await stockAt()).toEqual([]);
});

test('lots and kinds of stock of SAP are summed in our base unit; what cannot be converted is reported', async () => {
  await company.configure();
  for (const what of ['unit', 'type', 'material'] as const) await company.sync(what);
  company.sap.rows('factory-stock', (rows) =>
    rows.push(
      stockOf('M001', 'F100', '0001', '30', { Batch: 'A' }),
      stockOf('M001', 'F100', '0001', '12', { Batch: 'B' }),
      stockOf('M001', 'F100', '0001', '2', { MaterialBaseUnit: 'CAR', InventoryStockType: '07' }),
      stockOf('M002', 'F100', '0001', '5', { MaterialBaseUnit: 'ROL' }),
      stockOf('M003', 'F100', '0009', '5'),
      stockOf('NONE', 'F100', '0001', '5'),
      stockOf('M004', '1010', '0001', '999'),
    ),
  );
  const run = await company.sync('factoryStock');
  expect(counts(run)).toEqual(['partial', 7, 3, 0, 1, 3]);
  expect(run.errors.map(({ field, reason }) => [field, reason]).toSorted()).toEqual([
    ['material', expect.stringContaining('NONE')],
    ['storage', expect.stringContaining('F100 / 0009')],
    ['unit', expect.stringContaining('缺少从「卷」到「公斤」的单位换算')],
  ]);
  const [row, ...others] = await stockAt();
  expect(others).toEqual([]);
  // 30 + 12 kg, and two cases of 12.5 kg.
  expect(row).toMatchObject({ factoryWarehouseId: store, qty: '0', sapQty: '67', sapDiffQty: '-67', amount: '0.00' });
  expect([row!['sapStockTime'], row!['sapSyncTime']].every(Boolean)).toBe(true);
  expect((await stockAt({ tab: 'differs' })).length).toBe(1);
  expect(await moves()).toBe(0);
});

test('read again, what changed changes and what SAP no longer has counts no more', async () => {
  company.sap.rows('factory-stock', (rows) => {
    rows[0]!['MatlWrhsStkQtyInMatlBaseUnit'] = '8';
    rows.splice(1, 1);
  });
  const run = await company.sync('factoryStock');
  expect([run.created, run.updated]).toEqual([0, 1]);
  expect((await stockAt())[0]).toMatchObject({ sapQty: '33' });
});

test('SAP that is slow, or away, is answered in words; the last comparison stands', async () => {
  await company.set({ 'sap.timeoutSeconds': '1' });
  company.sap.break(/A_MatlStkInAcctMod/, { kind: 'slow', ms: 1_500 });
  expect((await company.admin.get('store-management/factorystock/syncsaptotime')).body.data).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('SAP在 1 秒内没有答复'),
  });
  await company.set({ 'sap.odata.url': 'http://127.0.0.1:9', 'sap.allowedHosts': 'http://127.0.0.1:9' });
  expect((await company.admin.get('store-management/factorystock/syncsaptotime')).body.data).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('连接不上SAP'),
  });
  expect((await stockAt())[0]).toMatchObject({ sapQty: '33' });
});

// Areas: distribution, receiving
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { button, front, go, journey, person, PHONE, sessionOf, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// A site asks a factory for goods: the document is completed, the order accepted, shipped, and received at the site.
const stage = journey();
const GOODS = '手工挂面';
const act = (page: Page, name: string): Locator => button(front(page).locator('.action-bar'), name);
const inState = (page: Page, state: string): Promise<void> =>
  front(page).locator('.document-title').getByText(state, { exact: true }).waitFor();
const agreeTo = (page: Page, name: string): Promise<void> =>
  button(page.getByRole('dialog').filter({ visible: true }).last(), name).click();

interface Place {
  readonly store: string;
  readonly warehouse: string;
  readonly day: string;
  readonly supplier: string;
  readonly type: string;
  readonly kg: string;
}
let place: Place;
let material: string;
let documentId: string;

const tokens = new Map<string, string>();
async function post<T = { id: string }>(path: string, body: object, account = 'admin'): Promise<T> {
  if (!tokens.has(account)) tokens.set(account, (await sessionOf(stage.larder.address, account)).accessToken);
  const headers = { 'content-type': 'application/json', 'blade-auth': `bearer ${tokens.get(account)!}` };
  const answer = (await (
    await fetch(`${stage.larder.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as { msg: string; data: T };
  expect(answer.msg, path).toMatch(/成功/);
  return answer.data;
}

/** 50 kg of a new material lie in the shipping store of the factory; a site asks for 8 and it is on a document. */
async function askFactory(): Promise<void> {
  const [found] = await stage.larder.rows<Place>(`
    select f.id::text as store, w.id::text as warehouse, now()::date::text as day,
      (select id::text from supplier where frozen = 0 order by id limit 1) as supplier,
      (select id::text from material_type order by id desc limit 1) as type,
      (select id::text from material_unit where name in ('千克', '公斤') order by id limit 1) as kg
    from warehouse w join project_dept_central_factory r on r.project_dept_id = w.project_group_dept_id
    join factory_warehouse f on f.factory_id = r.central_factory_id and f.type = 'finished'
    where w.frozen = 0 and w.warehouse_type <> 'central' order by w.id limit 1`);
  place = found!;
  const service = 'store-management';
  material = (
    await post('master-data/material/submit', {
      name: GOODS,
      code: 'NOODLE',
      materialTypeId: place.type,
      materialKind: 'finished',
      baseUnitId: place.kg,
    })
  ).id;
  await post('master-data/settlementprice/submit', {
    materialId: material,
    unitId: place.kg,
    price: '9.50',
    taxRate: '9',
    startDate: place.day,
  });
  const order = await post(`${service}/purchaseorder/submit`, {
    supplierId: place.supplier,
    factoryWarehouseId: place.store,
    deliveryDate: place.day,
    details: [{ materialId: material, unitId: place.kg, orderQty: '50', price: '6' }],
  });
  await post(`${service}/purchaseorder/toApply`, { ids: order.id, lateReason: '当天要用' });
  await post(`${service}/purchaseorder/doApply`, { ids: order.id }, 'tenant-admin');
  const [bill] = await stage.larder.rows<{ id: string; line: string }>(
    `select s.id::text, d.id::text as line from in_store s join in_store_detail d on d.in_store_id = s.id
    where s.source_bill_id = $1`,
    [order.id],
  );
  await post(`${service}/factorywarehouseinstore/doReceiving`, {
    instoreId: bill!.id,
    details: [{ detailId: bill!.line, acceptedQty: '50' }],
  });
  const request = await post(`${service}/invpleasepurchase/submit`, {
    warehouseId: place.warehouse,
    details: [
      {
        materialId: material,
        unitId: place.kg,
        requestQty: '8',
        needDate: place.day,
        deliveryDate: place.day,
        sourceKind: 'factory',
      },
    ],
  });
  await post(`${service}/invpleasepurchase/toApply`, { ids: request.id, lateReason: '当天要用' });
  await post(`${service}/invpleasepurchase/doApply`, { ids: request.id }, 'tenant-admin');
  await post(`${service}/distributionuniform/generateDistributionUniform`, { ids: request.id });
  const [list] = await stage.larder.rows<{ id: string }>(
    'select distribution_bill_id::text as id from distribution_bill_detail where material_id = $1',
    [material],
  );
  await post(`${service}/purchasedocument/generatePurchaseDocument`, { ids: list!.id });
  const [made] = await stage.larder.rows<{ id: string }>(
    'select purchase_document_id::text as id from purchase_document_detail where material_id = $1',
    [material],
  );
  documentId = made!.id;
}
beforeAll(askFactory);

const lies = async (locationId: string): Promise<number> =>
  (
    await stage.larder.rows<{ qty: number }>(
      'select coalesce(sum(qty), 0)::float8 as qty from stock where material_id = $1 and location_id = $2',
      [material, locationId],
    )
  )[0]!.qty;

test('RULE-339 RULE-547 B13: the buyer completes a document whose needs stand beside it; the factory accepts its order and ships it', async () => {
  const manager = await person(stage, 'purchase-manager', { at: `/purchasing/purchasedocument/${documentId}` });
  const behind = front(manager).getByRole('table', { name: '每行背后的需求' });
  await behind.getByText('8 千克').waitFor();
  await act(manager, '完成').click();
  await manager.getByRole('textbox', { name: '截单后原因' }).fill('当天临时加餐');
  await agreeTo(manager, '完成');
  await inState(manager, '已完成');
  await manager.context().close();

  const [order] = await stage.larder.rows<{ id: string; code: string }>(
    'select o.id::text, o.bill_code as code from factory_order o where o.purchase_document_id = $1',
    [documentId],
  );
  const staff = await person(stage, 'factory-staff');
  const list = await go(staff, '工厂订单');
  await list.getByText(order!.code).first().click();
  await inState(staff, '待接单');
  await act(staff, '接单').click();
  await inState(staff, '已接单');
  // The sorting table has a journey of its own.
  const [line] = await stage.larder.rows<{ id: string }>(
    'select id::text from distribution_statement_log where order_id = $1',
    [order!.id],
  );
  await post(
    'store-management/distributionstatementlogs/saveDistributionLog',
    { id: line!.id, num: '8' },
    'factory-staff',
  );
  await staff.reload();
  await inState(staff, '分拣中');
  await act(staff, '发货').click();
  await staff.getByRole('textbox', { name: '车牌' }).fill('浙A88F12');
  await agreeTo(staff, '发货');
  await inState(staff, '在途');
  await front(staff).getByRole('table', { name: '项目部入库单' }).waitFor({ state: 'attached' });
  expect([await lies(place.store), await lies(place.warehouse)]).toEqual([42, 0]);
  await staff.context().close();
});

test('the site receives the lots that were sent; order and document say so, on a phone and in English too', async () => {
  const [bill] = await stage.larder.rows<{ id: string; order: string }>(
    `select s.id::text, s.source_bill_id as order from in_store s join in_store_detail d on d.in_store_id = s.id
      where d.material_id = $1 and s.source_bill_type = 'factory-order'`,
    [material],
  );
  const keeper = await person(stage, 'storekeeper', { at: `/store/invinstore/${bill!.id}` });
  await act(keeper, '收货').click();
  await keeper.locator('.dock-line.is-current').waitFor();
  // Whose lot it is, is known: nobody is asked for it.
  expect(await keeper.locator('#dock-0-supplierBatchNo').count()).toBe(0);
  await keeper.locator('#dock-0-acceptedQty').fill('8');
  await keeper.keyboard.press('Enter');
  await button(keeper.locator('.dock-foot'), '收货 1 行').click();
  await inState(keeper, '收货中');
  await act(keeper, '完成收货').click();
  await inState(keeper, '已完成');
  await keeper.context().close();
  await soon(() => lies(place.warehouse)).toBe(8);

  const reader = await person(stage, 'factory-staff', { viewport: PHONE, hasTouch: true, isMobile: true });
  await writeStoredItem(reader, 'language', 'en');
  await reader.goto(`${stage.larder.address}/distribution/factoryorder/${bill!.order}`);
  await inState(reader, 'Done');
  await front(reader).getByText('浙A88F12').first().waitFor();
  await reader.context().close();
  const buyer = await person(stage, 'purchaser', { viewport: PHONE, hasTouch: true, isMobile: true });
  await writeStoredItem(buyer, 'language', 'en');
  await buyer.goto(`${stage.larder.address}/purchasing/purchasedocument/${documentId}`);
  await inState(buyer, 'Completed');
  await front(buyer).getByText('What stands behind each line').waitFor();
  await buyer.context().close();
});

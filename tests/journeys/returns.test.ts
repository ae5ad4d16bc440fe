// Areas: returns, issuing, stock
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, front, journey, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// Goods that go back: a lot to whoever sold it, and what a stall did not use to its warehouse.
const stage = journey();

const act = (page: Page, name: string): Locator => button(front(page).locator('.action-bar'), name);
const inState = (page: Page, state: string): Promise<void> =>
  front(page).locator('.document-title').getByText(state, { exact: true }).waitFor();
const at = async (account: string, path: string, phone = false): Promise<Page> => {
  const page = await person(stage, account, phone ? { viewport: PHONE } : { at: path });
  if (!phone) return page;
  await writeStoredItem(page, 'language', 'en');
  await page.goto(`${stage.larder.address}${path}`);
  return page;
};
const left = async (id: string): Promise<number> =>
  (await stage.larder.rows<{ qty: number }>('select qty::float8 as qty from stock_batch where id = $1', [id]))[0]!.qty;

test('RULE-328 RULE-329: a return begins with the lot, is approved, and shipped from the bill that was made for it', async () => {
  const [lot] = await stage.larder.rows<{ id: string; code: string; supplier: string; qty: number }>(`
    select sb.id::text, b.batch_code as code, s.name as supplier, sb.qty::float8 as qty from stock_batch sb
    join warehouse w on w.id = sb.location_id join batch b on b.id = sb.batch_id and b.lot_state = 'free'
    join supplier s on s.id = b.supplier_id join material m on m.id = sb.material_id and m.catch_weight = 0
    where sb.qty >= 5 and sb.reserved_qty = 0 and sb.qty <= b.origin_qty and b.expiry_date > now() + interval '60 days'
      and not exists (select from stock_reservation r where r.material_id = m.id and r.qty > 0)
    order by sb.id limit 1`);
  const keeper = await at('storekeeper', `/store/stockbatch/${lot!.id}`);
  await button(front(keeper), '退给供应商').click();
  await inState(keeper, '草稿');
  const document = front(keeper).locator('article.document');
  await document.getByText(lot!.supplier).first().waitFor();
  await document.getByText(lot!.code).first().waitFor();
  await act(keeper, '提交审批').click();
  await inState(keeper, '待审批');
  const { pathname } = new URL(keeper.url());
  await keeper.context().close();

  const manager = await at('project-manager', pathname);
  await act(manager, '审批通过').click();
  await inState(manager, '已审批');
  await front(manager).getByText('下一步：仓库出库').waitFor();
  await manager.context().close();
  expect(await left(lot!.id)).toBe(lot!.qty);

  const shipper = await at('storekeeper', pathname);
  await front(shipper)
    .getByRole('link', { name: /^TC\d+/ })
    .first()
    .click();
  await act(shipper, '出库').click();
  const dialog = shipper.getByRole('dialog').filter({ visible: true }).last();
  await dialog.getByRole('textbox', { name: '车牌' }).fill('浙A12345');
  await button(dialog, '出库').click();
  await inState(shipper, '已出库');
  await front(shipper).getByRole('link', { name: '查看库存流水' }).waitFor();
  await soon(() => left(lot!.id)).toBe(0);
  await shipper.goto(`${stage.larder.address}${pathname}`);
  await inState(shipper, '已完成');
  await shipper.context().close();
});

test('RULE-489: on their phones, in English, a stall ships what it did not use and the warehouse signs for it', async () => {
  const [bill] = await stage.larder.rows<{ id: string; qty: number; lot: string; place: string }>(`
    select r.id::text, d.qty::float8 as qty, d.batch_id::text as lot, r.warehouse_id::text as place from inv_return r
    join inv_return_detail d on d.inv_return_id = r.id where r.status = 'approved' and r.out_state = 'to-ship'
    order by r.id limit 1`);
  const lies = async (): Promise<number> =>
    (
      await stage.larder.rows<{ qty: number }>(
        `select coalesce(sum(qty), 0)::float8 as qty from stock_batch where batch_id = $1 and location_id = $2`,
        [bill!.lot, bill!.place],
      )
    )[0]!.qty;
  const before = await lies();
  const stall = await at('restaurant-manager', `/store/invreturn/${bill!.id}`, true);
  await front(stall)
    .getByText(/ships the goods/)
    .waitFor();
  await front(stall)
    .getByRole('link', { name: /^TC\d+/ })
    .first()
    .click();
  await act(stall, 'Ship').click();
  await button(stall.getByRole('dialog').filter({ visible: true }).last(), 'Ship').click();
  await inState(stall, 'Shipped');
  await stall.context().close();

  const keeper = await at('storekeeper', `/store/invreturn/${bill!.id}`, true);
  await act(keeper, 'Receive').click();
  await inState(keeper, 'Done');
  await soon(lies).toBe(before + bill!.qty);
  await keeper.context().close();
});

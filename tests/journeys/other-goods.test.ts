// Areas: other-moves, transfers, issuing
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, choose, front, go, journey, noticeOf, person, soon, leaveComputer } from '../support/journey.ts';

// Goods that leave without a pick bill, and goods for another site: entered, approved and signed for by people.
const stage = journey({ ownProcess: true });

interface Shelf {
  readonly warehouse: string;
  readonly other: string;
  readonly site: string;
  readonly material: string;
  readonly lot: string;
  readonly lotId: string;
  readonly qty: number;
}
/** A lot of which there is plenty and that is not the first to expire there, and another warehouse. */
async function shelf(): Promise<Shelf> {
  const [row] = await stage.larder.rows<Shelf>(`
    select w.name as warehouse, o.name as other, d.dept_name as site, m.name as material, b.batch_code as lot,
      b.id::text as "lotId", s.qty::float8 as qty
    from stock_batch s join warehouse w on w.id = s.location_id join dept d on d.id = w.project_group_dept_id
    join batch b on b.id = s.batch_id and b.lot_state = 'free' join material m on m.id = s.material_id
    join warehouse o on o.id <> w.id
    where s.qty - s.reserved_qty >= 5 and m.catch_weight = 0 and b.expiry_date > now() + interval '60 days'
      and not exists (select from material n where n.id <> m.id and n.name like '%' || m.name || '%')
    order by w.id, b.id limit 1`);
  return row!;
}
/** The number of the document in front. */
async function savedAs(page: Page): Promise<string> {
  await page.keyboard.press('Control+s');
  expect(await noticeOf(page)).toContain('新增成功');
  const heading = front(page).getByRole('heading', { level: 1 });
  await soon(() => heading.innerText()).toMatch(/^[A-Z]{2,}\d+/);
  return heading.innerText();
}
const act = (page: Page, name: string): Locator => button(front(page).locator('.action-bar'), name);
const inState = (page: Page, state: string): Promise<void> =>
  front(page).locator('.document-title').getByText(state, { exact: true }).waitFor();
/** Opens a document of a list by its number. */
async function open(page: Page, menu: string, code: string): Promise<void> {
  const list = await go(page, menu);
  const box = list.getByRole('search').getByRole('textbox', { name: /^单据编号/ });
  await box.fill(code);
  await box.press('Enter');
  const row = front(page).getByRole('row').filter({ hasText: code }).first();
  await row.focus();
  await row.press('Enter');
  await front(page).locator('article.document').waitFor();
}
/** A material in the grid, found by its name with what lies there beside it, and so much of it. */
async function enterLine(page: Page, { material }: Shelf, qty: string): Promise<void> {
  await front(page).getByRole('gridcell').first().click();
  await page.keyboard.type(material);
  await page.locator('.lg-option').filter({ hasText: material }).first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type(qty);
  await page.keyboard.press('Tab');
}

test('RULE-327: scrap of a lot that is named is entered in the grid, approved, posted, and reversed', async () => {
  const there = await shelf();
  const keeper = await person(stage, 'storekeeper');
  await button(await go(keeper, '其他出库'), '新增').click();
  const bill = front(keeper).locator('article.document');
  await choose(keeper, bill.getByRole('combobox', { name: '出库类型' }), '报废');
  await choose(keeper, bill.getByRole('combobox', { name: '仓库', exact: true }), there.warehouse);
  await choose(keeper, bill.getByRole('combobox', { name: '承担部门' }), there.site);
  await enterLine(keeper, there, '2');
  await keeper.keyboard.type(there.lot);
  await keeper.locator('.lg-option').filter({ hasText: there.lot }).first().waitFor();
  await keeper.keyboard.press('Tab');
  await keeper.keyboard.type('包装破损');
  await keeper.keyboard.press('Enter');
  const code = await savedAs(keeper);
  await act(keeper, '提交审批').click();
  await inState(keeper, '待审批');
  await leaveComputer(keeper);

  const manager = await person(stage, 'project-manager');
  await open(manager, '其他出库', code);
  await act(manager, '审批过账').click();
  await inState(manager, '已过账');
  await front(manager).getByRole('link', { name: '查看库存流水' }).waitFor();
  const left = async (): Promise<number> =>
    (
      await stage.larder.rows<{ qty: number }>(
        `select s.qty::float8 as qty from stock_batch s join warehouse w on w.id = s.location_id
        where w.name = '${there.warehouse}' and s.batch_id = ${there.lotId}`,
      )
    )[0]!.qty;
  await soon(left).toBe(there.qty - 2);

  await act(manager, '冲销').or(front(manager).locator('.action-bar').getByRole('button').last()).first().click();
  await manager.getByText('冲销', { exact: true }).filter({ visible: true }).last().click();
  const dialog = manager.getByRole('dialog').filter({ visible: true }).last();
  await dialog.getByRole('textbox', { name: '原因' }).fill('数量录错');
  await button(dialog, '冲销').click();
  await front(manager).getByText('本单已冲销').waitFor();
  await soon(left).toBe(there.qty);
  await leaveComputer(manager);
});

test('RULE-326: a transfer is asked for, approved, picked and, though the program is killed meanwhile, signed for at the other warehouse', async () => {
  const there = await shelf();
  const keeper = await person(stage, 'storekeeper');
  await button(await go(keeper, '调拨单'), '新增').click();
  const bill = front(keeper).locator('article.document');
  await bill.getByRole('textbox', { name: '需要时间' }).click();
  await keeper.keyboard.type('+1');
  await keeper.keyboard.press('Enter');
  await choose(keeper, bill.getByRole('combobox', { name: '调出仓' }), there.warehouse);
  await choose(keeper, bill.getByRole('combobox', { name: '调入仓' }), there.other);
  await choose(keeper, bill.getByRole('combobox', { name: '调拨原因' }), '富余');
  await enterLine(keeper, there, '2');
  const code = await savedAs(keeper);
  await act(keeper, '提交审批').click();
  await inState(keeper, '待审批');
  await leaveComputer(keeper);

  const manager = await person(stage, 'project-manager');
  await open(manager, '调拨单', code);
  await front(manager).getByRole('columnheader', { name: '调出可用' }).waitFor();
  await act(manager, '审批通过').click();
  await inState(manager, '已审批');
  await front(manager).getByText('下一步：调出仓拣货发出').waitFor();
  await leaveComputer(manager);

  const picker = await person(stage, 'storekeeper');
  await open(picker, '调拨单', code);
  await front(picker)
    .getByRole('link', { name: /^CK\d+/ })
    .first()
    .click();
  await act(picker, '拣货出库').click();
  const card = front(picker).locator('.pick-card');
  await card.getByText(there.material).waitFor();
  await card.locator('.pick-next').click();
  await card.getByText('核对后出库').waitFor();
  await card.locator('.pick-next').click();
  await inState(picker, '已出库');
  // The power fails while the goods are on their way: they are signed for when it is back.
  await stage.larder.kill();
  await stage.larder.restart();
  await picker.reload();
  await inState(picker, '已出库');
  await act(picker, '收货').click();
  await front(picker).locator('.sign-lots').getByText(there.material).first().waitFor();
  await front(picker).locator('.pick-next').click();
  await inState(picker, '已收货');
  await soon(() =>
    stage.larder.rows(`select a.status, d.received_qty::float8 as received from allocation a
      join allocation_detail d on d.allocation_id = a.id where a.bill_code = '${code}'`),
  ).toEqual([{ status: 'done', received: 2 }]);
  await leaveComputer(picker);
});

// Areas: issuing, purchasing, counting, print
import fs from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { isPrinted } from '../../kernel/web/paper/is-printed.ts';
import { modules } from '../../modules/modules.ts';
import { button, front, journey, person, soon, leaveComputer } from '../support/journey.ts';
import { visit } from './visit.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// What lies on a dock or hangs in a cold room: the paper of a document, whole, in the reader's language.
const stage = journey();
const LINES = 33;
let bill: { id: string; code: string };
beforeAll(async () => {
  [bill] = (await stage.larder.rows<typeof bill>(
    'select pick_id::text as id, bill_code as code from pick_detail join pick on pick.id = pick_id group by 1, 2 order by count(*) desc, 1 limit 1',
  )) as [typeof bill];
  await stage.larder.rows(
    `
    insert into pick_detail (tenant_id, pick_id, line_no, material_id, unit_id, qty, factor, base_unit_id, base_qty)
    select '000000', $1, 1000 + row_number() over (order by m.id), m.id, m.base_unit_id, 2.5, 1, m.base_unit_id, 2.5
    from material m where not exists (select from pick_detail where pick_id = $1 and material_id = m.id)
    order by m.id limit $2 - (select count(*) from pick_detail where pick_id = $1)`,
    [bill.id, LINES],
  );
});

/** The print dialog, once what it shows is there. */
async function dialogOf(page: Page): Promise<Locator> {
  const dialog = page.locator('.ant-modal').filter({ has: page.locator('.print-room .sheet') });
  await dialog.waitFor();
  return dialog;
}
/** From now on the paper stays until the browser is told that it has printed. */
const holdPaper = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = String(Number(document.body.dataset['printed'] ?? 0) + 1);
    };
  });
const printedTimes = (page: Page): Promise<string | undefined> => page.evaluate(() => document.body.dataset['printed']);
/** The page as the browser lays it out for paper, once it was asked to print. */
async function onPaper(page: Page): Promise<void> {
  await soon(() => printedTimes(page)).toBe('1');
  await page.emulateMedia({ media: 'print' });
}
/** The browser has printed. */
async function offPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    delete document.body.dataset['printed'];
    window.dispatchEvent(new Event('afterprint'));
  });
  await soon(() => page.locator('.print-sheets').count()).toBe(0);
}
const titles = (at: Page | Locator): Promise<string[]> =>
  at.locator('.sheet-lines thead tr').last().locator('th').allInnerTexts();
/** How many sheets the printer takes. */
const sheets = async (page: Page, name: string): Promise<number> => {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  if (process.env['PAPER_TO'] !== undefined) fs.writeFileSync(`${process.env['PAPER_TO']}/${name}.pdf`, pdf);
  return pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
};

test.each([
  ['zh', '领料单', '物料', '发料'],
  ['en', 'Pick bill', 'Material', 'Issued by'],
])(
  'a pick bill of 33 lines is on paper whole, black on white, without menu and buttons (%s)',
  async (language, kind, material, issued) => {
    const page = await person(stage, 'admin');
    await writeStoredItem(page, 'language', language);
    await page.goto(`${stage.larder.address}/store/pick/${bill.id}`);
    await page.getByRole('heading', { name: bill.code }).waitFor();
    await front(page).locator('.line-grid [role=row]').nth(3).waitFor();
    await holdPaper(page);
    await button(front(page), language === 'zh' ? '打印' : 'Print').click();
    const dialog = await dialogOf(page);
    expect(await dialog.locator('.sheet-line').count()).toBe(LINES);
    await button(dialog, language === 'zh' ? '打印' : 'Print').click();
    await onPaper(page);
    const paper = page.locator('.print-sheets');
    const written = await stage.larder.rows<{ name: string }>(
      `select ${language === 'zh' ? 'm.name' : 'm.name_en as name'} from pick_detail d
        join material m on m.id = d.material_id where d.pick_id = $1 order by d.line_no`,
      [bill.id],
    );
    const lines = paper.locator('.sheet-line');
    expect(await lines.evaluateAll((all) => all.map((line) => line.children[1]!.firstChild!.textContent))).toEqual(
      written.map(({ name }) => name),
    );
    expect(written).toHaveLength(LINES);
    expect(await titles(paper)).toContain(material);
    expect(await paper.locator('.sheet-head').innerText()).toContain(kind);
    expect(await paper.locator('.sheet-signers').innerText()).toContain(issued);
    expect(await paper.locator('.paper-code').getAttribute('aria-label')).toBe(bill.code);
    expect(await page.locator('.shell').isVisible()).toBe(false);
    expect(
      await paper
        .locator('.sheet')
        .evaluate((sheet) => [getComputedStyle(sheet).color, getComputedStyle(sheet).backgroundColor]),
    ).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    // The titles are a header group, which the browser draws on every sheet; a line is never cut in two.
    expect(await paper.locator('.sheet-lines thead').evaluate((head) => getComputedStyle(head).display)).toBe(
      'table-header-group',
    );
    expect(await lines.first().evaluate((line) => getComputedStyle(line).breakInside)).toBe('avoid');
    expect(await sheets(page, `pick-${language}`)).toBe(2);
    await offPaper(page);
    expect(await page.locator('.shell').isVisible()).toBe(true);
    await leaveComputer(page);
  },
);

test('Ctrl-P shows the print, and once more prints it; what is not saved is saved first, and that is said', async () => {
  const page = await person(stage, 'admin', { at: `/store/pick/${bill.id}` });
  await front(page).locator('.line-grid [role=row]').nth(3).waitFor();
  await holdPaper(page);
  await page.keyboard.press('Control+p');
  await dialogOf(page);
  await page.keyboard.press('Control+p');
  await onPaper(page);
  await offPaper(page);
  await soon(() => page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
  await stage.larder.rows(`update pick set status = 'draft', remark = '送到后门' where id = $1`, [bill.id]);
  await page.goto(`${stage.larder.address}/store/pick/${bill.id}?edit=1`);
  await button(front(page), '编辑信息').click();
  await front(page).getByRole('textbox', { name: '备注', exact: true }).fill('写到一半');
  await page.keyboard.press('Control+p');
  await page.getByText('先保存修改').waitFor();
  expect(await page.locator('.print-room').count()).toBe(0);
  await leaveComputer(page);
});

test('what a person may not see is not on paper', async () => {
  const [received] = await stage.larder.rows<{ id: string }>(
    `select id::text from in_store where blade_project_dept_id = (select project_dept_id from pick where id = $1)
      order by id limit 1`,
    [bill.id],
  );
  for (const [account, sees] of [
    ['admin', true],
    ['storekeeper', false],
  ] as const) {
    const page = await person(stage, account, { at: `/store/invinstore/${received!.id}` });
    await front(page).locator('.line-grid [role=row]').nth(1).waitFor();
    await button(front(page), '打印').click();
    const dialog = await dialogOf(page);
    expect({ account, sees: (await titles(dialog)).includes('协议价') }).toEqual({ account, sees });
    expect({ account, sees: (await dialog.locator('.sheet-facts').innerText()).includes('收货金额') }).toEqual({
      account,
      sees,
    });
    await leaveComputer(page);
  }
});

test('documents chosen in a list are printed as one, each on sheets of its own, by number; what is printed is kept', async () => {
  const page = await person(stage, 'admin', { at: '/purchasing/purchaseorder' });
  const row = (code: string) => front(page).locator('tr.ant-table-row').filter({ hasText: code });
  await front(page).locator('tr.ant-table-row').nth(2).waitFor();
  const codes = (await front(page).locator('tr.ant-table-row').allInnerTexts())
    .slice(0, 3)
    .map((words) => /CG\d+/.exec(words)![0]);
  for (const code of codes) await row(code).locator('input[type=checkbox]').check();
  await holdPaper(page);
  await button(front(page).locator('.bulk'), '打印').click();
  const dialog = await dialogOf(page);
  expect(
    await dialog.locator('.paper-code').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))),
  ).toEqual(codes);
  await button(dialog, '打印 3 张').click();
  await onPaper(page);
  expect(await page.locator('.print-sheets > .sheet').count()).toBe(3);
  expect(await sheets(page, 'orders')).toBeGreaterThanOrEqual(3);
  await offPaper(page);
  const kept = await stage.larder.rows<{ title: string; code: string }>(
    `select title, content->'blocks'->0->>'number' as code from print_log where printed = 'purchaseOrder' order by id`,
  );
  expect(kept.map(({ code }) => code)).toEqual(codes);
  await page.goto(`${stage.larder.address}/print/printlog`);
  await front(page).locator('tr.ant-table-row').filter({ hasText: codes[0]! }).first().click();
  await page.getByRole('heading', { name: `采购订单 ${codes[0]!}` }).waitFor();
  expect(await front(page).locator('.print-room .paper-code').getAttribute('aria-label')).toBe(codes[0]);
  await leaveComputer(page);
});

const printedTypes = modules
  .flatMap((module) => module.declarations as readonly Declaration[])
  .filter((of) => of.life !== undefined && isPrinted(of));
test('every list of documents prints what is chosen in it', async () => {
  const page = await person(stage, 'admin');
  const without: string[] = [];
  for (const of of printedTypes) {
    await visit(page, of.path!);
    await front(page).locator('tr.ant-table-row, .ant-empty').first().waitFor();
    if ((await front(page).locator('tr.ant-table-row').count()) === 0) without.push(of.name);
    else {
      await front(page).locator('tr.ant-table-row input[type=checkbox]').first().check();
      await button(front(page).locator('.bulk'), '打印').click();
      const dialog = await dialogOf(page);
      expect(await dialog.locator('.sheet-head h2').evaluateAll((all) => all.map((each) => each.textContent))).toEqual([
        expect.stringContaining(of.label.zh) as string,
      ]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
  }
  expect(printedTypes.length - without.length).toBeGreaterThan(12);
  await leaveComputer(page);
}, 180_000);

test('all that a list found are chosen with what they come to; more than a hundred are not printed at once, and that is said', async () => {
  const page = await person(stage, 'admin', { at: '/purchasing/purchaseorder?status=' });
  const [all] = await stage.larder.rows<{ orders: string; amount: string }>(
    `select count(*)::text as orders, to_char(sum(amount), 'FM999,999,990.00') as amount from purchase_order`,
  );
  const bulk = front(page).locator('.bulk');
  await front(page).locator('thead input[type=checkbox]').first().check();
  await button(bulk, `选择全部 ${all!.orders} 条`).click();
  await bulk.getByText(`已选 ${all!.orders} 条`).waitFor();
  expect(await bulk.innerText()).toContain(`含税金额 ¥${all!.amount}`);
  await stage.larder.rows(
    `insert into print_template (tenant_id, name, printed, content)
      select '000000', 'T' || n, 'pick', '{"blocks":[{"is":"head"}]}' from generate_series(1, 120) n`,
  );
  await page.goto(`${stage.larder.address}/print/printtemplate`);
  const [templates] = await stage.larder.rows<{ count: string }>('select count(*)::text as count from print_template');
  await front(page).locator('thead input[type=checkbox]').first().check();
  await button(bulk, `选择全部 ${templates!.count} 条`).click();
  await bulk.getByText(`已选 ${templates!.count} 条`).waitFor();
  await button(bulk, '打印').click();
  await page.getByText(`一次最多打印 100 张，您选了 ${templates!.count} 张`).waitFor();
  expect(await page.locator('.print-room').count()).toBe(0);
  await leaveComputer(page);
});

test('a page that is no document says on paper what it is, who printed it and when; a week’s sales plan has its paper, too', async () => {
  const page = await person(stage, 'admin', { at: '/wel/dashboard' });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await page.locator('.printed-by').innerText()).toMatch(/^控制台 · 打印 \d{4}-\d\d-\d\d \d\d:\d\d · .+/);
  await sheets(page, 'console');
  await page.emulateMedia({ media: 'screen' });
  expect(await page.locator('.printed-by').isVisible()).toBe(false);

  // A grid draws what is in sight; on paper stand all its lines.
  const [open] = await stage.larder.rows<{ count: number }>(
    "select count(*)::int as count from purchase_request r join purchase_request_detail d on d.purchase_request_id = r.id where r.status = 'approved' and d.request_qty > d.ordered_qty + d.distributed_qty + d.cancelled_qty",
  );
  await page.goto(`${stage.larder.address}/purchasing/requestdistribution`);
  await front(page).getByRole('grid').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await page.locator('.line-grid > .paper-lines .paper-line').filter({ visible: true }).count()).toBe(
    open!.count,
  );
  expect(await page.getByRole('grid').filter({ visible: true }).count()).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  expect(await front(page).getByRole('grid').first().isVisible()).toBe(true);

  const [plan] = await stage.larder.rows<{ id: string; code: string; lines: number }>(
    'select p.id, p.bill_code as code, count(*)::int as lines from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id group by 1, 2 order by 1 limit 1',
  );
  await page.goto(`${stage.larder.address}/gear/gearsalesplan/${plan!.id}`);
  await page.getByRole('heading', { name: plan!.code }).waitFor();
  await front(page).getByRole('grid').first().waitFor();
  await button(front(page), '打印').click();
  expect(await (await dialogOf(page)).locator('.sheet-line').count()).toBe(plan!.lines);
  await leaveComputer(page);
});

test('a list prints its rows without menu, tabs and buttons', async () => {
  const page = await person(stage, 'admin', { at: '/masterdata/materialunit', viewport: { width: 1000, height: 700 } });
  await front(page).locator('tr.ant-table-row').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await front(page).locator('tr.ant-table-row').first().isVisible()).toBe(true);
  for (const frame of ['.shell-side', '.top-bar', '.tab-strip', '.list-tools', '.list-filters', '.ant-pagination'])
    expect({ frame, seen: await page.locator(frame).filter({ visible: true }).count() }).toEqual({ frame, seen: 0 });
  await sheets(page, 'list');
  await leaveComputer(page);
});

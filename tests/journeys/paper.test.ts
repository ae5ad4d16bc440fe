// Areas: issuing, purchasing, counting
import fs from 'node:fs';
import type { Page } from 'playwright-core';
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

/** Does what prints, and waits until the browser has printed. */
async function printed(page: Page, act: () => Promise<void>): Promise<void> {
  const over = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener('afterprint', () => resolve(), { once: true });
      }),
  );
  await act();
  await over;
}
/** The page as the browser lays it out for paper, from the moment it says that it is about to print. */
async function onPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.locator('.paper').waitFor();
}
const titles = (page: Page): Promise<string[]> =>
  page.locator('.paper-lines thead tr').last().locator('th').allInnerTexts();
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
    await printed(page, () => button(front(page), language === 'zh' ? '打印' : 'Print').click());

    await onPaper(page);
    const written = await stage.larder.rows<{ name: string }>(
      `select ${language === 'zh' ? 'm.name' : 'm.name_en as name'} from pick_detail d
        join material m on m.id = d.material_id where d.pick_id = $1 order by d.line_no`,
      [bill.id],
    );
    const lines = page.locator('.paper-line');
    expect(
      await lines.evaluateAll((all) => all.map((line) => line.children[1]!.firstElementChild!.textContent)),
    ).toEqual(written.map(({ name }) => name));
    expect(written).toHaveLength(LINES);
    expect(await titles(page)).toContain(material);
    expect(await page.locator('.paper-head').innerText()).toContain(kind);
    expect(await page.locator('.paper-signers').innerText()).toContain(issued);
    expect(await page.locator('.paper-code').getAttribute('aria-label')).toBe(bill.code);
    expect(await page.locator('.shell').isVisible()).toBe(false);
    expect(
      await page
        .locator('.paper')
        .evaluate((paper) => [getComputedStyle(paper).color, getComputedStyle(paper).backgroundColor]),
    ).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    // The titles are a header group, which the browser draws on every sheet; a line is never cut in two.
    expect(await page.locator('.paper-lines thead').evaluate((head) => getComputedStyle(head).display)).toBe(
      'table-header-group',
    );
    expect(await lines.first().evaluate((line) => getComputedStyle(line).breakInside)).toBe('avoid');
    expect(await sheets(page, `pick-${language}`)).toBe(2);

    await page.emulateMedia({ media: 'screen' });
    await soon(() => page.locator('.paper').count()).toBe(0);
    expect(await page.locator('.shell').isVisible()).toBe(true);
    await leaveComputer(page);
  },
);

test('Ctrl-P prints; while something is not saved it says so, and the browser prints what is', async () => {
  const page = await person(stage, 'admin', { at: `/store/pick/${bill.id}` });
  await front(page).locator('.line-grid [role=row]').nth(3).waitFor();
  await printed(page, () => page.keyboard.press('Control+p'));
  await stage.larder.rows(`update pick set status = 'draft', remark = '送到后门' where id = $1`, [bill.id]);
  await page.goto(`${stage.larder.address}/store/pick/${bill.id}?edit=1`);
  await button(front(page), '编辑信息').click();
  await front(page).getByRole('textbox', { name: '备注', exact: true }).fill('写到一半');
  await page.keyboard.press('Control+p');
  await page.getByText('先保存修改').waitFor();
  await onPaper(page);
  expect(await page.locator('.paper-facts').innerText()).toContain('送到后门');
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
    await printed(page, () => button(front(page), '打印').click());
    await onPaper(page);
    expect({ account, sees: (await titles(page)).includes('协议价') }).toEqual({ account, sees });
    expect({ account, sees: (await page.locator('.paper-facts').innerText()).includes('收货金额') }).toEqual({
      account,
      sees,
    });
    await leaveComputer(page);
  }
});

test('documents chosen in a list are printed as one, each on sheets of its own and just as its page prints it; fetching them is seen and can be stopped', async () => {
  const page = await person(stage, 'admin', { at: '/purchasing/purchaseorder' });
  const row = (code: string) => front(page).locator('tr.ant-table-row').filter({ hasText: code });
  await front(page).locator('tr.ant-table-row').nth(2).waitFor();
  const codes = (await front(page).locator('tr.ant-table-row').allInnerTexts())
    .slice(0, 3)
    .map((words) => /CG\d+/.exec(words)![0]);
  for (const code of codes) await row(code).locator('input[type=checkbox]').check();
  // The paper stays until the browser says that it has printed.
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = String(Number(document.body.dataset['printed'] ?? 0) + 1);
    };
  });
  const printedKind = (): Promise<string | undefined> => page.evaluate(() => document.body.dataset['printed']);

  // They do not come until they are let through.
  await page.route('**/purchaseorder/detail**', () => undefined);
  await button(front(page).locator('.bulk'), '打印').click();
  await button(page.getByRole('dialog', { name: '打印采购订单' }), '停 ?止').click();
  await soon(() => page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
  await page.unroute('**/purchaseorder/detail**');
  expect([
    await printedKind(),
    await page.locator('.paper').count(),
    await page.locator('.ant-notification-notice').count(),
  ]).toEqual([undefined, 0, 0]);

  await button(front(page).locator('.bulk'), '打印').click();
  await soon(printedKind).toBe('1');
  await page.emulateMedia({ media: 'print' });
  const together = await page.locator('.paper').allInnerTexts();
  expect(
    await page.locator('.paper-code').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))),
  ).toEqual(codes);
  expect(await page.locator('.shell').isVisible()).toBe(false);
  const printedSheets = await sheets(page, 'orders');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await soon(() => page.locator('.paper').count()).toBe(0);

  await page.emulateMedia({ media: 'screen' });
  let alone = 0;
  const withoutTime = (words: string): string => words.replace(/打印 [\d :-]+/, '');
  for (const [at, code] of codes.entries()) {
    await page.goto(`${stage.larder.address}/purchasing/purchaseorder`);
    await row(code).getByText(code).click();
    await page.getByRole('heading', { name: code }).waitFor();
    await front(page).locator('.line-grid [role=row]').nth(1).waitFor();
    await onPaper(page);
    expect(withoutTime(together[at]!)).toBe(withoutTime(await page.locator('.paper').innerText()));
    alone += await sheets(page, `order-${at}`);
    await page.emulateMedia({ media: 'screen' });
  }
  expect(printedSheets).toBe(alone);
  await leaveComputer(page);
});

const printedTypes = modules.flatMap((module) => module.declarations as readonly Declaration[]).filter(isPrinted);
test('every list of documents prints what is chosen in it', async () => {
  const page = await person(stage, 'admin');
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = '1';
    };
  });
  const without: string[] = [];
  for (const of of printedTypes) {
    await visit(page, of.path!);
    await front(page).locator('tr.ant-table-row, .ant-empty').first().waitFor();
    if ((await front(page).locator('tr.ant-table-row').count()) === 0) without.push(of.name);
    else {
      await front(page).locator('tr.ant-table-row input[type=checkbox]').first().check();
      await button(front(page).locator('.bulk'), '打印').click();
      await soon(async () => ({
        of: of.name,
        printed: await page.evaluate(() => document.body.dataset['printed']),
      })).toEqual({ of: of.name, printed: '1' });
      expect(await page.locator('.paper-head h1').evaluateAll((all) => all.map((each) => each.textContent))).toEqual([
        of.label.zh,
      ]);
      await page.evaluate(() => {
        delete document.body.dataset['printed'];
        window.dispatchEvent(new Event('afterprint'));
      });
      await soon(() => page.locator('.paper').count()).toBe(0);
    }
  }
  expect(printedTypes.length - without.length).toBeGreaterThan(12);
  await leaveComputer(page);
}, 180_000);

test('all that a list found are chosen with what they come to; more than fifty documents are not printed at once, and that is said', async () => {
  const page = await person(stage, 'admin', { at: '/purchasing/purchaseorder?status=' });
  const [all] = await stage.larder.rows<{ orders: string; amount: string }>(
    `select count(*)::text as orders, to_char(sum(amount), 'FM999,999,990.00') as amount from purchase_order`,
  );
  const bulk = front(page).locator('.bulk');
  await front(page).locator('thead input[type=checkbox]').first().check();
  await button(bulk, `选择全部 ${all!.orders} 条`).click();
  await bulk.getByText(`已选 ${all!.orders} 条`).waitFor();
  expect(await bulk.innerText()).toContain(`含税金额 ¥${all!.amount}`);
  await button(front(page).locator('.bulk'), '打印').click();
  await page.getByText(`一次最多打印 50 张，您选了 ${all!.orders} 张`).waitFor();
  expect(await page.locator('.paper').count()).toBe(0);
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
    "select count(*)::int as count from purchase_request r join purchase_request_detail d on d.purchase_request_id = r.id where r.status = 'approved' and d.request_qty > d.ordered_qty + d.cancelled_qty",
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
  await printed(page, () => button(front(page), '打印').click());
  await onPaper(page);
  expect(await page.locator('.paper-line').count()).toBe(plan!.lines);
  await sheets(page, 'plan');
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

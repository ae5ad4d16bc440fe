/** The dock in a browser: a bill of 20 lines by keyboard alone, and one by thumb on a phone. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type Serving } from '../../apps/server/main.ts';
import { createTokens } from '../../modules/admin/token.server.ts';
import { buildWebIfStale } from '../../scripts/web-build.ts';
import { launchBrowser } from '../support/browser.ts';
import { freshDatabase } from '../support/postgres.ts';

const SECRET = 'a secret for the journey that is long enough';
const LINES = 20;
/** Keys a person may need: three a line, and ten around them (reliability.md 5.3). */
const KEYS_MAX = LINES * 3 + 10;
const PICTURES = process.env['JOURNEY_PICTURES'];
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-receive-'));

let serving: Serving;
let browser: Browser;
let owner: pg.Client;
let token: string;
let adminId: string;
beforeAll(async () => {
  const database = await freshDatabase();
  const webRoot = process.env['JOURNEY_WEB'] ?? (await buildWebIfStale(() => {}));
  serving = await serve({ ...database, port: 0, host: '127.0.0.1', dataDir, tokenSecret: SECRET, demo: false, logLevel: 'silent', webRoot });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  owner.on('error', () => {}); // the query that fails reports it
  await owner.connect();
  await furnish();
  browser = await launchBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await owner?.end();
  await serving?.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test(`${LINES} lines are received by keyboard with at most ${KEYS_MAX} keys`, async () => {
  const page = await openBill('20001', { viewport: { width: 1440, height: 900 } });
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string): Promise<void> => {
    for (const sign of text) await press(sign);
  };
  // From the act of the document to the first line; whoever comes from the list stands there after a few tabs.
  await page.getByRole('button', { name: '收 货', exact: true }).or(page.getByRole('button', { name: '收货', exact: true })).first().focus();
  await press('Enter');
  const standsIn = (field: string): Promise<void> => page.locator(`#${field}:focus`).waitFor();
  await standsIn('dock-0-acceptedQty');
  await picture(page, 'dock-desk');
  for (let line = 0; line < LINES; line += 1) {
    await standsIn(`dock-${line}-acceptedQty`);
    // One line in five came with another weight; one wants a temperature.
    if (line === 3) await type('9');
    await press('Enter');
    if (line === 7) {
      await standsIn('dock-7-temperature');
      await picture(page, 'dock-desk-temperature');
      await type('-18');
      await press('Enter');
    }
  }
  await picture(page, 'dock-desk-checked');
  await press('Enter');
  await expect.poll(() => statusOf('20001')).toBe('receiving');
  expect(await received('20001')).toEqual(Array.from({ length: LINES }, (_, line) => (line === 3 ? '9' : '10')));
  expect(keys).toBeLessThanOrEqual(KEYS_MAX);
  process.stdout.write(`${LINES} lines received with ${keys} keys\n`);

  // What did not come is proposed when the bill is completed.
  await page.getByRole('button', { name: /完成收货/ }).first().click();
  const cause = page.getByRole('textbox', { name: /原因说明/ });
  await cause.fill('少送一件');
  await page.getByLabel('处理方式').selectOption('cancel-rest');
  await picture(page, 'dock-differences');
  await page.getByRole('button', { name: '完成收货' }).last().click();
  await expect.poll(() => statusOf('20001')).toBe('done');
  await picture(page, 'dock-done');
  await page.context().close();
});

test('on a phone one thumb is enough: the next line comes by itself', async () => {
  const page = await openBill('20002', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('.action-bar .ant-btn-primary').first().tap();
  await page.locator('.dock-line.is-current').waitFor();
  await picture(page, 'dock-phone');
  for (let line = 0; line < LINES; line += 1) {
    await expect.poll(() => page.locator('.dock-line.is-current .dock-no').textContent()).toBe(String(line + 1));
    if (line === 2) await page.locator('.dock-line.is-current .dock-step').first().tap();
    if (line === 7) await page.locator('#dock-7-temperature').fill('-18');
    await page.getByRole('button', { name: '核对，下一行' }).tap();
    if (line === 2) await picture(page, 'dock-phone-next');
  }
  await picture(page, 'dock-phone-checked');
  await page.getByRole('button', { name: `收货 ${LINES} 行` }).tap();
  await expect.poll(() => statusOf('20002')).toBe('receiving');
  expect((await received('20002'))[2]).toBe('9');
  await page.context().close();
});

async function openBill(id: string, more: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...more, locale: 'zh-CN' });
  const session = { accessToken: token, refreshToken: 'none', expiresIn: 3600, obtainedAt: Date.now(), tenantId: '000000', userId: adminId, account: 'admin', name: '管理员', avatar: '', deptName: '', roles: ['administrator'] };
  await context.addInitScript(`localStorage.setItem('larder:session', ${JSON.stringify(JSON.stringify(session))})`);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(`${serving.address}/store/invinstore/${id}`);
  await page.locator('.document-title').waitFor();
  return page;
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await page.waitForTimeout(250);
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}

const statusOf = async (id: string): Promise<string> => (await owner.query<{ status: string }>('select status from in_store where id = $1', [id])).rows[0]!.status;
const received = async (id: string): Promise<string[]> => (await owner.query<{ qty: string }>('select trim_scale(received_qty)::text as qty from in_store_detail where in_store_id = $1 order by line_no', [id])).rows.map((row) => row.qty);

/** Two approved orders of 20 lines with their bills, one of the materials frozen. */
async function furnish(): Promise<void> {
  const names = ['大白菜', '西红柿', '黄瓜', '土豆', '胡萝卜', '洋葱', '青椒', '猪里脊', '鸡胸肉', '鸡蛋', '豆腐', '香菇', '大葱', '生姜', '大蒜', '芹菜', '菠菜', '茄子', '冬瓜', '莲藕'];
  await owner.query(`
    begin; set local app.tenant = '000000';
    insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values (100, '鲜味餐饮', '鲜味餐饮', 'C', 0, '1'), (110, '科技园项目部', '科技园项目部', 'P', 100, '2');
    insert into material_unit (id, code, name, dimension) values (301, 'kgx', '公斤', 'mass');
    insert into material_type (id, code, name) values (400, 'FX', '食材');
    insert into material (id, code, name, material_type_id, base_unit_id, over_rate, storage_zone, temp_check)
      select 10000 + n, 'VG' || lpad(n::text, 4, '0'), (array[${names.map((name) => `'${name}'`).join(', ')}])[n], 400, 301, 3, case when n = 8 then 'frozen' end, case when n = 8 then 1 end from generate_series(1, ${LINES}) n;
    insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, zones) values (500, 'W1', '科技园主仓', 100, 110, 'ambient,frozen');
    insert into supplier (id, code, name, contact, contact_phone) values (600, 'SX1', '绿源蔬菜', '王', '13800000000');
    insert into purchase_order (id, bill_code, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id, delivery_date, line_count, status) select 30000 + b, 'CG2026112100' || b, 600, 500, 100, 110, current_date, ${LINES}, 'approved' from generate_series(1, 2) b;
    insert into purchase_order_detail (id, purchase_order_id, line_no, material_id, unit_id, base_unit_id, order_qty, base_qty, price, over_rate)
      select 2000000 + b * 1000 + n, 30000 + b, n, 10000 + n, 301, 301, 10, 10, 4.50, 3 from generate_series(1, 2) b, generate_series(1, ${LINES}) n;
    insert into in_store (id, bill_code, bill_date, source_bill_id, source_bill_code, supplier_id, location_id, warehouse_id, company_dept_id, blade_project_dept_id, line_count, expect_time)
      select 20000 + b, 'RK2026112100' || b, current_date, (30000 + b)::text, 'CG2026112100' || b, 600, 500, 500, 100, 110, ${LINES}, now() from generate_series(1, 2) b;
    insert into in_store_detail (id, in_store_id, line_no, source_detail_id, material_id, unit_id, base_unit_id, qty, base_qty, open_qty, limit_qty, price, over_rate)
      select 1000000 + b * 1000 + n, 20000 + b, n, (2000000 + b * 1000 + n)::text, 10000 + n, 301, 301, 10, 10, 10, 10.3, 4.50, 3 from generate_series(1, 2) b, generate_series(1, ${LINES}) n;
    commit`);
  adminId = (await owner.query<{ id: string }>(`update app_user set must_change_password = 0 where tenant_id = '000000' and account = 'admin' returning id::text as id`)).rows[0]!.id;
  const session = (await owner.query<{ id: string }>(`insert into session (tenant_id, user_id, client_id) values ('000000', $1, 'saber') returning id::text as id`, [adminId])).rows[0]!;
  token = await createTokens(SECRET).access({ tenant: '000000', userId: adminId, sessionId: session.id }, 3600);
}

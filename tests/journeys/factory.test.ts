// Areas: operations, stock, receiving, counting, production, console
import { expect, test } from 'vitest';
import { button, choose, front, journey, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// The central kitchen: who it serves, what comes to it, what it makes, and what lies there.
const stage = journey();

test('K09 RULE-416 RULE-417: the planner finds the factory, asks who serves a site with a material, and is told by which row', async () => {
  const { larder } = stage;
  const page = await person(stage, 'hq-planner', { at: '/sales-mall/centralfactory' });
  await front(page).getByRole('row').filter({ hasText: '中央厨房成品仓' }).first().waitFor();
  await page.goto(`${larder.address}/sales-mall/projectdepartmentcentralfactory`);
  await button(front(page), '谁给谁供货').click();
  const dialog = page.getByRole('dialog');
  const [known] = await larder.rows<{ site: string; goods: string }>(
    `select d.dept_name as site, (select name from material where frozen = 0 order by id limit 1) as goods
    from project_dept_central_factory r join dept d on d.id = r.project_dept_id order by r.id limit 1`,
  );
  await choose(page, dialog.getByRole('combobox', { name: '项目部' }), known!.site);
  await choose(page, dialog.getByRole('combobox', { name: '物料' }), known!.goods);
  await dialog.getByText('中央厨房成品仓').waitFor();
  await dialog.getByText('供全部物料，优先级 1').waitFor();
  await page.context().close();
}, 120_000);

test('RULE-382 RULE-432: on a phone, in English, the factory opens the delivery due today at its dock, and finds what came before as a lot', async () => {
  const { larder } = stage;
  const [bill] = await larder.rows<{ id: string; code: string }>(
    `select id::text, bill_code as code from in_store where instore_type = 'factory' and status = 'to-receive'
    order by id limit 1`,
  );
  expect(bill, 'the delivery of the demonstration').toBeDefined();
  const phone = await person(stage, 'factory-staff', { viewport: PHONE, hasTouch: true, isMobile: true });
  await writeStoredItem(phone, 'language', 'en');
  await phone.goto(`${larder.address}/store/factorywarehouseinstore/${bill!.id}`);
  await button(front(phone), 'Receive').click();
  await phone.getByText(/→ 中央厨房原料仓/).waitFor();
  await phone.goto(`${larder.address}/store/factorystock`);
  await soon(() => front(phone).getByText('中央厨房原料仓').count()).toBeGreaterThan(0);
  await phone.context().close();
}, 120_000);

test('W31: on a phone the factory sees what is to be made, makes ten kilograms of it in a filled-in bill, and sees its yield', async () => {
  const { larder } = stage;
  const [washed] = await larder.rows<{ name: string }>(
    `select m.name from gear_produce p join material m on m.id = p.material_id
    where p.place_kind = 'factory' and m.material_kind = 'semi' order by p.id limit 1`,
  );
  expect(washed, 'the pot of the demonstration').toBeDefined();
  const phone = await person(stage, 'factory-staff', {
    at: '/factory/tomake',
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const open = front(phone).getByRole('region', { name: '待产' });
  const line = open.locator('li').filter({ hasText: washed!.name });
  await soon(() => line.locator('dd').allTextContents()).toEqual(['80 千克', '30 千克', '50 千克']);
  await line.getByRole('button', { name: `生产 ${washed!.name}` }).click();
  const qty = front(phone).getByRole('textbox', { name: /实产/ });
  await soon(() => qty.inputValue()).toBe('50');
  await qty.fill('10');
  await front(phone).getByText('不填用料明细，按 BOM 记').waitFor();
  await button(front(phone), '保存').click();
  await front(phone).getByText('已过账：领料已出、成品已入').waitFor();
  await phone.goto(`${larder.address}/factory/tomake`);
  const made = front(phone).getByRole('region', { name: '当日生产' });
  await made.getByText('得率 100 %').waitFor();
  await soon(() => line.locator('dd').allTextContents()).toEqual(['80 千克', '40 千克', '40 千克']);
  await phone.context().close();
}, 120_000);

test('issue 21: the board of the factory says what comes, spoils and is called back; each figure opens its list', async () => {
  const { larder } = stage;
  const page = await person(stage, 'factory-staff', { at: '/factory/board' });
  const board = front(page);
  const figures = board.getByRole('navigation', { name: '今天的数字' });
  await board.getByRole('region', { name: '召回未收完' }).getByRole('listitem').first().waitFor();
  await soon(async () => (await figures.textContent())!.includes('…')).toBe(false);
  const counted = await figures
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.lastElementChild!.textContent, link.getAttribute('href')!]));
  expect(counted.length).toBe(13);
  expect(counted.find(([, to]) => to!.includes('status=open'))![0]).toBe('1');
  // The demonstration has goods of a lot that is called back on hold: the list behind the figure shows as many.
  const held = figures.getByRole('link', { name: /冻结批次/ });
  const count = Number((await held.textContent())!.replace(/\D/g, ''));
  expect(count).toBeGreaterThan(0);
  await held.click();
  await page.waitForURL(/factorystockbatch\?tab=hold&factoryId=/);
  await soon(() => front(page).locator('tbody tr[data-row-key]').count()).toBe(count);
  await page.context().close();

  const phone = await person(stage, 'factory-manager', { viewport: PHONE, hasTouch: true, isMobile: true });
  await writeStoredItem(phone, 'language', 'en');
  await phone.goto(`${larder.address}/factory/board`);
  await front(phone).getByRole('region', { name: 'To receive today' }).getByRole('link').first().click();
  await phone.waitForURL(/factorywarehouseinstore\/\d+$/);
  await phone.context().close();
}, 120_000);

// Areas: console, admin
import { expect, test } from 'vitest';
import { typistAt } from '../support/typist.ts';
import {
  agree,
  button,
  choose,
  computer,
  front,
  go,
  journey,
  PASSWORD,
  person,
  signIn,
  soon,
  leaveComputer,
} from '../support/journey.ts';

// Pages that stand in no menu: the console, and the dictionaries in their two layouts.
const stage = journey();

test('RULE-017 RULE-113 RULE-302: the console stands in no menu and is found by its address and the search; its tiles lead to the lists, its charts say what they show, and its tables the same', async () => {
  const page = await person(stage, 'admin');
  expect(await page.locator('.sidebar').getByText('控制台').count()).toBe(0);
  await go(page, '控制台');
  expect(new URL(page.url()).pathname).toBe('/wel/dashboard');
  await page.goto(`${stage.larder.address}/wel/dashboard`);
  const board = front(page);
  await board.getByRole('heading', { level: 1, name: '控制台' }).waitFor();

  const tile = board.getByRole('navigation', { name: '要点' }).getByRole('link', { name: /^库存金额/ });
  await soon(() => tile.innerText()).toMatch(/^库存金额\n¥[\d,]+\.\d\d\n味禾餐饮$/);
  expect(await tile.locator('svg').count()).toBe(1);
  const [{ worth } = { worth: '' }] = await stage.larder.rows<{ worth: string }>(
    `select to_char(sum(b.amount), 'FM999,999,999.00') as worth from stock_batch b
      join stock_location l on l.id = b.location_id and l.kind = 'warehouse' where b.qty > 0`,
  );
  expect(await tile.innerText()).toContain(`\n¥${worth}\n`);

  const card = board.getByRole('region', { name: '各仓库库存金额' });
  await card.locator('.figure-chart svg').waitFor();
  expect(await card.getByRole('img', { name: `在库 ¥${worth}` }).count()).toBe(1);
  await button(card, '看表格').focus();
  await page.keyboard.press('Enter');
  expect(await card.locator('tfoot').innerText()).toContain(worth);
  const place = card.locator('tbody a').first();
  const name = await place.innerText();
  await place.focus();
  await page.keyboard.press('Enter');
  await soon(() => new URL(page.url()).pathname).toBe('/store/stockbatch');
  await soon(() => front(page).locator('tr.ant-table-row').first().innerText()).toContain(name);
  expect(await front(page).getByText(`仓库 ${name}`).count()).toBe(1);

  await page.goto(`${stage.larder.address}/wel/dashboard`);
  await tile.click();
  await soon(() => new URL(page.url()).pathname).toBe('/store/stockbatch');
  await leaveComputer(page);
});

test('RULE-017: who may read one list sees its figure alone, and nothing else is asked', async () => {
  const page = await person(stage, 'chef');
  const requests: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/console/'))
      requests.push(`${response.status()} ${new URL(response.url()).pathname.split('/').at(-1)!}`);
  });
  await page.goto(`${stage.larder.address}/wel/dashboard`);
  await front(page).locator('.figure-card').first().waitFor();
  const cards = await front(page).locator('.figure-card').count();
  await soon(() => front(page).locator('.figure-card footer .figures').count()).toBe(cards);
  const codes = await stage.larder.rows<{ code: string }>(
    `select m.code from role r join role_menu g on g.role_id = r.id join menu m on m.id = g.menu_id
      where r.role_alias in ('chef', 'user')`,
  );
  const held = new Set(codes.map(({ code }) => code));
  expect(requests.filter((each) => !each.startsWith('200'))).toEqual([]);
  expect(requests.some((each) => each.endsWith(' spend'))).toBe(
    held.has('purchaseorder_view') && held.has('purchaseorder_view_cost'),
  );
  expect(requests.some((each) => each.endsWith(' meals'))).toBe(held.has('gearsalesplan_view'));
  expect(requests.length).toBeGreaterThan(0);
  await leaveComputer(page);
});

test('RULE-026 RULE-027 RULE-229: dictionaries and their entries stand side by side or one above the other, system and business alike; choosing one shows its entries, and a new one is written by keyboard alone', async () => {
  const page = await person(stage, 'admin');
  await go(page, '字典管理（左右）');
  expect(new URL(page.url()).pathname).toMatch(/^\/dict-horizontal/);
  const pane = (name: string | RegExp) => front(page).getByRole('region', { name });
  const boxes = async (): Promise<readonly { readonly x: number; readonly y: number }[]> =>
    Promise.all([pane('字典').first(), pane(/的字典项$/)].map(async (each) => (await each.boundingBox())!));
  await pane(/的字典项$/)
    .locator('tr.ant-table-row')
    .first()
    .waitFor();
  const [left, right] = await boxes();
  expect([left!.y, left!.x < right!.x]).toEqual([right!.y, true]);

  // From the search one key leads to the first row, Enter from there into its entries.
  const keys = await typistAt(page);
  await keys.press('/');
  await keys.type('sex');
  const heads = pane('字典').first().locator('tr.ant-table-row');
  await soon(() => heads.count()).toBe(1);
  await keys.press('Enter');
  await keys.has('tr.ant-table-row');
  await keys.press('Enter');
  await soon(() => pane('性别 的字典项').locator('tr.ant-table-row').allInnerTexts()).toEqual([
    expect.stringMatching(/男\s+1/),
    expect.stringMatching(/女\s+2/),
  ]);
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain('男');

  await page.goto(`${stage.larder.address}/dict-vertical/index?of=dictBiz`);
  await pane(/的字典项$/)
    .locator('tr.ant-table-row')
    .first()
    .waitFor();
  const [above, below] = await boxes();
  expect([above!.x, above!.y < below!.y]).toEqual([below!.x, true]);
  const form = page.locator('.record-drawer');
  const write = async (name: string, text: string): Promise<void> => {
    await keys.tabTo(name);
    await keys.press('Control+a');
    await keys.type(text);
  };
  const opened = async (): Promise<void> => {
    await form.locator('.record-foot').waitFor();
    await keys.has('.record-drawer, .record-drawer *');
  };
  await keys.has('#content h1');
  await keys.tabTo('新增字典');
  await keys.press('Enter');
  await opened();
  await keys.tabTo('字典排序');
  await keys.press('Control+a', 'Delete', 'Control+s');
  for (const sentence of ['请输入字典编号', '请输入字典名称', '请输入字典排序'])
    await form.getByText(sentence).first().waitFor();
  await write('字典编号', 'journeyColour');
  await write('字典名称', '颜色');
  await write('字典排序', '7');
  await keys.press('Control+s');
  await form.waitFor({ state: 'detached' });
  await keys.press('/', 'Control+a');
  await keys.type('journeyColour');
  await soon(() => pane('颜色 的字典项').count()).toBe(1);
  await keys.press('Enter');
  await keys.has('tr.ant-table-row');
  await keys.press('n');
  await opened();
  await write('字典键值', 'red');
  await write('字典名称', '红');
  await keys.press('Control+s');
  await form.waitFor({ state: 'detached' });
  await soon(() => pane('颜色 的字典项').locator('tr.ant-table-row').allInnerTexts()).toEqual([
    expect.stringMatching(/红\s+red/),
  ]);
  expect(
    await stage.larder.rows(
      `select e.code, e.dict_key, e.sort, e.is_sealed, h.sort as head from dict_biz e
        join dict_biz h on h.id = e.parent_id where e.code = 'journeyColour'`,
    ),
  ).toEqual([{ code: 'journeyColour', dict_key: 'red', sort: 1, is_sealed: 0, head: 7 }]);
  await leaveComputer(page);
});

test('RULE-209 RULE-210 RULE-211 RULE-226 RULE-315: no request of signing in carries the password itself; news have their measures; a parameter says what it lacks as soon as a field is left', async () => {
  const page = await computer(stage.browser);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await signIn(page, stage.larder.address, 'admin');
  const tokens = sent.filter((each) => each.includes('/oauth/token'));
  expect(tokens.length).toBe(1);
  expect(
    new URL(tokens[0]!.split(' ')[0]!).searchParams.get('password') ??
      new URLSearchParams(tokens[0]!.split(' ')[1]).get('password'),
  ).toMatch(/^[0-9a-f]{32}$/);
  expect(sent.filter((each) => each.includes(PASSWORD))).toEqual([]);

  // RULE-315
  await page
    .getByRole('button', { name: /^消息|^通知|条未读/ })
    .first()
    .click();
  await soon(async () => (await page.locator('.news-pop').boundingBox())?.width).toBe(350);
  expect(
    await page
      .locator('.news-pop')
      .locator('.news-list, .news-none')
      .first()
      .evaluate((each) => each.clientHeight),
  ).toBe(300);
  await page.keyboard.press('Escape');

  await page.goto(`${stage.larder.address}/system/param`);
  await button(front(page), '新增').click();
  const form = page.locator('.record-drawer');
  for (const [name, sentence] of [
    ['paramName', '请输入参数名称'],
    ['paramKey', '请输入参数键名'],
    ['paramValue', '请输入参数键值'],
  ] as const) {
    const box = form.locator(`[data-field=${name}]`);
    await box.locator('input, textarea').focus();
    if (name === 'paramName') expect(await box.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Tab');
    await box.getByText(sentence).waitFor();
    await box.locator('input, textarea').fill('x');
    await soon(() => box.getByRole('alert').count()).toBe(0);
  }
  expect(await form.locator('[data-field=paramValue] textarea').count()).toBe(1);
  await leaveComputer(page);
});

test('RULE-114 RULE-117 RULE-306 RULE-307 RULE-308: a page has the fewest rows on offer that fill the window, 10 in a low one; asked for, numbers run over all pages, the search takes 12 of 24 columns, and who searches on the third page begins at the first', async () => {
  const page = await person(stage, 'admin', { viewport: { width: 1440, height: 680 } });
  const requests: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/blade-system/param/list') || url.pathname.endsWith('/blade-system/param/page'))
      requests.push(
        `${url.searchParams.get('current')}${[...url.searchParams.keys()].some((key) => /keyword|param/i.test(key)) ? ' searched' : ''}`,
      );
  });
  await page.goto(`${stage.larder.address}/system/param`);
  const numbers = (): Promise<string[]> => front(page).locator('td.row-number').allInnerTexts();
  expect(await numbers()).toEqual([]);
  await button(front(page), '列设置').click();
  await page.getByRole('checkbox', { name: '序号' }).check();
  await page.keyboard.press('Escape');
  expect([await front(page).locator('th.row-number').innerText(), await numbers()]).toEqual([
    '序号',
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  ]);
  const width = async (part: string): Promise<number> => (await front(page).locator(part).boundingBox())!.width;
  expect((24 * (await width('.search-row'))) / (await width('.list-filters'))).toBeCloseTo(12, 1);
  await front(page).locator('.ant-pagination-item-3').click();
  await soon(numbers).toEqual(['21', '22', '23', '24', '25', '26', '27', '28', '29', '30']);
  await soon(() => requests.at(-1)).toBe('3');
  await front(page).locator('.search-row input').first().fill('session');
  await soon(() => requests.at(-1)).toBe('1 searched');
  await front(page).locator('.ant-pagination-options .ant-select').click();
  await soon(() =>
    page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').allInnerTexts(),
  ).toEqual(['10 条/页', '30 条/页', '50 条/页', '100 条/页', '200 条/页']);
  await leaveComputer(page);
});

test('RULE-033 RULE-037: a clerk sees what a material is ready for and what freezing it touches, merges one that was entered twice and takes it back; costs and the menus of stalls have their pages', async () => {
  const page = await person(stage, 'data-steward');
  const list = await go(page, '物料档案');
  const [bought] = await stage.larder.rows<{ name: string; code: string; dishes: string }>(`
    select m.name, m.code, count(distinct h.id)::text as dishes from material m
    join dish_bom_detail d on d.material_id = m.id join dish_bom b on b.id = d.dish_bom_id and b.released = 1
      join dish h on h.id = b.dish_id where m.frozen = 0 group by m.name, m.code order by count(*) desc, m.code
        limit 1`);
  await list
    .getByPlaceholder(/物料编码/)
    .first()
    .fill(bought!.code);
  await page.keyboard.press('Enter');
  const row = list.locator('tbody tr.ant-table-row').filter({ hasText: bought!.code });
  await soon(() => list.locator('tbody tr.ant-table-row').count()).toBe(1);
  await row.locator('td:nth-child(3)').click();
  await front(page).getByRole('heading', { name: bought!.name, level: 1 }).waitFor();
  expect(
    await front(page)
      .locator('.document-head')
      .getByRole('img', { name: /^可计划、采购、核算/ })
      .count(),
  ).toBe(1);
  await page.goBack();
  await row.locator('.row-more').click();
  await page.getByRole('menuitem', { name: '冻结' }).click();
  const question = page.getByRole('dialog').filter({ visible: true }).last();
  await question.locator('.ant-modal-confirm-title').getByText('冻结 1 种物料？').waitFor();
  expect(await question.locator('dt').filter({ hasText: '菜品BOM' }).innerText()).toBe(`菜品BOM ${bought!.dishes}`);
  await question.getByRole('button', { name: '取消' }).click();
  expect((await stage.larder.rows('select frozen from material where code = $1', [bought!.code]))[0]).toEqual({
    frozen: 0,
  });

  // Entered a second time, as people do.
  await stage.larder.rows(
    `insert into material (tenant_id, code, name, material_type_id, base_unit_id, purchase_unit_id, material_kind,
      search_text) select tenant_id, 'TWICE', name || ' ', material_type_id, base_unit_id, purchase_unit_id,
      material_kind, 'twice' from material where code = $1`,
    [bought!.code],
  );
  const merges = await go(page, '物料合并');
  await button(merges, '查找重复').click();
  const drawer = page.getByRole('dialog').filter({ visible: true });
  const pair = drawer.locator('.pairs > li').filter({ hasText: 'TWICE' });
  await pair.waitFor();
  expect(await pair.innerText()).toContain('名称相同');
  await pair.getByRole('button', { name: `并入 ${bought!.code}` }).click();
  await agree(page, '合并');
  await soon(() =>
    stage.larder.rows(
      `select m.frozen, i.code from material m join material i on i.id = m.merged_into_id where m.code = 'TWICE'`,
    ),
  ).toEqual([{ frozen: 1, code: bought!.code }]);
  await soon(() => drawer.locator('.pairs > li').filter({ hasText: 'TWICE' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await button(merges.locator('tbody tr.ant-table-row').first(), '撤销').click();
  await agree(page, '撤销');
  await soon(() => stage.larder.rows(`select frozen, merged_into_id from material where code = 'TWICE'`)).toEqual([
    { frozen: 0, merged_into_id: null },
  ]);
  await soon(() => merges.locator('tbody tr.ant-table-row').first().innerText()).toContain('已撤销');

  await page.goto(`${stage.larder.address}/masterdata/materialcost`);
  await front(page).getByRole('heading', { level: 1, name: '物料成本' }).waitFor();
  await soon(() => front(page).locator('tbody tr.ant-table-row').first().innerText()).toContain('标准成本');
  await page.goto(`${stage.larder.address}/masterdata/gearMenutemplate`);
  await front(page).getByRole('heading', { level: 1, name: '档口菜谱模板' }).waitFor();
  await front(page).getByText('全部', { exact: true }).click();
  const [template] = await stage.larder.rows<{ name: string }>('select name from menu_template order by id limit 1');
  await soon(() => front(page).locator('tbody tr.ant-table-row').first().innerText()).toContain(template!.name);
  await leaveComputer(page);
});

test('the organisation names what kind of department each one is', async () => {
  const page = await person(stage, 'admin');
  await go(page, '部门管理');
  const company = front(page).locator('.dept-tree tr.ant-table-row').first();
  await company.waitFor();
  await soon(() => company.locator('td').nth(1).innerText()).toBe('公司');
  await leaveComputer(page);
});

test('deliveries stand as they are due, with supplier and weekday; the act of a row is to receive, and a page keeps its size', async () => {
  const page = await person(stage, 'storekeeper');
  const list = await go(page, '收货');
  const rows = list.locator('tbody tr.ant-table-row');
  const open = `status in ('to-receive', 'receiving', 'difference') and instore_type = 'site'`;
  const [first] = await stage.larder.rows<{ day: string; supplier: string }>(
    `select to_char(i.expect_time, 'MM-DD') as day, s.name as supplier from in_store i
      join supplier s on s.id = i.supplier_id where i.${open.replace(' and ', ' and i.')} order by i.expect_time, i.id limit 1`,
  );
  expect(await list.locator('.status-tab[aria-pressed=true]').innerText()).toMatch(/^未收完/);
  expect(await list.locator('.status-tab').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^今天/), expect.stringMatching(/^逾期/)]) as unknown,
  );
  const words = await rows.first().innerText();
  expect(words).toContain(first!.supplier);
  expect(words).toMatch(new RegExp(`${first!.day} 周[一二三四五六日]`));
  expect(words).not.toContain('00:00');
  expect(await list.locator('.list-tools').getByRole('button', { name: '删除' }).count()).toBe(0);

  await list.locator('.ant-pagination-options .ant-select').click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: '50 条/页' })
    .click();
  await page.reload();
  await list.locator('.ant-pagination-options').getByText('50 条/页').waitFor();
  await rows.first().getByRole('button', { name: '收货', exact: true }).click();
  await page.locator('section.dock').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await leaveComputer(page);

  // What is received by hand is found by the number of its order: nobody knows its id.
  const [order] = await stage.larder.rows<{ code: string }>(
    `select bill_code as code from purchase_order where status = 'approved' order by id limit 1`,
  );
  const admin = await person(stage, 'admin', { at: '/store/invinstore/new' });
  await choose(admin, front(admin).getByRole('combobox', { name: '来源单据' }), order!.code);
  await button(front(admin), '保存').click();
  await front(admin)
    .getByText(/来源单据已有入库单 RK\d+/)
    .first()
    .waitFor();
  await leaveComputer(admin);
});

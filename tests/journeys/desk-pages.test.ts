import { expect, test } from 'vitest';
import { button, front, go, journey, person, soon } from '../support/journey.ts';

// Pages that stand in no menu: the console, and the dictionaries in their two layouts.
const stage = journey();

test('RULE-017 RULE-113: the console stands in no menu and is found by its address and the search; its tiles lead to the lists, its charts say what they show, and its tables the same without a mouse', async () => {
  const page = await person(stage, 'admin');
  expect(await page.locator('.sidebar').getByText('控制台').count()).toBe(0);
  await go(page, '控制台');
  expect(new URL(page.url()).pathname).toBe('/wel/dashboard');
  await page.goto(`${stage.larder.address}/wel/dashboard`);
  const board = front(page);
  await board.getByRole('heading', { level: 1, name: '控制台' }).waitFor();

  const tile = board.getByRole('navigation', { name: '要点' }).getByRole('link', { name: /^各仓库库存金额/ });
  await soon(() => tile.innerText()).toMatch(/^各仓库库存金额\n[\d,]+ 元\n味禾餐饮$/);
  expect(await tile.locator('svg').count()).toBe(1);
  const [{ worth } = { worth: '' }] = await stage.larder.rows<{ worth: string }>(`select to_char(sum(b.amount), 'FM999,999,999') as worth from stock_batch b join stock_location l on l.id = b.location_id and l.kind = 'warehouse' where b.qty > 0`);
  expect(await tile.innerText()).toContain(`\n${worth} 元\n`);

  const card = board.getByRole('region', { name: '各仓库库存金额' });
  await card.locator('.figure-chart svg').waitFor();
  expect(await card.getByRole('img', { name: `在库 ${worth} 元` }).count()).toBe(1);
  await button(card, '看表格').focus();
  await page.keyboard.press('Enter');
  expect(await card.locator('tfoot').innerText()).toContain(worth);
  const place = card.locator('tbody a').first();
  const name = await place.innerText();
  await place.focus();
  await page.keyboard.press('Enter');
  await soon(() => new URL(page.url()).pathname).toBe('/store/stockbatch');
  await soon(() => front(page).locator('tbody tr').first().innerText()).toContain(name);

  await page.goto(`${stage.larder.address}/wel/dashboard`);
  await tile.click();
  await soon(() => new URL(page.url()).pathname).toBe('/store/stockbatch');
  await page.context().close();
});

test('RULE-017: who may read one list sees its figure alone, and nothing else is asked', async () => {
  const page = await person(stage, 'chef');
  const asked: string[] = [];
  page.on('response', (response) => { if (response.url().includes('/console/')) asked.push(`${response.status()} ${new URL(response.url()).pathname.split('/').at(-1)!}`); });
  await page.goto(`${stage.larder.address}/wel/dashboard`);
  await soon(() => front(page).locator('.figure-card footer .figures').count()).toBe(await front(page).locator('.figure-card').count());
  const codes = await stage.larder.rows<{ code: string }>(`select m.code from role r join role_menu g on g.role_id = r.id join menu m on m.id = g.menu_id where r.role_alias in ('chef', 'user')`);
  const held = new Set(codes.map(({ code }) => code));
  expect(asked.filter((each) => !each.startsWith('200'))).toEqual([]);
  expect(asked.some((each) => each.endsWith(' spend'))).toBe(held.has('purchaseorder_view') && held.has('purchaseorder_view_cost'));
  expect(asked.some((each) => each.endsWith(' meals'))).toBe(held.has('gearsalesplan_view'));
  expect(asked.length).toBeGreaterThan(0);
  await page.context().close();
});

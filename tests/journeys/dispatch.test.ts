// Areas: distribution, purchasing, sourcing
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { agree, button, front, go, journey, person, PHONE, sessionOf, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// The dispatcher's morning: lists are made of requests, one supplier goes, another comes, and it is taken back.
const stage = journey();
const GOODS = '调度藕片';

interface Place {
  readonly warehouses: readonly string[];
  readonly first: string;
  readonly second: string;
  readonly secondName: string;
  readonly type: string;
  readonly kg: string;
  readonly day: string;
}
let material: string;
let place: Place;

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

/** A material two suppliers offer, wanted at two warehouses of the company in ten days. */
async function wantGoods(): Promise<void> {
  const [found] = await stage.larder.rows<Place>(`
    select (select array_agg(w.id::text order by w.id) from (select w.id from warehouse w where w.frozen = 0
        and w.warehouse_type = 'site' order by w.id limit 2) w) as warehouses,
      s.id::text as first, t.id::text as second, t.name as "secondName",
      (select id::text from material_type order by id desc limit 1) as type,
      (select id::text from material_unit where name in ('千克', '公斤') order by id limit 1) as kg,
      (now()::date + 10)::text as day
    from supplier s, supplier t where s.frozen = 0 and t.frozen = 0 and s.allow_direct = 1 and t.allow_direct = 1
      and not exists (select 1 from supplier_project p where p.supplier_id in (s.id, t.id)) and s.id < t.id
    order by s.id, t.id limit 1`);
  place = found!;
  material = (
    await post('master-data/material/submit', {
      name: GOODS,
      code: 'DISPATCH',
      materialTypeId: place.type,
      materialKind: 'raw',
      baseUnitId: place.kg,
    })
  ).id;
  for (const [supplierId, price] of [
    [place.first, '5'],
    [place.second, '6'],
  ])
    await post('store-management/suppliermaterial/submit', {
      supplierId,
      materialId: material,
      unitId: place.kg,
      price,
      startDate: '2020-01-01',
    });
  for (const warehouseId of place.warehouses) {
    const { id } = await post('store-management/invpleasepurchase/submit', {
      warehouseId,
      details: [
        { materialId: material, unitId: place.kg, requestQty: '10', needDate: place.day, deliveryDate: place.day },
      ],
    });
    await post('store-management/invpleasepurchase/toApply', { ids: id });
    await post('store-management/invpleasepurchase/doApply', { ids: id }, 'tenant-admin');
  }
}
beforeAll(wantGoods);

/** Suppliers and amounts of the lines, as the database has them. */
const lines = (): Promise<string[]> =>
  stage.larder
    .rows<{ line: string }>(
      `select d.supplier_id || ' ' || trim_scale(d.amount) as line from distribution_bill_detail d
      join distribution_bill b on b.id = d.distribution_bill_id where d.material_id = $1 and b.status <> 'void'`,
      [material],
    )
    .then((rows) => rows.map((row) => row.line).toSorted());
const rowsOf = (page: Page): Locator =>
  front(page).locator('.dispatch-scroll .dispatch-row').filter({ hasText: GOODS });

test('B13, B15, RULE-338: a supplier goes: all his lines to another at once, looked at before, saved, undone, saved again', async () => {
  const planner = await person(stage, 'hq-planner');
  const desk = await go(planner, '配送调度');
  await button(desk, '生成清单').click();
  await agree(planner, '生成清单');
  await desk.getByRole('searchbox', { name: '站点、物料、供应商、单号' }).fill(GOODS);
  await soon(() => rowsOf(planner).count()).toBe(2);
  expect(await lines()).toEqual([`${place.first} 50`, `${place.first} 50`]);
  // However many lines there are, the page is no longer than the screen.
  expect(await desk.locator('.dispatch-scroll').evaluate((box) => box.clientHeight)).toBeLessThan(800);

  // By keys alone: both lines, then the other supplier.
  const grid = desk.getByRole('grid', { name: '配送明细' });
  await grid.focus();
  await planner.keyboard.press('Space');
  await planner.keyboard.press('Shift+ArrowDown');
  await desk.getByText('已选 2 行 · 2 个站点').waitFor();
  const panel = desk.getByRole('complementary', { name: '供应商' });
  const offers = panel.getByRole('radiogroup', { name: '供应商' }).last();
  await offers.getByText(place.secondName).waitFor();
  await planner.keyboard.press('Enter');
  await planner.keyboard.press('ArrowDown');
  expect(await offers.getByRole('radio').nth(1).isChecked()).toBe(true);
  const change = async (): Promise<Locator> => {
    await button(panel, '预览').click();
    const dialog = planner.getByRole('dialog');
    await dialog.getByText('+¥20.00').waitFor();
    return dialog;
  };
  const dialog = await change();
  expect(await lines()).toEqual([`${place.first} 50`, `${place.first} 50`]);
  await dialog.getByRole('textbox', { name: '原因' }).fill('执照过期');
  await button(dialog, '保存 2 行').click();
  await desk.getByText('已调整 2 行').waitFor();
  expect(await lines()).toEqual([`${place.second} 60`, `${place.second} 60`]);
  await button(desk, '撤销').click();
  await desk.getByText('已撤销，明细恢复原样').waitFor();
  expect(await lines()).toEqual([`${place.first} 50`, `${place.first} 50`]);

  await grid.focus();
  await planner.keyboard.press('a');
  await offers.getByRole('radio').nth(1).check();
  await button(await change(), '保存 2 行').click();
  await desk.getByText('已调整 2 行').waitFor();
  await soon(lines).toEqual([`${place.second} 60`, `${place.second} 60`]);
  await planner.context().close();
});

test('B13: on a phone, in English, each line says who brings it and until when', async () => {
  const planner = await person(stage, 'hq-planner', { viewport: PHONE, hasTouch: true, isMobile: true });
  await writeStoredItem(planner, 'language', 'en');
  await planner.goto(`${stage.larder.address}/distribution/dispatch`);
  const desk = front(planner);
  await desk.getByRole('heading', { name: 'Dispatch' }).waitFor();
  await desk.getByRole('searchbox', { name: 'Site, material, supplier, number' }).fill(GOODS);
  await soon(() => rowsOf(planner).count()).toBe(2);
  const text = await rowsOf(planner).first().innerText();
  expect(text).toContain(place.secondName);
  expect(text).toMatch(/\d+ d left/);
  await rowsOf(planner).first().tap();
  await desk.getByText('1 line of 1 site').waitFor();
  await planner.context().close();
});

// Areas: distribution, planning, operations
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { dayPlus } from '../../modules/master-data/figures/calendar-day.rules.ts';
import { button, choose, front, journey, noticeOf, person, PHONE, sessionOf, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// A stall's goods are asked for by the meal: ticked at the desk, approved by phone in English.
const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
const act = (page: Page, name: string): Locator => button(front(page).locator('.action-bar'), name);
const inState = (page: Page, state: string): Promise<void> =>
  front(page).locator('.document-title').getByText(state, { exact: true }).waitFor();

interface Place {
  readonly stall: string;
  readonly stallName: string;
  readonly warehouseName: string;
  readonly dish: string;
  readonly dishName: string;
  readonly today: string;
}
let place: Place;
let day: string;
let planCode: string;

/** A month from now the stall cooks one dish, for lunch and for dinner; nobody has planned for it. */
async function plannedMeals(): Promise<void> {
  const [found] = await stage.larder.rows<Place>(`
    select s.id::text as stall, s.dept_name as "stallName", w.name as "warehouseName", i.id::text as dish,
      i.name as "dishName", now()::date::text as today
    from dept s join dept r on r.id = s.parent_id join warehouse w on w.project_group_dept_id = r.parent_id
      and w.frozen = 0
    join sales_plan p on p.gear_operation_dept_id = s.id and p.status = 'approved'
    join sales_plan_detail d on d.sales_plan_id = p.id join dish i on i.id = d.dish_id and i.frozen = 0
    join dish_bom b on b.dish_id = i.id and b.released = 1 and b.end_date is null
    join dish_bom_detail x on x.dish_bom_id = b.id and x.material_id is not null
    where s.dept_name = '站点01快餐档' order by w.id, i.id limit 1`);
  place = found!;
  day = dayPlus(place.today, 30);
  const manager = (await sessionOf(stage.larder.address, 'restaurant-manager')).accessToken;
  const post = async <T>(path: string, body: object, token = manager): Promise<T> => {
    const headers = { 'content-type': 'application/json', 'blade-auth': `bearer ${token}` };
    const answer = (await (
      await fetch(`${stage.larder.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as { msg: string; data: T };
    expect(answer.msg, path).toMatch(/成功/);
    return answer.data;
  };
  const plan = await post<{ id: string; billCode: string }>('gear-operation/gearsalesplan/saveOrUpdate', {
    gearOperationDeptId: place.stall,
    startDate: day,
    endDate: day,
    details: ['lunch', 'dinner'].map((mealType) => ({
      mealDate: day,
      mealType,
      dishId: place.dish,
      portions: mealType === 'lunch' ? 240 : 80,
    })),
    isApply: 1,
  });
  await post(
    'gear-operation/gearsalesplan/adopt',
    { ids: plan.id },
    (await sessionOf(stage.larder.address, 'project-manager')).accessToken,
  );
  [{ code: planCode }] = (await stage.larder.rows<{ code: string }>(
    'select bill_code as code from sales_plan where id = $1',
    [plan.id],
  )) as [{ code: string }];
}
beforeAll(plannedMeals);

let path: string;
const linesOf = () =>
  stage.larder.rows<{ meal: string; need: number; pegs: number; claimed: number }>(
    `select d.meal_type as meal, d.need_qty::float8 as need,
      (select sum(p.qty)::float8 from distribution_pegging p where p.distribution_detail_id = d.id) as pegs,
      (select count(*)::integer from plan_claim c where c.holder_id = d.distribution_id and c.released_time is null
        and c.meal_type = d.meal_type) as claimed
    from distribution_detail d where d.distribution_id = $1 order by d.line_no`,
    [path.split('/').at(-1)],
  );

test('RULE-372: at the desk the planner ticks the meals of a stall, and their goods stand on the bill with what each is for', async () => {
  const desk = await person(stage, 'hq-planner', { at: '/distribution/invdistribution/new' });
  const form = front(desk).locator('article.document');
  await choose(desk, form.getByRole('combobox', { name: '收货仓库' }), place.warehouseName);
  await choose(desk, form.getByRole('combobox', { name: '档口' }), place.stallName);
  for (const [name, value] of [
    ['开始时间', `${day} 00:00`],
    ['结束时间', `${day} 23:59`],
    ['配送日期', day],
  ] as const) {
    await form.getByRole('textbox', { name }).fill(value);
    await form.getByRole('textbox', { name }).press('Tab');
  }
  await button(front(desk), '保存').click();
  expect(await noticeOf(desk)).toContain('新增成功');
  const meals = front(desk).locator('.asked-meals');
  await meals.getByText(planCode).first().waitFor();
  path = new URL(desk.url()).pathname;
  await meals.getByRole('checkbox', { name: new RegExp(`午餐.*${place.stallName}`) }).check();
  await meals.getByRole('button', { name: /^加入 1 个餐次/ }).click();
  await meals.getByText('已在本单').waitFor();
  await soon(async () => (await linesOf()).length).toBeGreaterThan(0);
  const lines = await linesOf();
  for (const { meal, need, pegs, claimed } of lines) {
    expect([meal, claimed]).toEqual(['lunch', 1]);
    expect(pegs).toBe(need);
  }
  await front(desk).locator('.lines [data-explain]').first().click();
  const why = desk.getByRole('dialog');
  await why.getByText(place.dishName).first().waitFor();
  await why.getByText('240 份').first().waitFor();
  await desk.keyboard.press('Escape');
  await act(desk, '提交审批').click();
  await inState(desk, '待审批');
  await desk.context().close();
}, 120_000);

test('RULE-487: rejected with a reason, changed, sent again; on a phone in English the purchasing manager approves it', async () => {
  const phone = await person(stage, 'purchase-manager', ON_PHONE);
  await writeStoredItem(phone, 'language', 'en');
  await phone.goto(`${stage.larder.address}${path}`);
  await inState(phone, 'Pending');
  await front(phone).locator('.action-bar .ant-btn-icon-only').click();
  await phone.getByRole('menuitem', { name: 'Reject' }).click();
  await phone.getByRole('dialog').getByRole('textbox').fill('Dinner is missing');
  await button(phone.getByRole('dialog'), 'Reject').click();
  await inState(phone, 'Rejected');

  const desk = await person(stage, 'hq-planner', { at: path });
  const meals = front(desk).locator('.asked-meals');
  await meals.getByRole('checkbox', { name: new RegExp(`晚餐.*${place.stallName}`) }).check();
  await meals.getByRole('button', { name: /^加入 1 个餐次/ }).click();
  await soon(async () => new Set((await linesOf()).map(({ meal }) => meal)).size).toBe(2);
  await act(desk, '提交审批').click();
  await inState(desk, '待审批');

  await phone.reload();
  await act(phone, 'Approve').click();
  await inState(phone, 'Approved');
  await phone.getByText('Next: the dispatcher distributes its lines').waitFor();
  await phone.context().close();
  await desk.context().close();
}, 120_000);

test('chain 6: on a phone the restaurant drafts a self-purchase of what it is to buy, and the line is served', async () => {
  const id = path.split('/').at(-1);
  const [line] = await stage.larder.rows<{ id: string; material: string }>(
    `update distribution_detail d set source_kind = 'self', supplier_id = null from material m
      where m.id = d.material_id and d.id = (select x.id from distribution_detail x where x.distribution_id = $1
        order by x.line_no limit 1) returning d.id::text, m.name as material`,
    [id],
  );
  const phone = await person(stage, 'restaurant-manager', { ...ON_PHONE, at: path });
  await front(phone).getByText('1 行由项目部自采').waitFor();
  await button(front(phone), '生成自采单').click();
  const dialog = phone.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '商户名称' }).fill('城南市场');
  await dialog.getByRole('combobox', { name: '自采原因' }).click();
  await phone.locator('.ant-select-item-option').filter({ hasText: '缺货' }).click();
  await dialog.getByRole('textbox', { name: new RegExp(`${line!.material}.*含税单价`) }).fill('12.5');
  await button(dialog, '生成自采单').click();
  await inState(phone, '草稿');
  expect(new URL(phone.url()).pathname).toMatch(/^\/purchasing\/selfpurchaseorder\/\d+$/);
  expect(
    await stage.larder.rows(
      `select d.price::float8 as price, l.from_qty = x.base_qty as whole, x.open_qty::float8 as open
        from bill_link l join self_purchase_order_detail d on d.id = l.to_line_id
        join distribution_detail x on x.id = l.from_line_id
        where l.from_line_id = $1 and l.to_type = 'selfPurchaseOrder'`,
      [line!.id],
    ),
  ).toEqual([{ price: 12.5, whole: true, open: 0 }]);
  await phone.context().close();
}, 120_000);

test('what one bill holds another sees as held, with whose it is', async () => {
  const [{ code }] = (await stage.larder.rows<{ code: string }>(
    'select bill_code as code from distribution where id = $1',
    [path.split('/').at(-1)],
  )) as [{ code: string }];
  const token = (await sessionOf(stage.larder.address, 'hq-planner')).accessToken;
  const query = new URLSearchParams({
    startTime: `${day} 00:00:00`,
    endTime: `${day} 23:59:00`,
    gearOperationDeptId: place.stall,
  });
  const answer = (await (
    await fetch(`${stage.larder.address}/api/store-management/invdistribution/extractSalePlan?${query}`, {
      headers: { 'blade-auth': `bearer ${token}` },
    })
  ).json()) as { data: readonly { claimedBy: string; lines: readonly unknown[] }[] };
  expect(answer.data.map(({ claimedBy, lines }) => [claimedBy, lines.length])).toEqual([
    [code, 0],
    [code, 0],
  ]);
}, 60_000);

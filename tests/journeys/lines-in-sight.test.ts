// Areas: planning, issuing, operations
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, front, journey, person, soon, leaveComputer } from '../support/journey.ts';

// A document belongs to its lines: how many of them stand in sight, read and edited, at a desk and on a tablet.
const stage = journey();
const open = async (page: Page, path: string): Promise<Locator> => {
  await page.goto(`${stage.larder.address}${path}`);
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  return front(page);
};
const one = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T> => {
  const [row] = await stage.larder.rows<T & Record<string, unknown>>(text, values);
  if (row === undefined) throw new Error(`The company has none: ${text}`);
  return row;
};

/** How many lines the grid has room for, between its titles and its totals. */
const roomForLines = (page: Page): Promise<number> =>
  front(page)
    .locator('.lg-scroll')
    .first()
    .evaluate((grid) => {
      const { top } = grid.querySelector('.lg-rows')!.getBoundingClientRect();
      const bottom = Math.min(
        innerHeight,
        grid.querySelector('.lg-foot')?.getBoundingClientRect().top ?? grid.getBoundingClientRect().bottom,
      );
      return Math.floor((bottom - top) / grid.querySelector('.lg-row')!.clientHeight);
    });

/** How many lines stand wholly in sight, each with what it says under all of these headings. */
const linesInSight = (page: Page, headings: readonly string[]): Promise<number> =>
  front(page)
    .locator('.lg-scroll')
    .first()
    .evaluate((grid, names) => {
      const heads = [...grid.querySelectorAll<HTMLElement>('[role=columnheader]')];
      const columns = names.map((name) => heads.find((head) => head.innerText.startsWith(name))?.ariaColIndex);
      const top = heads[0]!.getBoundingClientRect().bottom;
      const { left, right, bottom } = grid.getBoundingClientRect();
      const foot = grid.querySelector('.lg-foot')?.getBoundingClientRect().top ?? bottom;
      const isInSight = (cell: HTMLElement): boolean => {
        const box = cell.getBoundingClientRect();
        return (
          box.left >= left - 1 &&
          box.right <= Math.min(right, innerWidth) + 1 &&
          box.top >= top - 1 &&
          box.bottom <= Math.min(foot, innerHeight) + 1
        );
      };
      return [...grid.querySelectorAll('.lg-row')].filter((row) =>
        columns.every((column) => {
          const cell = row.querySelector<HTMLElement>(`[role=gridcell][aria-colindex="${column}"]`);
          return cell !== null && cell.innerText.trim() !== '' && isInSight(cell);
        }),
      ).length;
    }, headings);
const DECIDES = ['物料', '净需求', '计划量', '建议供应商', '预估金额'];

test('a plan is read at its lines: 14 of them at a desk and 8 on a tablet, each with what to order, from whom and for how much, and those to order can be seen alone', async () => {
  const page = await person(stage, 'admin');
  const plan = await one<{ id: string; lines: string; toOrder: string }>(
    `select p.id, count(*)::text as lines, count(*) filter (where d.plan_qty > 0)::text as "toOrder"
      from requirement_plan p join requirement_plan_detail d on d.requirement_plan_id = p.id
     where p.amount > 0 group by p.id having count(*) filter (where d.plan_qty = 0) > 0 order by count(*) desc limit 1`,
  );
  const view = await open(page, `/purchasing/invrequireplan/${plan.id}`);
  await view.locator('.lg-row').first().waitFor();
  expect(await roomForLines(page)).toBeGreaterThanOrEqual(14);
  for (const heading of DECIDES) {
    const box = await view.getByRole('columnheader', { name: heading, exact: true }).boundingBox();
    expect(box!.x + box!.width, heading).toBeLessThan(1440);
  }
  await view.locator('.facts.is-line').getByText('预估金额').waitFor();
  await button(view, `要订 ${plan.toOrder}`).click();
  await view.getByText(`${plan.toOrder} / ${plan.lines} 行`).waitFor();
  await soon(() => linesInSight(page, DECIDES)).toBeGreaterThanOrEqual(14);
  await page.setViewportSize({ width: 1024, height: 768 });
  await soon(() => linesInSight(page, DECIDES)).toBeGreaterThanOrEqual(8);
  await leaveComputer(page);
});

test('a document being edited has its lines in sight, ten at a desk and eight on a tablet, and its fields in one line that opens at the one that was clicked', async () => {
  const page = await person(stage, 'admin');
  const drafts = await Promise.all(
    (
      [
        ['special_meal', '/gear/gearspecialmeal'],
        ['purchase_request', '/purchasing/invpleasepurchase'],
        ['purchase_order', '/purchasing/purchaseorder'],
        ['pick', '/store/pick'],
      ] as const
    ).map(async ([table, path]) => {
      const { id } = await one<{ id: string }>(
        `update ${table} set status = 'draft' where id = (select id from ${table} order by status <> 'draft', id limit 1)
          returning id`,
      );
      return `${path}/${id}?edit=1`;
    }),
  );
  for (const [width, height, lines] of [
    [1440, 900, 10],
    [1024, 768, 8],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of drafts) {
      const edited = await open(page, path);
      await edited.locator('.lg-row').first().waitFor();
      expect(await roomForLines(page), `${path} at ${width}`).toBeGreaterThanOrEqual(lines);
    }
  }
  const pick = front(page);
  await pick.locator('.facts.is-line dt').getByText('用料时间', { exact: true }).click();
  await soon(() => page.evaluate(() => document.activeElement?.id)).toMatch(/-needTime$/);
  await button(pick, '收起信息').click();
  await button(pick, '编辑信息').waitFor();

  // What was settled when it was begun cannot be typed into: the keyboard stands at the first that can.
  const template = await one<{ id: string }>(
    `update menu_template set status = 'draft', frozen = 0 where id = (select id from menu_template order by id limit 1)
      returning id`,
  );
  const menu = await open(page, `/masterdata/menutemplate/${template.id}?edit=1`);
  await menu.locator('.facts.is-line dt').getByText('适用层级', { exact: true }).click();
  await soon(() => page.evaluate(() => document.activeElement?.id)).toMatch(/-name$/);
  await leaveComputer(page);
});

test('a sales plan is read at its dishes, eight of them on a tablet; who may see costs decides by money, and last week stands beside it', async () => {
  const plan = await one<{ id: string }>(
    `select p.id from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id
      where exists (select 1 from sales_plan b where b.gear_operation_dept_id = p.gear_operation_dept_id
        and b.start_date < p.start_date and b.start_date >= p.start_date - 7 and b.status = 'approved')
      group by p.id having count(distinct d.dish_id) > 8 order by count(*) desc limit 1`,
  );
  const page = await person(stage, 'admin', { viewport: { width: 1024, height: 768 } });
  const view = await open(page, `/gear/gearsalesplan/${plan.id}`);
  await view.locator('.lg-row').first().waitFor();
  const money = view.locator('.plan-money');
  for (const name of ['食材成本', '食材成本率', '毛利']) await money.getByText(name, { exact: true }).waitFor();
  await money.getByText('比上周').waitFor();
  await soon(() => roomForLines(page)).toBeGreaterThanOrEqual(8);
  await leaveComputer(page);

  await stage.larder.rows(
    `delete from role_menu where menu_id = (select id from menu where code = 'dish_cost_view') and role_id =
      (select id from role where role_alias = 'project-manager')`,
  );
  const blind = await person(stage, 'project-manager');
  const seen = await open(blind, `/gear/gearsalesplan/${plan.id}`);
  await seen.locator('.plan-money').getByText('计划份数', { exact: true }).waitFor();
  expect(await seen.locator('.plan-money').getByText('毛利', { exact: true }).count()).toBe(0);
  await leaveComputer(blind);
});

// Areas: frame, planning, purchasing, receiving, issuing, operations
/**
 * The README's five minutes, word for word: whoever reads them there and presses what they name gets through, in
 * English and entered by one click. Each act takes the next word of the text, so that none can be missing or stale.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, choose, computer, front, journey, noticeOf, sessionOf, soon } from '../support/journey.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The steps of the tour as a README tells them. */
const stepsOf = (file: string): readonly string[] =>
  fs
    .readFileSync(path.join(ROOT, file), 'utf8')
    .split('\n')
    .filter((line) => /^[1-6]\. \*\*/.test(line));

/** What a step names to be pressed: pages by their place in the menu, and buttons; each with its Chinese in brackets. */
const namedIn = (step: string): readonly (readonly [english: string, chinese: string])[] =>
  [...step.matchAll(/(?:\*([^*]+)\*|([A-Z][\w ]+(?: → [A-Z][\w -]+)+)) \(([^)]*[^\x00-\x7f][^)]*)\)/g)].map((found) => [
    found[1] ?? found[2]!,
    found[3]!,
  ]);
const namedInChinese = (step: string): readonly string[] =>
  [...step.matchAll(/“([^”]+)”|([^\s，：。、“”]+(?: → [^\s，：。、“”]+)+)/g)].map((found) => found[1] ?? found[2]!);

test('both languages of the README name the same pages and buttons, in the same order', () => {
  const [english, chinese] = [stepsOf('README.md'), stepsOf('README.zh-CN.md')];
  expect(english.map((step) => namedIn(step).map(([, word]) => word))).toEqual(chinese.map(namedInChinese));
  expect(english).toHaveLength(6);
});

const stage = journey({ demonstration: true });
/** The number of the sales plan of the first step. */
let planned = '';

/** Presses what the step names, in its order; at its end nothing may be left. */
class Step {
  readonly #words: string[];
  constructor(number: number) {
    this.#words = namedIn(stepsOf('README.md')[number - 1]!).map(([word]) => word);
  }
  next(): string {
    const word = this.#words.shift();
    if (word === undefined) throw new Error('The README names nothing more in this step');
    return word;
  }
  async press(scope: Page | Locator): Promise<void> {
    await button(scope, this.next()).first().click();
  }
  /** The page at the end of a path through the menu at the side. */
  async openPage(page: Page): Promise<void> {
    const names = this.next().split(' → ');
    const menu = page.getByRole('navigation').first();
    for (const name of names.slice(0, -1)) {
      const group = menu.getByRole('menuitem', { name: new RegExp(`(^|\\s)${name}$`) });
      if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
    }
    await menu.getByRole('link', { name: names.at(-1)!, exact: true }).click();
    await page.locator('.tab.is-front').getByText(names.at(-1)!, { exact: true }).waitFor();
    await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  }
  isDone(): boolean {
    return this.#words.length === 0;
  }
}

/** Those who are in already stay at their computers. */
const people = new Map<string, Promise<Page>>();
/** Comes in by one click on a role, and reads English by the globe. */
async function enter(account: string): Promise<Page> {
  if (!people.has(account)) people.set(account, comeIn(account));
  return people.get(account)!;
}
async function comeIn(account: string): Promise<Page> {
  const page = await computer(stage.browser);
  await page.goto(stage.larder.address);
  const offered = (await (await fetch(`${stage.larder.address}/api/blade-auth/oauth/demonstration`)).json()) as {
    data: readonly { account: string; role: string }[];
  };
  const { role } = offered.data.find((each) => each.account === account)!;
  await page.getByRole('button', { name: `以${role}进入` }).click();
  await page.locator('main#content h1').first().waitFor();
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Language' }).waitFor();
  return page;
}
/** The first row that says so, opened. */
async function openRow(page: Page, words: string | RegExp): Promise<void> {
  const row = front(page).getByRole('row').filter({ hasText: words }).first();
  await row.focus();
  await row.press('Enter');
  await front(page).locator('article.document').waitFor();
}
const acts = (page: Page): Locator => front(page).locator('.action-bar');
const reaches = (page: Page, state: string | RegExp): Promise<void> =>
  front(page).locator('.document-title').getByText(state).first().waitFor();
const number = (page: Page): Promise<string> => front(page).getByRole('heading', { level: 1 }).innerText();

test('1: a stall’s week is planned and adopted', async () => {
  const step = new Step(1);
  const manager = await enter('restaurant-manager');
  await step.openPage(manager);
  await openRow(manager, 'Draft');
  planned = await number(manager);
  await front(manager).getByRole('gridcell').filter({ hasText: /^\d+$/ }).first().click();
  await manager.keyboard.type('120');
  await manager.keyboard.press('Enter');
  await manager.keyboard.press('Control+s');
  await noticeOf(manager);
  await step.press(acts(manager));
  await reaches(manager, 'Pending');
  const project = await enter('project-manager');
  await new Step(1).openPage(project);
  await openRow(project, planned);
  await step.press(acts(project));
  await reaches(project, 'Approved');
  expect(step.isDone()).toBe(true);
});

test('2: what is needed is asked, opened down to its stalls, tried with fewer guests, and requested', async () => {
  const step = new Step(2);
  const [week] = await stage.larder.rows<{ from: string; to: string; site: string }>(
    `select p.start_date::text as from, p.end_date::text as to, d.dept_name as site
     from sales_plan p join dept d on d.id = p.blade_project_dept_id where p.bill_code = $1`,
    [planned],
  );
  const planner = await enter('hq-planner');
  await step.openPage(planner);
  await step.press(front(planner));
  const dialog = front(planner).locator('.plan-generate');
  await choose(planner, dialog.getByRole('combobox').first(), week!.site);
  await planner.keyboard.press('Escape');
  for (const [at, value] of [week!.from, week!.to].entries()) {
    const box = dialog.locator('.day-box input').nth(at);
    await box.fill(value);
    await box.press('Enter');
  }
  await step.press(dialog);
  await front(planner).locator('article.document').waitFor();
  const plan = await number(planner);
  await front(planner).locator('[data-explain]').first().click();
  const why = planner.getByRole('dialog').filter({ visible: true }).last();
  await soon(() => why.innerText()).toContain('档');
  await planner.keyboard.press('Escape');
  await step.press(front(planner));
  await step.press(front(planner));
  await soon(() => front(planner).locator('.plan-whatif-bar').innerText()).toMatch(/[1-9]\d* lines?/);
  await step.press(acts(planner));
  await soon(() => acts(planner).innerText()).not.toContain('Confirm');
  await step.press(acts(planner));
  await reaches(planner, 'Pending');
  const project = await enter('project-manager');
  await new Step(2).openPage(project);
  await openRow(project, plan);
  await step.press(acts(project));
  await reaches(project, 'Approved');
  await planner.reload();
  await step.press(front(planner));
  await planner.getByRole('dialog').filter({ visible: true }).last().getByRole('button', { name: 'OK' }).click();
  await planner
    .getByText(/requests? generated/i)
    .first()
    .waitFor();
  expect(step.isDone()).toBe(true);
});

test('3: what was requested is ordered and approved', async () => {
  const step = new Step(3);
  const purchaser = await enter('purchaser');
  await step.openPage(purchaser);
  const requests = front(purchaser)
    .getByRole('row')
    .filter({ has: purchaser.getByRole('checkbox') })
    .filter({ hasText: /QG\d/ });
  await requests.first().waitFor();
  const numbers = (await requests.allInnerTexts()).map((words) => /QG\d+/.exec(words)![0]);
  const newest = requests.filter({ hasText: numbers.toSorted().at(-1)! });
  await newest.getByRole('checkbox').check();
  const generate = step.next();
  await button(front(purchaser), generate).last().click();
  await purchaser.getByRole('dialog').filter({ visible: true }).last().getByRole('button', { name: generate }).click();
  const order = purchaser
    .getByRole('dialog')
    .filter({ visible: true })
    .last()
    .getByRole('link', { name: /^CG/ })
    .first();
  const code = (await order.innerText()).trim();
  await order.click();
  await step.press(acts(purchaser));
  await reaches(purchaser, 'Pending');
  const manager = await enter('purchase-manager');
  await step.openPage(manager);
  await front(manager)
    .getByRole('button', { name: new RegExp(`^${step.next()}`) })
    .first()
    .click();
  await openRow(manager, code);
  await step.press(acts(manager));
  await reaches(manager, 'Approved');
  await purchaser.reload();
  await step.press(front(purchaser));
  await front(purchaser).getByRole('textbox', { name: 'Link', exact: true }).waitFor();
  // More guests come than were ordered for.
  await step.press(front(purchaser));
  const change = purchaser.getByRole('dialog', { name: `Change ${code}` });
  const quantity = change.getByRole('spinbutton', { name: /^New quantity of/ }).first();
  await quantity.fill(String(Number((await quantity.inputValue()).replaceAll(',', '')) * 2));
  await quantity.press('Tab');
  await change.getByRole('textbox', { name: 'Why' }).fill('60 guests more');
  await button(change, 'Save and send').click();
  await change.waitFor({ state: 'hidden' });
  await step.openPage(manager);
  await openRow(manager, code);
  await button(acts(manager), 'Approve').click();
  await reaches(manager, 'Done');
  await step.openPage(manager);
  await front(manager).locator('.score-figure').first().waitFor();
  expect(step.isDone()).toBe(true);
});

test('4: what was ordered is received', async () => {
  const step = new Step(4);
  const keeper = await enter('storekeeper');
  await step.openPage(keeper);
  await openRow(keeper, step.next());
  await step.press(acts(keeper));
  const dock = keeper.locator('section.dock');
  await dock.locator('.dock-line').first().waitFor();
  const lines = await dock.locator('.dock-line').count();
  for (let at = 0; at < lines; at += 1) {
    const line = dock.locator('.dock-line').nth(at);
    const [accepted, made] = [line.locator(`#dock-${at}-acceptedQty`), line.locator(`#dock-${at}-productionDate`)];
    if ((await made.count()) > 0) {
      await made.fill('+0');
      await made.press('Tab');
    }
    // Of the first half is missing.
    if (at === 0)
      await accepted.fill(String(Math.round(Number((await accepted.inputValue()).replaceAll(',', '')) * 500) / 1000));
    await accepted.press('Enter');
    if (at === 0) await accepted.press('Enter');
  }
  await keeper.keyboard.press('Control+Enter');
  await dock.waitFor({ state: 'hidden' });
  const complete = step.next();
  await button(acts(keeper), complete).click();
  await dock.getByRole('textbox').last().fill('short');
  await button(dock, complete).click();
  await reaches(keeper, /Completed|difference/i);
  const received = (await number(keeper)).trim();
  const finance = await enter('finance');
  await step.openPage(finance);
  await front(finance).getByText(received).first().waitFor();
  expect(step.isDone()).toBe(true);
});

/** A chef asks for a little of something that lies in the store, as the demonstration's have. */
async function aPickBill(): Promise<void> {
  const { larder } = stage;
  const [wanted] = await larder.rows<
    Readonly<Record<'warehouse' | 'restaurant' | 'stall' | 'material' | 'unit', string>>
  >(`
    select p.warehouse_id as warehouse, p.use_restaurant_dept_id as restaurant, p.gear_operation_dept_id as stall,
      m.id as material, m.base_unit_id as unit
    from pick p join out_store o on o.id = p.outstore_id
    join stock s on s.location_id = p.warehouse_id join material m on m.id = s.material_id
    where m.catch_weight = 0 and m.frozen = 0 and s.qty - s.reserved_qty > 1 order by s.qty desc limit 1`);
  const { accessToken } = await sessionOf(larder.address, 'chef');
  const post = async (call: string, body: object): Promise<{ id: string }> => {
    const answer = (await (
      await fetch(`${larder.address}/api/store-management/pick/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'blade-auth': `bearer ${accessToken}` },
        body: JSON.stringify(body),
      })
    ).json()) as { msg: string; data: { id: string } };
    expect(answer.msg).toMatch(/成功/);
    return answer.data;
  };
  const tomorrow = new Date(Date.now() + 32 * 3_600_000).toISOString().slice(0, 10);
  const { id } = await post('submit', {
    warehouseId: wanted!.warehouse,
    useRestaurantDeptId: wanted!.restaurant,
    gearOperationDeptId: wanted!.stall,
    needTime: `${tomorrow} 06:30:00`,
    details: [{ materialId: wanted!.material, unitId: wanted!.unit, qty: '1' }],
  });
  await post('toApply', { ids: id });
}

test('5: what the chef asked for is picked, shipped and signed for, and a lot says where it went', async () => {
  const step = new Step(5);
  await aPickBill();
  const keeper = await enter('storekeeper');
  await step.openPage(keeper);
  await openRow(keeper, 'Pending');
  const pick = await number(keeper);
  // Where the store has less than was asked for, the plain act is refused, and the other is asked about.
  const [approve, short] = [step.next(), step.next()];
  await button(acts(keeper), approve).click();
  const approved = front(keeper).locator('.document-title').getByText('Approved');
  const question = keeper.getByRole('dialog').filter({ visible: true });
  const refused = button(front(keeper), short);
  await approved.or(question).or(refused.nth(1)).first().waitFor();
  if (!(await approved.isVisible())) {
    if (!(await question.isVisible())) await button(acts(keeper), short).click();
    await button(question.last(), short).click();
    await approved.waitFor();
  }
  await step.openPage(keeper);
  await openRow(keeper, pick);
  const issue = await number(keeper);
  await step.press(acts(keeper));
  const card = front(keeper).locator('.pick-card');
  await card.locator('.pick-next').waitFor();
  const ship = front(keeper).locator('.document-title').getByText('Shipped');
  const lot = await card.locator('.pick-lot strong').first().innerText();
  await expect
    .poll(
      async () => {
        if (await ship.isVisible()) return true;
        const reason = card.locator('.pick-reasons button').first();
        if (await reason.isVisible()) await reason.click();
        // Gone once the last of it is shipped.
        await card.locator('.pick-next').click({ timeout: 1_000 });
        return false;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(true);

  const manager = await enter('restaurant-manager');
  await manager.goto(`${stage.larder.address}${new URL(keeper.url()).pathname}`);
  await front(manager).getByRole('heading', { level: 1, name: issue }).waitFor();
  await step.press(acts(manager));
  await front(manager).locator('.pick-next').click();
  await reaches(manager, 'Received');

  await step.openPage(keeper);
  await front(keeper).getByRole('textbox').first().fill(lot);
  await front(keeper).getByRole('textbox').first().press('Enter');
  await front(keeper).getByRole('row').filter({ hasText: lot }).first().press('Enter');
  await front(keeper).getByRole('link', { name: issue }).first().waitFor();
  expect(step.isDone()).toBe(true);
});

test('6: what a site buys itself is typed beside the known price, approved, and waits to be received', async () => {
  const step = new Step(6);
  const manager = await enter('restaurant-manager');
  await step.openPage(manager);
  await step.press(front(manager));
  await front(manager).locator('article.document').waitFor();
  const project = await enter('project-manager');
  await new Step(6).openPage(project);
  await openRow(project, 'Pending');
  await button(acts(project), 'Approve').click();
  await reaches(project, 'Approved');
  const keeper = await enter('storekeeper');
  await step.openPage(keeper);
  await openRow(keeper, 'To receive');
  expect(step.isDone()).toBe(true);
});

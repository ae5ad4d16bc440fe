// Areas: frame
import { createRequire } from 'node:module';
import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstRow, isMade } from '../contracts/another-record.ts';
import { openCompany, type TheCompany } from '../contracts/the-company.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { developmentBuild, withWarnings } from '../support/development-build.ts';
import { themes } from '../../parts/theme/themes.ts';
import { storedItem } from '../support/stored-item.ts';
import { button, computer, DESK, front, journey, leaveComputer, PHONE, sessionOf, store } from '../support/journey.ts';
import { chineseWords, findings } from './looks.ts';
import { settled, visit } from './visit.ts';
import { type Ask, leadsTo, leavesOf, type MenuRow, missing, routes, type Screen, screensOf } from './screens.ts';

// Every screen there is, in a real browser and with real rows: read by axe, by what axe does not look for, and by
// React's own warnings.
const stage = journey();
const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** For machines that do much else beside. */
const TIMEOUT_MS = 2_400_000;

let signedIn: Awaited<ReturnType<typeof sessionOf>>;
let screens: readonly Screen[];
let menu: readonly MenuRow[];
/** Lists that nobody fills by hand and nothing has filled yet. */
const unfilled = new Set<string>();
beforeAll(async () => {
  [signedIn] = await Promise.all([sessionOf(stage.larder.address, 'admin'), developmentBuild()]);
  const { accessToken } = signedIn;
  const ask: Ask = async <T>(path: string) =>
    (
      (await (
        await fetch(`${stage.larder.address}/api${path}`, { headers: { 'blade-auth': `bearer ${accessToken}` } })
      ).json()) as { data: T }
    ).data;
  await fill(await missing(ask));
  menu = await ask('/blade-system/menu/routes');
  screens = await screensOf(ask, menu);
}, DEMO_TIMEOUT_MS);

/** One of everything the small company has none of. */
async function fill(names: readonly string[]): Promise<void> {
  const company = await openCompany({ on: stage.larder.database });
  for (const name of names) {
    const of = company.program.registry.find(name);
    // What only the program itself writes down stays empty here; the contracts make it.
    if (isMade(of)) await firstRow(company, of);
    else if (of.path !== undefined) unfilled.add(of.path);
  }
  await giveWork(company);
  await company.close();
}

/** Whoever looks at the lists of his own work has some in each: sent, decided, for any of two, and told of. */
async function giveWork(company: TheCompany): Promise<void> {
  const [boss, chef] = [await company.person('admin'), await company.person('chef')];
  const [bossToken, chefToken] = [company.signIn(boss), company.signIn(chef)];
  const post = async (token: string, url: string, input: Record<string, unknown>): Promise<unknown> => {
    const { status, body } = await company.call(token, 'POST', `/api/${url}`, input);
    if (status !== 200) throw new Error(`${url}: ${body.msg ?? status}`);
    return body.data;
  };
  const ask = (token: string, taskUser: string, month: string, more: Record<string, unknown> = {}): Promise<unknown> =>
    post(token, 'blade-desk/process/leave/start-process', {
      startTime: `2031-${month}-01 09:00:00`,
      endTime: `2031-${month}-02 18:00:00`,
      reason: '探亲',
      taskUser,
      ...more,
    });
  await ask(bossToken, chef.userId, '01');
  await ask(chefToken, boss.userId, '02');
  const decide = async (token: string, processDefinitionId?: string): Promise<void> => {
    const { records } = (await company.call(token, 'GET', '/api/blade-flow/work/todo-list', { onProcess: 1 })).body
      .data as { records: { taskId: string; processDefinitionId: string }[] };
    const { taskId } = records.find(
      (task) => processDefinitionId === undefined || task.processDefinitionId === processDefinitionId,
    )!;
    await post(token, 'blade-flow/work/complete-task', { taskId, flag: 'ok', comment: '同意' });
  };
  await decide(bossToken);
  const deployed = async (modelKey: string, name: string, settings: Record<string, unknown>): Promise<string> => {
    const { id } = (await post(bossToken, 'blade-flow/model/submit', {
      modelKey,
      name,
      category: 'flow_1',
      chain: { steps: [{ id: 'one', name: '审批', settings, when: '' }] },
    })) as { id: string };
    await post(bossToken, 'blade-flow/model/deploy', { modelId: id, tenantIds: '000000' });
    return (
      (await company.call(bossToken, 'GET', '/api/blade-flow/manager/list', { key: modelKey })).body.data as {
        records: { id: string }[];
      }
    ).records[0]!.id;
  };
  const user = (ref: string): Record<string, string> => ({ kind: 'user', ref });
  await ask(chefToken, boss.userId, '03', {
    processDefinitionId: await deployed('either', '两人之一', { candidates: [user('admin'), user('tenant-admin')] }),
  });
  const copied = await deployed('told', '抄送管理员', { candidates: [user('chef')], cc: [user('admin')] });
  await ask(bossToken, chef.userId, '04', { processDefinitionId: copied });
  await decide(chefToken, copied);
}

interface Appearance {
  readonly language: 'zh' | 'en';
  readonly theme: string;
}
/** What is wrong, by the screen that is being looked at: the console speaks when it likes. */
class Complaints {
  readonly found: Record<string, string[]> = {};
  at = '';
  add(...what: readonly string[]): void {
    for (const each of what) if (this.found[this.at]?.includes(each) !== true) (this.found[this.at] ??= []).push(each);
  }
}

const storedAppearance = ({ language, theme }: Appearance): Readonly<Record<string, string>> => ({
  'larder:language': storedItem(language),
  'larder:look': storedItem({ theme, density: 'compact' }),
});
/** Somebody signed in, who has chosen language and colours, where no page is. */
async function open(appearance: Appearance, complaints: Complaints, prepare?: typeof withWarnings): Promise<Page> {
  const page = await computer(stage.browser);
  await prepare?.(page.context());
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.add(`the console says ${message.text().slice(0, 600)}`);
  });
  page.on('pageerror', (error) => complaints.add(`thrown: ${error.stack ?? String(error)}`));
  await store(page, stage.larder.address, { ...storedAppearance(appearance), 'larder:session': storedItem(signedIn) });
  await page.goto(`${stage.larder.address}/nowhere`);
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(AXE);
  return page;
}

async function resize(page: Page, screen: typeof DESK): Promise<void> {
  if (page.viewportSize()?.width === screen.width) return;
  await page.setViewportSize(screen);
  await settled(page);
}

/**
 * Wider than its window, without a name, or not what was wanted: a page that says it could not be shown, or a list
 * without rows.
 */
async function layoutFaults(page: Page, path: string): Promise<readonly string[]> {
  const { width, room, title, shows } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    room: innerWidth,
    title: document.title,
    shows: ['.ant-alert-error', '.help-trace', '.list-page .nothing', '.help-number'].filter((what) =>
      [...document.querySelectorAll<HTMLElement>(`main#content ${what}`)].some(
        (element) => element.offsetParent !== null,
      ),
    ),
  }));
  const isHelp = /^\/(403|404|500|no-such-page|myiframe)/.test(path);
  return [
    ...(width > room ? [`${width} px wide on a screen of ${room}`] : []),
    ...(/^.+ · /.test(title) ? [] : [`the window is called "${title}"`]),
    ...shows
      .filter((what) => (!isHelp || what !== '.help-number') && (what !== '.list-page .nothing' || !unfilled.has(path)))
      .map((what) => `shows ${what}`),
  ];
}
const words = async (page: Page, { language }: Appearance): Promise<readonly string[]> =>
  language === 'en' ? (await chineseWords(page)).map((each) => `Chinese on an English screen: ${each}`) : [];

/**
 * Menu, top bar and tabs are the same around all screens: axe, which takes longest for them, reads them on every so
 * many, at both sizes.
 */
const FRAME_EVERY = 7;
/**
 * What is made for itself in both dresses, at a desk in the one and on a phone in the other, by turns; of what is made
 * as others are, one half in light at a desk, the other in dark on a phone.
 */
async function read(
  page: Page,
  { path, own }: Screen,
  at: number,
  appearance: Appearance,
  complaints: Complaints,
): Promise<void> {
  const [isLight, isEven] = [appearance.theme === 'default', at % 2 === 0];
  if (!own && isEven !== isLight) return;
  const size = (own ? isEven === isLight : isLight) ? DESK : PHONE;
  // An address with a wish is the tab of the one without: that must not stand in front, and be closed, which a phone
  // cannot.
  await resize(page, path.includes('?') ? DESK : size);
  const [address, wish] = path.split('?');
  if (wish !== undefined && address === new URL(page.url()).pathname) await visit(page, '/system/param');
  await visit(page, path);
  await resize(page, size);
  complaints.add(
    ...(await findings(page, at % FRAME_EVERY === 0 ? 'all' : 'page')),
    ...(await words(page, appearance)),
    ...(await layoutFaults(page, path)),
  );
}
/** What opens over or in a page: where, by whose click, and what then stands there. */
const LAYERS: readonly (readonly [path: RegExp, click: string, shows: string])[] = [
  [/^\/masterdata\/material$/, '新增', '.record-drawer .record-foot'],
  [/^\/masterdata\/material$/, '导入', '.ant-modal .ant-upload'],
  [/^\/store\/invinstore\/\d+$/, '收货', '.dock .dock-foot'],
  [/^\/store\/invcheck\/\d+$/, '填写实盘', '.count-page, .pick-page'],
  [/^\/authority\/role$/, '授权', '.grant-dialog .ant-tree-checkbox'],
  [/^\/system\/topmenu$/, '分配菜单', '.grant-dialog .ant-tree-checkbox'],
  [/^\/system\/menu$/, '新增', '.record-drawer .record-foot'],
];
async function readLayers(appearance: Appearance): Promise<Complaints['found']> {
  const complaints = new Complaints();
  const page = await open(appearance, complaints);
  for (const [where, click, shows] of LAYERS) {
    complaints.at = `${where.source} ${click}`;
    const opened = async (): Promise<boolean> => {
      for (const { path } of screens.filter((screen) => where.test(screen.path))) {
        await resize(page, DESK);
        await visit(page, path);
        const entry = button(front(page), click).first();
        if ((await entry.count()) === 0) continue;
        await entry.click();
        return true;
      }
      return false;
    };
    try {
      expect(await opened()).toBe(true);
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size);
        await page.locator(shows).filter({ visible: true }).first().waitFor();
        // What comes to stand under the pointer looks as if it were meant.
        await page.mouse.move(0, 0);
        await settled(page);
        complaints.add(...(await findings(page)));
      }
    } catch (error) {
      complaints.add(String(error));
    }
    // Open dialogs end with the page they stand on.
    await page.goto(`${stage.larder.address}/nowhere`);
    await front(page).getByRole('heading', { level: 1 }).first().waitFor();
    await page.evaluate(AXE);
  }
  await leaveComputer(page);
  return complaints.found;
}
/** Before anybody is in, and whoever came in with a password somebody gave. */
async function readSignIn(appearance: Appearance, session: object | undefined): Promise<readonly string[]> {
  const page = await computer(stage.browser);
  await store(page, stage.larder.address, {
    ...storedAppearance(appearance),
    ...(session === undefined ? {} : { 'larder:session': storedItem(session) }),
  });
  await page.goto(stage.larder.address);
  await page.locator('.sign-in-card h1').waitFor();
  await page.evaluate(AXE);
  const complaints: string[] = [];
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    complaints.push(...(await findings(page)), ...(await words(page, appearance)));
  }
  await leaveComputer(page);
  return complaints;
}

/**
 * Reads the screens one after the other; those made for themselves in a build in which React tells what it has to
 * complain of, if so wished.
 */
async function walk(appearance: Appearance, warns = false): Promise<Complaints['found']> {
  const complaints = new Complaints();
  const shipped = await open(appearance, complaints);
  const warning = warns ? await open(appearance, complaints, withWarnings) : shipped;
  for (const [at, screen] of screens.entries()) {
    complaints.at = screen.path;
    await read(screen.own ? warning : shipped, screen, at, appearance, complaints).catch((error: unknown) =>
      complaints.add(String(error)),
    );
  }
  await leaveComputer(shipped);
  if (warning !== shipped) await warning.context().close();
  return complaints.found;
}

test('RULE-131: every route there is leads to one of the screens that are looked at', () => {
  expect(
    routes.filter(
      (route) => !screens.some(({ path }) => leadsTo(route, path)) && !unfilled.has(route.replace('/:id', '')),
    ),
  ).toEqual([]);
});

test.each([
  ['RULE-003', 'purchasing', 'invrequireplan invpleasepurchase requestdistribution purchaseorder'],
  ['RULE-004', 'store', 'invinstore invoutstore stock stockbatch invcheck warehouse'],
  [
    'RULE-006',
    'gear_area',
    'gearprojectdeptsys userestaurant gearoperationsys gearsalesplan gearspecialmeal gearstock',
  ],
  [
    'RULE-400 RULE-401 RULE-402 RULE-403',
    'gear_area',
    'gearoperationtype gearbusinessmodel geardistrict gearprojectdepttype',
  ],
  ['RULE-005', 'sales_mall', 'clienttype goodscategory'],
  ['RULE-007', 'smart_meal', 'restauranttype'],
  ['RULE-002', 'masterdata', 'material materialtype materialunit dishtype dish menutemplate'],
  ['RULE-002', 'price_area', 'priceschememanagement settlementprice'],
  ['RULE-008', 'authority', 'role'],
  ['RULE-008 RULE-010', 'system', 'menu param user dept'],
  ['RULE-008', 'desk', 'notice'],
  ['RULE-008', 'resource', 'sms oss'],
  ['RULE-008', 'flow', 'flow_model'],
  ['RULE-008', 'work', 'work_todo work_claim work_send work_done'],
])('%s: the menu has %s with %s, and every page of it is looked at', (_, area, pages) => {
  const leaves = leavesOf(menu.filter(({ code }) => code === area));
  expect(leaves.map(({ code }) => code)).toEqual(expect.arrayContaining(pages.split(' ')));
  expect(leaves.filter((leaf) => !screens.some(({ path }) => path === leaf.path))).toEqual([]);
});

test('where nothing may move, a menu stands beside what opened it', async () => {
  const page = await open({ language: 'zh', theme: 'default' }, new Complaints());
  await visit(page, '/authority/role');
  const dots = front(page).locator('.row-more').first();
  await dots.click();
  const menu = page.locator('.ant-dropdown').filter({ visible: true }).first();
  await menu.waitFor();
  await expect
    .poll(async () => Math.abs((await menu.boundingBox())!.y - (await dots.boundingBox())!.y))
    .toBeLessThan(120);
  await leaveComputer(page);
});

// The longest first, so that the last to end do not end alone.
describe.concurrent('every screen', { timeout: TIMEOUT_MS }, () => {
  test('in light: axe finds nothing serious, names are named, targets can be hit, and React has nothing to complain of', async ({
    expect: holds,
  }) => {
    holds(await walk({ language: 'zh', theme: 'default' }, true)).toEqual({});
  });
  test('in dark and in English: the same, on a phone, and no Chinese word of ours', async ({ expect: holds }) => {
    holds(await walk({ language: 'en', theme: 'dark' })).toEqual({});
  });
  test('RULE-099: in each of the eleven themes axe finds nothing serious in the frame, a list, a form, a document and at the sign-in', async ({
    expect: holds,
  }) => {
    const complaints = new Complaints();
    const bill = screens.find(({ path }) => /^\/purchasing\/purchaseorder\/\d+$/.test(path))!.path;
    for (const { name: theme } of themes.filter(({ name }) => name !== 'default' && name !== 'dark')) {
      const appearance: Appearance = { language: 'zh', theme };
      const page = await open(appearance, complaints);
      complaints.at = theme;
      await visit(page, '/masterdata/materialunit');
      complaints.add(...(await findings(page)));
      await button(front(page), '新增').first().click();
      await page.locator('.record-drawer .record-foot').waitFor();
      await settled(page);
      complaints.add(...(await findings(page, 'page')));
      await page.keyboard.press('Escape');
      await visit(page, bill);
      complaints.add(...(await findings(page, 'page')));
      await leaveComputer(page);
      complaints.add(...(await readSignIn(appearance, undefined)));
    }
    holds(complaints.found).toEqual({});
  });
  test.each(['default', 'dark'] as const)('opened over or within another, and at the sign-in: %s', async (theme) => {
    const given = { ...signedIn, mustChangePassword: true };
    expect({
      layers: await readLayers({ language: 'zh', theme }),
      signIn: await readSignIn({ language: 'en', theme }, undefined),
      password: await readSignIn({ language: 'en', theme }, given),
    }).toEqual({ layers: {}, signIn: [], password: [] });
  });
});

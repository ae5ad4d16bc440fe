import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { serve } from '../../apps/server/main.ts';
import { granted, type Session, type TokenAnswer } from '../../parts/client/granted.rules.ts';
import { buildWebIfStale } from '../../scripts/web-build.ts';
import { closePages, sharedBrowser } from './browser.ts';
import { browserClock } from './clock.ts';
import { DEMO_TIMEOUT_MS, demoDatabase } from './demo-database.ts';
import { DEMO_SECRET } from './demo-secret.ts';
import { storedItem } from './stored-item.ts';
import type { TestDatabase } from './postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PICTURES = path.join(ROOT, 'test-results');
export const CAPTCHA = 'AAAAA';
export const PASSWORD = 'larder2026';
/** Slow machines, and others working on them: nothing here measures speed. */
export const TIMEOUT_MS = 20_000;
export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** The real program on a copy of the demonstration company. */
export interface Larder {
  readonly address: string;
  /** Ends it as a power cut would; only where it is a process of its own. */
  kill(): Promise<void>;
  /** Starts it again at the same address, on what the database kept. */
  restart(): Promise<void>;
  /** Asks the database itself, beside the program: what a screen says is held against this. */
  rows<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>;
  readonly database: TestDatabase;
}

/**
 * What a file of journeys stands on: the program, and a browser whose screens lie in `test-results` when a test failed.
 */
export interface Journey {
  readonly larder: Larder;
  readonly browser: Browser;
}

/**
 * Called once at the top of a file. `ownProcess`: the program is started as by a person, so that it can be killed.
 * `demonstration`: it offers the people of the demonstration at its sign-in.
 */
export function journey({ ownProcess = false, demonstration = false } = {}): Journey {
  const stage: { larder?: Larder; browser?: Browser; end?: () => Promise<void> } = {};
  beforeAll(async () => {
    const [started, browser] = await Promise.all([
      startLarder(ownProcess ? spawned : served(demonstration)),
      sharedBrowser(),
    ]);
    Object.assign(stage, { larder: started.larder, browser, end: started.end });
  }, DEMO_TIMEOUT_MS);
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    fs.mkdirSync(PICTURES, { recursive: true });
    const name = task.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
    const pages = [...open].flatMap((context) => context.pages());
    await Promise.all(
      pages.map((page, at) =>
        page.screenshot({ path: path.join(PICTURES, `${name}-${at}.png`), timeout: 5_000 }).catch(() => undefined),
      ),
    );
  });
  afterAll(async () => {
    await closePages();
    await stage.end?.();
  });
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('Not started yet');
    return thing;
  };
  return {
    get larder() {
      return there(stage.larder);
    },
    get browser() {
      return there(stage.browser);
    },
  };
}

/** A program that runs. */
interface Running {
  readonly address: string;
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}
type Start = (database: TestDatabase, dataDir: string, port: string) => Promise<Running>;

/** In this process, which has read the program for the file before already. */
const served =
  (demonstration: boolean): Start =>
  async (database, dataDir, port) => {
    webRoot ??= buildWebIfStale(() => {});
    process.env['LARDER_TEST_CAPTCHA'] = CAPTCHA;
    const serving = await serve({
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      port: Number(port),
      host: '127.0.0.1',
      dataDir,
      tokenSecret: DEMO_SECRET,
      demo: demonstration,
      logLevel: 'silent',
      environment: 'test',
      webRoot: await webRoot,
    });
    return { address: serving.address, stop: () => serving.close() };
  };
let webRoot: ReturnType<typeof buildWebIfStale> | undefined;

/** As a process of its own, by `npm start`. */
const spawned: Start = async (database, dataDir, port) => {
  const program = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LARDER_TEST_CAPTCHA: CAPTCHA,
      PORT: port,
      DATA_DIR: dataDir,
      TOKEN_SECRET: DEMO_SECRET,
      DATABASE_URL: database.ownerUrl,
      APP_DATABASE_URL: database.appUrl,
      DEMO: 'off',
    },
  });
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (piece: Buffer): void => {
      output += piece.toString();
      const ready = /ready after .*(http:\S+)/.exec(output);
      if (ready?.[1] !== undefined) resolve(ready[1]);
    };
    program.stdout.on('data', read);
    program.stderr.on('data', read);
    program.once('exit', () => reject(new Error(`The program ended:\n${output}`)));
  });
  const stop: Running['stop'] = (signal) =>
    new Promise((resolve) => {
      if (program.exitCode !== null || program.signalCode !== null) resolve();
      else {
        program.once('exit', () => resolve());
        program.kill(signal);
      }
    });
  return { address, stop };
};

async function startLarder(start: Start): Promise<{ readonly larder: Larder; end(): Promise<void> }> {
  const database = await demoDatabase();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-journey-'));
  let program = await start(database, dataDir, '0');
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  owner.on('error', () => {}); // the query that fails reports it
  await owner.connect();
  await owner.query(`set app.tenant = '000000'; set timezone = 'Asia/Shanghai'`);
  return {
    larder: {
      database,
      rows: async (text, values = []) => (await owner.query(text, [...values])).rows as never,
      get address() {
        return program.address;
      },
      kill: () => program.stop('SIGKILL'),
      restart: async () => {
        program = await start(database, dataDir, new URL(program.address).port);
      },
    },
    async end() {
      await owner.end();
      await program.stop('SIGTERM');
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const open = new Set<BrowserContext>();

/** A button by its words; the name of a picture before them is nobody's business. */
export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) });

/** Computers that were left, by what they are set to. */
const free = new Map<string, Page[]>();
const setAs = new WeakMap<BrowserContext, string>();
/** Answers in a few bytes where the application is, without being it. */
const BESIDE = '/api/health';

/**
 * A computer of its own: nothing stored, Chinese, a common screen, and set to show no motion: on a busy machine a
 * button is elsewhere by the time it is clicked.
 */
export async function computer(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const settings = { ...COMPUTER, ...options };
  const key = JSON.stringify(settings);
  const left = free.get(key)?.pop();
  if (left?.isClosed() === false) {
    open.add(left.context());
    return left;
  }
  const context = await browser.newContext(settings);
  setAs.set(context, key);
  await context.addInitScript(browserClock());
  // Keeping the program on each new computer costs as much as a journey; work away from the network asks for it.
  if (options.serviceWorkers !== 'allow') await context.addInitScript('delete Navigator.prototype.serviceWorker');
  open.add(context);
  context.once('close', () => {
    open.delete(context);
    free.set(
      key,
      (free.get(key) ?? []).filter((each) => each.context() !== context),
    );
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return page;
}
const COMPUTER: BrowserContextOptions = {
  viewport: DESK,
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  reducedMotion: 'reduce',
};

/** What the browser remembers of the application before it is opened there. */
export async function store(page: Page, address: string, items: Readonly<Record<string, string>>): Promise<void> {
  if (!page.url().startsWith(`${address}/`)) await page.goto(`${address}${BESIDE}`);
  await page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value);
  }, items);
}

/**
 * Leaves a computer to whoever comes next, with nothing of this person on it: its browser has the program compiled
 * already, which takes three quarters of opening it. Not where scripts, functions or a clock were put into its pages:
 * there the context is closed.
 */
export async function leaveComputer(page: Page): Promise<void> {
  const context = page.context();
  if (page.isClosed()) throw new Error('This page was closed: the first of a computer is left');
  await Promise.all(context.pages().flatMap((each) => (each === page ? [] : [each.close()])));
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
  for (const event of ['console', 'dialog', 'pageerror', 'popup', 'request', 'requestfailed', 'response'] as const)
    page.removeAllListeners(event);
  await context.setOffline(false);
  await page.emulateMedia({ media: null, colorScheme: null });
  const settings = JSON.parse(setAs.get(context)!) as BrowserContextOptions;
  await page.setViewportSize(settings.viewport ?? DESK);
  await page.goto(new URL(BESIDE, page.url()).href);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    if ('serviceWorker' in navigator)
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
    for (const { name } of await indexedDB.databases())
      await new Promise((done) => {
        const deleted = indexedDB.deleteDatabase(name!);
        for (const event of ['success', 'error', 'blocked']) deleted.addEventListener(event, done);
      });
  });
  await context.clearCookies();
  await context.clearPermissions();
  open.delete(context);
  const key = setAs.get(context)!;
  free.set(key, [...(free.get(key) ?? []), page]);
}

/** Types the letters of a captcha once its picture is there: one that comes asks for new letters. */
export async function fillCaptcha(scope: Page | Locator): Promise<void> {
  await scope.locator('.sign-in-captcha img').waitFor();
  await scope.getByLabel('验证码', { exact: true }).fill(CAPTCHA);
}

/** Signs in by the form, with the captcha every test picture shows. */
export async function signIn(page: Page, address: string, account: string): Promise<void> {
  await page.goto(`${address}/`);
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await fillCaptcha(page);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('main#content h1').first().waitFor();
}

/**
 * A computer's options, and the address somebody begins at: where no page is, unless told otherwise; the first page
 * asks for much. `session`: theirs, where it is not one of the demonstration company.
 */
type PageOptions = BrowserContextOptions & { readonly at?: string; readonly session?: Session };

/**
 * Somebody at a computer of their own, signed in already: it remembers a session, as one does that was left yesterday.
 */
export async function person(
  { browser, larder: { address } }: Journey,
  account: string,
  { at = '/nowhere', session: theirs, ...options }: PageOptions = {},
): Promise<Page> {
  const session = storedItem(theirs ?? (await sessionOf(address, account)));
  const page = await computer(browser, options);
  await store(page, address, { 'larder:session': session });
  await page.goto(`${address}${at}`);
  await page.locator('main#content h1').first().waitFor();
  return page;
}

/** A session of somebody, as signing in begins it, asked for without its captcha. */
export async function sessionOf(
  address: string,
  account: string,
  { tenantId = '000000', password = PASSWORD } = {},
): Promise<Session> {
  const credentials = new URLSearchParams({
    tenantId,
    username: account,
    password: createHash('md5').update(password).digest('hex'),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  });
  const answer = await fetch(`${address}/api/blade-auth/oauth/token?${credentials.toString()}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('saber:saber_secret')}`, 'tenant-id': tenantId },
  });
  const session = granted((await answer.json()) as TokenAnswer, tenantId, Date.now());
  if (session === undefined) throw new Error(`${account} may not sign in (${answer.status})`);
  return session;
}

/** The page in front; pages in other tabs stay in the document, hidden. */
export const front = (page: Page): Locator => page.locator('main#content .page').filter({ visible: true });

/** Opens a menu entry as those do who know its name: Ctrl-K, name, Enter. */
export async function go(page: Page, title: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: '查找页面和记录' });
  await search.fill(title);
  await page.getByRole('option', { name: title }).first().waitFor();
  await search.press('Enter');
  await page.locator('.tab.is-front').getByText(title, { exact: true }).waitFor();
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  return front(page);
}

/** Waits for a short success or an error, and answers its words. */
export async function noticeOf(page: Page): Promise<string> {
  const notice = page.locator('.ant-message-notice, .ant-notification-notice').last();
  await notice.waitFor();
  return (await notice.innerText()).trim();
}

/** Chooses in a list that answers to typing: by label, what to type, and what to take. */
export async function choose(page: Page, box: Locator, typed: string, title: string | RegExp = typed): Promise<void> {
  await box.click();
  await box.fill(typed);
  // The list before may still be on its way out.
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden, [class*=leave]) .ant-select-item-option')
    .filter({ hasText: title })
    .first()
    .click();
}

/** Answers the question in front of everything else. */
export async function agree(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').filter({ visible: true }).last().getByRole('button', { name, exact: true }).click();
}

/** Expects what is true before long. */
export const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: TIMEOUT_MS, interval: 50 });

// Areas: frame, purchasing
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computer, front, journey, PASSWORD, soon } from '../support/journey.ts';

// A working hour without a mouse: whoever touches it fails.
const stage = journey();
const TEST_CAPTCHA = 'AAAAA';
const MATERIAL = '键盘测试香菇';
const touched: string[] = [];
const sent: string[] = [];
/** Whatever had the keyboard and did not show it. */
const unseen = new Set<string>();
let page: Page;

beforeAll(async () => {
  page = await computer(stage.browser);
  await page.exposeFunction('touched', (what: string) => touched.push(what));
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) {
      window.addEventListener(
        type,
        (event) => {
          (window as unknown as { touched(what: string): void }).touched(type);
          event.preventDefault();
          event.stopImmediatePropagation();
          throw new Error('No mouse here');
        },
        { capture: true, passive: false },
      );
    }
  });
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
});
afterAll(() => {
  expect(touched).toEqual([]);
  expect([...unseen]).toEqual([]);
});

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const type = (text: string): Promise<void> => page.keyboard.type(text);
/** What a screen reader would call the element that has the keyboard. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    if (at === null) return '';
    const label = at.labels?.[0]?.innerText.replace('*', '').trim();
    return at.getAttribute('aria-label') ?? label ?? at.innerText.trim();
  });
/** Does one see where the keyboard is: a ring around it or its box, or the caret of what one types into? */
const watch = async (): Promise<void> => {
  const hidden = await page.evaluate(() => {
    const at = document.activeElement;
    if (
      at === null ||
      at === document.body ||
      at.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true], main, h1, iframe')
    )
      return '';
    const ringed = (element: Element, part?: string): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
    };
    const around = [at, at.parentElement, at.parentElement?.parentElement, at.nextElementSibling].filter(
      (each): each is Element => each !== null && each !== undefined,
    );
    return around.some((each) => ringed(each) || ringed(each, '::after')) ? '' : at.outerHTML.slice(0, 160);
  });
  if (hidden !== '') unseen.add(hidden);
};
/** Tab by Tab until a name has the keyboard, as somebody does who sees where the ring is. */
const tabTo = async (name: string, key = 'Tab', most = 80): Promise<void> => {
  const passed: string[] = [];
  for (let step = 0; step < most; step += 1) {
    const at = await focused();
    if (at === name) return;
    passed.push(at);
    await page.keyboard.press(key);
    await watch();
  }
  throw new Error(`${name} was not reached: ${passed.join(' | ')}`);
};
const inMenu = (): Promise<void> =>
  soon(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null)).toBe(true);
/** Down a menu; it moves the keyboard a frame after the key. */
const downTo = async (name: string): Promise<void> => {
  for (let at = await focused(); at !== name; at = await focused()) {
    await page.keyboard.press('ArrowDown');
    await soon(focused).not.toBe(at);
  }
};
const notice = (words: string) => page.locator('.ant-message-notice').filter({ hasText: words }).first();
const expectNotice = async (words: string): Promise<void> => {
  await notice(words).waitFor();
  expect((await notice(words).innerText()).trim().split(' · ')[0]).toBe(words);
};
const ask = (at: Page) => at.getByRole('dialog').filter({ visible: true }).last();
const search = async (words: string): Promise<void> => {
  await press('/');
  await press('Control+a', 'Delete');
  await type(words);
  await press('Enter');
};
/** One key leads from the search to the first row of what it found. */
const inRows = (): Promise<void> =>
  soon(() => page.evaluate(() => document.activeElement?.matches('tr.ant-table-row') === true)).toBe(true);
const rows = () => front(page).locator('tr.ant-table-row');
const menu = async (typedText: string, title: string): Promise<void> => {
  await press('Control+k');
  await soon(focused).toBe('查找页面和记录');
  await type(typedText);
  await page.getByRole('option', { name: title }).first().waitFor();
  await press('Enter');
  await front(page).getByRole('heading', { name: title, level: 1 }).waitFor();
  await rows().first().waitFor();
  await page.getByRole('combobox', { name: '查找页面和记录' }).waitFor({ state: 'hidden' });
  await page.locator('.ant-modal-wrap').filter({ visible: true }).waitFor({ state: 'hidden' });
};
/** A form beside the list has the keyboard when it is open. */
const formOpen = async (): Promise<void> => {
  await page.locator('.record-drawer .record-foot').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.closest('.record-drawer') !== null)).toBe(true);
};

test('signs in with the captcha', async () => {
  await page.goto(stage.larder.address);
  await soon(focused).toBe('账号');
  await type('admin');
  await tabTo('密码');
  await type(PASSWORD);
  // Nobody types the letters of a picture that has not come yet; one that comes asks for new ones.
  await page.locator('.sign-in-captcha img').waitFor();
  await tabTo('验证码');
  await type(TEST_CAPTCHA);
  await press('Enter');
  await page.locator('main#content h1').first().waitFor();
  // The keyboard goes on in the page, not at the browser's address.
  await soon(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('finds a menu by Ctrl-K and pinyin; Esc closes and gives the focus back', async () => {
  await press('Control+k');
  await soon(focused).toBe('查找页面和记录');
  await press('Escape');
  await page.getByRole('combobox', { name: '查找页面和记录' }).waitFor({ state: 'hidden' });
  await soon(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await menu('jldw', '计量单位');
});

test('RULE-277 新增成功: creates a material, faster than its references are found', async () => {
  await menu('wlda', '物料档案');
  const isSlow = /\/select\?.*keyword=[^&]/;
  await page.route(isSlow, async (route) => {
    await setTimeout(1500);
    await route.continue();
  });
  await press('n');
  await formOpen();
  await tabTo('物料名称');
  await type(MATERIAL);
  for (const [field, typed] of [
    ['物料类型', '叶菜'],
    ['基本单位', '千克'],
  ] as const) {
    await tabTo(field);
    const asked = page.waitForRequest(isSlow);
    await type(typed);
    // Its own search is on its way already: leaving the box cancels that.
    await asked;
    await press('Enter');
  }
  await press('Control+s');
  await notice('新增成功').waitFor();
  expect(await notice('新增成功').innerText()).toMatch(new RegExp(`^\\s*新增成功 · MAT\\d+ ${MATERIAL}\\s+打开\\s*$`));
});

test('RULE-278 更新成功: opens it from the list and changes it', async () => {
  await search(MATERIAL);
  await soon(() => rows().count()).toBe(1);
  await inRows();
  await press('Escape');
  await soon(focused).toMatch(/^物料编码/);
  await press('ArrowDown');
  await inRows();
  await press('Enter');
  await front(page).getByRole('heading', { name: MATERIAL, level: 1 }).waitFor();
  await tabTo('编辑');
  await press('Enter');
  await formOpen();
  await tabTo('简称');
  await type('香菇');
  // A short list is typed into as well: Enter takes what was typed, not what stands first.
  await tabTo('储存条件');
  await type('冷冻');
  await press('Enter');
  await press('Control+s');
  await expectNotice('更新成功');
  expect(await stage.larder.rows(`select storage_zone as stored from material where name = $1`, [MATERIAL])).toEqual([
    { stored: 'frozen' },
  ]);
  await menu('wlda', '物料档案');
});

test('filters and pages a list', async () => {
  await search('');
  await soon(() => rows().count()).toBeGreaterThan(5);
  const first = await rows().first().innerText();
  await tabTo('2', 'Tab', 250);
  await press('Enter');
  await soon(() => rows().first().innerText()).not.toBe(first);
});

test('RULE-119 请选择至少一条数据: deleting with nothing chosen sends nothing', async () => {
  sent.length = 0;
  await press('/', 'ArrowDown', 'Delete');
  await expectNotice('请选择至少一条数据');
  expect(sent.filter((path) => path.endsWith('/remove'))).toEqual([]);
});

test('RULE-120 确定将选择数据删除? RULE-279 删除成功: three rows chosen, asked, kept at 取消, gone at 确定', async () => {
  await menu('jldw', '计量单位');
  for (const at of ['1', '2', '3']) {
    await press('n');
    await formOpen();
    await tabTo('单位编码');
    await type(`ZZ${at}`);
    await tabTo('单位名称');
    await type(`试用单位${at}`);
    await tabTo('单位类别');
    await press('ArrowDown');
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .filter({ hasText: '件·包装' })
      .waitFor();
    await type('件');
    await press('Enter');
    await press('Control+s');
    await page.locator('.record-drawer .record-foot').waitFor({ state: 'hidden' });
  }
  await search('试用单位');
  await soon(() => rows().count()).toBe(3);
  await inRows();
  await press('Space', 'ArrowDown', 'Space', 'ArrowDown', 'Space');
  await front(page).getByText('已选 3 条').waitFor();
  sent.length = 0;
  await press('Delete');
  await ask(page).waitFor();
  expect(await ask(page).innerText()).toContain('确定将选择数据删除?');
  expect(
    (await ask(page).getByRole('button').allInnerTexts())
      .map((word) => word.replaceAll(' ', ''))
      .filter((word) => word !== ''),
  ).toEqual(['取消', '确定']);
  await tabTo('取消');
  await press('Enter');
  await ask(page).waitFor({ state: 'hidden' });
  expect(sent).toEqual([]);
  await tabTo('删除', 'Shift+Tab', 250);
  await press('Enter');
  await ask(page).waitFor();
  await tabTo('确定');
  await press('Enter');
  await expectNotice('删除成功');
  expect(sent.filter((path) => path.endsWith('/remove'))).toHaveLength(1);
  await soon(() => rows().count()).toBe(0);
});

test('locks the screen, reads it in English, opens it again, and chooses a theme', async () => {
  await tabTo('锁屏', 'Shift+Tab', 250);
  await press('Enter');
  await soon(focused).toBe('锁屏密码');
  await press('Escape');
  await soon(focused).toBe('锁屏');
  await press('Enter');
  await soon(focused).toBe('锁屏密码');
  await type('4711');
  await press('Enter');
  await page.getByRole('heading', { name: '屏幕已锁定' }).waitFor();
  await soon(focused).toBe('锁屏密码');
  await tabTo('English', 'Shift+Tab');
  await press('Enter');
  await page.getByRole('heading', { name: 'The screen is locked' }).waitFor();
  await press('Enter');
  await page.getByRole('heading', { name: '屏幕已锁定' }).waitFor();
  await tabTo('锁屏密码');
  await type('4711');
  await press('Enter');
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  await tabTo('主题', 'Tab', 250);
  await press('Enter');
  await inMenu();
  await press('Escape');
  await soon(focused).toBe('主题');
  await press('Enter');
  await inMenu();
  await downTo('星空 star');
  await press('Enter');
  await soon(() => page.evaluate(() => document.documentElement.className)).toBe('theme-star');
  await soon(focused).toBe('主题');
});

test('reads the desk in another language and comes back to the button', async () => {
  await stage.larder.rows(`update param set param_value = '1' where param_key = 'ui.languageSwitch'`);
  await page.reload();
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  for (const [button, entry, after, title] of [
    ['语言', 'English', 'Language', / · Larder$/],
    ['Language', '中文', '语言', / · 膳链$/],
  ] as const) {
    await tabTo(button, 'Tab', 250);
    await press('Enter');
    await inMenu();
    await downTo(entry);
    await press('Enter');
    await soon(() => page.title()).toMatch(title);
    await soon(focused).toBe(after);
  }
});

test('goes from tab to tab, closes some and logs out', async () => {
  const tabs = page.locator('.tab-name');
  await tabTo('首页', 'Shift+Tab', 300);
  await press('Enter');
  await soon(() => new URL(page.url()).pathname).toBe('/wel/index');
  await tabTo('更多', 'Shift+Tab', 250);
  await press('Enter');
  await inMenu();
  await press('Escape');
  await soon(focused).toBe('更多');
  const before = await tabs.count();
  await tabTo('计量单位', 'Shift+Tab', 250);
  await press('Delete');
  await soon(() => tabs.count()).toBe(before - 1);
  // The keyboard stays among the tabs.
  await soon(() => page.evaluate(() => document.activeElement?.closest('.tab') !== null)).toBe(true);
  await tabTo('账户 超级管理员', 'Shift+Tab', 250);
  await press('Enter');
  await page.getByRole('menuitem', { name: '退出系统' }).waitFor();
  await inMenu();
  await downTo('退出系统');
  await press('Enter');
  await ask(page).waitFor();
  await press('Escape');
  await ask(page).waitFor({ state: 'hidden' });
  await soon(focused).toBe('账户 超级管理员');
  await press('Enter');
  await inMenu();
  await downTo('退出系统');
  await press('Enter');
  await ask(page).waitFor();
  expect(await ask(page).innerText()).toContain('退出系统，是否继续？');
  await tabTo('确定');
  await press('Enter');
  await page.getByRole('button', { name: '登录' }).waitFor();
});

// Areas: frame, prices, messages
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import { DEMO_SECRET } from '../support/demo-secret.ts';
import { button, choose, front, journey, person, noticeOf, soon, leaveComputer } from '../support/journey.ts';

// What is typed is what is saved, whatever kind of field it is typed into and however the field is left.
const stage = journey();
/** As a practised hand types. */
const KEY_MS = 130;

type Way = 'Tab' | 'Enter' | 'a click elsewhere';
/** A field by its label, what is typed into it, and what the database then holds of it as text. */
type Typed = readonly [field: string, column: string, keys: string, stored: string];

async function leave(page: Page, way: Way): Promise<void> {
  if (way === 'a click elsewhere') await front(page).getByRole('heading', { level: 1 }).first().click();
  else await page.keyboard.press(way);
}
async function write(page: Page, box: Locator, keys: string, way: Way): Promise<void> {
  await box.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(keys, { delay: KEY_MS });
  await leave(page, way);
}

const PRICE: Readonly<Record<Way, readonly Typed[]>> = {
  Tab: [
    ['供方编码', 'supplier_material_code', 'GF-11', 'GF-11'],
    ['换算率', 'factor', '2.5', '2.5'],
    ['采购价', 'price', '12.35', '12.35'],
    ['税率(%)', 'tax_rate', '9', '9'],
    ['有效期起', 'start_date', '2031-11-28', '2031-11-28'],
    ['有效期止', 'end_date', '2031-12-15', '2031-12-15'],
    ['起订量', 'min_order_qty', '1.5', '1.5'],
    ['提前期(天)', 'lead_days', '3', '3'],
    ['备注', 'remark', '每周三送', '每周三送'],
  ],
  Enter: [
    ['供方编码', 'supplier_material_code', 'GF-12', 'GF-12'],
    ['换算率', 'factor', '１２', '12'],
    ['采购价', 'price', '1,012.5', '1012.5'],
    ['有效期起', 'start_date', '2031/1/5', '2031-01-05'],
    ['有效期止', 'end_date', '20311228', '2031-12-28'],
    ['起订量', 'min_order_qty', '0.25', '0.25'],
    ['提前期(天)', 'lead_days', '12', '12'],
  ],
  'a click elsewhere': [
    ['供方编码', 'supplier_material_code', 'GF-13', 'GF-13'],
    ['换算率', 'factor', '0.125', '0.125'],
    ['采购价', 'price', '8', '8'],
    ['税率(%)', 'tax_rate', '13', '13'],
    ['有效期起', 'start_date', '2031年3月9日', '2031-03-09'],
    ['有效期止', 'end_date', '2032-02-29', '2032-02-29'],
    ['起订量', 'min_order_qty', '30', '30'],
    ['提前期(天)', 'lead_days', '0', '0'],
    ['备注', 'remark', '周末不送', '周末不送'],
  ],
};

test.each(Object.entries(PRICE) as [Way, readonly Typed[]][])(
  'promise 57: text, figures, prices, shares and days left by %s are saved as they were typed',
  async (way, typed) => {
    const { larder } = stage;
    const [made] = await larder.rows<{ id: string }>(
      "select s.id from supplier_material s join material m on m.id = s.material_id where s.source = 'local' and s.unit_id <> m.base_unit_id order by s.id limit 1 offset $1",
      [Object.keys(PRICE).indexOf(way)],
    );
    // What already counts is not changed but followed by another row; this one is still to come.
    await larder.rows("update supplier_material set start_date = '2031-01-01' where id = $1", [made!.id]);
    const page = await person(stage, 'admin', { at: `/supplier/suppliermaterial/${made!.id}` });
    for (const [field, , keys] of typed)
      await write(page, front(page).getByRole('textbox', { name: field, exact: true }), keys, way);
    await button(front(page), '保存').click();
    const columns = typed.map(([, column]) => `${column}::text as ${column}`).join(', ');
    const wanted = Object.fromEntries(typed.map(([, column, , stored]) => [column, stored]));
    const found = async (): Promise<Record<string, string>> => {
      const [row] = await larder.rows<Record<string, string>>(
        `select ${columns} from supplier_material where id = $1`,
        [made!.id],
      );
      return Object.fromEntries(
        Object.entries(row!).map(([column, value]) => [
          column,
          /^\d+\.\d*?0+$/.test(value) ? value.replace(/\.?0+$/, '') : value,
        ]),
      );
    };
    await soon(found).toEqual(wanted);
    await leaveComputer(page);
  },
);

test.each<[Way, title: string, from: string, stored: string, until: string, ended: string]>([
  ['Tab', '停电通知一', '2031-11-28 08:30', '2031-11-28 08:30:00', '2031-12-15 17:05', '2031-12-15 17:05:00'],
  ['Enter', '停电通知二', '20311128 0830', '2031-11-28 08:30:00', '2031/12/15', '2031-12-15 00:00:00'],
  [
    'a click elsewhere',
    '停电通知三',
    '2031-1-5 8:05',
    '2031-01-05 08:05:00',
    '2031年12月31日 23:59',
    '2031-12-31 23:59:00',
  ],
])(
  'promise 57: moments, choices, references and written pages left by %s are saved as they were typed',
  async (way, title, from, stored, until, ended) => {
    const page = await person(stage, 'admin', { at: '/desk/notice' });
    await button(front(page), '新增').click();
    const form = page.locator('.record-drawer');
    const away = async (): Promise<void> => {
      await (way === 'a click elsewhere' ? form.locator('.ant-drawer-title').click() : page.keyboard.press(way));
    };
    const fill = async (name: string, keys: string): Promise<void> => {
      await form.getByRole('textbox', { name, exact: true }).click();
      await page.keyboard.type(keys, { delay: KEY_MS });
      await away();
    };
    await form.getByRole('combobox', { name: '通知类型' }).click();
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
    await choose(page, form.getByRole('combobox', { name: '接收角色' }), '仓管', '仓管员');
    await page.keyboard.press('Escape');
    await form.locator('.rich-editor').getByRole('textbox').click();
    await page.keyboard.type('今晚十点停电', { delay: KEY_MS });
    if (way !== 'Enter') await away();
    await fill('通知时间', from);
    await fill('结束时间', until);
    await fill('通知标题', title);
    if (way !== 'Enter') await button(form, '保存').click();
    expect(await noticeOf(page)).toMatch(/^新增成功 · /);
    const [row] = await stage.larder.rows<Record<string, string>>(
      `
    select to_char(release_time, 'YYYY-MM-DD HH24:MI:SS') as "from", to_char(end_time,
      'YYYY-MM-DD HH24:MI:SS') as until, content, category,
      (select string_agg(r.role_name, ',') from role r where r.id = any(n.target_role_ids)) as roles
    from notice n where title = $1`,
      [title],
    );
    expect(row).toMatchObject({ from: stored, until: ended, content: '<p>今晚十点停电</p>', roles: '仓管员' });
    await leaveComputer(page);
  },
);

test('promise 57: a text that is no day stays as it was typed, says so, and is not saved as another day', async () => {
  const { larder } = stage;
  const [made] = await larder.rows<{ id: string; until: string }>(
    "select id, coalesce(end_date::text, '') as until from supplier_material where source = 'local' order by id limit 1 offset 5",
  );
  const page = await person(stage, 'admin', { at: `/supplier/suppliermaterial/${made!.id}` });
  const box = front(page).getByRole('textbox', { name: '有效期止', exact: true });
  await write(page, box, '2031-11-31', 'Tab');
  expect(await box.inputValue()).toBe('2031-11-31');
  await front(page).getByText('“2031-11-31”不是日期').waitFor();
  await button(front(page), '保存').click();
  await front(page).getByText('有效期止不是日期').first().waitFor();
  expect(
    await larder.rows("select coalesce(end_date::text, '') as until from supplier_material where id = $1", [made!.id]),
  ).toEqual([{ until: made!.until }]);
  // While it is typed it says what it will be; left, it stands in full with its weekday.
  await write(page, box, '1215', 'Tab');
  const year = (await box.inputValue()).slice(0, 4);
  expect(await box.inputValue()).toBe(`${year}-12-15`);
  const [day] = await larder.rows<{ dow: number }>('select extract(dow from $1::date)::int as dow', [`${year}-12-15`]);
  expect(await front(page).locator('[data-field=endDate] .day-echo').innerText()).toBe(
    ['周日', '周一', '周二', '周三', '周四', '周五', '周六'][day!.dow],
  );
  // Saved on the very key, without leaving the box first.
  await box.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2032-02-29', { delay: KEY_MS });
  await page.keyboard.press('Control+s');
  await soon(
    async () =>
      (
        await larder.rows<{ until: string }>(
          "select coalesce(end_date::text, '') as until from supplier_material where id = $1",
          [made!.id],
        )
      )[0]!.until,
  ).toBe('2032-02-29');
  await leaveComputer(page);
});

const KEPT = '******';
test.each<[Way, code: string, secret: string]>([
  ['Tab', 'SMS-71', 'k7#Ab 9x'],
  ['Enter', 'sms.72', '密钥 72'],
  ['a click elsewhere', 'SMS/73', '******7'],
])(
  'promise 57: codes and secrets left by %s are saved as they were typed; a secret is never read back, and left blank it stays',
  async (way, code, secret) => {
    const { larder } = stage;
    const secrets = createSecrets(DEMO_SECRET);
    const stored = async (): Promise<readonly (string | null)[]> => {
      const [row] = await larder.rows<{ accessKey: string; secretKey: string | null; remark: string | null }>(
        'select access_key as "accessKey", secret_key as "secretKey", remark from sms where sms_code = $1',
        [code],
      );
      return row === undefined
        ? []
        : [secrets.open(row.accessKey), row.secretKey === null ? null : secrets.open(row.secretKey), row.remark];
    };
    const page = await person(stage, 'admin', { at: '/resource/sms' });
    const heard: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/'))
        void response.text().then(
          (text) => heard.push(text),
          () => undefined,
        );
    });
    const form = page.locator('.record-drawer');
    const fill = async (name: string, keys: string): Promise<void> => {
      await form.getByRole('textbox', { name, exact: true }).click();
      await page.keyboard.press('Control+a');
      if (keys === '') await page.keyboard.press('Delete');
      else await page.keyboard.type(keys, { delay: KEY_MS });
      await (way === 'a click elsewhere' ? form.locator('.ant-drawer-title').click() : page.keyboard.press(way));
    };
    const save = async (): Promise<void> => {
      if (way !== 'Enter') await button(form, '保存').click();
    };
    await button(front(page), '新增').click();
    await form.getByRole('combobox', { name: '分类' }).click();
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
    for (const [name, keys] of [
      ['模板ID', 'T-1'],
      ['短信签名', '膳链'],
      ['访问密钥', secret],
      ['密钥', `${secret}2`],
      ['资源编号', code],
    ] as const)
      await fill(name, keys);
    await save();
    await soon(stored).toEqual([secret, `${secret}2`, null]);

    await page.reload();
    await front(page).getByText(code, { exact: true }).click();
    await form.getByRole('textbox', { name: '资源编号', exact: true }).waitFor();
    expect(await form.getByRole('textbox', { name: '访问密钥', exact: true }).inputValue()).toBe('');
    expect(await form.getByRole('textbox', { name: '密钥', exact: true }).inputValue()).toBe('');
    // Begun and thought better of: it is as blank as it was.
    for (const name of ['访问密钥', '密钥']) {
      await form.getByRole('textbox', { name, exact: true }).click();
      await page.keyboard.type('ab', { delay: KEY_MS });
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
    }
    await fill('备注', '换了签名');
    await save();
    await soon(stored).toEqual([secret, `${secret}2`, '换了签名']);
    expect(heard.filter((text) => text.includes(JSON.stringify(secret).slice(1, -1)) && secret !== KEPT)).toEqual([]);
    await leaveComputer(page);
  },
);

test.each<[Way, name: string]>([
  ['Tab', '江南市场'],
  ['Enter', '城北市场'],
  ['a click elsewhere', '三里市场'],
])('promise 57: a code left blank by %s is numbered, a typed one is saved as it was typed', async (way, name) => {
  const { larder } = stage;
  const page = await person(stage, 'admin', { at: '/price/marketsource' });
  const form = page.locator('.record-drawer');
  const make = async (fields: readonly (readonly [string, string])[]): Promise<void> => {
    await button(front(page), '新增').click();
    for (const [field, keys] of fields) {
      await form.getByRole('textbox', { name: field, exact: true }).click();
      await page.keyboard.type(keys, { delay: KEY_MS });
      await (way === 'a click elsewhere' ? form.locator('.ant-drawer-title').click() : page.keyboard.press(way));
    }
    if (way !== 'Enter') await button(form, '保存').click();
    await form.waitFor({ state: 'hidden' });
  };
  const codes = async (): Promise<readonly string[]> =>
    (
      await larder.rows<{ code: string }>('select code from market_source where name like $1 order by name', [
        `${name}%`,
      ])
    ).map(({ code }) => code);
  await make([
    ['来源编码', ''],
    ['来源名称', `${name}一`],
  ]);
  await make([
    ['来源编码', `HQ_${name}-09/b`],
    ['来源名称', `${name}二`],
  ]);
  await soon(codes).toEqual([expect.stringMatching(/^[A-Z]+\d+$/), `HQ_${name}-09/b`]);
  await leaveComputer(page);
});

test('promise 57: files are saved as they were chosen, shown again, and stay when something else is changed', async () => {
  const { larder } = stage;
  const page = await person(stage, 'admin', { at: '/desk/notice' });
  const form = page.locator('.record-drawer');
  const paper = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.4 ${name}`),
  });
  const stored = async (): Promise<unknown> =>
    (
      await larder.rows<{ top: number; files: readonly string[] }>(
        "select n.top_flag as top, array(select f.name from stored_file f where f.id = any(n.attach_ids) order by f.name) as files from notice n where n.title = '消防检查'",
      )
    )[0];
  await button(front(page), '新增').click();
  await form.getByRole('combobox', { name: '通知类型' }).click();
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
  await form.locator('.rich-editor').getByRole('textbox').click();
  await page.keyboard.type('周五检查', { delay: KEY_MS });
  await form.getByRole('textbox', { name: '通知时间', exact: true }).click();
  await page.keyboard.type('2031-11-28 08:30', { delay: KEY_MS });
  await form.getByRole('textbox', { name: '通知标题', exact: true }).click();
  await page.keyboard.type('消防检查', { delay: KEY_MS });
  await form.locator('input[type=file]').setInputFiles([paper('平面图 一.pdf'), paper('名单.pdf'), paper('误选.pdf')]);
  await form
    .locator('.ant-upload-list-item')
    .filter({ hasText: '误选.pdf' })
    .getByRole('button', { name: /删除|Remove/ })
    .click();
  await form.locator('.ant-upload-list-item').filter({ hasText: '误选.pdf' }).waitFor({ state: 'detached' });
  // Saved while the last is still on its way.
  await page.route('**/put-file-attach', async (route) => {
    await setTimeout(1_000);
    await route.continue();
  });
  await form.locator('input[type=file]').setInputFiles([paper('补充.pdf')]);
  await page.keyboard.press('Control+s');
  await soon(stored).toEqual({ top: 0, files: ['补充.pdf', '名单.pdf', '平面图 一.pdf'].toSorted() });

  await page.reload();
  await front(page).getByText('消防检查', { exact: true }).click();
  for (const name of ['平面图 一.pdf', '名单.pdf', '补充.pdf']) await form.getByText(name, { exact: true }).waitFor();
  await form.getByRole('switch').first().click();
  await button(form, '保存').click();
  await soon(stored).toEqual({ top: 1, files: ['补充.pdf', '名单.pdf', '平面图 一.pdf'].toSorted() });
  await leaveComputer(page);
});

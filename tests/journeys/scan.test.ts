// Areas: receiving, stock
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayPlus } from '../../modules/master-data/figures/calendar-day.rules.ts';
import { button, front, journey, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// M18 W18 S05: what is printed on a pack is read from it, what nobody knows is learned, and a label leads to its lot.
const stage = journey();
const CODES = {
  zh: { known: '6907001000012', unknown: '6907001000029', wrong: '6907001000013' },
  en: { known: '6907001000036', unknown: '6907001000043', wrong: '6907001000037' },
} as const;
const WORDS = {
  zh: {
    find: '扫码，或输入物料名称、编码',
    wrong: '的校验位不对，应为 2',
    learn: /还没有登记/,
    remember: '记住',
    learned: /已记住/,
    places: '不能有 6 位小数',
    check: '核对，下一行',
    labels: '打印标签',
    print: '打印 1 张',
    lot: /入库/,
  },
  en: {
    find: 'Scan, or type a name or code',
    wrong: 'is wrong, it should be 6',
    learn: /is not known yet/,
    remember: 'Remember',
    learned: /Remembered/,
    places: 'cannot have 6 decimals',
    check: 'Check, next line',
    labels: 'Print labels',
    print: 'Print 1 label',
    lot: /Received/,
  },
} as const;

interface Bill {
  readonly id: string;
  readonly lines: readonly { readonly id: string; readonly materialId: string; readonly at: number }[];
}
/** A delivery that is due, whose first line is weighed and expires; none of its codes is known. */
async function aBill(known: string, nth: number): Promise<Bill> {
  const { larder } = stage;
  const [bill] = await larder.rows<{ id: string }>(
    `select s.id::text as id from in_store s
      where s.status = 'to-receive' and s.warehouse_id is not null
        and (select count(*) from in_store_detail d where d.in_store_id = s.id) > 1
      order by s.id offset $1 limit 1`,
    [nth],
  );
  const lines = await larder.rows<{ id: string; materialId: string; at: number }>(
    `select id::text as id, material_id::text as "materialId", (row_number() over (order by line_no) - 1)::int as at
      from in_store_detail where in_store_id = $1 order by line_no`,
    [bill!.id],
  );
  await larder.rows(
    `update material set shelf_life_managed = 1, shelf_life_days = 30, min_remaining_share = null, temp_check = 0,
      weigh_at_receipt = 0, required_papers = null, barcode = $2 where id = $1`,
    [lines[0]!.materialId, known],
  );
  await larder.rows(
    `update in_store_detail set unit_id = (select base_unit_id from material where id = $2), factor = 1 where id = $1`,
    [lines[0]!.id, lines[0]!.materialId],
  );
  return { ...bill!, lines };
}

/** As a hand scanner types it: the code, then Enter. */
async function scan(page: Page, find: string, code: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: find });
  await box.fill(code);
  await box.press('Enter');
}

test.each(['zh', 'en'] as const)(
  'on a phone a scan fills lot, dates and weight; wrong codes are said in words, unknown ones learned; the label leads back to the lot (%s)',
  async (language) => {
    const words = WORDS[language];
    const codes = CODES[language];
    const bill = await aBill(codes.known, language === 'zh' ? 0 : 1);
    const page = await person(stage, 'admin', { viewport: PHONE, hasTouch: true });
    await writeStoredItem(page, 'language', language);
    await page.goto(`${stage.larder.address}/store/invinstore/${bill.id}`);
    await front(page).locator('.action-bar .ant-btn-primary').first().click();
    await page.locator('.dock-line.is-current').waitFor();

    // Wrong codes are said in words, and fill nothing.
    await scan(page, words.find, `010${codes.wrong}10A1`);
    await page.getByRole('alert').filter({ hasText: words.wrong }).waitFor();
    await scan(page, words.find, `010${codes.known}3106012345`);
    await page.getByRole('alert').filter({ hasText: words.places }).waitFor();

    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const made = dayPlus(today, -2);
    const expires = dayPlus(today, 20);
    const short = (day: string): string => day.slice(2).replaceAll('-', '');
    const element = `]C1010${codes.known}11${short(made)}17${short(expires)}310300125010LOT-7`;
    await scan(page, words.find, element);
    const value = (field: string): Promise<string> => page.locator(`#dock-0-${field}`).inputValue();
    await soon(() => value('supplierBatchNo')).toBe('LOT-7');
    expect([await value('productionDate'), await value('expiryDate'), await value('acceptedQty')]).toEqual([
      made,
      expires,
      '1.25',
    ]);
    // A scanner that fires twice counts once; the next pack counts.
    await page.waitForTimeout(350);
    await page.getByRole('searchbox', { name: words.find }).evaluate((box: HTMLInputElement, code) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
      for (let time = 0; time < 2; time += 1) {
        set.call(box, code);
        box.dispatchEvent(new Event('input', { bubbles: true }));
        box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      }
    }, element);
    await soon(() => value('acceptedQty')).toBe('2.5');

    // What nobody knows is asked once.
    await scan(page, words.find, codes.unknown);
    const form = page.getByRole('form', { name: words.learn });
    await form.getByRole('combobox').selectOption({ index: 2 });
    await form.getByRole('button', { name: words.remember, exact: true }).click();
    await page.getByText(words.learned).first().waitFor();
    await soon(() => page.locator('.dock-line.is-current .dock-no').textContent()).toBe('2');
    expect(
      await stage.larder.rows('select material_id::text as id from material_alias where alias = $1 and frozen = 0', [
        codes.unknown,
      ]),
    ).toEqual([{ id: bill.lines[1]!.materialId }]);
    await page.locator('.dock-line').first().click();
    await scan(page, words.find, `]E0${codes.unknown}`);
    await soon(() => page.locator('.dock-line.is-current .dock-no').textContent()).toBe('2');

    // Received, its label is printed and scanned.
    await page.locator('.dock-line').first().click();
    await page.locator('#dock-0-acceptedQty').waitFor();
    await button(page, words.check).click();
    await button(page, words.check).click();
    await page.locator('.dock-foot .ant-btn').last().click();
    await button(front(page), words.labels).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('.lot-label').getByText(expires).waitFor();
    expect(await dialog.locator('.lot-label svg').getAttribute('aria-label')).toMatch(/^L\d+$/);
    const label = (await dialog.locator('.lot-label svg').getAttribute('aria-label'))!;
    await button(dialog, words.print).waitFor();
    const [lot] = await stage.larder.rows<{ code: string }>(
      'select batch_code as code from batch where id = $1 and supplier_batch_no = $2',
      [label.slice(1), 'LOT-7'],
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox').last();
    await search.fill(label);
    await page.getByRole('option', { name: lot!.code }).first().waitFor();
    await search.press('Enter');
    await front(page).getByRole('heading', { name: lot!.code, level: 1 }).waitFor();
    await page.context().close();
  },
);

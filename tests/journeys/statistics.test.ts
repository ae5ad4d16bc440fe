// Areas: stock
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, front, go, journey, person, soon } from '../support/journey.ts';

// Month end: what came, went and lay there, and the moves behind each figure. What is seen is held against the database.
const stage = journey();

/** ¥1,234.50 and -3 as a number of cents; what is kept is never reckoned with here. */
const cents = (words: string): number =>
  Math.round(100 * Number((/[-−]?[\d,]+(\.\d+)?/.exec(words)?.[0] ?? '0').replace('−', '-').replaceAll(',', '')));
/** Terms and result of the equation behind a figure, in cents. */
async function equationOf(page: Page): Promise<{ readonly sum: number; readonly result: number }> {
  const sheet = page.locator('.ant-popover:not(.ant-popover-hidden) .explained-terms');
  await sheet.locator('.figure.result').waitFor();
  const [signs, figures] = [
    await sheet.locator('.sign').allInnerTexts(),
    await sheet.locator('.figure').allInnerTexts(),
  ];
  return {
    sum: figures.slice(0, -1).reduce((sum, words, at) => sum + (signs[at] === '−' ? -1 : 1) * cents(words), 0),
    result: cents(figures.at(-1)!),
  };
}
const worthOf = async (where: string): Promise<number> => {
  const [row] = await stage.larder.rows<{ worth: string }>(`
    select coalesce(sum(s.amount), 0)::text as worth from stock s join stock_location l on l.id = s.location_id
    join (select id from warehouse union all select id from factory_warehouse) w
      on w.id = coalesce(l.transit_for_id, l.id) where ${where}`);
  return cents(row!.worth);
};

test('EP-0843 EP-0844: finance reads a month by type: each row adds up, all comes to what the stores hold, a figure opens its moves, and the sheet says the same', async () => {
  const page = await person(stage, 'finance');
  const statistics = await go(page, '仓储统计');
  await statistics.locator('tr.ant-table-row').first().waitFor();
  const total = statistics.locator('.statistics-total');
  const closing = total.locator('.explained');
  expect(cents(await closing.innerText())).toBe(await worthOf('true'));
  for (const figure of [closing, statistics.locator('tr.ant-table-row .explained').first()]) {
    await figure.click();
    const { sum, result } = await equationOf(page);
    expect([sum, result]).toEqual([cents(await figure.innerText()), cents(await figure.innerText())]);
    await page.keyboard.press('Escape');
    await page.locator('.ant-popover:not(.ant-popover-hidden)').waitFor({ state: 'detached' });
  }
  const file = page.waitForEvent('download');
  await button(statistics, '导出').click();
  expect((await file).suggestedFilename()).toMatch(/^仓储统计-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.xlsx$/);

  const direct = total.locator('a[href*="counted=directIn&"]');
  const shown = cents(await direct.innerText());
  await direct.click();
  await soon(() => new URL(page.url()).pathname).toBe('/store/stockbatchlogs');
  await soon(() => front(page).locator('.chips').innerText()).toMatch(/统计栏目\s*直配入/);
  const query = new URL(page.url()).searchParams;
  const [moved] = await stage.larder.rows<{ worth: string; moves: string }>(
    `select sum(m.amount)::text as worth, count(*)::text as moves from stock_move m
      join warehouse w on w.id = m.location_id
      where m.reason in ('receipt.direct-in', 'reverse.receipt.direct-in')
        and m.business_time >= $1::date::timestamp at time zone 'Asia/Shanghai'
        and m.business_time < ($2::date + 1)::timestamp at time zone 'Asia/Shanghai'`,
    [query.get('businessTime_datege'), query.get('businessTime_datele')],
  );
  expect(shown).toBe(cents(moved!.worth));
  await soon(() => front(page).locator('.ant-pagination-total-text').innerText()).toContain(moved!.moves);

  // Back at the statistics everything stands as it was left; by warehouse it is the same money.
  await page.locator('.tab', { hasText: '仓储统计' }).click();
  await front(page).getByText('仓库', { exact: true }).first().click();
  await soon(() => new URL(page.url()).searchParams.get('groupBy')).toBe('place');
  await soon(() => closing.innerText().then(cents)).toBe(await worthOf('true'));
  await page.context().close();
});

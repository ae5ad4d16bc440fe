// Areas: recall, stock
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, front, journey, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// The food office calls: where is this lot, and what became of it.
const stage = journey();

const act = (page: Page, name: string): Locator => button(front(page).locator('.action-bar'), name);
const inState = (page: Page, state: string): Promise<void> =>
  front(page).locator('.document-title').getByText(state, { exact: true }).waitFor();
const board = (page: Page, name: string): Locator => front(page).getByRole('region', { name });
const dialogOf = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).last();
const lotState = async (id: string): Promise<string> =>
  (await stage.larder.rows<{ state: string }>('select lot_state as state from batch where id = $1', [id]))[0]!.state;

test('a drill begins with the lot, two places answer, and the figure of the whole follows; the lot stays free', async () => {
  const [lot] = await stage.larder.rows<{ row: string; batch: string; code: string }>(`
    select min(sb.id) filter (where w.id is not null)::text as row, b.id::text as batch, b.batch_code as code
    from batch b join stock_batch sb on sb.batch_id = b.id and sb.qty > 0 left join warehouse w on w.id = sb.location_id
    join material m on m.id = b.material_id and m.catch_weight = 0
    where b.lot_state = 'free' and b.parent_batch_id is null group by b.id, b.batch_code
    having count(*) > 1 and count(w.id) > 0 order by b.id limit 1`);
  const page = await person(stage, 'purchase-manager', { at: `/store/stockbatch/${lot!.row}` });
  await button(front(page), '召回').click();
  await front(page).getByRole('textbox', { name: '召回原因' }).fill('市监局来电：召回演练');
  await front(page).getByRole('switch', { name: '演练' }).click();
  await button(front(page), '保存').click();
  await inState(page, '草稿');
  await act(page, '启动召回').click();
  await inState(page, '进行中');
  const places = board(page, '各地点报数');
  await places.getByText('0 %').first().waitFor();
  const count = await places.getByRole('listitem').count();
  expect(count).toBeGreaterThan(1);
  for (let nth = 0; nth < 2; nth += 1) {
    await button(places.getByRole('listitem').first(), '报数').click();
    const dialog = dialogOf(page);
    const [, had] = /：([\d.,]+) /.exec((await dialog.getByText('到过这里且没有转出的').textContent())!)!;
    await dialog.getByRole('textbox', { name: '找到', exact: true }).fill(had!.replaceAll(',', ''));
    await button(dialog, '报数').click();
    await dialog.waitFor({ state: 'hidden' });
    await soon(() => places.getByText('已核清').count()).toBe(nth + 1);
  }
  const [recall] = await stage.larder.rows<{ coverage: number; open: number }>(
    `select c.coverage::float8 as coverage, count(*) filter (where p.answer_no = 0)::integer as open
    from recall_case c join recall_case_places p on p.recall_case_id = c.id where c.batch_id = $1 and c.status = 'running'
    group by c.id, c.coverage`,
    [lot!.batch],
  );
  expect(recall!.open).toBe(count - 2);
  await places.getByText(`${recall!.coverage} %`, { exact: true }).first().waitFor();
  expect(await lotState(lot!.batch)).toBe('free');
  await page.context().close();
});

test('on a phone, in English, a site is asked and answers for what it had', async () => {
  const [recall] = await stage.larder.rows<{ id: string; line: string }>(`
    select c.id::text, p.id::text as line from recall_case c join recall_case_places p on p.recall_case_id = c.id
    join warehouse w on w.id = p.location_id
    where c.status = 'running' order by c.id desc, p.line_no limit 1`);
  const page = await person(stage, 'storekeeper', { viewport: PHONE });
  await writeStoredItem(page, 'language', 'en');
  await page.goto(`${stage.larder.address}/store/recall/${recall!.id}`);
  const places = board(page, 'Answers of the places');
  await places.getByRole('listitem').first().waitFor();
  await act(page, 'Account').click();
  const dialog = dialogOf(page);
  const title = (await dialog
    .getByText(/^Account for /)
    .first()
    .textContent())!;
  const place = title.replace('Account for ', '');
  await dialog.getByRole('textbox', { name: 'Found', exact: true }).fill('0');
  await dialog.getByRole('textbox', { name: 'Note', exact: true }).fill('rest not found');
  await button(dialog, 'Account').click();
  await dialog.waitFor({ state: 'hidden' });
  const row = places.getByRole('listitem').filter({ hasText: place });
  await row.getByText('rest not found').waitFor();
  await row.getByText('Short').waitFor();
  await page.context().close();
});

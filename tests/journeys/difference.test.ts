// Areas: receiving
/**
 * What did not come is decided on by another than who recorded it: from his home to the difference, with what has not
 * come proposed; several at once in the list.
 */
import { expect, test } from 'vitest';
import { button, front, go, journey, noticeOf, person, PHONE, soon, leaveComputer } from '../support/journey.ts';

const stage = journey();
interface Waiting {
  readonly id: string;
  readonly code: string;
  readonly rest: string;
}
const waiting = (): Promise<Waiting[]> =>
  stage.larder.rows<Waiting>(
    `select id::text, bill_code as code, trim_scale(difference_qty - arrived_qty)::text as rest
     from in_store_difference where status = 'waiting' and instore_id is not null order by deadline, id`,
  );
const decided = async (id: string): Promise<unknown> => {
  const [row] = await stage.larder.rows(
    `select status, outcome, trim_scale(agreed_qty)::text as agreed, dispute_reason as reason
     from in_store_difference where id = $1`,
    [id],
  );
  return row;
};

test('at the desk: one who may decides from the list; what has not come is proposed, and waiting is no outcome', async () => {
  const [first] = await waiting();
  const page = await person(stage, 'purchaser');
  const list = await go(page, '差异处理');
  const row = list.getByRole('row').filter({ hasText: first!.code });
  await button(row, '确认').click();
  const dialog = page.getByRole('dialog').filter({ visible: true }).last();
  await dialog.getByText(`确认 · ${first!.code}`).waitFor();
  expect(await dialog.getByRole('textbox', { name: /^确认数量/ }).inputValue()).toBe(first!.rest);
  await dialog.getByRole('combobox', { name: '处理方式' }).click();
  const offered = page.locator('.ant-select-dropdown').filter({ visible: true }).getByRole('option');
  await page.locator('.ant-select-item-option').filter({ visible: true, hasText: '取消余量' }).click();
  expect(await offered.filter({ hasText: '等待补送' }).count()).toBe(0);
  await button(dialog, '确认').click();
  await noticeOf(page);
  await soon(() => decided(first!.id)).toMatchObject({
    status: 'confirmed',
    outcome: 'cancel-rest',
    agreed: first!.rest,
  });
  await front(page).locator('.document-title').getByText('已确认').waitFor();
  await leaveComputer(page);
});

test('on a phone: who does not agree says why, and the difference waits on', async () => {
  const [next] = await waiting();
  const page = await person(stage, 'purchaser', { viewport: PHONE });
  await page.goto(`${stage.larder.address}/store/invinstoredifference/${next!.id}`);
  await front(page).getByRole('heading', { level: 1, name: next!.code }).waitFor();
  const bar = front(page).locator('.action-bar');
  if (!(await button(bar, '提出异议').isVisible())) await bar.getByRole('button').last().click();
  await page.getByText('提出异议').filter({ visible: true }).last().click();
  const dialog = page.getByRole('dialog').filter({ visible: true }).last();
  await dialog.getByRole('textbox', { name: '原因' }).fill('送货单上已改');
  await button(dialog, '提出异议').click();
  await noticeOf(page);
  await soon(() => decided(next!.id)).toMatchObject({ status: 'disputed', reason: '送货单上已改' });
  await leaveComputer(page);
});

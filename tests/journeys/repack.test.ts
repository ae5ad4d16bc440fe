// Areas: stock
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, front, journey, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// W12: lots that are packed anew at their place.
const stage = journey();

interface Lot {
  readonly row: string;
  readonly batch: string;
  readonly code: string;
  readonly qty: string;
}
/** Lots of one material in one warehouse of which nothing is promised, most of them first. */
const lotsTogether = (): Promise<Lot[]> =>
  stage.larder.rows<Lot>(`
    with lying as (
      select s.id, s.batch_id, s.location_id, s.material_id, s.qty, b.batch_code,
        count(*) over (partition by s.location_id, s.material_id) as together
      from stock_batch s join warehouse w on w.id = s.location_id
      join batch b on b.id = s.batch_id and b.lot_state = 'free' and (b.expiry_date is null or b.expiry_date > now())
      join material m on m.id = s.material_id and m.catch_weight = 0
      where s.qty >= 2 and not exists (
        select from stock_reservation r where r.material_id = s.material_id and r.location_id = s.location_id
          and r.qty > 0))
    select l.id::text as row, l.batch_id::text as batch, l.batch_code as code, trim_scale(l.qty)::text as qty
    from lying l where l.together > 1 order by l.location_id, l.material_id, l.id limit 2`);
const dialogOf = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).last();
const there = async (row: string): Promise<string> =>
  (
    await stage.larder.rows<{ qty: string }>(`select trim_scale(qty)::text as qty from stock_batch where id = $1`, [
      row,
    ])
  )[0]!.qty;

test('a storekeeper packs a lot into three and prints their labels; what is spilt wants a reason', async () => {
  const [lot] = await lotsTogether();
  const page = await person(stage, 'storekeeper', { at: `/store/stockbatch/${lot!.row}` });
  await button(front(page), '分装、并批').click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: /^取用/ }).fill('2');
  await button(dialog, '再加一份').click();
  for (const [at, qty] of ['0.5', '0.5', '0.9'].entries())
    await dialog.getByRole('textbox', { name: `第 ${at + 1} 份` }).fill(qty);
  await dialog.getByText(/^损耗 0\.1 /).waitFor();
  expect(await button(dialog, '分成几批').isEnabled()).toBe(false);
  await dialog.getByRole('textbox', { name: '损耗原因' }).fill('装袋洒落');
  await button(dialog, '分成几批').click();
  // The labels of all three stand ready.
  await dialogOf(page).getByText('打印 3 张').waitFor();
  expect(Number(await there(lot!.row))).toBeCloseTo(Number(lot!.qty) - 2, 6);
  const made = await stage.larder.rows<{ qty: string }>(
    `select trim_scale(s.qty)::text as qty from stock_batch s join batch b on b.id = s.batch_id
      where b.parent_batch_id = $1 order by b.id`,
    [lot!.batch],
  );
  expect(made.map(({ qty }) => qty)).toEqual(['0.5', '0.5', '0.9']);
  await page.context().close();
});

test('on a phone, in English, two lots become one, and each leads to it', async () => {
  const [first, second] = await lotsTogether();
  const page = await person(stage, 'storekeeper', { viewport: PHONE });
  await writeStoredItem(page, 'language', 'en');
  await page.goto(`${stage.larder.address}/store/stockbatch/${first!.row}`);
  await button(front(page), 'Split or merge').click();
  const dialog = dialogOf(page);
  await dialog.getByText('Into one lot', { exact: true }).first().click();
  await dialog.getByRole('checkbox', { name: second!.code }).check();
  const whole = Number(first!.qty) + Number(second!.qty);
  const sum = dialog.getByRole('textbox', { name: 'Quantity of the new lot' });
  expect(Number(await sum.inputValue())).toBeCloseTo(whole, 6);
  await dialog.getByText('Taken = packed, to the gram').waitFor();
  await button(dialog, 'Into one lot').click();
  await dialogOf(page).getByText('Print 1 label').waitFor();
  await soon(() => there(first!.row)).toBe('0');
  const merged = await stage.larder.rows<{ qty: string; parents: string }>(
    `select trim_scale(s.qty)::text as qty, count(*)::text as parents from batch_merge g
      join stock_batch s on s.batch_id = g.batch_id where g.parent_batch_id in ($1, $2) group by s.qty`,
    [first!.batch, second!.batch],
  );
  expect(merged).toEqual([{ qty: expect.anything() as string, parents: '2' }]);
  expect(Number(merged[0]!.qty)).toBeCloseTo(whole, 6);
  await page.context().close();
});

// Areas: food-safety
import { beforeAll, expect, test } from 'vitest';
import { button, front, journey, noticeOf, person, PHONE, sessionOf, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// The ledgers of one stall: what is missing stands on top, everybody is checked in one go, a warm fridge is dealt with.
const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
let stall = '';

/** A second stall of the chef's gets ten people, one of them with an expired card, and a fridge read since midnight. */
beforeAll(async () => {
  const { accessToken } = await sessionOf(stage.larder.address, 'chef');
  const answer = await fetch(`${stage.larder.address}/api/gear-operation/foodsafetylog/board`, {
    headers: { 'blade-auth': `bearer ${accessToken}` },
  });
  const { data } = (await answer.json()) as { data: { stalls: readonly { id: string }[] } };
  stall = data.stalls[1]!.id;
  await stage.larder.rows(
    `insert into health_card (tenant_id, gear_operation_dept_id, person_name, post_name, card_no, expire_date, create_time)
    select '000000', $1, '旅程' || n, '切配', 'LC' || n, current_date + case when n = 10 then -2 else 200 end,
      now() - interval '3 days' from generate_series(1, 10) n`,
    [stall],
  );
  await stage.larder.rows(
    `insert into safety_duty (tenant_id, gear_operation_dept_id, log_kind, subject, due_time, high_limit, create_time)
    values ('000000', $1, 'temperature', '旅程冷柜', '00:00', 8, now() - interval '3 days'),
      ('000000', $1, 'disinfection', '旅程砧板', '23:59', null, now() - interval '3 days')`,
    [stall],
  );
});

test('F06: on the phone ten people are checked on one screen; the one with an expired card needs an action', async () => {
  const phone = await person(stage, 'chef', { at: `/gear/ledgerboard?stall=${stall}`, ...ON_PHONE });
  const box = front(phone).getByRole('region', { name: '晨检' });
  await box.getByText('健康证已过期').waitFor();
  expect(await box.locator('li').count()).toBe(10);
  await box.getByRole('textbox', { name: '旅程1 的体温' }).fill('36.5');
  await button(box, '登记 10 人').click();
  expect(await noticeOf(phone)).toContain('旅程10 的健康证已过期，不能判定合格上岗');
  await box.getByRole('textbox', { name: '旅程10 的处理措施' }).fill('离岗换证');
  await button(box, '登记 10 人').click();
  expect(await noticeOf(phone)).toContain('已登记 10 人晨检');
  await box.getByText('离岗换证').waitFor();
  expect(
    await stage.larder.rows(
      `select count(*)::int as entries, count(*) filter (where ok = 0)::int as unfit from food_safety_log
      where gear_operation_dept_id = $1 and log_kind = 'morning-check'`,
      [stall],
    ),
  ).toEqual([{ entries: 10, unfit: 1 }]);
  await phone.context().close();
}, 120_000);

test('F07: at the desk, in English, a missing reading stands on top; too warm, it asks what was done', async () => {
  const desk = await person(stage, 'restaurant-manager');
  await writeStoredItem(desk, 'language', 'en');
  await desk.goto(`${stage.larder.address}/gear/ledgerboard?stall=${stall}`);
  const missing = front(desk).getByRole('region', { name: 'Due and missing' });
  await missing.locator('li').filter({ hasText: '旅程冷柜' }).getByRole('button', { name: 'Enter' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Enter 旅程冷柜' });
  await dialog.getByRole('textbox', { name: 'Reading, °C' }).fill('11');
  await dialog.getByRole('textbox', { name: 'Corrective action' }).fill('Door closed, 5 °C at 10:30');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  const others = front(desk).getByRole('region', { name: 'Other ledgers' });
  await others.getByText('Not in order').waitFor();
  await soon(() => missing.count()).toBe(0);
  await button(front(desk), 'Sheet for an authority').click();
  const sheet = desk.getByRole('dialog', { name: 'Sheet for an authority' });
  const fetched = desk.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Export' }).click();
  expect((await fetched).suggestedFilename()).toMatch(/^Food safety self-inspection-.*\.xlsx$/);
  await desk.context().close();
}, 120_000);

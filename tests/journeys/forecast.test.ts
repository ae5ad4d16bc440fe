// Areas: operations
/** Sunday evening: what is expected next week stands beside what a person thinks, and is taken with two presses. */
import { expect, test } from 'vitest';
import { button, choose, front, go, journey, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

const stage = journey();
const figures = (words: string): number => Number(/[\d,]+/.exec(words)![0].replaceAll(',', ''));

test('B28: a manager plans the week after with the forecast: guests and portions are taken, his own figure stays beside it', async () => {
  const { larder } = stage;
  const page = await person(stage, 'restaurant-manager');
  const [stall] = await larder.rows<{ name: string; day: string; dish: string }>(`
    select d.dept_name as name, max(f.meal_date)::text as day,
      (select n.name from served_count c join dish n on n.id = c.dish_id where c.meal_type = 'lunch' limit 1) as dish
    from meal_forecast f join dept d on d.id = f.gear_operation_dept_id group by d.dept_name`);
  await button(await go(page, '营销计划'), '新增').click();
  const plan = front(page).locator('article.document');
  await choose(page, plan.getByRole('combobox', { name: '档口' }), stall!.name);
  await plan.getByRole('textbox', { name: '计划日期 从' }).click();
  await page.keyboard.type(stall!.day);
  await page.keyboard.press('Enter');
  await plan.locator('input[aria-label="计划日期 到"]:focus').waitFor();
  await page.keyboard.type(stall!.day);
  await page.keyboard.press('Enter');
  await choose(page, plan.getByRole('combobox', { name: '添加菜品' }), stall!.dish);
  await plan.getByRole('gridcell', { name: stall!.dish }).waitFor();
  await page.keyboard.press('Escape');
  const [expected] = await larder.rows<{ portions: number; dish: number }>(
    `select f.portions::integer as portions, (select (d ->> 'quantity')::integer from jsonb_array_elements(f.dishes) d
        join dish n on n.id = (d ->> 'dishId')::bigint where n.name = $2) as dish
      from meal_forecast f where f.meal_date = $1 and f.meal_type = 'lunch'`,
    [stall!.day, stall!.dish],
  );
  await button(plan, '按预测填份数').click();
  await soon(async () => figures(await plan.locator('.week-totals tbody td').first().innerText())).toBe(expected!.dish);
  await button(plan, '采用预测').click();
  const guests = plan.getByRole('spinbutton', { name: /午餐 预计人次/ });
  expect(await guests.inputValue()).toBe(String(expected!.portions));
  await guests.fill(String(expected!.portions + 60));
  await plan.locator('.week-expected').getByText(`≈${expected!.portions}`).waitFor();
  await page.keyboard.press('Control+s');
  await soon(async () => {
    const [kept] = await larder.rows<{ guests: string }>(
      `select diner_forecast -> $1 ->> 'lunch' as guests from sales_plan
        where start_date = $1::date and end_date = $1::date`,
      [stall!.day],
    );
    return kept?.guests;
  }).toBe(String(expected!.portions + 60));
});

test('on a phone the forecast says why, and above the list stands how good forecasts were beside last week repeated', async () => {
  const page = await person(stage, 'restaurant-manager', { viewport: PHONE });
  await writeStoredItem(page, 'language', 'en');
  await page.goto(`${stage.larder.address}/gear/mealforecast?status=past`);
  await front(page).getByText('Errors of the last four weeks').waitFor();
  const lunch = front(page).locator('.forecast-scores li').filter({ hasText: 'Lunch' });
  const [, forecast, lastWeek] = /forecast\s+([\d.]+) %[^]*last week repeated\s+([\d.]+) %/.exec(
    await lunch.innerText(),
  )!;
  // Guests of the demonstration differ by a few in a hundred from week to week, and so do those who come in the rain.
  for (const error of [forecast, lastWeek]) expect(Number(error)).toBeLessThan(25);
  await front(page)
    .getByText(/Forecast \d/)
    .first()
    .click();
  await page
    .locator('.forecast-basis')
    .getByText(/from \d+ days/)
    .waitFor();
});

// Areas: prices
/**
 * A morning of the price controller: what the market said comes in, a quote that strays is decided on, and new prices
 * are approved and published.
 */
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { agree, button, choose, front, journey, person, soon } from '../support/journey.ts';

const stage = journey();

test('market prices are imported, a warning is handled with a reason, and a run by formula is sent, approved by another and published; a price agreed late is booked', async () => {
  const { larder } = stage;
  const controller = await person(stage, 'price-controller', { at: '/price/marketprice' });
  await button(front(controller), '导入').click();
  const importing = controller.getByRole('dialog', { name: '导入市场参考价' });
  const rows = [
    ['城北农产品批发市场', '2031-01-06', '小白菜', '斤', '2.00', '2.30', '2.60'],
    ['城北农产品批发市场', '2031-01-06', '荠菜', '斤', '6.00', '5.00', '8.00'],
  ];
  const sheet = await buffer(
    writeSheet(
      ['行情来源', '行情日期', '品名', '报价单位', '最低价', '均价', '最高价'].map((heading) =>
        sheetColumn(heading, { kind: 'text' }),
      ),
      rows,
      { name: '数据' },
    ),
  );
  await importing.locator('input[type=file]').setInputFiles({
    name: '行情.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: sheet,
  });
  await importing.getByText('最低价、均价、最高价应依次不减').waitFor();
  await button(importing, '只导入正确的 1 行').click();
  await importing.getByText('导入完成：新增 1，更新 0').waitFor();
  expect(
    await larder.rows(
      `select product_name, base_price::float as base from market_price where price_date = '2031-01-06'`,
    ),
  ).toEqual([{ product_name: '小白菜', base: 4.6 }]);

  await controller.goto(`${larder.address}/price/pricewarning`);
  await front(controller)
    .getByRole('row')
    .filter({ hasText: '禾记应急采购行' })
    .getByText(/^YJ\d+$/)
    .click();
  await front(controller).getByText('同类供应商').waitFor();
  await front(controller).getByText('%').first().waitFor();
  await button(front(controller), '接受价格').click();
  await controller.getByRole('dialog').getByRole('textbox', { name: '处理说明' }).fill('仅应急时采购');
  await agree(controller, '接受价格');
  await front(controller).getByText('已接受').first().waitFor();
  expect(
    await larder.rows(
      `select w.status, w.reason, u.account from price_warning w join app_user u on u.id = w.handle_user_id
        join supplier s on s.id = w.supplier_id where s.name = '禾记应急采购行'`,
    ),
  ).toEqual([{ status: 'accepted', reason: '仅应急时采购', account: 'price-controller' }]);

  const [run] = await larder.rows<{ id: string; changed: number }>(
    `select id, changed_count as changed from price_run where status = 'draft' order by id limit 1`,
  );
  expect(run!.changed).toBeGreaterThan(0);
  await controller.goto(`${larder.address}/price/pricerun/${run!.id}`);
  await front(controller).getByText('采购价上浮 8%').first().waitFor();
  await button(front(controller), '提交审批').click();
  await front(controller).getByText('待审批').first().waitFor();
  const finance = await person(stage, 'finance', { at: `/price/pricerun/${run!.id}` });
  await button(front(finance), '审批通过').click();
  await front(finance).getByText('已完成').first().waitFor();
  await soon(
    async () =>
      (
        await larder.rows<{ published: number }>(
          'select count(*)::integer as published from settlement_price where source_run_id = $1',
          [run!.id],
        )
      )[0]!.published,
  ).toBe(run!.changed);

  await finance.goto(`${larder.address}/price/pricecorrection`);
  await front(finance)
    .getByRole('row')
    .filter({ hasText: '待审批' })
    .getByText(/^BC\d+$/)
    .click();
  await front(finance).getByText('审批前须知').waitFor();
  await button(front(finance), '审批通过').click();
  await front(finance).getByText('已审批').first().waitFor();
  expect(
    await larder.rows(`select b.diff_amount < 0 as less, coalesce(sum(v.amount), 0) = b.stock_amount as booked,
      bool_and(coalesce(v.qty, 0) = 0) as value_only from price_correction b left
      join stock_move v on v.bill_type = 'pricecorrection' and v.bill_id = b.id
    where b.approve_time = (select max(approve_time) from price_correction)
    group by b.id, b.diff_amount, b.stock_amount`),
  ).toEqual([{ less: true, booked: true, value_only: true }]);

  // A price of its own for a department, far above what it is charged so far: the form asks for the reason and saves
  // with it.
  const [[charged], [place]] = await Promise.all([
    larder.rows<{ material: string; unit: string }>(
      'select m.name as material, u.name as unit from settlement_price p join material m on m.id = p.material_id join material_unit u on u.id = p.unit_id where p.dept_id is null and p.end_date is null and p.frozen = 0 order by p.id limit 1',
    ),
    larder.rows<{ name: string }>(`select dept_name as name from dept where dept_category = '3' order by id limit 1`),
  ]);
  const admin = await person(stage, 'admin', { at: '/price/settlementprice/new' });
  const form = front(admin);
  await choose(admin, form.getByRole('combobox', { name: '物料' }), charged!.material);
  await choose(admin, form.getByRole('combobox', { name: '适用部门' }), place!.name);
  await choose(admin, form.getByRole('combobox', { name: '计价单位' }), charged!.unit);
  await form.getByRole('textbox', { name: '含税单价' }).fill('999');
  await form.getByRole('textbox', { name: '生效日期' }).fill('2031-01-06');
  await admin.keyboard.press('Tab');
  await button(form, '保存').click();
  const question = admin.getByRole('dialog').filter({ hasText: `价格超过禁止线：【${charged!.material}】` });
  await question.getByRole('textbox', { name: '放行原因' }).and(admin.locator(':focus')).waitFor();
  await admin.keyboard.type('产地绝收');
  await button(question, '仍要保存').click();
  await front(admin).getByText('编号').first().waitFor();
  await soon(() =>
    larder.rows(
      'select w.status, w.level, w.override_reason, p.price::float as price from price_warning w join settlement_price p on p.id = w.source_id::bigint join dept d on d.id = p.dept_id where d.dept_name = $1',
      [place!.name],
    ),
  ).toEqual([{ status: 'accepted', level: 'block', override_reason: '产地绝收', price: 999 }]);
});

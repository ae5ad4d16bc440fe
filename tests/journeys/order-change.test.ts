// Areas: purchasing, receiving
import { beforeAll, expect, test } from 'vitest';
import { button, front, journey, noticeOf, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// A guest count falls after the order went out: the buyer changes it at the desk, the manager approves on her phone.
const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
let order: { id: string; code: string; material: string; qty: string };

beforeAll(async () => {
  [order] = (await stage.larder.rows<typeof order>(`
    select o.id::text, o.bill_code as code, m.name as material, trim_scale(d.order_qty)::text as qty
    from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id and d.line_no = 1
    join material m on m.id = d.material_id
    where o.status = 'approved' and o.execute_status = 'none' and o.company_dept_id is not null and d.order_qty > 2
      and not exists (select 1 from purchase_order_change c where c.purchase_order_id = o.id)
    order by o.bill_code desc limit 1`)) as [typeof order];
});

test('B09: at the desk the buyer takes less of an approved order; old and new stand side by side, and where the rest goes', async () => {
  const desk = await person(stage, 'purchaser', { at: `/purchasing/purchaseorder/${order.id}` });
  await button(front(desk), '变更').click();
  const drawer = desk.getByRole('dialog', { name: `变更 ${order.code}` });
  const figure = drawer.getByRole('spinbutton', { name: `${order.material}新数量` }).first();
  expect(await figure.inputValue()).toBe(order.qty);
  await figure.fill('1');
  await figure.press('Tab');
  await drawer.getByRole('radio', { name: /取消需求/ }).check();
  await drawer.getByRole('textbox', { name: '变更原因' }).fill('少 60 人');
  await drawer.getByRole('button', { name: '保存并送审' }).click();
  expect(await noticeOf(desk)).toMatch(/变更 BG\d+ 已送审/);
  const history = front(desk).getByRole('region', { name: '变更记录' });
  await history.getByText('少 60 人').waitFor();
  expect(await history.locator('del').first().textContent()).toBe(order.qty);
  await desk.context().close();
}, 120_000);

test('B09: on the phone, in English, the manager approves it; the order, its in-store and the supplier’s link follow', async () => {
  const phone = await person(stage, 'purchase-manager', ON_PHONE);
  await writeStoredItem(phone, 'language', 'en');
  const [change] = await stage.larder.rows<{ id: string }>(
    `select id::text from purchase_order_change where purchase_order_id = $1`,
    [order.id],
  );
  await phone.goto(`${stage.larder.address}/purchasing/purchaseorderchange/${change!.id}`);
  await button(front(phone), 'Approve').click();
  await soon(async () => {
    const [row] = await stage.larder.rows(`select status from purchase_order_change where id = $1`, [change!.id]);
    return row;
  }).toEqual({ status: 'done' });
  expect(
    await stage.larder.rows(
      `select o.supplier_status, trim_scale(d.order_qty)::text as qty, trim_scale(b.qty)::text as due,
        (select count(*)::int from supplier_ticket t where t.purchase_order_id = o.id and t.revoked_time is null) as links
      from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id and d.line_no = 1
      join in_store_detail b on b.source_detail_id = d.id::text where o.id = $1`,
      [order.id],
    ),
  ).toEqual([{ supplier_status: 'none', qty: '1', due: '1', links: 1 }]);
  await phone.goto(`${stage.larder.address}/purchasing/purchaseorder/${order.id}`);
  await front(phone).getByRole('region', { name: 'Changes' }).getByText('Done').waitFor();
  await phone.context().close();
}, 120_000);

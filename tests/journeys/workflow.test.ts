// Areas: workflow, purchasing
/**
 * From the drawing board to the decision: a process is drawn, deployed and bound; an order goes by it, past two people.
 */
import { expect, test } from 'vitest';
import { button, choose, front, journey, person, noticeOf, soon } from '../support/journey.ts';

const stage = journey();

test('drawn, deployed and bound, a process decides on orders: who sends one sees its way, who is asked decides among his tasks, and the order is approved with the last word', async () => {
  const { larder } = stage;
  const admin = await person(stage, 'admin', { at: '/flow/model' });
  await front(admin).getByRole('row').filter({ hasText: '采购订单审批' }).click();
  await front(admin).getByLabel('第 2 步 名称').fill('财务复核');
  // A lower bar, so that the order of this test is above it.
  await front(admin).getByLabel('值').fill('1');
  await front(admin).getByRole('tab', { name: '流程设计器' }).click();
  await front(admin).locator('[data-element-id=manager]').click();
  await soon(() => front(admin).getByRole('textbox', { name: '名称', exact: true }).inputValue()).toBe('采购经理');
  await front(admin).getByRole('textbox', { name: '名称', exact: true }).fill('采购经理审核');
  await front(admin).getByRole('checkbox', { name: '必须填写意见' }).check();
  await button(front(admin), '保存并部署').click();
  await admin.locator('.ant-message-notice').filter({ hasText: '已部署 采购订单审批' }).waitFor();
  // Bound to nothing, it decides on nothing, and says so where it is deployed and where it is drawn.
  await admin.locator('.ant-notification-notice').filter({ hasText: '还没有绑定到采购订单' }).waitFor();
  await front(admin).getByRole('alert').filter({ hasText: '还没有绑定到采购订单' }).waitFor();
  const [version] = await larder.rows<{ version: number; names: string }>(
    `select version, (select string_agg(v ->> 'name', ',' order by v ->> 'name')
      from jsonb_each(graph -> 'nodes') n(k, v) where v ->> 'kind' = 'task') as names from flow_deployment
      where key = 'purchaseorder' order by version desc limit 1`,
  );
  expect(version).toEqual({ version: 2, names: '财务复核,采购经理审核' });

  await admin.goto(`${larder.address}/flow/binding`);
  await button(front(admin), '新增').click();
  const drawer = admin.getByRole('dialog').filter({ visible: true });
  await choose(admin, drawer.getByRole('combobox', { name: /单据类型/ }), '采购订单', /^采购订单$/);
  await button(drawer, '保存').click();
  await soon(async () => await larder.rows('select process_key from flow_binding')).toEqual([
    { process_key: 'purchaseorder' },
  ]);

  const [order] = await larder.rows<{ id: string; bill_code: string }>(
    `select id, bill_code from purchase_order o where status = 'draft' and amount > 1 and not exists (select 1
      from purchase_order_detail d where d.purchase_order_id = o.id and coalesce(d.price, 0) <= 0) order by id limit 1`,
  );
  const sender = await person(stage, 'purchaser', { at: `/purchasing/purchaseorder/${order!.id}` });
  // Closed, the side says who decides.
  await button(front(sender), '审批：采购经理审核、财务复核').click();
  const route = front(sender).getByRole('region', { name: '审批路径' });
  await route.getByText('采购经理审核').waitFor();
  expect((await route.innerText()).replace(/\s+/g, ' ')).toMatch(
    /流程：采购订单审批 采购经理审核 采购经理 · 24 小时内 财务复核 财务 · 48 小时内/,
  );
  await button(front(sender), '提交审批').click();
  await front(sender).getByRole('region', { name: '审批记录' }).getByText('等待处理').waitFor();

  const manager = await person(stage, 'purchase-manager');
  await manager.goto(`${larder.address}/work/todo`);
  await front(manager)
    .getByRole('row')
    .filter({ hasText: order!.bill_code })
    .getByRole('button', { name: '处理' })
    .click();
  await button(front(manager), '同意').click();
  await front(manager).getByRole('alert').getByText('审批意见（必填）').waitFor();
  await front(manager).getByLabel('审批意见（必填）').fill('价格与合同一致');
  await button(front(manager), '同意').click();
  expect(await noticeOf(manager)).toContain(order!.bill_code);

  // The second decides on the order itself: the same act.
  const finance = await person(stage, 'finance', { at: `/purchasing/purchaseorder/${order!.id}` });
  await front(finance).getByRole('button', { name: '显示经过与关联' }).click();
  await front(finance).getByRole('region', { name: '审批记录' }).getByText('价格与合同一致').waitFor();
  await button(front(finance), '审批通过').click();
  await soon(
    async () =>
      await larder.rows(
        `select o.status, i.state, i.amount = o.amount as same from purchase_order o
          join flow_instance i on i.business_id = o.id where o.id = $1`,
        [order!.id],
      ),
  ).toEqual([{ status: 'approved', state: 'approved', same: true }]);
  await admin.goto(`${larder.address}/flow/follow`);
  await front(admin).getByRole('row').filter({ hasText: order!.bill_code }).getByText('通过').waitFor();
});

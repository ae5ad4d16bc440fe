/** Which process decides on which documents. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import type { Answer } from '../../admin/admin.testing.ts';
import {
  decide,
  good,
  openFlowCompany,
  messageOf,
  step,
  user,
  type FlowCompany,
  type Row,
} from '../flow-company.testing.ts';

let flow: FlowCompany;
beforeAll(async () => {
  flow = await openFlowCompany();
});

const bind = (row: Record<string, unknown>): Promise<Answer> => flow.admin.post('blade-flow/binding/submit', row);
const unnamed = async (): Promise<string> => {
  const id = await flow.leaveOf(flow.people['sender']!);
  await flow.run((tx) => tx.run(sql`update leave set process_definition_id = null where id = ${id}::bigint`));
  good(await flow.send(flow.people['sender']!, id));
  return id;
};

test('without a binding a document needs one approval by whoever has the button, who finds it among their tasks', async () => {
  const id = await unnamed();
  expect(
    await flow.run<unknown>((tx) => tx.row(sql`select 1 as one from flow_instance where business_id = ${id}::bigint`)),
  ).toBeUndefined();
  expect(await flow.todoOf(flow.people['first']!, id)).toBeUndefined();
  const task = (await flow.todoOf(flow.people['second']!, id))!;
  expect(task).toMatchObject({ taskId: `single-leave-${id}`, businessName: '请假', startUserName: 'sender' });
  expect((await decide(flow.people['first']!, task.taskId)).status).toBe(403);
  good(await decide(flow.people['second']!, task.taskId));
  expect(await flow.stateOf(id)).toBe('approved');
});

test('the binding that fits starts its process; a wrong one is refused', async () => {
  await flow.deployed('bound', [step('a', '一审', { candidates: [user('second')] })]);
  expect(messageOf(await bind({ billType: 'leave', processKey: 'nothing' }))).toBe('没有标识为 nothing 的已部署流程');
  expect(messageOf(await bind({ billType: 'purchaseorder', processKey: 'bound' }))).toBe(
    '流程 bound 用于请假，不能绑定到采购订单',
  );
  expect(messageOf(await bind({ billType: 'gearexpend', processKey: 'bound' }))).toMatch(/还没有可审批的/);
  const { id: binding } = good(
    await bind({ billType: 'leave', processKey: 'bound', bladeProjectDeptId: flow.site }),
  ) as Row;
  const id = await unnamed();
  expect((await flow.todoOf(flow.people['second']!, id))?.taskName).toBe('一审');
  good(await flow.admin.post('blade-flow/binding/freeze', { ids: binding }));
  expect((await flow.todoOf(flow.people['second']!, await unnamed()))?.taskId).toMatch(/^single-leave-/);
});

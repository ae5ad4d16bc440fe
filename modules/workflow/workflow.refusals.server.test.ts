/** What people may not do with processes, tasks, bindings and delegations: every sentence as its call answers it. */
import { beforeAll, expect, test } from 'vitest';
import { Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { askToken, openHouse, passwordForm, type Answer, type Client, type House } from '../admin/admin.testing.ts';
import { chainXml, type ChainStep } from './engine/chain.rules.ts';
import { tenantsOf } from './designer/flow-model.server.ts';

let house: House;
let admin: Client;
let sender: Client;
let finance: Client;
const run = <T>(work: Parameters<House['run']>[0]): Promise<T> => house.run<T>(work);
const say = (answer: Answer): string => answer.body.msg;
const good = (answer: Answer): Record<string, unknown> => {
  expect(answer.body.msg).toBe('操作成功');
  return answer.body.data;
};
beforeAll(async () => {
  house = await openHouse();
  // Whoever may do everything is refused for what is asked, not for who he is.
  await run((tx) =>
    tx.run(
      sql`update app_user set role_id = (select role_id from app_user where account = 'admin')
        where account in ('chef', 'finance')`,
    ),
  );
  [admin, sender, finance] = await Promise.all([house.signIn('admin'), house.signIn('chef'), house.signIn('finance')]);
});

const step = (account: string, settings: Partial<ChainStep['settings']> = {}): ChainStep => ({
  id: 'a',
  name: '一审',
  when: '',
  settings: { candidates: [{ kind: 'user', ref: account }], ...settings },
});
async function deployed(key: string, steps: readonly ChainStep[], category = 'flow_1'): Promise<string> {
  const model = good(
    await admin.post('blade-flow/model/submit', {
      modelKey: key,
      name: key,
      category,
      xml: chainXml({ key, name: key, steps }),
    }),
  );
  good(
    await admin.post('blade-flow/model/deploy', undefined, {
      modelId: String(model['id']),
      category,
      tenantIds: '000000',
    }),
  );
  return (
    good(await admin.get('blade-flow/manager/list', { key, size: '50' }))['records'] as { key: string; id: string }[]
  ).find((row) => row.key === key)!.id;
}
let month = 0;
/** A leave of the sender's that goes by this process, not sent yet. */
async function leaveBy(definition: string, who = sender): Promise<string> {
  month += 1;
  const { id } = good(
    await who.post('blade-desk/process/leave/submit', {
      leaveReason: '探亲',
      startTime: `${2030 + month}-05-01 09:00:00`,
      endTime: `${2030 + month}-05-01 18:00:00`,
      taskUser: admin.userId,
    }),
  );
  await run((tx) =>
    tx.run(sql`update leave set process_definition_id = ${definition} where id = ${String(id)}::bigint`),
  );
  return String(id);
}
const send = (id: string, who = sender): Promise<Answer> => who.post('blade-desk/process/leave/toApply', { ids: id });
async function taskBy(
  key: string,
  settings: Partial<ChainStep['settings']> = {},
): Promise<{ id: string; taskId: string; processInstanceId: string }> {
  const id = await leaveBy(await deployed(key, [step('admin', settings)]));
  good(await send(id));
  const task = await run<{ taskId: string; processInstanceId: string }>((tx) =>
    tx.row(
      sql`select t.id as task_id, t.process_instance_id from flow_task t
        join flow_instance i on i.id = t.process_instance_id where i.business_id = ${id}::bigint`,
    ),
  );
  return { id, ...task };
}

test('a task stays where it is unless its step lets it go, and goes to people there are', async () => {
  const fixed = await taskBy('fixed', { canTransfer: false, canAddSign: false });
  expect(say(await admin.post('blade-flow/work/transfer-task', { taskId: fixed.taskId, userId: finance.userId }))).toBe(
    '该节点不允许转办',
  );
  expect(say(await admin.post('blade-flow/work/add-sign', { taskId: fixed.taskId, userId: finance.userId }))).toBe(
    '该节点不允许加签',
  );
  const loose = await taskBy('loose');
  expect(say(await finance.post('blade-flow/work/transfer-task', { taskId: loose.taskId, userId: admin.userId }))).toBe(
    '任务不在您手上，不能转办',
  );
  expect(say(await finance.post('blade-flow/work/add-sign', { taskId: loose.taskId, userId: admin.userId }))).toBe(
    '任务不在您手上，不能加签',
  );
  expect(say(await admin.post('blade-flow/work/add-sign', { taskId: loose.taskId, userId: admin.userId }))).toBe(
    '不能选择自己',
  );
  expect(say(await admin.post('blade-flow/work/add-sign', { taskId: loose.taskId, userId: '999999999' }))).toBe(
    '所选人员不存在或已冻结',
  );
  good(await admin.post('blade-flow/work/add-sign', { taskId: loose.taskId, userId: finance.userId }));
  expect(say(await admin.post('blade-flow/work/add-sign', { taskId: loose.taskId, userId: finance.userId }))).toMatch(
    /^.+ 已在该节点审批$/,
  );
});

test('who sent it urges, and once an hour', async () => {
  const { processInstanceId } = await taskBy('slow');
  const urge = (who: Client): Promise<Answer> => who.post('blade-flow/work/urge-task', { processInstanceId });
  expect(say(await urge(finance))).toBe('只有申请人可以催办');
  good(await urge(sender));
  expect(say(await urge(sender))).toBe('一小时内只能催办一次');
});

test('200 tasks are decided at a time', async () => {
  const taskIds = Array.from({ length: 201 }, (_, at) => String(at + 1)).join();
  expect(say(await admin.post('blade-flow/work/complete-batch', { taskIds, flag: 'ok' }))).toBe(
    '一次最多处理 200 个任务',
  );
});

test('a document whose process is gone or asks nobody does not begin it', async () => {
  const gone = await leaveBy('987654321');
  expect(say(await send(gone))).toMatch(/^单据 QJ\d+ 绑定的流程 987654321 没有部署，请联系管理员$/);
  const nobody = await leaveBy(await deployed('nobody', [step('who-left')]));
  await run((tx) => tx.run(sql`update app_user set frozen = 1 where account <> 'chef'`));
  const answer = await send(nobody);
  await run((tx) => tx.run(sql`update app_user set frozen = 0`));
  expect(say(answer)).toMatch(/^单据 QJ\d+ 的审批节点「一审」找不到可以审批的人，请联系管理员设置$/);
});

test('a binding names a process of its document and a range of amounts', async () => {
  const bind = async (more: Record<string, unknown>): Promise<string> =>
    say(await admin.post('blade-flow/binding/submit', { billType: 'leave', priority: 1, ...more }));
  await deployed('bound-one', [step('admin')]);
  await deployed('bound-two', [step('admin')]);
  await deployed('for-orders', [step('admin')], 'flow_9');
  expect(await bind({})).toBe('请假没有或有多个已部署流程，请填写流程标识');
  expect(await bind({ processKey: 'no-such' })).toBe('没有标识为 no-such 的已部署流程');
  expect(await bind({ processKey: 'for-orders' })).toMatch(/^流程 for-orders 用于.+，不能绑定到请假$/);
  expect(await bind({ processKey: 'bound-one', amountFrom: '100.00', amountTo: '100.00' })).toBe(
    '金额至必须大于金额从',
  );
});

test('a delegation speaks of documents there are', async () => {
  const away = {
    agentUserId: finance.userId,
    startTime: '2030-01-01 00:00:00',
    endTime: '2030-01-02 00:00:00',
    reason: '出差',
  };
  expect(say(await sender.post('blade-flow/delegation/submit', { ...away, billTypes: 'leave, moonwalk' }))).toBe(
    '单据范围中没有「moonwalk」',
  );
});

test.each([
  ['no list', 'none'],
  ['a step without a name', [{ id: 'a', when: '', settings: { candidates: [] } }]],
  ['settings in words', [{ id: 'a', name: 'x', when: '', settings: 'everybody' }]],
  ['31 steps', Array.from({ length: 31 }, (_, at) => ({ ...step('admin'), id: `a${at}` }))],
])('a chain of %s is no chain', async (_, steps) => {
  expect(
    say(
      await admin.post('blade-flow/model/submit', {
        modelKey: 'odd',
        name: 'odd',
        category: 'flow_1',
        chain: { steps },
      }),
    ),
  ).toBe('审批链的步骤不完整，请补全名称和审批人');
});

test('another tenant deploys for himself alone', () => {
  const asked = (): unknown => tenantsOf({ tenant: '100001' } as Context, '000000,100001');
  expect(asked).toThrow(Refused);
  expect(asked).toThrow(/^flow\.other-tenants/);
  expect(tenantsOf({ tenant: '100001' } as Context, '100001')).toBeNull();
});

test('another tenant runs what the platform deployed for everybody, and neither switches nor removes it', async () => {
  const model = good(
    await admin.post('blade-flow/model/submit', {
      modelKey: 'common',
      name: '通用审批',
      category: 'flow_1',
      xml: chainXml({ key: 'common', name: '通用审批', steps: [step('admin')] }),
    }),
  );
  good(await admin.post('blade-flow/model/deploy', undefined, { modelId: String(model['id']), category: 'flow_1' }));
  const { id } = await run<{ id: string }>((tx) => tx.row(sql`select id from flow_common where key = 'common'`));
  const tenant = good(
    await admin.post('blade-system/tenant/submit', {
      tenantName: '青禾餐饮',
      linkman: '王经理',
      contactNumber: '13800000000',
    }),
  );
  const theirs = { tenant: String(tenant['tenantId']), timeZone: 'Asia/Shanghai' };
  await house.database.transaction(theirs, async (tx) => {
    await tx.run(sql`update app_user set must_change_password = 0`);
    await tx.run(
      sql`insert into role_menu (role_id, menu_id) select r.id, m.id from role r, menu m where r.role_alias = 'admin'
        on conflict do nothing`,
    );
  });
  const { body } = await askToken(
    house.app,
    { ...passwordForm('admin', String(tenant['adminPassword'])), tenantId: theirs.tenant },
    { 'tenant-id': theirs.tenant },
  );
  const ask = async (path: string, input: Record<string, string>): Promise<unknown[]> => {
    const answer = await house.app.inject({
      method: 'POST',
      url: `/api/blade-flow/manager/${path}?${new URLSearchParams(input).toString()}`,
      headers: { 'blade-auth': `bearer ${String(body['access_token'])}` },
    });
    return [answer.statusCode, answer.json<{ msg: string }>().msg];
  };
  const refused = [400, '「通用审批」是平台的通用流程，只有平台可以激活、挂起或删除，请联系平台管理员'];
  expect(await ask('change-state', { processId: id, state: 'suspend' })).toEqual(refused);
  expect(await ask('delete-deployment', { deploymentIds: id })).toEqual(refused);
  expect(
    await run((tx) => tx.row(sql`select suspension_state, removed_time from flow_common where id = ${id}::bigint`)),
  ).toEqual({ suspensionState: 1, removedTime: null });
});

/** Documents that run on a process: decided, rejected, taken back. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import {
  decide,
  good,
  openFlowCompany,
  rows,
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

test('promise 37: a document on a process goes on when the last agrees, whether from the to-do list or by its own action, and not a moment before', async () => {
  const id = await flow.sentBy(
    await flow.deployed('two', [
      step('a', '一审', { candidates: [user('second')] }),
      step('b', '二审', { candidates: [user('third')] }),
    ]),
  );
  expect(messageOf(await flow.people['third']!.post('blade-desk/process/leave/doApply', { ids: id }))).toMatch(
    /正在「一审」等待 second 处理/,
  );
  good(await flow.people['second']!.post('blade-desk/process/leave/doApply', { ids: id, comment: '可以' }));
  expect(await flow.stateOf(id)).toBe('pending');
  expect(messageOf(await flow.people['second']!.post('blade-desk/process/leave/doApply', { ids: id }))).toMatch(
    /正在「二审」等待 third 处理/,
  );
  await flow.approve(flow.people['third']!, id);
  expect(await flow.stateOf(id)).toBe('approved');
  // Whoever decided is not told any more that something waits.
  const messages = await flow.run<{ topic: string; account: string; read: boolean }[]>((tx) =>
    tx.rows(
      sql`select m.topic, u.account, m.read_time is not null as read from message m join app_user u on u.id = m.user_id
        where m.record_id = ${id}::bigint order by m.id`,
    ),
  );
  expect(messages.map((row) => `${row.topic} ${row.account} ${row.read ? 'read' : 'new'}`)).toEqual([
    'approval.todo second read',
    'approval.todo third read',
    'approval.passed sender new',
  ]);
  const { timeline } = good(await flow.admin.get('blade-desk/process/leave/detail', { id })) as unknown as {
    timeline: { action: string; userName: string; comment: string; toState: string }[];
  };
  expect(timeline.map(({ action, userName, comment, toState }) => [action, userName, comment, toState])).toEqual([
    ['toApply', 'sender', '', 'pending'],
    ['doApply', 'second', '一审：可以', null],
    ['doApply', 'third', '', 'approved'],
  ]);
  const task = (await flow.todoOf(flow.people['third']!, id))?.taskId;
  expect(task).toBeUndefined();
});

test('promise 37: a document on a process is decided once, however many try at the same moment', async () => {
  const id = await flow.sentBy(
    await flow.deployed('race', [step('a', '一审', { candidates: [user('second'), user('third')] })]),
  );
  const taskId = (await flow.claimable(flow.people['second']!, id))!.taskId;
  const answers = await Promise.all([
    decide(flow.people['second']!, taskId),
    decide(flow.people['third']!, taskId),
    decide(flow.people['second']!, taskId, '', '不同意'),
    flow.people['third']!.post('blade-desk/process/leave/doApply', { ids: id }),
    flow.people['sender']!.post('blade-desk/process/leave/withdraw', { ids: id }),
    flow.people['second']!.post('blade-flow/work/claim-task', undefined, { taskId }),
  ]);
  const counted = answers.slice(0, 5).filter((answer) => answer.status === 200).length;
  expect([
    counted,
    answers.every((answer) => answer.status === 200 || (answer.status === 400 && answer.body.msg !== '')),
  ]).toEqual([1, true]);
  const left = await flow.run<{ open: number; moves: number }>((tx) =>
    tx.row(sql`
    select (select count(*)::integer from flow_task t join flow_instance i on i.id = t.process_instance_id
    where i.business_id = ${id}::bigint and t.state in ('open', 'claimed', 'queued')) as open,
      (select count(*)::integer from document_log
      where record_id = ${id}::bigint and to_state is not null) as moves`),
  );
  expect(left).toEqual({ open: 0, moves: 2 });
});

test('promise 37: a document on a process is not decided by who sent it, nor by the deputy of who did', async () => {
  const definition = await flow.deployed('own', [step('a', '一审', { candidates: [user('second'), user('third')] })]);
  const id = await flow.sentBy(definition, flow.people['second']!);
  expect(await flow.todoOf(flow.people['second']!, id)).toBeUndefined();
  expect(messageOf(await flow.people['second']!.post('blade-desk/process/leave/doApply', { ids: id }))).toMatch(
    /由您提交，不能由本人审批通过/,
  );
  await flow.approve(flow.people['third']!, id);
  const alone = await flow.leaveOf(flow.people['second']!);
  await flow.run((tx) =>
    tx.run(sql`update leave set process_definition_id = ${definition} where id = ${alone}::bigint`),
  );
  await flow.run((tx) => tx.run(sql`update app_user set frozen = 1 where account = 'third'`));
  good(await flow.send(flow.people['second']!, alone));
  await flow.run((tx) => tx.run(sql`update app_user set frozen = 0 where account = 'third'`));
  // Nobody left: it goes to those who look after the system, never through.
  expect(await flow.stateOf(alone)).toBe('pending');
  expect((await flow.claimable(flow.admin, alone)) ?? (await flow.todoOf(flow.admin, alone))).toMatchObject({
    taskName: '一审',
  });
});

test('promise 37: a document on a process that was rejected is changed, sent again, and shows what changed', async () => {
  const definition = await flow.deployed('again', [step('a', '一审', { candidates: [user('first')] })]);
  const id = await flow.sentBy(definition);
  const task = (await flow.todoOf(flow.people['first']!, id))!;
  expect(messageOf(await decide(flow.people['first']!, task.taskId, ''))).toBe('请填写驳回原因');
  good(await decide(flow.people['first']!, task.taskId, '', '理由不足'));
  expect(await flow.stateOf(id)).toBe('rejected');
  expect(messageOf(await decide(flow.people['first']!, task.taskId))).toBe('任务已处理，当前状态：驳回');
  good(await flow.people['sender']!.post('blade-desk/process/leave/submit', { id, leaveReason: '回家探望父母' }));
  good(await flow.send(flow.people['sender']!, id));
  const again = (await flow.todoOf(flow.people['first']!, id))!;
  expect(again).toMatchObject({ round: 2, warnings: ['again'] });
  const view = good(
    await flow.people['first']!.get('blade-flow/process/view', {
      processInstanceId: String(again['processInstanceId']),
    }),
  ) as unknown as { changed: Row[]; task: Row; diagram: { current: string[] } };
  expect(view.changed.map((change) => [change['name'], change['before'], change['after']])).toEqual([
    ['请假理由', '探亲', '回家探望父母'],
  ]);
  expect([view.task['taskName'], view.diagram.current]).toEqual(['一审', ['a']]);
});

test('EP-0166 EP-0167 promise 37: a document on a process is taken back by who sent it, or ended by those who look after processes; then it is a draft', async () => {
  const definition = await flow.deployed('back', [
    step('a', '一审', { candidates: [user('second')] }),
    step('b', '二审', { candidates: [user('third')] }),
  ]);
  const id = await flow.sentBy(definition);
  expect(messageOf(await flow.admin.post('blade-desk/process/leave/withdraw', { ids: id }))).toMatch(
    /不是您提交的，不能撤回/,
  );
  await flow.approve(flow.people['second']!, id);
  await flow.run((tx) =>
    tx.run(sql`update param set param_value = '1' where param_key = 'approval.withdrawBeforeFirst'`),
  );
  expect(messageOf(await flow.people['sender']!.post('blade-desk/process/leave/withdraw', { ids: id }))).toMatch(
    /^已有审批人处理，不能撤回/,
  );
  await flow.run((tx) =>
    tx.run(sql`update param set param_value = '0' where param_key = 'approval.withdrawBeforeFirst'`),
  );
  good(await flow.people['sender']!.post('blade-desk/process/leave/withdraw', { ids: id }));
  expect(await flow.stateOf(id)).toBe('draft');
  good(await flow.send(flow.people['sender']!, id));
  const [running] = rows(
    await flow.admin.get('blade-flow/follow/list', { processDefinitionKey: 'back', state: 'running' }),
  );
  expect(running).toMatchObject({ startUser: 'sender', suspensionState: 1, currentTask: '一审', round: 2 });
  expect(Object.keys(running!)).toEqual(
    expect.arrayContaining(['executionId', 'processDefinitionKey', 'processInstanceId', 'startTime']),
  );
  good(
    await flow.admin.post('blade-flow/follow/delete-process-instance', undefined, {
      processInstanceId: String(running!['processInstanceId']),
      deleteReason: '重复',
    }),
  );
  expect(await flow.stateOf(id)).toBe('draft');
  expect(
    rows(
      await flow.admin.get('blade-flow/follow/list', { processInstanceId: String(running!['processInstanceId']) }),
    )[0],
  ).toMatchObject({ state: 'cancelled', deleteReason: '重复' });
  expect(await flow.todoOf(flow.people['second']!, id)).toBeUndefined();
});

test('promise 37: a document on a process stays as it is where somebody decides by a task that is over', async () => {
  const id = await flow.sentBy(await flow.deployed('stale', [step('a', '一审', { candidates: [user('second')] })]));
  const { taskId } = (await flow.todoOf(flow.people['second']!, id))!;
  good(await flow.people['sender']!.post('blade-desk/process/leave/withdraw', { ids: id }));
  await flow.run((tx) => tx.run(sql`update leave set process_definition_id = null where id = ${id}::bigint`));
  good(await flow.send(flow.people['sender']!, id));
  expect(messageOf(await decide(flow.people['second']!, taskId))).toBe('任务已处理，当前状态：取消');
  expect(await flow.stateOf(id)).toBe('pending');
});

/** The leave from its start to the deputy it names. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import type { Answer } from '../../admin/admin.testing.ts';
import { decide, good, openFlowCompany, rows, messageOf, type FlowCompany, type Row } from '../flow-company.testing.ts';

let flow: FlowCompany;
beforeAll(async () => {
  flow = await openFlowCompany();
});

const START = { startTime: '2028-01-03 09:00:00', endTime: '2028-01-04 18:00:00', reason: '探亲' };

test('EP-0176 EP-0177 EP-0168 EP-0170 EP-0174 EP-0175: a leave is started, decided by whom one chose, and read with its history', async () => {
  const [startable] = rows(
    await flow.people['sender']!.get('blade-flow/work/start-list', { category: 'flow_1', mode: '1' }),
  );
  expect(startable).toMatchObject({
    key: 'leave',
    name: '请假审批',
    version: 1,
    suspensionState: 1,
    categoryName: '请假',
    path: '/work/process/leave',
  });
  const first = flow.people['first']!;
  expect(
    messageOf(
      await flow.people['sender']!.post('blade-desk/process/leave/start-process', {
        ...START,
        processDefinitionId: startable!.id,
        taskUser: flow.people['sender']!.userId,
      }),
    ),
  ).toBe('审批人不能是本人');
  expect(
    messageOf(
      await flow.people['sender']!.post('blade-desk/process/leave/start-process', {
        ...START,
        processDefinitionId: '12345',
        taskUser: first.userId,
      }),
    ),
  ).toBe('流程定义不存在或已挂起');
  expect(
    messageOf(
      await flow.people['sender']!.post('blade-desk/process/leave/start-process', {
        ...START,
        endTime: START.startTime,
        processDefinitionId: startable!.id,
        taskUser: first.userId,
      }),
    ),
  ).toBe('结束时间须晚于开始时间');
  expect(
    good(
      await flow.people['sender']!.post('blade-desk/process/leave/start-process', {
        ...START,
        processDefinitionId: startable!.id,
        taskUser: first.userId,
      }),
    ),
  ).toBe(true);
  const [task] = rows(await first.get('blade-flow/work/todo-list', { category: 'flow_1' }));
  expect(task).toMatchObject({
    taskName: '审批',
    processDefinitionName: '请假审批',
    processDefinitionVersion: 1,
    categoryName: '请假',
    startUserName: 'sender',
    businessName: '请假',
  });
  expect(Object.keys(task!)).toEqual(
    expect.arrayContaining([
      'taskId',
      'processInstanceId',
      'processDefinitionId',
      'businessId',
      'createTime',
      'category',
    ]),
  );
  const detail = async (): Promise<Row & { flow: { assigneeName: string } }> =>
    good(await first.get('blade-desk/process/leave/detail', { businessId: String(task!['businessId']) }));
  expect(await detail()).toMatchObject({
    flow: { assigneeName: 'sender' },
    reason: '探亲',
    days: '2',
    statusName: '待审批',
  });
  expect(
    (
      await flow.people['bystander']!.get('blade-flow/process/history-flow-list', {
        processInstanceId: String(task!['processInstanceId']),
      })
    ).status,
  ).toBe(200);
  expect(messageOf(await decide(flow.people['bystander']!, String(task!['taskId'])))).toMatch(
    /正在「审批」等待 first 处理，您不能审批通过/,
  );
  good(await decide(first, String(task!['taskId']), 'ok', '一路平安'));
  expect(await detail()).toMatchObject({
    flow: { assigneeName: 'sender' },
    statusName: '已审批',
    approveUserName: 'first',
  });
  const history = good(
    await flow.people['sender']!.get('blade-flow/process/history-flow-list', {
      processInstanceId: String(task!['processInstanceId']),
    }),
  ) as readonly Row[];
  expect(history.map((row) => [row['historyActivityId'], row['assigneeName'], row['comment']])).toEqual([
    ['start', 'sender', ''],
    ['approve', 'first', '一路平安'],
    ['end', '', ''],
  ]);
  expect(history.flatMap(Object.values)).not.toContain(null);
  expect(
    messageOf(
      await flow.people['sender']!.post('blade-desk/process/leave/start-process', {
        ...START,
        processDefinitionId: startable!.id,
        taskUser: first.userId,
      }),
    ),
  ).toMatch(/与已批准的请假 QJ\d+ 时间重叠/);
});

test('EP-0171 EP-0172: a leave is listed among what one sent and what one finished', async () => {
  const [sent] = rows(
    await flow.people['sender']!.get('blade-flow/work/send-list', { processDefinitionName: '请假审批' }),
  );
  expect(sent).toMatchObject({ processIsFinished: 'finished', stateName: '通过', processDefinitionName: '请假审批' });
  const [done] = rows(
    await flow.people['first']!.get('blade-flow/work/done-list', { processDefinitionName: '请假审批' }),
  );
  expect(done).toMatchObject({
    taskName: '审批',
    taskState: 'approved',
    comment: '一路平安',
    businessId: sent!['businessId'],
  });
});

test('whoever goes on leave names a deputy in the same form, who decides for them once it is approved, and no longer when it is void', async () => {
  const [sender, second, third] = [flow.people['sender']!, flow.people['second']!, flow.people['third']!];
  const away = {
    startTime: '2020-01-01 00:00:00',
    endTime: '2035-01-01 00:00:00',
    taskUser: second.userId,
    deputyUserId: third.userId,
  };
  const leaveOfFirst = async (more: Record<string, unknown>): Promise<Answer> =>
    flow.people['first']!.post('blade-desk/process/leave/submit', { leaveReason: '进修', ...away, ...more });
  expect(messageOf(await leaveOfFirst({ deputyUserId: flow.people['first']!.userId }))).toBe('不能选择自己');
  expect(messageOf(await leaveOfFirst({ deputyFrom: '2030-01-02 00:00:00', deputyUntil: '2030-01-01 00:00:00' }))).toBe(
    '结束时间须晚于开始时间',
  );
  const { id } = good(await leaveOfFirst({})) as Row;
  good(await flow.send(flow.people['first']!, id));
  const waiting = await flow.leaveOf(sender);
  good(await flow.send(sender, waiting));
  expect(await flow.todoOf(third, waiting)).toBeUndefined();
  await flow.approve(second, id);
  expect(await flow.todoOf(third, waiting)).toMatchObject({ startUserName: 'sender', ownerUserName: '' });
  const [mine] = rows(await flow.people['first']!.get('blade-flow/delegation/page', { agentUserId: third.userId }));
  expect(mine).toMatchObject({
    userId: flow.people['first']!.userId,
    startTime: away.startTime,
    endTime: away.endTime,
    state: 'active',
  });
  // Nobody else names their deputy; they may choose another, and the first one is out.
  expect(
    messageOf(await sender.post('blade-desk/process/leave/nameDeputy', { ids: id, deputyUserId: second.userId })),
  ).toMatch(/不是您的请假，只能由本人安排代理$/);
  good(
    await flow.people['first']!.post('blade-desk/process/leave/nameDeputy', { ids: id, deputyUserId: second.userId }),
  );
  expect([await flow.todoOf(third, waiting), (await flow.todoOf(second, waiting))?.['billCode']]).toEqual([
    undefined,
    expect.stringMatching(/^QJ/),
  ]);
  good(await flow.admin.post('blade-desk/process/leave/void', { ids: id, reason: '不去了' }));
  expect(await flow.todoOf(second, waiting)).toBeUndefined();
  expect(
    (
      await flow.run<{ id: string | null }>((tx) =>
        tx.row(sql`select delegation_id as id from leave where id = ${id}::bigint`),
      )
    ).id,
  ).toBeNull();
  good(await sender.post('blade-desk/process/leave/withdraw', { ids: waiting }));
});

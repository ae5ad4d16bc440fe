/** Tasks: claimed, signed by many, handed over, decided at once or by a deputy. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import type { ChainStep } from '../engine/chain.rules.ts';
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

test('EP-0169 EP-0173: a task for several is claimed by one of them', async () => {
  const id = await flow.sentBy(
    await flow.deployed('claim', [step('a', '一审', { candidates: [user('second'), user('third')] })]),
  );
  const { taskId } = (await flow.claimable(flow.people['second']!, id))!;
  expect(messageOf(await flow.people['bystander']!.post('blade-flow/work/claim-task', undefined, { taskId }))).toBe(
    '您不是该任务的候选人',
  );
  good(await flow.people['second']!.post('blade-flow/work/claim-task', undefined, { taskId }));
  expect(messageOf(await flow.people['third']!.post('blade-flow/work/claim-task', undefined, { taskId }))).toBe(
    '任务已被 second 签收',
  );
  expect([
    await flow.claimable(flow.people['third']!, id),
    (await flow.todoOf(flow.people['second']!, id))?.taskId,
  ]).toEqual([undefined, taskId]);
  await flow.approve(flow.people['second']!, id);
});

test.each`
  title             | settings                                | votes                        | answer
  ${'all'}          | ${{ mode: 'all' }}                      | ${['second ok', 'third ok']} | ${'approved'}
  ${'all, one no'}  | ${{ mode: 'all' }}                      | ${['second ok', 'third no']} | ${'rejected'}
  ${'a share'}      | ${{ mode: 'ratio', ratio: 50 }}         | ${['second no', 'third ok']} | ${'approved'}
  ${'a share lost'} | ${{ mode: 'ratio', ratio: 60 }}         | ${['second no']}             | ${'rejected'}
  ${'in turn'}      | ${{ mode: 'all', order: 'sequential' }} | ${['second ok', 'third ok']} | ${'approved'}
`(
  'signing: $title',
  async ({
    title,
    settings,
    votes,
    answer,
  }: {
    title: string;
    settings: Partial<ChainStep['settings']>;
    votes: string[];
    answer: string;
  }) => {
    const id = await flow.sentBy(
      await flow.deployed(`sign-${[...title].map((sign) => sign.codePointAt(0)).join('')}`.slice(0, 60), [
        step('a', '会签', { candidates: [user('second'), user('third')], ...settings }),
      ]),
    );
    if (title === 'in turn') expect(await flow.todoOf(flow.people['third']!, id)).toBeUndefined();
    for (const vote of votes) {
      expect(await flow.stateOf(id)).toBe('pending');
      const [who, what] = vote.split(' ') as [string, string];
      good(
        await decide(
          flow.people[who]!,
          (await flow.todoOf(flow.people[who]!, id))!.taskId,
          what === 'ok' ? 'ok' : '',
          '意见',
        ),
      );
    }
    expect(await flow.stateOf(id)).toBe(answer);
  },
);

test('a task is handed over, signed by another as well, and goes back to an earlier step', async () => {
  const id = await flow.sentBy(
    await flow.deployed('moves', [
      step('a', '一审', { candidates: [user('second')] }),
      step('b', '二审', { candidates: [user('third')], returnTo: ['a'] }),
    ]),
  );
  const first = (await flow.todoOf(flow.people['second']!, id))!;
  expect(
    messageOf(
      await flow.people['second']!.post('blade-flow/work/transfer-task', {
        taskId: first.taskId,
        userId: flow.people['sender']!.userId,
      }),
    ),
  ).toBe('申请人不能审批自己的单据');
  good(
    await flow.people['second']!.post('blade-flow/work/transfer-task', {
      taskId: first.taskId,
      userId: flow.people['bystander']!.userId,
      comment: '请您看',
    }),
  );
  expect(await flow.todoOf(flow.people['second']!, id)).toBeUndefined();
  const handed = (await flow.todoOf(flow.people['bystander']!, id))!;
  good(
    await flow.people['bystander']!.post('blade-flow/work/add-sign', {
      taskId: handed.taskId,
      userId: flow.people['first']!.userId,
    }),
  );
  good(await decide(flow.people['bystander']!, handed.taskId));
  expect((await flow.todoOf(flow.people['third']!, id))?.taskName).toBeUndefined();
  await flow.approve(flow.people['first']!, id);
  const second = (await flow.todoOf(flow.people['third']!, id))!;
  expect(second.taskName).toBe('二审');
  expect(
    messageOf(
      await flow.people['third']!.post('blade-flow/work/return-task', {
        taskId: second.taskId,
        nodeId: 'b',
        comment: '重审',
      }),
    ),
  ).toBe('该节点不能退回到所选节点');
  good(
    await flow.people['third']!.post('blade-flow/work/return-task', {
      taskId: second.taskId,
      nodeId: 'a',
      comment: '重审',
    }),
  );
  await flow.approve(flow.people['second']!, id);
  await flow.approve(flow.people['third']!, id);
  expect(await flow.stateOf(id)).toBe('approved');
  const instance = await flow.run<{ id: string }>((tx) =>
    tx.row(sql`select id from flow_instance where business_id = ${id}::bigint`),
  );
  const history = good(
    await flow.people['sender']!.get('blade-flow/process/history-flow-list', { processInstanceId: instance.id }),
  ) as readonly Row[];
  expect(history.map((row) => `${row['kind']} ${row['assigneeName']}`)).toEqual([
    'start sender',
    'transfer second',
    'add-sign bystander',
    'task bystander',
    'task first',
    'return third',
    'task second',
    'task third',
    'end ',
  ]);
});

test('of many tasks approved at once, each is approved for itself', async () => {
  const definition = await flow.deployed('batch', [
    step('a', '一审', { candidates: [user('second')], commentRequired: false }),
  ]);
  const strict = await flow.deployed('batch-strict', [
    step('a', '一审', { candidates: [user('second')], commentRequired: true }),
  ]);
  const ids = [await flow.sentBy(definition), await flow.sentBy(strict), await flow.sentBy(definition)];
  const tasks = await Promise.all(ids.map(async (id) => (await flow.todoOf(flow.people['second']!, id))!.taskId));
  const answers = good(
    await flow.people['second']!.post('blade-flow/work/complete-batch', { taskIds: tasks.join() }),
  ) as readonly { ok: boolean; reason: string }[];
  expect(answers.map(({ ok }) => ok)).toEqual([true, false, true]);
  expect(answers[1]!.reason).toMatch(/^请填写审批意见/);
  expect(await Promise.all(ids.map(flow.stateOf))).toEqual(['approved', 'pending', 'approved']);
});

test('while somebody is away their deputy decides, in their name', async () => {
  const id = await flow.sentBy(await flow.deployed('away', [step('a', '一审', { candidates: [user('second')] })]));
  const away = {
    agentUserId: flow.people['third']!.userId,
    startTime: '2020-01-01 00:00:00',
    endTime: '2099-01-01 00:00:00',
    reason: '出差',
  };
  good(await flow.people['second']!.post('blade-flow/delegation/submit', away));
  expect(
    messageOf(
      await flow.people['third']!.post('blade-flow/delegation/submit', {
        ...away,
        agentUserId: flow.people['second']!.userId,
      }),
    ),
  ).toBe('委托不能形成循环');
  expect(
    messageOf(
      await flow.people['third']!.post('blade-flow/delegation/submit', {
        ...away,
        userId: flow.people['first']!.userId,
        agentUserId: flow.people['second']!.userId,
      }),
    ),
  ).toBe('只能为本人设置委托');
  expect(
    (await flow.people['sender']!.get('blade-flow/process/preview-route', { billType: 'leave', businessId: id })).body
      .data,
  ).toMatchObject({ steps: [{ name: '一审', people: [{ name: 'second', agentName: 'third' }] }] });
  await flow.approve(flow.people['third']!, id);
  const history = await flow.run<{ assignee: string; onBehalfOf: string }>((tx) =>
    tx.row(
      sql`select assignee, on_behalf_of from flow_history h join flow_instance i on i.id = h.process_instance_id
        where i.business_id = ${id}::bigint and h.kind = 'task'`,
    ),
  );
  expect(history).toEqual({ assignee: flow.people['third']!.userId, onBehalfOf: flow.people['second']!.userId });
  await flow.run((tx) => tx.run(sql`delete from flow_delegation`));
});

/** Time limits of tasks, and copies of decisions. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import {
  decide,
  good,
  openFlowCompany,
  rows,
  step,
  user,
  type FlowCompany,
  type Row,
} from '../flow-company.testing.ts';

let flow: FlowCompany;
beforeAll(async () => {
  flow = await openFlowCompany();
});

const passed = (id: string): Promise<unknown> =>
  flow.run((tx) =>
    tx.run(
      sql`update flow_task set due_time = now() - interval '1 minute' where process_instance_id in (select id
        from flow_instance where business_id = ${id}::bigint)`,
    ),
  );
const task = () => flow.house.program.scheduledTasks.find((each) => each.name === 'approval.overdue')!;
const topics = async (id: string, account: string): Promise<string[]> =>
  (
    await flow.run<{ topic: string }[]>((tx) =>
      tx.rows(
        sql`select m.topic from message m join app_user u on u.id = m.user_id
          where m.record_id = ${id}::bigint and u.account = ${account} order by m.id`,
      ),
    )
  ).map((row) => row.topic);

test('a time limit that passed is reported once, rejects, or hands the task to the leader, as the step says', async () => {
  const steps = (timeoutAction: 'remind' | 'reject' | 'transfer-to-leader') => [
    step('a', '一审', { candidates: [user('second')], dueHours: 1, timeoutAction }),
  ];
  const reminded = await flow.sentBy(await flow.deployed('late-remind', steps('remind')));
  const rejected = await flow.sentBy(await flow.deployed('late-reject', steps('reject')));
  const handed = await flow.sentBy(await flow.deployed('late-leader', steps('transfer-to-leader')));
  await flow.run((tx) =>
    tx.run(
      sql`update dept set leader_user_id = ${flow.people['third']!.userId}::bigint where id = ${flow.site}::bigint`,
    ),
  );
  await task().run();
  expect(await Promise.all([reminded, rejected, handed].map(flow.stateOf))).toEqual(['pending', 'pending', 'pending']);
  for (const id of [reminded, rejected, handed]) await passed(id);
  // Two programs at once, and once more.
  await Promise.all([task().run(), task().run()]);
  await task().run();
  expect(await topics(reminded, 'second')).toEqual(['approval.todo', 'approval.overdue']);
  expect((await flow.todoOf(flow.people['second']!, reminded))?.['warnings']).toEqual(['overdue']);
  expect([await flow.stateOf(rejected), await topics(rejected, 'sender')]).toEqual(['rejected', ['approval.rejected']]);
  expect([
    await flow.todoOf(flow.people['second']!, handed),
    (await flow.todoOf(flow.people['third']!, handed))?.taskName,
  ]).toEqual([undefined, '一审']);
  await flow.run((tx) => tx.run(sql`update dept set leader_user_id = null where id = ${flow.site}::bigint`));
});

test('copies go to those a step names, and are in their list', async () => {
  const id = await flow.sentBy(
    await flow.deployed('copies', [step('a', '一审', { candidates: [user('second')], cc: [user('bystander')] })]),
  );
  good(await decide(flow.people['second']!, (await flow.todoOf(flow.people['second']!, id))!.taskId, 'ok', '知道了'));
  expect(await topics(id, 'bystander')).toEqual(['approval.cc']);
  const bystander = flow.people['bystander']!;
  const mine = async (filter = {}): Promise<Row | undefined> =>
    rows(await bystander.get('blade-flow/work/cc-list', filter)).find((row) => row['businessId'] === id);
  expect(await mine()).toMatchObject({
    businessName: '请假',
    taskName: '一审',
    toldBy: 'second',
    comment: '知道了',
    startUserName: 'sender',
    state: 'approved',
    stateName: '通过',
  });
  expect(await mine({ billCode: String((await mine())!['billCode']) })).toBeDefined();
  expect(await mine({ billCode: 'QJ0' })).toBeUndefined();
  // Who has a copy reads the whole process; who has none has an empty list.
  expect(
    good(
      await bystander.get('blade-flow/process/view', {
        processInstanceId: String((await mine())!['processInstanceId']),
      }),
    ),
  ).toMatchObject({ businessId: id, task: null });
  expect(rows(await flow.people['third']!.get('blade-flow/work/cc-list'))).toEqual([]);
});

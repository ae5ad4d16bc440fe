/** Workflow asked as clients do: models, deployments, tasks, and documents that run on processes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, type Answer, type Client, type House } from '../admin/admin.testing.ts';
import { chainXml, type ChainStep } from './engine/chain.rules.ts';
import { seedLeaveProcess } from './tasks/leave.server.ts';

type Row = Record<string, unknown> & { readonly id: string };
let house: House;
let admin: Client;
let site: string;
const people: Record<string, Client> = {};

const say = (answer: Answer): string => answer.body.msg;
const good = (answer: Answer): never => {
  expect(answer.body.msg).toBe('操作成功');
  return answer.body.data;
};
const rows = <T extends object = Row>(answer: Answer): readonly T[] =>
  (good(answer) as { records: readonly T[] }).records;
const run = <T>(work: Parameters<House['run']>[0]): Promise<T> => house.run<T>(work);

/** A person with these rights who belongs to the site. */
async function person(account: string, codes: readonly string[], more: Record<string, unknown> = {}): Promise<Client> {
  const role = good(
    await admin.post('blade-system/role/submit', {
      roleName: account,
      roleAlias: account,
      sort: 1,
      dataScopeType: '1',
    }),
  ) as Row;
  const menus = await run<{ id: string }[]>((tx) =>
    tx.rows(sql`select id from menu where code = any(${codes as string[]})`),
  );
  good(await admin.post('blade-system/role/grant', { roleIds: role.id, menuIds: menus.map((menu) => menu.id).join() }));
  good(
    await admin.post('blade-user/submit', {
      account,
      name: account,
      realName: account,
      password: 'abc12345',
      password2: 'abc12345',
      roleId: role.id,
      deptId: site,
      tenantId: '000000',
      ...more,
    }),
  );
  people[account] = await house.signIn(account, 'abc12345');
  return people[account];
}
const WORK = [
  'work_start',
  'work_claim',
  'work_todo',
  'work_send',
  'work_done',
  'work_cc',
  'work_claim_sign',
  'work_todo_handle',
  'work_todo_transfer',
  'work_todo_sign',
  'work_todo_return',
  'work_todo_batch',
  'work_send_follow',
  'leave_add',
  'leave_view',
  'leave_edit',
  'leave_delete',
  'leave_to_apply',
  'leave_withdraw',
  'delegation_add',
  'delegation_edit',
  'delegation_view',
];
const DECIDES = [...WORK, 'leave_do_apply', 'leave_refuse'];

beforeAll(async () => {
  house = await openHouse();
  await seedLeaveProcess(house.database, house.program.registry);
  admin = await house.signIn('admin');
  const dept = async (deptName: string, parentId: string, deptCategory: string): Promise<string> =>
    (
      good(
        await admin.post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, deptCategory, sort: 1 }),
      ) as Row
    ).id;
  const company = await dept('公司', '0', '1');
  site = await dept('星海', company, '2');
  for (const [account, codes] of [
    ['sender', WORK],
    ['first', WORK],
    ['second', DECIDES],
    ['third', DECIDES],
    ['bystander', DECIDES],
  ] as const)
    await person(account, codes);
});

/** A leave, which every approval document is like: it runs by the same actions. */
const leaveOf = async (who: Client, more: Record<string, unknown> = {}): Promise<string> => {
  counter += 1;
  const day = String((counter % 27) + 1).padStart(2, '0');
  const month = String((Math.floor(counter / 27) % 12) + 1).padStart(2, '0');
  return (
    good(
      await who.post('blade-desk/process/leave/submit', {
        leaveReason: '探亲',
        startTime: `2027-${month}-${day} 09:00:00`,
        endTime: `2027-${month}-${day} 18:00:00`,
        taskUser: people['first']!.userId,
        ...more,
      }),
    ) as Row
  ).id;
};
let counter = 0;
const send = (who: Client, id: string): Promise<Answer> => who.post('blade-desk/process/leave/toApply', { ids: id });
const stateOf = async (id: string): Promise<string> =>
  (await run<{ status: string }>((tx) => tx.row(sql`select status from leave where id = ${id}::bigint`))).status;
const todoOf = async (
  who: Client,
  id: string,
): Promise<(Row & { readonly taskId: string; readonly taskName: string }) | undefined> =>
  rows<never>(await who.get('blade-flow/work/todo-list', { size: '200' })).find((row: Row) => row['businessId'] === id);
const claimable = async (who: Client, id: string): Promise<(Row & { readonly taskId: string }) | undefined> =>
  rows<never>(await who.get('blade-flow/work/claim-list', { size: '200' })).find(
    (row: Row) => row['businessId'] === id,
  );
const decide = (who: Client, taskId: string, flag: 'ok' | '' = 'ok', comment = ''): Promise<Answer> =>
  who.post('blade-flow/work/complete-task', { taskId, ...(flag === '' ? {} : { flag }), comment });
const approve = async (who: Client, id: string): Promise<void> =>
  void good(await decide(who, (await todoOf(who, id))!.taskId));

const user = (ref: string) => ({ kind: 'user' as const, ref });
const step = (id: string, name: string, settings: ChainStep['settings'], when = ''): ChainStep => ({
  id,
  name,
  settings,
  when,
});
/** Deploys a chain for leaves under a key of its own and answers its definition. */
async function deployed(key: string, steps: readonly ChainStep[]): Promise<string> {
  const { id } = good(
    await admin.post('blade-flow/model/submit', {
      modelKey: key,
      name: key,
      category: 'flow_1',
      xml: chainXml({ key, name: key, steps }),
    }),
  ) as Row;
  good(
    await admin.post('blade-flow/model/deploy', undefined, { modelId: id, category: 'flow_1', tenantIds: '000000' }),
  );
  return rows(await admin.get('blade-flow/manager/list', { key, size: '50' })).find((row) => row['key'] === key)!.id;
}
/** A leave that goes by this process. */
async function sentBy(
  definition: string,
  who = people['sender']!,
  more: Record<string, unknown> = {},
): Promise<string> {
  const id = await leaveOf(who, more);
  await run((tx) => tx.run(sql`update leave set process_definition_id = ${definition} where id = ${id}::bigint`));
  good(await send(who, id));
  return id;
}

describe('models', () => {
  test('EP-0157 EP-0158 EP-0160 EP-0161: a chain or a drawing is saved, listed, read back and removed', async () => {
    const made = good(
      await admin.post('blade-flow/model/submit', {
        modelKey: 'two-steps',
        name: '两级审批',
        category: 'flow_9',
        chain: {
          steps: [
            step('a', '经理', { candidates: [user('first')] }),
            step('b', '财务', { candidates: [user('second')] }, 'amount >= 50000'),
          ],
        },
      }),
    ) as Row;
    const [listed] = rows(await admin.get('blade-flow/model/list', { modelKey: 'two-steps' }));
    expect(listed).toMatchObject({
      id: made.id,
      modelKey: 'two-steps',
      name: '两级审批',
      category: 'flow_9',
      categoryName: '采购订单',
      version: 1,
    });
    expect(Object.keys(listed!)).toEqual(expect.arrayContaining(['created', 'lastUpdated']));
    expect(listed).not.toHaveProperty('xml');
    const detail = good(await admin.get('blade-flow/model/detail', { id: made.id })) as Row & {
      chain: { steps: { name: string; when: string }[] };
    };
    expect(detail['xml']).toContain('<bpmn:userTask id="b" name="财务"');
    expect(detail.chain.steps.map(({ name, when }) => [name, when])).toEqual([
      ['经理', ''],
      ['财务', 'amount >= 50000'],
    ]);
    expect(
      say(
        await admin.post('blade-flow/model/submit', {
          id: made.id,
          category: 'flow_9',
          xml: String(detail['xml'])
            .replace('amount &#62;= 50000</', 'weather = rain</')
            .replace('>amount >= 50000<', '>weather = rain<'),
        }),
      ),
    ).toMatch(/单据没有「weather」这项内容/);
    expect(
      say(
        await admin.post('blade-flow/model/submit', {
          id: made.id,
          category: 'flow_9',
          xml: String(detail['xml']).replace('id="two-steps"', 'id="other"'),
        }),
      ),
    ).toBe('流程图里的标识 other 与模型标识 two-steps 不一致，请改成一致');
    // Who drew on what another drew over meanwhile is refused, with who it was; the other's drawing stands.
    const redrawn = (name: string): Record<string, unknown> => ({
      id: made.id,
      version: detail['version'],
      category: 'flow_9',
      xml: String(detail['xml']).replace('name="财务"', `name="${name}"`),
    });
    good(await admin.post('blade-flow/model/submit', redrawn('财务一')));
    expect(say(await admin.post('blade-flow/model/submit', redrawn('财务二')))).toMatch(
      /^数据已被他人修改（.+，\d{4}-.+），请刷新后重试$/,
    );
    expect((good(await admin.get('blade-flow/model/detail', { id: made.id })) as Row)['xml']).toContain(
      'name="财务一"',
    );
    good(await admin.post('blade-flow/model/remove', undefined, { ids: made.id }));
    expect(rows(await admin.get('blade-flow/model/list', { modelKey: 'two-steps' }))).toEqual([]);
  });

  test('EP-0160: what could run is refused by name and line, whoever sends it, and nothing is kept', async () => {
    const xml = chainXml({ key: 'evil', name: '坏', steps: [step('a', 'x', { candidates: [user('first')] })] });
    const script = xml.replace(
      '<bpmn:endEvent',
      '<bpmn:scriptTask id="s" scriptFormat="javascript"><bpmn:script>process.exit()</bpmn:script></bpmn:scriptTask>\n    <bpmn:endEvent',
    );
    const line = script.split('\n').findIndex((each) => each.includes('scriptTask')) + 1;
    expect(say(await admin.post('blade-flow/model/submit', { name: 'x', category: 'flow_9', xml: script }))).toContain(
      `第${line}行：不支持的流程元素 bpmn:scriptTask`,
    );
    expect(
      say(
        await admin.post('blade-flow/model/submit', {
          name: 'x',
          category: 'flow_9',
          xml: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xml.replace(/<\?.*\?>\n/, '')}`,
        }),
      ),
    ).toMatch(/不能包含DOCTYPE/);
    expect(
      await run<unknown>((tx) => tx.row(sql`select 1 as one from flow_model where model_key = 'evil'`)),
    ).toBeUndefined();
    expect(good(await admin.post('blade-flow/model/check', { category: 'flow_9', xml: script }))).toMatchObject({
      pass: false,
      problems: [{ code: 'flow.element', line }],
    });
  });

  test('EP-0159 EP-0162 EP-0163 EP-0165: a model is deployed in versions, put to rest and taken out of use', async () => {
    const definition = await deployed('versions', [step('a', '审批', { candidates: [user('first')] })]);
    const model = rows(await admin.get('blade-flow/model/list', { modelKey: 'versions' }))[0]!;
    good(
      await admin.post('blade-flow/model/deploy', undefined, {
        modelId: model.id,
        category: 'flow_1',
        tenantIds: '000000',
      }),
    );
    const list = rows(await admin.get('blade-flow/manager/list', { key: 'versions', mode: '2' }));
    expect(list.map((row) => [row['version'], row['suspensionState'], row['categoryName']])).toEqual(
      expect.arrayContaining([
        [1, 1, '请假'],
        [2, 1, '请假'],
      ]),
    );
    good(await admin.post('blade-flow/manager/change-state', undefined, { processId: definition, state: 'suspend' }));
    expect(
      rows(await admin.get('blade-flow/manager/list', { key: 'versions' })).find((row) => row.id === definition),
    ).toMatchObject({ suspensionState: 2 });
    const id = await leaveOf(people['sender']!);
    await run((tx) => tx.run(sql`update leave set process_definition_id = ${definition} where id = ${id}::bigint`));
    expect(say(await send(people['sender']!, id))).toBe('流程已挂起：versions，请联系管理员');
    good(await admin.post('blade-flow/manager/change-state', undefined, { processId: definition, state: 'active' }));
    good(await send(people['sender']!, id));
    expect(
      say(await admin.post('blade-flow/manager/delete-deployment', undefined, { deploymentIds: definition })),
    ).toBe('存在运行中的流程，不能删除（versions：1 个）');
    await approve(people['first']!, id);
    good(await admin.post('blade-flow/manager/delete-deployment', undefined, { deploymentIds: definition }));
    expect(rows(await admin.get('blade-flow/manager/list', { key: 'versions' })).map((row) => row.id)).not.toContain(
      definition,
    );
    const picture = await house.app.inject({
      method: 'GET',
      url: `/api/blade-flow/process/resource-view?processDefinitionId=${definition}`,
      headers: { 'blade-auth': `bearer ${admin.token}` },
    });
    expect([picture.statusCode, picture.headers['content-type'], picture.body.startsWith('<svg')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      true,
    ]);
  });

  test('EP-0164: files are deployed all or none, and what is wrong is named by file and line', async () => {
    const upload = async (files: readonly (readonly [string, string])[]): Promise<Answer> => {
      const boundary = 'larder-boundary';
      const parts = files
        .map(
          ([name, text]) =>
            `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: text/xml\r\n\r\n${text}\r\n`,
        )
        .join('');
      const answer = await house.app.inject({
        method: 'POST',
        url: '/api/blade-flow/manager/deploy-upload',
        headers: { 'blade-auth': `bearer ${admin.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: `--${boundary}\r\ncontent-disposition: form-data; name="category"\r\n\r\nflow_1\r\n--${boundary}\r\ncontent-disposition: form-data; name="tenantIds"\r\n\r\n000000\r\n${parts}--${boundary}--\r\n`,
      });
      return { status: answer.statusCode, body: answer.json() };
    };
    const xml = (key: string): string =>
      chainXml({ key, name: key, steps: [step('a', '审批', { candidates: [user('first')] })] });
    expect(
      say(
        await upload([
          ['good.bpmn20.xml', xml('up-good')],
          ['../../evil.bpmn20.xml', xml('up-evil').replace('bpmn:userTask', 'bpmn:serviceTask')],
        ]),
      ),
    ).toBe('evil.bpmn20.xml：第5行：不支持的流程元素 bpmn:serviceTask');
    expect(rows(await admin.get('blade-flow/manager/list', { key: 'up-' }))).toEqual([]);
    good(
      await upload([
        ['a.bpmn20.xml', xml('up-a')],
        ['b.bpmn20.xml', `\uFEFF${xml('up-b')}`],
      ]),
    );
    expect(
      rows(await admin.get('blade-flow/manager/list', { key: 'up-' }))
        .map((row) => row['key'])
        .toSorted(),
    ).toEqual(['up-a', 'up-b']);
  });
});

const START = { startTime: '2028-01-03 09:00:00', endTime: '2028-01-04 18:00:00', reason: '探亲' };

describe('the leave', () => {
  test('EP-0176 EP-0177 EP-0168 EP-0170 EP-0174 EP-0175: is started, decided by whom one chose, and read with its history', async () => {
    const [startable] = rows(
      await people['sender']!.get('blade-flow/work/start-list', { category: 'flow_1', mode: '1' }),
    );
    expect(startable).toMatchObject({
      key: 'leave',
      name: '请假审批',
      version: 1,
      suspensionState: 1,
      categoryName: '请假',
      path: '/work/process/leave',
    });
    const first = people['first']!;
    expect(
      say(
        await people['sender']!.post('blade-desk/process/leave/start-process', {
          ...START,
          processDefinitionId: startable!.id,
          taskUser: people['sender']!.userId,
        }),
      ),
    ).toBe('审批人不能是本人');
    expect(
      say(
        await people['sender']!.post('blade-desk/process/leave/start-process', {
          ...START,
          processDefinitionId: '12345',
          taskUser: first.userId,
        }),
      ),
    ).toBe('流程定义不存在或已挂起');
    expect(
      say(
        await people['sender']!.post('blade-desk/process/leave/start-process', {
          ...START,
          endTime: START.startTime,
          processDefinitionId: startable!.id,
          taskUser: first.userId,
        }),
      ),
    ).toBe('结束时间须晚于开始时间');
    expect(
      good(
        await people['sender']!.post('blade-desk/process/leave/start-process', {
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
      days: '1.38',
      statusName: '待审批',
    });
    expect(
      (
        await people['bystander']!.get('blade-flow/process/history-flow-list', {
          processInstanceId: String(task!['processInstanceId']),
        })
      ).status,
    ).toBe(200);
    expect(say(await decide(people['bystander']!, String(task!['taskId'])))).toMatch(
      /正在「审批」等待 first 处理，您不能审批通过/,
    );
    good(await decide(first, String(task!['taskId']), 'ok', '一路平安'));
    expect(await detail()).toMatchObject({
      flow: { assigneeName: 'sender' },
      statusName: '已审批',
      approveUserName: 'first',
    });
    const history = good(
      await people['sender']!.get('blade-flow/process/history-flow-list', {
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
      say(
        await people['sender']!.post('blade-desk/process/leave/start-process', {
          ...START,
          processDefinitionId: startable!.id,
          taskUser: first.userId,
        }),
      ),
    ).toMatch(/与已批准的请假 QJ\d+ 时间重叠/);
  });

  test('EP-0171 EP-0172: stands in what one sent and in what one finished', async () => {
    const [sent] = rows(
      await people['sender']!.get('blade-flow/work/send-list', { processDefinitionName: '请假审批' }),
    );
    expect(sent).toMatchObject({ processIsFinished: 'finished', stateName: '通过', processDefinitionName: '请假审批' });
    const [done] = rows(await people['first']!.get('blade-flow/work/done-list', { processDefinitionName: '请假审批' }));
    expect(done).toMatchObject({
      taskName: '审批',
      taskState: 'approved',
      comment: '一路平安',
      businessId: sent!['businessId'],
    });
  });

  test('whoever is away names a deputy in the same form: he decides for him once the leave is approved, and no longer when it is void', async () => {
    const [sender, second, third] = [people['sender']!, people['second']!, people['third']!];
    const away = {
      startTime: '2020-01-01 00:00:00',
      endTime: '2035-01-01 00:00:00',
      taskUser: second.userId,
      deputyUserId: third.userId,
    };
    const leaveOfFirst = async (more: Record<string, unknown>): Promise<Answer> =>
      people['first']!.post('blade-desk/process/leave/submit', { leaveReason: '进修', ...away, ...more });
    expect(say(await leaveOfFirst({ deputyUserId: people['first']!.userId }))).toBe('不能选择自己');
    expect(say(await leaveOfFirst({ deputyFrom: '2030-01-02 00:00:00', deputyUntil: '2030-01-01 00:00:00' }))).toBe(
      '结束时间须晚于开始时间',
    );
    const { id } = good(await leaveOfFirst({})) as Row;
    good(await send(people['first']!, id));
    const waiting = await leaveOf(sender);
    good(await send(sender, waiting));
    expect(await todoOf(third, waiting)).toBeUndefined();
    await approve(second, id);
    expect(await todoOf(third, waiting)).toMatchObject({ startUserName: 'sender', ownerUserName: '' });
    const [mine] = rows(await people['first']!.get('blade-flow/delegation/page', { agentUserId: third.userId }));
    expect(mine).toMatchObject({
      userId: people['first']!.userId,
      startTime: away.startTime,
      endTime: away.endTime,
      state: 'active',
    });
    // Nobody else names his deputy; he himself may choose another, and the first one is out.
    expect(
      say(await sender.post('blade-desk/process/leave/nameDeputy', { ids: id, deputyUserId: second.userId })),
    ).toMatch(/不是您的请假，只能由本人安排代理$/);
    good(await people['first']!.post('blade-desk/process/leave/nameDeputy', { ids: id, deputyUserId: second.userId }));
    expect([await todoOf(third, waiting), (await todoOf(second, waiting))?.['billCode']]).toEqual([
      undefined,
      expect.stringMatching(/^QJ/),
    ]);
    good(await admin.post('blade-desk/process/leave/void', { ids: id, reason: '不去了' }));
    expect(await todoOf(second, waiting)).toBeUndefined();
    expect(
      (
        await run<{ id: string | null }>((tx) =>
          tx.row(sql`select delegation_id as id from leave where id = ${id}::bigint`),
        )
      ).id,
    ).toBeNull();
    good(await sender.post('blade-desk/process/leave/withdraw', { ids: waiting }));
  });
});

describe('promise 37: a document on a process', () => {
  test('goes on when the last agrees, whether from the to-do list or by its own action, and not a moment before', async () => {
    const id = await sentBy(
      await deployed('two', [
        step('a', '一审', { candidates: [user('second')] }),
        step('b', '二审', { candidates: [user('third')] }),
      ]),
    );
    expect(say(await people['third']!.post('blade-desk/process/leave/doApply', { ids: id }))).toMatch(
      /正在「一审」等待 second 处理/,
    );
    good(await people['second']!.post('blade-desk/process/leave/doApply', { ids: id, comment: '可以' }));
    expect(await stateOf(id)).toBe('pending');
    expect(say(await people['second']!.post('blade-desk/process/leave/doApply', { ids: id }))).toMatch(
      /正在「二审」等待 third 处理/,
    );
    await approve(people['third']!, id);
    expect(await stateOf(id)).toBe('approved');
    const news = await run<{ topic: string; account: string }[]>((tx) =>
      tx.rows(
        sql`select m.topic, u.account from message m join app_user u on u.id = m.user_id
          where m.record_id = ${id}::bigint order by m.id`,
      ),
    );
    expect(news.map((row) => `${row.topic} ${row.account}`)).toEqual([
      'approval.todo second',
      'approval.todo third',
      'approval.passed sender',
    ]);
    const { timeline } = good(await admin.get('blade-desk/process/leave/detail', { id })) as unknown as {
      timeline: { action: string; userName: string; comment: string; toState: string }[];
    };
    expect(timeline.map(({ action, userName, comment, toState }) => [action, userName, comment, toState])).toEqual([
      ['toApply', 'sender', '', 'pending'],
      ['doApply', 'second', '一审：可以', null],
      ['doApply', 'third', '', 'approved'],
    ]);
    const task = (await todoOf(people['third']!, id))?.taskId;
    expect(task).toBeUndefined();
  });

  test('is decided once, however many try at the same moment', async () => {
    const id = await sentBy(
      await deployed('race', [step('a', '一审', { candidates: [user('second'), user('third')] })]),
    );
    const taskId = (await claimable(people['second']!, id))!.taskId;
    const answers = await Promise.all([
      decide(people['second']!, taskId),
      decide(people['third']!, taskId),
      decide(people['second']!, taskId, '', '不同意'),
      people['third']!.post('blade-desk/process/leave/doApply', { ids: id }),
      people['sender']!.post('blade-desk/process/leave/withdraw', { ids: id }),
      people['second']!.post('blade-flow/work/claim-task', undefined, { taskId }),
    ]);
    const counted = answers.slice(0, 5).filter((answer) => answer.status === 200).length;
    expect([
      counted,
      answers.every((answer) => answer.status === 200 || (answer.status === 400 && answer.body.msg !== '')),
    ]).toEqual([1, true]);
    const left = await run<{ open: number; moves: number }>((tx) =>
      tx.row(sql`
      select (select count(*)::integer from flow_task t join flow_instance i on i.id = t.process_instance_id
      where i.business_id = ${id}::bigint and t.state in ('open', 'claimed', 'queued')) as open,
        (select count(*)::integer from document_log
        where record_id = ${id}::bigint and to_state is not null) as moves`),
    );
    expect(left).toEqual({ open: 0, moves: 2 });
  });

  test('is not decided by who sent it, nor by somebody standing in for another who did', async () => {
    const definition = await deployed('own', [step('a', '一审', { candidates: [user('second'), user('third')] })]);
    const id = await sentBy(definition, people['second']!);
    expect(await todoOf(people['second']!, id)).toBeUndefined();
    expect(say(await people['second']!.post('blade-desk/process/leave/doApply', { ids: id }))).toMatch(
      /由您提交，不能由本人审批通过/,
    );
    await approve(people['third']!, id);
    const alone = await leaveOf(people['second']!);
    await run((tx) => tx.run(sql`update leave set process_definition_id = ${definition} where id = ${alone}::bigint`));
    await run((tx) => tx.run(sql`update app_user set frozen = 1 where account = 'third'`));
    good(await send(people['second']!, alone));
    await run((tx) => tx.run(sql`update app_user set frozen = 0 where account = 'third'`));
    // Nobody left: it goes to those who look after the system, never through.
    expect(await stateOf(alone)).toBe('pending');
    expect((await claimable(admin, alone)) ?? (await todoOf(admin, alone))).toMatchObject({ taskName: '一审' });
  });

  test('rejected, it is changed, sent again, and shows what changed', async () => {
    const definition = await deployed('again', [step('a', '一审', { candidates: [user('first')] })]);
    const id = await sentBy(definition);
    const task = (await todoOf(people['first']!, id))!;
    expect(say(await decide(people['first']!, task.taskId, ''))).toBe('请填写驳回原因');
    good(await decide(people['first']!, task.taskId, '', '理由不足'));
    expect(await stateOf(id)).toBe('rejected');
    expect(say(await decide(people['first']!, task.taskId))).toBe('任务已处理，当前状态：驳回');
    good(await people['sender']!.post('blade-desk/process/leave/submit', { id, leaveReason: '回家探望父母' }));
    good(await send(people['sender']!, id));
    const again = (await todoOf(people['first']!, id))!;
    expect(again).toMatchObject({ round: 2, warnings: ['again'] });
    const view = good(
      await people['first']!.get('blade-flow/process/view', { processInstanceId: String(again['processInstanceId']) }),
    ) as unknown as { changed: Row[]; task: Row; diagram: { current: string[] } };
    expect(view.changed.map((change) => [change['name'], change['before'], change['after']])).toEqual([
      ['请假理由', '探亲', '回家探望父母'],
    ]);
    expect([view.task['taskName'], view.diagram.current]).toEqual(['一审', ['a']]);
  });

  test('EP-0166 EP-0167: is taken back by who sent it, or ended by those who look after processes; then it is a draft', async () => {
    const definition = await deployed('back', [
      step('a', '一审', { candidates: [user('second')] }),
      step('b', '二审', { candidates: [user('third')] }),
    ]);
    const id = await sentBy(definition);
    expect(say(await admin.post('blade-desk/process/leave/withdraw', { ids: id }))).toMatch(/不是您提交的，不能撤回/);
    await approve(people['second']!, id);
    await run((tx) => tx.run(sql`update param set param_value = '1' where param_key = 'approval.withdrawBeforeFirst'`));
    expect(say(await people['sender']!.post('blade-desk/process/leave/withdraw', { ids: id }))).toMatch(
      /^已有审批人处理，不能撤回/,
    );
    await run((tx) => tx.run(sql`update param set param_value = '0' where param_key = 'approval.withdrawBeforeFirst'`));
    good(await people['sender']!.post('blade-desk/process/leave/withdraw', { ids: id }));
    expect(await stateOf(id)).toBe('draft');
    good(await send(people['sender']!, id));
    const [running] = rows(
      await admin.get('blade-flow/follow/list', { processDefinitionKey: 'back', state: 'running' }),
    );
    expect(running).toMatchObject({ startUser: 'sender', suspensionState: 1, currentTask: '一审', round: 2 });
    expect(Object.keys(running!)).toEqual(
      expect.arrayContaining(['executionId', 'processDefinitionKey', 'processInstanceId', 'startTime']),
    );
    good(
      await admin.post('blade-flow/follow/delete-process-instance', undefined, {
        processInstanceId: String(running!['processInstanceId']),
        deleteReason: '重复',
      }),
    );
    expect(await stateOf(id)).toBe('draft');
    expect(
      rows(await admin.get('blade-flow/follow/list', { processInstanceId: String(running!['processInstanceId']) }))[0],
    ).toMatchObject({ state: 'cancelled', deleteReason: '重复' });
    expect(await todoOf(people['second']!, id)).toBeUndefined();
  });

  test('that another decides on by a task that is over stays as it is', async () => {
    const id = await sentBy(await deployed('stale', [step('a', '一审', { candidates: [user('second')] })]));
    const { taskId } = (await todoOf(people['second']!, id))!;
    good(await people['sender']!.post('blade-desk/process/leave/withdraw', { ids: id }));
    await run((tx) => tx.run(sql`update leave set process_definition_id = null where id = ${id}::bigint`));
    good(await send(people['sender']!, id));
    expect(say(await decide(people['second']!, taskId))).toBe('任务已处理，当前状态：取消');
    expect(await stateOf(id)).toBe('pending');
  });
});

describe('tasks', () => {
  test('EP-0169 EP-0173: one for several is claimed by one of them', async () => {
    const id = await sentBy(
      await deployed('claim', [step('a', '一审', { candidates: [user('second'), user('third')] })]),
    );
    const { taskId } = (await claimable(people['second']!, id))!;
    expect(say(await people['bystander']!.post('blade-flow/work/claim-task', undefined, { taskId }))).toBe(
      '您不是该任务的候选人',
    );
    good(await people['second']!.post('blade-flow/work/claim-task', undefined, { taskId }));
    expect(say(await people['third']!.post('blade-flow/work/claim-task', undefined, { taskId }))).toBe(
      '任务已被 second 签收',
    );
    expect([await claimable(people['third']!, id), (await todoOf(people['second']!, id))?.taskId]).toEqual([
      undefined,
      taskId,
    ]);
    await approve(people['second']!, id);
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
      const id = await sentBy(
        await deployed(`sign-${[...title].map((sign) => sign.codePointAt(0)).join('')}`.slice(0, 60), [
          step('a', '会签', { candidates: [user('second'), user('third')], ...settings }),
        ]),
      );
      if (title === 'in turn') expect(await todoOf(people['third']!, id)).toBeUndefined();
      for (const vote of votes) {
        expect(await stateOf(id)).toBe('pending');
        const [who, what] = vote.split(' ') as [string, string];
        good(await decide(people[who]!, (await todoOf(people[who]!, id))!.taskId, what === 'ok' ? 'ok' : '', '意见'));
      }
      expect(await stateOf(id)).toBe(answer);
    },
  );

  test('is handed over, asks another as well, and goes back to an earlier step', async () => {
    const id = await sentBy(
      await deployed('moves', [
        step('a', '一审', { candidates: [user('second')] }),
        step('b', '二审', { candidates: [user('third')], returnTo: ['a'] }),
      ]),
    );
    const first = (await todoOf(people['second']!, id))!;
    expect(
      say(
        await people['second']!.post('blade-flow/work/transfer-task', {
          taskId: first.taskId,
          userId: people['sender']!.userId,
        }),
      ),
    ).toBe('申请人不能审批自己的单据');
    good(
      await people['second']!.post('blade-flow/work/transfer-task', {
        taskId: first.taskId,
        userId: people['bystander']!.userId,
        comment: '请您看',
      }),
    );
    expect(await todoOf(people['second']!, id)).toBeUndefined();
    const handed = (await todoOf(people['bystander']!, id))!;
    good(
      await people['bystander']!.post('blade-flow/work/add-sign', {
        taskId: handed.taskId,
        userId: people['first']!.userId,
      }),
    );
    good(await decide(people['bystander']!, handed.taskId));
    expect((await todoOf(people['third']!, id))?.taskName).toBeUndefined();
    await approve(people['first']!, id);
    const second = (await todoOf(people['third']!, id))!;
    expect(second.taskName).toBe('二审');
    expect(
      say(
        await people['third']!.post('blade-flow/work/return-task', {
          taskId: second.taskId,
          nodeId: 'b',
          comment: '重审',
        }),
      ),
    ).toBe('该节点不能退回到所选节点');
    good(
      await people['third']!.post('blade-flow/work/return-task', {
        taskId: second.taskId,
        nodeId: 'a',
        comment: '重审',
      }),
    );
    await approve(people['second']!, id);
    await approve(people['third']!, id);
    expect(await stateOf(id)).toBe('approved');
    const instance = await run<{ id: string }>((tx) =>
      tx.row(sql`select id from flow_instance where business_id = ${id}::bigint`),
    );
    const history = good(
      await people['sender']!.get('blade-flow/process/history-flow-list', { processInstanceId: instance.id }),
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

  test('of many, each is approved for itself', async () => {
    const definition = await deployed('batch', [
      step('a', '一审', { candidates: [user('second')], commentRequired: false }),
    ]);
    const strict = await deployed('batch-strict', [
      step('a', '一审', { candidates: [user('second')], commentRequired: true }),
    ]);
    const ids = [await sentBy(definition), await sentBy(strict), await sentBy(definition)];
    const tasks = await Promise.all(ids.map(async (id) => (await todoOf(people['second']!, id))!.taskId));
    const answers = good(
      await people['second']!.post('blade-flow/work/complete-batch', { taskIds: tasks.join() }),
    ) as readonly { ok: boolean; reason: string }[];
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(answers[1]!.reason).toMatch(/^请填写审批意见/);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['approved', 'pending', 'approved']);
  });

  test('while somebody is away another acts for him, in his name', async () => {
    const id = await sentBy(await deployed('away', [step('a', '一审', { candidates: [user('second')] })]));
    const away = {
      agentUserId: people['third']!.userId,
      startTime: '2020-01-01 00:00:00',
      endTime: '2099-01-01 00:00:00',
      reason: '出差',
    };
    good(await people['second']!.post('blade-flow/delegation/submit', away));
    expect(
      say(
        await people['third']!.post('blade-flow/delegation/submit', { ...away, agentUserId: people['second']!.userId }),
      ),
    ).toBe('委托不能形成循环');
    expect(
      say(
        await people['third']!.post('blade-flow/delegation/submit', {
          ...away,
          userId: people['first']!.userId,
          agentUserId: people['second']!.userId,
        }),
      ),
    ).toBe('只能为本人设置委托');
    expect(
      (await people['sender']!.get('blade-flow/process/preview-route', { billType: 'leave', businessId: id })).body
        .data,
    ).toMatchObject({ steps: [{ name: '一审', people: [{ name: 'second', agentName: 'third' }] }] });
    await approve(people['third']!, id);
    const history = await run<{ assignee: string; onBehalfOf: string }>((tx) =>
      tx.row(
        sql`select assignee, on_behalf_of from flow_history h join flow_instance i on i.id = h.process_instance_id
          where i.business_id = ${id}::bigint and h.kind = 'task'`,
      ),
    );
    expect(history).toEqual({ assignee: people['third']!.userId, onBehalfOf: people['second']!.userId });
    await run((tx) => tx.run(sql`delete from flow_delegation`));
  });
});

describe('time limits', () => {
  const passed = (id: string): Promise<unknown> =>
    run((tx) =>
      tx.run(
        sql`update flow_task set due_time = now() - interval '1 minute' where process_instance_id in (select id
          from flow_instance where business_id = ${id}::bigint)`,
      ),
    );
  const task = () => house.program.scheduledTasks.find((each) => each.name === 'approval.overdue')!;
  const topics = async (id: string, account: string): Promise<string[]> =>
    (
      await run<{ topic: string }[]>((tx) =>
        tx.rows(
          sql`select m.topic from message m join app_user u on u.id = m.user_id
            where m.record_id = ${id}::bigint and u.account = ${account} order by m.id`,
        ),
      )
    ).map((row) => row.topic);

  test('that pass are told once, reject, or hand the task to the leader, as the step says', async () => {
    const steps = (timeoutAction: 'remind' | 'reject' | 'transfer-to-leader') => [
      step('a', '一审', { candidates: [user('second')], dueHours: 1, timeoutAction }),
    ];
    const reminded = await sentBy(await deployed('late-remind', steps('remind')));
    const rejected = await sentBy(await deployed('late-reject', steps('reject')));
    const handed = await sentBy(await deployed('late-leader', steps('transfer-to-leader')));
    await run((tx) =>
      tx.run(sql`update dept set leader_user_id = ${people['third']!.userId}::bigint where id = ${site}::bigint`),
    );
    await task().run();
    expect(await Promise.all([reminded, rejected, handed].map(stateOf))).toEqual(['pending', 'pending', 'pending']);
    for (const id of [reminded, rejected, handed]) await passed(id);
    // Two programs at once, and once more.
    await Promise.all([task().run(), task().run()]);
    await task().run();
    expect(await topics(reminded, 'second')).toEqual(['approval.todo', 'approval.overdue']);
    expect((await todoOf(people['second']!, reminded))?.['warnings']).toEqual(['overdue']);
    expect([await stateOf(rejected), await topics(rejected, 'sender')]).toEqual(['rejected', ['approval.rejected']]);
    expect([await todoOf(people['second']!, handed), (await todoOf(people['third']!, handed))?.taskName]).toEqual([
      undefined,
      '一审',
    ]);
    await run((tx) => tx.run(sql`update dept set leader_user_id = null where id = ${site}::bigint`));
  });

  test('copies go to those a step names, and stand in their list', async () => {
    const id = await sentBy(
      await deployed('copies', [step('a', '一审', { candidates: [user('second')], cc: [user('bystander')] })]),
    );
    good(await decide(people['second']!, (await todoOf(people['second']!, id))!.taskId, 'ok', '知道了'));
    expect(await topics(id, 'bystander')).toEqual(['approval.cc']);
    const bystander = people['bystander']!;
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
    // Told of it, he reads the whole process; who is told of nothing has an empty list.
    expect(
      good(
        await bystander.get('blade-flow/process/view', {
          processInstanceId: String((await mine())!['processInstanceId']),
        }),
      ),
    ).toMatchObject({ businessId: id, task: null });
    expect(rows(await people['third']!.get('blade-flow/work/cc-list'))).toEqual([]);
  });
});

describe('bindings', () => {
  const bind = (row: Record<string, unknown>): Promise<Answer> => admin.post('blade-flow/binding/submit', row);
  const unnamed = async (): Promise<string> => {
    const id = await leaveOf(people['sender']!);
    await run((tx) => tx.run(sql`update leave set process_definition_id = null where id = ${id}::bigint`));
    good(await send(people['sender']!, id));
    return id;
  };

  test('with none, one approval by whoever has the button, who finds it among his tasks', async () => {
    const id = await unnamed();
    expect(
      await run<unknown>((tx) => tx.row(sql`select 1 as one from flow_instance where business_id = ${id}::bigint`)),
    ).toBeUndefined();
    expect(await todoOf(people['first']!, id)).toBeUndefined();
    const task = (await todoOf(people['second']!, id))!;
    expect(task).toMatchObject({ taskId: `single-leave-${id}`, businessName: '请假', startUserName: 'sender' });
    expect((await decide(people['first']!, task.taskId)).status).toBe(403);
    good(await decide(people['second']!, task.taskId));
    expect(await stateOf(id)).toBe('approved');
  });

  test('the one that fits starts its process; a wrong one is refused', async () => {
    await deployed('bound', [step('a', '一审', { candidates: [user('second')] })]);
    expect(say(await bind({ billType: 'leave', processKey: 'nothing' }))).toBe('没有标识为 nothing 的已部署流程');
    expect(say(await bind({ billType: 'purchaseorder', processKey: 'bound' }))).toBe(
      '流程 bound 用于请假，不能绑定到采购订单',
    );
    expect(say(await bind({ billType: 'factoryinvcheck', processKey: 'bound' }))).toMatch(/还没有可审批的工厂盘点/);
    const { id: binding } = good(
      await bind({ billType: 'leave', processKey: 'bound', bladeProjectDeptId: site }),
    ) as Row;
    const id = await unnamed();
    expect((await todoOf(people['second']!, id))?.taskName).toBe('一审');
    good(await admin.post('blade-flow/binding/freeze', { ids: binding }));
    expect((await todoOf(people['second']!, await unnamed()))?.taskId).toMatch(/^single-leave-/);
  });
});

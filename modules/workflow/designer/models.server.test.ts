/** Models of processes as clients save, check, deploy and remove them. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import type { Answer } from '../../admin/admin.testing.ts';
import { chainXml } from '../engine/chain.rules.ts';
import {
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

test('EP-0157 EP-0158 EP-0160 EP-0161: a chain or a drawing is saved, listed, read back and removed', async () => {
  const made = good(
    await flow.admin.post('blade-flow/model/submit', {
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
  const [listed] = rows(await flow.admin.get('blade-flow/model/list', { modelKey: 'two-steps' }));
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
  const detail = good(await flow.admin.get('blade-flow/model/detail', { id: made.id })) as Row & {
    chain: { steps: { name: string; when: string }[] };
  };
  expect(detail['xml']).toContain('<bpmn:userTask id="b" name="财务"');
  expect(detail.chain.steps.map(({ name, when }) => [name, when])).toEqual([
    ['经理', ''],
    ['财务', 'amount >= 50000'],
  ]);
  expect(
    messageOf(
      await flow.admin.post('blade-flow/model/submit', {
        id: made.id,
        category: 'flow_9',
        xml: String(detail['xml'])
          .replace('amount &#62;= 50000</', 'weather = rain</')
          .replace('>amount >= 50000<', '>weather = rain<'),
      }),
    ),
  ).toMatch(/单据没有「weather」这项内容/);
  expect(
    messageOf(
      await flow.admin.post('blade-flow/model/submit', {
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
  good(await flow.admin.post('blade-flow/model/submit', redrawn('财务一')));
  expect(messageOf(await flow.admin.post('blade-flow/model/submit', redrawn('财务二')))).toMatch(
    /^数据已被他人修改（.+，\d{4}-.+），请刷新后重试$/,
  );
  expect((good(await flow.admin.get('blade-flow/model/detail', { id: made.id })) as Row)['xml']).toContain(
    'name="财务一"',
  );
  good(await flow.admin.post('blade-flow/model/remove', undefined, { ids: made.id }));
  expect(rows(await flow.admin.get('blade-flow/model/list', { modelKey: 'two-steps' }))).toEqual([]);
});

test('EP-0160: what could run is refused by name and line, whoever sends it, and nothing is kept', async () => {
  const xml = chainXml({ key: 'evil', name: '坏', steps: [step('a', 'x', { candidates: [user('first')] })] });
  const script = xml.replace(
    '<bpmn:endEvent',
    '<bpmn:scriptTask id="s" scriptFormat="javascript"><bpmn:script>process.exit()</bpmn:script></bpmn:scriptTask>\n    <bpmn:endEvent',
  );
  const line = script.split('\n').findIndex((each) => each.includes('scriptTask')) + 1;
  expect(
    messageOf(await flow.admin.post('blade-flow/model/submit', { name: 'x', category: 'flow_9', xml: script })),
  ).toContain(`第${line}行：不支持的流程元素 bpmn:scriptTask`);
  expect(
    messageOf(
      await flow.admin.post('blade-flow/model/submit', {
        name: 'x',
        category: 'flow_9',
        xml: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xml.replace(/<\?.*\?>\n/, '')}`,
      }),
    ),
  ).toMatch(/不能包含DOCTYPE/);
  expect(
    await flow.run<unknown>((tx) => tx.row(sql`select 1 as one from flow_model where model_key = 'evil'`)),
  ).toBeUndefined();
  expect(good(await flow.admin.post('blade-flow/model/check', { category: 'flow_9', xml: script }))).toMatchObject({
    pass: false,
    problems: [{ code: 'flow.element', line }],
  });
});

test('EP-0159 EP-0162 EP-0163 EP-0165: a model is deployed in versions, suspended and taken out of use', async () => {
  const definition = await flow.deployed('versions', [step('a', '审批', { candidates: [user('first')] })]);
  const model = rows(await flow.admin.get('blade-flow/model/list', { modelKey: 'versions' }))[0]!;
  good(
    await flow.admin.post('blade-flow/model/deploy', undefined, {
      modelId: model.id,
      category: 'flow_1',
      tenantIds: '000000',
    }),
  );
  const list = rows(await flow.admin.get('blade-flow/manager/list', { key: 'versions', mode: '2' }));
  expect(list.map((row) => [row['version'], row['suspensionState'], row['categoryName']])).toEqual(
    expect.arrayContaining([
      [1, 1, '请假'],
      [2, 1, '请假'],
    ]),
  );
  good(
    await flow.admin.post('blade-flow/manager/change-state', undefined, { processId: definition, state: 'suspend' }),
  );
  expect(
    rows(await flow.admin.get('blade-flow/manager/list', { key: 'versions' })).find((row) => row.id === definition),
  ).toMatchObject({ suspensionState: 2 });
  const id = await flow.leaveOf(flow.people['sender']!);
  await flow.run((tx) => tx.run(sql`update leave set process_definition_id = ${definition} where id = ${id}::bigint`));
  expect(messageOf(await flow.send(flow.people['sender']!, id))).toBe('流程已挂起：versions，请联系管理员');
  good(await flow.admin.post('blade-flow/manager/change-state', undefined, { processId: definition, state: 'active' }));
  good(await flow.send(flow.people['sender']!, id));
  expect(
    messageOf(await flow.admin.post('blade-flow/manager/delete-deployment', undefined, { deploymentIds: definition })),
  ).toBe('存在运行中的流程，不能删除（versions：1 个）');
  await flow.approve(flow.people['first']!, id);
  good(await flow.admin.post('blade-flow/manager/delete-deployment', undefined, { deploymentIds: definition }));
  expect(rows(await flow.admin.get('blade-flow/manager/list', { key: 'versions' })).map((row) => row.id)).not.toContain(
    definition,
  );
  const picture = await flow.house.app.inject({
    method: 'GET',
    url: `/api/blade-flow/process/resource-view?processDefinitionId=${definition}`,
    headers: { 'blade-auth': `bearer ${flow.admin.token}` },
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
    const answer = await flow.house.app.inject({
      method: 'POST',
      url: '/api/blade-flow/manager/deploy-upload',
      headers: {
        'blade-auth': `bearer ${flow.admin.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: `--${boundary}\r\ncontent-disposition: form-data; name="category"\r\n\r\nflow_1\r\n--${boundary}\r\ncontent-disposition: form-data; name="tenantIds"\r\n\r\n000000\r\n${parts}--${boundary}--\r\n`,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const xml = (key: string): string =>
    chainXml({ key, name: key, steps: [step('a', '审批', { candidates: [user('first')] })] });
  expect(
    messageOf(
      await upload([
        ['good.bpmn20.xml', xml('up-good')],
        ['../../evil.bpmn20.xml', xml('up-evil').replace('bpmn:userTask', 'bpmn:serviceTask')],
      ]),
    ),
  ).toBe('evil.bpmn20.xml：第5行：不支持的流程元素 bpmn:serviceTask');
  expect(rows(await flow.admin.get('blade-flow/manager/list', { key: 'up-' }))).toEqual([]);
  good(
    await upload([
      ['a.bpmn20.xml', xml('up-a')],
      ['b.bpmn20.xml', `\uFEFF${xml('up-b')}`],
    ]),
  );
  expect(
    rows(await flow.admin.get('blade-flow/manager/list', { key: 'up-' }))
      .map((row) => row['key'])
      .toSorted(),
  ).toEqual(['up-a', 'up-b']);
});

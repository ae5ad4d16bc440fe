/**
 * The wire contract's sections 1, 8, 9, 12 and 13: addresses, the way in, the menu, what a client counts on, and what
 * most often breaks one.
 */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import {
  askToken,
  BASIC,
  md5,
  openHouse,
  PASSWORD,
  passwordForm,
  type Answer,
  type Client,
  type House,
} from '../../modules/admin/admin.testing.ts';
import { newCaptcha } from '../../modules/admin/sign-in/captcha.server.ts';

interface Node {
  readonly id: string;
  readonly parentId: string;
  readonly code: string;
  readonly name: string;
  readonly path: string;
  readonly category: number;
  readonly children?: readonly Node[] | null;
  readonly [name: string]: unknown;
}
let house: House;
let admin: Client;
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
});
const flatten = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);
const raw = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Record<string, string> = {}) =>
  house.app.inject({ method, url, headers });
const SERVICES =
  'blade-auth blade-user blade-system blade-resource blade-desk blade-log blade-develop blade-report blade-flow ops-system master-data store-management gear-operation sales-mall smart-meal'.split(
    ' ',
  );
const PUBLIC_CALLS = [
  'blade-auth/oauth/captcha',
  'blade-auth/oauth/demonstration',
  'blade-auth/oauth/render/:source',
  'blade-auth/oauth/sources',
  'blade-auth/oauth/token',
  'blade-resource/file/picture',
  'blade-system/tenant/info',
  'gear-operation/gearmenu/publicMenu',
  'gear-operation/gearmenu/publicMenuChanges',
  'store-management/supplierticket/answer',
  'store-management/supplierticket/order',
  'store-management/supplierticket/paper',
  'store-management/supplierticket/ship',
];

test('1: every path lies below a service of the family, in its case; an unknown one and a wrong method answer JSON; only GET and POST', async () => {
  const services = new Set(house.program.calls.map((call) => call.service));
  expect([...services].filter((service) => !SERVICES.includes(service))).toEqual([]);
  expect(house.program.calls.filter((call) => !['GET', 'POST', 'GET+POST'].includes(call.method))).toEqual([]);
  const token = { 'blade-auth': `bearer ${admin.token}` };
  for (const [method, url, status] of [
    ['GET', '/api/nothing', 404],
    ['GET', '/api/blade-user/nothing', 404],
    ['GET', '/api/blade-user/Info', 404],
    ['GET', '/api/BLADE-USER/info', 404],
    ['POST', '/api/blade-user/info', 405],
    ['GET', '/api/blade-system/post/submit', 405],
    ['PUT', '/api/blade-user/info', 405],
    ['DELETE', '/api/blade-system/post/remove', 405],
    ['GET', '/blade-user/info', 404],
  ] as const) {
    const answer = await raw(method, url, token);
    expect([
      method,
      url,
      answer.statusCode,
      String(answer.headers['content-type']).split(';')[0],
      answer.json<{ code: number; success: boolean }>().code,
    ]).toEqual([method, url, status, 'application/json', status]);
  }
  expect(
    house.program.calls
      .filter((call) => call.permission === '*public')
      .map((call) => `${call.service}/${call.path}`)
      .toSorted(),
  ).toEqual(PUBLIC_CALLS);
});

test('8: the captcha is bare, a picture of five characters, case ignored, used once, and gone after two minutes', async () => {
  const { key, image, ...rest } = (
    await raw('GET', '/api/blade-auth/oauth/captcha', { 'blade-auth': 'bearer old' })
  ).json<Record<string, string>>();
  expect([typeof key, image!.startsWith('data:image/png;base64,'), rest]).toEqual(['string', true, {}]);
  const form = { ...passwordForm('chef'), grant_type: 'captcha' };
  const typed = async (headers: Record<string, string>, more: Record<string, string> = {}): Promise<number> =>
    (await askToken(house.app, { ...form, ...more }, headers)).status;
  expect(await typed({ 'captcha-key': (await newCaptcha(house.database, 'AB2CD')).key, 'captcha-code': 'ab2cd' })).toBe(
    200,
  );
  // One client says it again in the query, and one in the query alone.
  expect(await typed({}, { key: (await newCaptcha(house.database, 'AB2CD')).key, code: 'AB2CD' })).toBe(200);
  const late = await newCaptcha(house.database, 'AB2CD');
  await house.owner.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.run(sql`update captcha_challenge set expires_time = now() - interval '1 second' where key = ${late.key}`),
  );
  expect(await typed({ 'captcha-key': late.key, 'captcha-code': 'AB2CD' })).toBe(400);
});

test('8: every grant answers every field, bare, refresh included; optional parameters may be left out; aliases, never names', async () => {
  const fields =
    'access_token refresh_token token_type expires_in tenant_id user_id account user_name nick_name real_name role_name role_id dept_id post_id dept_name oauth_id avatar detail license client_id scope'.split(
      ' ',
    );
  const { tenantId, username, password } = passwordForm('admin');
  const first = await askToken(house.app, {
    tenantId: tenantId!,
    username: username!,
    password: password!,
    grant_type: 'password',
  });
  const again = await askToken(house.app, {
    grant_type: 'refresh_token',
    refresh_token: String(first.body['refresh_token']),
    scope: 'all',
  });
  const captcha = await newCaptcha(house.database, 'AB2CD');
  const withCaptcha = await askToken(
    house.app,
    { ...passwordForm('admin'), grant_type: 'captcha', is_login: 'true' },
    { 'captcha-key': captcha.key, 'captcha-code': 'AB2CD' },
  );
  for (const answer of [first, again, withCaptcha]) {
    expect(answer.status).toBe(200);
    expect(fields.filter((name) => answer.body[name] === undefined || answer.body[name] === null)).toEqual([]);
    expect(['code', 'data', 'msg', 'success'].filter((name) => name in answer.body)).toEqual([]);
    for (const name of ['access_token', 'refresh_token'])
      expect(String(answer.body[name])).toMatch(/^[A-Za-z0-9._-]{20,2000}$/);
    expect(answer.body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user_id: admin.userId,
      tenant_id: '000000',
      detail: { type: 'web' },
    });
    expect(String(answer.body['role_name'])).toMatch(/^[a-z0-9_,-]+$/);
  }
  // A tenant by header alone; a refresh with an old token in the header.
  expect((await askToken(house.app, { username: username!, password: password!, grant_type: 'password' })).status).toBe(
    200,
  );
  expect(
    (
      await askToken(
        house.app,
        { grant_type: 'refresh_token', refresh_token: String(again.body['refresh_token']), tenantId: '000000' },
        { 'blade-auth': 'bearer expired' },
      )
    ).status,
  ).toBe(200);
  const refused = await askToken(house.app, { grant_type: 'refresh_token', refresh_token: 'nothing', scope: 'all' });
  expect([refused.status, refused.body.code, refused.body.success]).toEqual([401, 401, false]);
  // Tokens live longer than clients wait; a record with less is refused.
  expect(
    (
      await admin.post('blade-system/client/submit', {
        clientId: 'short',
        clientSecret: 'short-secret-1',
        authorizedGrantTypes: 'password',
        scope: 'all',
        accessTokenValidity: 3010,
        refreshTokenValidity: 7200,
      })
    ).status,
  ).toBe(400);
});

test('8: who I am, cached rights, the tenant of an address; pending and expired are told to a right password alone', async () => {
  const mine = (await admin.get('blade-auth/oauth/user-info')).body.data as Record<string, unknown>;
  for (const name of 'userId account userName nickName realName avatar tenantId deptId deptName roleId'.split(' '))
    expect([name, typeof mine[name]]).toEqual([name, 'string']);
  expect(mine['roles']).toContain('administrator');
  expect((await admin.get('blade-auth/oauth/clear-cache')).body).toMatchObject({ code: 200, success: true });
  expect((await raw('GET', '/api/blade-system/tenant/info?domain=http://nobody.example.com')).json()).toMatchObject({
    code: 200,
    data: {},
  });
  await house.run((tx) => tx.run(sql`update app_user set audit_state = 'pending' where account = 'client'`));
  const [right, wrong] = [
    await askToken(house.app, passwordForm('client')),
    await askToken(house.app, passwordForm('client', 'wrong123')),
  ];
  expect([right.body['error_description'], wrong.body['error_description']]).toEqual([
    '账号正在审核，请等待管理员通过',
    '用户名或密码错误',
  ]);
  await house.run((tx) => tx.run(sql`update app_user set audit_state = 'approved' where account = 'client'`));
});

test('8: 32 hex digits are a digest at the sign-in and refused where clear text is due; the policy says so in its words; nothing of it is logged', async () => {
  expect((await askToken(house.app, { ...passwordForm('auditor'), password: PASSWORD })).status).toBe(200);
  const { id: deptId } = (
    await admin.post('blade-system/dept/submit', {
      deptName: '公司',
      fullName: '公司',
      parentId: '0',
      deptCategory: '1',
      sort: 1,
    })
  ).body.data as { id: string };
  const roleId = ((await admin.get('blade-system/role/list')).body.data as Node[]).find(
    (role) => role['roleAlias'] === 'user',
  )!.id;
  const made = (password: string) =>
    admin.post('blade-user/submit', {
      account: 'newcomer',
      tenantId: '000000',
      name: '新人',
      realName: '新人',
      roleId,
      deptId,
      postId: '',
      password,
      password2: password,
    });
  expect((await made(md5('abc12345'))).body.msg).toBe('请直接输入新密码，不能使用摘要');
  expect((await made('123')).body.msg).toBe('密码为6-12位数字和字母');
  const person = await house.signIn('chef');
  expect(
    (
      await person.post('blade-user/update-password', undefined, {
        oldPassword: md5(PASSWORD),
        newPassword: md5('fresh2027'),
        newPassword1: md5('fresh2027'),
      })
    ).status,
  ).toBe(200);
  expect((await askToken(house.app, passwordForm('chef', 'fresh2027'))).status).toBe(200);
  await Promise.all(house.program.observers.map((observer) => observer.flush()));
  const logs = JSON.stringify(
    await house.run((tx) =>
      tx.rows(sql`select params, request_uri from api_log union all select params, request_uri from usual_log`),
    ),
  );
  for (const secret of [md5('fresh2027'), md5(PASSWORD), PASSWORD, 'fresh2027']) expect(logs).not.toContain(secret);
});

test('9 RULE-238: routes are pages with all ancestors, nothing null in what is drawn; buttons are a map of leaves; top menus an array', async () => {
  const fields =
    'id parentId code name alias path source sort category action isOpen remark isDeleted parentName categoryName actionName isOpenName hasChildren label icon meta'.split(
      ' ',
    );
  const data = async <T = Node[]>(path: string, query: Record<string, string> = {}, who = admin): Promise<T> =>
    (await who.get(path, query)).body.data as T;
  const routes = await data('blade-system/menu/routes');
  const all = flatten(routes);
  for (const node of all) {
    expect
      .soft([node.code, fields.filter((name) => node[name] === undefined || node[name] === null)])
      .toEqual([node.code, []]);
    expect
      .soft([
        node.code,
        node.category,
        typeof node.id,
        /^(\/|https?:)/.test(node.path),
        node['label'] === node.name,
        node['icon'] === node['source'],
        Object.keys(node['meta'] as object).filter((name) => !['i18n', 'roles'].includes(name)),
        node.path.endsWith('/index'),
      ])
      .toEqual([node.code, 1, 'string', true, true, true, [], false]);
    expect.soft([node.code, node['hasChildren']]).toEqual([node.code, (node.children ?? []).length > 0]);
  }
  expect(new Set(all.map((node) => node.code)).size).toBe(all.length);
  expect(
    (
      await house.app.inject({
        url: '/api/ops-system/menu/getRoutes',
        headers: { 'blade-auth': `bearer ${admin.token}` },
      })
    ).json<{ data: Node[] }>().data,
  ).toEqual(routes);
  const buttons = flatten(await data('blade-system/menu/buttons'));
  expect(buttons.filter((node) => node.children === undefined).every((node) => node.category === 2)).toBe(true);
  expect(
    buttons
      .filter((node) => node.children !== undefined)
      .every((node) => node.category === 1 && node.children!.length > 0),
  ).toBe(true);
  const chef = await house.signIn('chef', 'fresh2027');
  const few = flatten(await data('blade-system/menu/routes', {}, chef));
  expect([few.length > 0, few.length < all.length]).toEqual([true, true]);
  // Two lists for each person: the top menus, and the menus, all or those of the top menu chosen.
  expect(await data('blade-system/menu/top-menu', {}, chef)).toEqual([]);
  const top = (
    await admin.post('blade-system/topmenu/submit', { code: 'top', name: '顶部', source: 'x', path: '/top', sort: 1 })
  ).body.data as { id: string };
  const desk = few.find((node) => node.path === '/desk')!;
  expect(
    (
      await admin.post('blade-system/topmenu/grant', {
        topMenuIds: top.id,
        menuIds: [desk, ...flatten(desk.children ?? [])].map((node) => node.id).join(','),
      })
    ).status,
  ).toBe(200);
  expect(await data<unknown>('blade-system/menu/top-menu', {}, chef)).toMatchObject([
    { id: top.id, code: 'top', name: '顶部', source: 'x', path: '/top', sort: 1 },
  ]);
  expect((await data('blade-system/menu/routes', { topMenuId: top.id }, chef)).map((node) => node.path)).toEqual([
    '/desk',
  ]);
  expect(flatten(await data('blade-system/menu/routes', {}, chef)).length).toBe(few.length);
  // What every client asks when it starts, of whoever is signed in.
  for (const path of [
    'blade-system/dict/dictionary?code=flow',
    'blade-system/dict/dictionary?code=nothing',
    'blade-system/dept/DeptAll',
    'blade-system/dept/realDeptAll',
    'blade-system/bizEnums/getAll',
  ]) {
    const [base, query = ''] = path.split('?');
    const answer = await chef.get(base!, Object.fromEntries(new URLSearchParams(query)));
    expect([path, answer.status, Array.isArray(answer.body.data) || path.includes('bizEnums')]).toEqual([
      path,
      200,
      true,
    ]);
  }
});

const PATHS =
  `/system/param /system/dict /system/dictbiz /system/menu /system/user /system/dept /system/tenant /system/post /system/client /system/topmenu /authority/role /authority/datascope /authority/apiscope /desk/notice /base/region
  /monitor/log/usual /monitor/log/api /monitor/log/error /tool/code /tool/datasource /report/reportlist /resource/oss /resource/sms /resource/attach /flow/model /flow/deploy /flow/manager /flow/follow /work/start /work/claim /work/todo /work/send /work/done
  /desk /system /authority /base /monitor /monitor/log /tool /report /resource /flow /work`.split(/\s+/);
const BUTTONS = [
  ...'param dict dictbiz menu role user dept tenant post client topmenu notice code datasource oss sms'
    .split(' ')
    .flatMap((code) => ['add', 'edit', 'delete', 'view'].map((alias) => `${code}_${alias}`)),
  ...`user_role user_reset topmenu_setting data_scope_setting api_scope_setting region_add region_delete region_import region_export region_debug log_usual_view log_api_view log_error_view oss_enable sms_enable attach_upload attach_download attach_delete
  flow_model_create flow_model_update flow_model_deploy flow_model_download flow_model_delete flow_manager_state flow_manager_image flow_manager_remove flow_follow_delete work_start_flow work_start_image work_claim_sign work_claim_detail work_claim_follow
  work_todo_handle work_todo_detail work_todo_follow work_send_detail work_send_follow work_done_detail work_done_follow`.split(
    /\s+/,
  ),
];

test('12: the seeds a client counts on are there: roles, clients, parameters, pages, buttons, dictionaries', async () => {
  const rows = <T extends object>(text: Parameters<House['run']>[0]): Promise<T[]> => house.run<T[]>(text);
  const aliases = (await rows<{ roleAlias: string }>((tx) => tx.rows(sql`select role_alias from role`))).map(
    (row) => row.roleAlias,
  );
  expect(['administrator', 'admin', 'user', 'guest'].filter((alias) => !aliases.includes(alias))).toEqual([]);
  expect(
    await rows((tx) =>
      tx.rows(
        sql`select client_id, authorized_grant_types as grants, scope, access_token_validity as access,
          refresh_token_validity as refresh from client where client_id in ('saber', 'sword') order by client_id`,
      ),
    ),
  ).toEqual(
    ['saber', 'sword'].map((clientId) => ({
      clientId,
      grants: 'refresh_token,password,captcha,social',
      scope: 'all',
      access: 3600,
      refresh: 604_800,
    })),
  );
  const menu = await rows<{ path: string; code: string; category: number; alias: string }>((tx) =>
    tx.rows(sql`select path, code, category, alias from menu`),
  );
  expect(PATHS.filter((path) => !menu.some((node) => node.category === 1 && node.path === path))).toEqual([]);
  expect(BUTTONS.filter((code) => !menu.some((node) => node.category === 2 && node.code === code))).toEqual([]);
  for (const [path, code] of [
    ['/system/param', 'param'],
    ['/authority/datascope', 'data_scope'],
    ['/authority/apiscope', 'api_scope'],
    ['/monitor/log/usual', 'log_usual'],
    ['/flow/model', 'flow_model'],
    ['/work/start', 'work_start'],
  ] as const)
    expect([path, menu.find((node) => node.path === path)?.code]).toEqual([path, code]);
  expect(
    menu
      .filter(
        (node) => node.category === 2 && /_(add|edit|delete|view)$/.test(node.code) && !node.code.endsWith(node.alias),
      )
      .map((node) => node.code),
  ).toEqual([]);
  const keys = async (code: string): Promise<unknown[]> =>
    ((await admin.get('blade-system/dict/dictionary', { code })).body.data as { dictKey: string }[]).map(
      (entry) => entry.dictKey,
    );
  for (const [code, wanted] of [
    ['sex', '1 2'],
    ['notice', '1 2 3 4 5 6'],
    ['post_category', '1 2 3 4'],
    ['menu_category', '1 2'],
    ['button_func', '1 2 3'],
    ['yes_no', '1 2'],
    ['data_scope_type', '1 2 3 4 5'],
    ['api_scope_type', '1 2'],
    ['region', '0 1 2 3 4 5'],
    ['user_type', '1 2 3'],
  ] as const)
    expect.soft([code, (await keys(code)).slice(0, wanted.split(' ').length).join(' ')]).toEqual([code, wanted]);
  for (const code of ['org_category', 'flow', 'oss', 'sms'])
    expect.soft([code, (await keys(code)).length > 0]).toEqual([code, true]);
  for (const code of ['cookingMethod', 'sex', 'incomeMode', 'deviceType'])
    expect
      .soft([code, ((await admin.get('blade-system/dict-biz/dictionary', { code })).body.data as unknown[]).length > 0])
      .toEqual([code, true]);
});

test('13: no leaf of a button tree has a list, no id is a number, no refusal a person reads is anything but 400, nobody is thrown out for a missing right', async () => {
  const answers: readonly Answer[] = await Promise.all(
    [
      'blade-system/menu/buttons',
      'blade-system/menu/routes',
      'blade-system/menu/grant-tree',
      'blade-system/menu/grant-top-tree',
      'blade-system/role/list',
      'blade-system/dept/list',
      'blade-user/page',
      'blade-system/dict/list',
    ].map((path) => admin.get(path)),
  );
  for (const { body } of answers) {
    expect(JSON.stringify(body)).not.toContain('"children":[]');
    expect(JSON.stringify(body)).not.toMatch(/"(id|[a-zA-Z]+Id|createUser|createDept)":\d/);
  }
  const auditor = await house.signIn('auditor');
  expect((await auditor.post('blade-system/role/submit', {})).status).toBe(403);
  for (const path of ['menu/role-tree-keys', 'menu/top-tree-keys', 'menu/grant-tree', 'menu/grant-top-tree'])
    expect([path, (await admin.get(`blade-system/${path}`, { roleIds: '1', topMenuIds: '1' })).status]).toEqual([
      path,
      200,
    ]);
  expect(
    (
      await raw('POST', '/api/blade-auth/oauth/token?grant_type=password&username=admin&password=x&tenantId=000000', {
        authorization: BASIC,
      })
    ).statusCode,
  ).toBe(400);
});

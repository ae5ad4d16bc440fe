/** Promise 50: a choice list tells nobody more than his lists, and outsiders only what is theirs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import { SESSION } from '../../kernel/core/contract.ts';
import type { Call, SignedIn } from '../../kernel/server/context.ts';
import { openCompany, TENANT, type Row, type TheCompany } from './the-company.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';

/**
 * The calls open to suppliers, clients and guests without a right: about themselves, and the words every screen needs.
 * Adding one is a decision.
 */
const FOR_OUTSIDERS = [
  'GET /api/blade-auth/oauth/clear-cache',
  'GET /api/blade-auth/oauth/links',
  'GET /api/blade-auth/oauth/logout',
  'GET /api/blade-auth/oauth/user-info',
  'GET /api/blade-auth/session/mine',
  'GET /api/blade-desk/message/mine',
  'GET /api/blade-desk/message/stream',
  'GET /api/blade-desk/message/unread',
  'GET /api/blade-report/home/queue',
  'GET /api/blade-report/print/download',
  'GET /api/blade-resource/file/download',
  'GET /api/blade-resource/job/detail',
  'GET /api/blade-resource/job/page',
  'GET /api/blade-system/bizEnums/getAll',
  'GET /api/blade-system/dict-biz/dictionary',
  'GET /api/blade-system/dict/dictionary',
  'GET /api/blade-system/index/initData',
  'GET /api/blade-system/menu/buttons',
  'GET /api/blade-system/menu/routes',
  'GET /api/blade-system/menu/top-menu',
  'GET /api/blade-system/region/lazy-tree',
  'GET /api/blade-system/region/select',
  'GET /api/blade-system/search/records',
  'GET /api/blade-user/info',
  'GET /api/blade-user/user-verifypwd',
  'GET /api/ops-system/menu/getRoutes',
  'POST /api/blade-auth/oauth/link',
  'POST /api/blade-auth/oauth/linked',
  'POST /api/blade-auth/oauth/logout',
  'POST /api/blade-auth/oauth/unlink',
  'POST /api/blade-auth/session/end',
  'POST /api/blade-auth/session/lock',
  'POST /api/blade-auth/session/unlock',
  'POST /api/blade-desk/message/read',
  'POST /api/blade-desk/message/read-all',
  'POST /api/blade-desk/notice/read',
  'POST /api/blade-log/error/batch',
  'POST /api/blade-report/print/document',
  'POST /api/blade-report/print/print',
  'POST /api/blade-resource/download-ticket',
  'POST /api/blade-resource/job/cancel',
  'POST /api/blade-resource/oss/endpoint/put-file',
  'POST /api/blade-resource/oss/endpoint/put-file-attach',
  'POST /api/blade-user/register-guest',
  'POST /api/blade-user/update-info',
  'POST /api/blade-user/update-password',
];

let company: TheCompany;
let calls: { call: Call; method: 'GET' | 'POST'; url: string }[];
beforeAll(async () => {
  company = await openCompany();
  calls = company.program.calls.flatMap((call) =>
    (call.method === 'GET+POST' ? (['GET', 'POST'] as const) : ([call.method] as const)).map((method) => ({
      call,
      method,
      url: `/api/${call.service}/${call.path}`,
    })),
  );
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

const open = (): typeof calls => calls.filter(({ call }) => call.permission === SESSION);
const selects = (): Declaration[] =>
  company.declarations.filter((declaration) =>
    calls.some(
      ({ url }) =>
        url === `/api/${declaration.service}/${declaration.segment === '' ? '' : `${declaration.segment}/`}select`,
    ),
  );
const optionsOf = async (
  declaration: Declaration,
  token: string,
  input: Record<string, unknown> = {},
): Promise<Row[] | number> => {
  const { status, body } = await company.get(declaration, 'select', { size: 200, ...input }, token);
  return status === 200 ? (body.data as Row[]) : status;
};
const signedIn = async (account: string, change: Partial<SignedIn> = {}): Promise<string> =>
  company.signIn({ ...(await company.person(account)), ...change });

test('promise 50: of the calls open to everybody signed in, a guest gets these and no other', async () => {
  const guest = await signedIn('guest');
  const answered: string[] = [];
  for (const { method, url } of open()) {
    const { status, body } = await company.call(guest, method, url, {});
    if (status !== 403 || (url.endsWith('/register-guest') && body.msg !== '')) answered.push(`${method} ${url}`);
  }
  expect(answered.toSorted()).toEqual(FOR_OUTSIDERS);
});

test.each(['supplier', 'client'])(
  'promise 50: a %s gets these as well, and of choices those of the lists he may open',
  async (account) => {
    const person = await company.person(account);
    const token = company.signIn(person);
    const views = new Set(
      company.declarations
        .filter(
          (declaration) =>
            declaration.calls.includes('page') &&
            ['view', 'edit'].some((button) => person.permissions.has(permissionOf(declaration, button))),
        )
        .map(({ name }) => name),
    );
    const wrong: string[] = [];
    for (const { call, method, url } of open()) {
      const { status } = await company.call(token, method, url, {});
      const his =
        FOR_OUTSIDERS.includes(`${method} ${url}`) ||
        (call.chooses !== undefined && call.path.endsWith('select') && views.has(call.chooses));
      if ((status === 403) === his && !url.endsWith('/register-guest')) wrong.push(`${method} ${url} → ${status}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('promise 50: whoever neither lists a record nor refers to it is offered none; parameters are for those who may read them', async () => {
  const token = await signedIn('user');
  const offered: string[] = [];
  for (const declaration of selects())
    if (typeof (await optionsOf(declaration, token)) !== 'number') offered.push(declaration.name);
  expect(offered.toSorted()).toEqual(['dataSource', 'flowDelegation', 'leave', 'notice', 'region', 'tenant', 'user']);
  expect(
    (await company.call(token, 'GET', '/api/blade-system/param/select', { paramKey_equal: 'account.initPassword' }))
      .status,
  ).toBe(403);
});

test('promise 50: what only a form refers to comes with id, title and code, and is filtered by nothing else', async () => {
  const token = await signedIn('user');
  const user = company.program.registry.find('user');
  const all = (await optionsOf(user, token)) as Row[];
  expect(all.length).toBeGreaterThan(10);
  expect([...new Set(all.flatMap((row) => Object.keys(row)))].toSorted()).toEqual(['code', 'id', 'realName', 'title']);
  const [{ phone }] = (await company.asOwner<{ phone: string }>(
    "update app_user set phone = '13912345678', search_text = search_text || ' 13912345678' where tenant_id = $1 and account = 'chef' returning phone",
    [TENANT],
  )) as [{ phone: string }];
  expect(((await optionsOf(user, token, { phone_like: phone.slice(0, 6) })) as Row[]).length).toBe(all.length);
  expect(await optionsOf(user, token, { keyword: phone.slice(0, 6) })).toEqual([]);
  expect(((await optionsOf(user, token, { keyword: 'csz' })) as Row[]).map((row) => row['title'])).toEqual(['厨师长']);
  expect(
    ((await optionsOf(user, await signedIn('admin'), { keyword: phone.slice(0, 6) })) as Row[]).map(
      (row) => row['title'],
    ),
  ).toEqual(['厨师长']);
});

test('promise 50: whoever lists some of a record finds those by every filter, and of the others the names alone', async () => {
  const [own] = await company.asOwner<{ id: string }>(
    "select id from dept where tenant_id = $1 and dept_category = '2' order by id",
    [TENANT],
  );
  const person = await company.person('storekeeper');
  const token = company.signIn({ ...person, scope: { all: false, depts: [own!.id] } });
  const warehouse = company.program.registry.find('warehouse');
  const rows = (await optionsOf(warehouse, token)) as Row[];
  const mine = rows.filter((row) => row['projectGroupDeptId'] === own!.id);
  expect([mine.length, rows.length]).toEqual([1, 2]);
  expect(rows.filter((row) => !mine.includes(row)).map((row) => Object.keys(row).toSorted())).toEqual([
    ['code', 'id', 'name', 'title'],
  ]);
  expect(
    ((await optionsOf(warehouse, token, { projectGroupDeptId_notnull: '1' })) as Row[]).map((row) => row.id),
  ).toEqual(mine.map((row) => row.id));
});

test('a choice carries its title under the name of its own, too', async () => {
  const admin = await signedIn('admin');
  const wrong: string[] = [];
  for (const declaration of selects()) {
    const name = declaration.title ?? (declaration.fields['name'] ? 'name' : 'id');
    for (const row of ((await optionsOf(declaration, admin)) as Row[]).slice(0, 3))
      if (row[name] !== row['title'])
        wrong.push(`${declaration.name}.${name}: ${String(row[name])} for ${String(row['title'])}`);
  }
  expect(wrong).toEqual([]);
  const first = async (path: string): Promise<Row> =>
    ((await company.call(admin, 'GET', `/api/blade-system/${path}/select`)).body.data as Row[])[0]!;
  expect((await first('post'))['postName']).toMatch(/\p{Script=Han}/u);
  expect(await first('region')).toMatchObject({
    name: expect.stringMatching(/./),
    code: expect.stringMatching(/^\d+$/),
  });
});

test('promise 50: a supplier lists and chooses what names him, and nothing of another', async () => {
  const token = await signedIn('supplier');
  const [{ supplierId }] = (await company.asOwner<{ supplierId: string }>(
    'select supplier_id as "supplierId" from app_user where tenant_id = $1 and account = \'supplier\'',
    [TENANT],
  )) as [{ supplierId: string }];
  for (const [name, table] of [
    ['purchaseOrder', 'purchase_order'],
    // Deliveries to factories are a list of their own.
    ['inStore', "(select * from in_store where instore_type = 'site') t"],
    ['supplierMaterial', 'supplier_material'],
  ] as const) {
    const his = (
      await company.asOwner<{ id: string }>(`select id from ${table} where supplier_id = $1`, [supplierId])
    ).map((row) => row.id);
    const declaration = company.program.registry.find(name);
    const view = permissionOf(declaration, 'view');
    const eyes = name === 'supplierMaterial' ? await signedIn('supplier', { permissions: new Set([view]) }) : token;
    expect([name, (await company.rowsOf(declaration, eyes)).map((row) => row.id).toSorted()]).toEqual([
      name,
      his.toSorted(),
    ]);
    expect(his.length).toBeGreaterThan(0);
  }
  const supplier = company.program.registry.find('supplier');
  expect(((await optionsOf(supplier, token)) as Row[]).map((row) => row.id)).toEqual([supplierId]);
  expect((await company.rowsOf(supplier, token)).map((row) => row.id)).toEqual([supplierId]);
});

test('a role with a scope nobody knows, or with that of a party nobody belongs to, shows no row', async () => {
  const order = company.program.registry.find('purchaseOrder');
  for (const value of ['my-supplier', 'my-client', 'everything', 'all', '']) {
    await company.asOwner(
      "update role set data_scope_type = '5', data_scope_value = $2 where tenant_id = $1 and role_alias = 'price-controller'",
      [TENANT, value],
    );
    expect([value, await company.rowsOf(order, await signedIn('price-controller'))]).toEqual([value, []]);
  }
});

test.each([
  ['admin', 40],
  ['storekeeper', 15],
  ['chef', 5],
  ['data-steward', 15],
  ['supplier', 3],
  ['guest', 0],
] as const)(
  'promise 50: of the search over all lists %s gets what his own lists show and nothing else',
  async (account, least) => {
    const token = await signedIn(account);
    const hits = new Map<string, { resource: string; id: string }>();
    for (const keyword of ['西红柿', 'xhs', '大', 'V3', 'CG2026', 'RK', 'PC2026', 'a', '%', "o'"]) {
      const { status, body } = await company.call(token, 'GET', '/api/blade-system/search/records', { keyword });
      expect(status, keyword).toBe(200);
      for (const hit of body.data as { resource: string; id: string }[]) hits.set(`${hit.resource} ${hit.id}`, hit);
    }
    expect(hits.size).toBeGreaterThanOrEqual(least);
    const hidden: string[] = [];
    for (const { resource, id } of hits.values()) {
      const declaration = company.program.registry.find(resource);
      const verb = declaration.calls.includes('page') ? 'page' : 'list';
      const { status, body } = await company.get(declaration, verb, { id, size: 1 }, token);
      if (status !== 200 || (body.data as { records: Row[] }).records.length === 0) hidden.push(`${resource} ${id}`);
    }
    expect(hidden).toEqual([]);
  },
);

test('the search over all lists puts first what was typed to the letter: code, name, pinyin', async () => {
  const find = async (keyword: string): Promise<readonly { resource: string; title: string; code: string }[]> =>
    (await company.call(company.admin, 'GET', '/api/blade-system/search/records', { keyword })).body.data as never;
  const [tomato] = await find('西红柿');
  expect(tomato).toMatchObject({ resource: 'material', title: '西红柿' });
  for (const word of [tomato!.code, tomato!.code.toLowerCase(), 'xihongshi', ' 西红柿 '])
    expect((await find(word))[0], word).toEqual(tomato);
});

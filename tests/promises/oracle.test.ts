/** Promises 24, 27 and 50 against an oracle: who should see which rows is reckoned apart from the product, and asked of every call that answers rows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SESSION } from '../../kernel/core/contract.ts';
import type { Call } from '../../kernel/server/context.ts';
import { fillFaces } from '../contracts/made-documents.ts';
import { openCompany, TENANT, type TheCompany } from '../contracts/the-company.ts';
import { DEMO_PATIENCE } from '../support/demo-database.ts';
import { everyPermission } from '../support/program.ts';
import { deptsOf, ELSEWHERE, rawDepts, rawRows, SCOPED, sees, type RawRow, type Seer } from './who-sees-what.ts';

interface Person extends Seer {
  readonly userId: string;
  /** His scope with every right there is, so that the scope alone stands between him and a row. */
  readonly mighty: string;
  /** With the rights he has. */
  readonly real: string;
  readonly permissions: ReadonlySet<string>;
  readonly visible: ReadonlyMap<string, ReadonlySet<string>>;
}
let company: TheCompany;
let people: Person[];
const raw = new Map<string, readonly RawRow[]>();
/** Which scoped record an id belongs to. */
const kindOf = new Map<string, string>();

/** A second company with one of the two sites, rows that name no department, and rows somebody made beyond his scope. */
async function arrange(): Promise<{ site1: string; restaurant1: string; stall1: string; site2: string }> {
  const named = async (category: string, place: number): Promise<string> =>
    (
      await company.asOwner<{ id: string }>(
        'select id from dept where tenant_id = $1 and dept_category = $2 order by id',
        [TENANT, category],
      )
    )[place]!.id;
  const [site1, site2, restaurant1, stall1] = [
    await named('2', 0),
    await named('2', 1),
    await named('3', 0),
    await named('4', 0),
  ];
  const [other] = await company.asOwner<{ id: string }>(
    `insert into dept (tenant_id, code, dept_name, full_name, parent_id, ancestors, dept_category, sort, search_text) values ($1, 'B2', '第二公司', '第二公司', 0, '0', '1', 9, 'b2') returning id`,
    [TENANT],
  );
  await company.asOwner('update dept set company_dept_id = id where id = $1', [other!.id]);
  await company.asOwner('update dept set parent_id = $2 where id = $1', [site2, other!.id]);
  await company.asOwner(
    'with recursive below as (select id from dept where id = $1 union select d.id from dept d join below b on d.parent_id = b.id) update dept set company_dept_id = $2 where id in (select id from below)',
    [site2, other!.id],
  );
  for (const table of ['enterprise', 'management_price_plan', 'price_warning', 'source_inventory_configure'])
    await company.asOwner(
      `update ${table} set company_dept_id = $2 where id in (select id from ${table} where tenant_id = $1 order by id limit 1)`,
      [TENANT, other!.id],
    );
  for (const table of ['purchase_order', 'purchase_request'])
    await company.asOwner(
      `update ${table} set blade_project_dept_id = null where id in (select id from ${table} where tenant_id = $1 order by id limit 2)`,
      [TENANT],
    );
  // Of the documents with several addresses some of each, of whichever department they are.
  for (const [table, column] of [
    ['in_store', 'instore_type'],
    ['stock_check', 'place_kind'],
  ])
    await company.asOwner(
      `update ${table} set ${column} = 'factory' where id in (select id from (select id, row_number() over (order by id) as nr from ${table} where tenant_id = $1) r where nr % 2 = 0)`,
      [TENANT],
    );
  await fillFaces(company);
  return { site1, restaurant1, stall1, site2 };
}

beforeAll(async () => {
  company = await openCompany();
  const { site1, restaurant1, stall1, site2 } = await arrange();
  const seers: readonly Seer[] = [
    { account: 'finance', stands: [site1], width: 'everything', scope: ['1', null] },
    { account: 'user', stands: [site1], width: 'own rows', scope: ['2', null] },
    { account: 'project-manager', stands: [site1], width: 'his departments', scope: ['3', null] },
    { account: 'restaurant-manager', stands: [restaurant1], width: 'and below', scope: ['4', null] },
    { account: 'purchaser', stands: [restaurant1], width: 'his company', scope: ['5', 'my-company'] },
    { account: 'hq-planner', stands: [site2], width: 'his company', scope: ['5', 'my-company'] },
    { account: 'storekeeper', stands: [site2], width: 'and below', scope: ['5', 'my-warehouses'] },
    {
      account: 'chef',
      stands: [restaurant1],
      width: 'these departments',
      named: [stall1, site2],
      scope: ['5', `dept:${stall1},${site2}`],
    },
    { account: 'price-controller', stands: [site1], width: 'nothing he has', scope: ['5', 'my-supplier'] },
    { account: 'data-steward', stands: [site1], width: 'nothing he has', scope: ['5', 'a word nobody knows'] },
    { account: 'supplier', stands: [site1], width: 'own rows', scope: ['5', 'my-supplier'], party: 'supplier' },
    { account: 'client', stands: [site1], width: 'own rows', scope: ['5', 'my-client'], party: 'client' },
    { account: 'guest', stands: [site1], width: 'own rows', scope: ['2', null], party: 'guest' },
  ];
  for (const { account, stands, scope } of seers) {
    await company.asOwner(
      'update role set data_scope_type = $3, data_scope_value = $4 where tenant_id = $1 and role_alias = $2',
      [TENANT, account, ...scope],
    );
    await company.asOwner('update app_user set dept_id = $3::bigint[] where tenant_id = $1 and account = $2', [
      TENANT,
      account,
      stands,
    ]);
    // One row of every kind that he made himself, wherever it lies.
    if (account === 'chef')
      for (const { table } of Object.values(SCOPED))
        await company.asOwner(
          `update ${table} t set create_user = (select id from app_user where tenant_id = $1 and account = $2) where t.id = (select id from ${table} where tenant_id = $1 order by id desc limit 1)`,
          [TENANT, account],
        );
  }
  const depts = await rawDepts(company, TENANT);
  for (const [name, scoped] of Object.entries(SCOPED)) {
    raw.set(name, await rawRows(company, TENANT, scoped));
    for (const { id } of raw.get(name)!) kindOf.set(id, name);
  }
  people = [];
  for (const seer of seers) {
    const person = await company.person(seer.account);
    const [{ supplier }] = (await company.asOwner<{ supplier: string | null }>(
      'select supplier_id::text as supplier from app_user where id = $1',
      [person.userId],
    )) as [{ supplier: string | null }];
    const his = deptsOf(seer, depts);
    people.push({
      ...seer,
      userId: person.userId,
      permissions: person.permissions,
      real: company.signIn(person),
      mighty: company.signIn({ ...person, permissions: everyPermission(company.program) }),
      visible: new Map(
        Object.entries(SCOPED).map(([name, scoped]) => [
          name,
          new Set(
            raw
              .get(name)!
              .filter((row) => sees(seer, person.userId, supplier, his, scoped, row))
              .map((row) => row.id),
          ),
        ]),
      ),
    });
  }
}, DEMO_PATIENCE);
afterAll(() => company.close());

test('the oracle knows every record whose rows are for some, and its people see different things', () => {
  const declared = company.declarations.filter(
    (declaration) =>
      declaration.platform !== true &&
      (declaration.scope !== null ||
        declaration.name === 'supplier' ||
        Object.values(declaration.fields).some((field) => field.rules.target === 'supplier' && !field.rules.computed)),
  );
  expect(declared.map(({ name }) => name).toSorted()).toEqual([...Object.keys(SCOPED), ...ELSEWHERE].toSorted());
  const sizes = people.map(({ visible }) => visible.get('purchaseOrder')!.size);
  expect(new Set(sizes).size).toBeGreaterThan(5);
  expect(sizes[0]).toBe(raw.get('purchaseOrder')!.length);
});

test('promise 27: every list shows each person the rows that are his to see, all of them and no other', async () => {
  const wrong: string[] = [];
  for (const person of people) {
    for (const name of Object.keys(SCOPED)) {
      const declaration = company.program.registry.find(name);
      if (!declaration.calls.some((verb) => verb === 'page' || verb === 'list') || name === 'dept') continue;
      const shown = new Set((await company.rowsOf(declaration, person.mighty)).map((row) => row.id));
      const his = person.visible.get(name)!;
      const [more, less] = [
        [...shown].filter((id) => !his.has(id)).length,
        [...his].filter((id) => !shown.has(id)).length,
      ];
      if (more + less > 0) wrong.push(`${person.account} ${name}: ${more} too many, ${less} too few of ${his.size}`);
    }
  }
  expect(wrong).toEqual([]);
}, 240_000);

/** Everything in an answer that has an id. */
function* records(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const each of value) yield* records(each);
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Record<string, unknown>)['id'] === 'string') yield value as Record<string, unknown>;
    for (const each of Object.values(value)) yield* records(each);
  }
}

/** What a record beyond one's scope is known by, where a form may name it: departments and where they stand, people, warehouses, menu templates; sites and stalls by the calls that answer all. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  dept: [
    'code',
    'deptName',
    'fullName',
    'title',
    'key',
    'value',
    'parentId',
    'parentName',
    'children',
    'hasChildren',
    'deptCategory',
    'companyDeptId',
    'bladeProjectDeptId',
    'useRestaurantDeptId',
    'sort',
    'frozen',
    'isVirtual',
  ],
  user: ['code', 'realName', 'title', 'account', 'name'],
  warehouse: ['code', 'name', 'title', 'companyDeptId', 'projectGroupDeptId'],
  menuTemplate: ['billCode', 'code', 'name', 'title'],
  projectDeptSystem: ['code', 'projectDeptName', 'name', 'bladeProjectDeptId', 'companyDeptId'],
  operationSystem: ['code', 'name', 'gearOperationDeptId'],
};
/** About himself, and the menus of a site that hold at his stall. */
const OF_HIS_OWN = ['blade-user/info', 'master-data/menutemplate/pageGearOperation'];
/** Keys by which an answer tells more of a record than its name. */
const beyond = (person: Person, url: string, row: Record<string, unknown>): string => {
  const kind = kindOf.get(String(row['id']));
  if (kind === undefined || person.visible.get(kind)!.has(String(row['id'])) || OF_HIS_OWN.includes(url)) return '';
  const more = Object.keys(row).filter(
    (key) => key !== 'id' && row[key] !== '' && !(BY_NAME[kind] ?? []).includes(key),
  );
  return more.length > 0 || person.party !== undefined ? `a ${kind} with ${more.join()}` : '';
};

/** Every call that answers records: as it stands, and for the first places, materials and suppliers there are. */
async function answersOf(
  token: string,
  calls: readonly Call[],
): Promise<{ url: string; found: Record<string, unknown>[] }[]> {
  const first = async (table: string): Promise<string> =>
    (
      await company.asOwner<{ id: string }>(
        `select id::text from ${table} where tenant_id = $1 order by id desc limit 1`,
        [TENANT],
      )
    )[0]!.id;
  const [material, supplier, warehouse, site, restaurant] = [
    await first('material'),
    await first('supplier'),
    await first('warehouse'),
    await first('project_dept_system'),
    await first('use_restaurant'),
  ];
  const [dept] = await company.asOwner<{ id: string }>(
    "select id::text from dept where tenant_id = $1 and dept_category = '2' order by id desc limit 1",
    [TENANT],
  );
  const asked = [
    { size: 200 },
    {
      size: 200,
      materialId: material,
      supplierId: supplier,
      warehouseId: warehouse,
      deptId: dept!.id,
      bladeProjectDeptId: dept!.id,
      useRestaurantId: restaurant,
      projectDeptId: site,
      projectGroupDeptId: dept!.id,
      bladeRestaurantDeptId: dept!.id,
      id: dept!.id,
      deptCategory: '2,3,4',
      code: '00',
      parentId: '0',
      parentCode: '00',
    },
  ];
  const found: { url: string; found: Record<string, unknown>[] }[] = [];
  for (const call of calls) {
    if (call.method === 'POST' && call.reads !== true) continue;
    // What one was sent oneself, and what goes out as a file, has tests of its own.
    if (call.path.endsWith('message/stream') || call.path.includes('exportExcel') || call.path.includes('download'))
      continue;
    for (const input of asked) {
      const { status, body } = await company.call(
        token,
        call.method === 'POST' ? 'POST' : 'GET',
        `/api/${call.service}/${call.path}`,
        input,
      );
      if (status === 200) found.push({ url: `${call.service}/${call.path}`, found: [...records(body.data)] });
    }
  }
  return found;
}

test('promises 24, 27 and 50: no call that is open to everybody signed in answers a row beyond what is his, but by name where a form of his may name it', async () => {
  const open = company.program.calls.filter((call) => call.permission === SESSION);
  const wrong = new Set<string>();
  for (const person of people)
    for (const { url, found } of await answersOf(person.real, open))
      for (const row of found)
        if (beyond(person, url, row) !== '') wrong.add(`${person.account}: ${url} shows ${beyond(person, url, row)}`);
  expect([...wrong]).toEqual([]);
}, 240_000);

test('promise 50: whoever holds every right sees by no call more than is his', async () => {
  const wrong = new Set<string>();
  for (const person of people.filter(({ account }) => ['restaurant-manager', 'supplier'].includes(account))) {
    for (const { url, found } of await answersOf(person.mighty, company.program.calls))
      for (const row of found)
        if (beyond(person, url, row) !== '') wrong.add(`${person.account}: ${url} shows ${beyond(person, url, row)}`);
  }
  expect([...wrong]).toEqual([]);
}, 240_000);

test('promise 50: a parameter is told by value only to who may read parameters, and a secret to nobody', async () => {
  const [{ value }] = (await company.asOwner<{ value: string }>(
    "select param_value as value from param where tenant_id = $1 and param_key = 'account.initPassword'",
    [TENANT],
  )) as [{ value: string }];
  expect(value).toMatch(/^sealed:/);
  for (const person of people) {
    const { status } = await company.call(person.real, 'GET', '/api/blade-system/param/select', {
      paramKey_equal: 'account.initPassword',
    });
    expect([person.account, status]).toEqual([person.account, person.permissions.has('param_view') ? 200 : 403]);
  }
});

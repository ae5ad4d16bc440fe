/**
 * Promises 24, 27 and 50 against an oracle: who should see which rows is reckoned apart from the product, and asked of
 * every call that answers rows.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRows, SESSION } from '../../kernel/core/contract.ts';
import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import { targetOf } from '../../kernel/core/kinds.ts';
import type { Call } from '../../kernel/server/context.ts';
import { fillFaces } from '../contracts/made-documents.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { addressOf, listVerb, openCompany, TENANT, type Row, type TheCompany } from '../contracts/the-company.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { everyPermission } from '../support/program.ts';
import {
  deptsOf,
  ELSEWHERE,
  isPutTogether,
  lineIds,
  menusReaching,
  rawDepts,
  rawRows,
  SCOPED,
  sees,
  warehousesServing,
  type RawRow,
  type Seer,
} from './who-sees-what.ts';

interface Person extends Seer {
  readonly userId: string;
  /** His scope with every right there is, so that the scope alone stands between him and a row. */
  readonly mighty: string;
  /** With the rights he has. */
  readonly real: string;
  readonly permissions: ReadonlySet<string>;
  readonly visible: ReadonlyMap<string, ReadonlySet<string>>;
  /** Menu templates of his site and others that reach a stall of his. */
  readonly menus: ReadonlySet<string>;
  /** Warehouses a kitchen of his may ask for goods. */
  readonly warehouses: ReadonlySet<string>;
}
let company: TheCompany;
let people: Person[];
const raw = new Map<string, readonly RawRow[]>();
/** Which scoped record an id belongs to, and the record a line's id does. */
const kindOf = new Map<string, string>();
const recordOf = new Map<string, string>();

/**
 * A second company with one of the two sites, rows that name no department, and rows somebody made beyond his scope.
 */
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
    `insert into dept (tenant_id, code, dept_name, full_name, parent_id, ancestors, dept_category, sort, search_text)
      values ($1, 'B2', '第二公司', '第二公司', 0, '0', '1', 9, 'b2') returning id`,
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
      `update ${table} set company_dept_id = $2 where id in (select id from ${table} where tenant_id = $1 order by id
        limit 1)`,
      [TENANT, other!.id],
    );
  for (const table of ['purchase_order', 'purchase_request'])
    await company.asOwner(
      `update ${table} set blade_project_dept_id = null where id in (select id from ${table} where tenant_id = $1
        order by id limit 2)`,
      [TENANT],
    );
  // Of the documents with several addresses some of each, of whichever department they are.
  for (const [table, column] of [
    ['in_store', 'instore_type'],
    ['stock_check', 'place_kind'],
  ])
    await company.asOwner(
      `update ${table} set ${column} = 'factory' where id in (select id
        from (select id, row_number() over (order by id) as nr from ${table} where tenant_id = $1) r where nr % 2 = 0)`,
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
      for (const { table } of Object.values(SCOPED).filter((each) => !isPutTogether(each)))
        await company.asOwner(
          `update ${table} t set create_user = (select id from app_user where tenant_id = $1 and account = $2)
            where t.id = (select id from ${table} where tenant_id = $1 order by id desc limit 1)`,
          [TENANT, account],
        );
  }
  const depts = await rawDepts(company, TENANT);
  for (const [name, scoped] of Object.entries(SCOPED)) {
    raw.set(name, await rawRows(company, TENANT, scoped));
    for (const { id } of raw.get(name)!) kindOf.set(id, name);
    for (const line of await lineIds(company, scoped)) recordOf.set(line.id, line.owner);
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
      menus: await menusReaching(company, TENANT, his, depts),
      warehouses: await warehousesServing(company, TENANT, his, depts),
    });
  }
}, DEMO_TIMEOUT_MS);
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

/**
 * What a record beyond one's scope is known by, where a form may name it: departments and where they stand, people,
 * warehouses, menu templates; sites and stalls by the calls that answer all.
 */
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
  centralFactory: ['code', 'factoryName', 'name', 'title', 'sapFactory'],
  factoryWarehouse: ['code', 'name', 'title'],
  menuTemplate: ['billCode', 'code', 'name', 'title'],
  projectDeptSystem: ['code', 'projectDeptName', 'name', 'bladeProjectDeptId', 'companyDeptId'],
  operationSystem: ['code', 'name', 'gearOperationDeptId'],
};
/** About himself, whatever his scope. */
const OF_HIS_OWN = ['blade-user/info'];
/**
 * What reaches somebody beyond their lists: menus that hold at a stall of theirs, a leave they are to decide on, goods
 * a kitchen of theirs may ask for, and quantities of all warehouses for whoever has the right to those.
 */
const reaches = (person: Person, url: string, kind: string, row: Record<string, unknown>): boolean => {
  switch (kind) {
    case 'menuTemplate':
      return person.menus.has(String(row['id']));
    case 'factorySuppressOrder':
    case 'factoryReturned':
      // What was sent, as the in-store of whoever receives it has it.
      return url.endsWith('instore/getSourceBill');
    case 'leave':
      return row['taskUser'] === person.userId;
    case 'stock':
      return (
        person.party === undefined &&
        !Object.keys(row).some((key) => /cost|amount/i.test(key)) &&
        (url.endsWith('stock/pageNoDataAuth') ||
          (url.endsWith('stock/pickPage') && person.warehouses.has(String(row['warehouseId']))))
      );
    default:
      return false;
  }
};
/** Whose record it is, or part of whose, when it is none of the person's. */
function foreignKind(person: Person, url: string, row: Record<string, unknown>): string | undefined {
  const id = String(row['id']);
  const part = !kindOf.has(id) && recordOf.has(id);
  const whole = part ? recordOf.get(id)! : id;
  const kind = kindOf.get(whole);
  if (kind === undefined || person.visible.get(kind)!.has(whole)) return undefined;
  if (reaches(person, url, kind, part ? { id: whole } : row)) return undefined;
  return part ? `${kind} line` : kind;
}
/** Keys by which an answer tells more of a record than its name. */
const beyond = (person: Person, url: string, row: Record<string, unknown>): string => {
  const kind = foreignKind(person, url, row);
  if (kind === undefined || OF_HIS_OWN.includes(url)) return '';
  const more = Object.keys(row).filter(
    (key) => key !== 'id' && row[key] !== '' && !(BY_NAME[kind] ?? []).includes(key),
  );
  return more.length > 0 || person.party !== undefined ? `a ${kind} with ${more.join()}` : '';
};

/** Under which names calls are given records, beside the references they declare. */
const GIVEN: Readonly<Record<string, string>> = {
  gearSalesPlanId: 'salesPlan',
  invRequirePlanIds: 'requirementPlan',
  checkId: 'stockCheck',
  factoryCheckId: 'factoryinvcheck',
  outstoreId: 'outStore',
  pickId: 'pick',
  pickIds: 'pick',
  instoreId: 'inStore',
  warehouseId: 'warehouse',
  locationId: 'warehouse',
  projectGroupDeptId: 'dept',
  stockId: 'stock',
  batchId: 'stockBatch',
  menuTemplateId: 'menuTemplate',
  gearOperationDeptId: 'dept',
  deptId: 'dept',
  bladeProjectDeptId: 'dept',
  bladeProjectDeptIds: 'dept',
  useRestaurantDeptId: 'dept',
  bladeRestaurantDeptId: 'dept',
  companyDeptId: 'dept',
  useRestaurantId: 'useRestaurant',
  projectDeptId: 'projectDeptSystem',
  userId: 'user',
  supplierId: 'supplier',
  enterpriseId: 'enterprise',
};
/** Those that mean a record of the call's own list. */
const ITSELF = ['id', 'ids', 'billId', 'businessId', 'recordId', 'sourceBillId'];

const ownerOf = ({ service, path }: Call): Declaration | undefined =>
  company.declarations
    .filter((each) => each.service === service && (each.segment === '' || path.startsWith(`${each.segment}/`)))
    .toSorted((one, other) => other.segment.length - one.segment.length)[0];
/** A record of the kind that is none of his; of all there are where everything is. */
function foreignOf(person: Person, kind: string): string | undefined {
  const rows = raw.get(kind) ?? [];
  return (rows.find(({ id }) => !person.visible.get(kind)!.has(id)) ?? rows.at(-1))?.id;
}
/** The first places there are, a material and a supplier, whoever they belong to. */
async function firstPlaces(): Promise<Readonly<Record<string, unknown>>> {
  const first = async (table: string, where = 'true'): Promise<string> =>
    (
      await company.asOwner<{ id: string }>(
        `select id::text from ${table} where tenant_id = $1 and ${where} order by id desc limit 1`,
        [TENANT],
      )
    )[0]!.id;
  const dept = await first('dept', "dept_category = '2'");
  return {
    size: 200,
    materialId: await first('material'),
    supplierId: await first('supplier'),
    warehouseId: await first('warehouse'),
    deptId: dept,
    bladeProjectDeptId: dept,
    useRestaurantId: await first('use_restaurant'),
    projectDeptId: await first('project_dept_system'),
    projectGroupDeptId: dept,
    bladeRestaurantDeptId: dept,
    id: dept,
    deptCategory: '2,3,4',
    code: '00',
    parentId: '0',
    parentCode: '00',
  };
}
/**
 * What a call is asked with: as it stands, for the first places there are, by records that are none of the person's,
 * and by one of its own list that is none of theirs.
 */
function inputsOf(
  person: Person,
  call: Call,
  places: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>>[] {
  const owner = ownerOf(call);
  const declared = Object.entries(call.input ?? {}).flatMap(([name, field]) => {
    const target = isRows(field) ? undefined : targetOf(field, owner?.name);
    return target === undefined ? [] : [[name, target] as const];
  });
  const foreign: Record<string, unknown> = { size: 200 };
  for (const [name, kind] of [...Object.entries(GIVEN), ...declared]) {
    const id = foreignOf(person, kind);
    if (id !== undefined) foreign[name] = id;
  }
  const own = owner === undefined ? undefined : foreignOf(person, owner.name);
  if (own !== undefined) {
    const line = [...recordOf].find(([, record]) => record === own)?.[0];
    Object.assign(foreign, Object.fromEntries(ITSELF.map((name) => [name, own])));
    if (line !== undefined) Object.assign(foreign, { detailId: line, detailIds: line });
  }
  // Filtered by everything at once a list has nothing to say; by the first of it alone it may.
  return [{ size: 200 }, places, foreign, ...(own === undefined ? [] : [{ size: 200, id: own }])];
}
/** What was sent to oneself, and what goes out as a file, has tests of its own. */
const answersRecords = (call: Call): boolean =>
  (call.method === 'GET' || call.reads === true) &&
  !call.upload &&
  !['message/stream', 'exportExcel', 'download'].some((word) => call.path.includes(word));
const isOpenTo = ({ permissions }: Person, { permission }: Call): boolean =>
  [permission].flat().some((code) => code === SESSION || permissions.has(code));
/** Asks each call everything, a few at once; `hear` is given each record of the answers. */
async function ask(
  person: Person,
  token: string,
  calls: readonly Call[],
  hear: (call: Call, row: Record<string, unknown>) => void,
): Promise<number> {
  const places = await firstPlaces();
  const left = calls
    .filter(answersRecords)
    .flatMap((call) => inputsOf(person, call, places).map((input) => ({ call, input })));
  let answered = 0;
  const next = async (): Promise<void> => {
    for (let question = left.shift(); question !== undefined; question = left.shift()) {
      const { call, input } = question;
      const { status, body } = await company.call(
        token,
        call.method === 'POST' ? 'POST' : 'GET',
        `/api/${urlOf(call)}`,
        input,
      );
      if (status !== 200) continue;
      answered += 1;
      for (const row of records(body.data)) hear(call, row);
    }
  };
  await Promise.all(Array.from({ length: 4 }, next));
  return answered;
}
const urlOf = ({ service, path }: Call): string => `${service}/${path}`;

test('promise 50: whoever holds every right sees by no call more than is his', async () => {
  const wrong = new Set<string>();
  const wide = ['restaurant-manager', 'chef', 'supplier'];
  for (const person of people.filter(({ account }) => wide.includes(account))) {
    const answered = await ask(person, person.mighty, company.program.calls, (call, row) => {
      const more = beyond(person, urlOf(call), row);
      if (more !== '') wrong.add(`${person.account}: ${urlOf(call)} shows ${more}`);
    });
    expect(answered, person.account).toBeGreaterThan(200);
  }
  expect([...wrong]).toEqual([]);
}, 300_000);

const UNIT = [
  'unitId',
  'unitName',
  'symbol',
  'dimension',
  'decimals',
  'isCommon',
  'fromQty',
  'toQty',
  'factor',
  'scope',
  'isDefault',
  'sentence',
];
/** Every form that names a quantity reckons by them: they are told whole. */
const CONVERSION = [
  'tenantId',
  'materialId',
  'type',
  'typeName',
  'fromQty',
  'fromUnitId',
  'fromUnitName',
  'toQty',
  'toUnitId',
  'toUnitName',
  'factor',
  'nature',
  'natureName',
  'startDate',
  'endDate',
  'source',
  'sourceName',
  'baseFactor',
  'pathSentence',
  'applies',
  'isSystem',
  'frozen',
  'status',
  'version',
  'createUser',
  'createTime',
  'updateUser',
  'updateTime',
];
/** Beside id, title and code: what forms fill in of records whose list somebody may not open. */
const FORM_FILLS: Readonly<Record<string, readonly string[]>> = {
  menu: [
    'parentId',
    'nameEn',
    'alias',
    'path',
    'source',
    'category',
    'action',
    'isOpen',
    'sort',
    'i18n',
    'isDeleted',
    'label',
    'icon',
    'meta',
    'parentName',
    'categoryName',
  ],
  region: ['level', 'regionLevel', 'parentId'],
  role: ['parentId'],
  materialType: ['parentId', 'fullName'],
  dishType: ['parentId', 'fullName'],
  supplier: ['shortName', 'label'],
  projectDeptSystem: ['receiveLeadDays', 'isChannelProvider'],
  useRestaurant: ['useRestaurantDeptId', 'bladeProjectDeptId'],
  centralFactory: ['sapFactory'],
  factoryWarehouse: ['factoryId', 'factoryDeptId', 'type', 'typeName', 'sapFactory'],
  operationSystem: [
    'gearOperationDeptId',
    'useRestaurantDeptId',
    'useRestaurantDeptName',
    'bladeProjectDeptName',
    'bladeProjectDeptId',
    'businessStatus',
    'businessStatusName',
  ],
  material: [
    'materialTypeId',
    'materialTypeName',
    'frozen',
    'baseUnitId',
    'baseUnitName',
    'purchaseUnitId',
    'purchaseUnitName',
    'issueUnitId',
    'issueUnitName',
    'recipeUnitId',
    'recipeUnitName',
    'taxRate',
    'stdYield',
    'sourceKind',
    'usable',
    'reason',
  ],
  materialUnit: UNIT,
  basicUnitConversion: CONVERSION,
  itemUnitConversion: CONVERSION,
};
/** Which declaration a record of the company is of, by its id. */
async function recordsDeclared(): Promise<ReadonlyMap<string, Declaration>> {
  const declaredBy = new Map<string, Declaration>();
  for (const declaration of company.declarations.filter((each) => each.view !== true)) {
    const rows = await company.asOwner<{ id: string }>(
      `select id::text from ${tableOf(declaration)} ${declaration.platform ? '' : `where tenant_id = '${TENANT}'`}`,
    );
    for (const { id } of rows) if (!declaredBy.has(id)) declaredBy.set(id, declaration);
  }
  return declaredBy;
}
/** Keys that each list shows the person; null where they may not open it. */
async function keysListed(person: Person): Promise<ReadonlyMap<string, ReadonlySet<string> | null>> {
  const listed = new Map<string, ReadonlySet<string> | null>();
  for (const declaration of company.declarations) {
    const verb = listVerb(declaration);
    const may =
      verb !== undefined &&
      ['view', 'edit'].some((button) => person.permissions.has(permissionOf(declaration, button)));
    const { status, body } = may
      ? await company.call(person.real, 'GET', addressOf(declaration, verb), { size: 200 })
      : { status: 403, body: {} };
    listed.set(
      declaration.name,
      status === 200 ? new Set((body.data as { records: Row[] }).records.flatMap((row) => Object.keys(row))) : null,
    );
  }
  return listed;
}
const NAMED = ['id', 'title', 'code', 'name', 'fit', 'key', 'value', 'children', 'hasChildren'];
/** What an open call tells of a record that neither its list shows nor forms fill in; nothing: ''. */
function beyondForms(
  call: Call,
  row: Readonly<Record<string, unknown>>,
  known: Declaration,
  listed: ReadonlyMap<string, ReadonlySet<string> | null>,
): string {
  const owner = ownerOf(call);
  // Through another address of the same table it is the record of that address.
  const { name, title } = owner !== undefined && !owner.view && tableOf(owner) === tableOf(known) ? owner : known;
  const shown = listed.get(name);
  const more = Object.keys(row).filter(
    (key) =>
      row[key] !== '' &&
      row[key] !== null &&
      key !== title &&
      !NAMED.includes(key) &&
      !(shown?.has(key) ?? (BY_NAME[name] ?? []).includes(key)) &&
      !(FORM_FILLS[name] ?? []).includes(key),
  );
  if (more.length === 0) return '';
  return `${shown ? '' : 'without the right to list it, '}${urlOf(call)} shows a ${name} with ${more.join()}`;
}

test('promises 24, 27 and 50: no call answers a row beyond what is theirs, but the names a form needs; calls open to everybody tell of a record what its list shows, or what forms fill in', async () => {
  const declaredBy = await recordsDeclared();
  const [foreign, overtold] = [new Set<string>(), new Set<string>()];
  for (const person of people) {
    const listed = await keysListed(person);
    const calls = company.program.calls.filter((call) => isOpenTo(person, call));
    const answered = await ask(person, person.real, calls, (call, row) => {
      const more = beyond(person, urlOf(call), row);
      if (more !== '') foreign.add(`${person.account}: ${urlOf(call)} shows ${more}`);
      const known = declaredBy.get(String(row['id']));
      if (call.permission !== SESSION || known === undefined || OF_HIS_OWN.includes(urlOf(call))) return;
      const filled = beyondForms(call, row, known, listed);
      if (filled !== '') overtold.add(filled);
    });
    expect(answered, person.account).toBeGreaterThan(person.party === undefined ? 100 : 20);
  }
  expect([...foreign]).toEqual([]);
  expect([...overtold]).toEqual([]);
}, 300_000);

test('promise 50: a file opens for whoever sees a record that names it, and for nobody else', async () => {
  const wrong: string[] = [];
  const opened = new Map<string, number>();
  for (const [name, column] of [
    ['purchaseOrder', 'attachments'],
    ['pick', 'attachments'],
    ['requirementPlan', 'attachments'],
    ['supplier', 'files'],
  ] as const) {
    const view = permissionOf(company.program.registry.find(name), 'view');
    for (const row of [raw.get(name)!.at(0)!, raw.get(name)!.at(-1)!]) {
      const { body } = await company.upload(
        '/api/blade-resource/oss/endpoint/put-file-attach',
        company.admin,
        Buffer.from('%PDF-1.4'),
      );
      const { attachId } = body.data as { attachId: string };
      await company.asOwner(`update ${SCOPED[name]!.table} set ${column} = array[$1::bigint] where id = $2`, [
        attachId,
        row.id,
      ]);
      for (const person of people) {
        const sees =
          person.permissions.has('attach_download') ||
          (person.party === undefined &&
            [view, view.replace(/_view$/, '_edit')].some((right) => person.permissions.has(right)) &&
            person.visible.get(name)!.has(row.id));
        const { status } = await company.download(`/api/blade-resource/file/download?id=${attachId}`, person.real);
        if (status !== (sees ? 200 : 404)) wrong.push(`${person.account}, ${name} ${row.id}: ${status}`);
        if (status === 200) opened.set(name, (opened.get(name) ?? 0) + 1);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(opened.size).toBe(4);
});

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

/**
 * The specification's inventory, call by call: what it says each of the ordinary calls is asked and answers, held at
 * the address it names. Which call is ordinary comes from the declarations (`generated/inventory.csv`); one of its own
 * has a test by hand elsewhere.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Action, Declaration, Life, Verb } from '../../kernel/core/declaration.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { isWritable } from '../../kernel/core/validate.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { snake } from '../../parts/postgres/database.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { printedInventory, type InventoryCall } from '../../tools/inventory.ts';
import { areaOfDeclaration } from '../../tools/areas.ts';
import { isChosen } from '../support/area.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import type { Answer } from '../support/program.ts';
import { another, anotherRecord } from './another-record.ts';
import { fillFaces, makeDocument } from './made-documents.ts';
import { samples } from './samples.ts';
import { listVerb, openCompany, ownSheet, saveVerb, type Row, type TheCompany } from './the-company.ts';

let company: TheCompany;
let checker: string;
beforeAll(async () => {
  company = await openCompany();
  const boss = await company.person('admin');
  const second = await company.person('tenant-admin');
  checker = company.signIn({ ...boss, userId: second.userId, account: second.account });
  await fillFaces(company);
  // Of some the company has none yet.
  for (const declaration of company.declarations.filter(({ name }) =>
    printedInventory().some((row) => row.declaration === name),
  )) {
    if (
      declaration.view ||
      saveVerb(declaration) === undefined ||
      listVerb(declaration) === undefined ||
      (await company.rowsOf(declaration)).length > 0
    )
      continue;
    await (declaration.life
      ? makeDocument(company, declaration, declaration.life.first)
      : anotherRecord(company, declaration));
  }
  await company.upload(
    '/api/blade-resource/oss/endpoint/put-file-attach',
    company.admin,
    Buffer.from('PK\u0003\u0004 a sheet'),
  );
  // Something of each log: a sign-in, writes (above), and an error of a browser.
  await company.call(null, 'POST', '/api/blade-auth/oauth/token', {
    tenantId: '000000',
    username: 'nobody',
    grant_type: 'password',
  });
  await company.call(company.admin, 'POST', '/api/blade-log/error/batch', {
    type: 'error',
    message: '测试',
    stack: 'at here',
  });
  await Promise.all(company.program.observers.map((observer) => observer.flush()));
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

interface Page {
  readonly records: Row[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
}
type Held = { readonly row: InventoryCall; readonly of: Declaration };

const get = async (held: Held, input: Record<string, unknown> = {}): Promise<unknown> => {
  const { status, body } = await company.call(company.admin, 'GET', held.row.address, input);
  expect([status, body.code, body.success, body.msg]).toEqual([200, 200, true, '操作成功']);
  return body.data;
};
/** Parameters in the query and no body, as clients of this family send most of theirs. */
const postQuery = (held: Held, input: Record<string, string>, token = company.admin): Promise<Answer> =>
  company.call(token, 'POST', `${held.row.address}?${new URLSearchParams(input).toString()}`);
const post = async (held: Held, input: Record<string, unknown>): Promise<Row> => {
  const { status, body } = await company.call(company.admin, 'POST', held.row.address, input);
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data as Row;
};
const stored = async (of: Declaration, id: string): Promise<Row | undefined> => {
  return (await company.asOwner<{ row: Row }>(`select to_jsonb(t) as row from ${tableOf(of)} t where id = $1`, [id]))[0]
    ?.row;
};
const DONE = { code: 200, success: true, data: true, msg: '操作成功' };
const shown = (of: Declaration): string[] =>
  Object.entries(of.fields)
    .filter(([, field]) => field.rules.list && !field.rules.right)
    .map(([name]) => name);

/** What a material is ready for is told to who asks for it, as our own list does. */
const moreOf = (of: Declaration): Record<string, unknown> =>
  of.name === 'material' ? { withReadiness: 1, withToday: 1 } : {};

/** `current`, `size`, filters → rows of the declared fields, each parameter the inventory names understood. */
async function aPage(held: Held): Promise<void> {
  const page = (await get(held, { current: 1, size: 2, ...moreOf(held.of) })) as Page;
  expect(Object.keys(page).toSorted()).toEqual(['current', 'pages', 'records', 'size', 'total']);
  expect(page.records.length).toBe(Math.min(2, page.total));
  expect(page.total, 'the demonstration company has none').toBeGreaterThan(0);
  for (const row of page.records) {
    expect(row.id).toMatch(/^\d{1,19}$/);
    expect(Object.keys(row)).toEqual(expect.arrayContaining(shown(held.of)));
  }
  const last = ((await get(held, { current: page.pages, size: 2 })) as Page).records.at(-1)!;
  expect(last).toBeDefined();
  for (const name of held.row.asks.split(' ').filter(Boolean)) {
    if (name === 'sapFactory') {
      await ofOnePlant(held, last);
      continue;
    }
    if (BY_LINES[held.of.name]?.includes(name) === true) {
      await ofOneLine(held, last, name);
      continue;
    }
    const key = held.of.fields[name] === undefined && held.of.fields[`${name}Id`] !== undefined ? `${name}Id` : name;
    expect(last, `rows have no ${key} to filter by`).toHaveProperty(key);
    const found = (await get(held, { [name]: last[key], size: 200 })) as Page;
    expect(
      found.records.map((row) => row.id),
      `${name}=${String(last[key])}`,
    ).toContain(last.id);
    // People are found by a department together with those below it.
    const within = key === 'deptId' ? await deptsBelow(String(last[key])) : [last[key]];
    expect(found.records.filter((row) => !within.includes(row[key]))).toEqual([]);
  }
}
const deptsBelow = async (deptId: string): Promise<readonly unknown[]> =>
  (
    await company.asOwner<{ id: string }>(
      `with recursive below as (select id from dept where id = $1 union select d.id from dept d
        join below b on d.parent_id = b.id) select id::text as id from below`,
      [deptId],
    )
  ).map(({ id }) => id);

/** What documents are found by that stands on their lines: any of them is as was asked. */
const BY_LINES: Readonly<Record<string, readonly string[]>> = { distributionuniform: ['materialId', 'supplierName'] };
async function ofOneLine(held: Held, row: Row, name: string): Promise<void> {
  const address = held.row.address.replace(/[^/]+$/, 'detail');
  const { body } = await company.call(company.admin, 'GET', address, { id: String(row.id) });
  const [line] = (body.data as { readonly details: readonly Row[] }).details;
  const found = (await get(held, { [name]: line![name], size: 200 })) as Page;
  expect(found.records.map((each) => each.id)).toContain(row.id);
  expect(((await get(held, { [name]: name === 'materialId' ? '1' : '没有这家供应商' })) as Page).total).toBe(0);
}

/** The plant is a site's or a factory's, and its documents are those of the plant; or a document holds it itself. */
async function ofOnePlant(held: Held, row: Row): Promise<void> {
  const own = held.of.fields['sapFactory'] !== undefined;
  const [table, column, key] = own
    ? [tableOf(held.of), 'id', 'id']
    : ['project_dept_system', 'blade_project_dept_id', 'bladeProjectDeptId'];
  await company.asOwner(`update ${table} set sap_factory = 'P100' where ${column} = $1`, [row[key]]);
  if (!own) await company.asOwner(`update central_factory set sap_factory = 'P100' where dept_id = $1`, [row[key]]);
  const found = (await get(held, { sapFactory: 'P100', size: 200 })) as Page;
  expect([...new Set(found.records.map((each) => each[key]))]).toEqual([row[key]]);
  expect(((await get(held, { sapFactory: 'P999' })) as Page).total).toBe(0);
}

async function aDonePage(held: Held): Promise<void> {
  const life = held.of.life as Life;
  for (const state of Object.keys(life.states)) await makeDocument(company, held.of, state);
  const states = new Set(((await get(held, { size: 200 })) as Page).records.map((row) => String(row['status'])));
  expect([...states].toSorted()).toEqual([...life.done].toSorted());
}

async function aRecord(held: Held): Promise<void> {
  const [row] = (await company.rowsOf(held.of, company.admin, moreOf(held.of))).slice(-1);
  const record = (await get(held, { id: row!.id })) as Row;
  expect(record.id).toBe(row!.id);
  expect(Object.keys(record)).toEqual(
    expect.arrayContaining(
      Object.entries(held.of.fields)
        .filter(([, field]) => !field.rules.right)
        .map(([name]) => name),
    ),
  );
  for (const name of shown(held.of)) expect(record[name], name).toEqual(row![name]);
  if (held.row.asks.includes('billCode'))
    expect(((await get(held, { billCode: row!['billCode'] })) as Row).id).toBe(row!.id);
  const missing = await company.call(company.admin, 'GET', held.row.address, { id: '4611686018427387904' });
  expect([missing.status, missing.body.code]).toEqual([404, 404]);
  expect((await company.call(company.admin, 'GET', held.row.address)).body.msg).toContain('id');
}

/** Two at once by `a,b` in the query; nothing by no ids at all. */
async function aRemoval(held: Held): Promise<void> {
  const made = [await fresh(held.of), await fresh(held.of)];
  expect((await postQuery(held, { ids: '' })).body).toMatchObject({ code: 400, msg: '请选择至少一条数据' });
  expect((await postQuery(held, { ids: made.join(',') })).body).toEqual(DONE);
  for (const id of made) expect(await stored(held.of, id)).toBeUndefined();
}
const fresh = async (of: Declaration): Promise<string> =>
  of.life ? (await makeDocument(company, of, of.life.removable[0]!, { by_hand: 1 })).id : anotherRecord(company, of);

async function aFreeze(held: Held): Promise<void> {
  const [before, after] = held.row.verb === 'freeze' ? [0, 1] : [1, 0];
  const id = await anotherRecord(company, held.of);
  if (before === 1) expect((await company.post(held.of, 'freeze', { ids: id })).body.msg).toBe('操作成功');
  expect((await stored(held.of, id))!['frozen']).toBe(before);
  expect((await postQuery(held, { ids: id })).body).toEqual(DONE);
  expect((await stored(held.of, id))!['frozen']).toBe(after);
}

const rowsOf = (of: Declaration): Promise<Row[]> => company.rowsOf(of);
/** A field a person can change without meaning anything else by it. */
function changeable(of: Declaration): [name: string, value: unknown] {
  const own = Object.entries(of.fields).filter(
    ([, field]) => isWritable(field) && !field.rules.fixed && !field.rules.unique && !field.rules.right,
  );
  const text =
    own.find(
      ([name, field]) => ['remark', 'note', 'description'].includes(name) && kinds[field.kind].nature === 'text',
    ) ?? own.find(([, field]) => ['text', 'longtext'].includes(field.kind) && (field.rules.max ?? 20) >= 8);
  if (text !== undefined) return [text[0], '改了一处'];
  const other =
    own.find(([, field]) => field.kind === 'integer') ??
    own.find(([, field]) => ['quantity', 'percent', 'factor'].includes(field.kind));
  if (other === undefined) throw new Error(`${of.name} has nothing to change`);
  return [other[0], other[1].kind === 'integer' ? 7 : '7'];
}

/** Without an id it creates, with one it changes that record; both are there afterwards as they were sent. */
async function aSave(held: Held): Promise<void> {
  const {
    of,
    row: { verb },
  } = held;
  let id: string;
  if (verb === 'update')
    id = of.life ? (await makeDocument(company, of, of.life.editable[0]!)).id : await anotherRecord(company, of);
  else {
    const body = await another(company, of);
    const created = await post(held, body);
    expect(created.id).toMatch(/^\d{1,19}$/);
    expect(await stored(of, created.id)).toBeDefined();
    for (const [name, value] of Object.entries(body))
      if (of.fields[name] && isWritable(of.fields[name]) && of.fields[name].kind !== 'secret' && value !== '')
        expect(created[name], name).toEqual(of.fields[name].rules.numeric === true ? Number(value) : value);
    id = created.id;
  }
  const [name, value] = changeable(of);
  if (verb === 'save') return;
  const shownRow = (await company.get(of, 'detail', { id })).body.data as Row | undefined;
  const changed = await post(held, { ...shownRow, id, [name]: value });
  expect([changed.id, String(changed[name])]).toEqual([id, String(value)]);
  expect(String((await stored(of, id))![name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])).toBe(
    String(value),
  );
  if (verb === 'update')
    expect((await company.call(company.admin, 'POST', held.row.address, { [name]: value })).status).toBe(400);
}

/** Level by level: option nodes of the wire contract, section 7. */
async function aLazyTree(held: Held): Promise<void> {
  const roots = (await get(held, { parentId: '0' })) as (Row & { hasChildren: boolean })[];
  expect(roots.length).toBeGreaterThan(0);
  for (const node of roots) {
    expect(node).toMatchObject({ parentId: '0', key: node.id, value: node.id });
    expect([typeof node['title'], typeof node.hasChildren, 'children' in node]).toEqual(['string', 'boolean', false]);
  }
  const above = roots[0]!;
  await anotherRecord(company, held.of, { parentId: above.id });
  expect(((await get(held, { parentId: '0' })) as typeof roots).find((node) => node.id === above.id)!.hasChildren).toBe(
    true,
  );
  const below = (await get(held, { parentId: above.id })) as Row[];
  expect(below.length).toBeGreaterThan(0);
  expect(below.filter((node) => node['parentId'] !== above.id)).toEqual([]);
}

async function aMove(held: Held): Promise<void> {
  const siblings = async (): Promise<string[]> =>
    (await rowsOf(held.of))
      .filter((row) => row['parentId'] === '0')
      .toSorted((a, b) => Number(a['sort']) - Number(b['sort']) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      .map((row) => row.id);
  const [first, second, ...rest] = await siblings();
  for (const [direction, order] of [
    ['2', [second, first, ...rest]],
    ['1', [first, second, ...rest]],
    ['4', [second, ...rest, first]],
    ['3', [first, second, ...rest]],
  ] as const) {
    expect((await postQuery(held, { id: first!, seqModifyType: direction })).body).toEqual(DONE);
    expect(await siblings()).toEqual(order);
  }
}

async function aSheet(held: Held): Promise<void> {
  const rows = await rowsOf(held.of);
  const of = async (method: 'GET' | 'POST', query = ''): Promise<string[][]> => {
    const answer = await company.app.inject({
      method,
      url: `${held.row.address}${query}`,
      headers: { 'blade-auth': `bearer ${company.admin}` },
    });
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      String(answer.headers['content-disposition']).slice(0, 29),
    ]).toEqual([200, expect.stringContaining('spreadsheetml'), "attachment; filename*=UTF-8''"]);
    return ownSheet(answer.rawPayload);
  };
  const [head, ...cells] = await of('GET');
  expect(head).toEqual(expect.arrayContaining(shown(held.of).map((name) => held.of.fields[name]!.label.zh)));
  const records = (sheet: readonly string[][]): number =>
    held.of.lines?.['details'] ? new Set(sheet.map((row) => row[0])).size : sheet.length;
  expect(records(cells)).toBe(rows.length);
  expect(await of('POST')).toEqual([head, ...cells]);
  expect((await of('GET', `?id=${rows[0]!.id}`)).length, 'filters are those of the list').toBeLessThan(
    2 + (held.of.lines ? cells.length : 1),
  );
}

async function aTemplate(held: Held): Promise<void> {
  const { status, bytes, headers } = await company.download(held.row.address, company.admin);
  expect([status, String(headers['content-disposition']).slice(0, 10)]).toEqual([200, 'attachment']);
  const needed = Object.values(held.of.fields)
    .filter((field) => isWritable(field) && !field.optional && field.rules.default === undefined)
    .map((field) => field.label.zh);
  const head = ownSheet(bytes)[0]!;
  expect(needed.filter((name) => !head.some((cell) => cell.startsWith(name)))).toEqual([]);
}

/** A sheet by multipart: counts of good and bad rows, and each bad cell by row, column and reason. */
async function anImport(held: Held): Promise<void> {
  const { bytes } = await company.download(
    held.row.address.replace('importExcelTemplate', 'downloadExcelTemplate'),
    company.admin,
  );
  const nothing = await company.call(company.admin, 'POST', held.row.address);
  expect([nothing.status, typeof nothing.body.msg]).toEqual([400, 'string']);
  const [head] = ownSheet(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of writeSheet(
    head!.map((heading) => sheetColumn(heading, { kind: 'text' })),
    [head!.map(() => '@?')],
    { name: '数据' },
  ))
    chunks.push(chunk as Buffer);
  const { status, body } = await company.upload(held.row.address, company.admin, Buffer.concat(chunks));
  expect([status, body.data]).toMatchObject([200, { total: 1, created: 0, failed: 1, landed: false }]);
  const bad = (body.data as { rows: { row: number; column: string; reason: string }[] }).rows;
  expect(bad.length).toBeGreaterThan(0);
  for (const cell of bad) expect([cell.row, head!.includes(cell.column), cell.reason !== '']).toEqual([2, true, true]);
}

/** By `ids` in the query: the document moves as its table says, or what it lacks is said. */
async function anAction(held: Held): Promise<void> {
  const life = held.of.life as Life;
  const action = life.actions[held.row.action]!;
  const { id } = await makeDocument(company, held.of, action.from[0]!);
  for (const statement of samples.get(held.of.name)?.complete ?? []) await company.asOwner(statement, [id]);
  await PREPARED[held.of.name]?.(id, action);
  const asked = Object.entries(action.ask ?? {}).flatMap(([name, { kind }]) => (kind === 'text' ? [name] : []));
  const answers = Object.fromEntries(asked.map((name) => [name, '数量不对']));
  const wrong = await makeDocument(
    company,
    held.of,
    Object.keys(life.states).find((state) => !action.from.includes(state))!,
  );
  expect(
    (await postQuery(held, { ids: `${id},${wrong.id}`, ...answers } as never, checker)).body.code,
    'all or none',
  ).toBe(400);
  expect((await stored(held.of, id))!['status']).toBe(action.from[0]);
  expect((await postQuery(held, { ids: id, ...answers } as never, checker)).body).toEqual(DONE);
  const moved = (await stored(held.of, id))!;
  // What leaves the state as it is turns what it is offered by.
  if (action.to === undefined) expect(moved[snake(action.when![0])]).not.toBe(action.when![1]);
  else expect(moved['status']).toBe(action.to);
  for (const name of asked) expect(moved[snake(name)], name).toBe('数量不对');
}

/** What keeps a copy of a stored document from its action. */
const PREPARED: Readonly<Record<string, (id: string, action: Action) => Promise<unknown>>> = {
  // Each stall plans a meal once.
  salesPlan: async (id) => {
    const [{ day }] = (await company.asOwner<{ day: string }>(
      `select (max(meal_date) + 1)::text as day from sales_plan_detail`,
    )) as [{ day: string }];
    await company.asOwner('update sales_plan set start_date = $2, end_date = $2 where id = $1', [id, day]);
    await company.asOwner('update sales_plan_detail set meal_date = $2 where sales_plan_id = $1', [id, day]);
  },
  // A little of what the store has.
  pick: async (id) => {
    const [{ place }] = (await company.asOwner<{ place: string }>(
      'select warehouse_id::text as place from pick where id = $1',
      [id],
    )) as [{ place: string }];
    const there = (await rowsOf(company.program.registry.find('stock'))).find(
      (row) => row['warehouseId'] === place && Number(row['availableQty']) >= 1,
    )!;
    await company.asOwner(
      'update pick_detail set material_id = $2, unit_id = $3, base_unit_id = $3, factor = 1, qty = 0.1, base_qty = 0.1 where pick_id = $1',
      [id, there['materialId'], there['baseUnitId']],
    );
  },
  // One dish makes a menu of one day, and each meal of a place has one menu.
  menuTemplate: (id, { when }) =>
    company.asOwner(
      `update menu_template set cycle_days = 1, start_date = '2030-01-01', end_date = '2030-12-31', enabled = $2
        where id = $1`,
      [id, when?.[1] ?? 0],
    ),
};

const CONTRACTS: Readonly<Record<Verb | 'action', (held: Held) => Promise<void>>> = {
  list: aPage,
  page: aPage,
  donePage: aDonePage,
  detail: aRecord,
  remove: aRemoval,
  freeze: aFreeze,
  thaw: aFreeze,
  submit: aSave,
  save: aSave,
  update: aSave,
  saveOrUpdate: aSave,
  'lazy-tree': aLazyTree,
  tree: aLazyTree,
  select: aPage,
  setSeq: aMove,
  exportExcel: aSheet,
  downloadExcelTemplate: aTemplate,
  importExcelTemplate: anImport,
  action: anAction,
};

const specified = printedInventory().filter(
  (row) => row.verb !== '' && isChosen(areaOfDeclaration({ name: row.declaration })),
);
describe.skipIf(specified.length === 0)('of the specification', () => {
  test.each(specified.map((row) => [row.id, row.method, row.address, row] as const))(
    '%s %s %s',
    async (_id, _method, _address, row) => {
      await CONTRACTS[row.verb as Verb]({ row, of: company.program.registry.find(row.declaration) });
    },
  );
});

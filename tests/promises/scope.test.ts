/** Promise 27: a person sees of every list what is his to see, and nothing else by any other way to the same rows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { everyPermission } from '../support/program.ts';
import {
  addressOf,
  listVerb,
  openCompany,
  ownSheet,
  saveVerb,
  serves,
  TENANT,
  type Row,
  type TheCompany,
} from '../contracts/the-company.ts';
import { fillFaces } from '../contracts/made-documents.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';

interface Person {
  readonly account: string;
  readonly token: string;
  /** The same eyes with every right, so that only the rows' scope stands between them and a record. */
  readonly mighty: string;
  may(permission: string): boolean;
}
let company: TheCompany;
let people: Person[];
let lists: Declaration[];
const all = new Map<string, Set<string>>();
beforeAll(async () => {
  company = await openCompany();
  await fillFaces(company);
  lists = company.declarations.filter((declaration) => listVerb(declaration) !== undefined);
  for (const declaration of lists)
    all.set(declaration.name, new Set((await company.rowsOf(declaration)).map((row) => row.id)));
  // One department each, deeper and deeper in the company, and one person who sees only his own.
  const depts = await company.asOwner<{ id: string; above: string }>(
    'select id, parent_id as above from dept where tenant_id = $1 order by id',
    [TENANT],
  );
  const deepest = depts.filter((dept) => !depts.some((other) => other.above === dept.id));
  const permissions = everyPermission(company.program);
  people = [];
  for (const [index, account] of [
    'purchaser',
    'storekeeper',
    'project-manager',
    'restaurant-manager',
    'chef',
    'hq-planner',
    'finance',
    'user',
  ].entries()) {
    const person = await company.person(account);
    // People of the demonstration may all stand at the top; here the lower ones stand at a place of their own.
    const depts =
      person.scope.all || index < 1
        ? person.scope
        : account === 'user'
          ? { all: false as const, depts: [] }
          : { all: false as const, depts: [deepest[index % deepest.length]!.id] };
    people.push({
      account,
      token: company.signIn({ ...person, scope: depts }),
      mighty: company.signIn({ ...person, permissions, scope: depts }),
      may: (permission) => person.permissions.has(permission),
    });
  }
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

const seen = new Map<string, Row[]>();
/** What a person sees of a list, asked for once. */
async function rowsFor(person: Person, declaration: Declaration): Promise<Row[]> {
  const key = `${person.account} ${declaration.name}`;
  let rows = seen.get(key);
  if (rows === undefined) seen.set(key, (rows = await company.rowsOf(declaration, person.mighty)));
  return rows;
}
const offenders = async (
  verdict: (person: Person, declaration: Declaration) => Promise<readonly string[]>,
  of: readonly Declaration[] = lists,
  atOnce = 4,
): Promise<string[]> => {
  const found: string[] = [];
  for (const person of people)
    found.push(
      ...(await company.offenders(of, (declaration) => verdict(person, declaration), atOnce)).map(
        (complaint) => `${person.account}: ${complaint}`,
      ),
    );
  return found;
};

/** What a person was told is his alone: the mightiest does not see it either. */
const PERSONAL = new Set(['message']);

test('promise 27: what a person lists is part of all there is, each row once, and the pages add up', async () => {
  let narrower = 0;
  expect(
    await offenders(async (person, declaration) => {
      const rows = await rowsFor(person, declaration);
      const whole = all.get(declaration.name)!;
      if (rows.length < whole.size) narrower += 1;
      const found = PERSONAL.has(declaration.name)
        ? rows.filter((row) => whole.has(row.id)).map((row) => `shows ${row.id}, which is for somebody else`)
        : rows.filter((row) => !whole.has(row.id)).map((row) => `shows ${row.id}, which nobody else sees`);
      if (new Set(rows.map((row) => row.id)).size !== rows.length) found.push('shows a row twice');
      const page = (await company.get(declaration, listVerb(declaration)!, { size: 10 }, person.mighty)).body.data as {
        total: number;
      };
      if (page.total !== rows.length) found.push(`says ${page.total} and shows ${rows.length}`);
      return found;
    }),
  ).toEqual([]);
  // Or the scopes of the people here would prove nothing.
  expect(narrower).toBeGreaterThan(5);
});

test('promise 27: a record opens for a person exactly when his list shows it, by its number too', async () => {
  expect(
    await offenders(
      async (person, declaration) => {
        const mine = new Set((await rowsFor(person, declaration)).map((row) => row.id));
        const found: string[] = [];
        const foreign = [...all.get(declaration.name)!].filter((id) => !mine.has(id)).slice(0, 3);
        for (const id of [...[...mine].slice(0, 2), ...foreign]) {
          const { status } = await company.get(declaration, 'detail', { id }, person.mighty);
          if (status !== (mine.has(id) ? 200 : 404))
            found.push(`${mine.has(id) ? 'his' : 'a foreign'} ${id} → ${status}`);
          if (declaration.view) continue;
          const history = await company.get(declaration, 'history', { id }, person.mighty);
          if (history.status !== (mine.has(id) ? 200 : 404))
            found.push(`history of ${mine.has(id) ? 'his' : 'a foreign'} ${id} → ${history.status}`);
        }
        return found;
      },
      lists.filter((declaration) => serves(declaration, 'detail')),
    ),
  ).toEqual([]);
});

test('promise 27: what his list does not show he neither changes, removes, freezes nor sends on', async () => {
  expect(
    await offenders(
      async (person, declaration) => {
        const mine = new Set((await rowsFor(person, declaration)).map((row) => row.id));
        const [id] = [...all.get(declaration.name)!].filter((each) => !mine.has(each));
        if (id === undefined || declaration.view) return [];
        const storedRow = async (): Promise<string> =>
          (
            await company.asOwner<{ row: string }>(
              `select t::text as row from ${tableOf(declaration)} t where id = $1`,
              [id],
            )
          )[0]!.row;
        const before = await storedRow();
        const save = saveVerb(declaration);
        const paths = [
          ...(save ? [save] : []),
          ...(['remove', 'freeze', 'thaw'] as const).filter((verb) => serves(declaration, verb)),
          ...Object.entries(declaration.life?.actions ?? {})
            .filter(([, action]) => !action.page)
            .map(([name]) => name),
        ];
        const found: string[] = [];
        for (const path of paths) {
          const { status, body } = await company.post(
            declaration,
            path,
            path === save ? { id, remark: '越权', name: '越权' } : { ids: id, reason: '越权操作' },
            person.mighty,
          );
          if (status !== 404 && status !== 403 && status !== 400) found.push(`${path} → ${status} ${body.msg ?? ''}`);
        }
        if ((await storedRow()) !== before) found.push(`changes ${id} all the same`);
        return found;
      },
      lists,
      1,
    ),
  ).toEqual([]);
});

test('promise 27: an export has the rows of the list, no more', async () => {
  expect(
    await offenders(
      async (person, declaration) => {
        const { status, bytes } = await company.download(addressOf(declaration, 'exportExcel'), person.mighty);
        if (status !== 200) return [`→ ${status}`];
        const cells = ownSheet(bytes);
        const rows = await rowsFor(person, declaration);
        const count = declaration.lines?.['details']
          ? new Set(cells.slice(1).map((row) => row[0])).size
          : cells.length - 1;
        return count === rows.length ? [] : [`${count} rows for ${rows.length}`];
      },
      lists.filter((declaration) => serves(declaration, 'exportExcel')),
    ),
  ).toEqual([]);
}, 60_000);

test('with the rights they really have, each is refused what he has no button for, and only that', async () => {
  expect(
    await offenders(async (person, declaration) => {
      const view = permissionOf(declaration, 'view');
      const { status } = await company.get(declaration, listVerb(declaration)!, {}, person.token);
      return status === (person.may(view) ? 200 : 403)
        ? []
        : [`${view} ${person.may(view) ? 'held' : 'not held'} → ${status}`];
    }),
  ).toEqual([]);
});

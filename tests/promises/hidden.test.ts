/**
 * Every role of the demonstration company, and somebody who may do everything but see those fields, over figures found
 * nowhere else: of each right its own.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { decidedStage } from '../../kernel/core/life.ts';
import { SESSION } from '../../kernel/core/contract.ts';
import type { Call, SignedIn } from '../../kernel/server/context.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { makeDocument } from '../contracts/made-documents.ts';
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
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import {
  finder,
  guarded,
  markAll,
  marksOf,
  placesOf,
  TEXTS,
  withGuarded,
  writeGuarded,
  type Mark,
} from './marked-figures.ts';

interface Reader {
  readonly name: string;
  readonly token: string;
  readonly permissions: ReadonlySet<string>;
  /** What a text shows of a field he may not see. */
  readonly leakIn: (text: string) => string | undefined;
}
let company: TheCompany;
let marks: ReadonlyMap<string, Mark>;
let written: readonly string[];
/** May do everything but see single fields. */
let blind: Reader;
let userId: string;
let roles: readonly Reader[];
const ids = new Map<string, readonly string[]>();
const answered = new Map<Question, string>();

beforeAll(async () => {
  company = await openCompany();
  marks = marksOf(company.declarations);
  const readerOf = (name: string, person: SignedIn): Reader => ({
    name,
    token: company.signIn({ ...person, scope: { all: true } }),
    permissions: person.permissions,
    leakIn: finder(
      marks,
      [...marks.keys()].filter((right) => !person.permissions.has(right)),
    ),
  });
  const boss = await company.person('admin');
  userId = boss.userId;
  blind = readerOf('blind', {
    ...boss,
    permissions: new Set([...boss.permissions].filter((code) => !marks.has(code))),
  });
  const accounts = await company.asOwner<{ account: string }>(
    `select distinct on (r.id) u.account from role r
      join app_user u on u.tenant_id = r.tenant_id and u.account = case r.role_alias when 'administrator' then 'admin'
        when 'admin' then 'tenant-admin' else r.role_alias end where r.tenant_id = $1`,
    [TENANT],
  );
  const everybody = await Promise.all(
    accounts.map(async ({ account }) => readerOf(account, await company.person(account))),
  );
  roles = everybody.filter(({ permissions }) => [...marks.keys()].some((right) => !permissions.has(right)));
  written = await markAll(company, marks);
  for (const declaration of company.declarations) {
    const rows = declaration.view
      ? await company.rowsOf(declaration).catch(() => [])
      : await company.asOwner<Row>(
          `select id from ${tableOf(declaration)} ${declaration.platform ? '' : `where tenant_id = '${TENANT}'`} order
            by id limit 3`,
        );
    ids.set(
      declaration.name,
      rows.slice(0, 3).map((row) => row.id),
    );
  }
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

const ownerOf = ({ service, path }: Call): Declaration | undefined =>
  company.declarations
    .filter((each) => each.service === service && (each.segment === '' || path.startsWith(`${each.segment}/`)))
    .toSorted((a, b) => b.segment.length - a.segment.length)[0];
const isOpenTo = ({ permissions }: Reader, { permission }: Call): boolean =>
  [permission].flat().some((code) => code === SESSION || permissions.has(code));
interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly input: Readonly<Record<string, unknown>>;
}
/**
 * Everything somebody may ask that only reads. `most`: records of each kind he opens; `probing`: lists filtered and
 * ordered by what is guarded, too.
 */
function questionsOf(reader: Reader, size: number, most: number, probing = false): Question[] {
  const names = [
    ...new Set(
      withGuarded(company.declarations).flatMap((declaration) =>
        placesOf(declaration).flatMap(([, fields]) => guarded(fields).map(([name]) => name)),
      ),
    ),
  ];
  const filtered = Object.fromEntries(names.map((name) => [`${name}_ge`, '1000']));
  return company.program.calls
    .filter(
      (call) =>
        (call.method === 'POST' ? call.reads === true : call.reads !== false) && !call.upload && isOpenTo(reader, call),
    )
    .flatMap((call) => {
      const owner = ownerOf(call);
      const some = owner === undefined ? [] : ids.get(owner.name)!.slice(0, most);
      const isList = probing && /(page|list)$/i.test(call.path);
      const ordered =
        isList && owner !== undefined ? guarded(owner.fields).map(([name]) => ({ size: 50, descs: name })) : [];
      return [
        { size },
        ...some.map((id) => ({ id, ids: id, size })),
        ...(isList ? [{ size: 50, ...filtered }, ...ordered] : []),
      ].map((input) => ({
        method: call.method === 'POST' ? 'POST' : 'GET',
        url: `/api/${call.service}/${call.path}`,
        input,
      }));
    });
}
async function answerOf({ token }: Reader, { method, url, input }: Question): Promise<string> {
  const { status, text } = await company.call(token, method, url, input);
  return `${status} ${text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '')}`;
}
/** Asks them all, a few at once. */
async function ask(
  reader: Reader,
  questions: readonly Question[],
  hear: (question: Question, text: string) => void | Promise<void>,
): Promise<void> {
  const left = [...questions];
  const next = async (): Promise<void> => {
    for (let question = left.shift(); question !== undefined; question = left.shift())
      await hear(question, await answerOf(reader, question));
  };
  await Promise.all(Array.from({ length: 4 }, next));
}
const leaksOf = (reader: Reader, { url, input }: Question, text: string): string[] => {
  const leak = reader.leakIn(text);
  return leak === undefined ? [] : [`${reader.name}: ${url} ${JSON.stringify(input)} ${leak}`];
};

test('promise 49: each role of the company is shown by no call what its own rights hide', async () => {
  const found: string[] = [];
  const shown = await Promise.all(
    withGuarded(company.declarations)
      .filter((each) => listVerb(each) !== undefined)
      .map((each) => company.get(each, listVerb(each)!, { size: 50 })),
  );
  expect(
    [...marks.values()].filter(({ figure, share }) =>
      shown.some(({ text }) => text.includes(figure) || text.includes(share)),
    ).length,
    'rights whose figures the administrator reads',
  ).toBeGreaterThan(10);
  for (const reader of roles)
    await ask(
      reader,
      questionsOf(reader, 20, 1),
      (question, text) => void found.push(...leaksOf(reader, question, text)),
    );
  expect(roles.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['purchaser', 'storekeeper', 'chef', 'supplier', 'guest']),
  );
  expect(found).toEqual([]);
}, 300_000);

test('promise 49: a field hidden from a person is in no answer of any call that reads', async () => {
  expect(written.length).toBeGreaterThan(60);
  await company.asOwner('update flow_instance set start_user = $1', [userId]);
  await company.asOwner('update flow_task set assignee = $1 where assignee is not null', [userId]);
  await ask(blind, questionsOf(blind, 50, 3, true), (question, text) => void answered.set(question, text));
  expect(answered.size).toBeGreaterThan(1_000);
  expect([...answered].flatMap(([question, text]) => leaksOf(blind, question, text))).toEqual([]);
}, 300_000);

test('promise 49: nothing is put in order, filtered, counted or added up by what is hidden: other figures, same answers', async () => {
  await writeGuarded(company, ({ kind }) =>
    TEXTS.has(kind)
      ? `'T' || (id % 97)`
      : kind === 'integer'
        ? 'id % 97'
        : kind === 'json'
          ? `'[]'::jsonb`
          : '(id % 97) + 0.25',
  );
  const changed: string[] = [];
  // The logs of calls grow by these.
  const steady = [...answered.keys()].filter(({ url }) => !/blade-log\/(usual|api|error)/.test(url));
  await ask(blind, steady, async (question, now) => {
    const was = answered.get(question)!;
    // What never answers the same twice says nothing.
    if (now === was || (await answerOf(blind, question)) !== now) return;
    let at = 0;
    while (now[at] === was[at]) at += 1;
    changed.push(
      `${question.url} ${JSON.stringify(question.input)}: …${was.slice(Math.max(0, at - 60), at + 40)}… is now …${now.slice(Math.max(0, at - 60), at + 40)}…`,
    );
  });
  expect(changed).toEqual([]);
}, 300_000);

test('promise 49: nor in a sheet, nor in what a refusal shows of the record as it stands', async () => {
  await markAll(company, marks);
  expect(
    await company.offenders(withGuarded(company.declarations), async (declaration) => {
      const found: string[] = [];
      if (serves(declaration, 'exportExcel')) {
        const { bytes } = await company.download(addressOf(declaration, 'exportExcel'), blind.token);
        if (blind.leakIn(JSON.stringify(ownSheet(bytes))) !== undefined) found.push('its sheet shows what is hidden');
      }
      const save = saveVerb(declaration);
      if (save === undefined || declaration.view || !serves(declaration, 'detail')) return found;
      for (const { id } of await company.asOwner<Row>(
        `select id from ${tableOf(declaration)} where tenant_id = '${TENANT}' order by id limit 3`,
      )) {
        const record = (await company.get(declaration, 'detail', { id }, blind.token)).body.data as
          | Record<string, unknown>
          | undefined;
        for (const more of [{ version: 99 }, { remark: 'x'.repeat(5_000) }]) {
          const { status, text } = await company.post(declaration, save, { ...record, ...more }, blind.token);
          if (blind.leakIn(text) !== undefined)
            found.push(`a refusal of ${JSON.stringify(more).slice(0, 20)} (${status}) shows it`);
        }
      }
      return found;
    }),
  ).toEqual([]);
}, 120_000);

test('promise 49: what the program writes to people and about its calls carries no hidden figure: messages, tasks, timelines, logs', async () => {
  const sent: string[] = [];
  const drafts = new Map<Declaration, string>();
  for (const declaration of withGuarded(company.declarations))
    if (decidedStage(declaration.life) !== undefined)
      drafts.set(declaration, (await makeDocument(company, declaration, declaration.life!.first)).id);
  await markAll(company, marks);
  for (const [declaration, id] of drafts) {
    const record = (await company.get(declaration, 'detail', { id })).body.data as Record<string, unknown>;
    const save = saveVerb(declaration);
    if (save !== undefined) await company.post(declaration, save, record);
    const { status } = await company.post(declaration, decidedStage(declaration.life)!.send, { ids: id });
    if (status === 200) sent.push(declaration.name);
  }
  expect(sent.length).toBeGreaterThan(3);
  for (const observer of company.program.observers) await observer.flush();
  const leak = finder(marks, [...marks.keys()]);
  const found: string[] = [];
  for (const table of [
    'message',
    'document_log',
    'flow_task',
    'flow_history',
    'flow_instance',
    'usual_log',
    'api_log',
    'error_log',
  ]) {
    for (const { row } of await company.asOwner<{ row: string }>(
      `select ${table === 'flow_instance' ? 'title' : 't::text'} as row from ${table} t where tenant_id = $1`,
      [TENANT],
    )) {
      const text = leak(row);
      if (text !== undefined) found.push(`${table}: ${text}`);
    }
  }
  expect(found).toEqual([]);
}, 120_000);

/**
 * A list of very many records is filtered by a text and put in order by one without reading what is not asked for: each
 * list with each of its text filters and each of its orders. Asked for is what no record has, which a list that is gone
 * through in its order finds out last.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { titleField, type Declaration } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import { kinds, refersToOne } from '../../kernel/core/kinds.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { snake } from '../../parts/postgres/database.ts';
import { copyRecords } from '../../scripts/bench/copy-records.ts';
import { explainAll, readingOf, type Reading } from '../../scripts/bench/rows-read.ts';
import { DEMO_TIMEOUT_MS, demoDatabase } from '../support/demo-database.ts';
import { listVerb, openCompany, storedFields, TENANT, type TheCompany } from './the-company.ts';

/** More than may be read in vain, so that whoever goes through all of them is noticed. */
const RECORDS = 2_000;
const MOST_IN_VAIN = 1_000;
/** A word of letters, of characters, and of two of them, which are too short for a trigram. */
const WORDS = ['qzxwq', '鑫淼鑫淼', '鑫淼'] as const;

let company: TheCompany;
let long: readonly Declaration[];
let unfound: readonly string[];
const heard: Reading[] = [];

const isText = ({ kind }: Field): boolean => ['words', 'signs'].includes(kinds[kind].text ?? '');

beforeAll(async () => {
  const on = await demoDatabase();
  company = await openCompany({ on });
  long = company.declarations.filter(
    (declaration) => listVerb(declaration) !== undefined && !declaration.view && !declaration.few,
  );
  const connection = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: on.ownerUrl });
    client.on('error', () => {}); // the statement that fails reports it
    await client.connect();
    await client.query(`set app.tenant = '${TENANT}'; set timezone = 'Asia/Shanghai'`);
    return client;
  };
  await company.asOwner(`set app.tenant = '${TENANT}'`);
  unfound = await recordsNotFound();
  for (const declaration of long) await copyRecords({ sql: company.asOwner, connection }, declaration, RECORDS);
  const owner = await connection();
  await owner.query('analyze');
  // Of tables this small all is quickly read; asked is whether a statement has a way that reads less.
  await owner.query(`alter database "${on.name}" set enable_seqscan = off`);
  await explainAll(owner, on.name, 'notice');
  await owner.end();
  await company.close();
  company = await openCompany({ on });
  const listened = new WeakSet<object>();
  company.database.pool.on('acquire', (client) => {
    if (listened.has(client)) return;
    listened.add(client);
    client.on('notice', ({ message = '' }) => {
      const reading = readingOf(message);
      if (reading?.statement.includes('page_total') === true) heard.push(reading);
    });
  });
}, DEMO_TIMEOUT_MS);
afterAll(() => company?.close());

/** What each question of a list reads in vain, where that is too much. */
const offenders = (questionsOf: (declaration: Declaration) => readonly Record<string, string>[]): Promise<string[]> =>
  company.offenders(long, async (declaration) => {
    const found: string[] = [];
    for (const question of questionsOf(declaration)) {
      heard.length = 0;
      const { status, text } = await company.get(declaration, listVerb(declaration)!, question);
      if (status !== 200) found.push(`${JSON.stringify(question)} is answered ${status} ${text.slice(0, 200)}`);
      // The database tells of a statement when its transaction ends, which the answer does not wait for.
      await expect.poll(() => heard.length, { timeout: 5_000, interval: 1 }).toBeGreaterThan(0);
      for (const { inVain } of heard)
        if (inVain > MOST_IN_VAIN) found.push(`${JSON.stringify(question)} reads ${inVain} records in vain`);
    }
    return found;
  });

const named = (declaration: Declaration, rule: 'list' | 'search'): string[] =>
  storedFields(declaration)
    .filter(([, field]) => field.rules[rule] === true && isText(field))
    .map(([name]) => name);
const ordersOf = (declaration: Declaration): Record<string, string>[] =>
  named(declaration, 'list').flatMap((name) => [{ ascs: name }, { descs: name }]);

test('a list is put in order by any of its texts without reading what its page does not show', async () => {
  expect(await offenders(ordersOf)).toEqual([]);
}, 120_000);

test('a list is filtered by any of its texts, in any order, without going through the others', async () => {
  expect(
    await offenders((declaration) =>
      named(declaration, 'search').flatMap((name) =>
        [{}, ...ordersOf(declaration)].flatMap((order) =>
          WORDS.filter((word) => word.length > 2 || declaration.keyword?.includes(name)).map((word) => ({
            [name]: word,
            ...order,
          })),
        ),
      ),
    ),
  ).toEqual([]);
}, 300_000);

test('a list is filtered by the name of what its records refer to without going through them', async () => {
  expect(
    await offenders((declaration) =>
      storedFields(declaration).flatMap(([name, field]) => {
        if (!name.endsWith('Id') || !refersToOne(field) || field.rules.search !== true) return [];
        const target = company.program.registry.find(field.rules.target!);
        if (target.few === true || target.keyword?.includes(titleField(target)) !== true) return [];
        return WORDS.map((word) => ({ [name.replace(/Id$/, 'Name')]: word }));
      }),
    ),
  ).toEqual([]);
}, 120_000);

test('the search text of every record holds each field the search box looks into', () => {
  expect(unfound).toEqual([]);
});

/** Records of the company that are not found by what they hold. */
const recordsNotFound = (): Promise<string[]> =>
  company.offenders(
    company.declarations.filter(({ keyword, view, of }) => keyword !== undefined && !view && of === undefined),
    async (declaration) => {
      const table = tableOf(declaration);
      const found: string[] = [];
      for (const name of declaration.keyword!) {
        const [lacking] = await company.asOwner<{ value: string; text: string }>(
          `select t.${snake(name)} as value, t.search_text as text from ${table} t
            where strpos(t.search_text, lower(t.${snake(name)}::text)) = 0 limit 1`,
        );
        if (lacking !== undefined) found.push(`${name} ${lacking.value} is not in "${lacking.text}"`);
      }
      return found;
    },
  );

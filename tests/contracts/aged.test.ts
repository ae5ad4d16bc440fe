/**
 * Whatever is saved, sent, approved, received, picked, counted or planned costs the same after years: of what the past
 * is made of, no statement reads more rows than an act has to do with. Asked of a company whose past is so long that
 * whoever reads all of it, or all that a supplier, a material, a place or a person ever had, is noticed.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../modules/modules.ts';
import { actionsOf, daysWorkOf, rememberYoung, type Asked } from '../../scripts/bench/aged-acts.ts';
import { makePast, shareOf, type PastSize } from '../../scripts/bench/past.ts';
import { explainAll, readingOf, type Reading } from '../../scripts/bench/rows-read.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { isWhole } from '../support/area.ts';
import { DEMO_TIMEOUT_MS, demoDatabase } from '../support/demo-database.ts';
import { rounds } from '../support/long-form.ts';
import { openCompany, type TheCompany } from './the-company.ts';

const PAST: PastSize = {
  days: 1_095,
  moves: 20_000,
  documents: 4_000,
  deliveries: 1_000,
  audits: 10_000,
  tasks: 4_000,
  messages: 4_000,
};
/** More than an act here has to do with, and far less than what is past. */
const MOST = 700;
/** Bounded by the lines of an act, of which one here has many: the newest prices of each. */
const OF_EACH_LINE = /l\.material_id = q\.material_id .* order by l\.arrive_time desc, l\.id desc limit/;

let company: TheCompany;
let asked: Asked;
let past: ReadonlySet<string>;
const heard: Reading[] = [];

beforeAll(
  async () => {
    const on = await demoDatabase();
    const owner = new pg.Client({ connectionString: on.ownerUrl });
    owner.on('error', () => {}); // the statement that fails reports it
    await owner.connect();
    const declarations = modules.flatMap((module) => module.declarations);
    const asOwner: Asked['asOwner'] = async (text, values = []) => (await owner.query(text, values)).rows as never;
    const registry = { declarations, find: (name: string) => declarations.find((each) => each.name === name)! };
    const today = momentIn('Asia/Shanghai', new Date()).slice(0, 10);
    await rememberYoung({ program: { registry }, asOwner, today, call: () => Promise.reject(new Error('Not yet')) });
    past = new Set(Object.keys(await makePast(owner, shareOf(PAST, rounds(1, 5)))));
    await owner.query('analyze');
    // Of tables this small all is quickly read; asked is whether a statement has a way that reads less.
    for (const setting of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
      await owner.query(`alter database "${on.name}" set ${setting} = off`);
    await explainAll(owner, on.name, 'notice');
    await owner.end();
    company = await openCompany({ on });
    const listened = new WeakSet<object>();
    company.database.pool.on('acquire', (client) => {
      if (listened.has(client)) return;
      listened.add(client);
      client.on('notice', ({ message = '' }) => {
        const reading = readingOf(message);
        if (reading !== undefined) heard.push(reading);
      });
    });
    asked = {
      program: company.program,
      asOwner: company.asOwner,
      today,
      call: (method, address, input) => company.call(company.admin, method, `/api/${address}`, { ...input }),
    };
  },
  DEMO_TIMEOUT_MS * rounds(2, 5),
);
afterAll(() => company?.close());

test('no act on a document reads what is past', async () => {
  const tooMany = new Map<string, string>();
  const refused: string[] = [];
  for (const act of [...daysWorkOf(asked), ...actionsOf(asked)]) {
    const go = await act.ready().catch((error: unknown) => {
      refused.push(`${act.name}: ${(error as Error).message}`);
    });
    if (go === undefined) continue;
    heard.length = 0;
    const { status, text } = await go();
    if (status !== 200) refused.push(`${act.name}: ${status} ${text.slice(0, 200)}`);
    for (const { statement, tables } of heard)
      for (const [table, rows] of Object.entries(tables))
        if (rows > MOST && past.has(table) && !OF_EACH_LINE.test(statement))
          tooMany.set(statement, `${act.name} reads ${rows} of ${table}: ${statement}`);
  }
  expect([...tooMany.values()]).toEqual([]);
  // The acts of a day are done, from the order to the count.
  if (isWhole) expect(refused.filter((each) => each.startsWith('day:'))).toEqual([]);
}, 300_000);

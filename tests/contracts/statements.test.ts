/**
 * Every statement of the sources, however rarely it runs, is prepared once against the real schema: a column nobody has
 * fails here. What cannot be put together without running the program is counted per area in
 * `tests/unprepared-statements.json`, and never becomes more.
 */
import fs from 'node:fs';
import path from 'node:path';
import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareAll, type Unprepared } from '../../tools/statements/prepare.ts';
import { literals } from '../../tools/statements/statements.ts';
import { freshDatabase } from '../support/postgres.ts';

const FILE = path.resolve(import.meta.dirname, '../unprepared-statements.json');
const allowed = JSON.parse(fs.readFileSync(FILE, 'utf8')) as Record<string, number>;
let client: pg.Client;

beforeAll(async () => {
  const { ownerUrl } = await freshDatabase();
  const queue = await makeWorkerUtils({ connectionString: ownerUrl });
  await queue.migrate();
  await queue.release();
  client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
});
afterAll(() => client.end());

const areaOf = ({ at }: Unprepared): string => at.split('/').slice(0, 2).join('/');

test('every statement names tables and columns there are, but for those that are counted', async () => {
  const all = literals();
  expect(all.length).toBeGreaterThan(1_500);
  const unprepared = Map.groupBy(await prepareAll(client, all), areaOf);
  const grown = [...unprepared].filter(([area, { length }]) => length > (allowed[area] ?? 0));
  // One of the places of an area is new, most likely a column of no table.
  expect(grown.map(([area, places]) => [area, places.map(({ at, reason }) => `${at} ${reason}`)])).toEqual([]);
}, 120_000);

test.each([
  ['a statement', 'select id, name from warehouse where tenant_id = $1', undefined],
  ['a misspelt column', 'select id, nmae from warehouse', '42703 column "nmae" does not exist'],
  ['a misspelt table', 'update warehuose set name = $1', '42P01 relation "warehuose" does not exist'],
  ['a function nobody has', 'select pinyn_of(name) from warehouse', '42883 function pinyn_of(text) does not exist'],
  ['a condition', 'and t.project_group_dept_id = $1 and t.frozen = 0', undefined],
  ['a misspelt condition', 'and t.project_grop_dept_id = $1', 'there is no table with all of these columns'],
  ['an order', 't.create_time desc, t.id desc', undefined],
  ['a table that is known when it runs', 'delete from \u0001 t where t.requirement_plan_id = $1', undefined],
  [
    'a misspelt column of such a table',
    'delete from \u0001 t where t.requirment_plan_id = $1',
    'there is no table with all of these columns',
  ],
  ['a command', 'rollback to savepoint sheet', undefined],
])('prepared: %s', async (_title, text, reason) => {
  const at = 'modules/a/b.ts:1:1';
  const found = await prepareAll(client, [{ at, text, forms: [{ text, literals: [at] }] }]);
  expect(found).toEqual(reason === undefined ? [] : [{ at, reason }]);
});

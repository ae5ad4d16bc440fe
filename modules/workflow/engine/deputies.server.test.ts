/** In whose name somebody decides: for the types of documents and as long as was agreed, and not a minute longer. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { openHouse, type House } from '../../admin/admin.testing.ts';
import { actsAs, deputies } from './deputies.server.ts';

let house: House;
let agent: string;
const by: Record<string, string> = {};
const NOW = '2026-11-23 12:00:00';
beforeAll(async () => {
  house = await openHouse();
  for (const { account, id } of await house.run<{ account: string; id: string }[]>((tx) =>
    tx.rows(sql`select account, id from app_user`),
  ))
    by[account] = id;
  agent = by['chef']!;
  await house.run((tx) =>
    tx.run(sql`
    insert into flow_delegation (user_id, agent_user_id, bill_types, start_time, end_time, reason) values
      (${by['storekeeper']}::bigint, ${agent}::bigint, null, '2026-11-23 08:00', '2026-11-23 12:01', 'now'),
      (${by['finance']}::bigint, ${agent}::bigint, 'purchaseorder, invcheck', '2026-11-01', '2026-12-01', 'two types'),
      (${by['purchaser']}::bigint, ${agent}::bigint, null, '2026-11-01', '2026-11-23 11:59', 'a minute ago'),
      (${by['admin']}::bigint, ${agent}::bigint, null, '2026-11-23 12:01', '2026-12-01', 'in a minute'),
      (${by['tenant-admin']}::bigint, ${agent}::bigint, null, '2026-11-01', '2026-11-23 12:00', 'at this moment')`),
  );
});

test('a delegation counts from its first to its last moment', async () => {
  const user = (await house.program.userOf?.('000000', agent))!;
  const found = await house.run<{ userId: string; billTypes: string[] }[]>((tx) => deputies({ tx, now: NOW, user }));
  expect(new Map(found.map(({ userId, billTypes }) => [userId, billTypes]))).toEqual(
    new Map([
      [by['storekeeper'], []],
      [by['finance'], ['purchaseorder', 'invcheck']],
    ]),
  );
});

test.each([
  ['a candidate himself', { state: 'open', assignee: null, candidates: ['7', '12'] }, 'other', '7'],
  ['for whom he stands in, of that type', { state: 'open', assignee: null, candidates: ['12'] }, 'purchaseorder', '12'],
  ['not of another type', { state: 'open', assignee: null, candidates: ['12'] }, 'invoutstore', null],
  [
    'of every type, where none was named',
    { state: 'open', assignee: null, candidates: ['11', '12'] },
    'invoutstore',
    '11',
  ],
  [
    'what somebody took is his',
    { state: 'claimed', assignee: '9', candidates: ['7', '11', '12'] },
    'purchaseorder',
    null,
  ],
  ['what his principal took', { state: 'claimed', assignee: '12', candidates: ['7'] }, 'invcheck', '12'],
  [
    'what his principal took, of another type',
    { state: 'claimed', assignee: '12', candidates: ['7'] },
    'invoutstore',
    null,
  ],
] as const)('who takes a task: %s', (_, task, billType, who) => {
  expect(
    actsAs({ ...task, candidates: [...task.candidates] }, '7', billType, [
      { userId: '11', billTypes: [] },
      { userId: '12', billTypes: ['purchaseorder', 'invcheck'] },
    ]),
  ).toBe(who);
});

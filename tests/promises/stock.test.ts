/**
 * Promises 1, 2 and 6 over HTTP: clients pick from one lot at once and post the same materials in any order, while a
 * second connection adds the ledger up in one snapshot after the other.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, NOW, type Dock } from '../../modules/receiving/dock.testing.ts';
import { openClients, type Answer, type ClientRequest } from '../support/clients.ts';
import { isFull, rounds } from '../support/long-form.ts';

const TENANT = '000001';
const CLIENTS = 50;
const EACH = 3;
const ON_HAND = 100;
/** More often than reliability.md 2 asks (200 ms), and seldom enough to leave the pickings their two cores. */
const LOOK_EVERY_MS = isFull ? 60 : 40;

let dock: Dock;
let address: string;
let watcher: pg.Client;
const clients = openClients();
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '${TENANT}';
    insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values (111, '一餐厅', '一餐厅', 'R', 110, '3'), (112, '面档', '面档', 'S', 111, '4');
    insert into material (id, code, name, material_type_id, base_unit_id) select 700000 + n, 'X' || n, '物料' || n, 400, 301 from generate_series(0, 2000) n; commit`);
  address = await dock.running.app.listen({ port: 0, host: '127.0.0.1' });
  watcher = new pg.Client({ connectionString: dock.running.ownerUrl });
  await watcher.connect();
}, 60_000);
afterAll(async () => {
  await watcher.end();
  await clients.close();
  await dock.running.close();
});

const requestOf = (path: string, input: object, token = dock.keeper): ClientRequest => ({
  url: `${address}/api/store-management/${path}`,
  headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json', 'x-larder-time': NOW },
  body: JSON.stringify(input),
});
const done = async (path: string, input: object, token?: string): Promise<never> => {
  const [answer] = await clients.send([requestOf(path, input, token)]);
  expect([path, answer!.msg]).toEqual([path, '操作成功']);
  return answer!.data as never;
};

/** Lots of materials, received as goods are. */
async function received(lots: readonly { readonly materialId: string; readonly qty: number }[]): Promise<void> {
  const { instoreId, details } = await dock.order(
    lots.map(({ materialId, qty }) => ({ materialId, qty: String(qty) })),
  );
  await done('invinstore/doReceiving', {
    instoreId,
    details: details.map((line) => ({ detailId: line['id'], acceptedQty: line['qty'] })),
  });
}
/** Approved pick bills of one line or many; answers their out-stores. */
async function approvedPicks(
  bills: readonly (readonly { readonly materialId: string; readonly qty: number }[])[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const lines of bills) {
    const { id } = (await done('pick/submit', {
      warehouseId: '500',
      useRestaurantDeptId: '111',
      gearOperationDeptId: '112',
      needTime: '2026-11-22 11:00:00',
      pickType: 'plan',
      details: lines.map(({ materialId, qty }) => ({ materialId, unitId: '301', qty: String(qty) })),
    })) as { id: string };
    ids.push(id);
  }
  await done('pick/toApply', { ids: ids.join(',') });
  await done('pick/doApply', { ids: ids.join(',') }, dock.boss);
  const rows = await dock.running.asOwner<{ id: string }>(
    'select outstore_id::text as id from pick where id = any($1::bigint[]) order by id',
    [ids],
  );
  return rows.map((row) => row.id);
}

/**
 * How many balances are not the sum of what makes them up, or below zero: of some materials, or of all. Written apart
 * from the program.
 */
const WRONG = [
  `
  select count(*)::int as n from (select tenant_id, location_id, material_id, batch_id, sum(qty) as qty from stock_move
  where $1::bigint[] is null or material_id = any($1) group by 1, 2, 3, 4) m
  full join (select * from stock_batch where $1::bigint[] is null
  or material_id = any($1)) b using (tenant_id, location_id, material_id, batch_id)
  where coalesce(m.qty, 0) <> coalesce(b.qty, 0) or b.qty < 0 or b.reserved_qty < 0`,
  `
  select count(*)::int as n from stock s left join (select tenant_id, location_id, material_id, sum(qty) as qty
  from stock_batch group by 1, 2, 3) b using (tenant_id, location_id, material_id)
  where ($1::bigint[] is null or material_id = any($1)) and (s.qty <> coalesce(b.qty, 0) or s.qty < 0
    or s.reserved_qty < 0 or s.reserved_qty > s.qty)`,
];
async function mismatches(materials: readonly string[] | null): Promise<number> {
  let found = 0;
  for (const query of WRONG) found += (await watcher.query<{ n: number }>(query, [materials])).rows[0]!.n;
  return found;
}
/** One look: everything in it is of the same moment. */
async function snapshot(materials: readonly string[] | null = null): Promise<number> {
  await watcher.query('begin isolation level repeatable read read only');
  const found = await mismatches(materials);
  await watcher.query('commit');
  return found;
}
/** Looks at the materials again and again while `work` moves them. */
async function watched(
  materials: readonly string[],
  work: () => Promise<void>,
): Promise<{ looks: number; wrong: number }> {
  const seen = { looks: 0, wrong: 0 };
  let working = true;
  const watching = (async () => {
    while (working) {
      seen.wrong += await snapshot(materials);
      seen.looks += 1;
      await pause(LOOK_EVERY_MS);
    }
  })();
  try {
    await work();
  } finally {
    working = false;
    await watching;
  }
  return seen;
}

/**
 * A database in use has statistics, its server's connections are younger than they are, and it is not analysed again
 * for every thousand moves: a tenth of a company's tables is more than that.
 */
async function analyseAll(): Promise<void> {
  await dock.running.asOwner(`do $$ declare each regclass; begin
    for each in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_analyze_threshold = 100000, autovacuum_vacuum_threshold = 100000, autovacuum_vacuum_insert_threshold = 100000)', each);
    end loop; end $$`);
  await dock.running.asOwner('analyze');
  await dock.running.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'larder_app'`,
  );
  await pause(500); // until the server has noticed
}

let looks = 0;
test(
  'promises 1 and 2: of fifty clients at one lot exactly as many get it as it holds, the others are told by how much it is short, and no snapshot shows a sum that is not',
  { timeout: 900_000 },
  async () => {
    const times: number[] = [];
    const odd: string[] = [];
    // Only the long form is timed, from when the company has some hundred documents: the suite shares its two cores.
    for (let round = isFull ? -15 : 0; round < rounds(2, 200); round += 1) {
      if (round === -5) await analyseAll();
      const materialId = String(700_100 + round);
      let answers: readonly Answer[] = [];
      const { looks: now, wrong } = await watched([materialId], async () => {
        await received([{ materialId, qty: ON_HAND }]);
        await received([{ materialId, qty: 1_000 }]);
        const [lot] = await dock.running.asOwner<{ id: string }>(
          'select b.id::text as id from batch b where b.material_id = $1 order by b.id limit 1',
          [materialId],
        );
        const outs = await approvedPicks(Array.from({ length: CLIENTS }, () => [{ materialId, qty: EACH }]));
        const lines = new Map(
          (
            await dock.running.asOwner<{ out: string; id: string }>(
              'select out_store_id::text as out, id::text as id from out_store_detail where out_store_id = any($1::bigint[])',
              [outs],
            )
          ).map((row) => [row.out, row.id]),
        );
        answers = await clients.send(
          outs.map((outstoreId) =>
            requestOf('invoutstore/doPicking', {
              outstoreId,
              details: [
                {
                  detailId: lines.get(outstoreId),
                  picks: [{ batchId: lot!.id, qty: String(EACH), overrideReason: '指定批次' }],
                },
              ],
            }),
          ),
        );
      });
      looks += now;
      expect(wrong).toBe(0);
      if (round >= 0) times.push(...answers.map((answer) => answer.milliseconds));
      const won = answers.filter((answer) => answer.status === 200).length;
      if (won !== Math.floor(ON_HAND / EACH)) odd.push(`round ${round}: ${won} got it`);
      for (const answer of answers)
        if (answer.status !== 200 && !(answer.status === 400 && /需 3 千克，仅剩 1 千克，缺 2 千克（/.test(answer.msg)))
          odd.push(`round ${round}: ${answer.status} ${answer.msg}`);
    }
    expect([...new Set(odd)]).toEqual([]);
    expect(
      await dock.running.asOwner(
        'select 1 from stock_batch where qty < 0 union all select 1 from stock where qty < 0 or reserved_qty > qty',
      ),
    ).toEqual([]);
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
    process.stdout.write(
      `${times.length} pickings by ${CLIENTS} clients: p99 ${Math.round(p99)} ms; ${looks} snapshots\n`,
    );
    if (isFull) expect(p99).toBeLessThan(500);
  },
);

test(
  'promises 2 and 6: twenty clients post the same materials in any order; none is refused for another, and the sums hold at every moment',
  { timeout: 300_000 },
  async () => {
    const many = rounds(40, 200);
    const materials = Array.from({ length: many }, (_, nr) => String(701_000 + nr));
    await received(materials.map((materialId) => ({ materialId, qty: 1_000 })));
    let seed = 7;
    const chance = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
    const shuffled = (): { materialId: string; qty: number }[] =>
      materials
        .map((materialId) => ({ materialId, at: chance() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ materialId }) => ({ materialId, qty: 2 }));
    const deadlocks = async (): Promise<string> =>
      (
        await watcher.query<{ deadlocks: string }>(
          'select deadlocks from pg_stat_database where datname = current_database()',
        )
      ).rows[0]!.deadlocks;
    const before = await deadlocks();
    let answers: readonly Answer[] = [];
    const outs = await approvedPicks(Array.from({ length: 20 }, shuffled));
    const seen = await watched(materials, async () => {
      answers = await clients.send(outs.map((outstoreId) => requestOf('invoutstore/doPicking', { outstoreId })));
    });
    looks += seen.looks;
    expect(await snapshot()).toBe(0);
    expect(answers.map((answer) => `${answer.status} ${answer.msg}`)).toEqual(answers.map(() => '200 操作成功'));
    expect(seen.wrong).toBe(0);
    expect(await deadlocks()).toBe(before);
    if (isFull) expect(looks).toBeGreaterThan(3_000);
    else expect(looks).toBeGreaterThan(3);
  },
);

test('promise 2: the looks see a balance that is one gram off, at a lot as at a place', async () => {
  expect(await snapshot()).toBe(0);
  for (const planted of [
    `update stock_batch set qty = qty - 0.001 where id = (select id from stock_batch where qty > 1 order by id
      limit 1)`,
    `update stock set qty = qty + 0.001 where id = (select id from stock order by id limit 1)`,
  ]) {
    await watcher.query(
      `begin; set local app.tenant = '${TENANT}'; set local session_replication_role = replica; ${planted}`,
    );
    const found = await mismatches(null);
    await watcher.query('rollback');
    expect([planted, found > 0]).toEqual([planted, true]);
  }
});

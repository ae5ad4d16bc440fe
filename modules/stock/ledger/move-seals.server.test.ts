/** A16: posted moves are sealed in a chain; a changed byte is found, and so is a chain that was made anew. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FailedForSome } from '../../../parts/jobs/tenant-tasks.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { sql } from '../../../parts/postgres/database.ts';
import {
  anchorFile,
  readAnchors,
  sealByNight,
  sealMoves,
  verifySeals,
  type Anchor,
  type Transact,
} from './move-seals.server.ts';
import { aStockRoom, NOW, received, thing, type StockRoom } from './stock-room.testing.ts';

let room: StockRoom;
let owner: pg.Client;
let fileFolder: string;
beforeAll(async () => {
  room = await aStockRoom();
  owner = new pg.Client({ connectionString: room.ownerUrl });
  await owner.connect();
  fileFolder = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'larder-seals-')), 'files');
  await room.act(({ tx }) => tx.run(sql`insert into tenant (tenant_id, tenant_name) values ('000001', '一号')`));
});
afterAll(async () => {
  await owner.end();
  await room.close();
  await fs.rm(path.dirname(fileFolder), { recursive: true, force: true });
});

/** What nobody can do from the application: the guard of the ledger is taken away for as long as it takes. */
async function asIntruder(change: string): Promise<void> {
  await owner.query(
    `begin; set local app.tenant = '000001'; set local session_replication_role = replica; ${change}; commit`,
  );
}
const transact: Transact = (work) => room.act(({ tx }) => work(tx));
const night = (): Promise<void> =>
  sealByNight({ database: room.database, registry: () => room.registry, fileFolder } as Services).run();
const verified = (anchors?: readonly Anchor[]) => verifySeals(transact, anchors);
/** Some goods came, so many hours ago. */
async function came(hours: number, count = 1): Promise<void> {
  for (let at = 0; at < count; at += 1) await room.act((context) => received(context, thing.rice, 5, '10', {}));
  await asIntruder(`update stock_move set posted_time = now() - interval '${hours} hours', business_time = now() - interval '${hours} hours'
    where posted_time = '${NOW}+08'`);
}
beforeEach(async () => {
  await asIntruder('delete from stock_move_seal; delete from stock_move_cost; delete from stock_move');
  await fs.rm(anchorFile(fileFolder), { force: true });
});

test('what was posted long enough ago is sealed once, in its order; what is new waits', async () => {
  await came(5, 3);
  await came(0, 2);
  await sealMoves(transact);
  expect(await verified()).toEqual({ seals: 1, moves: 3, broken: null });
  await sealMoves(transact);
  expect(await verified()).toEqual({ seals: 1, moves: 3, broken: null });
  await asIntruder(`update stock_move set posted_time = posted_time - interval '3 hours',
    business_time = business_time - interval '3 hours'
    where seq > (select max(to_seq) from stock_move_seal)`);
  await sealMoves(transact);
  expect(await verified()).toEqual({ seals: 2, moves: 5, broken: null });
});

test('an older move that stands behind a newer one waits for it: nothing is ever posted into a seal', async () => {
  await came(0);
  await room.act((context) => received(context, thing.rice, 5, '10', {}));
  await asIntruder(`update stock_move set posted_time = now() - interval '3 hours', business_time = now() - interval '3 hours'
    where seq = (select max(seq) from stock_move)`);
  await sealMoves(transact);
  expect(await verified()).toEqual({ seals: 0, moves: 0, broken: null });
});

test.each([
  ['a quantity', 'update stock_move set qty = qty + 0.000001 where seq = (select min(seq) from stock_move)'],
  ['an amount', 'update stock_move set amount = amount + 0.01 where seq = (select min(seq) from stock_move)'],
  [
    'a moment',
    `update stock_move set business_time = business_time - interval '1 microsecond' where seq = (select max(seq) from stock_move)`,
  ],
  [
    'whose bill it was',
    `update stock_move set bill_code = bill_code || ' ' where seq = (select min(seq) from stock_move)`,
  ],
  [
    'whether there is a price',
    'update stock_move set settlement_price = 0 where seq = (select min(seq) from stock_move)',
  ],
  [
    'a move that is gone',
    'delete from stock_move_cost; delete from stock_move where seq = (select max(seq) from stock_move)',
  ],
  ['a seal', `update stock_move_seal set hash = repeat('0', 64)`],
  ['a seal that is gone', 'delete from stock_move_seal where from_seq = 0'],
])('changed in the database itself is found: %s', async (_what, change) => {
  await came(5, 2);
  await sealMoves(transact);
  await came(5, 1);
  await sealMoves(transact);
  expect((await verified()).broken).toBeNull();
  await asIntruder(change);
  expect((await verified()).broken).toMatchObject({ wrong: 'moves' });
});

test('the application itself changes neither a move nor a seal', async () => {
  await came(5);
  await sealMoves(transact);
  for (const change of [
    sql`update stock_move_seal set hash = repeat('0', 64)`,
    sql`delete from stock_move_seal`,
    sql`update stock_move set qty = 1`,
  ])
    await expect(room.act(({ tx }) => tx.run(change))).rejects.toThrow(/permission denied|append-only/);
});

test('by night: verified, sealed, and the anchor kept outside the database, where a chain made anew is found by it', async () => {
  await came(5, 2);
  await night();
  await night();
  const anchors = (await readAnchors(anchorFile(fileFolder))).get('000001')!;
  expect(anchors).toHaveLength(1);
  await came(5);
  await night();
  expect((await readAnchors(anchorFile(fileFolder))).get('000001')).toHaveLength(2);
  // Somebody who owns the database changes a move, and seals everything again.
  await asIntruder('update stock_move set qty = qty + 1 where seq = (select min(seq) from stock_move)');
  const failure = await night().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FailedForSome);
  expect(String((failure as Error).cause)).toContain('are not what was sealed (moves)');
  await asIntruder('delete from stock_move_seal');
  await sealMoves(transact);
  expect((await verified()).broken).toBeNull();
  expect((await verified(anchors)).broken).toMatchObject({ toSeq: anchors[0]!.toSeq, wrong: 'anchor' });
});

test('thousands of moves are sealed some at a time, and verified the same in any time zone', async () => {
  await came(5, 2);
  await asIntruder(`insert into stock_move (tenant_id, location_id, material_id, batch_id, qty, base_unit_id, unit_cost,
      amount, reason, bill_type, bill_id, bill_code, line_id, business_time, posted_time, counter_party)
    select m.tenant_id, m.location_id, m.material_id, m.batch_id, m.qty, m.base_unit_id, m.unit_cost, m.amount, m.reason,
      m.bill_type, g, 'B' || g, g, m.business_time, m.posted_time, '{"name": "鲜达"}'
    from stock_move m, generate_series(1, 5500) g where m.seq = (select min(seq) from stock_move)`);
  await sealMoves(transact);
  expect(await verified()).toEqual({ seals: 2, moves: 5502, broken: null });
  const inUtc: Transact = (work) => room.database.transaction({ tenant: '000001', timeZone: 'UTC' }, work);
  expect((await verifySeals(inUtc)).broken).toBeNull();
});

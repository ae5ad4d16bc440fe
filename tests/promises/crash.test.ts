/**
 * Promises 12 and 13: the server and the database are killed by force, in turn, while 500-line deliveries are received
 * over HTTP. Every delivery is there as a whole or not at all, and every one that was acknowledged is there, once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokens } from '../../modules/admin/sign-in/token.server.ts';
import { postgresFolder } from '../../scripts/data-directory.ts';
import { OWNER, runningPostgres } from '../../scripts/embedded-postgres.ts';
import { DATABASE } from '../../scripts/open-database.ts';
import { rounds } from '../support/long-form.ts';

const KILLS = rounds(14, 60);
const LINES = 500;
const BILLS = rounds(60, 600);
const CLIENTS = 2;
const ROOT = path.resolve(import.meta.dirname, '../..');
const SECRET = 'a secret for the crash test that is long enough';
const dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'larder-crash-')), 'data');

let server: { process: ChildProcess; address: string };
let token: string;
beforeAll(async () => {
  server = await start();
  await furnish();
  const [admin] = await query<{ id: string }>(
    `update app_user set must_change_password = 0 where tenant_id = '000000' and account = 'admin'
      returning id::text as id`,
  );
  const [session] = await query<{ id: string }>(
    `insert into session (tenant_id, user_id, client_id) values ('000000', ${admin!.id}, 'saber')
      returning id::text as id`,
  );
  token = await createTokens(SECRET).access({ tenant: '000000', userId: admin!.id, sessionId: session!.id }, 3600);
}, 180_000);
afterAll(async () => {
  server.process.kill('SIGKILL');
  await (await runningPostgres(postgresFolder(dataDir)))?.stop();
  fs.rmSync(path.dirname(dataDir), { recursive: true, force: true });
});

test(
  'promises 12 and 13: kills of server and database in 500-line deliveries leave no half document and lose nothing acknowledged',
  { timeout: 600_000 },
  async () => {
    const acknowledged = new Set<string>();
    const odd: string[] = [];
    let ending = false;
    let next = 0;
    const client = async (): Promise<void> => {
      while (!ending && next < BILLS) {
        const bill = String(20_000 + next++);
        const details = Array.from({ length: LINES }, (_, line) => ({
          detailId: lineId(Number(bill) - 20_000, line),
          acceptedQty: '10',
        }));
        // An answer that never came is asked for again with the same key: then the delivery is there exactly once.
        while (!acknowledged.has(bill)) {
          const answer = await send('invinstore/doReceiving', { instoreId: bill, details }, bill);
          if (answer?.status === 200) acknowledged.add(bill);
          else if (answer !== null && answer.status < 500) odd.push(`${answer.status} ${answer.msg}`);
          if (answer?.status !== 200 && (ending || odd.length > 20)) return;
          if (answer?.status !== 200) await sleep(50);
        }
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);

    const begun = performance.now();
    const killed = { server: 0, database: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(150 + ((kill * 397) % 900));
      if (kill % 2 === 0) {
        await killServer();
        server = await start();
        killed.server += 1;
      } else {
        await killDatabase();
        killed.database += 1;
      }
      await expect
        .poll(async () => (await fetch(`${server.address}/api/ready`).catch(() => null))?.status, {
          timeout: 20_000,
          interval: 50,
        })
        .toBe(200);
    }
    const seconds = (performance.now() - begun) / 1000;
    // On a busy machine the kills may have come faster than deliveries: some are to get through.
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(5);
    ending = true;
    await Promise.all(clients);

    expect(odd).toEqual([]);
    const bills = await query<{
      id: string;
      status: string;
      receivings: number;
      came: number;
      moves: number;
      lots: number;
      ordered: number;
      expected: number;
      orderStatus: string;
    }>(`
    select s.id::text as id, s.status, (select count(*)::int from in_store_receiving r
    where r.instore_id = s.id) as receivings,
      (select count(*)::int from in_store_receiving_detail l
      join in_store_receiving r on r.id = l.in_store_receiving_id where r.instore_id = s.id and l.batch_id is not null)
        + (select count(*)::int from in_store_detail d
        where d.in_store_id = s.id and d.received_qty = 10 and d.open_qty = 0) as came,
      (select count(*)::int from stock_move m where m.bill_type = 'invinstore' and m.bill_id = s.id) as moves,
      (select count(*)::int from batch b where b.source_bill_type = 'invinstore'
      and b.source_bill_id = s.id::text) as lots,
      (select count(*)::int from purchase_order_detail d
      where d.purchase_order_id = s.source_bill_id::bigint and d.received_qty = 10) as ordered,
      (select count(*)::int from expected_receipt e
      where e.bill_type = 'purchaseOrder' and e.bill_id = s.source_bill_id::bigint and e.open_qty = 0) as expected,
      (select o.status from purchase_order o where o.id = s.source_bill_id::bigint) as "orderStatus"
    from in_store s where s.status <> 'to-receive' or exists (select 1 from stock_move m
    where m.bill_id = s.id) or exists (select 1 from in_store_receiving r where r.instore_id = s.id) order by s.id`);
    const whole = {
      status: 'receiving',
      receivings: 1,
      came: 2 * LINES,
      moves: LINES,
      lots: LINES,
      ordered: LINES,
      expected: LINES,
      orderStatus: 'done',
    };
    expect(bills.filter(({ id: _id, ...bill }) => JSON.stringify(bill) !== JSON.stringify(whole))).toEqual([]);
    const stored = new Set(bills.map((bill) => bill.id));
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    expect(await send('stock/prove', null, '')).toMatchObject({ status: 200, data: { ok: true } });
    process.stdout.write(
      `${killed.server} kills of the server and ${killed.database} of the database in ${seconds.toFixed(1)} s; ${acknowledged.size} deliveries acknowledged, ${stored.size} stored\n`,
    );
  },
);

const lineId = (bill: number, line: number): string => String(1_000_000 + bill * 1_000 + line);

/** Orders that are approved, with their bills to receive, written as the approval leaves them. */
async function furnish(): Promise<void> {
  await query(`
    begin; set local app.tenant = '000000';
    insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values (100, '公司', '公司', 'C', 0, '1'), (110, '一项目部', '一项目部', 'P', 100, '2');
    insert into material_unit (id, code, name, dimension) values (301, 'kgx', '公斤', 'mass');
    insert into material_type (id, code, name) values (400, 'F', '食材');
    insert into material (id, code, name, material_type_id, base_unit_id) select 10000 + n, 'M' || n, '物料' || n, 400, 301 from generate_series(0, ${LINES - 1}) n;
    insert into warehouse (id, code, name, company_dept_id, project_group_dept_id) values (500, 'W1', '主仓', 100, 110);
    insert into supplier (id, code, name, contact, contact_phone) values (600, 'S1', '鲜达', '王', '13800000000');
    insert into purchase_order (id, bill_code, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id, delivery_date, line_count, status)
      select 30000 + n, 'CG' || n, 600, 500, 100, 110, current_date, ${LINES}, 'approved' from generate_series(0, ${BILLS - 1}) n;
    insert into purchase_order_detail (id, purchase_order_id, line_no, material_id, unit_id, base_unit_id, order_qty, base_qty, price)
      select 2000000 + b * 1000 + n, 30000 + b, n + 1, 10000 + n, 301, 301, 10, 10, 4 from generate_series(0, ${BILLS - 1}) b, generate_series(0, ${LINES - 1}) n;
    insert into expected_receipt (location_id, material_id, due_date, bill_type, bill_id, bill_code, line_id, open_qty)
      select 500, 10000 + n, current_date, 'purchaseOrder', 30000 + b, 'CG' || b, 2000000 + b * 1000 + n, 10 from generate_series(0, ${BILLS - 1}) b, generate_series(0, ${LINES - 1}) n;
    insert into in_store (id, bill_code, source_bill_id, source_bill_code, supplier_id, location_id, warehouse_id, company_dept_id, blade_project_dept_id, line_count)
      select 20000 + n, 'RK' || n, (30000 + n)::text, 'CG' || n, 600, 500, 500, 100, 110, ${LINES} from generate_series(0, ${BILLS - 1}) n;
    insert into in_store_detail (id, in_store_id, line_no, source_detail_id, material_id, unit_id, base_unit_id, qty, base_qty, open_qty, limit_qty, price)
      select 1000000 + b * 1000 + n, 20000 + b, n + 1, (2000000 + b * 1000 + n)::text, 10000 + n, 301, 301, 10, 10, 10, 10, 4 from generate_series(0, ${BILLS - 1}) b, generate_series(0, ${LINES - 1}) n;
    commit`);
  await query('analyze');
}

/** Null when no answer came. */
async function send(
  call: string,
  input: object | null,
  key: string,
): Promise<{ status: number; msg: string; data: unknown } | null> {
  try {
    const answer = await fetch(`${server.address}/api/store-management/${call}`, {
      headers: {
        'blade-auth': `bearer ${token}`,
        'content-type': 'application/json',
        ...(key === '' ? {} : { 'idempotency-key': key }),
      },
      ...(input === null ? {} : { method: 'POST', body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(15_000),
    });
    const body = (await answer.json()) as { msg?: string; data?: unknown };
    return { status: answer.status, msg: body.msg ?? '', data: body.data };
  } catch {
    return null;
  }
}

function start(): Promise<{ process: ChildProcess; address: string }> {
  const { npm_lifecycle_event: _, DATABASE_URL: __, ...rest } = process.env;
  const child = spawn(process.execPath, ['scripts/start.ts', '--api-only'], {
    cwd: ROOT,
    env: {
      ...rest,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'off',
      NODE_ENV: 'development',
      TOKEN_SECRET: SECRET,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /ready .*(http:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve({ process: child, address });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', (code, signal) => reject(new Error(`did not start (${signal ?? code}): ${output}`)));
  });
}

async function killServer(): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    server.process.on('exit', () => resolve());
  });
  server.process.kill('SIGKILL');
  await ended;
}

/** Kills the database; the server is to start it again by itself. */
async function killDatabase(): Promise<void> {
  const { pid } = (await runningPostgres(postgresFolder(dataDir)))!;
  process.kill(pid, 'SIGKILL');
  const deadline = Date.now() + 30_000;
  for (;;) {
    const running = await runningPostgres(postgresFolder(dataDir)).catch(() => null);
    if (running !== null && running.pid !== pid) return;
    if (Date.now() > deadline) throw new Error('The database did not come back');
    await sleep(50);
  }
}

/** As the owner, of the database that runs just now. */
async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const client = new pg.Client({
    connectionString: (await runningPostgres(postgresFolder(dataDir)))!.url(OWNER, DATABASE),
  });
  client.on('error', () => {}); // the query that fails reports it
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Promise 14: the database goes away under load and comes back; the server is back without anybody’s help. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../parts/postgres/migrate.ts';
import { createDatabase, OWNER, startPostgres, type PostgresServer } from '../../scripts/embedded-postgres.ts';
import { startProgram, type RunningProgram } from '../support/program.ts';

const AWAY_MS = 5_000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-away-'));
let postgres: PostgresServer;
let program: RunningProgram;
const start = (): Promise<PostgresServer> => startPostgres({ folder, settings: { max_connections: 60 } });
beforeAll(async () => {
  postgres = await start();
  await createDatabase(postgres, 'larder');
  await migrate(postgres.url(OWNER, 'larder'));
  program = await startProgram({
    on: { ownerUrl: postgres.url(OWNER, 'larder'), appUrl: postgres.url('larder_app', 'larder') },
    connections: 8,
  });
}, 120_000);
afterAll(async () => {
  await program.close();
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test(
  'promise 14: stopped for five seconds under load, it answers within three seconds of being back; what is refused meanwhile says so, and nothing is half saved',
  { timeout: 120_000 },
  async () => {
    const token = program.signIn();
    interface Seen {
      readonly at: number;
      readonly status: number;
      readonly msg: string;
      readonly key: string;
    }
    const seen: Seen[] = [];
    let working = true;
    let nr = 0;
    const client = async (): Promise<void> => {
      while (working) {
        const key = `away.${(nr += 1)}`;
        const { status, body } = await program.call(token, 'POST', '/api/blade-system/param/submit', {
          paramName: '参数',
          paramKey: key,
          paramValue: '1',
        });
        seen.push({ at: performance.now(), status, msg: body.msg ?? '', key });
        await pause(5);
      }
    };
    const clients = Array.from({ length: 8 }, client);
    await pause(1_000);
    const stopped = performance.now();
    await postgres.stop();
    await pause(AWAY_MS);
    postgres = await start();
    const back = performance.now();
    await pause(11_000);
    working = false;
    await Promise.all(clients);

    expect(seen.filter((each) => each.at < stopped && each.status !== 200)).toEqual([]);
    const first = seen.find((each) => each.at > back && each.status === 200);
    expect(first).toBeDefined();
    process.stdout.write(
      `first success ${Math.round(first!.at - back)} ms after PostgreSQL was back; ${seen.filter((each) => each.status !== 200).length} of ${seen.length} refused\n`,
    );
    expect(first!.at - back).toBeLessThan(3_000);
    expect(seen.filter((each) => each.at > back + 10_000 && each.status !== 200)).toEqual([]);
    const away = seen.filter((each) => each.status !== 200);
    expect(away.length).toBeGreaterThan(0);
    const doubtful = away.filter((each) => each.msg.startsWith('保存时与数据库的连接中断，不知道是否已保存'));
    expect(doubtful.length).toBeLessThanOrEqual(8);
    const unsaved = away.filter((each) => !doubtful.includes(each));
    expect([...new Set(unsaved.map((each) => `${each.status} ${each.msg}`))]).toEqual([
      '500 数据库暂时无法连接，没有保存任何内容，请稍后再试',
    ]);
    // Its own connection went with the database.
    const stored = await program.database.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
      tx.rows<{ key: string }>({
        text: `select param_key as key from param where param_key like 'away.%'`,
        values: [],
      } as never),
    );
    const there = new Set(stored.map((row) => row.key));
    expect(seen.filter((each) => each.status === 200 && !there.has(each.key))).toEqual([]);
    expect(unsaved.filter((each) => there.has(each.key))).toEqual([]);
  },
);

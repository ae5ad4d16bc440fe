import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreBackup, writeBackup } from '../scripts/logical-backup.ts';
import { emptyDatabase, freshDatabase } from './support/postgres.ts';

const NASTY = 'tab\tnewline\nback\\slash \\. 采购订单 "quotes" \\N';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-restore-'));
const files = path.join(folder, 'files');
const picture = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('a backup', () => {
  let ownerUrl: string;
  let appUrl: string;
  let restoredUrl: string;
  const file = path.join(folder, 'company.backup.gz');
  const returned = path.join(folder, 'returned');

  beforeAll(async () => {
    ({ ownerUrl, appUrl } = await freshDatabase());
    const queue = await makeWorkerUtils({ connectionString: ownerUrl });
    await queue.migrate();
    await queue.addJob('larder', { job: '1' });
    await queue.release();
    await asOwner(ownerUrl, async (client) => {
      await client.query(`insert into tenant (tenant_id, tenant_name) values ('000000', $1)`, [NASTY]);
      await client.query(
        `insert into session (tenant_id, id, user_id, client_id) select '000000', n, n, ''
          from generate_series(1, 5000) n`,
      );
      await client.query(
        `insert into refresh_token (tenant_id, token_hash, session_id, expires_time)
         select '000000', md5(n::text), n, '2026-03-29 01:30:00.123456+01' from generate_series(1, 5000) n`,
      );
      await client.query(
        `insert into audit_log (tenant_id, resource, record_id, action, changes)
          values ('000000', '', 9223372036854775807, '', $1)`,
        [JSON.stringify({ name: [NASTY, null], exact: 1 })],
      );
      await client.query(
        `insert into number_counter (tenant_id, counter, day, last) values ('000000', '\\.', '2024-02-29', 1)`,
      );
      await client.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a server of then'`);
    });
    fs.mkdirSync(path.join(files, 'deep'), { recursive: true });
    fs.writeFileSync(path.join(files, '1'), picture);
    fs.writeFileSync(path.join(files, 'deep/2'), '');
    fs.writeFileSync(path.join(files, '3.upload'), 'still arriving');
    await writeBackup({ ownerUrl, fileFolder: files, file });
    restoredUrl = (await emptyDatabase()).ownerUrl;
    await restoreBackup({ ownerUrl: restoredUrl, fileFolder: returned, file });
  }, 120_000);

  test('is readable by its owner only', () => {
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  test('brings every row of every table back into an empty database', async () => {
    const before = await contents(ownerUrl);
    expect(before['session']).toHaveLength(5000);
    expect(await contents(restoredUrl)).toEqual(before);
  });

  test('brings attached files back, whole ones only', () => {
    expect(fs.readFileSync(path.join(returned, '1'))).toEqual(picture);
    expect(fs.readdirSync(returned, { recursive: true }).toSorted()).toEqual(['1', 'deep', 'deep/2']);
  });

  test('leaves numbering, rules and rights as they were, and lets interrupted jobs start again', async () => {
    const rules = `
      select conname || pg_get_constraintdef(oid) as rule from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgname || tgenabled::text from pg_trigger where not tgisinternal
      union all select relname || relrowsecurity || relforcerowsecurity || coalesce(relacl::text, '') from pg_class
      where relnamespace = 'public'::regnamespace
      order by 1`;
    const [old, restored] = [await rowsOf(ownerUrl, rules), await rowsOf(restoredUrl, rules)];
    expect(restored).toEqual(old);

    const numbering = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
    expect(await rowsOf(restoredUrl, numbering)).toEqual(await rowsOf(ownerUrl, numbering));
    expect(await rowsOf(restoredUrl, 'select locked_by from graphile_worker._private_jobs')).toEqual([
      { locked_by: null },
    ]);
  });

  test('is refused to whoever does not see every row', async () => {
    await expect(
      writeBackup({ ownerUrl: appUrl, fileFolder: files, file: path.join(folder, 'blind.gz') }),
    ).rejects.toThrow('role larder_app does not see every row; it must be a superuser or have BYPASSRLS');
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('blind'))).toEqual([]);
  });

  test('does not overwrite an earlier one', async () => {
    await expect(writeBackup({ ownerUrl, fileFolder: files, file })).rejects.toThrow(`${file} exists already`);
  });

  test('is refused at once where no file can be written', async () => {
    await expect(
      writeBackup({ ownerUrl, fileFolder: files, file: path.join(folder, 'nowhere/company.gz') }),
    ).rejects.toThrow(
      `ENOENT: no such file or directory, open '${path.join(folder, 'nowhere/company.gz.unfinished')}'`,
    );
  });

  test('is refused by a database that holds something', async () => {
    const target = await freshDatabase();
    await expect(
      restoreBackup({ ownerUrl: target.ownerUrl, fileFolder: path.join(folder, 'none'), file }),
    ).rejects.toThrow('the database is not empty; restore into a new one');
  });

  test.each([
    [
      'a changed value',
      (text: string) => text.replace('2024-02-29', '2024-02-28'),
      'public.number_counter came back with 1 of 1 rows, or with other values',
    ],
    [
      'a missing row',
      (text: string) => text.replace(/^000000\t77\t.*\n/m, ''),
      /public\.(session|refresh_token) came back with 4999 of 5000 rows/,
    ],
    [
      'a missing table',
      (text: string) => text.replace(/^{"table":"public\.tenant"[^]*?\n\\\.\n.*\n/m, ''),
      /the backup announces .* but holds/,
    ],
    ['a missing end', (text: string) => text.slice(0, text.length / 2), 'the backup is cut off'],
    [
      'another version',
      (text: string) => text.replace('0001_kernel.sql', '0000_older.sql'),
      'migration 0000_older.sql is not the same here',
    ],
    [
      'a file outside',
      (text: string) => text.replace('{"file":"1"}', '{"file":"../1"}'),
      'the backup names a file outside its folder: ../1',
    ],
  ])('with %s restores nothing', async (_, damage, complaint) => {
    const damaged = path.join(folder, 'damaged.gz');
    fs.writeFileSync(damaged, gzipSync(damage(gunzipSync(fs.readFileSync(file)).toString('utf8'))));
    const target = await emptyDatabase();
    await expect(
      restoreBackup({ ownerUrl: target.ownerUrl, fileFolder: path.join(folder, 'none'), file: damaged }),
    ).rejects.toThrow(complaint);
    expect((await contents(target.ownerUrl))['session'] ?? []).toEqual([]);
    expect(fs.existsSync(path.join(folder, 'none'))).toBe(false);
  });

  test('cut off in its compressed form restores nothing', async () => {
    const damaged = path.join(folder, 'cut.gz');
    const whole = fs.readFileSync(file);
    fs.writeFileSync(damaged, whole.subarray(0, whole.length - 1000));
    const target = await emptyDatabase();
    await expect(
      restoreBackup({ ownerUrl: target.ownerUrl, fileFolder: path.join(folder, 'none'), file: damaged }),
    ).rejects.toThrow('the backup is damaged');
  });

  test('is made and brought back by the commands', () => {
    const dataDir = path.join(folder, 'data');
    const command = (script: string, name: string) =>
      spawnSync(process.execPath, [`scripts/${script}.ts`, name], {
        cwd: path.resolve(import.meta.dirname, '..'),
        env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, INIT_CWD: folder },
        encoding: 'utf8',
      });
    const restored = command('restore', 'company.backup.gz');
    expect(restored.stderr).toBe('');
    expect(restored.stdout).toMatch(
      /^\[restore\] \d+ rows of \d+ tables and 2 files are back, counted and compared, [\d.]+ s\n$/,
    );
    expect(command('restore', 'company.backup.gz').stderr).toBe(
      `[restore] ${dataDir} holds a database already; restore into a new DATA_DIR\n`,
    );

    expect(command('backup', 'again.gz').stdout).toMatch(/^\[backup\] \d+ rows of \d+ tables and 2 files in /);
    const rows = (name: string) =>
      gunzipSync(fs.readFileSync(path.join(folder, name)))
        .toString('utf8')
        .split('\n')
        .filter((line) => line.startsWith('{"rows"'));
    // Equal sums for every table but the queue, whose locks the restore took off.
    expect(rows('again.gz').filter((line, index) => line !== rows('company.backup.gz')[index])).toHaveLength(1);
  }, 120_000);
});

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function rowsOf(url: string, text: string): Promise<unknown[]> {
  return asOwner(url, async (client) => (await client.query(text)).rows);
}

/** All rows of all our tables as text, read in another way than the backup does. */
async function contents(url: string): Promise<Record<string, string[]>> {
  return asOwner(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from public.${pg.escapeIdentifier(name)} t order by 1`,
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}

/** Promise 19: what an earlier version wrote, this one reads. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../parts/postgres/migrate.ts';
import { restoreBackup, writeBackup } from '../../scripts/logical-backup.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { ask, programsOn } from '../support/programs.ts';
import { figuresOf, type Figures } from '../support/release-figures.ts';

const FOLDER = path.resolve(import.meta.dirname, '../releases');
const versions = fs
  .readdirSync(FOLDER)
  .filter((name) => name.endsWith('.backup.gz'))
  .map((name) => name.replace('.backup.gz', ''));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-releases-'));
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

const fileOf = (version: string): string => path.join(FOLDER, `${version}.backup.gz`);
async function companyOf(version: string): Promise<TestDatabase> {
  const file = fileOf(version);
  const database = await emptyDatabase();
  await restoreBackup({ ownerUrl: database.ownerUrl, fileFolder: path.join(scratch, version), file });
  return database;
}

test('there is a company of an earlier version', () => {
  expect(versions.length).toBeGreaterThan(0);
});

test.each(versions)(
  'promise 19: the data of version %s starts with this one, and every figure is what it was',
  async (version) => {
    const all = JSON.parse(fs.readFileSync(path.join(FOLDER, `${version}.figures.json`), 'utf8')) as Figures;
    const database = await companyOf(version);
    const now = await figuresOf(database.ownerUrl);
    expect(now).toMatchObject(all);
    // What was received before money entries were kept has them since.
    expect(Number(now['settlement_entry'])).toBeGreaterThan(0);
    expect(
      await asOwner(
        database.ownerUrl,
        `select s.bill_code, s.amount, sum(e.amount) as owed from in_store s
         left join settlement_entry e on e.tenant_id = s.tenant_id and e.bill_type = 'invinstore'
           and e.bill_id = s.id and e.party_kind = 'supplier'
         group by s.bill_code, s.amount having s.amount <> coalesce(sum(e.amount), 0)`,
      ),
    ).toEqual([]);
    const programs = await programsOn(database);
    try {
      const program = await programs.start(version);
      const page = await ask(program, await programs.tokenOf('admin'), 'store-management/invinstore/page?size=1');
      expect(String((page as { total: unknown }).total)).toBe(all['in_store']);
    } finally {
      await programs.end();
    }
  },
  120_000,
);

test('promise 19: a backup of a version with fewer migrations is restored and brought up to this one', async () => {
  const last = '0151_download_tickets.sql';
  const before = await emptyDatabase();
  await migrate(before.ownerUrl, { only: (name) => name < last });
  await asOwner(
    before.ownerUrl,
    `insert into tenant (tenant_id, tenant_name) values ('000000', '平台'), ('000007', '客户')`,
  );
  // The last migration takes away what only the platform's own tenant may say.
  await asOwner(
    before.ownerUrl,
    `insert into param (tenant_id, param_name, param_key, param_value)
     select tenant_id, key, key, 'x' from tenant, unnest(array['sms.gateway', 'account.failCount']) key`,
  );
  const file = path.join(scratch, 'before.gz');
  await writeBackup({ ownerUrl: before.ownerUrl, fileFolder: path.join(scratch, 'none'), file });

  const after = await emptyDatabase();
  await restoreBackup({ ownerUrl: after.ownerUrl, fileFolder: path.join(scratch, 'returned'), file });
  expect(await asOwner(after.ownerUrl, 'select tenant_id, param_key from param order by tenant_id, param_key')).toEqual(
    [
      { tenant_id: '000000', param_key: 'account.failCount' },
      { tenant_id: '000000', param_key: 'sms.gateway' },
      { tenant_id: '000007', param_key: 'account.failCount' },
    ],
  );
  const migrations = 'select name, checksum from schema_migration order by name';
  expect(await asOwner(after.ownerUrl, migrations)).toEqual(
    await asOwner((await freshDatabase()).ownerUrl, migrations),
  );
}, 120_000);

async function asOwner(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

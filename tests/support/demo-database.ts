import os from 'node:os';
import pg from 'pg';
import { inject } from 'vitest';
import { assemble } from '../../apps/server/main.ts';
import { seed } from '../../apps/server/seed.ts';
import { openDatabase } from '../../kernel/server/database.ts';
import { copyDatabase, type TestDatabase } from './postgres.ts';

/** What a hook that may have to build the company takes at most. */
export const DEMO_PATIENCE = 240_000;

/**
 * A copy of the demonstration company, for tests that want real rows of everything. Built once per run, by whichever worker
 * asks first; the others wait for it.
 */
export async function demoDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const company = `${cluster.template}_demo`;
  const client = new pg.Client({ connectionString: cluster.ownerUrl.replace('DATABASE', 'postgres') });
  client.on('error', () => {}); // the statement that fails reports it
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('larder.demo'))`);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [company]);
    if (rows.length === 0) {
      const draft = await copyDatabase(cluster.template);
      await build(draft);
      await client.query(`alter database ${pg.escapeIdentifier(draft.name)} rename to ${pg.escapeIdentifier(company)}`);
    }
    // Copying while another worker copies is fine; only building is not.
    return await copyDatabase(company);
  } finally {
    await client.end();
  }
}

async function build(draft: TestDatabase): Promise<void> {
  const database = openDatabase(draft.appUrl, { max: 4 });
  try {
    const program = assemble({ database, tokenSecret: 'a secret for tests that is long enough', fileFolder: os.tmpdir() });
    await seed({ database, program, demo: true });
  } finally {
    await database.close();
  }
}

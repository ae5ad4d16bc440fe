import pg from 'pg';
import { inject } from 'vitest';
import { copyDatabase, type TestDatabase } from './postgres.ts';
import { buildSmallCompany } from './small-company.ts';

/** What a hook that may have to build the company takes at most. */
export const DEMO_TIMEOUT_MS = 240_000;

/**
 * A copy of the demonstration company, for tests that want real rows of everything: the same one, with two small sites
 * and few days of work. Built once per run, by whichever worker asks first; the others wait for it.
 */
export async function demoDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const company = `${cluster.template}_demo`;
  const client = new pg.Client({ connectionString: cluster.ownerUrl.replace('DATABASE', 'postgres') });
  client.on('error', () => {}); // the statement that fails reports it
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [company]);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [company]);
    if (rows.length === 0) {
      const draft = await copyDatabase(cluster.template);
      await buildSmallCompany(draft.appUrl);
      await client.query(`alter database ${pg.escapeIdentifier(draft.name)} rename to ${pg.escapeIdentifier(company)}`);
    }
    // Copying while another worker copies is fine; only building is not.
    return await copyDatabase(company);
  } finally {
    await client.end();
  }
}

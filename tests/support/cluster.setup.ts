import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../parts/postgres/migrate.ts';
import { shiftDatabaseClock } from './clock.ts';
import { shiftMs } from './shifted-date.ts';
import {
  OWNER,
  createDatabase,
  runningPostgres,
  startPostgres,
  type PostgresServer,
} from '../../scripts/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `freshDatabase` needs to know of the cluster this run started. */
    cluster: ProvidedCluster;
  }
}

export interface ProvidedCluster {
  /** The owner's address with `DATABASE` in place of the name. */
  ownerUrl: string;
  appUrl: string;
  template: string;
  /** Rights on a database are not copied with it; these statements repeat them, again with `DATABASE`. */
  rights: string[];
}

const PREFIX = 'larder-test-';
let starting: Promise<{ server: PostgresServer; stop(): Promise<void> }> | undefined;
/** Migrated templates by the shift of their clock. */
const templates = new Map<number, Promise<ProvidedCluster>>();

/**
 * Starts one cluster for the whole run, whatever number of projects asks, with one migrated template database for each
 * clock that projects live by.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  starting ??= startCluster();
  const { server, stop } = await starting;
  const { env }: { readonly env?: Readonly<Record<string, string | undefined>> } = project.config;
  const shift = Number(env?.['TEST_CLOCK_SHIFT_MS'] ?? shiftMs());
  if (!templates.has(shift)) templates.set(shift, migratedTemplate(server, shift));
  project.provide('cluster', await templates.get(shift)!);
  return async () => {
    if (!starting) return;
    starting = undefined;
    templates.clear();
    await stop();
  };
}

async function startCluster() {
  await removeAbandonedClusters();
  const folder = path.join(os.tmpdir(), `${PREFIX}${process.pid}`);
  const server = await startPostgres({
    folder,
    durable: process.env['TEST_POSTGRES_DURABLE'] === '1',
    // What the planner knows is the same in each run: nobody looks at rows in between.
    settings: { max_connections: 200, autovacuum: 'off' },
  });
  await shiftClocks(server);
  const stop = async () => {
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { server, stop };
}

async function migratedTemplate(server: PostgresServer, shift: number): Promise<ProvidedCluster> {
  const template = shift === shiftMs() ? 'larder_template' : 'larder_template_of_another_day';
  const url = server.url(OWNER, template);
  await createDatabase(server, template);
  if (shift !== shiftMs()) await shiftDatabaseClock(url, shift);
  await migrate(url);
  return {
    ownerUrl: server.url(OWNER, 'DATABASE'),
    appUrl: server.url('larder_app', 'DATABASE'),
    template,
    rights: await rightsOn(url),
  };
}

/** Of the databases that all others are copied from, the untouched one included. */
async function shiftClocks(server: PostgresServer): Promise<void> {
  const allowed = async (connections: boolean): Promise<void> => {
    const client = new pg.Client({ connectionString: server.url(OWNER, 'postgres') });
    await client.connect();
    await client.query(`alter database template0 allow_connections ${connections}`);
    await client.end();
  };
  await allowed(true);
  for (const database of ['template0', 'template1']) await shiftDatabaseClock(server.url(OWNER, database));
  await allowed(false);
}

async function rightsOn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ statement: string }>(`
      select format('grant %s on database "DATABASE" to %s', r.privilege_type,
               case when r.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(r.grantee)) end) as statement
      from pg_database d, aclexplode(d.datacl) r where d.datname = current_database()`);
    return ['revoke all on database "DATABASE" from public', ...rows.map((row) => row.statement)];
  } finally {
    await client.end();
  }
}

/** A run that was killed leaves its cluster behind; the next run, of whoever works here, ends it. */
async function removeAbandonedClusters(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
    if (!Number.isInteger(owner) || isAlive(owner)) continue;
    const folder = path.join(os.tmpdir(), name);
    try {
      await (await runningPostgres(folder))?.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or another run is removing it at the same time.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

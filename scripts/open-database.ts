import pg from 'pg';
import type { Configuration } from '../apps/server/config.ts';
import { migrate } from '../parts/postgres/migrate.ts';
import { connectWhenUp } from './connect-when-up.ts';
import { postgresFolder, takeDataDirectory } from './data-directory.ts';
import type { DataDirectory } from './data-directory.ts';
import { OWNER, createDatabase, hasCluster, runningPostgres, startPostgres } from './embedded-postgres.ts';
import type { PostgresServer } from './embedded-postgres.ts';
import { PlainFailure } from './plain-failure.ts';

export const DATABASE = 'larder';
export const APP_ROLE = 'larder_app';
/** Constraints that tell nulls apart, and views that see with the eyes of who asks. */
const OLDEST_POSTGRES = 15;

/** A migrated database, ready to be served. */
export interface Database {
  ownerUrl: string;
  appUrl: string;
  /** The embedded server behind it; null for an outside one, which is none of our business to stop. */
  postgres: PostgresServer | null;
}

/** Thrown with one sentence when an outside database cannot be used. */
class DatabaseUnusable extends PlainFailure {}

/**
 * Opens what the configuration names, an outside database or the embedded one of the data directory, and migrates it.
 */
export async function openDatabase(configuration: Configuration, directory: DataDirectory): Promise<Database> {
  if (configuration.databaseUrl !== null) return openOutside(configuration, configuration.databaseUrl, directory);
  const postgres = await startPostgres({ folder: directory.postgresFolder });
  try {
    await createDatabase(postgres, DATABASE);
    const ownerUrl = postgres.url(OWNER, DATABASE);
    await bringUp(ownerUrl, `the database in ${configuration.dataDir}`);
    return { ownerUrl, appUrl: postgres.url(APP_ROLE, DATABASE), postgres };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function openOutside(
  configuration: Configuration,
  ownerUrl: string,
  directory: DataDirectory,
): Promise<Database> {
  await asOwner(ownerUrl, expectUsable);
  await bringUp(ownerUrl, 'the database of DATABASE_URL');
  await asOwner(ownerUrl, warnOfOpenDoors);
  const appUrl = configuration.appDatabaseUrl ?? (await giveAppRolePassword(ownerUrl, directory));
  await reach('APP_DATABASE_URL', appUrl);
  return { ownerUrl, appUrl, postgres: null };
}

async function bringUp(ownerUrl: string, which: string): Promise<void> {
  try {
    await migrate(ownerUrl);
  } catch (error) {
    throw new DatabaseUnusable(`${which} could not be brought up to this version: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** What must be true of a server and of the role that owns the database before anything is written. */
async function expectUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    number: number;
    version: string;
    role: string;
    mayMakeRoles: boolean;
    hasAppRole: boolean;
    mayCreate: boolean;
  }>(`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
      current_user as role, r.rolsuper or r.rolcreaterole as "mayMakeRoles",
      exists (select from pg_roles where rolname = '${APP_ROLE}') as "hasAppRole",
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate"
    from pg_roles r where r.rolname = current_user`);
  const complaint = complaintAbout(rows[0]!);
  if (complaint !== null) throw new DatabaseUnusable(complaint);
}

/** Why an outside database cannot be used, in one sentence, or null. */
export function complaintAbout(found: {
  readonly number: number;
  readonly version: string;
  readonly role: string;
  readonly mayMakeRoles: boolean;
  readonly hasAppRole: boolean;
  readonly mayCreate: boolean;
}): string | null {
  if (found.number < OLDEST_POSTGRES * 10_000)
    return `the database of DATABASE_URL is PostgreSQL ${found.version}; Larder needs ${OLDEST_POSTGRES} or newer`;
  if (!found.mayCreate)
    return `${found.role} of DATABASE_URL may create nothing in its database: it must own the database`;
  if (!found.hasAppRole && !found.mayMakeRoles)
    return `${found.role} of DATABASE_URL may not create the role Larder serves as: run "create role ${APP_ROLE} login password '…'" as an administrator and set APP_DATABASE_URL, or grant CREATEROLE`;
  return null;
}

/**
 * Row-level security asks a setting for the tenant. Without this right an injected statement cannot change it; taking
 * it away is the administrator's.
 */
async function warnOfOpenDoors(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select 1 where has_function_privilege('${APP_ROLE}', 'pg_catalog.set_config(text, text, boolean)', 'execute')`,
  );
  if (rows.length > 0)
    console.warn(
      '[larder] for full separation of tenants, run this in the database as an administrator: revoke execute on function pg_catalog.set_config(text, text, boolean) from public',
    );
}

/**
 * Lets the application in by a password only this data directory knows. Several servers on one database
 * would take it from each other: give those APP_DATABASE_URL.
 */
async function giveAppRolePassword(ownerUrl: string, directory: DataDirectory): Promise<string> {
  const password = directory.secret('appPassword');
  try {
    await asOwner(ownerUrl, (client) => client.query(`alter role ${APP_ROLE} password ${pg.escapeLiteral(password)}`));
  } catch (error) {
    if (error instanceof pg.DatabaseError)
      throw new DatabaseUnusable(
        `the role of DATABASE_URL may not give ${APP_ROLE} a password (${error.message}): set APP_DATABASE_URL`,
      );
    throw error;
  }
  const appUrl = new URL(ownerUrl.replace('@/', '@localhost/'));
  appUrl.username = APP_ROLE;
  appUrl.password = password;
  return appUrl.href;
}

/** Connects, or says in one sentence why that is not possible. */
async function reach(name: string, url: string): Promise<void> {
  await connected(name, url, (client) => client.query('select 1'));
}

const asOwner = (url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> =>
  connected('DATABASE_URL', url, work);

async function connected(name: string, url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const { host, port, database, user } = new pg.Client({ connectionString: url });
  const which = `the database of ${name} (${user} at ${host}:${port}, database ${database})`;
  const client = await connectWhenUp(url, (error) =>
    console.warn(`[larder] ${which} does not answer yet: ${reason(error)}; asking again for a minute …`),
  ).catch((error: unknown) => {
    throw new DatabaseUnusable(`${which} does not answer: ${reason(error)}`);
  });
  try {
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

function reason(error: unknown): string {
  // Node tries several addresses of one name and then reports them all.
  if (error instanceof AggregateError) return error.errors.map((one: Error) => one.message).join(', ');
  return (error as Error).message;
}

/** The database as its owner for a tool, without migrating it: the running one, or started for as long as needed. */
interface BorrowedDatabase {
  ownerUrl: string;
  release(): Promise<void>;
}

/** Attaches to the database of the configuration for reading, or starts it. */
export async function borrowDatabase(configuration: Configuration, purpose: string): Promise<BorrowedDatabase> {
  const { databaseUrl, dataDir } = configuration;
  if (databaseUrl !== null) {
    await reach('DATABASE_URL', databaseUrl);
    return { ownerUrl: databaseUrl, release: async () => {} };
  }
  const running = await runningPostgres(postgresFolder(dataDir));
  if (running) return { ownerUrl: running.url(OWNER, DATABASE), release: async () => {} };

  if (!hasCluster(postgresFolder(dataDir))) throw new DatabaseUnusable(`there is no database in ${dataDir}`);
  const directory = takeDataDirectory(dataDir, purpose);
  const postgres = await startPostgres({ folder: directory.postgresFolder });
  return {
    ownerUrl: postgres.url(OWNER, DATABASE),
    async release() {
      await postgres.stop();
      directory.release();
    },
  };
}

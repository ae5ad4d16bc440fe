import pg from 'pg';
import type { Configuration } from '../apps/server/config.ts';
import { migrate } from '../kernel/server/migrate.ts';
import { postgresFolder, takeDataDirectory } from './data-directory.ts';
import type { DataDirectory } from './data-directory.ts';
import { OWNER, createDatabase, hasCluster, runningPostgres, startPostgres } from './embedded-postgres.ts';
import type { PostgresServer } from './embedded-postgres.ts';

export const DATABASE = 'larder';
export const APP_ROLE = 'larder_app';

/** A migrated database, ready to be served. */
export interface Database {
  ownerUrl: string;
  appUrl: string;
  /** The embedded server behind it; null for an outside one, which is none of our business to stop. */
  postgres: PostgresServer | null;
}

/** Thrown with one sentence when an outside database cannot be used. */
export class DatabaseUnusable extends Error {}

/** Opens what the configuration names, an outside database or the embedded one of the data directory, and migrates it. */
export async function openDatabase(configuration: Configuration, directory: DataDirectory): Promise<Database> {
  if (configuration.databaseUrl !== null) return openOutside(configuration, configuration.databaseUrl, directory);
  const postgres = await startPostgres({ folder: directory.postgresFolder });
  try {
    await createDatabase(postgres, DATABASE);
    const ownerUrl = postgres.url(OWNER, DATABASE);
    await migrate(ownerUrl);
    return { ownerUrl, appUrl: postgres.url(APP_ROLE, DATABASE), postgres };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function openOutside(configuration: Configuration, ownerUrl: string, directory: DataDirectory): Promise<Database> {
  await reach('DATABASE_URL', ownerUrl);
  await migrate(ownerUrl);
  const appUrl = configuration.appDatabaseUrl ?? (await giveAppRolePassword(ownerUrl, directory));
  await reach('APP_DATABASE_URL', appUrl);
  return { ownerUrl, appUrl, postgres: null };
}

/**
 * Lets the application in by a password only this data directory knows. Several servers on one database
 * would take it from each other: give those APP_DATABASE_URL.
 */
async function giveAppRolePassword(ownerUrl: string, directory: DataDirectory): Promise<string> {
  const password = directory.secret('appPassword');
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`alter role ${APP_ROLE} password ${pg.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
  const appUrl = new URL(ownerUrl.replace('@/', '@localhost/'));
  appUrl.username = APP_ROLE;
  appUrl.password = password;
  return appUrl.href;
}

async function reach(name: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // connecting reports it
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    const { host, port, database, user } = client;
    throw new DatabaseUnusable(`the database of ${name} (${user} at ${host}:${port}, database ${database}) does not answer: ${reason(error)}`);
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
export interface BorrowedDatabase {
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

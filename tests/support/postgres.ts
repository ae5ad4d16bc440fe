import pg from 'pg';
import { inject } from 'vitest';

/** A database of its own for a test or a file of tests, migrated and otherwise empty. */
export interface TestDatabase {
  name: string;
  /** As the owner, whom row-level security does not bind. */
  ownerUrl: string;
  /** As `larder_app`, as the server connects. */
  appUrl: string;
  /** Earlier than at the end of the file, where it happens anyway. */
  drop(): Promise<void>;
}

let made = 0;
const left = new Set<TestDatabase>();

/**
 * Copies the migrated template, in less than 100 ms. The database is dropped at the end of the file it was made in.
 * Only in files of the projects `database` and `journey`: name the file `*.server.test.ts`.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('cluster')?.template);
}

/** A database without anything, not even migrations. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return copyDatabase('template0');
}

/** Copies a database to which nobody is connected: for tests that share a costly beginning. */
export async function copyDatabase(template: string | undefined): Promise<TestDatabase> {
  const cluster = inject('cluster');
  if (!cluster || template === undefined) {
    throw new Error(
      'This test has no cluster: name its file *.server.test.ts, or see the projects in vitest.config.ts',
    );
  }
  const name = `test_${process.pid}_${Date.now().toString(36)}_${++made}`;
  const database: TestDatabase = {
    name,
    ownerUrl: cluster.ownerUrl.replace('DATABASE', name),
    appUrl: cluster.appUrl.replace('DATABASE', name),
    async drop() {
      left.delete(database);
      await asOwner([`drop database if exists ${name} with (force)`]);
    },
  };
  await asOwner([
    // File by file: what each page would write into the log of changes takes twice as long as the page.
    `create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`,
    ...cluster.rights.map((statement) => statement.replace('DATABASE', name)),
  ]);
  left.add(database);
  return database;
}

/** Called at the end of each file. */
export async function dropDatabases(): Promise<void> {
  for (const database of left) await database.drop();
}

async function asOwner(statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('cluster').ownerUrl.replace('DATABASE', 'postgres') });
  client.on('error', () => {}); // the statement that fails reports it
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Compares a database with the declarations, and prints the migration that leads from the one to the other. */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrate, MIGRATIONS } from '../../parts/postgres/migrate.ts';
import { catalogOf, keyOf, type Part } from './catalog.ts';
import { DRAWN } from './declared.ts';
import { schemaDifference, type DeclaredStatement } from './difference.ts';

/** A table, or a column of one (`supplier.lead_days`), that is called otherwise now. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** The keys of what was made from declarations. */
type DrawnKeys = ReadonlySet<string>;

/** Runs all migrations on an empty database, and notes what those made that were printed from declarations. */
export async function migrateAndWatch(ownerUrl: string): Promise<DrawnKeys> {
  const drawn = new Set<string>();
  for (const file of fs.readdirSync(MIGRATIONS).toSorted()) {
    if (!DRAWN.test(fs.readFileSync(path.join(MIGRATIONS, file), 'utf8'))) continue;
    await migrate(ownerUrl, { only: (name) => name < file });
    const before = await partsOf(ownerUrl);
    await migrate(ownerUrl, { only: (name) => name <= file });
    const wasDrawn = originOf(before, drawn);
    for (const part of await partsOf(ownerUrl)) if (wasDrawn(part) ?? true) drawn.add(keyOf(part));
  }
  await migrate(ownerUrl);
  return drawn;
}

/** Everything that stands in the database. */
export const partsOf = (ownerUrl: string): Promise<Part[]> =>
  inTransaction(ownerUrl, (client) => catalogOf(client, 'public'));

/** Whether a part was made from a declaration, under whatever name; undefined where it was not there before. */
function originOf(before: readonly Part[], drawn: DrawnKeys): (part: Part) => boolean | undefined {
  const known = new Map(
    before.flatMap((part) => [keyOf(part), part.identity].map((key) => [key, drawn.has(keyOf(part))])),
  );
  return (part) => known.get(part.identity) ?? known.get(keyOf(part));
}

/** What is declared, what of the database was made from declarations before, and what only has another name. */
interface Drafting {
  readonly declared: readonly DeclaredStatement[];
  readonly drawn: DrawnKeys;
  readonly renames?: readonly Rename[];
}

/** The statements that make the database what the declarations ask, renames first. Changes nothing. */
export async function draftStatements(
  ownerUrl: string,
  { declared, drawn, renames = [] }: Drafting,
): Promise<string[]> {
  const first = renames.map(renameStatement);
  return inTransaction(ownerUrl, async (client) => {
    const origin = originOf(await catalogOf(client, 'public'), drawn);
    for (const statement of first) await client.query(statement);
    const there = await catalogOf(client, 'public');
    await client.query('create schema declared; set local search_path = declared, public');
    for (const { text } of declared) await client.query(text);
    const wanted = await catalogOf(client, 'declared');
    return [...first, ...schemaDifference({ there, wanted, drawn: (part) => origin(part) ?? false, declared })];
  });
}

const renameStatement = ({ from, to }: Rename): string => {
  const [table, column] = from.split('.');
  return column === undefined
    ? `alter table ${table} rename to ${to};`
    : `alter table ${table} rename column ${column} to ${to};`;
};

/** All of `work` happens for itself and is taken back. */
async function inTransaction<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {}); // the query that fails reports it
  await client.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.end();
  }
}

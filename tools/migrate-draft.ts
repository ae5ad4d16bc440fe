/**
 * `npm run migrate:draft`: the declarations become SQL.
 *
 * As long as no release holds `0002_declared.sql` it is printed anew. Afterwards a database is migrated to the newest
 * file and compared with the declarations, and what it lacks is written into the next numbered file, for a person to
 * read and complete. `--rename supplier.lead_days=delivery_days` (or `old_table=new_table`) says what only got another
 * name; `--name` how the file is called.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MIGRATIONS } from '../parts/postgres/migrate.ts';
import { modules } from '../modules/modules.ts';
import { argumentsOf, fail } from '../scripts/command-line.ts';
import { createDatabase, OWNER, startPostgres } from '../scripts/embedded-postgres.ts';
import { PlainFailure } from '../scripts/plain-failure.ts';
import { isReleased } from './releases.ts';
import { declaredSql, declaredStatements } from './schema/declared.ts';
import { draftStatements, migrateAndWatch, type Rename } from './schema/draft.ts';

export const DECLARED = '0002_declared.sql';
const DATABASE = 'draft';
const HEAD = '-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.';

function write(name: string, text: string): void {
  const file = path.join(MIGRATIONS, name);
  fs.writeFileSync(file, text);
  process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
}

/** The number after the last, with a word for what it is about: the first table it changes, if nobody says. */
function nextName(statements: readonly string[], word: string | undefined): string {
  const last = Math.max(...fs.readdirSync(MIGRATIONS).map((file) => Number.parseInt(file, 10)));
  const about = word ?? /(?:table|on) (\w+)/.exec(statements.join('\n'))![1]!;
  return `${String(last + 1).padStart(4, '0')}_${about}.sql`;
}

function renameOf(text: string): Rename {
  const [, from, to] = /^(\w+(?:\.\w+)?)=(\w+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new PlainFailure(`--rename ${text}: expected is table=new_table or table.column=new_column`);
  return { from, to };
}

async function draft(renames: readonly Rename[], word: string | undefined): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-draft-'));
  const postgres = await startPostgres({ folder, durable: false });
  try {
    await createDatabase(postgres, DATABASE);
    const ownerUrl = postgres.url(OWNER, DATABASE);
    const drawn = await migrateAndWatch(ownerUrl);
    const statements = await draftStatements(ownerUrl, { declared: declaredStatements(modules), drawn, renames });
    if (statements.length === 0) process.stdout.write('the database is as the declarations ask: nothing to draft\n');
    else write(nextName(statements, word), `${[HEAD, ...statements].join('\n')}\n`);
  } finally {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  try {
    const { values } = argumentsOf('migrate:draft', {
      options: { rename: { type: 'string', multiple: true }, name: { type: 'string' } },
    });
    if (isReleased(DECLARED)) await draft((values.rename ?? []).map(renameOf), values.name);
    else write(DECLARED, declaredSql(modules));
  } catch (error) {
    fail('migrate:draft', error);
  }
}

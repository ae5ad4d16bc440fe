// `npm run release -- 0.2.0`: what later versions are held to. Keeps a small company as this version writes it, with
// its figures, and freezes the migrations.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '../parts/postgres/migrate.ts';
import { setTestClock, shiftDatabaseClock } from '../tests/support/clock.ts';
import { figuresOf } from '../tests/support/release-figures.ts';
import { shiftDate, shiftMs } from '../tests/support/shifted-date.ts';
import { buildSmallCompany } from '../tests/support/small-company.ts';
import { freeze, released } from '../tools/releases.ts';
import { argumentsOf, fail } from './command-line.ts';
import { createDatabase, OWNER, startPostgres } from './embedded-postgres.ts';
import { writeBackup } from './logical-backup.ts';
import { APP_ROLE, DATABASE } from './open-database.ts';
import { PlainFailure } from './plain-failure.ts';

/** Enough for documents of every kind, little enough to be kept for ever. */
const DAYS = 1;
const FOLDER = path.resolve(import.meta.dirname, '../tests/releases');

try {
  const { positionals } = argumentsOf('release', { allowPositionals: true, options: {} });
  const [version = ''] = positionals;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new PlainFailure('expected is a version: npm run release -- 0.2.0');
  if (Object.values(released()).some(({ release }) => release === version))
    throw new PlainFailure(`${version} is released already`);
  await saveCompany(version);
  freeze(version);
  console.log(
    `[release] the company of ${version} is in tests/releases, its migrations are in database/released.json; ` +
      `now write ${version} into package.json and CHANGELOG.md, run npm test, commit and tag`,
  );
} catch (error) {
  fail('release', error);
}

/** The same at whatever hour it is made: it lives at the moment tests live at. */
async function saveCompany(version: string): Promise<void> {
  setTestClock();
  shiftDate(shiftMs());
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-release-'));
  const postgres = await startPostgres({ folder, durable: false });
  try {
    await createDatabase(postgres, DATABASE);
    const ownerUrl = postgres.url(OWNER, DATABASE);
    await shiftDatabaseClock(ownerUrl);
    await migrate(ownerUrl);
    await buildSmallCompany(postgres.url(APP_ROLE, DATABASE), DAYS);
    fs.mkdirSync(FOLDER, { recursive: true });
    const file = path.join(FOLDER, `${version}.backup.gz`);
    fs.rmSync(file, { force: true });
    await writeBackup({ ownerUrl, fileFolder: path.join(folder, 'files'), file });
    fs.chmodSync(file, 0o644);
    const figures = Object.entries(await figuresOf(ownerUrl)).filter(([, figure]) => figure !== '0');
    const text = `${JSON.stringify(Object.fromEntries(figures), null, 2)}\n`;
    fs.writeFileSync(path.join(FOLDER, `${version}.figures.json`), text);
  } finally {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

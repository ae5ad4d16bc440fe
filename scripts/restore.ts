// `npm run restore -- FILE`: a backup becomes the database, if there is none yet.
import fs from 'node:fs';
import { readConfiguration } from '../apps/server/config.ts';
import { fail, fileArgument, filesFolder } from './command-line.ts';
import { takeDataDirectory } from './data-directory.ts';
import type { DataDirectory } from './data-directory.ts';
import { OWNER, createDatabase, dropDatabase, renameDatabase, startPostgres } from './embedded-postgres.ts';
import { BackupFailure, type Moved } from './backup-lines.ts';
import { isEmptyDatabase, restoreBackup } from './logical-backup.ts';
import { DATABASE } from './open-database.ts';

const UNFINISHED = `${DATABASE}_restoring`;

try {
  const file = fileArgument('restore');
  if (!fs.existsSync(file)) throw new BackupFailure(`${file} does not exist`);
  const configuration = readConfiguration(process.env);
  const begun = performance.now();
  const directory = takeDataDirectory(configuration.dataDir, 'a restore');
  try {
    const fileFolder = filesFolder(configuration.dataDir);
    const moved =
      configuration.databaseUrl === null
        ? await restoreEmbedded(directory, fileFolder, file)
        : await restoreBackup({ ownerUrl: configuration.databaseUrl, fileFolder, file });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `[restore] ${moved.rows} rows of ${moved.tables} tables and ${moved.files} files are back, ` +
        `counted and compared, ${seconds} s`,
    );
  } finally {
    directory.release();
  }
} catch (error) {
  fail('restore', error);
}

/** Beside the real name first: a restore that was killed is never taken for the company. */
async function restoreEmbedded(directory: DataDirectory, fileFolder: string, file: string): Promise<Moved> {
  const postgres = await startPostgres({ folder: directory.postgresFolder });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void postgres.stop().finally(() => process.exit(1)));
  }
  try {
    await createDatabase(postgres, DATABASE);
    if (!(await isEmptyDatabase(postgres.url(OWNER, DATABASE)))) {
      throw new BackupFailure(`${directory.folder} holds a database already; restore into a new DATA_DIR`);
    }
    if (fs.existsSync(fileFolder) && fs.readdirSync(fileFolder).length > 0) {
      throw new BackupFailure(`${fileFolder} holds files already; restore into a new DATA_DIR`);
    }
    const unfinishedFiles = `${fileFolder}.unfinished`;
    fs.rmSync(unfinishedFiles, { recursive: true, force: true });
    await dropDatabase(postgres, UNFINISHED);
    await createDatabase(postgres, UNFINISHED);
    try {
      const moved = await restoreBackup({
        ownerUrl: postgres.url(OWNER, UNFINISHED),
        fileFolder: unfinishedFiles,
        file,
      });
      fs.rmSync(fileFolder, { recursive: true, force: true });
      if (fs.existsSync(unfinishedFiles)) fs.renameSync(unfinishedFiles, fileFolder);
      await dropDatabase(postgres, DATABASE);
      await renameDatabase(postgres, UNFINISHED, DATABASE);
      return moved;
    } catch (error) {
      await dropDatabase(postgres, UNFINISHED).catch(() => {}); // the first error says more
      throw error;
    }
  } finally {
    await postgres.stop();
  }
}

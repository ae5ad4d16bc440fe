// `npm run backup -- FILE`: everything Larder knows in one file, while it runs or not.
import fs from 'node:fs';
import path from 'node:path';
import { readConfiguration } from '../apps/server/config.ts';
import { fail, fileArgument, filesFolder } from './command-line.ts';
import { writeBackup } from './logical-backup.ts';
import { borrowDatabase } from './open-database.ts';

try {
  const file = fileArgument('backup');
  const configuration = readConfiguration(process.env);
  const database = await borrowDatabase(configuration, 'a backup');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void database.release().finally(() => {
        fs.rmSync(`${file}.unfinished`, { force: true });
        process.exit(1);
      });
    });
  }
  try {
    const begun = performance.now();
    const moved = await writeBackup({
      ownerUrl: database.ownerUrl,
      fileFolder: filesFolder(configuration.dataDir),
      file,
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const size = (fs.statSync(file).size / 1024 / 1024).toFixed(1);
    console.log(
      `[backup] ${moved.rows} rows of ${moved.tables} tables and ${moved.files} files in ${path.relative('.', file)}, ${size} MB, ${seconds} s`,
    );
  } finally {
    await database.release();
  }
} catch (error) {
  fail('backup', error);
}

/** Another process that syncs by the clock, for tests that kill it in the midst of it. */
import { tmpdir } from 'node:os';
import { assemble } from '../../apps/server/main.ts';
import { openDatabase } from '../../parts/postgres/database.ts';

const database = openDatabase(process.env['APP_DATABASE_URL']!);
const program = assemble({ database, tokenSecret: process.env['TOKEN_SECRET']!, fileFolder: tmpdir() });
await program.scheduledTasks.find((task) => task.name === 'sap.pull')!.run();
await database.close();

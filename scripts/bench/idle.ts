/** What a server costs that nobody uses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, known, type Figure } from './figures.ts';
import { databaseMemory, fine, memoryOf, type Fixtures } from './fixtures.ts';

/** Memory of a server nobody uses, and of its database. */
export async function benchIdle(fixtures: Fixtures): Promise<Figure[]> {
  fine(await fixtures.get('master-data/material/page', { current: '1', size: '10' }));
  await sleep(fixtures.quick ? 2_000 : 15_000);
  return [
    atMost('idle: memory of the server', memoryOf(fixtures.serverPid).now, 'MB', 250),
    known('idle: memory of the database', databaseMemory(fixtures.postgresPid), 'MB', {
      note: 'all its processes, shared pages once',
    }),
  ];
}

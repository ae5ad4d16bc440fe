/** What a server costs that nobody uses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, known, type Figure } from './figures.ts';
import { databaseMemory, fine, memoryOf, type Ground } from './ground.ts';

export async function benchIdle(ground: Ground): Promise<Figure[]> {
  fine(await ground.get('master-data/material/page', { current: '1', size: '10' }));
  await sleep(ground.quick ? 2_000 : 15_000);
  return [
    atMost('idle: memory of the server', memoryOf(ground.serverPid).now, 'MB', 250),
    known('idle: memory of the database', databaseMemory(ground.postgresPid), 'MB', {
      note: 'all its processes, shared pages once',
    }),
  ];
}

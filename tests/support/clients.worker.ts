/** Sends what it is told, all at once, and tells what came back and when. */
import { parentPort } from 'node:worker_threads';
import type { Answer, ClientRequest } from './clients.ts';

parentPort!.on('message', async (requests: readonly ClientRequest[]) => {
  const answers = await Promise.all(
    requests.map(async ({ url, headers, body }): Promise<Answer> => {
      const begun = performance.now();
      const answer = await fetch(url, { method: 'POST', headers, body });
      const { msg, data } = (await answer.json()) as { msg: string; data: unknown };
      return { status: answer.status, msg, data, milliseconds: performance.now() - begun };
    }),
  );
  parentPort!.postMessage(answers);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTokens } from './token.server.ts';

const tokens = createTokens('a secret of at least thirty-two bytes');
const claims = { tenant: '000000', userId: '7', sessionId: '9' };

test('a token that was read is good until it expires, and no longer', async () => {
  const token = await tokens.access(claims, 2); // whole seconds: at least one of them is left
  expect([await tokens.read(token), await tokens.read(token)]).toEqual([claims, claims]);
  await sleep(2_100);
  expect(await tokens.read(token)).toBeNull();
});

test('what another key signed, or nobody, proves nothing', async () => {
  const theirs = await createTokens('another secret of thirty-two bytes or more').access(claims, 60);
  expect([await tokens.read(theirs), await tokens.read('a.b.c'), await tokens.read('')]).toEqual([null, null, null]);
});

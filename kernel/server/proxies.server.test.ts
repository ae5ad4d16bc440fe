import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { startProgram } from '../../tests/support/program.ts';
import { SESSION } from '../core/contract.ts';
import type { Call } from './context.ts';
import { createHttp } from './http.ts';
import { createMetrics } from '../../parts/http/metrics.ts';

test('where a request came from is what a named proxy says, and of anybody else where he stands himself', async () => {
  const running = await startProgram();
  const who = {
    userId: '1',
    tenant: '000000',
    timeZone: 'UTC',
    account: 'a',
    realName: 'A',
    deptId: '',
    roles: [],
    permissions: new Set<string>(),
    scope: { all: true as const },
    sessionId: '1',
  };
  const whence: Call = {
    method: 'GET',
    service: 'blade-system',
    path: 'test/whence',
    permission: SESSION,
    summary: { zh: '来处', en: 'Whence' },
    handle: async (context) => context.peer!.address,
  };
  const from = async (trustProxy: string | undefined, remoteAddress: string): Promise<unknown> => {
    const app = await createHttp({
      ...running.program,
      calls: [whence],
      authenticate: async () => who,
      database: running.database,
      logger: false,
      metrics: createMetrics(),
      uploadFolder: tmpdir(),
      ...(trustProxy === undefined ? {} : { trustProxy }),
    });
    const answer = await app.inject({
      url: '/api/blade-system/test/whence',
      remoteAddress,
      headers: { 'blade-auth': 'bearer x', 'x-forwarded-for': '198.51.100.7' },
    });
    await app.close();
    return answer.json<{ data: unknown }>().data;
  };
  expect(await from(undefined, '10.0.0.5')).toBe('10.0.0.5');
  expect(await from('10.0.0.5', '10.0.0.5')).toBe('198.51.100.7');
  expect(await from('10.0.0.5', '203.0.113.9')).toBe('203.0.113.9');
  await running.close();
});

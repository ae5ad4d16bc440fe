import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as apiTypes from './api.ts';

// There is no page here.
vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: { lang: '' } }));
vi.stubGlobal('window', new EventTarget());
// Other files run in this process after it.
afterAll(() => {
  vi.unstubAllGlobals();
});
let api: Pick<typeof apiTypes, 'post'>;
beforeAll(async () => {
  api = await import('./api.ts');
});

const DOUBT = (repeatable: boolean): Response =>
  new Response(
    JSON.stringify({ code: 500, data: { reason: 'outcome.unknown', repeatable }, msg: '不知道是否已保存' }),
    { status: 500 },
  );
const DONE = (): Response => new Response(JSON.stringify({ code: 200, data: { id: '1' } }));
let answers: Response[];
let keys: unknown[];
beforeEach(() => {
  keys = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['Idempotency-Key']);
    return answers.shift()!;
  });
});

test('what nobody knows the outcome of is sent once more under its key, and the answer is that of the second', async () => {
  answers = [DOUBT(true), DONE()];
  expect(await api.post('/x', { json: {}, key: 'k' })).toEqual({ id: '1' });
  expect(keys).toEqual(['k', 'k']);
});

test('after a second doubt the person is told', async () => {
  answers = [DOUBT(true), DOUBT(true)];
  await expect(api.post('/x', { json: {}, key: 'k' })).rejects.toThrow('不知道是否已保存');
  expect(keys).toEqual(['k', 'k']);
});

test('what no key keeps from being done twice is not sent again', async () => {
  answers = [DOUBT(false)];
  await expect(api.post('/x', { json: {}, key: 'k' })).rejects.toThrow('不知道是否已保存');
  expect(keys).toHaveLength(1);
});

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type * as wireTypes from './wire.ts';

// The words of the wire are those of the page's language, and there is no page here.
vi.stubGlobal('document', { documentElement: { lang: '' } });
// Other files run in this process after it.
afterAll(() => {
  vi.unstubAllGlobals();
});
type Wire = Pick<typeof wireTypes, 'opened' | 'send'>;
let wire: Wire;
beforeAll(async () => {
  wire = await import('./wire.ts');
});
afterEach(() => {
  vi.restoreAllMocks();
});

const answers = (status: number, body?: unknown): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
/** What becomes of an answer: what it brought, or what the person is told. */
const outcome = (response: Response): Promise<unknown> =>
  wire.dataOf(response).then(
    (data) => ({ data }),
    (error: Error) => ({ told: error.message }),
  );

test.each([
  ['RULE-266', answers(200, { code: 200, data: { a: 1 } }), { data: { a: 1 } }],
  ['RULE-266', answers(200, { code: 400, msg: '不行' }), { told: '不行' }],
  ['RULE-266', answers(400, { code: 400, msg: '缺少名称' }), { told: '缺少名称' }],
  ['RULE-266 RULE-270', answers(500), { told: '未知错误，请稍后再试或联系管理员！' }],
  ['RULE-268', answers(200, { code: 1_000_001, data: 'passed' }), { data: 'passed' }],
  ['RULE-269', answers(400, { code: 400, error_description: '租户已过期' }), { told: '租户已过期' }],
  ['RULE-270', answers(500, { code: 500 }), { told: '未知错误，请稍后再试或联系管理员！' }],
])('%s: the code of the body counts, else the status, and its sentence is told', async (_rule, response, expected) => {
  expect(await outcome(response)).toEqual(expected);
});

test('RULE-272 RULE-287: after 1,800,000 ms a call is given up, and the person told that the system is still at it', async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    limits.push(milliseconds);
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  });
  await expect(wire.send({ path: '/x' })).rejects.toMatchObject({
    errorKind: 'late',
    message: '已超过30分钟，系统仍在运行',
  });
  expect(limits).toEqual([1_800_000]);
});

test('RULE-273: a server that is not there is told as such', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(wire.send({ path: '/x' })).rejects.toMatchObject({
    errorKind: 'offline',
    message: expect.stringContaining('没有连上服务器') as unknown,
  });
});

test('RULE-295 RULE-296: cookies go along, the token goes along only where there is one; the program always names itself', async () => {
  const sent: Headers[] = [];
  const credentials: unknown[] = [];
  vi.stubGlobal(
    'fetch',
    (_path: string, { headers, credentials: cookies }: { headers: HeadersInit; credentials: string }) => {
      credentials.push(cookies);
      sent.push(new Headers(headers));
      return Promise.resolve(answers(200, {}));
    },
  );
  await wire.send({ path: '/open' });
  await wire.send({ path: '/closed' }, 'abc');
  expect(credentials).toEqual(['include', 'include']);
  expect(sent.map((headers) => [headers.get('blade-auth'), headers.get('authorization')])).toEqual([
    [null, `Basic ${btoa('saber:saber_secret')}`],
    ['bearer abc', `Basic ${btoa('saber:saber_secret')}`],
  ]);
});

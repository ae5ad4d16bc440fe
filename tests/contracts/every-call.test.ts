/** Promises every call keeps, whoever declared it. Deny by default is promise 36. */
import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areaOfCall } from '../../tools/areas.ts';
import { isChosen } from '../support/area.ts';
import { PUBLIC, SESSION } from '../../kernel/core/contract.ts';
import type { Call } from '../../kernel/server/context.ts';
import { startProgram, type Answer, type RunningProgram } from '../support/program.ts';

/** The calls anybody may make. Adding one is a decision, so the list is literal. */
const OPEN = [
  'GET /api/blade-auth/oauth/captcha',
  'GET /api/blade-auth/oauth/demonstration',
  'POST /api/blade-auth/oauth/token',
  'GET /api/blade-system/tenant/info',
  'GET /api/blade-resource/file/picture',
  'GET /api/blade-auth/oauth/sources',
  'GET /api/blade-auth/oauth/render/:source',
  'GET /api/gear-operation/gearmenu/publicMenu',
  'GET /api/gear-operation/gearmenu/publicMenuChanges',
  'GET /api/store-management/supplierticket/order',
  'POST /api/store-management/supplierticket/answer',
  'POST /api/store-management/supplierticket/ship',
  'POST /api/store-management/supplierticket/paper',
];
/** What is left to somebody who has yet to choose a password of his own. */
const BEFORE_OWN_PASSWORD = [
  'GET /api/blade-auth/oauth/logout',
  'GET /api/blade-auth/oauth/user-info',
  'POST /api/blade-user/update-password',
  'POST /api/blade-auth/oauth/logout',
  'POST /api/blade-log/error/batch',
];

/** What is left to somebody whose screen is locked. */
const WHILE_LOCKED = ['GET /api/blade-auth/oauth/logout', 'POST /api/blade-auth/session/unlock'];

/** What is left to somebody a sign-in provider vouches for, who has no account yet. */
const BEFORE_REGISTERED = [
  'POST /api/blade-user/register-guest',
  'GET /api/blade-auth/oauth/logout',
  'GET /api/blade-auth/oauth/user-info',
  'GET /api/blade-system/menu/routes',
  'GET /api/ops-system/menu/getRoutes',
  'GET /api/blade-system/menu/buttons',
  'GET /api/blade-system/menu/top-menu',
  'GET /api/blade-system/dict/dictionary',
  'GET /api/blade-system/dict-biz/dictionary',
];

let running: RunningProgram;
let calls: { call: Call; method: 'GET' | 'POST'; url: string }[];
beforeAll(async () => {
  running = await startProgram();
  calls = running.program.calls.flatMap((call) =>
    (call.method === 'GET+POST' ? (['GET', 'POST'] as const) : ([call.method] as const)).map((method) => ({
      call,
      method,
      url: `/api/${call.service}/${call.path}`,
    })),
  );
});
afterAll(() => running.close());

const offenders = async (verdict: (each: (typeof calls)[number]) => Promise<string | null>): Promise<string[]> => {
  const found: string[] = [];
  const areaOf = areaOfCall(running.program);
  for (const each of calls.filter(({ call }) => isChosen(areaOf(call)))) {
    const complaint = await verdict(each);
    if (complaint !== null) found.push(`${each.method} ${each.url}: ${complaint}`);
  }
  return found;
};

test('is declared once per address and method', () => {
  const addresses = calls.map(({ method, url }) => `${method} ${url}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

test('every call of an area declares what it reads and answers in a contract, but for those listed; the list only gets shorter', () => {
  const bare = running.program.parts.flatMap(({ name, calls: own = [] }) =>
    own
      .filter(({ answer }) => answer === undefined)
      .map(({ method, service, path }) => `${name} ${method} ${service}/${path}`),
  );
  const listed = fs
    .readFileSync(new URL('calls-without-contract.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  expect(bare.filter((call) => !listed.includes(call))).toEqual([]);
  expect(listed.filter((call) => !bare.includes(call))).toEqual([]);
});

test('promise 36: the calls anybody may make are these', () => {
  expect(
    calls
      .filter(({ call }) => call.permission === PUBLIC)
      .map(({ method, url }) => `${method} ${url}`)
      .toSorted(),
  ).toEqual(OPEN.toSorted());
});

test('promise 36: nobody without a session gets in', async () => {
  expect(
    await offenders(async ({ call, method, url }) => {
      if (call.permission === PUBLIC) return null;
      const { status, body } = await running.call(null, method, url);
      return status === 401 && body.code === 401 && body.success === false ? null : `answered ${status}`;
    }),
  ).toEqual([]);
});

test('promise 36: a session without the right is refused with 403, and stays signed in', async () => {
  const token = running.signIn({ permissions: new Set(), roles: [], scope: { all: false, depts: [] } });
  expect(
    await offenders(async ({ call, method, url }) => {
      if (call.permission === PUBLIC || call.permission === SESSION) return null;
      const { status, body } = await running.call(token, method, url);
      return status === 403 && body.code === 403 ? null : `answered ${status}`;
    }),
  ).toEqual([]);
});

test('promise 36: before a given password was changed only these answer, whatever right is held', async () => {
  const token = running.signIn({ mustChangePassword: true });
  const closed = (status: number, body: Answer['body']): boolean =>
    status === 403 && body.msg === '请先把初始密码改成自己的密码，再继续操作';
  expect(
    await offenders(async ({ call, method, url }) => {
      if (call.permission === PUBLIC) return null;
      const { status, body } = await running.call(token, method, url);
      return closed(status, body) === BEFORE_OWN_PASSWORD.includes(`${method} ${url}`)
        ? `answered ${status} ${body.msg ?? ''}`
        : null;
    }),
  ).toEqual([]);
});

test('RULE-044 promise 36: a locked session is refused every call but these, whatever right is held', async () => {
  const token = running.signIn({ locked: true });
  expect(
    await offenders(async ({ call, method, url }) => {
      if (call.permission === PUBLIC) return null;
      const { status, body } = await running.call(token, method, url);
      const closed = status === 403 && (body.data as { reason?: string }).reason === 'session.locked';
      return closed === WHILE_LOCKED.includes(`${method} ${url}`) ? `answered ${status} ${body.msg ?? ''}` : null;
    }),
  ).toEqual([]);
});

test('EP-0008 promise 36: without an account only these answer, whatever right is held', async () => {
  const token = running.signIn({ unregistered: '1' });
  expect(
    await offenders(async ({ call, method, url }) => {
      if (call.permission === PUBLIC) return null;
      const { status, body } = await running.call(token, method, url);
      const closed = status === 403 && (body.data as { reason?: string }).reason === undefined;
      return closed === (BEFORE_REGISTERED.includes(`${method} ${url}`) && !url.endsWith('register-guest'))
        ? `answered ${status} ${body.msg ?? ''}`
        : null;
    }),
  ).toEqual([]);
});

test('with the right and nothing else it answers or refuses in words; it never breaks', async () => {
  expect(
    await offenders(async ({ call, method, url }) => {
      if (call.permission === PUBLIC) return null;
      const token = running.signIn({ permissions: new Set([call.permission].flat()) });
      const { status, body } = await running.call(token, method, url);
      if (![200, 400, 403, 404].includes(status)) return `answered ${status} ${body.msg ?? ''}`;
      if (status !== 200 && !body.msg) return `refused without a word (${status})`;
      return null;
    }),
  ).toEqual([]);
});

test('RULE-558: every address lies below /api and a service the specification names', () => {
  const services = [
    'blade-auth',
    'blade-user',
    'blade-system',
    'blade-resource',
    'blade-desk',
    'blade-log',
    'blade-develop',
    'blade-report',
    'blade-flow',
    'ops-system',
    'master-data',
    'store-management',
    'gear-operation',
    'sales-mall',
    'smart-meal',
  ];
  expect(
    calls.filter(({ call, url }) => !url.startsWith('/api/') || !services.includes(call.service)).map(({ url }) => url),
  ).toEqual([]);
});

test('RULE-265: every answer has one envelope, code, success, data and msg, or is a file or the way elsewhere; token and captcha alone come bare', async () => {
  const token = running.signIn();
  expect(
    await offenders(async ({ call, method, url }) => {
      const answer = await running.app.inject({
        method,
        url,
        headers: { 'blade-auth': `bearer ${token}` },
        ...(method === 'POST' ? { payload: {} } : {}),
      });
      if (String(answer.headers['content-disposition'] ?? '').startsWith('attachment')) return null;
      if (answer.statusCode === 302) return null;
      const body = JSON.parse(answer.body) as { code?: unknown; success?: unknown; data?: unknown; msg?: unknown };
      if (call.permission === PUBLIC && ['/api/blade-auth/oauth/token', '/api/blade-auth/oauth/captcha'].includes(url))
        return null;
      if (
        typeof body.code !== 'number' ||
        body.code !== answer.statusCode ||
        body.success !== (body.code === 200) ||
        typeof body.msg !== 'string' ||
        body.msg === ''
      )
        return `${answer.statusCode} ${answer.body.slice(0, 100)}`;
      return body.data === null || body.data === undefined ? 'has no data' : null;
    }),
  ).toEqual([]);
});

const ODD: readonly Record<string, unknown>[] = [
  { id: 'abc', ids: 'abc', size: 'x' },
  {
    id: '9223372036854775808',
    ids: '1,,2',
    parentId: '-1',
    billId: 'x',
    instoreId: '1',
    outstoreId: '1',
    planDetailId: '1',
  },
  { ids: '1', id: '1', reason: 'because', details: 'nonsense' },
  { details: [{ id: '1', materialId: 'x', qty: '１２' }, null, 7], reason: { a: 1 } },
];
test('whatever odd is sent, it answers below 500 with a sentence', async () => {
  const token = running.signIn();
  expect(
    await offenders(async ({ call, method, url }) => {
      if (call.permission === PUBLIC) return null;
      for (const input of ODD) {
        const { status, body } = await running.call(token, method, url, input);
        if (status >= 500) return `${JSON.stringify(input)} → ${status} ${body.msg ?? ''}`;
        if (status !== 200 && !body.msg) return `${JSON.stringify(input)} → ${status} without a word`;
      }
      return null;
    }),
  ).toEqual([]);
}, 120_000);

test('an unknown address is a JSON 404, a wrong method a 405', async () => {
  const token = running.signIn();
  expect(await running.call(token, 'GET', '/api/master-data/nonsense/page')).toMatchObject({
    status: 404,
    body: { code: 404, success: false },
  });
  expect(await running.call(token, 'POST', '/api/master-data/material/page')).toMatchObject({
    status: 405,
    body: { code: 405 },
  });
});

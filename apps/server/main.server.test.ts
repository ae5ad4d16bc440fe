/**
 * What the program shows beside its calls: figures for this machine alone, and a page that runs its own script and
 * nothing else.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_SECRET } from '../../tests/support/demo-secret.ts';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { serve, type Serving } from './main.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-main-'));
let serving: Serving;
beforeAll(async () => {
  const { ownerUrl, appUrl } = await freshDatabase();
  serving = await serve({
    ownerUrl,
    appUrl,
    port: 0,
    host: '127.0.0.1',
    dataDir,
    tokenSecret: DEMO_SECRET,
    demo: false,
    logLevel: 'silent',
    webRoot: null,
  });
}, 60_000);
afterAll(async () => {
  await serving.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test('figures are for this machine; through a proxy, or with a session, there is no such address', async () => {
  const own = await fetch(`${serving.address}/api/metrics`);
  expect([own.status, await own.text()]).toEqual([200, expect.stringContaining('http_request_duration_seconds')]);
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1', 'blade-auth': 'bearer x' },
  ] as Record<string, string>[]) {
    const answer = await fetch(`${serving.address}/api/metrics`, { headers });
    expect([answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([404, '没有这个接口']);
  }
});

test('the page of all calls runs the one script it has, takes nothing from elsewhere and stands in nobody’s frame', async () => {
  const answer = await fetch(`${serving.address}/api/docs`);
  const scripts = [...(await answer.text()).matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script!);
  expect(scripts).toHaveLength(1);
  const policy = new Map(
    answer.headers
      .get('content-security-policy')!
      .split('; ')
      .map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.slice(rule.indexOf(' ') + 1)]),
  );
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': "'self'",
    'script-src': `'self' 'sha256-${createHash('sha256').update(scripts[0]!).digest('base64')}'`,
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'self'",
  });
});

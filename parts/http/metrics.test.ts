import { expect, test } from 'vitest';
import { createMetrics, isFromThisMachine } from './metrics.ts';

test('a sweep over every address leaves no line of its own for each of them', async () => {
  const metrics = createMetrics();
  for (let nr = 0; nr < 1_000; nr += 1)
    metrics.observe(`/api/store-management/r${nr}/page`, 'GET', 200 + (nr % 300), 0.01);
  const printed = await metrics.print();
  expect(printed.split('\n').filter((line) => line.includes('http_request_duration_seconds_count'))).toHaveLength(3);
  expect(printed).toContain('service="store-management",method="GET",status="2xx"');
});

test.each([
  ['127.0.0.1', {}, true],
  ['127.8.8.8', {}, true],
  ['::1', {}, true],
  ['::ffff:127.0.0.1', {}, true],
  ['10.0.0.5', {}, false],
  ['203.0.113.9', {}, false],
  ['::ffff:10.0.0.5', {}, false],
  ['fe80::1', {}, false],
  ['::1:2', {}, false],
  [undefined, {}, false],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, false],
  ['127.0.0.1', { 'x-forwarded-for': '' }, false],
  ['::1', { forwarded: 'for=203.0.113.9' }, false],
] as const)('figures for %s with %j: %s', (address, headers, expected) => {
  expect(isFromThisMachine(address, headers)).toBe(expected);
});

import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('a sweep over every address leaves no line of its own for each of them', async () => {
  const metrics = createMetrics();
  for (let nr = 0; nr < 1_000; nr += 1) metrics.observe(`/api/store-management/r${nr}/page`, 'GET', 200 + (nr % 300), 0.01);
  const printed = await metrics.print();
  expect(printed.split('\n').filter((line) => line.includes('http_request_duration_seconds_count'))).toHaveLength(3);
  expect(printed).toContain('service="store-management",method="GET",status="2xx"');
});

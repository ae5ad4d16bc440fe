import { afterEach, expect, test, vi } from 'vitest';
import { chunk, CHUNK_LIMIT_MS } from './lazy-part.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('RULE-280: a program file that does not load is a ChunkLoadError', async () => {
  await expect(
    chunk(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))),
  ).rejects.toMatchObject({ name: 'ChunkLoadError' });
});

test('RULE-281: a stylesheet that does not load has the code CSS_CHUNK_LOAD_FAILED', async () => {
  await expect(chunk(() => Promise.reject(new Error('Unable to preload CSS for /assets/x.css')))).rejects.toMatchObject(
    { code: 'CSS_CHUNK_LOAD_FAILED', name: 'Error' },
  );
});

test('RULE-282 RULE-288: a program file that hangs is given up after 120 s', async () => {
  vi.useFakeTimers();
  let outcome = 'waiting';
  chunk(() => new Promise(() => {})).catch((error: Error) => {
    outcome = error.name;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toBe('ChunkLoadError');
  expect(CHUNK_LIMIT_MS).toBe(120_000);
});

import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from './device-storage.ts';

/** A browser's storage, as far as it is used. */
function storage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
let [device, thisWindow] = [storage(), storage()];
beforeEach(() => {
  [device, thisWindow] = [storage(), storage()];
  vi.stubGlobal('localStorage', device);
  vi.stubGlobal('sessionStorage', thisWindow);
});

// Other files run in this process after it.
afterAll(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['en', 'string'],
  [true, 'boolean'],
  [{ theme: 'bule' }, 'object'],
  [[1, 2], 'object'],
] as const)(
  'RULE-321: %j is kept with the prefix of the site, its kind and its moment, and comes back',
  (content, dataType) => {
    writeStored('it', content);
    expect([...device.items.keys()]).toEqual(['larder:it']);
    expect(JSON.parse(device.items.get('larder:it')!)).toEqual({
      dataType,
      content,
      datetime: expect.any(Number) as unknown,
    });
    expect(readStored('it', null)).toEqual(content);
  },
);

test('RULE-322: with a type it is kept for the window alone, without one for the device', () => {
  writeStored('way', { to: '/' }, 'session');
  expect([device.items.size, [...thisWindow.items.keys()]]).toEqual([0, ['larder:way']]);
  expect([readStored('way', null), readStored('way', null, 'session')]).toEqual([null, { to: '/' }]);
  writeStored('way', undefined, 'session');
  expect(thisWindow.items.size).toBe(0);
});

test.each([
  ['nothing', undefined],
  ['an older shape', '"zh"'],
  ['null', 'null'],
  ['what is no JSON', '{'],
])('%s costs a preference, never the work at hand', (_, text) => {
  if (text !== undefined) device.items.set('larder:language', text);
  expect(readStored('language', 'zh')).toBe('zh');
});

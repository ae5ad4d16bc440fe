import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets('a master key that is long enough');
const saving = (values: Record<string, unknown>, before: Record<string, unknown> | null = null) => ({ before, values });

test('a secret is sealed, never twice alike, and opened with the same key only', () => {
  const [one, two] = [secrets.seal('密钥-1'), secrets.seal('密钥-1')];
  expect([secrets.open(one), one === two, one.includes('密钥')]).toEqual(['密钥-1', false, false]);
  expect(() => createSecrets('another master key, also long').open(one)).toThrow();
  expect(() => secrets.open(`${one.slice(0, -6)}AAAAA=`)).toThrow();
});

test('the mask posted back leaves the secret as it is; a new one is sealed; none is none', () => {
  const before = { key: secrets.seal('old') };
  const masked = saving({ key: '******' }, before);
  secrets.sealGiven(masked, ['key']);
  expect(masked.values['key']).toBe(before.key);
  const untouched = saving({ ...before }, before);
  secrets.sealGiven(untouched, ['key']);
  expect(untouched.values['key']).toBe(before.key);
  const changed = saving({ key: 'new', other: null }, before);
  secrets.sealGiven(changed, ['key', 'other']);
  expect([secrets.open(String(changed.values['key'])), changed.values['other']]).toEqual(['new', null]);
});

import { expect, test } from 'vitest';
import { isOwnAddress } from './message.rules.ts';

test.each([
  ['', true],
  ['/work/todo', true],
  ['/purchasing/purchaseorder/123?edit=1', true],
  ['https://evil.example', false],
  ['//evil.example', false],
  ['javascript:alert(1)', false],
  ['/\\evil.example', false],
])('a message leads to %s: %s', (link, expected) => expect(isOwnAddress(link)).toBe(expected));

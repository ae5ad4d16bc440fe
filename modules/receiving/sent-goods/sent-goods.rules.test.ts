import { expect, test } from 'vitest';
import { lossOwed } from './sent-goods.rules.ts';

test.each([
  ['charged', 'receiver', 1],
  ['charged', 'sender', 0],
  ['charged', 'carrier', 0],
  ['credited', 'sender', 0],
  ['credited', 'receiver', -1],
  ['credited', 'carrier', -1],
] as const)('W23: of goods lost on their way a site that is %s, borne by the %s, owes %s', (site, bearer, owed) =>
  expect(lossOwed(site, bearer)).toBe(owed),
);

import { describe, expect, test } from 'vitest';
import { isKnownPassword } from './known-passwords.rules.ts';
import { isAllowedPassword, isPasswordMinLength, passwordMinLengthOf } from './password.rules.ts';

describe('by the common rule', () => {
  test.each([
    ['abc123', true],
    ['Abcdef123456', true],
    ['abc12', false],
    ['abcdef1234567', false],
    ['abcdef', false],
    ['123456', false],
    ['abc-123', false],
    ['', false],
  ])('%j is allowed: %j', (password, allowed) => expect(isAllowedPassword(password)).toBe(allowed));
});

describe('where a tenant asks for ten signs', () => {
  test.each([
    ['three green apples', true],
    ['ein-Satz-mit-Zeichen!', true],
    ['三只绿苹果在桌上放着呢', true],
    ['abc123', false],
    ['x'.repeat(64) + 'y'.repeat(64), true],
    ['x'.repeat(64) + 'y'.repeat(65), false],
  ])('%j is allowed: %j', (password, allowed) => expect(isAllowedPassword(password, 10)).toBe(allowed));
});

test.each([
  ['0', true, 0],
  ['8', true, 8],
  ['128', true, 128],
  ['7', false, 0],
  ['129', false, 0],
  ['', false, 0],
  ['many', false, 0],
])('the parameter may be %j: %j, and asks for %i', (value, allowed, length) => {
  expect([isPasswordMinLength(value), passwordMinLengthOf(value)]).toEqual([allowed, length]);
});

test.each([
  ['Password123', true],
  ['1Q2W3E4R5T', true],
  ['aaaaaaaaaaaa', true],
  ['three green apples', false],
])('%j is known to everybody: %j', (password, known) => expect(isKnownPassword(password)).toBe(known));

import { expect, test } from 'vitest';
import { brokenPromises } from './releases.ts';

const before = {
  '0001_kernel.sql': { release: '0.2.0', checksum: 'a' },
  '0002_declared.sql': { release: '0.2.0', checksum: 'b' },
};

test.each<[title: string, now: [name: string, checksum: string][], broken: string[]]>([
  [
    'later ones may come',
    [
      ['0001_kernel.sql', 'a'],
      ['0002_declared.sql', 'b'],
      ['0003_supplier.sql', 'c'],
    ],
    [],
  ],
  [
    'a changed one',
    [
      ['0001_kernel.sql', 'a'],
      ['0002_declared.sql', 'other'],
    ],
    ['0002_declared.sql was released with 0.2.0 and is changed: write a new migration instead'],
  ],
  [
    'a removed one',
    [['0001_kernel.sql', 'a']],
    ['0002_declared.sql was released with 0.2.0 and is gone: write a new migration instead'],
  ],
  [
    'one put in between: databases of the release would run it after the others',
    [
      ['0001_kernel.sql', 'a'],
      ['0001_more.sql', 'c'],
      ['0002_declared.sql', 'b'],
    ],
    ['0001_more.sql comes before 0002_declared.sql, which was released: give it a number after that'],
  ],
])('released migrations: %s', (_title, now, broken) => {
  expect(brokenPromises(before, new Map(now))).toEqual(broken);
});

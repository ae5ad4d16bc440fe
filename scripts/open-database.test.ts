import { expect, test } from 'vitest';
import { complaintAbout } from './open-database.ts';

const good = {
  number: 150_018,
  version: '15.18',
  role: 'shop',
  mayMakeRoles: true,
  hasAppRole: false,
  mayCreate: true,
};

test.each<[string, Partial<typeof good>, string | null]>([
  ['of the oldest version that will do', {}, null],
  [
    'that is too old',
    { number: 140_022, version: '14.22' },
    'the database of DATABASE_URL is PostgreSQL 14.22; Larder needs 15 or newer',
  ],
  [
    'whose role does not own it',
    { mayCreate: false },
    'shop of DATABASE_URL may create nothing in its database: it must own the database',
  ],
  [
    'whose role may not make the one that serves',
    { mayMakeRoles: false },
    `shop of DATABASE_URL may not create the role Larder serves as: run "create role larder_app login password '…'" as an administrator and set APP_DATABASE_URL, or grant CREATEROLE`,
  ],
  ['where an administrator made the role that serves', { mayMakeRoles: false, hasAppRole: true }, null],
])('an outside database %s', (_, difference, complaint) => {
  expect(complaintAbout({ ...good, ...difference })).toBe(complaint);
});

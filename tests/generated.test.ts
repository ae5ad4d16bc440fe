/** What is printed from the declarations is up to date, so that a reviewer sees "+2 calls, +1 table" in the change itself. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { declaredFile, declaredSql } from '../tools/migrate-draft.ts';
import { printed } from '../tools/print-generated.ts';

test('the declared schema is the migration (npm run migrate:draft)', () => {
  expect(fs.readFileSync(declaredFile, 'utf8') === declaredSql()).toBe(true);
});

test.each([...printed()])('generated/%s is up to date (npm run print)', (name, text) => {
  const file = path.resolve(import.meta.dirname, '../generated', name);
  expect(fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text).toBe(true);
});

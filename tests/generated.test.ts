/**
 * What is printed from the declarations is up to date, so that a reviewer sees "+2 calls, +1 table" in the change
 * itself.
 */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationChecksums, MIGRATIONS } from '../parts/postgres/migrate.ts';
import { modules } from '../modules/modules.ts';
import { DECLARED } from '../tools/migrate-draft.ts';
import { leftOver, printed } from '../tools/print-generated.ts';
import { brokenPromises, isReleased, released } from '../tools/releases.ts';
import { declaredSql } from '../tools/schema/declared.ts';

// Once it is released, tests/contracts/schema.test.ts alone compares what all migrations make with the declarations.
test('as long as no release holds it, the declared schema is one file (npm run migrate:draft)', () => {
  const printedAnew = fs.readFileSync(path.join(MIGRATIONS, DECLARED), 'utf8') === declaredSql(modules);
  expect(printedAnew || isReleased(DECLARED)).toBe(true);
});

test('no released migration has changed, and none was put before it', () => {
  expect(brokenPromises(released(), migrationChecksums())).toEqual([]);
});

test.each([...printed()])('generated/%s is up to date (npm run print)', (name, text) => {
  const file = path.resolve(import.meta.dirname, '../generated', name);
  expect(fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text).toBe(true);
});

test('nothing lies in generated/ that is not printed any more (npm run print)', () => {
  expect(leftOver(new Set(printed().keys()))).toEqual([]);
});

/** What the specification leaves to be designed is written down, and what is written down is what holds. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Field, Fields } from '../kernel/core/field.ts';
import { kinds } from '../kernel/core/kinds.ts';
import { isWritable, readValue } from '../kernel/core/validate.ts';
import { roleSeeds } from '../modules/admin/rights/demonstration-roles.ts';
import { wantedMenu } from '../modules/admin/seed/seed-menu.server.ts';
import { hasSpec, mountedCalls, printedInventory, readCsv, specFolder } from '../tools/inventory.ts';
import { offlineProgram } from '../tools/offline-program.ts';

const program = offlineProgram();
const GENERATED = path.resolve(import.meta.dirname, '../generated');
const printed = (name: string): Record<string, string>[] =>
  fs.globSync(name, { cwd: GENERATED }).flatMap((each) => readCsv(fs.readFileSync(path.join(GENERATED, each), 'utf8')));

test('RULE-249: every call of the specification that is served has its address below /api, and none has another', () => {
  const mounted = mountedCalls(program);
  const served = printedInventory();
  expect(served.length).toBeGreaterThan(400);
  expect(
    served
      .filter(({ address, method }) => !address.startsWith('/api/') || !mounted.has(`${method} ${address}`))
      .map(({ id }) => id),
  ).toEqual([]);
  expect([...mounted].filter((call) => !/^(GET|POST) \/api\/[a-z-]+\/\S+$/.test(call))).toEqual([]);
  if (!hasSpec()) return;
  const specified = readCsv(fs.readFileSync(path.join(specFolder, 'endpoints.csv'), 'utf8'));
  expect(specified.filter((row) => !row['path']!.startsWith('/api/')).map((row) => row['id'])).toEqual([]);
});

test('RULE-248: a matrix says of every role, menu and button who may do what; every button is somebody’s, and every call asks for one of them', () => {
  const matrix = printed('roles.csv');
  const aliases = roleSeeds.map((seed) => seed.alias);
  expect(Object.keys(matrix[0]!)).toEqual(['menu', 'button', 'zh', 'en', ...aliases]);
  const codes = matrix.map((row) => row['button'] || row['menu']!);
  expect(codes).toEqual(wantedMenu(program.registry).map((node) => node.code));
  const permissionCodes = new Set(
    program.calls.flatMap((call) => [call.permission].flat()).filter((code) => !code.startsWith('*')),
  );
  expect([...permissionCodes].filter((code) => !codes.includes(code))).toEqual([]);
  expect(matrix.filter((row) => row['administrator'] !== 'x').map((row) => row['button'] || row['menu'])).toEqual([]);
  const pages = new Map(matrix.filter((row) => row['button'] === '').map((row) => [row['menu'], row]));
  // Who may press a button is shown the page it stands on.
  expect(
    aliases.flatMap((alias) =>
      matrix
        .filter((row) => row[alias] === 'x' && row['button'] !== '' && pages.get(row['menu'])?.[alias] !== 'x')
        .map((row) => `${alias}: ${row['button']}`),
    ),
  ).toEqual([]);
  // Whoever is a customer's, or not passed yet, begins with nothing.
  expect(aliases.filter((alias) => !matrix.some((row) => row[alias] === 'x'))).toEqual(['client', 'guest']);
  expect(
    matrix.filter((row) => /^(menu|client|dict|tenant|tenantpackage|tool)$/.test(row['menu']!) && row['admin'] === 'x'),
  ).toEqual([]);
});

const NUMBERS = new Set(['integer', 'quantity', 'price', 'money', 'percent', 'factor']);
const says = (field: Field, raw: unknown): string => {
  const read = readValue('it', field, raw);
  return 'refusal' in read ? read.refusal.code : '';
};

test('RULE-552: every field of every record is listed with whether it is needed and how far it may go, and is refused beyond that', () => {
  const listed = new Map(
    printed('*/fields.csv').map((row) => [`${row['record']}.${row['lines']}.${row['field']}`, row]),
  );
  const wrong: string[] = [];
  let checked = 0;
  const look = (record: string, lines: string, fields: Fields): void => {
    for (const [name, field] of Object.entries(fields)) {
      const at = `${record}.${lines}.${name}`;
      const row = listed.get(at);
      if (row === undefined) {
        wrong.push(`${at} is not listed`);
        continue;
      }
      if (!isWritable(field)) continue;
      checked += 1;
      if ((row['needed'] === 'needed') !== says(field, undefined).startsWith('field.')) wrong.push(`${at}: needed`);
      const { nature } = kinds[field.kind];
      if (nature === 'text' && !['choice', 'dictionary'].includes(field.kind)) {
        if (!(Number(row['most']) > 0)) wrong.push(`${at} has no limit`);
        else if (field.kind !== 'richtext' && says(field, 'x'.repeat(Number(row['most']) + 1)) === '')
          wrong.push(`${at} takes more than ${row['most']}`);
      }
      if (NUMBERS.has(field.kind) && row['most'] !== '' && says(field, String(Number(row['most']) + 1)) === '')
        wrong.push(`${at} takes more than ${row['most']}`);
      if (NUMBERS.has(field.kind) && row['least'] !== '' && says(field, String(Number(row['least']) - 1)) === '')
        wrong.push(`${at} takes less than ${row['least']}`);
      if (NUMBERS.has(field.kind) && says(field, 'many') === '') wrong.push(`${at} takes words`);
      if (field.kind === 'choice' && says(field, 'nothing of the kind') === '') wrong.push(`${at} takes anything`);
    }
  };
  for (const declaration of program.registry.declarations) {
    if (declaration.view) continue;
    look(declaration.name, '', declaration.fields);
    for (const [key, each] of Object.entries(declaration.lines ?? {})) look(declaration.name, key, each.fields);
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(500);
});

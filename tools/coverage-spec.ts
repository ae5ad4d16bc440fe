/**
 * `npm run coverage:spec [AREA]`: each row of the specification's inventory (`endpoints.csv`, `rules.csv`) with the
 * test that holds it, and how many are open. A row is held by a test that ran and passed under a title with its id, in
 * the last `npm test` or in runs of single files since; a call only where it is mounted. That every call is refused to
 * the wrong people and survives odd input says nothing of what it does, so a call that is only mounted is not held.
 * Rules that were decided otherwise are listed with the decision. The inventory lies beside the repository (`SPEC_DIR`,
 * default `../shared/spec`); without it the command says so.
 */
import fs from 'node:fs';
import path from 'node:path';
import { readHeld } from '../tests/support/held.ts';
import { hasSpec, mountedCalls, readCsv, specFolder } from './inventory.ts';
import { offlineProgram } from './offline-program.ts';

const only = process.argv[2];
const INVENTORY_CONTRACT = 'tests/contracts/every-inventory-call.test.ts';
if (!hasSpec()) {
  process.stdout.write('The specification is not here (set SPEC_DIR); nothing to compare with.\n');
  process.exit(0);
}

const held = readHeld();
if (Object.keys(held).length === 0) {
  process.stdout.write(
    'No test has run here yet: what is held follows from the titles of tests that passed. Run `npm test` first.\n',
  );
  process.exit(1);
}

/** Rules of the specification that Larder answers in another way, and where the reason stands. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'RULE-267': 'decided otherwise: docs/decisions/2026-11-22-shell.md (a session that ended is opened again in place)',
  'RULE-285': 'decided otherwise: docs/decisions/2026-11-22-shell.md (a session that ended is opened again in place)',
};

const named = new Map<string, string>();
for (const [file, ids] of Object.entries(held))
  for (const id of ids) if (!named.has(id) || named.get(id) === INVENTORY_CONTRACT) named.set(id, file);

const mounted = mountedCalls(offlineProgram());
const rowsOf = (file: string): Record<string, string>[] =>
  readCsv(fs.readFileSync(path.join(specFolder, file), 'utf8')).filter(
    (row) => only === undefined || row['area'] === only,
  );
const counts = { byHand: 0, ordinary: 0, served: 0, open: 0, rulesHeld: 0, rulesOtherwise: 0, rulesOpen: 0 };
const out: string[] = [];
for (const row of rowsOf('endpoints.csv')) {
  const id = row['id']!;
  // The inventory writes a part of an address that varies in braces, a route with a colon.
  const isMounted = mounted.has(`${row['method']} ${row['path']!.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  const test = isMounted ? named.get(id) : undefined;
  counts[test === INVENTORY_CONTRACT ? 'ordinary' : test !== undefined ? 'byHand' : isMounted ? 'served' : 'open'] += 1;
  out.push(
    `${id}  ${row['method']!.padEnd(4)} ${row['path']}  ${test ?? (isMounted ? 'served, no test that passed names it' : 'open')}`,
  );
}
for (const row of rowsOf('rules.csv')) {
  const id = row['id']!;
  const otherwise = OTHERWISE[id];
  const test = otherwise ?? named.get(id);
  counts[otherwise !== undefined ? 'rulesOtherwise' : test === undefined ? 'rulesOpen' : 'rulesHeld'] += 1;
  out.push(`${id}  ${row['area']}  ${test ?? 'open'}`);
}
const calls = [
  `${counts.byHand + counts.ordinary} held by a test that passed (${counts.byHand} by hand, ` +
    `${counts.ordinary} by the contract over the inventory)`,
  `${counts.served} served without one`,
  `${counts.open} open`,
];
const rules = [
  `${counts.rulesHeld} held by a test that passed`,
  `${counts.rulesOtherwise} decided otherwise`,
  `${counts.rulesOpen} open`,
];
process.stdout.write(`${out.join('\n')}\n\ncalls: ${calls.join(', ')}\nrules: ${rules.join(', ')}\n`);

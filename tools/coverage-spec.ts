/**
 * `npm run coverage:spec [AREA]`: each row of the specification's inventory (`endpoints.csv`, `rules.csv`) with the test that names it,
 * and how many are open. A call is held by a test whose title has its id: one written by hand, or, for the ordinary calls of a
 * declaration, the one of `every-inventory-call.test.ts` that runs under the id. A call that is only mounted is not held: that every
 * call is refused to the wrong people and survives odd input says nothing of what it does.
 * The inventory lies beside the repository (`SPEC_DIR`, default `../shared/spec`); without it the command says so.
 */
import fs from 'node:fs';
import path from 'node:path';
import { hasSpec, mountedCalls, printedInventory, readCsv, specFolder } from './inventory.ts';
import { offlineProgram } from './offline-program.ts';

const root = path.resolve(import.meta.dirname, '..');
const only = process.argv[2];
const INVENTORY_CONTRACT = 'tests/contracts/every-inventory-call.test.ts';
if (!hasSpec()) {
  process.stdout.write('The specification is not here (set SPEC_DIR); nothing to compare with.\n');
  process.exit(0);
}

function testFiles(folderName: string): string[] {
  return fs.readdirSync(folderName, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folderName, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', '.data', '.git', '.tools'].includes(entry.name) ? [] : testFiles(full);
    return /\.test\.tsx?$/.test(entry.name) ? [full] : [];
  });
}

const named = new Map<string, string>();
for (const file of testFiles(root)) for (const [id] of fs.readFileSync(file, 'utf8').matchAll(/\b(?:EP|RULE)-\d{3,4}\b/g)) if (!named.has(id)) named.set(id, path.relative(root, file));
const ordinary = new Map(printedInventory().filter((row) => row.verb !== '').map((row) => [row.id, INVENTORY_CONTRACT]));

const mounted = mountedCalls(offlineProgram());
const rowsOf = (file: string): Record<string, string>[] => readCsv(fs.readFileSync(path.join(specFolder, file), 'utf8')).filter((row) => only === undefined || row['area'] === only);
const counts = { byHand: 0, ordinary: 0, served: 0, open: 0, rulesHeld: 0, rulesOpen: 0 };
const out: string[] = [];
for (const row of rowsOf('endpoints.csv')) {
  const id = row['id']!;
  const test = named.get(id) ?? ordinary.get(id);
  const isMounted = mounted.has(`${row['method']} ${row['path']}`);
  counts[named.has(id) ? 'byHand' : test !== undefined ? 'ordinary' : isMounted ? 'served' : 'open'] += 1;
  out.push(`${id}  ${row['method']!.padEnd(4)} ${row['path']}  ${test ?? (isMounted ? 'served, no test names it' : 'open')}`);
}
for (const row of rowsOf('rules.csv')) {
  const test = named.get(row['id']!);
  counts[test === undefined ? 'rulesOpen' : 'rulesHeld'] += 1;
  out.push(`${row['id']}  ${row['area']}  ${test ?? 'open'}`);
}
process.stdout.write(`${out.join('\n')}\n
calls: ${counts.byHand + counts.ordinary} named by a test (${counts.byHand} by hand, ${counts.ordinary} ordinary ones by the contract over the inventory), ${counts.served} served without a test of their own, ${counts.open} open
rules: ${counts.rulesHeld} held by a test, ${counts.rulesOpen} open\n`);

/**
 * `npm run coverage:spec`: each row of the specification's inventory (`endpoints.csv`, `rules.csv`) with the test that names it,
 * and how many are open. A call also counts as served when it is mounted; only a named test counts as held.
 * The inventory lies beside the repository (`SPEC_DIR`, default `../shared/spec`); without it the command says so.
 */
import fs from 'node:fs';
import path from 'node:path';
import { offlineProgram } from './offline-program.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.resolve(root, process.env['SPEC_DIR'] ?? '../shared/spec');
if (!fs.existsSync(path.join(folder, 'endpoints.csv'))) {
  process.stdout.write('The specification is not here (set SPEC_DIR); nothing to compare with.\n');
  process.exit(0);
}

/** Rows of a CSV file, quoted cells included. */
function readCsv(file: string): Record<string, string>[] {
  const cells: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const text = fs.readFileSync(file, 'utf8');
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted) {
      if (sign === '"' && text[at + 1] === '"') { cell += '"'; at += 1; }
      else if (sign === '"') quoted = false;
      else cell += sign;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') { cells.at(-1)!.push(cell); cell = ''; }
    else if (sign === '\n') { cells.at(-1)!.push(cell); cell = ''; cells.push([]); }
    else if (sign !== '\r') cell += sign;
  }
  const [head, ...rows] = cells.filter((row) => row.length > 1);
  return rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index] ?? ''])));
}

function testFiles(folderName: string): string[] {
  return fs.readdirSync(folderName, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folderName, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', '.data', '.git', '.tools'].includes(entry.name) ? [] : testFiles(full);
    return /\.test\.tsx?$/.test(entry.name) ? [full] : [];
  });
}

const named = new Map<string, string>();
const texts = testFiles(root).map((file) => ({ file: path.relative(root, file), text: fs.readFileSync(file, 'utf8') }));
for (const { file, text } of texts) for (const match of text.matchAll(/\b(?:EP|RULE)-\d{3,4}\b/g)) if (!named.has(match[0])) named.set(match[0], file);

const { calls } = offlineProgram();
const mounted = new Set(calls.flatMap((call) => (call.method === 'GET+POST' ? ['GET', 'POST'] : [call.method]).map((method) => `${method} /api/${call.service}/${call.path}`)));
// The contract suite calls every mounted address with every identity and odd input: that holds the address and its rights, not what the call does.
const contract = texts.find(({ file }) => file.endsWith('every-call.test.ts'))?.file;

const only = process.argv[2];
let [held, contracted, served, open] = [0, 0, 0, 0];
const out: string[] = [];
for (const row of readCsv(path.join(folder, 'endpoints.csv'))) {
  if (only && row['area'] !== only) continue;
  const isMounted = mounted.has(`${row['method']} ${row['path']}`);
  const own = named.get(row['id']!);
  const test = own ?? (isMounted ? contract : undefined);
  if (own !== undefined) held += 1;
  else if (test !== undefined) contracted += 1;
  else if (isMounted) served += 1;
  else open += 1;
  out.push(`${row['id']}  ${row['method']!.padEnd(4)} ${row['path']}  ${test ?? (isMounted ? 'served, no test names it' : 'open')}`);
}
let [rulesHeld, rulesOpen] = [0, 0];
for (const row of readCsv(path.join(folder, 'rules.csv'))) {
  if (only && row['area'] !== only) continue;
  const test = named.get(row['id']!);
  if (test === undefined) rulesOpen += 1;
  else rulesHeld += 1;
  out.push(`${row['id']}  ${row['area']}  ${test ?? 'open'}`);
}
process.stdout.write(`${out.join('\n')}\n\ncalls: ${held} named by a test of their own, ${contracted} held by the contract over every call, ${served} served without a test, ${open} open\nrules: ${rulesHeld} held by a test, ${rulesOpen} open\n`);

/**
 * Prints what the declarations imply into `generated/`: of each area its calls with their permissions, its refusals and
 * what each field asks; of all together which role holds what and which calls of the specification are served.
 * Committed, so that a change shows "+2 calls" in its diff; `--check` fails when the print is out of date.
 */
import fs from 'node:fs';
import path from 'node:path';
import { declaredRefusals } from '../kernel/core/refusal.ts';
import type { Call } from '../kernel/server/context.ts';
import { fieldsCsv, rolesCsv } from './design-prints.ts';
import { hasSpec, printInventory, servedInventory } from './inventory.ts';
import { offlineProgram } from './offline-program.ts';
import { areaOfCall, KERNEL } from './areas.ts';
import { areaOf as areaOfFile, sources } from './sources.ts';

const folder = path.resolve(import.meta.dirname, '../generated');

const sentences = sources.filter(({ file }) => file.endsWith('.refusals.ts'));
/** Which area refuses with a code: in whose files its sentence stands. */
function areaOfRefusal(code: string): string {
  const source = sentences.find(({ text }) => text.includes(`'${code}':`));
  return (source && areaOfFile(source.file)) ?? KERNEL;
}

const markdown = (title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `# ${title}`,
    '',
    'Printed by `npm run print`.',
    '',
    `| ${columns.join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n');

const byFirst = (rows: readonly (readonly string[])[]): (readonly string[])[] =>
  rows.toSorted(([a], [b]) => (a! < b! ? -1 : 1));

function callsOf(calls: readonly Call[]): string {
  const rows = calls.map((call) => [
    `\`/api/${call.service}/${call.path}\``,
    call.method,
    [call.permission].flat().join(' or '),
    call.summary.en,
  ]);
  return markdown('Calls', ['address', 'method', 'permission', 'what'], byFirst(rows));
}

const refusalsOf = (codes: readonly string[]): string =>
  markdown(
    'Refusals',
    ['code', '中文', 'English'],
    byFirst(codes.map((code) => [code, declaredRefusals().get(code)!.zh, declaredRefusals().get(code)!.en])),
  );

/**
 * File name → text of every printed artefact: what belongs to an area in a folder of its own, so that two areas never
 * meet in one file.
 */
export function printed(): ReadonlyMap<string, string> {
  const program = offlineProgram();
  const { modules } = program.registry;
  const calls = Map.groupBy(program.calls, areaOfCall(program));
  const refusals = Map.groupBy(declaredRefusals().keys(), areaOfRefusal);
  return new Map([
    ...[...calls].map(([area, own]) => [`${area}/calls.md`, callsOf(own)] as const),
    ...[...refusals].map(([area, own]) => [`${area}/refusals.md`, refusalsOf(own)] as const),
    ...modules
      .filter(({ declarations }) => declarations.some(({ view }) => !view))
      .map(({ name, declarations }) => [`${name}/fields.csv`, fieldsCsv(declarations)] as const),
    ['roles.csv', rolesCsv(program)],
    ...(hasSpec() ? [['inventory.csv', printInventory(servedInventory(program))] as const] : []),
  ]);
}

/** Files that were printed once and are printed no more; without the specification its inventory stays. */
export function leftOver(names: ReadonlySet<string>): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !names.has(name) && name !== 'inventory.csv');
}

if (import.meta.main) {
  const check = process.argv.includes('--check');
  const texts = printed();
  const gone = leftOver(new Set(texts.keys()));
  const stale = [...texts].filter(([name, text]) => {
    const file = path.join(folder, name);
    return !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text;
  });
  const names = [...stale.map(([name]) => name), ...gone].join(', ');
  if (check && names !== '') {
    process.stderr.write(`generated/ is out of date (${names}); run npm run print\n`);
    process.exitCode = 1;
  } else {
    for (const [name, text] of stale) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    for (const name of gone) fs.rmSync(path.join(folder, name));
    process.stdout.write(names === '' ? 'generated/ is up to date\n' : `printed ${names}\n`);
  }
}

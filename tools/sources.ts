/**
 * The sources of this repository as text, with what each imports. Read by `npm run measure` and by the import rules.
 */
import fs from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['kernel', 'parts', 'modules', 'apps', 'scripts', 'tools', 'tests'];

export interface Source {
  /** Relative to the repository. */
  readonly file: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly imports: readonly { readonly target: string; readonly typeOnly: boolean }[];
}

interface Arrow {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Every TypeScript file, tests among them. */
export const sources: readonly Source[] = FOLDERS.flatMap((folder) => filesBelow(path.join(ROOT, folder))).map(
  (absolute) => {
    const file = path.relative(ROOT, absolute);
    const text = fs.readFileSync(absolute, 'utf8');
    const imports = [...text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm)].map(
      (match) => ({
        target: path.relative(ROOT, path.resolve(path.dirname(absolute), match[2]!)),
        typeOnly: match[1] !== undefined,
      }),
    );
    return { file, text, lines: text.replace(/\n$/, '').split('\n'), imports };
  },
);

function filesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(full);
    return /\.(ts|tsx)$/.test(entry.name) ? [full] : [];
  });
}

/** Tests and what only tests use. */
export const isTest = (file: string): boolean =>
  /\.(test|testing|browser|sample)\.tsx?$/.test(file) || file.startsWith('tests/') || file.includes('/fixture/');

/** The area of a file below `modules/`. */
export const areaOf = (file: string): string | undefined => /^modules\/([^/]+)\//.exec(file)?.[1];

const SERVER = [
  /^(kernel\/server|apps\/server|scripts|tools)\//,
  /^parts\/(xlsx|sheets|rich-text|postgres|http|secrets|storage|threads|jobs|openapi|bulk-save|best-first)\//,
  /\.server\.ts$|^modules\/(.+\/server|servers)\.ts$/,
];
/** The parts run in the browser, but for those of the server and those that both use. */
const WEB = [
  /^(kernel|apps)\/web\//,
  /^parts\/(?!(merge|days|addresses|search|record-search|gs1|sheet-answer|columns|quantities|device-entries)\/)/,
  /\.tsx$|\.view\.ts$|^modules\/pages\.ts$/,
];

/** Which program a file is part of. */
export const sideOf = (file: string): 'server' | 'web' | 'shared' =>
  isOneOf(SERVER, file) ? 'server' : isOneOf(WEB, file) ? 'web' : 'shared';
const isOneOf = (patterns: readonly RegExp[], file: string): boolean => patterns.some((pattern) => pattern.test(file));

/** What product sources import of each other. */
export const arrows: readonly Arrow[] = sources
  .filter(({ file }) => !isTest(file))
  .flatMap(({ file, imports }) => imports.map((target) => ({ file, ...target })));

/** Circles of value imports, each as a line of files. */
export function importCycles(): string[] {
  const graph = new Map<string, string[]>();
  for (const { file, target, typeOnly } of arrows) if (!typeOnly) graph.set(file, [...(graph.get(file) ?? []), target]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      cycles.push([...trail.slice(at), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

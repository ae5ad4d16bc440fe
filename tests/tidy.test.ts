/** Our executable style: which way imports may go, and what may not be written. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { modules } from '../modules/modules.ts';

const root = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['kernel', 'modules', 'apps', 'scripts', 'tools', 'tests'];

interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly { readonly target: string; readonly typeOnly: boolean }[];
}

const sources: readonly Source[] = FOLDERS.flatMap((folder) => walk(path.join(root, folder))).map((absolute) => {
  const file = path.relative(root, absolute);
  const text = fs.readFileSync(absolute, 'utf8');
  const imports = [...text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm)].map((match) => ({
    target: path.relative(root, path.resolve(path.dirname(absolute), match[2]!)),
    typeOnly: match[1] !== undefined,
  }));
  return { file, text, imports };
});

function walk(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : walk(full);
    return /\.(ts|tsx)$/.test(entry.name) ? [full] : [];
  });
}

const isTest = (file: string): boolean => /\.(test|testing|browser)\.tsx?$/.test(file) || file.startsWith('tests/') || file.includes('/fixture/');
const side = (file: string): 'server' | 'web' | 'shared' => {
  if (file.startsWith('kernel/server') || file.endsWith('.server.ts') || /^modules\/[^/]+\/server\.ts$/.test(file) || file === 'modules/servers.ts' || file.startsWith('apps/server') || file.startsWith('scripts/') || file.startsWith('tools/')) return 'server';
  if (file.startsWith('kernel/web') || file.startsWith('apps/web') || file.endsWith('.tsx') || file.endsWith('.view.ts') || file === 'modules/pages.ts') return 'web';
  return 'shared';
};
const area = (file: string): string | undefined => /^modules\/([^/]+)\//.exec(file)?.[1];
const order = modules.map((module) => module.name);

const arrows = sources.filter(({ file }) => !isTest(file)).flatMap(({ file, imports }) => imports.map(({ target, typeOnly }) => ({ file, target, typeOnly })));

test('the kernel imports no module and no program', () => {
  expect(arrows.filter(({ file, target }) => file.startsWith('kernel/') && !target.startsWith('kernel/'))).toEqual([]);
});

test('kernel/core stands alone', () => {
  expect(arrows.filter(({ file, target }) => file.startsWith('kernel/core') && !target.startsWith('kernel/core'))).toEqual([]);
});

test('the browser never imports the server, nor the other way round, and shared files import neither', () => {
  const wrong = arrows.filter(({ file, target }) => {
    if (side(target) === 'shared') return false;
    return side(file) !== side(target);
  });
  expect(wrong).toEqual([]);
});

test('modules import only from modules above them', () => {
  const wrong = arrows.filter(({ file, target }) => {
    const from = area(file);
    const to = area(target);
    return from !== undefined && to !== undefined && from !== to && order.indexOf(to) > order.indexOf(from);
  });
  expect(wrong).toEqual([]);
});

test('there is no cycle of value imports', () => {
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
  expect(cycles).toEqual([]);
});

test.each([
  ['binary floats near quantities', /\bparseFloat\(/, (file: string) => side(file) !== 'web' && !file.startsWith('scripts/')],
  ['the clock or randomness in rules', /\b(new Date\(\)|Date\.now\(|Math\.random\()/, (file: string) => file.endsWith('.rules.ts')],
  ['type holes', /(:\s*any\s*[;,)=\]|}&>]|\bas any\b|<any>|@ts-ignore|@ts-nocheck)/, () => true],
  ['ids that end at 18 digits: they have 19 from 2027 on', /\\d\{1,18\}/, () => true],
  ['printing instead of logging', /\bconsole\.\w+\(/, (file: string) => file.startsWith('kernel/server') || file.startsWith('modules/')],
])('nobody writes %s', (_name, pattern, applies) => {
  const found = sources.filter(({ file, text }) => file !== 'tests/tidy.test.ts' && !isTest(file) && applies(file) && pattern.test(text)).map(({ file }) => file);
  expect(found).toEqual([]);
});

test('the kernel knows no business word', () => {
  const words = /\b(material|supplier|warehouse|dish|stall|recipe|purchase)s?\b/i;
  const found = sources
    .filter(({ file }) => file.startsWith('kernel/') && !isTest(file))
    .flatMap(({ file, text }) => text.split('\n').map((line, index) => ({ at: `${file}:${index + 1}`, line })))
    .filter(({ line }) => !/^\s*(\/\/|\*|\/\*)/.test(line) && words.test(line))
    .map(({ at, line }) => `${at} ${line.trim()}`);
  expect(found).toEqual([]);
});

test('no file is called after nothing in particular', () => {
  expect(sources.map(({ file }) => file).filter((file) => /(^|[/.-])(utils?|helpers?|manager|common|misc)([.-]|$)/.test(path.basename(file)))).toEqual([]);
});

/** Sentences the specification gives to the letter. */
const TO_THE_LETTER = ["'注册申请已提交,请耐心等待管理员通过!'"];

test('Chinese sentences have Chinese commas', () => {
  const wrong = sources.filter(({ file }) => !isTest(file) && /^(kernel|modules|apps)\//.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(/'(?:[^'\\\n]|\\.)*'/g)].map(([literal]) => literal).filter((literal) => /\p{Script=Han}[,;]\s?\p{Script=Han}/u.test(literal) && !TO_THE_LETTER.includes(literal)).map((literal) => `${file}: ${literal}`));
  expect(wrong).toEqual([]);
});

/**
 * What can be counted about the sources: each measure with its goal, and what it counted. `npm run measure` prints
 * them; tests/measures.test.ts keeps every one of them from growing (tests/measures.json).
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { unusedExports } from './exports.ts';
import { arrows, importCycles, isTest, ROOT, sources, type Source } from './sources.ts';

interface Measure {
  readonly name: string;
  readonly goal: number;
  readonly counted: number;
  /** Where, worst first; printed on request. */
  readonly places: readonly string[];
}

const product = sources.filter(({ file }) => !isTest(file));
const inFolder = (folder: string): readonly Source[] => product.filter(({ file }) => file.startsWith(`${folder}/`));
const modules = inFolder('modules');
/** What serves every area. */
const shared = [...inFolder('kernel'), ...inFolder('parts')];

/** Tables of rows: as long as what they list. */
const isTable = (file: string): boolean =>
  /\.(resource|document|fields|refusals|texts)\.ts$|(^|\/)texts\.ts$/.test(file);

const listed = (name: string, goal: number, places: readonly string[]): Measure => ({
  name,
  goal,
  counted: places.length,
  places,
});

/** Every line of `files` that `pattern` finds something in, a place for each find. */
function found(files: readonly Source[], pattern: RegExp): string[] {
  const every = new RegExp(pattern.source, `${pattern.flags}g`);
  return files.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => [...line.matchAll(every)].map(([match]) => `${file}:${at + 1} ${match}`)),
  );
}

/** Lines of all files of `folders` together. */
function linesOf(goal: number, ...folders: readonly string[]): Measure {
  const perFile = folders.flatMap(inFolder).map(({ file, lines }) => ({ file, count: lines.length }));
  return {
    name: `lines of ${folders.join(' and ')}`,
    goal,
    counted: perFile.reduce((sum, { count }) => sum + count, 0),
    places: perFile.toSorted((a, b) => b.count - a.count).map(({ file, count }) => `${file} ${count}`),
  };
}

function longFiles(): Measure {
  const long = product.filter(({ file, lines }) => lines.length > 400 && !isTable(file));
  return listed(
    'files above 400 lines',
    0,
    long.toSorted((a, b) => b.lines.length - a.lines.length).map(({ file, lines }) => `${file} ${lines.length}`),
  );
}

/** Folders of an area with more files of their own than can be looked through. */
function fullFolders(): Measure {
  const files = new Map<string, number>();
  for (const { file } of modules) files.set(path.dirname(file), (files.get(path.dirname(file)) ?? 0) + 1);
  return listed(
    'folders of modules with more than 40 files',
    0,
    [...files]
      .filter(([, count]) => count > 40)
      .toSorted(([, a], [, b]) => b - a)
      .map(([folder, count]) => `${folder} ${count}`),
  );
}

/** Functions above 70 lines, as oxlint counts them. */
function longFunctions(): Measure {
  const program = path.join(ROOT, 'node_modules/.bin/oxlint');
  const args = [
    '-c',
    'tools/measure.oxlintrc.json',
    '--format',
    'json',
    'kernel',
    'parts',
    'modules',
    'apps',
    'scripts',
    'tools',
  ];
  const { diagnostics } = JSON.parse(output(program, args)) as {
    diagnostics: { message: string; filename: string; labels: { span: { line: number } }[] }[];
  };
  const functions = diagnostics.map(({ message, filename, labels }) => ({
    length: Number(/\((\d+)\)/.exec(message)![1]),
    place: `${filename}:${labels[0]!.span.line}`,
  }));
  return listed(
    'functions above 70 lines',
    0,
    functions.toSorted((a, b) => b.length - a.length).map(({ length, place }) => `${place} ${length}`),
  );
}

/** What a program prints; a check that found something ends with another code than 0. */
function output(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (stdout === undefined || stdout === '') throw error;
    return stdout;
  }
}

/** Names of the glossary's column "in code" that stand in the kernel, comments and sentences aside. */
function businessWords(): Measure {
  const glossary = fs.readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8');
  const rows = glossary
    .split(/^## /m)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| term'));
  const words = new Set(
    rows
      .flatMap((row) => [...row.split('|')[3]!.matchAll(/`([a-z]\w+)`/g)].map(([, word]) => word!))
      .filter((word) => !KERNEL_WORDS.has(word)),
  );
  const pattern = new RegExp(String.raw`(?<![\w.-])(${[...words].join('|')})s?(?![\w-])`);
  return listed('business words in the kernel', 0, found(shared.map(withoutProse), pattern));
}

/**
 * Words of the glossary that the kernel owns: it serves tenants, their organisation and people, documents with their
 * numbers and lives, and fields another system keeps.
 */
const KERNEL_WORDS = new Set([
  'tenant',
  'dept',
  'deptId',
  'unregistered',
  'billCode',
  'life',
  'foreign',
  'hidden',
  'shared',
  'kept',
]);

const withoutProse = (source: Source): Source => ({
  ...source,
  lines: source.lines.map((line) =>
    /^\s*(\/\/|\/?\*)/.test(line)
      ? ''
      : line.replace(/ \/\/ .*$/, '').replace(/'[^']*'/g, (text) => (text.includes(' ') ? '' : text)),
  ),
});

/** Exported functions with no doc comment above them. */
function silentFunctions(): Measure {
  return listed(
    'exported functions without a docstring',
    0,
    product.flatMap(({ file, lines }) =>
      lines.flatMap((line, at) => {
        const name =
          /^export (?:default )?(?:async )?function\*? (\w+)|^export const (\w+) = (?:async )?(?:<[^=]*>)?\(/.exec(
            line,
          );
        return name === null || /\*\/$|^\/\//.test(lines[at - 1] ?? '')
          ? []
          : [`${file}:${at + 1} ${name[1] ?? name[2]}`];
      }),
    ),
  );
}

/** All of them, in the order they are printed. */
export function measures(): Measure[] {
  return [
    listed('circles of value imports', 0, importCycles()),
    linesOf(6_500, 'kernel/core', 'kernel/server'),
    linesOf(8_000, 'kernel/web'),
    longFiles(),
    fullFolders(),
    longFunctions(),
    listed(
      'lines above 120 characters',
      0,
      product.flatMap(({ file, lines }) =>
        lines.flatMap((line, at) => (line.length > 120 && !line.includes("'") ? [`${file}:${at + 1}`] : [])),
      ),
    ),
    silentFunctions(),
    listed('exports used by nobody', 0, unusedExports()),
    listed(
      "values read by name from a row (row['x'])",
      100,
      found(modules, /\b(row|values|line|saved|before|after)\['\w+'\]/),
    ),
    listed("values read by name from an input (input['x'])", 30, found(modules, /\b(input|body)\['\w+'\]/)),
    listed('declarations that are cast', 3, found(modules, / as unknown as Declaration|(?<!undefined) as never/)),
    listed(
      'calls without a contract',
      0,
      fs
        .readFileSync(path.join(ROOT, 'tests/contracts/calls-without-contract.txt'), 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    ),
    // What the runner of actions does for all of them: to gate an action by its state.
    listed('actions that run themselves (custom)', 0, found(modules, /custom: true|'document\.state'/)),
    listed('module-global plugs', 0, [
      ...found(
        product.filter(({ file }) => file.endsWith('.port.server.ts')),
        /^let \w+/,
      ),
      ...found(
        product.filter(({ file }) => /server/.test(file)),
        /^export (let \w+|const \w+ = new (Map|Set)(<.*>)?\(\))/,
      ),
    ]),
    listed(
      'questions for the kind of a field outside its file',
      0,
      found(
        shared.filter(({ file }) => !/kinds\//.test(file)),
        /\bkind (===|!==)/,
      ),
    ),
    businessWords(),
    listed(
      'modules without a README',
      0,
      [...new Set(modules.map(({ file }) => file.split('/')[1]!))].filter(
        (name) =>
          fs.existsSync(path.join(ROOT, 'modules', name, 'module.ts')) &&
          !fs.existsSync(path.join(ROOT, 'modules', name, 'README.md')),
      ),
    ),
    listed('imports between modules that go down', 0, downwards()),
  ];
}

/** Imports of a module that stands below the importing one in `modules/modules.ts`. */
function downwards(): string[] {
  const order = [
    ...fs.readFileSync(path.join(ROOT, 'modules/modules.ts'), 'utf8').matchAll(/from '\.\/([\w-]+)\/module\.ts'/g),
  ].map(([, name]) => name!);
  const areaOf = (file: string): number => order.indexOf(/^modules\/([^/]+)\//.exec(file)?.[1] ?? '');
  return arrows
    .filter(({ file, target }) => areaOf(file) >= 0 && areaOf(target) > areaOf(file))
    .map(({ file, target }) => `${file} → ${target}`);
}

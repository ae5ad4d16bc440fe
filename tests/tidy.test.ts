/** Our executable style: which way imports may go, and what may not be written. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { modules } from '../modules/modules.ts';
import { areaOf, arrows, importCycles, isTest, sideOf, sources } from '../tools/sources.ts';

const order = modules.map((module) => module.name);

test('the kernel imports no module and no program', () => {
  expect(arrows.filter(({ file, target }) => file.startsWith('kernel/') && !/^(kernel|parts)\//.test(target))).toEqual(
    [],
  );
});

/**
 * What the parts of the server stand on. One without `kernel/server` stands beneath the engine, which may use it; one
 * with it stands on the engine, which does not know it. The parts of the browser, and those of both sides, know of the
 * kernel only `kernel/core`.
 */
const SERVER_PARTS: Readonly<Record<string, readonly string[]>> = {
  'parts/best-first': ['kernel/core', 'parts/postgres', 'parts/search'],
  'parts/bulk-save': ['kernel/core', 'kernel/server', 'parts/postgres'],
  'parts/device-entries': ['kernel/core', 'parts/postgres'],
  'parts/http': ['kernel/core', 'parts/postgres', 'parts/secrets', 'parts/xlsx'],
  'parts/jobs': ['kernel/core', 'kernel/server', 'parts/postgres'],
  'parts/openapi': ['kernel/core', 'kernel/server'],
  'parts/postgres': [],
  'parts/record-search': [
    'kernel/core',
    'kernel/server',
    'parts/best-first',
    'parts/gs1',
    'parts/postgres',
    'parts/search',
  ],
  'parts/rich-text': ['kernel/core'],
  'parts/secrets': [],
  'parts/sheets': [
    'kernel/core',
    'kernel/server',
    'parts/bulk-save',
    'parts/http',
    'parts/jobs',
    'parts/postgres',
    'parts/search',
    'parts/secrets',
    'parts/sheet-answer',
    'parts/storage',
    'parts/threads',
    'parts/xlsx',
  ],
  'parts/storage': ['kernel/core', 'kernel/server', 'parts/http', 'parts/postgres'],
  'parts/threads': ['kernel/core', 'parts/http', 'parts/postgres'],
  'parts/xlsx': ['kernel/core'],
};
const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/');
const usesEngine = (folder: string): boolean => SERVER_PARTS[folder]?.includes('kernel/server') === true;

test('each part of the server imports what it stands on and nothing else', () => {
  const found = arrows
    .filter(
      ({ file, target }) =>
        file.startsWith('parts/') && sideOf(file) === 'server' && folderOf(file) !== folderOf(target),
    )
    .map(({ file, target }) => `${folderOf(file)} → ${folderOf(target)}`);
  const stated = Object.entries(SERVER_PARTS).flatMap(([part, others]) => others.map((other) => `${part} → ${other}`));
  expect([...new Set(found)].toSorted()).toEqual(stated.toSorted());
});

test('every other part knows of the kernel only what both sides share', () => {
  const wrong = arrows.filter(
    ({ file, target }) =>
      file.startsWith('parts/') && !usesEngine(folderOf(file)) && !/^(kernel\/core|parts)\//.test(target),
  );
  expect(wrong).toEqual([]);
});

test('what stands on the engine is known to nothing beneath it', () => {
  const wrong = arrows.filter(
    ({ file, target }) => usesEngine(folderOf(target)) && /^(kernel|parts)\//.test(file) && !usesEngine(folderOf(file)),
  );
  expect(wrong).toEqual([]);
});

test('kernel/core stands alone', () => {
  expect(
    arrows.filter(({ file, target }) => file.startsWith('kernel/core') && !target.startsWith('kernel/core')),
  ).toEqual([]);
});

test('the browser never imports the server, nor the other way round, and shared files import neither', () => {
  const wrong = arrows.filter(({ file, target }) => {
    if (sideOf(target) === 'shared') return false;
    return sideOf(file) !== sideOf(target);
  });
  expect(wrong).toEqual([]);
});

test('modules import only from modules above them', () => {
  const wrong = arrows.filter(({ file, target }) => {
    const from = areaOf(file);
    const to = areaOf(target);
    return from !== undefined && to !== undefined && from !== to && order.indexOf(to) > order.indexOf(from);
  });
  expect(wrong).toEqual([]);
});

test('the program imports no test, and nothing of what tests alone use, such as samples', () => {
  expect(arrows.filter(({ file, target }) => /^(kernel|parts|modules|apps)\//.test(file) && isTest(target))).toEqual(
    [],
  );
});

test('there is no cycle of value imports', () => {
  expect(importCycles()).toEqual([]);
});

/** Rows of one document, which is named beside the cast and found by its index. */
const OF_ONE_DOCUMENT: readonly string[] = [
  'modules/issuing/open-lines.server.ts',
  'modules/issuing/claims/claimed-picks.server.ts',
  'modules/issuing/pick-source.server.ts',
  'modules/issuing/promises-shortened.server.ts',
];

test.each([
  [
    'a cast between two tables: row-level security lets no index serve it, and all rows are read (cast in a subquery)',
    /\b[a-z]\w*\.\w*id\s*(=|in \(\s*select)\s*(nullif\()?[a-z]\w*\.\w+(, ?'')?\)?::(bigint|text)\b/,
    (file: string) => /^(kernel|parts|modules)\//.test(file) && !OF_ONE_DOCUMENT.includes(file),
  ],
  [
    'a day beside a moment: row-level security lets no index serve it, and all rows are read (cast to timestamptz)',
    /_time\s*(>=|<=|<|>)\s*(\$\{[^}]+\}|[a-z]\w*\.\w+|current_date)::date\b/,
    (file: string) => /^(kernel|parts|modules)\//.test(file),
  ],
  [
    'binary floats near quantities',
    /\bparseFloat\(/,
    (file: string) => sideOf(file) !== 'web' && !file.startsWith('scripts/'),
  ],
  [
    'the clock or randomness in rules',
    /\b(new Date\(\)|Date\.now\(|Math\.random\()/,
    (file: string) => file.endsWith('.rules.ts'),
  ],
  ['type holes', /(:\s*any\s*[;,)=\]|}&>]|\bas any\b|<any>|@ts-ignore|@ts-nocheck)/, () => true],
  ['ids that end at 18 digits: they have 19 from 2027 on', /\\d\{1,18\}/, () => true],
  [
    'the sign of money by hand (call parts/quantities/amount.rules.ts; see docs/architecture.md)',
    /¥(\$\{|\{)(?!price\}|base\}|stake\})/,
    (file: string) => /^(kernel|parts|modules|apps)\//.test(file) && file !== 'parts/quantities/amount.rules.ts',
  ],
  [
    'printing instead of logging',
    /\bconsole\.\w+\(/,
    (file: string) => file.startsWith('kernel/server') || file.startsWith('modules/'),
  ],
])('nobody writes %s', (_name, pattern, applies) => {
  const found = sources
    .filter(({ file, text }) => file !== 'tests/tidy.test.ts' && !isTest(file) && applies(file) && pattern.test(text))
    .map(({ file }) => file);
  expect(found).toEqual([]);
});

test('the kernel knows no business word', () => {
  const words = /\b(material|supplier|warehouse|dish|stall|recipe|purchase)s?\b/i;
  const found = sources
    .filter(({ file }) => /^(kernel|parts)\//.test(file) && !isTest(file))
    .flatMap(({ file, text }) => text.split('\n').map((line, index) => ({ at: `${file}:${index + 1}`, line })))
    .filter(({ line }) => !/^\s*(\/\/|\*|\/\*)/.test(line) && words.test(line))
    .map(({ at, line }) => `${at} ${line.trim()}`);
  expect(found).toEqual([]);
});

test('no file is called after nothing in particular', () => {
  expect(
    sources
      .map(({ file }) => file)
      .filter((file) => /(^|[/.-])(utils?|helpers?|manager|common|misc)([.-]|$)/.test(path.basename(file))),
  ).toEqual([]);
});

/** Sentences the specification gives to the letter. */
const TO_THE_LETTER = ["'注册申请已提交,请耐心等待管理员通过!'"];

test('Chinese sentences have Chinese commas', () => {
  const wrong = sources
    .filter(({ file }) => !isTest(file) && /^(kernel|parts|modules|apps)\//.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/'(?:[^'\\\n]|\\.)*'/g)]
        .map(([literal]) => literal)
        .filter((literal) => /\p{Script=Han}[,;]\s?\p{Script=Han}/u.test(literal) && !TO_THE_LETTER.includes(literal))
        .map((literal) => `${file}: ${literal}`),
    );
  expect(wrong).toEqual([]);
});

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

test('the parts know of the kernel only what both sides share', () => {
  expect(
    arrows.filter(({ file, target }) => file.startsWith('parts/') && !/^(kernel\/core|parts)\//.test(target)),
  ).toEqual([]);
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

test('there is no cycle of value imports', () => {
  expect(importCycles()).toEqual([]);
});

test.each([
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

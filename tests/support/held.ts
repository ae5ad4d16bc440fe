import fs from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Ids of the specification by the test file that holds them: `{ 'modules/x.test.ts': ['EP-0001'] }`. */
export const HELD_FILE = path.join(ROOT, '.cache/held-by-tests.json');

/** The ids of the specification that titles name, without doubles. */
export const idsIn = (titles: readonly string[]): string[] =>
  [...new Set(titles.flatMap((title) => title.match(/\b(?:EP|RULE)-\d{3,4}\b/g) ?? []))].toSorted();

/** What the last runs held. */
export function readHeld(file = HELD_FILE): Record<string, readonly string[]> {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, readonly string[]>;
  } catch {
    return {};
  }
}

/**
 * Writes down which ids of the specification stand in the titles of tests that ran and passed, for `npm run
 * coverage:spec`. A file that ran takes the place of what it held before; of files that are gone nothing stays.
 */
export default class HeldReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const held = new Map(Object.entries(readHeld()).filter(([file]) => fs.existsSync(path.join(ROOT, file))));
    for (const module of modules) {
      const passed = [...module.children.allTests('passed')].map((test) => test.fullName);
      held.set(path.relative(ROOT, module.moduleId), idsIn(passed));
    }
    fs.mkdirSync(path.dirname(HELD_FILE), { recursive: true });
    const rows = [...held].filter(([, ids]) => ids.length > 0).toSorted(([one], [other]) => one.localeCompare(other));
    fs.writeFileSync(HELD_FILE, `${JSON.stringify(Object.fromEntries(rows), null, 1)}\n`);
  }
}

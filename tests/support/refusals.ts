import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, '.cache/refusals');
const CATALOGUES = path.join(ROOT, 'generated');
/** Sentences no test provokes yet, one code a line. It only gets shorter. */
const UNTRIED = path.join(ROOT, 'tests/contracts/untried-refusals.txt');

/** Forgets what earlier runs provoked. */
export const forgetRefusals = (): void => fs.rmSync(FOLDER, { recursive: true, force: true });

/** Called by each process of a run at the end of each file, with all it has made so far. */
export function writeRefusals(codes: ReadonlySet<string>): void {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(path.join(FOLDER, `${process.pid}.json`), JSON.stringify([...codes]));
}

/** Every declared code, from the printed catalogue. */
export const declaredCodes = (catalogue: string): string[] =>
  [...catalogue.matchAll(/^\| ([\w.-]+) \| /gm)].map(([, code]) => code!).filter((code) => code !== 'code');

export interface Untried {
  /** Declared, and no test of the run provoked it. */
  readonly codes: readonly string[];
  /** Of these the ones that are not on the list, and codes on the list that are not declared any more. */
  readonly wrong: readonly string[];
}

/** What is left to try: `declared` codes that are not among the `provoked`, held against the `listed`. */
export function untried(
  declared: readonly string[],
  provoked: ReadonlySet<string>,
  listed: ReadonlySet<string>,
): Untried {
  const codes = declared.filter((code) => !provoked.has(code));
  const gone = [...listed].filter((code) => !declared.includes(code));
  return { codes, wrong: [...codes.filter((code) => !listed.has(code)), ...gone] };
}

/** The same for the run that ended. */
export function untriedRefusals(): Untried {
  const files = fs.existsSync(FOLDER) ? fs.readdirSync(FOLDER) : [];
  const provoked = new Set(
    files.flatMap((file) => JSON.parse(fs.readFileSync(path.join(FOLDER, file), 'utf8')) as string[]),
  );
  const listed = new Set(
    fs
      .readFileSync(UNTRIED, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
  const catalogues = fs
    .globSync('*/refusals.md', { cwd: CATALOGUES })
    .map((name) => fs.readFileSync(path.join(CATALOGUES, name), 'utf8'));
  return untried(declaredCodes(catalogues.join('')), provoked, listed);
}

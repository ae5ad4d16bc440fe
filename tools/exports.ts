/** Exports that no other file imports, by the text of the sources. */
import path from 'node:path';
import { isTest, ROOT, sources, type Source } from './sources.ts';

/** `export const x`, `export function x`, `export type X` … ; a default export is what its importer says. */
const DECLARED = /^export (?:abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/gm;
const IMPORTED = /^import (?:type )?(?:[\w$]+,? ?)?(?:\{([^}]*)\}|\* as [\w$]+)?(?: from )?'(\.[^']+)';/gm;
/** Of a module read while the program runs, or of a type named in place. */
const IN_PLACE = /import\('(\.[^']+)'\)(?:\.([A-Z][\w$]*))?/g;
const DYNAMIC_IMPORT = /\{([^{}]*)\} = await import\('(\.[^']+)'\)/g;
/** Files the web application collects by their paths. */
const COLLECTED = /import\.meta\.glob[^(]*\(\[?\s*'(\.[^'*]+)'/g;
const EVERYTHING = '*';

/** `file name` of each export of the program that neither the program nor a test imports from another file. */
export function unusedExports(): string[] {
  const used = new Map<string, Set<string>>();
  for (const source of sources)
    for (const { target, names } of importsOf(source)) {
      const known = used.get(target) ?? new Set();
      used.set(target, known);
      for (const name of names) known.add(name);
    }
  return sources
    .filter(({ file }) => !isTest(file))
    .flatMap((source) => {
      const names = used.get(source.file) ?? new Set();
      return names.has(EVERYTHING)
        ? []
        : exportsOf(source)
            .filter((name) => !names.has(name))
            .map((name) => `${source.file} ${name}`);
    });
}

const exportsOf = ({ text }: Source): string[] => [
  ...[...text.matchAll(DECLARED)].map(([, name]) => name!),
  ...[...text.matchAll(LISTED)].flatMap(([, list]) => namesOf(list!, 1)),
];

function importsOf({ file, text }: Source): { readonly target: string; readonly names: readonly string[] }[] {
  const at = (address: string): string => path.relative(ROOT, path.resolve(ROOT, path.dirname(file), address));
  const destructured = [...text.matchAll(DYNAMIC_IMPORT)];
  const dynamic = destructured.map(([, , address]) => address);
  return [
    ...[...text.matchAll(IMPORTED)].map(([whole, list, address]) => ({
      target: at(address!),
      names: list === undefined ? (whole.includes('* as') ? [EVERYTHING] : []) : namesOf(list, 0),
    })),
    ...[...text.matchAll(LISTED)].flatMap(([, list, address]) =>
      address === undefined ? [] : [{ target: at(address), names: namesOf(list!, 0) }],
    ),
    ...[...text.matchAll(COLLECTED)].map(([, address]) => ({ target: at(address!), names: [EVERYTHING] })),
    ...destructured.map(([, list, address]) => ({ target: at(address!), names: namesOf(list!, 0) })),
    ...[...text.matchAll(IN_PLACE)].flatMap(([, address, name]) =>
      name === undefined && dynamic.includes(address) ? [] : [{ target: at(address!), names: [name ?? EVERYTHING] }],
    ),
  ];
}

/** Of `a, type B, c as d`: what each is called before (0) or after (1) its `as`, or the colon of a pattern. */
const namesOf = (list: string, side: 0 | 1): string[] =>
  list
    .split(',')
    .map((each) => each.trim().replace(/^type /, ''))
    .filter((each) => each !== '' && !each.startsWith('//'))
    .map((each) =>
      each
        .split(/ as |: /)
        .at(side === 0 ? 0 : -1)!
        .trim(),
    );

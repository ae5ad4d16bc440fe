/** The samples of all declarations, by the name of the declaration: every export of `modules/**\/*.sample.ts`. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sample } from '../support/sample.ts';

const MODULES = path.resolve(import.meta.dirname, '../../modules');
const files = fs
  .readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.sample.ts'))
  .toSorted();
const exported = await Promise.all(
  files.map(async (file) =>
    Object.values((await import(pathToFileURL(path.join(MODULES, file)).href)) as Record<string, Sample>),
  ),
);

export const samples: ReadonlyMap<string, Sample> = new Map(
  exported.flat().flatMap((each) => (typeof each === 'object' ? [[each.of, each] as const] : [])),
);

/**
 * An act that brings a page of its own is offered where the page of its document brings it, and nowhere else: it must
 * bring it, or a person is led to a document in which nothing can be done.
 */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { modules } from '../../modules/modules.ts';

const ROOT = path.resolve(import.meta.dirname, '../../modules');
const routes = fs.readFileSync(path.join(ROOT, 'pages.ts'), 'utf8');
const withPages = modules
  .flatMap((module) => module.declarations as readonly Declaration[])
  .flatMap((of) =>
    Object.entries(of.life?.actions ?? {})
      .filter(([, action]) => action.page === true)
      .map(([name]) => ({ of, name, file: fileOf(`${of.path}/:id`), list: fileOf(of.path ?? '') })),
  );

/** The file of the page at a route; undefined where it is derived. */
function fileOf(route: string): string | undefined {
  const found = new RegExp(`'${route}': \\w+\\([^,]*?import\\('\\./([^']+)'\\)`).exec(routes)?.[1];
  return found === undefined ? undefined : path.join(ROOT, found);
}
/** Whether a page, or a view it stands on, has such an act by its name. */
function brings(file: string | undefined, name: string, seen = new Set<string>()): boolean {
  if (file === undefined || seen.has(file) || !file.startsWith(ROOT)) return false;
  seen.add(file);
  const source = fs.readFileSync(file, 'utf8');
  if (new RegExp(`\\b${name}\\b`).test(source)) return true;
  return [...source.matchAll(/from '(\.[^']+\.tsx)'/g)].some((found) =>
    brings(path.join(path.dirname(file), found[1]!), name, seen),
  );
}

test('every act that has a page is brought by the page of its document or its list', () => {
  expect(withPages.length).toBeGreaterThan(10);
  expect(
    withPages
      .filter(({ name, file, list }) => !brings(file, name) && !brings(list, name))
      .map(({ of, name }) => `${of.name} ${name}`),
  ).toEqual([]);
});

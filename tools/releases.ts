/** Which migrations a release has carried into the world (`database/released.json`): from then on they never change. */
import fs from 'node:fs';
import path from 'node:path';
import { migrationChecksums, MIGRATIONS } from '../parts/postgres/migrate.ts';

/** By file name. */
type Released = Readonly<Record<string, { readonly release: string; readonly checksum: string }>>;

const FILE = path.resolve(MIGRATIONS, '../released.json');

/** Those of all releases; none before the first. */
export const released = (): Released => JSON.parse(fs.readFileSync(FILE, 'utf8')) as Released;
/** Whether databases outside know this file. */
export const isReleased = (name: string): boolean => name in released();

/** What would keep a database of an earlier release from becoming one of this commit, a sentence each. */
export function brokenPromises(before: Released, now: ReadonlyMap<string, string>): string[] {
  const last = Object.keys(before).toSorted().at(-1) ?? '';
  return [
    ...Object.entries(before).flatMap(([name, { release, checksum }]) =>
      now.get(name) === checksum
        ? []
        : [
            `${name} was released with ${release} and is ${now.has(name) ? 'changed' : 'gone'}: write a new migration instead`,
          ],
    ),
    ...[...now.keys()]
      .filter((name) => !(name in before) && name < last)
      .map((name) => `${name} comes before ${last}, which was released: give it a number after that`),
  ];
}

/** Notes all migrations there are as released with `release`, those of earlier releases aside. */
export function freeze(release: string): void {
  const before = released();
  const all = [...migrationChecksums()].map(
    ([name, checksum]) => [name, before[name] ?? { release, checksum }] as const,
  );
  fs.writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

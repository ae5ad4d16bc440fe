/**
 * The order of the files of tests. A worker begins anew, and reads all of its program again, wherever the next file is
 * of another project: so project by project, and the one of the many short files last. Within a project those that take
 * longest begin first, so that none is left to run alone at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const PROJECTS = ['unit', 'screens', 'journey', 'another day', 'database'];

/** By what keeps the processor busy, the longest first. */
const BUSY: readonly RegExp[] = [
  /journeys\/what-is-typed\./,
  /promises\/(oracle|hidden|tenancy)\./,
  /contracts\/every-(document|resource|call|list)\./,
  /promises\/(scope|two-people|hostile)\.|contracts\/hostile-input\.|tests\/restore\./,
  /tests\/(promises|journeys|contracts)\//,
];
/** By what mostly waits: for programs that start and end, and for limits of time; the longest first. */
const WAITING: readonly RegExp[] = [
  /promises\/programs\./,
  /promises\/(start-stop|two-programs|killed-programs|crash)\./,
  /promises\/(database-away|database-stands-still|outside-database)\.|session-age\.server\./,
];

const placeAmong = (patterns: readonly RegExp[], { moduleId }: TestSpecification): number => {
  const place = patterns.findIndex((pattern) => pattern.test(moduleId));
  return place === -1 ? patterns.length : place;
};
const longestFirst = (patterns: readonly RegExp[], files: readonly TestSpecification[]): TestSpecification[] =>
  files.toSorted((one, other) => placeAmong(patterns, one) - placeAmong(patterns, other));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    const names = [...projects.keys()].toSorted((one, other) => PROJECTS.indexOf(one) - PROJECTS.indexOf(other));
    return names.flatMap((name) => {
      const own = projects.get(name)!;
      const waits = (file: TestSpecification): boolean => placeAmong(WAITING, file) < WAITING.length;
      const waiting = longestFirst(WAITING, own.filter(waits));
      const busy = longestFirst(
        BUSY,
        own.filter((file) => !waits(file)),
      );
      // By turns: were those that wait to run beside each other, the processor would wait with them.
      return [...waiting.flatMap((file, at) => [file, ...busy.slice(at, at + 1)]), ...busy.slice(waiting.length)];
    });
  }
}

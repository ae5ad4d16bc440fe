/**
 * The order of the files of tests. A worker begins anew, and reads all of its program again, wherever the next file is
 * of another project: so project by project, and the one of the many short files last. Within a project those that take
 * longest begin first, so that none is left to run alone at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const PROJECTS = ['unit', 'screens', 'journey', 'another day', 'database'];

/** By what they do, the longest first: every field, dying programs, every call and declaration. */
const LONG: readonly RegExp[] = [
  /journeys\/what-is-typed\./,
  /promises\/(programs|oracle|hidden|start-stop|two-programs|killed-programs|crash|tenancy)\./,
  /contracts\/every-(document|resource|call|list)\./,
  /tests\/restore\./,
  /tests\/(promises|journeys|contracts)\//,
];
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((pattern) => pattern.test(moduleId));
  return place === -1 ? LONG.length : place;
};
const projectOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted(
      (one, other) => projectOf(one) - projectOf(other) || placeOf(one) - placeOf(other),
    );
  }
}

/** The order of the files of tests: those that take longest begin first, so that none is left to run alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By what they do, the longest first: every screen, every field, dying programs, every call and declaration. */
const LONG: readonly RegExp[] = [
  /journeys\/axe\./,
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

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

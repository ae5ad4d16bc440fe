/** What a new company sets up before its first plan, in this order: each by the records that show it is done. */
export const FIRST_STEPS = [
  { key: 'organisation', resource: 'dept', least: 1 },
  { key: 'warehouse', resource: 'warehouse', least: 1 },
  { key: 'units', resource: 'materialUnit', least: 1 },
  { key: 'materials', resource: 'material', least: 1 },
  { key: 'prices', resource: 'supplierMaterial', least: 1 },
  { key: 'dishes', resource: 'dish', least: 1 },
  // The first administrator is there from the beginning.
  { key: 'people', resource: 'user', least: 2 },
  { key: 'plan', resource: 'salesPlan', least: 1 },
] as const;

export type StepKey = (typeof FIRST_STEPS)[number]['key'];
export type StepState = 'done' | 'next' | 'open' | 'unknown';

/**
 * The state of each step by how many records there are of it; `undefined` where that is not known. The first one that
 * is not done is the next.
 */
export function statesOf(counts: readonly (number | undefined)[]): readonly StepState[] {
  const plain = FIRST_STEPS.map(({ least }, at): StepState => {
    const count = counts[at];
    return count === undefined ? 'unknown' : count >= least ? 'done' : 'open';
  });
  const next = plain.indexOf('open');
  return plain.map((state, at) => (at === next ? 'next' : state));
}

/** Is the company set up? Whoever has made a plan is, whatever else is missing. */
export const isSetUp = (states: readonly StepState[]): boolean =>
  states.at(-1) === 'done' || states.every((state) => state === 'done' || state === 'unknown');

/** A week can be planned where there are dishes and places to serve them. */
export const mayPlanSample = (states: readonly StepState[]): boolean =>
  (['organisation', 'dishes'] as const).every(
    (step) => states[FIRST_STEPS.findIndex(({ key }) => key === step)] === 'done',
  );

/** The kind of job that loads the sample company. */
export const SAMPLE_COMPANY = 'sample-company';

/** Whoever keeps a company's records, beside everybody's own. */
const ADMINISTRATORS: readonly string[] = ['administrator', 'admin'];
/** Does somebody with these roles keep the company's records? */
export const isAdministrator = (roles: readonly string[]): boolean =>
  roles.some((role) => ADMINISTRATORS.includes(role));

/** So many of these every company has; of everything else an empty one has none. */
const FROM_THE_BEGINNING: Readonly<Record<string, number>> = { dept: 1, user: 1 };

/** Does nothing of what was counted of the steps speak against calling the company empty? */
export const looksEmpty = (counts: readonly (number | undefined)[]): boolean =>
  FIRST_STEPS.every(
    ({ key, resource }, at) => key === 'units' || (counts[at] ?? 0) <= (FROM_THE_BEGINNING[resource] ?? 0),
  );

/** What of these records speaks against calling a company empty. */
export const inTheWay = (counts: Readonly<Record<string, number>>): readonly [resource: string, count: number][] =>
  Object.entries(counts).filter(([resource, count]) => count > (FROM_THE_BEGINNING[resource] ?? 0));

/** Rows of a starting set that are not there yet, by code or name; and the ids of those that are, by code. */
export function missingOf<R extends { readonly code: string; readonly name: string }>(
  rows: readonly R[],
  there: readonly { readonly id: string; readonly code: string; readonly name: string }[],
): { readonly missing: readonly R[]; readonly ids: ReadonlyMap<string, string> } {
  const ids = new Map(
    rows.flatMap(({ code, name }) => {
      const same = there.find((each) => each.code === code) ?? there.find((each) => each.name === name);
      return same === undefined ? [] : [[code, same.id] as const];
    }),
  );
  return { missing: rows.filter(({ code }) => !ids.has(code)), ids };
}

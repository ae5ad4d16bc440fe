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

import { DEPT } from './dept.resource.ts';

const { company, project, restaurant, stall, office, factory } = DEPT;

/** Kinds that may stand below a kind; "0" is the root. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  '0': [company],
  [company]: [project, office, factory],
  [project]: [restaurant],
  [restaurant]: [stall],
  [stall]: [],
  [office]: [],
  [factory]: [],
};

/** May a department of `category` stand below one of `above`? */
export const mayStandBelow = (category: string, above: string): boolean => (BELOW[above] ?? []).includes(category);
/** The kind a department below one of `above` is when nobody says which; none may stand below the last. */
export const usualBelow = (above: string): string | undefined => BELOW[above]?.[0];
export const isCategory = (category: string): boolean => category !== '0' && Object.hasOwn(BELOW, category);

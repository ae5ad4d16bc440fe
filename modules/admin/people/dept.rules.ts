import { DEPT } from './dept.resource.ts';

const { company, project, restaurant, stall, office, factory } = DEPT;

/** Kinds that may be below a kind; "0" is the root. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  '0': [company],
  [company]: [project, office, factory],
  [project]: [restaurant],
  [restaurant]: [stall],
  [stall]: [],
  [office]: [],
  [factory]: [],
};

/** May a department of `category` be below one of `above`? */
export const mayBeBelow = (category: string, above: string): boolean => (BELOW[above] ?? []).includes(category);
/** The kind of a department below one of `above` where none is named; undefined where none may be below it. */
export const defaultBelow = (above: string): string | undefined => BELOW[above]?.[0];
/** Is it one of the kinds of departments? */
export const isCategory = (category: string): boolean => category !== '0' && Object.hasOwn(BELOW, category);

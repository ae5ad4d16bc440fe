import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';

const SHOWN = 20;

/** The first refusals of many, and how many more there are: nobody reads a thousand sentences. */
export const capped = (refusals: readonly Refusal[]): readonly Refusal[] =>
  refusals.length <= SHOWN
    ? refusals
    : [...refusals.slice(0, SHOWN), refuse('distribution.more', { count: refusals.length - SHOWN })];

/** Reasons of a sorting table that a store does not have: nothing is on its way to it, and nothing was shared out. */
const OF_SORTING: readonly string[] = ['late', 'split'];

/** May a picker give this reason for what he leaves short? */
export const isPickReason = (reason: string): boolean => !OF_SORTING.includes(reason);

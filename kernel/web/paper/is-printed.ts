import type { Declaration } from '../../core/declaration.ts';

/** Has a page that shows one record, which is what stands on paper. */
export const isPrinted = (of: Declaration): boolean => of.path !== undefined && of.calls.includes('detail');

import type { Declaration } from '../../core/declaration.ts';

/** A document with a page, which has sheets. */
export const isPrinted = (of: Declaration): boolean =>
  of.life !== undefined && of.path !== undefined && of.calls.includes('detail');

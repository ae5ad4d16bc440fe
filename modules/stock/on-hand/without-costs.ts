import type { Declaration } from '../../../kernel/core/declaration.ts';

/** The list without the fields of costs. */
export const withoutCosts = <D extends Declaration>(declaration: D): D => ({
  ...declaration,
  fields: Object.fromEntries(Object.entries(declaration.fields).filter(([, field]) => field.rules.right === undefined)),
});

import type { Field, Fields } from './field.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether the field stands in the form of a record with these values. */
export const isAsked = ({ rules: { onlyWith } }: Field, values: Values): boolean =>
  onlyWith === undefined || onlyWith.includes(String(values[onlyWith[0]] ?? ''), 1);

/** Changes of a record, with the defaults of the fields it is no longer asked for because of them. */
export function withLapsed(fields: Fields, before: Values, changes: Values): Values {
  const after = { ...before, ...changes };
  const lapsed = Object.entries(fields).filter(([, field]) => isAsked(field, before) && !isAsked(field, after));
  const defaults = Object.fromEntries(lapsed.map(([name, { rules }]) => [name, rules.default ?? null]));
  return lapsed.length === 0 ? changes : { ...changes, ...withLapsed(fields, after, defaults) };
}

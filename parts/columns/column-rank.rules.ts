/** In which order a list shows the fields of a record. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';

type Named = readonly [name: string, field: Field];
type Ranked = Pick<Declaration, 'life' | 'view' | 'sort'>;

/** Is it a choice that says how a record stands? */
export const isState = ({ rules }: Field): boolean => rules.choices?.some(({ tone }) => tone !== undefined) === true;

/**
 * Numbers and names first, then how it stands, then what one decides by: the amount its approval is about, or the time
 * it is sorted by where it only tells the past. The rest stays in declared order. `named`: so many are names.
 */
export function ranked(
  { life, view, sort }: Ranked,
  title: string,
  fields: readonly Named[],
): { readonly fields: readonly Named[]; readonly named: number } {
  const names = ['billCode', 'code', title];
  const decides = view === true ? sort?.replace('-', '') : life?.facts?.['amount'];
  const rank = ([name, field]: Named): number =>
    names.includes(name) ? names.indexOf(name) : names.length + (isState(field) ? 0 : name === decides ? 1 : 2);
  return {
    fields: fields.toSorted((a, b) => rank(a) - rank(b)),
    named: fields.filter(([name]) => names.includes(name)).length,
  };
}

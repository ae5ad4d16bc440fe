import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';

/**
 * Which of these columns of a list stand at the foot of a card: how the row stands, and since when. What only tells
 * what happened elsewhere has a time of its own, and perhaps a state: a choice with tones.
 */
export function cardEnd<C extends { readonly name: string }>(
  { life, view, fields }: Pick<Declaration, 'life' | 'view' | 'fields'>,
  columns: readonly C[],
): readonly C[] {
  const first = (is: (field: Field) => boolean): string | undefined =>
    view === true ? columns.find(({ name }) => fields[name] !== undefined && is(fields[name]))?.name : undefined;
  const state = first(({ rules }) => rules.choices?.some(({ tone }) => tone !== undefined) === true);
  const time = columns.some(({ name }) => name === 'createTime')
    ? 'createTime'
    : first(({ kind }) => kinds[kind].nature === 'moment');
  return columns.filter(({ name }) => [life === undefined ? 'frozen' : 'status', state, time].includes(name));
}

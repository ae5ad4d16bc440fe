/** What two people’s changes of one value come to. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { kinds, listOf } from '../../kernel/core/kinds.ts';
import type { Side } from './merge.rules.ts';

/** Names and codes that stand beside an id or a choice; a field of its own is none, whatever it is called. */
export const beside = (fields: Fields, name: string): readonly string[] =>
  besides(name).filter((each) => fields[each] === undefined);
const besides = (name: string): readonly string[] =>
  name.endsWith('Id')
    ? [`${name.slice(0, -2)}Name`, `${name.slice(0, -2)}Code`]
    : [`${name}Name`, `${name.replace(/Ids$/, '')}Names`, `${name.replace(/Ids$/, '')}Name`];

/** What a value is, however it is written: 12.50 is 12.5, and nothing is nothing. */
export function plain(field: Field | undefined, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return '';
  if (field === undefined) return String(value);
  const { nature, structured } = kinds[field.kind];
  if (nature === 'list') return listOf(value).join();
  if (structured) return JSON.stringify(parsed(value));
  const text = String(value).trim();
  return nature === 'decimal' && Decimal.isText(text) ? Decimal.of(text).toString() : text;
}
/** Do both say the same? */
export const isSame = (field: Field, one: unknown, other: unknown): boolean =>
  plain(field, one) === plain(field, other);

interface MergedValue {
  readonly value: unknown;
  /** Something of theirs stands in it. */
  readonly hasTheirs: boolean;
  /** Leaves both changed differently and nobody chose yet: mine stand. */
  readonly conflicts: readonly (readonly string[])[];
}
type Chosen = (path: readonly string[]) => Side | undefined;

/** Lists and structured values grow together, and of these only a leaf is asked; of other values only one can stand. */
export function mergeValue(
  field: Field,
  base: unknown,
  mine: unknown,
  theirs: unknown,
  chosen: Chosen,
): MergedValue | undefined {
  const { nature, structured } = kinds[field.kind];
  if (nature === 'list') {
    const [old, own, other] = [base, mine, theirs].map((value) => (plain(field, value) === '' ? [] : listOf(value)));
    return {
      value: [
        ...other!.filter((id) => own!.includes(id) || !old!.includes(id)),
        ...own!.filter((id) => !old!.includes(id) && !other!.includes(id)),
      ],
      hasTheirs: true,
      conflicts: [],
    };
  }
  if (!structured) return undefined;
  const [own, other] = [parsed(mine), parsed(theirs)];
  return isTree(own) && isTree(other) ? mergeTree(parsed(base), own, other, chosen, []) : undefined;
}

type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {};
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function mergeTree(base: unknown, mine: Tree, theirs: Tree, chosen: Chosen, within: readonly string[]): MergedValue {
  const old = isTree(base) ? base : {};
  const value: Record<string, unknown> = {};
  const asked: (readonly string[])[] = [];
  let hasTheirs = false;
  const stand = (name: string, side: Side): void => {
    if (side === 'theirs') hasTheirs = true;
    const chosen = (side === 'mine' ? mine : theirs)[name];
    if (chosen !== undefined) value[name] = chosen;
  };
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, own, other] = [old[name], mine[name], theirs[name]].map((each) => JSON.stringify(each));
    const path = [...within, name];
    if (own === other || other === was) stand(name, 'mine');
    else if (own === was) stand(name, 'theirs');
    else if (isTree(mine[name]) && isTree(theirs[name])) {
      const inner = mergeTree(old[name], mine[name], theirs[name], chosen, path);
      value[name] = inner.value;
      hasTheirs ||= inner.hasTheirs;
      asked.push(...inner.conflicts);
    } else {
      const side = chosen(path);
      if (side === undefined) asked.push(path);
      stand(name, side ?? 'mine');
    }
  }
  return { value, hasTheirs, conflicts: asked };
}

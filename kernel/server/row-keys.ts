/** Which keys of its rows a list is asked for, and what they are answered from. */
import type { Declaration } from '../core/declaration.ts';
import { listOf } from '../core/kinds.ts';
import type { Context, Input } from './context.ts';
import { isEmpty } from './filters.ts';

/** Some keys of a row. */
export interface Keys {
  has(key: string): boolean;
}
interface RowKeys {
  /** Undefined: all a row has. */
  readonly answered?: readonly string[];
  /** What is read for them. */
  readonly read: Keys;
  /** Whether the behaviour fills some of them. */
  readonly isFilled: boolean;
}

/** All keys a row has. */
export const EVERY: RowKeys & { readonly answered?: never } = { read: { has: () => true }, isFilled: true };

const KEPT = 200;
const chosen = new WeakMap<object, Map<string, RowKeys>>();

/** `fields` of a list: the keys of a row that are answered, the id always among them. Without it: every key. */
export function rowKeys(declaration: Declaration, { registry }: Context, { fields }: Input): RowKeys {
  if (isEmpty(fields)) return EVERY;
  const behaviour = registry.behaviour(declaration);
  const known = chosen.get(behaviour ?? declaration) ?? new Map<string, RowKeys>();
  chosen.set(behaviour ?? declaration, known);
  const asked = listOf(fields);
  const text = asked.join();
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  const { fillRows, fills } = behaviour ?? {};
  const isFilled = fillRows !== undefined && (fills === undefined || asked.some((key) => Object.hasOwn(fills, key)));
  const from = isFilled ? Object.values(fills ?? {}).flat() : [];
  const read = isFilled && fills === undefined ? EVERY.read : new Set(['id', ...asked, ...from]);
  const keys: RowKeys = { answered: [...new Set(['id', ...asked])], read, isFilled };
  if (known.size >= KEPT) known.clear();
  known.set(text, keys);
  return keys;
}

/** A row with what was asked for of it. */
export function answeredOf(row: Record<string, unknown>, { answered }: RowKeys): Record<string, unknown> {
  if (answered === undefined) return row;
  const shown: Record<string, unknown> = {};
  for (const key of answered) if (Object.hasOwn(row, key)) shown[key] = row[key];
  return shown;
}

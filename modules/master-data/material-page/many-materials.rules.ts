/** One field of several materials at once: which fields, and what changes of which of them. */
import type { material } from '../materials/material.resource.ts';

/** Fields that several materials often have alike; none that tells one from another. */
export const SHARED_FIELDS = [
  'materialTypeId',
  'materialKind',
  'taxRate',
  'sourceKind',
  'leadDays',
  'purchaseForm',
  'storageZone',
  'shelfLifeDays',
  'nearExpiryDays',
  'batchManaged',
  'isRequireGoods',
  'highRisk',
  'brand',
  'originPlace',
  'remark',
] as const satisfies readonly (keyof typeof material.fields)[];
export type SharedField = (typeof SHARED_FIELDS)[number];

/** The field of this name, if several materials may be given it at once. */
export const sharedField = (name: unknown): SharedField | undefined => SHARED_FIELDS.find((each) => each === name);

const same = (one: unknown, other: unknown): boolean => String(one ?? '') === String(other ?? '');

/** The rows that a value changes, and how many have it already. */
export function changedBy<R extends Readonly<Record<string, unknown>>>(
  rows: readonly R[],
  field: SharedField,
  value: unknown,
): { readonly changed: readonly R[]; readonly kept: number } {
  const changed = rows.filter((row) => !same(row[field], value));
  return { changed, kept: rows.length - changed.length };
}

/** Materials, warehouses and replacements as a plan reads them: plain, so that they can be handed to a thread. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { SourceKind } from '../../sourcing/source.rules.ts';
import type { SubstitutionRule } from '../substitution.rules.ts';

export interface PlannedMaterial {
  readonly id: Id;
  readonly name: string;
  readonly baseUnitId: Id;
  readonly purchaseUnitId: Id;
  readonly minOrderQty: DecimalText | null;
  readonly orderMultiple: DecimalText | null;
  readonly leadDays: number;
  readonly useMarginDays: number;
  readonly materialTypeId: Id;
  readonly sourceKind: SourceKind;
  readonly frozen: 0 | 1;
}
export interface Warehouse {
  readonly id: Id;
  readonly name: string;
  readonly companyDeptId: Id;
  readonly projectDeptId: Id;
}

/** A replacement as it is stored: so much of the other material for one of the first. */
export type StoredReplacement = Omit<SubstitutionRule, 'qty' | 'otherQty'> & { readonly ratio: DecimalText };
/** Replacements with their figures read. */
export const replacementsOf = (stored: readonly StoredReplacement[]): SubstitutionRule[] =>
  stored.map(({ ratio, ...rule }) => ({ ...rule, qty: Decimal.one, otherQty: Decimal.of(ratio) }));

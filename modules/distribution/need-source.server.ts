/** A kind of document that asks for goods, and its open lines. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { SourceType } from './lists/distribution-line.fields.ts';

/** An open line of an approved document. */
export interface OpenNeed {
  readonly sourceType: SourceType;
  readonly billId: Id;
  readonly billCode: string;
  readonly lineId: Id;
  readonly lineNo: number;
  readonly companyDeptId: Id;
  readonly bladeProjectDeptId: Id;
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: Decimal;
  readonly baseUnitId: Id;
  readonly openQty: Decimal;
  readonly openBaseQty: Decimal;
  readonly needDate: string;
  readonly deliveryDate: string;
  readonly sourceKind: 'direct' | 'warehouse' | 'factory' | 'self';
  /** Whom the asking line names. */
  readonly supplierId: Id | null;
}
/** An open line as it is stored. */
export type StoredNeed = Omit<OpenNeed, 'factor' | 'openQty' | 'openBaseQty'> &
  Readonly<Record<'factor' | 'openQty' | 'openBaseQty', DecimalText>>;
/** A stored line with its figures. */
export const needOf = (row: StoredNeed): OpenNeed => ({
  ...row,
  factor: Decimal.of(row.factor),
  openQty: Decimal.of(row.openQty),
  openBaseQty: Decimal.of(row.openBaseQty),
});

export interface NeedBill {
  readonly id: Id;
  readonly billCode: string;
  /** Why nothing of it is distributed. */
  readonly refusals: readonly Refusal[];
}
/** A kind of document that asks. */
export interface NeedSource {
  readonly sourceType: SourceType;
  /** Name under which its links stand. */
  readonly billType: string;
  /** Those of these documents that are of this kind and seen by the caller, locked. */
  lock(context: Context, ids: readonly Id[]): Promise<readonly NeedBill[]>;
  /** Open lines of documents that are locked, by their id; locked too. */
  openLines(context: Context, billIds: readonly Id[]): Promise<readonly OpenNeed[]>;
  /** Lines that are to come from elsewhere from now on. */
  turn(context: Context, lineIds: readonly Id[], sourceKind: OpenNeed['sourceKind']): Promise<void>;
  /** Lines of which something was taken or given back, by the links: figures, progress, what is on order from them. */
  follow(context: Context, billIds: readonly Id[], lineIds: readonly Id[]): Promise<void>;
  /** Lines of which something given back is not needed any more, in base unit; what follows is written, too. */
  cancel(
    context: Context,
    lines: readonly { readonly billId: Id; readonly lineId: Id; readonly baseQty: DecimalText }[],
  ): Promise<void>;
}

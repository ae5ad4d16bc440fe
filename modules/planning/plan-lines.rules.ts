/**
 * From a walked row to a plan line: every term of its equation, what is proposed and in which unit, from whom, at what
 * estimate and until when it can be ordered (purchasing.md 3). Lines are named as the declaration names them.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText } from '../../kernel/core/field.ts';
import type { PackOption } from './pack.rules.ts';
import { orderBeforeOf } from './source.rules.ts';
import { inUnit, orderedIn, type DueReceipt, type WalkedRow } from './walk-plan.rules.ts';

/** What a line says of its figures, in base unit but for `packs`. */
export interface NetColumns {
  readonly grossQty: DecimalText;
  readonly onHandQty: DecimalText;
  readonly reservedQty: DecimalText;
  readonly availableQty: DecimalText;
  readonly onOrderQty: DecimalText;
  readonly expireQty: DecimalText;
  readonly safetyQty: DecimalText;
  readonly netQty: DecimalText;
  readonly surplusQty: DecimalText;
  readonly packs: readonly { readonly unitId: string; readonly count: DecimalText; readonly factor: DecimalText }[];
}
export function netColumns({ equation, surplus }: WalkedRow): NetColumns {
  return {
    grossQty: equation.gross.toString(), onHandQty: equation.onHand.toString(), reservedQty: equation.reserved.toString(),
    availableQty: equation.onHand.minus(equation.reserved).toString(), onOrderQty: equation.due.toString(), expireQty: equation.expired.toString(),
    safetyQty: equation.safety.toString(), netQty: equation.net.toString(), surplusQty: surplus.toString(),
    packs: equation.packs.map((pack) => ({ unitId: pack.unitId, count: pack.count.toString(), factor: pack.factor.toString() })),
  };
}

/** A row of the walk as it is kept; terms name the bill a receipt comes from. */
export interface NettingEntry {
  readonly warehouseId: string;
  readonly materialId: string;
  readonly date: string;
  readonly opening: DecimalText;
  readonly receipt: DecimalText;
  readonly expire: DecimalText;
  readonly gross: DecimalText;
  readonly manual: DecimalText;
  readonly safety: DecimalText;
  readonly net: DecimalText;
  readonly plan: DecimalText;
  readonly closing: DecimalText;
  readonly terms: readonly NettingTerm[];
}
export interface NettingTerm {
  readonly term: 'gross' | 'safety' | 'onHand' | 'reserved' | 'due' | 'expired';
  readonly qty: DecimalText;
  readonly billType?: string;
  readonly billId?: string;
  readonly billCode?: string;
  /** The day it is due. */
  readonly date?: string;
}
export function nettingEntry(row: WalkedRow): NettingEntry {
  const { equation } = row;
  const bill = ({ qty, billType, billId, billCode, date }: DueReceipt): NettingTerm => ({ term: 'due', qty: qty.toString(), billType, billId, billCode, date });
  return {
    warehouseId: row.warehouseId, materialId: row.materialId, date: row.date,
    opening: row.opening.toString(), receipt: row.receipt.toString(), expire: row.expire.toString(), gross: row.gross.toString(), manual: row.manual.toString(),
    safety: row.safety.toString(), net: row.net.toString(), plan: row.plan.toString(), closing: row.closing.toString(),
    terms: [
      { term: 'gross', qty: equation.gross.toString() },
      { term: 'safety', qty: equation.safety.toString() },
      { term: 'onHand', qty: equation.onHand.toString() },
      ...byBill(row.due).map(bill),
      ...(equation.reserved.isZero() ? [] : [{ term: 'reserved' as const, qty: equation.reserved.toString() }]),
      ...(equation.expired.isZero() ? [] : [{ term: 'expired' as const, qty: equation.expired.toString() }]),
    ],
  };
}

/** Lines of one bill that are due on one day are one figure. */
function byBill(due: readonly DueReceipt[]): DueReceipt[] {
  const bills = Map.groupBy(due, (receipt) => `${receipt.billType} ${receipt.billId} ${receipt.date}`);
  return [...bills.values()].map((same) => ({ ...same[0]!, qty: Decimal.sum(same.map((receipt) => receipt.qty)) }));
}

/** Where and how the goods of a line are bought. */
export interface LineBuying {
  readonly packs: readonly PackOption[];
  readonly offer: { readonly supplierId: string; readonly unitId: string; readonly price: DecimalText | null; readonly leadDays: number; readonly reason: string } | null;
  readonly basePrice: Decimal | null;
}
/** A person's decision about a line, kept where the proposal stood still. */
export interface KeptDecision {
  readonly unitId: string;
  readonly factor: Decimal;
  readonly planQty: Decimal;
  readonly adjustReason: string | null;
  readonly supplierId: string | null;
}
export interface LinePlace {
  readonly bladeProjectDeptId: string;
  readonly material: { readonly name: string; readonly baseUnitId: string; readonly leadDays: number };
  /** yyyy-MM-dd HH:mm:ss */
  readonly now: string;
}

export function generatedLine(row: WalkedRow, buying: LineBuying, place: LinePlace, kept: KeptDecision | undefined): Record<string, unknown> {
  const proposal = orderedIn(row, buying.packs, place.material.baseUnitId);
  const unitId = kept?.unitId ?? proposal.unitId;
  const factor = kept?.factor ?? proposal.factor;
  const planQty = kept?.planQty ?? proposal.proposedQty;
  const baseQty = planQty.times(factor).rounded(6);
  const price = buying.offer !== null && buying.offer.unitId === unitId && buying.offer.price !== null ? Decimal.of(buying.offer.price) : (buying.basePrice?.times(factor).rounded(6) ?? null);
  return {
    ...netColumns(row), ...lineDates(row.date, place, buying.offer?.leadDays ?? place.material.leadDays),
    warehouseId: row.warehouseId, bladeProjectDeptId: place.bladeProjectDeptId, materialId: row.materialId, needDate: row.date,
    unitId, factor: factor.toString(), baseUnitId: place.material.baseUnitId,
    proposedQty: (kept === undefined ? proposal.proposedQty : inUnit(row.proposed, factor)).toString(), planQty: planQty.toString(), baseQty: baseQty.toString(), adjustReason: kept?.adjustReason ?? null,
    sourceKind: 'direct', sourceReason: buying.offer?.reason.slice(0, 200) ?? null, supplierId: kept?.supplierId ?? buying.offer?.supplierId ?? null,
    price: price?.toString() ?? null, amount: price === null ? null : planQty.times(price).toFixed(2), manualFlag: 0,
  };
}

/** When the goods should come, and by when they must be ordered at the latest: without a sender's calendar, the material's lead before the day. */
export function lineDates(needDate: string, place: LinePlace, leadDays: number): { deliveryDate: string; orderBefore: string; lateFlag: 0 | 1 } {
  const orderBefore = `${orderBeforeOf({ windows: [], senderClosures: [], receivingWeekdays: [], receiverClosures: [], materialLeadDays: leadDays }, needDate)}:00`;
  return { deliveryDate: needDate, orderBefore, lateFlag: place.now > orderBefore ? 1 : 0 };
}

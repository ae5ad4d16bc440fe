/**
 * From a walked row to a plan line: every term of its equation, what is proposed and in which unit, from whom, at what
 * estimate and until when it can be ordered (purchasing.md 3). Lines are named as the declaration names them.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText } from '../../kernel/core/field.ts';
import type { Label, Language } from '../../kernel/core/label.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import type { Delivery } from '../sourcing/delivery.rules.ts';
import type { SourceKind, SourceLevel, SourceRule } from '../sourcing/source.rules.ts';
import type { PackOption } from './netting/pack.rules.ts';
import { inUnit, orderedIn, type DueReceipt, type NettedRow } from './net-plan.rules.ts';

/** What a line says of its figures, in base unit but for `packs`. */
interface NetColumns {
  readonly grossQty: DecimalText;
  readonly onHandQty: DecimalText;
  readonly reservedQty: DecimalText;
  readonly otherQty: DecimalText;
  readonly availableQty: DecimalText;
  readonly onOrderQty: DecimalText;
  readonly expireQty: DecimalText;
  readonly safetyQty: DecimalText;
  readonly netQty: DecimalText;
  readonly surplusQty: DecimalText;
  readonly packs: readonly { readonly unitId: string; readonly count: DecimalText; readonly factor: DecimalText }[];
}
/** The figures of a line's equation, in base unit. */
export function netColumns({ equation, surplus }: NettedRow): NetColumns {
  return {
    grossQty: equation.gross.toString(),
    onHandQty: equation.onHand.toString(),
    reservedQty: equation.reserved.toString(),
    otherQty: equation.others.toString(),
    availableQty: equation.onHand.minus(equation.reserved).toString(),
    onOrderQty: equation.due.toString(),
    expireQty: equation.expired.toString(),
    safetyQty: equation.safety.toString(),
    netQty: equation.net.toString(),
    surplusQty: surplus.toString(),
    packs: equation.packs.map((pack) => ({
      unitId: pack.unitId,
      count: pack.count.toString(),
      factor: pack.factor.toString(),
    })),
  };
}

/** A row of the walk as it is kept; terms name the bill a receipt comes from, and the plan that needs something. */
interface NettingEntry {
  readonly warehouseId: string;
  readonly materialId: string;
  readonly date: string;
  readonly opening: DecimalText;
  readonly receipt: DecimalText;
  readonly expire: DecimalText;
  readonly other: DecimalText;
  readonly later: DecimalText;
  readonly gross: DecimalText;
  readonly manual: DecimalText;
  readonly safety: DecimalText;
  readonly net: DecimalText;
  readonly plan: DecimalText;
  readonly closing: DecimalText;
  readonly terms: readonly NettingTerm[];
}
export interface NettingTerm {
  readonly term: 'gross' | 'safety' | 'onHand' | 'reserved' | 'other' | 'due' | 'expired';
  readonly qty: DecimalText;
  readonly billType?: string;
  readonly billId?: string;
  readonly billCode?: string;
  /** The day it is due or needed. */
  readonly date?: string;
}
/** A netted day as it is stored, each term with its bill. */
export function nettingEntry(row: NettedRow): NettingEntry {
  const { equation } = row;
  const bill = ({ qty, billType, billId, billCode, date }: DueReceipt): NettingTerm => ({
    term: 'due',
    qty: qty.toString(),
    billType,
    billId,
    billCode,
    date,
  });
  return {
    warehouseId: row.warehouseId,
    materialId: row.materialId,
    date: row.date,
    opening: row.opening.toString(),
    receipt: row.receipt.toString(),
    expire: row.expire.toString(),
    other: row.others.toString(),
    later: row.later.toString(),
    gross: row.gross.toString(),
    manual: row.manual.toString(),
    safety: row.safety.toString(),
    net: row.net.toString(),
    plan: row.plan.toString(),
    closing: row.closing.toString(),
    terms: [
      { term: 'gross', qty: equation.gross.toString() },
      { term: 'safety', qty: equation.safety.toString() },
      { term: 'onHand', qty: equation.onHand.toString() },
      ...byBill(row.due).map(bill),
      ...(equation.reserved.isZero() ? [] : [{ term: 'reserved' as const, qty: equation.reserved.toString() }]),
      ...row.otherNeeds.map((need) => ({
        term: 'other' as const,
        qty: need.qty.toString(),
        billType: need.billType ?? 'requirementPlan',
        billId: need.planId,
        billCode: need.planCode,
        date: need.date,
      })),
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
  readonly source: LineSource;
  readonly delivery: DeliveryColumns;
  readonly language: Language;
}
/** Who serves a line and why: the part of a chosen source that a line keeps. */
interface LineSource {
  readonly sourceKind: SourceKind;
  readonly level: SourceLevel;
  readonly rule: Pick<SourceRule, 'id' | 'code' | 'ruleKind' | 'sourceId'> | null;
  readonly reason: Label;
  readonly trail: readonly { readonly code: string; readonly verdict: Label }[];
  readonly offer: { readonly supplierId: string; readonly unitId: string; readonly price: DecimalText | null } | null;
  readonly supplierReason: Label | null;
  readonly basePrice: Decimal | null;
}
/** What a plan keeps of the rules, in both languages, so that it can be shown to anybody later. */
interface SourceReason {
  readonly sourceKind: SourceKind;
  readonly supplierId: string | null;
  readonly level: SourceLevel;
  readonly ruleKind: SourceRule['ruleKind'] | null;
  readonly ruleId: string | null;
  readonly ruleCode: string | null;
  readonly reason: Label;
  readonly supplierReason: Label | null;
  readonly trail: LineSource['trail'];
}
/** A source with what led to it, as a plan keeps it. */
export const reasonOf = ({
  sourceKind,
  level,
  rule,
  reason,
  supplierReason,
  trail,
  offer,
}: LineSource): SourceReason => ({
  sourceKind,
  supplierId: offer?.supplierId ?? null,
  level,
  ruleKind: rule?.ruleKind ?? null,
  ruleId: rule?.id ?? null,
  ruleCode: rule?.code ?? null,
  reason,
  supplierReason,
  trail,
});

/** The sources of a place and material by day: the first, and the days on which it is another. */
export interface SourceReasons {
  readonly source: SourceReason;
  readonly sourceOn?: Readonly<Record<string, SourceReason>>;
}
/** The sources of a place and material, days in order; undefined without any. */
export function sourceReasons(
  byDate: readonly { readonly date: string; readonly reason: SourceReason }[],
): SourceReasons | undefined {
  const [first] = byDate;
  if (first === undefined) return undefined;
  const same = JSON.stringify(first.reason);
  const other = byDate.filter(({ reason }) => JSON.stringify(reason) !== same);
  return {
    source: first.reason,
    ...(other.length === 0 ? {} : { sourceOn: Object.fromEntries(other.map(({ date, reason }) => [date, reason])) }),
  };
}

export interface DeliveryColumns {
  readonly deliveryDate: string | null;
  /** yyyy-MM-dd HH:mm:ss; null where nothing can come in time. */
  readonly orderBefore: string | null;
  readonly lateFlag: 0 | 1;
  /** Why it cannot come in time. */
  readonly deliveryNote: string | null;
}
/**
 * When a line is delivered and until when it can be ordered; where it cannot come in time, why, in the caller's
 * language.
 */
export const deliveryColumns = (delivery: Delivery, language: Language): DeliveryColumns =>
  delivery.ok
    ? {
        deliveryDate: delivery.deliveryDate,
        orderBefore: `${delivery.orderBefore}:00`,
        lateFlag: delivery.late ? 1 : 0,
        deliveryNote: null,
      }
    : {
        deliveryDate: delivery.deliveryDate,
        orderBefore: null,
        lateFlag: 0,
        deliveryNote: delivery.refusals
          .map((refusal) => sentenceOf(refusal, language))
          .join(' ')
          .slice(0, 200),
      };

/** A person's decision about a line, kept where the proposal stood still. */
export interface StoredDecision {
  readonly unitId: string;
  readonly factor: Decimal;
  readonly planQty: Decimal;
  readonly adjustReason: string | null;
  readonly supplierId: string | null;
}
interface LinePlace {
  readonly bladeProjectDeptId: string;
  readonly material: { readonly baseUnitId: string };
}

/** A line of a plan as it is written. */
export type GeneratedLine = ReturnType<typeof generatedLine>;
/**
 * A line from its netted day: quantities in the unit it is ordered in, its source, price and delivery; a kept
 * decision stands.
 */
export function generatedLine(
  row: NettedRow,
  { packs, source, delivery, language }: LineBuying,
  place: LinePlace,
  previous: StoredDecision | undefined,
) {
  const proposal = orderedIn(row, packs, place.material.baseUnitId);
  const unitId = previous?.unitId ?? proposal.unitId;
  const factor = previous?.factor ?? proposal.factor;
  const planQty = previous?.planQty ?? proposal.proposedQty;
  const baseQty = planQty.times(factor).rounded(6);
  const { offer, rule } = source;
  const price =
    offer !== null && offer.unitId === unitId && offer.price !== null
      ? Decimal.of(offer.price)
      : (source.basePrice?.times(factor).rounded(6) ?? null);
  return {
    ...netColumns(row),
    ...delivery,
    warehouseId: row.warehouseId,
    bladeProjectDeptId: place.bladeProjectDeptId,
    materialId: row.materialId,
    needDate: row.date,
    unitId,
    factor: factor.toString(),
    baseUnitId: place.material.baseUnitId,
    proposedQty: (previous === undefined ? proposal.proposedQty : inUnit(row.proposed, factor)).toString(),
    planQty: planQty.toString(),
    baseQty: baseQty.toString(),
    adjustReason: previous?.adjustReason ?? null,
    sourceKind: source.sourceKind,
    sourceReason: reasonText(source, language),
    supplierId: previous?.supplierId ?? offer?.supplierId ?? null,
    outWarehouseId: source.sourceKind === 'warehouse' ? (rule?.sourceId ?? null) : null,
    factoryDeptId: source.sourceKind === 'factory' ? (rule?.sourceId ?? null) : null,
    price: price?.toString() ?? null,
    amount: price === null ? null : planQty.times(price).toFixed(2),
    manualFlag: 0,
  };
}

const reasonText = ({ reason, supplierReason }: LineSource, language: Language): string =>
  [reason, ...(supplierReason === null ? [] : [supplierReason])]
    .map((words) => words[language])
    .join({ zh: '；', en: '; ' }[language])
    .slice(0, 200);

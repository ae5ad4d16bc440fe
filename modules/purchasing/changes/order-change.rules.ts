/** What may change of an approved order, and what a line becomes of it. Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import './order-change.refusals.ts';

export type ChangeType = 'quantity' | 'date' | 'price' | 'close';

/** A line of the order as it stands. */
export interface OrderedLine {
  readonly id: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly material: string;
  readonly unit: string;
  /** What is asked for: ordered less cancelled. */
  readonly qty: Decimal;
  readonly deliveryDate: string;
  readonly price: Decimal | null;
  readonly shippedQty: Decimal;
  readonly receivedQty: Decimal;
  readonly settledQty: Decimal;
}
/** A line of the change. Without an order line it adds goods. */
export interface WantedLine {
  readonly orderDetailId: Id | null;
  readonly materialId: Id | null;
  readonly unitId: Id | null;
  readonly newQty: Decimal | null;
  readonly newDate: string | null;
  readonly newPrice: Decimal | null;
}
interface Terms {
  readonly changeType: ChangeType;
  readonly hasReleaseTo: boolean;
  /** No delivery before: today, or the day of the order where that is later. */
  readonly earliest: string;
  /** Name of a material that is added. */
  readonly nameOf: (materialId: Id) => string;
}

const FIELDS: Readonly<Record<'newQty' | 'newDate' | 'newPrice', Label>> = {
  newQty: label('新数量', 'new quantity'),
  newDate: label('新交期', 'new day'),
  newPrice: label('新单价', 'new price'),
};

/** What came, was settled, or is on its way: no line goes below it. */
export const boundOf = (line: OrderedLine): Decimal =>
  Decimal.max(line.shippedQty, line.receivedQty.plus(line.settledQty));
/** What is still to come of a line. */
export const openOf = (line: OrderedLine): Decimal =>
  Decimal.max(Decimal.zero, line.qty.minus(line.receivedQty).minus(line.settledQty));

/** Everything that speaks against these lines of a change; `line` counts from 1. */
export function changeRefusals(order: readonly OrderedLine[], wanted: readonly WantedLine[], terms: Terms): Refusal[] {
  const { changeType, hasReleaseTo } = terms;
  if (wanted.length === 0) return [refuse('order-change.nothing', {}, { field: 'details' })];
  const byId = new Map(order.map((line) => [line.id, line]));
  const seen = new Set<string>();
  const refusals = wanted.flatMap((given, index): Refusal[] => {
    const line = index + 1;
    if (given.orderDetailId === null) return addedRefusals(order, given, line, terms);
    const own = byId.get(given.orderDetailId);
    if (own === undefined) return [refuse('order-change.other-line', { line }, { line, field: 'orderDetailId' })];
    if (seen.has(own.id)) return [refuse('order-change.line-twice', { line }, { line, field: 'orderDetailId' })];
    seen.add(own.id);
    return BY_TYPE[changeType](own, given, line, terms);
  });
  const isLess = changeType === 'close' || (changeType === 'quantity' && wanted.some((given) => lowers(byId, given)));
  return isLess && !hasReleaseTo
    ? [...refusals, refuse('order-change.release-to', {}, { field: 'releaseTo' })]
    : refusals;
}

const lowers = (byId: ReadonlyMap<Id, OrderedLine>, { orderDetailId, newQty }: WantedLine): boolean => {
  const own = byId.get(orderDetailId ?? '');
  return own !== undefined && newQty !== null && newQty.isBelow(own.qty);
};

function addedRefusals(
  order: readonly OrderedLine[],
  { materialId, unitId, newQty, newDate }: WantedLine,
  line: number,
  { changeType, earliest, nameOf }: Terms,
): Refusal[] {
  if (changeType !== 'quantity') return [refuse('order-change.added-elsewhere', { line }, { line })];
  if (materialId === null || unitId === null || newQty === null || !newQty.isPositive())
    return [
      refuse('order-change.goods-missing', { line }, { line, field: materialId === null ? 'materialId' : 'newQty' }),
    ];
  const material = nameOf(materialId);
  const has = order.some(
    (each) => each.materialId === materialId && each.unitId === unitId && openOf(each).isPositive(),
  );
  return [
    ...(has ? [refuse('order-change.already-ordered', { line, material }, { line, field: 'materialId' })] : []),
    ...(newDate !== null && newDate < earliest
      ? [refuse('order-change.day-past', { line, material, date: newDate, earliest }, { line, field: 'newDate' })]
      : []),
  ];
}

const missing = (line: number, { material }: OrderedLine, field: keyof typeof FIELDS): Refusal[] => [
  refuse('order-change.value-missing', { line, material, field: FIELDS[field] }, { line, field }),
];
const same = (line: number, { material }: OrderedLine, field: keyof typeof FIELDS): Refusal[] => [
  refuse('order-change.same', { line, material, field: FIELDS[field] }, { line, field }),
];
const nothingOpen = (line: number, { material }: OrderedLine): Refusal[] => [
  refuse('order-change.nothing-open', { line, material }, { line, field: 'orderDetailId' }),
];

const BY_TYPE: Readonly<
  Record<ChangeType, (own: OrderedLine, given: WantedLine, line: number, terms: Terms) => Refusal[]>
> = {
  quantity(own, { newQty }, line) {
    const { material, unit } = own;
    if (newQty === null) return missing(line, own, 'newQty');
    if (newQty.equals(own.qty)) return same(line, own, 'newQty');
    if (!own.qty.isPositive()) return nothingOpen(line, own);
    const came = boundOf(own);
    return newQty.isBelow(came)
      ? [refuse('order-change.below-came', { line, material, unit, came, qty: newQty }, { line, field: 'newQty' })]
      : [];
  },
  date(own, { newDate }, line, { earliest }) {
    if (newDate === null) return missing(line, own, 'newDate');
    if (newDate === own.deliveryDate) return same(line, own, 'newDate');
    if (!openOf(own).isPositive()) return nothingOpen(line, own);
    return newDate < earliest
      ? [
          refuse(
            'order-change.day-past',
            { line, material: own.material, date: newDate, earliest },
            { line, field: 'newDate' },
          ),
        ]
      : [];
  },
  price(own, { newPrice }, line) {
    const { material, unit, receivedQty } = own;
    if (newPrice === null) return missing(line, own, 'newPrice');
    if (own.price !== null && newPrice.equals(own.price)) return same(line, own, 'newPrice');
    return receivedQty.isPositive()
      ? [
          refuse(
            'order-change.received-price',
            { line, material, unit, received: receivedQty },
            { line, field: 'newPrice' },
          ),
        ]
      : [];
  },
  close(own, _given, line) {
    const { material, unit } = own;
    if (!openOf(own).isPositive()) return nothingOpen(line, own);
    const onTheWay = own.shippedQty.minus(own.receivedQty).minus(own.settledQty);
    return onTheWay.isPositive()
      ? [refuse('order-change.on-the-way', { line, material, unit, qty: onTheWay }, { line, field: 'orderDetailId' })]
      : [];
  },
};

/** What a line is after the change; what is cancelled of it stays ordered and counts no more. */
interface ChangedFigures {
  readonly orderQty: Decimal;
  readonly cancelledQty: Decimal;
  readonly deliveryDate: string;
  readonly price: Decimal | null;
}

/** A line of the order with a change written into it. `before` are its stored figures. */
export function changedFigures(
  type: ChangeType,
  own: OrderedLine,
  { newQty, newDate, newPrice }: WantedLine,
  before: { readonly orderQty: Decimal; readonly cancelledQty: Decimal },
): ChangedFigures {
  const unchanged = { ...before, deliveryDate: own.deliveryDate, price: own.price };
  if (type === 'date') return { ...unchanged, deliveryDate: newDate! };
  if (type === 'price') return { ...unchanged, price: newPrice! };
  if (type === 'close' || newQty!.isZero())
    return { ...unchanged, cancelledQty: before.cancelledQty.plus(type === 'close' ? openOf(own) : own.qty) };
  return { ...unchanged, orderQty: before.orderQty.plus(newQty!.minus(own.qty)) };
}

/** A line of a change as both sides are shown it; empty where it does not change. */
export interface ShownChangeLine {
  readonly orderDetailId: Id;
  readonly materialName: string;
  readonly unitName: string;
  readonly oldQty: DecimalText;
  readonly newQty: DecimalText;
  readonly oldDate: string;
  readonly newDate: string;
  readonly oldPrice: DecimalText;
  readonly newPrice: DecimalText;
}
export interface ShownChange {
  readonly id: Id;
  readonly billCode: string;
  readonly changeType: ChangeType;
  readonly status: string;
  readonly reason: string;
  readonly lateFlag: 0 | 1;
  /** Of the approval, else when it was entered. */
  readonly time: string;
  readonly userName: string;
  readonly lines: readonly ShownChangeLine[];
}

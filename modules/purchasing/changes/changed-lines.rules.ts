/** A change as it is typed: what is sent of it, and what it comes to. Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText } from '../../../kernel/core/field.ts';
import { lineAmounts } from '../order-amounts.rules.ts';
import type { ChangeType } from './order-change.rules.ts';

/** A line of the order as its page has it. */
export interface OrderLine {
  readonly id: string;
  readonly materialName: string;
  readonly unitName: string;
  readonly orderQty: DecimalText;
  readonly cancelledQty: DecimalText;
  readonly shippedQty: DecimalText;
  readonly receivedQty: DecimalText;
  readonly settledQty: DecimalText;
  readonly deliveryDate: string;
  /** Null for who sees none. */
  readonly price: DecimalText | null;
}
/** What was typed for a line; left out: nothing. */
export interface Typed {
  readonly qty?: string;
  readonly day?: string;
  readonly price?: string;
  /** Not to be closed. */
  readonly isKept?: boolean;
}
export interface AddedGoods {
  readonly materialId: string;
  readonly materialName: string;
  readonly unitId: string;
  readonly unitName: string;
  readonly qty: string;
  readonly price: string | null;
}

const decimal = (text: string | undefined): Decimal | null =>
  text !== undefined && Decimal.isText(text) ? Decimal.of(text) : null;

/** Ordered less cancelled. */
export const askedOf = (line: OrderLine): Decimal => Decimal.of(line.orderQty).minus(Decimal.of(line.cancelledQty));
/** What is still to come. */
export const restOf = (line: OrderLine): Decimal =>
  Decimal.max(Decimal.zero, askedOf(line).minus(Decimal.of(line.receivedQty)).minus(Decimal.of(line.settledQty)));

/** The lines of the order a change of this kind may be about. */
export const linesFor = (type: ChangeType, lines: readonly OrderLine[]): readonly OrderLine[] =>
  lines.filter((line) =>
    type === 'price'
      ? !Decimal.of(line.receivedQty).isPositive() && askedOf(line).isPositive()
      : restOf(line).isPositive(),
  );

/** The lines that are sent: those that were typed otherwise than they are. */
export function changedLines(
  type: ChangeType,
  lines: readonly OrderLine[],
  typed: Readonly<Record<string, Typed>>,
  added: readonly AddedGoods[],
): readonly Readonly<Record<string, string>>[] {
  const own = linesFor(type, lines).flatMap((line): Readonly<Record<string, string>>[] => {
    const { qty, day, price, isKept } = typed[line.id] ?? {};
    const orderDetailId = line.id;
    if (type === 'close') return isKept === true ? [] : [{ orderDetailId }];
    if (type === 'date') return day === undefined || day === line.deliveryDate ? [] : [{ orderDetailId, newDate: day }];
    const figure = decimal(type === 'quantity' ? qty : price);
    const before = type === 'quantity' ? askedOf(line) : decimal(line.price ?? undefined);
    if (figure === null || (before !== null && figure.equals(before))) return [];
    return [{ orderDetailId, [type === 'quantity' ? 'newQty' : 'newPrice']: figure.toString() }];
  });
  return type !== 'quantity'
    ? own
    : [
        ...own,
        ...added.flatMap(({ materialId, unitId, qty, price }) =>
          decimal(qty)?.isPositive() === true
            ? [{ materialId, unitId, newQty: qty, ...(price === null ? {} : { newPrice: price }) }]
            : [],
        ),
      ];
}

/** Less comes than was ordered: somebody says where it goes. */
export const lowers = (
  type: ChangeType,
  lines: readonly OrderLine[],
  changes: readonly Readonly<Record<string, string>>[],
): boolean =>
  type === 'close'
    ? changes.length > 0
    : changes.some(({ orderDetailId, newQty }) => {
        const line = lines.find(({ id }) => id === orderDetailId);
        return line !== undefined && newQty !== undefined && Decimal.of(newQty).isBelow(askedOf(line));
      });

/** What the lines come to before and after, at the prices that are known. */
export function amounts(
  type: ChangeType,
  lines: readonly OrderLine[],
  changes: readonly Readonly<Record<string, string>>[],
): readonly [before: Decimal, after: Decimal] {
  const amountOf = (qty: Decimal, price: Decimal | null): Decimal =>
    lineAmounts({ qty, price, taxRate: Decimal.zero }).amount;
  const byId = new Map(changes.map((change) => [change['orderDetailId'], change]));
  const before = lines.map((line) => amountOf(askedOf(line), decimal(line.price ?? undefined)));
  const after = lines.map((line) => {
    const change = byId.get(line.id);
    const price = decimal(change?.['newPrice']) ?? decimal(line.price ?? undefined);
    const qty =
      change !== undefined && type === 'close'
        ? askedOf(line).minus(restOf(line))
        : (decimal(change?.['newQty']) ?? askedOf(line));
    return amountOf(qty, price);
  });
  const added = changes
    .filter(({ materialId }) => materialId !== undefined)
    .map(({ newQty, newPrice }) => amountOf(Decimal.of(newQty!), decimal(newPrice)));
  return [Decimal.sum(before), Decimal.sum([...after, ...added])];
}

/** What a supplier may answer to an order, and what of it he may say is on its way. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';

/** A line of the order as he was asked for it. */
export interface AskedLine {
  readonly id: Id;
  readonly lineNo: number;
  readonly material: string;
  readonly unit: string;
  readonly orderQty: Decimal;
  readonly deliveryDate: string;
  readonly overRate: Decimal;
  readonly shippedQty: Decimal;
}
export interface AnsweredLine {
  readonly id: Id;
  /** Null: all of it. */
  readonly promisedQty: Decimal | null;
  /** Null: on the day that was asked for. */
  readonly promisedDate: string | null;
}
interface Answer {
  readonly status: 'confirmed' | 'partial' | 'declined';
  readonly lines: readonly { readonly id: Id; readonly qty: Decimal; readonly date: string | null }[];
}
type Decided = { readonly answer: Answer } | { readonly refusals: readonly Refusal[] };

const REMARK_LEAST = 2;

/** The answer as it is kept: lines nobody named are promised as they were asked for. */
export function decideAnswer(
  asked: readonly AskedLine[],
  given: readonly AnsweredLine[],
  { declines, remark, today }: { readonly declines: boolean; readonly remark: string; readonly today: string },
): Decided {
  const named = new Map(given.map((line) => [line.id, line]));
  const lines = asked.map((line) => {
    const answer = named.get(line.id);
    return declines
      ? { line, qty: Decimal.zero, date: null }
      : { line, qty: answer?.promisedQty ?? line.orderQty, date: answer?.promisedDate || line.deliveryDate };
  });
  const isDeclined = lines.every(({ qty }) => !qty.isPositive());
  const refusals = [
    ...given.flatMap((line, at) =>
      asked.some(({ id }) => id === line.id)
        ? []
        : [refuse('supplier-answer.other-line', { line: at + 1 }, { line: at + 1 })],
    ),
    ...lines.flatMap(({ line, qty, date }) => lineRefusals(line, qty, date, today)),
    ...(isDeclined && [...remark.trim()].length < REMARK_LEAST
      ? [refuse('supplier-answer.no-reason', {}, { field: 'remark' })]
      : []),
    ...(isDeclined && asked.some(({ shippedQty }) => shippedQty.isPositive())
      ? [refuse('supplier-answer.shipped-already')]
      : []),
  ];
  if (refusals.length > 0) return { refusals };
  const isFull = lines.every(({ line, qty, date }) => qty.equals(line.orderQty) && date === line.deliveryDate);
  return {
    answer: {
      status: isDeclined ? 'declined' : isFull ? 'confirmed' : 'partial',
      lines: lines.map(({ line, qty, date }) => ({ id: line.id, qty, date: qty.isPositive() ? date : null })),
    },
  };
}

function lineRefusals(line: AskedLine, qty: Decimal, date: string | null, today: string): Refusal[] {
  const { lineNo, material, unit } = line;
  return [
    ...(qty.isAbove(line.orderQty)
      ? [
          refuse(
            'supplier-answer.too-much',
            { line: lineNo, material, qty, ordered: line.orderQty, unit },
            { line: lineNo, field: 'promisedQty' },
          ),
        ]
      : []),
    ...(qty.isBelow(line.shippedQty)
      ? [
          refuse(
            'supplier-answer.below-shipped',
            { line: lineNo, material, qty, shipped: line.shippedQty, unit },
            { line: lineNo, field: 'promisedQty' },
          ),
        ]
      : []),
    ...(date !== null && date !== line.deliveryDate && date < today
      ? [
          refuse(
            'supplier-answer.past-day',
            { line: lineNo, material, date, today },
            { line: lineNo, field: 'promisedDate' },
          ),
        ]
      : []),
  ];
}

interface ShippedLot {
  readonly orderDetailId: Id;
  readonly shipQty: Decimal;
  readonly productionDate: string | null;
  readonly expiryDate: string | null;
}

/** The most that may be sent of a line in all, within what may be received too much. */
export const shipLimit = ({ orderQty, overRate }: Pick<AskedLine, 'orderQty' | 'overRate'>): Decimal =>
  orderQty.plus(orderQty.times(overRate).dividedBy(Decimal.hundred)).roundedDown(6);

/** Why these lots cannot stand in a ship note. */
export function shipRefusals(asked: readonly AskedLine[], lots: readonly ShippedLot[], today: string): Refusal[] {
  if (lots.length === 0) return [refuse('supplier-answer.nothing-shipped', {}, { field: 'details' })];
  const byId = new Map(asked.map((line) => [line.id, line]));
  return [
    ...lots.flatMap((lot, at) => {
      const line = byId.get(lot.orderDetailId);
      if (line === undefined) return [refuse('supplier-answer.other-line', { line: at + 1 }, { line: at + 1 })];
      const { material } = line;
      const { productionDate, expiryDate } = lot;
      return [
        ...(productionDate !== null && productionDate > today
          ? [
              refuse(
                'supplier-answer.made-later',
                { line: at + 1, material, date: productionDate },
                { line: at + 1, field: 'productionDate' },
              ),
            ]
          : []),
        ...(productionDate !== null && expiryDate !== null && expiryDate < productionDate
          ? [
              refuse(
                'supplier-answer.ends-before',
                { line: at + 1, material, made: productionDate, ends: expiryDate },
                { line: at + 1, field: 'expiryDate' },
              ),
            ]
          : []),
      ];
    }),
    ...asked.flatMap((line) => {
      const own = lots.filter(({ orderDetailId }) => orderDetailId === line.id);
      const sum = Decimal.sum([line.shippedQty, ...own.map(({ shipQty }) => shipQty)]);
      const limit = shipLimit(line);
      return own.length > 0 && sum.isAbove(limit)
        ? [
            refuse(
              'supplier-answer.over-shipped',
              { line: line.lineNo, material: line.material, sum, limit, unit: line.unit },
              { line: lots.findIndex(({ orderDetailId }) => orderDetailId === line.id) + 1, field: 'shipQty' },
            ),
          ]
        : [];
    }),
  ];
}

export type TicketState = 'open' | 'expired' | 'revoked';
/** A ticket as it stands: what may be done with it, or why nothing may. */
export const ticketState = (
  ticket: { readonly expiresTime: string; readonly revokedTime: string | null },
  now: string,
): TicketState => (ticket.revokedTime !== null ? 'revoked' : ticket.expiresTime < now ? 'expired' : 'open');

/**
 * Statistics of stores (joints H9): what each move counts as, and opening + in − out = closing. What is in transit
 * belongs to the place it is on its way to: sent off it counts as that place's, and received it does not count again.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import type { ReasonCode } from '../ledger/move-reason.rules.ts';

const inColumns = {
  purchaseIn: label('采购入', 'Purchased'),
  directIn: label('直配入', 'Direct'),
  selfIn: label('自采入', 'Self-purchased'),
  transferIn: label('调入', 'Transferred in'),
  returnIn: label('退入', 'Returned in'),
  otherIn: label('其他入', 'Other in'),
  countGain: label('盘盈', 'Count gain'),
} as const;
const outColumns = {
  pickOut: label('领料出', 'Picked'),
  transferOut: label('调出', 'Transferred out'),
  clientOut: label('客户出', 'To clients'),
  returnOut: label('退出', 'Returned'),
  otherOut: label('其他出', 'Other out'),
  scrapOut: label('报废', 'Scrapped'),
  countLoss: label('盘亏', 'Count loss'),
  transitLoss: label('在途损失', 'Lost in transit'),
} as const;
type InColumn = keyof typeof inColumns;
type OutColumn = keyof typeof outColumns;
export type Column = InColumn | OutColumn;
export const IN = Object.keys(inColumns) as readonly InColumn[];
export const OUT = Object.keys(outColumns) as readonly OutColumn[];
export const columnLabels: Readonly<Record<Column, Label>> = { ...inColumns, ...outColumns };

/** Every figure of a row, in the order it is read. */
export const FIGURES = ['open', ...IN, 'in', ...OUT, 'out', 'close', 'transit'] as const;
export type Figure = (typeof FIGURES)[number];
export const figureLabels: Readonly<Record<Figure, Label>> = {
  open: label('期初', 'Opening'),
  ...columnLabels,
  in: label('入合计', 'In'),
  out: label('出合计', 'Out'),
  close: label('期末', 'Closing'),
  transit: label('其中在途', 'Of it in transit'),
};

/**
 * What a move counts as where it lies in a store, and on its way to one. `marked` is what other issues do away with,
 * and what went to a stall and is settled with it.
 */
interface Placed {
  readonly store: Column;
  readonly transit: Column;
  readonly marked?: Column;
}
const always = (column: Column): Placed => ({ store: column, transit: column });
const sent = (store: Column, transit: Column = 'transferIn'): Placed => ({ store, transit });

const placed: Readonly<Record<ReasonCode, Placed>> = {
  'receipt.purchase': always('purchaseIn'),
  'receipt.direct-buy': always('purchaseIn'),
  'receipt.direct-in': always('directIn'),
  'receipt.self': always('selfIn'),
  'uniform.ship': sent('transferOut'),
  'uniform.receive': always('transferIn'),
  'suppress.ship': sent('transferOut'),
  'suppress.receive': always('transferIn'),
  'pick.ship': sent('pickOut'),
  'pick.receive': always('transferIn'),
  'allocation.ship': sent('transferOut'),
  'allocation.receive': always('transferIn'),
  'client.ship': sent('clientOut'),
  'purchase-return.ship': sent('returnOut'),
  'factory-return.ship': sent('returnOut', 'returnIn'),
  'factory-return.receive': always('returnIn'),
  'stall-return.ship': sent('returnOut', 'returnIn'),
  'stall-return.receive': always('returnIn'),
  // Takes back what was sent: the sender's out and the receiver's in are less.
  'difference.back': { store: 'transferOut', transit: 'transferIn', marked: 'pickOut' },
  'difference.over': { store: 'transferOut', transit: 'transferIn', marked: 'pickOut' },
  'difference.loss': always('transitLoss'),
  'other-in.post': always('otherIn'),
  'other-out.post': { ...always('otherOut'), marked: 'scrapOut' },
  'count.gain': always('countGain'),
  'count.loss': always('countLoss'),
  'count.zero': always('countGain'),
  'batch.open': always('otherIn'),
  'batch.repack': always('otherIn'),
  'repack.loss': always('otherOut'),
  'weight.residue': always('otherOut'),
  // The rest of what went back to a supplier at the cost it came in at.
  'cost.residue': always('returnOut'),
  // The price of what was bought, agreed late.
  'cost.adjust': always('purchaseIn'),
  'unit.close': always('otherOut'),
  'unit.open': always('otherIn'),
  'kitchen.produce-out': always('otherOut'),
  'kitchen.produce-in': always('otherIn'),
  'kitchen.waste': always('scrapOut'),
  'kitchen.sale': always('clientOut'),
  'kitchen.use': always('otherOut'),
};

/** A reason, as it is posted or reversed, where it lies, and the column it counts in. */
interface Placement {
  readonly reason: string;
  readonly inTransit: boolean;
  readonly marked: boolean;
  readonly column: Column;
}
/** All there is: a reversal counts where the move counts that it takes back, with the opposite sign. */
export const placements: readonly Placement[] = Object.entries(placed).flatMap(([code, { store, transit, marked }]) =>
  [code, `reverse.${code}`].flatMap((reason) => [
    { reason, inTransit: false, marked: false, column: store },
    { reason, inTransit: false, marked: true, column: marked ?? store },
    { reason, inTransit: true, marked: false, column: transit },
    { reason, inTransit: true, marked: true, column: transit },
  ]),
);

/** Quantity and value of something. */
export interface Sum {
  readonly qty: Decimal;
  readonly amount: Decimal;
}
const nothing: Sum = { qty: Decimal.zero, amount: Decimal.zero };
const plus = (one: Sum, other: Sum): Sum => ({ qty: one.qty.plus(other.qty), amount: one.amount.plus(other.amount) });
const negated = ({ qty, amount }: Sum): Sum => ({ qty: qty.negated(), amount: amount.negated() });
const sumOf = (sums: readonly Sum[]): Sum => sums.reduce(plus, nothing);

/** What moved, by column and as the ledger signs it: what left is below zero. */
export type Moved = Readonly<Partial<Record<Column, Sum>>>;
type Figures = Readonly<Record<Figure, Sum>>;

/** Every figure of what closed so and had moved so; what goes out is told without its sign. */
export function figuresOf(close: Sum, transit: Sum, moved: Moved): Figures {
  const ins = Object.fromEntries(IN.map((column) => [column, moved[column] ?? nothing])) as Record<InColumn, Sum>;
  const outs = Object.fromEntries(OUT.map((column) => [column, negated(moved[column] ?? nothing)])) as Record<
    OutColumn,
    Sum
  >;
  const [into, out] = [sumOf(Object.values(ins)), sumOf(Object.values(outs))];
  return { open: plus(plus(close, out), negated(into)), ...ins, in: into, ...outs, out, close, transit };
}

/** How often what lay there was turned over in a time of so many days, and how long it lay; null where nothing did. */
export function turnover(
  { open, close, out }: Pick<Figures, 'open' | 'close' | 'out'>,
  days: number,
): { readonly rate: Decimal | null; readonly days: Decimal | null } {
  const twice = open.amount.plus(close.amount);
  if (!twice.isPositive() || !out.amount.isPositive()) return { rate: null, days: null };
  const left = out.amount.times(Decimal.of(2));
  return {
    rate: left.dividedBy(twice).rounded(2),
    days: Decimal.of(days).times(twice).dividedBy(left).rounded(1),
  };
}

/** A stretch of time, and what moved in it; `transit` is by how much what is on its way grew. */
interface Stretch {
  readonly key: string;
  readonly moved: Moved;
  readonly transit: Sum;
}
/** What each stretch opened and closed with, when the last one closed so: from the end to the beginning. */
export function closings(
  stretches: readonly Stretch[],
  close: Sum,
  transit: Sum,
): readonly { readonly key: string; readonly figures: Figures }[] {
  let [lay, onItsWay] = [close, transit];
  return stretches
    .toReversed()
    .map(({ key, moved, transit: grew }) => {
      const figures = figuresOf(lay, onItsWay, moved);
      lay = figures.open;
      onItsWay = plus(onItsWay, negated(grew));
      return { key, figures };
    })
    .toReversed();
}

export const GROUPS = ['type', 'material', 'place', 'supplier', 'month', 'day'] as const;
export type GroupBy = (typeof GROUPS)[number];

const DAY_MS = 86_400_000;
const dayNr = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (nr: number): string => new Date(nr * DAY_MS).toISOString().slice(0, 10);
/** Days from one to another, both among them. */
export const daysFrom = (start: string, end: string): number => dayNr(end) - dayNr(start) + 1;

/** Every day, or every month by its first, that a time touches. */
export function stretchesOf(start: string, end: string, by: 'day' | 'month'): readonly string[] {
  const days = Array.from({ length: daysFrom(start, end) }, (_, nr) => dayOf(dayNr(start) + nr));
  return by === 'day' ? days : [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))];
}
/** The last day of the stretch that begins so. */
export function stretchEnd(key: string, by: 'day' | 'month'): string {
  if (by === 'day') return key;
  const [year, month] = key.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

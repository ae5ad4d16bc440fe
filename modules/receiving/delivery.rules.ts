/**
 * One delivery (trade-rules 6.1–6.5; store.md 4, doReceiving): may it be received as it was entered, and what does it
 * leave on each line of the bill. Everything that speaks against it is said at once, each with the line it was typed
 * on.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { LotDates } from '../stock/ledger/lot-life.rules.ts';
import { pieceWeightRefusal, type PieceBand } from './piece-weight.rules.ts';
import { acceptRefusal, lifeRefusal, type LifeRequirement, type ReceivingLine } from './receiving.rules.ts';

export type Zone = 'ambient' | 'cool' | 'chilled' | 'frozen';

/** How a material wants to be received. */
export interface ReceivingTraits {
  /** Null where no expiry is kept. */
  readonly shelfLifeDays: number | null;
  readonly requirement: LifeRequirement;
  /** Comes loose and keeps shortly: made the day it comes, unless somebody knows better. */
  readonly isFresh: boolean;
  readonly takesTemperature: boolean;
  readonly isWeighed: boolean;
  readonly isCatchWeight: boolean;
  readonly zone: Zone | null;
  /** Kinds of paper a lot must bring; without one of them it is received on hold. */
  readonly papers: readonly string[];
}
/** A line of the bill with what its material asks for. */
export interface BillLine extends ReceivingLine {
  readonly detailId: string;
  readonly traits: ReceivingTraits;
  /** Base units in one of its unit. */
  readonly factor: Decimal;
  readonly baseUnit: string;
  /** What pieces weighed before; null where nobody can say. */
  readonly band: PieceBand | null;
  /** Of the over-delivery, what was already settled by itself. */
  readonly overSettled: Decimal;
}
/** What a person entered for one lot. */
export interface DeliveredLine extends LotDates {
  readonly detailId: string;
  /** In the unit of the line. */
  readonly accepted: Decimal;
  readonly refused: Decimal;
  /** As it was typed, in whatever unit: what the scale must agree with. */
  readonly typed: Decimal;
  readonly refuseReason: string | null;
  readonly aux: Decimal;
  readonly gross: Decimal | null;
  readonly tare: Decimal | null;
  readonly temperature: Decimal | null;
  readonly overrideReason: string | null;
  readonly papers: readonly Id[];
  /** One for each of the papers, in their order; none: nobody said what they are. */
  readonly paperKinds: readonly string[];
  readonly pieceReason: string | null;
  readonly photos: number;
}
/** Where and when, and what the person may let pass. */
export interface Dock {
  readonly warehouse: string;
  readonly zones: readonly string[];
  readonly date: string;
  readonly mayOverride: boolean;
}

const ZONE_NAMES: Readonly<Record<Zone, { zh: string; en: string }>> = {
  ambient: { zh: '常温', en: 'ambient' },
  cool: { zh: '阴凉', en: 'cool' },
  chilled: { zh: '冷藏', en: 'chilled' },
  frozen: { zh: '冷冻', en: 'frozen' },
};
/** What goods may measure when they come, in °C (GB 31605: chilled 0–10; frozen goods may warm to −12 on the way). */
const TEMPERATURES: Readonly<Partial<Record<Zone, readonly [least: number, most: number]>>> = {
  chilled: [0, 10],
  frozen: [-60, -12],
};

/**
 * What was typed in another unit than the line's, in the unit of the line: exactly, or not at all (trade-rules 1.2).
 */
export function inUnitOf(line: { readonly factor: Decimal }, typed: Decimal, factor: Decimal): Decimal | null {
  const qty = typed.times(factor).dividedBy(line.factor).rounded(6);
  return qty.times(line.factor).equals(typed.times(factor)) ? qty : null;
}

/** Everything that speaks against a delivery. Nothing does: the list is empty. */
export function deliveryRefusals(
  bill: ReadonlyMap<string, BillLine>,
  delivered: readonly DeliveredLine[],
  dock: Dock,
): Refusal[] {
  const taken = new Map<string, Decimal>();
  return delivered.flatMap((lot, index): Refusal[] => {
    const line = index + 1;
    const ordered = bill.get(lot.detailId);
    if (ordered === undefined) return [refuse('receiving.not-of-this-bill', { line }, { line, field: 'detailId' })];
    const before = taken.get(lot.detailId) ?? Decimal.zero;
    taken.set(lot.detailId, before.plus(lot.accepted));
    const tooMuch = acceptRefusal({ ...ordered, line, received: ordered.received.plus(before) }, lot.accepted);
    return [
      ...entryRefusals(ordered, lot, line),
      ...(tooMuch === undefined ? [] : [tooMuch]),
      ...conditionRefusals(ordered, lot, line, dock),
      ...weightRefusals(ordered, lot, line),
    ];
  });
}

/** What was entered does not hold together. */
function entryRefusals({ material, unit, factor, traits }: BillLine, lot: DeliveredLine, line: number): Refusal[] {
  const found: Refusal[] = [];
  const no = (code: string, field: string, detail: Record<string, unknown> = {}): void =>
    void found.push(refuse(code, { material, ...detail }, { line, field }));
  if (!lot.accepted.plus(lot.refused).isPositive()) no('receiving.nothing-on-line', 'acceptedQty');
  if (lot.refused.isPositive() && lot.refuseReason === null) no('receiving.refuse-reason', 'refuseReason');
  if (lot.paperKinds.length > 0 && lot.paperKinds.length !== lot.papers.length)
    no('receiving.paper-kinds', 'paperKinds', { papers: lot.papers.length, kinds: lot.paperKinds.length });
  if (!lot.accepted.isPositive()) return found;
  if (lot.accepted.times(factor).rounded(6).isZero())
    no('receiving.too-little', 'acceptedQty', { qty: lot.accepted, unit });
  if (traits.isCatchWeight && !lot.aux.isPositive()) no('receiving.pieces-missing', 'auxQty');
  if (traits.isWeighed && (lot.gross === null || lot.tare === null)) no('receiving.weight-missing', 'grossQty');
  if (lot.gross !== null && lot.tare !== null && !lot.gross.minus(lot.tare).equals(lot.typed))
    no('receiving.weight-differs', 'acceptedQty', { net: lot.gross.minus(lot.tare), accepted: lot.typed });
  if (traits.takesTemperature && lot.temperature === null) no('receiving.temperature-missing', 'temperature');
  return found;
}

function weightRefusals(
  { material, baseUnit, factor, band }: BillLine,
  { accepted, aux: pieces, pieceReason: reason, photos }: DeliveredLine,
  line: number,
): Refusal[] {
  const baseQty = accepted.times(factor).rounded(6);
  const refusal = pieceWeightRefusal({ material, baseUnit, baseQty, pieces, reason, photos }, band, line);
  return refusal === undefined ? [] : [refusal];
}

/** The goods are not in the condition asked for. Who holds the right may let them pass, with a reason. */
function conditionRefusals({ material, traits }: BillLine, lot: DeliveredLine, line: number, dock: Dock): Refusal[] {
  if (!lot.accepted.isPositive()) return [];
  const found: Refusal[] = [];
  const life = lifeRefusal(material, lot, traits.shelfLifeDays, dock.date, traits.requirement, line);
  if (life !== undefined) found.push(life);
  const range = traits.zone === null ? undefined : TEMPERATURES[traits.zone];
  if (
    range !== undefined &&
    lot.temperature !== null &&
    (lot.temperature.isBelow(Decimal.of(range[0])) || lot.temperature.isAbove(Decimal.of(range[1])))
  )
    found.push(
      refuse(
        'receiving.temperature-out',
        { material, temperature: lot.temperature, min: range[0], max: range[1] },
        { line, field: 'temperature' },
      ),
    );
  if ((traits.zone === 'chilled' || traits.zone === 'frozen') && !dock.zones.includes(traits.zone))
    found.push(refuse('receiving.no-zone', { warehouse: dock.warehouse, zone: ZONE_NAMES[traits.zone] }, { line }));
  const passes = dock.mayOverride && lot.overrideReason !== null;
  return passes ? found.filter((refusal) => !MAY_PASS.has(refusal.code)) : found;
}
/** What goods may be let pass in spite of. What is expired or not yet made is never received. */
export const MAY_PASS: ReadonlySet<string> = new Set([
  'receiving.life-too-short',
  'receiving.temperature-out',
  'receiving.no-zone',
]);

type LineState = 'waiting' | 'part' | 'received' | 'difference' | 'closed';

/** A line as it stands: ordered = received + settled + open, whatever happened to it. */
export interface LineFigures {
  readonly received: Decimal;
  readonly refused: Decimal;
  /** Net: shortages settled, less what came too much and was kept. */
  readonly settled: Decimal;
  readonly open: Decimal;
  readonly state: LineState;
}

/** What changed on a line of the bill. Negative figures take a delivery back. */
interface LineChange {
  readonly accepted?: Decimal;
  readonly refused?: Decimal;
  /** Settled by a difference. */
  readonly settled?: Decimal;
  /** What still waits in a case after the change. */
  readonly waiting?: Decimal;
}

/**
 * A line after a change. What came beyond the order (its limit was checked) settles itself, so that the identity holds
 * at every moment; `over` is how much of it was settled now, negative where a delivery was taken back.
 */
export function lineAfter(line: BillLine, change: LineChange): LineFigures & { readonly over: Decimal } {
  const received = line.received.plus(change.accepted ?? Decimal.zero);
  const refused = Decimal.max(Decimal.zero, line.refused.plus(change.refused ?? Decimal.zero));
  const explained = line.settled.plus(change.settled ?? Decimal.zero);
  const beyond = received.plus(explained).minus(line.ordered);
  const over = beyond.isPositive() ? beyond : Decimal.min(line.overSettled, beyond.negated()).negated();
  const settled = explained.minus(over);
  const open = line.ordered.minus(received).minus(settled);
  const waiting = Decimal.min(open, change.waiting ?? line.waiting);
  return { received, refused, settled, open, over, state: stateOf({ received, refused, settled, open, waiting }) };
}

function stateOf({
  received,
  refused,
  settled,
  open,
  waiting,
}: Omit<LineFigures, 'state'> & { readonly waiting: Decimal }): LineState {
  if (waiting.isPositive()) return 'difference';
  if (open.isZero()) return settled.isPositive() ? 'closed' : 'received';
  return received.isZero() && refused.isZero() && settled.isZero() ? 'waiting' : 'part';
}

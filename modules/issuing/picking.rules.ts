/**
 * What a picker hands in, against what the lines ask for (store.md OutStore, trade-rules 7.2).
 *
 * A line is served by lots of its material, never more than it still asks for. Less asks for a reason, unless the rest
 * stays open; lots other than the first expired ask for one too. A line the picker says nothing of goes as proposed.
 * What was begun may be ended with nothing more: what left before is shipped, the rest is short.
 *
 * Goods of catch weight leave with their pieces and with what the scale says (trade-rules 1.6): neither is worked out
 * from the other, but that the last of a lot takes its last pieces. A line that asks for pieces is served by pieces.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { overrideRefusal, type LotPick } from '../stock/ledger/batch-allocation.rules.ts';
import { isPickReason } from './picking-entry.rules.ts';
import './issuing.refusals.ts';

export interface OpenLine {
  readonly id: string;
  readonly lineNo: number;
  readonly material: string;
  readonly unitName: string;
  readonly baseUnitName: string;
  readonly factor: Decimal;
  /** Still to be shipped, in base unit. */
  readonly openBaseQty: Decimal;
  readonly isCatchWeight: boolean;
  /** Of catch weight, and asked for by the piece: its base quantity is what so many pieces weigh as a rule. */
  readonly inPieces: boolean;
}
/** One lot as the picker entered it, quantity in the line's unit. */
export interface EnteredPick {
  readonly batchId: string;
  readonly qty: Decimal;
  /** The same in base unit, where the picker was shown it. */
  readonly baseQty: Decimal | null;
  /** The pieces, of goods of catch weight. */
  readonly auxQty: Decimal | null;
  readonly overrideReason: string;
}
export interface EnteredLine {
  readonly detailId: string;
  readonly shortReason: string | null;
  /** Null: as proposed. */
  readonly picks: readonly EnteredPick[] | null;
}
export interface ShippedPick {
  readonly line: OpenLine;
  readonly batchId: string;
  readonly baseQty: Decimal;
  readonly auxQty: Decimal;
  /** What it is of the line's open quantity: as much as it weighs, but for lines in pieces. */
  readonly serves: Decimal;
  readonly overrideReason: string | null;
  readonly fefoRank: number | null;
}
export interface PickingPlan {
  readonly picks: readonly ShippedPick[];
  /** What each line is still short of, in base unit. */
  readonly short: ReadonlyMap<string, { readonly baseQty: Decimal; readonly reason: string | null }>;
  readonly refusals: readonly Refusal[];
}

/** A quantity in base unit as one in the unit of the line, of 6 decimals. */
export const toLineQty = (line: Pick<OpenLine, 'factor'>, baseQty: Decimal): Decimal =>
  baseQty.dividedBy(line.factor).rounded(6);
const toBaseQty = (line: Pick<OpenLine, 'factor'>, qty: Decimal): Decimal => qty.times(line.factor).rounded(6);

/** What lies of the lots a picker named, by lot: in base unit, and in pieces. */
export type OnHand = ReadonlyMap<string, { readonly qty: Decimal; readonly pieces: Decimal }>;

/**
 * What the picks of a line are in base unit. A third of a box stands for more than one quantity of kilograms, so that
 * no crumb stays behind it is read as what the picker was shown, else as the whole of the lot; and picks that together
 * make all that is open make exactly that.
 */
export function inBase(line: OpenLine, picks: readonly EnteredPick[], onHand: OnHand): readonly Decimal[] {
  if (line.inPieces)
    return picks.map(
      (pick) =>
        pick.baseQty ??
        (piecesOf(line, pick, onHand)?.equals(onHand.get(pick.batchId)?.pieces ?? Decimal.zero)
          ? onHand.get(pick.batchId)!.qty
          : Decimal.zero),
    );
  const exact = picks.map(
    (pick) => [pick.baseQty, onHand.get(pick.batchId)?.qty].find((baseQty) => showsAs(line, baseQty, pick.qty)) ?? null,
  );
  const read = exact.map((baseQty, index) => baseQty ?? toBaseQty(line, picks[index]!.qty));
  const last = exact.lastIndexOf(null);
  const rest = line.openBaseQty.minus(Decimal.sum(read.filter((_, index) => index !== last)));
  const isAll = Decimal.sum(picks.map((pick) => pick.qty)).equals(toLineQty(line, line.openBaseQty));
  return isAll && rest.isPositive() ? read.map((baseQty, index) => (index === last ? rest : baseQty)) : read;
}
const showsAs = (line: OpenLine, baseQty: Decimal | null | undefined, qty: Decimal): boolean =>
  baseQty != null && toLineQty(line, baseQty).equals(qty);

/** The pieces of a pick; of a line in pieces they are its quantity. Null: nobody said. */
const piecesOf = (line: OpenLine, pick: EnteredPick, onHand: OnHand, baseQty?: Decimal): Decimal | null => {
  const lot = onHand.get(pick.batchId);
  if (baseQty !== undefined && lot !== undefined && baseQty.equals(lot.qty)) return lot.pieces;
  return pick.auxQty ?? (line.inPieces ? pick.qty : null);
};

/** How much of a line the picker wants to ship, in base unit; null: all that is open. */
export const wantedOf = (line: OpenLine, entered: EnteredLine | undefined, onHand: OnHand): Decimal | null =>
  entered?.picks ? Decimal.sum(inBase(line, entered.picks, onHand)) : null;

/** What is known when a picker hands in. */
interface Picking {
  readonly lines: readonly OpenLine[];
  readonly entered: ReadonlyMap<string, EnteredLine>;
  /** The lots first expired first for `wantedOf` each line. */
  readonly proposed: ReadonlyMap<string, readonly LotPick[]>;
  readonly onHand: OnHand;
  /** Lots of another material than the line's, by line. */
  readonly foreignLots: ReadonlyMap<string, ReadonlySet<string>>;
  readonly keepOpen: boolean;
  /** Something left before. */
  readonly isBegun: boolean;
}

/** The lots to ship. All that is wrong is said at once. */
export function planPicking({
  lines,
  entered,
  proposed,
  onHand,
  foreignLots,
  keepOpen,
  isBegun,
}: Picking): PickingPlan {
  const refusals: Refusal[] = [];
  const picks: ShippedPick[] = [];
  const short = new Map<string, { baseQty: Decimal; reason: string | null }>();
  for (const line of lines) {
    const own = entered.get(line.id);
    const proposal = proposed.get(line.id) ?? [];
    const taken = takenOf(line, own, proposal, onHand);
    const total = Decimal.sum(taken.map((pick) => pick.serves));
    refusals.push(...lineRefusals(line, own, taken, total, proposal, foreignLots.get(line.id) ?? new Set()));
    const missing = line.openBaseQty.minus(total);
    const reason = own?.shortReason ?? null;
    if (toLineQty(line, missing).isPositive()) {
      if (reason !== null && !isPickReason(reason))
        refusals.push(refuse('issuing.reason-of-sorting', { material: line.material }, { line: line.lineNo }));
      if (!keepOpen && reason === null)
        refusals.push(
          refuse(
            'issuing.short-reason',
            { material: line.material, short: toLineQty(line, missing), unit: line.unitName },
            { line: line.lineNo },
          ),
        );
      short.set(line.id, { baseQty: missing, reason });
    }
    picks.push(...taken);
  }
  const isEnd = isBegun && !keepOpen;
  if (refusals.length === 0 && picks.length === 0 && !isEnd) refusals.push(refuse('issuing.nothing-picked'));
  return { picks, short, refusals };
}

/** The lots of a line as entered, else as proposed. */
function takenOf(
  line: OpenLine,
  own: EnteredLine | undefined,
  proposal: readonly LotPick[],
  onHand: OnHand,
): ShippedPick[] {
  const entered = own?.picks;
  if (!entered)
    return proposal.map((pick, index) => ({
      line,
      batchId: pick.batchId,
      baseQty: pick.qty,
      auxQty: Decimal.zero,
      serves: pick.qty,
      overrideReason: null,
      fefoRank: index + 1,
    }));
  const rank = new Map(proposal.map((pick, index) => [pick.batchId, index + 1]));
  const weights = inBase(line, entered, onHand);
  return entered.map((pick, index) => {
    const baseQty = weights[index]!;
    const auxQty = line.isCatchWeight ? (piecesOf(line, pick, onHand, baseQty) ?? Decimal.zero) : Decimal.zero;
    return {
      line,
      batchId: pick.batchId,
      baseQty,
      auxQty,
      serves: line.inPieces ? toBaseQty(line, auxQty) : baseQty,
      overrideReason: pick.overrideReason || null,
      fefoRank: rank.get(pick.batchId) ?? null,
    };
  });
}

function lineRefusals(
  line: OpenLine,
  own: EnteredLine | undefined,
  taken: readonly ShippedPick[],
  total: Decimal,
  proposal: readonly LotPick[],
  foreign: ReadonlySet<string>,
): Refusal[] {
  const at = { line: line.lineNo };
  const found: Refusal[] = [];
  if (line.isCatchWeight && taken.some((pick) => !pick.auxQty.isPositive() || !pick.baseQty.isPositive()))
    return [refuse('issuing.not-weighed', { material: line.material, baseUnit: line.baseUnitName }, at)];
  if (!own?.picks) return [];
  if (taken.some((pick) => !pick.baseQty.isPositive()))
    found.push(refuse('issuing.pick-invalid', { material: line.material }, at));
  const other = line.inPieces
    ? undefined
    : own.picks.find((pick) => pick.baseQty !== null && !showsAs(line, pick.baseQty, pick.qty));
  if (other !== undefined)
    found.push(
      refuse(
        'issuing.base-differs',
        {
          material: line.material,
          qty: other.qty,
          unit: line.unitName,
          base: other.baseQty,
          baseUnit: line.baseUnitName,
        },
        at,
      ),
    );
  if (own.picks.some((pick) => foreign.has(pick.batchId)))
    found.push(refuse('issuing.not-substitute', { material: line.material }, at));
  if (total.isAbove(line.openBaseQty))
    found.push(
      refuse(
        'issuing.pick-too-much',
        {
          material: line.material,
          picked: toLineQty(line, total),
          wanted: toLineQty(line, line.openBaseQty),
          unit: line.unitName,
        },
        at,
      ),
    );
  // With less there than wanted nothing is left to choose; the posting says what is short.
  if (Decimal.sum(proposal.map((pick) => pick.qty)).equals(Decimal.sum(taken.map((pick) => pick.baseQty)))) {
    const chosen = taken.map((pick) => ({ batchId: pick.batchId, batchCode: '', qty: pick.baseQty, expiryDate: null }));
    const override = overrideRefusal(
      line.material,
      proposal,
      chosen,
      own.picks.map((pick) => pick.overrideReason).join(''),
    );
    if (override) found.push({ ...override, line: line.lineNo });
  }
  return found;
}

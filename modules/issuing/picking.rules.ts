/**
 * What a picker hands in, against what the lines ask for (store.md OutStore, trade-rules 7.2).
 *
 * A line is served by lots of its material, never more than it still asks for. Less asks for a reason, unless the rest
 * stays open; lots other than the first expired ask for one too. A line the picker says nothing of goes as proposed.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { overrideRefusal, type LotPick } from '../stock/batch-allocation.rules.ts';
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
}
/** One lot as the picker entered it, quantity in the line's unit. */
export interface EnteredPick {
  readonly batchId: string;
  readonly qty: Decimal;
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
  readonly overrideReason: string | null;
  readonly fefoRank: number | null;
}
export interface PickingPlan {
  readonly picks: readonly ShippedPick[];
  /** What each line is still short of, in base unit. */
  readonly short: ReadonlyMap<string, { readonly baseQty: Decimal; readonly reason: string | null }>;
  readonly refusals: readonly Refusal[];
}

export const toLineQty = (line: Pick<OpenLine, 'factor'>, baseQty: Decimal): Decimal => baseQty.dividedBy(line.factor).rounded(6);
export const toBaseQty = (line: Pick<OpenLine, 'factor'>, qty: Decimal): Decimal => qty.times(line.factor).rounded(6);

/** How much of a line the picker wants to ship: what he entered, else all that is open. */
export const wantedOf = (line: OpenLine, entered: EnteredLine | undefined): Decimal =>
  entered?.picks ? Decimal.sum(entered.picks.map((pick) => toBaseQty(line, pick.qty))) : line.openBaseQty;

/**
 * The lots to ship. `proposed` are the lots first expired first for `wantedOf` each line; `materialOf` says which material
 * a lot is of. All that is wrong is said at once.
 */
export function planPicking(
  lines: readonly OpenLine[], entered: ReadonlyMap<string, EnteredLine>, proposed: ReadonlyMap<string, readonly LotPick[]>, foreignLots: ReadonlyMap<string, ReadonlySet<string>>, keepOpen: boolean,
): PickingPlan {
  const refusals: Refusal[] = [];
  const picks: ShippedPick[] = [];
  const short = new Map<string, { baseQty: Decimal; reason: string | null }>();
  for (const line of lines) {
    const own = entered.get(line.id);
    const proposal = proposed.get(line.id) ?? [];
    const rank = new Map(proposal.map((pick, index) => [pick.batchId, index + 1]));
    const taken = own?.picks
      ? own.picks.map((pick) => ({ line, batchId: pick.batchId, baseQty: toBaseQty(line, pick.qty), overrideReason: pick.overrideReason || null, fefoRank: rank.get(pick.batchId) ?? null }))
      : proposal.map((pick, index) => ({ line, batchId: pick.batchId, baseQty: pick.qty, overrideReason: null, fefoRank: index + 1 }));
    const total = Decimal.sum(taken.map((pick) => pick.baseQty));
    refusals.push(...lineRefusals(line, own, taken, total, proposal, foreignLots.get(line.id) ?? new Set()));
    const missing = line.openBaseQty.minus(total);
    const reason = own?.shortReason ?? null;
    if (missing.isPositive()) {
      if (!keepOpen && reason === null) refusals.push(refuse('issuing.short-reason', { material: line.material, short: toLineQty(line, missing), unit: line.unitName }, { line: line.lineNo }));
      short.set(line.id, { baseQty: missing, reason });
    }
    picks.push(...taken);
  }
  if (refusals.length === 0 && picks.length === 0) refusals.push(refuse('issuing.nothing-picked'));
  return { picks, short, refusals };
}

function lineRefusals(line: OpenLine, own: EnteredLine | undefined, taken: readonly ShippedPick[], total: Decimal, proposal: readonly LotPick[], foreign: ReadonlySet<string>): Refusal[] {
  if (!own?.picks) return [];
  const at = { line: line.lineNo };
  const found: Refusal[] = [];
  if (own.picks.some((pick) => !pick.qty.isPositive())) found.push(refuse('issuing.pick-invalid', { material: line.material }, at));
  if (own.picks.some((pick) => foreign.has(pick.batchId))) found.push(refuse('issuing.not-substitute', { material: line.material }, at));
  if (total.isAbove(line.openBaseQty)) found.push(refuse('issuing.pick-too-much', { material: line.material, picked: toLineQty(line, total), wanted: toLineQty(line, line.openBaseQty) }, at));
  // With less there than wanted nothing is left to choose; the posting says what is short.
  if (Decimal.sum(proposal.map((pick) => pick.qty)).equals(total)) {
    const chosen = taken.map((pick) => ({ batchId: pick.batchId, batchCode: '', qty: pick.baseQty, expiryDate: null }));
    const override = overrideRefusal(line.material, proposal, chosen, own.picks.map((pick) => pick.overrideReason).join(''));
    if (override) found.push({ ...override, line: line.lineNo });
  }
  return found;
}

/** What may be decided on a case: by whom, how much of it, and what becomes of that. */
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { NEEDS_PHOTO, outcomes, ownOutcomes } from '../../issuing/claims/difference-choices.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Case, SettledCase } from '../settled-case.ts';
import '../receiving.refusals.ts';

const isOver = ({ differenceQty }: Pick<Case, 'differenceQty'>): boolean => Decimal.of(differenceQty).isNegative();
const wordOf = (outcome: string): { zh: string; en: string } => {
  const [, zh, en] = outcomes.find(([value]) => value === outcome)!;
  return { zh, en };
};

/** Goods between our own places have outcomes of their own; so have those that came too many. */
const unfit = (row: Pick<Case, 'fromLocationId' | 'differenceQty' | 'billCode'>, outcome: string): readonly Refusal[] =>
  row.fromLocationId === null || ownOutcomes(isOver(row)).some(([value]) => value === outcome)
    ? []
    : [refuse('receiving.case-outcome', { billCode: row.billCode, outcome: wordOf(outcome) }, { field: 'outcome' })];

/** The first thing that stands against confirming a case. */
export function confirmRefusals({ row, rest, agreed, outcome }: SettledCase, userId: string): readonly Refusal[] {
  const { billCode } = row;
  if (row.createUser === userId) return [refuse('receiving.own-difference', { billCode })];
  if (outcome === 'wait') return [refuse('receiving.wait-needs-outcome', { billCode }, { field: 'outcome' })];
  if (agreed.isAbove(rest))
    return [refuse('receiving.agreed-too-much', { billCode, most: rest }, { field: 'agreedQty' })];
  return unfit(row, outcome);
}

/** What stands against the receiver's word on a case. */
export const insistRefusals = (
  row: Pick<Case, 'fromLocationId' | 'differenceQty' | 'billCode' | 'differenceType' | 'pictures'>,
  changed: { readonly outcome: string | null; readonly pictures: readonly string[] | null },
): readonly Refusal[] => [
  ...(changed.outcome === null ? [] : unfit(row, changed.outcome)),
  ...(NEEDS_PHOTO.has(row.differenceType) && (changed.pictures ?? row.pictures ?? []).length === 0
    ? [refuse('receiving.case-photo', { billCode: row.billCode }, { field: 'pictures' })]
    : []),
];

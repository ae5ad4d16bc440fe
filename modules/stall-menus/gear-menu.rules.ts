/**
 * What may still change on a stall menu: before its meal everything, while a determined one runs prices and limits
 * alone, afterwards nothing (operations.md, GearMenu).
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText } from '../../kernel/core/field.ts';
import type { Label } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { mealEnd, mealTime, type ServingInterval } from '../operations/meals/meal-time.rules.ts';
import './stall-menus.refusals.ts';

export type Phase = 'coming' | 'running' | 'past';

/** Where a meal stands at a moment, `yyyy-MM-dd HH:mm` or longer. */
export function phaseOf(intervals: readonly ServingInterval[], mealType: string, day: string, now: string): Phase {
  const minute = now.slice(0, 16);
  if (minute < mealTime(intervals, mealType, day)) return 'coming';
  return minute < mealEnd(intervals, mealType, day) ? 'running' : 'past';
}

export interface SoldDish {
  readonly dishId: string;
  readonly portionGroup: string;
  readonly isFree: number;
}
interface MenuFacts {
  readonly phase: Phase;
  readonly date: string;
  readonly meal: Label;
  readonly determined: boolean;
}

const keyOf = ({ dishId, portionGroup, isFree }: SoldDish): string => `${dishId}|${portionGroup}|${isFree}`;

/** What speaks against writing these dishes over those that stand; undefined where the dishes were left alone. */
export function changeRefusals(
  { phase, date, meal, determined }: MenuFacts,
  before: readonly SoldDish[],
  after: readonly SoldDish[] | undefined,
): Refusal[] {
  if (phase === 'past') return [refuse('stall-menus.past', { date, meal }, { field: 'menuDate' })];
  if (phase !== 'running' || !determined || after === undefined) return [];
  const [old, fresh] = [before, after].map((lines) => new Set(lines.map(keyOf)));
  const isSame = old!.size === fresh!.size && [...old!].every((key) => fresh!.has(key));
  return isSame ? [] : [refuse('stall-menus.running', { date, meal }, { field: 'details' })];
}

export interface SaleState {
  readonly soldOut: number;
  readonly soldQty: DecimalText;
  readonly saleLimitQty: DecimalText | null;
}
/** Why a dish is sold no more: a person said so, or its limit is reached; "" where it is still sold. */
export function soldOutBy({ soldOut, soldQty, saleLimitQty }: SaleState): 'hand' | 'limit' | '' {
  if (soldOut === 1) return 'hand';
  return saleLimitQty !== null && !Decimal.of(soldQty).isBelow(Decimal.of(saleLimitQty)) ? 'limit' : '';
}

/** Portions that may still be sold; null without a limit. */
export const leftOf = ({ soldQty, saleLimitQty }: Omit<SaleState, 'soldOut'>): DecimalText | null =>
  saleLimitQty === null
    ? null
    : Decimal.max(Decimal.zero, Decimal.of(saleLimitQty).minus(Decimal.of(soldQty))).toString();

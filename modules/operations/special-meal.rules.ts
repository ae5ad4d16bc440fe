/** What a special meal comes to, and what speaks against it: the same check while typing, before sending and before approving. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import './operations.refusals.ts';
import { dishRefusals, type PlanFacts } from './sales-plan.rules.ts';

/** Guests × price per head, rounded once, and the fee; money. */
export const mealTotal = (headCount: number, mealStandard: Decimal, serviceFee: Decimal): Decimal => mealStandard.times(Decimal.of(headCount)).rounded(2).plus(serviceFee);

/** Portions as entered, else what each guest takes × guests; null where neither is known. */
export const portionsFor = (portions: Decimal | null, perHead: Decimal | null, headCount: number): Decimal | null => portions ?? perHead?.times(Decimal.of(headCount)) ?? null;

export interface MealLine {
  readonly lineKind: 'dish' | 'material';
  readonly dishId: string | null;
  readonly materialId: string | null;
  readonly unitId: string | null;
  readonly portions: Decimal | null;
}

/** Lines that do not say what is eaten or how much of it. Refuses each by number and field. */
export function lineFaults(lines: readonly MealLine[]): Refusal[] {
  return lines.flatMap(({ lineKind, dishId, materialId, unitId, portions }, index) => {
    const line = index + 1;
    const missing = (code: string, field: string) => refuse(code, { line }, { line, field });
    return [
      ...(lineKind === 'dish' && dishId === null ? [missing('operations.meal-dish', 'dishId')] : []),
      ...(lineKind === 'material' && materialId === null ? [missing('operations.meal-material', 'materialId')] : []),
      ...(lineKind === 'material' && unitId === null ? [missing('operations.meal-unit', 'unitId')] : []),
      ...(portions === null ? [missing('operations.meal-portions', 'portions')] : []),
      ...(lineKind === 'dish' && portions !== null && !portions.rounded(0).equals(portions) ? [missing('operations.meal-whole', 'portions')] : []),
    ];
  });
}

export interface MealFacts extends Pick<PlanFacts, 'intervals' | 'dishes' | 'mealName'> {
  readonly billCode: string;
  readonly mealDate: string;
  readonly mealType: string;
  readonly today: string;
  /** Frozen materials by id, with their name. */
  readonly frozenMaterials: ReadonlyMap<string, string>;
}

/** Everything that speaks against a special meal. */
export function mealRefusals(lines: readonly MealLine[], facts: MealFacts): Refusal[] {
  const { billCode, mealDate, mealType, today } = facts;
  if (lines.length === 0) return [refuse('operations.meal-empty', { billCode }, { field: 'details' })];
  const days = { startDate: mealDate, endDate: mealDate };
  return [
    ...(mealDate < today ? [refuse('operations.meal-past', { billCode, mealDate }, { field: 'mealDate' })] : []),
    ...lineFaults(lines),
    ...lines.flatMap(({ dishId, materialId }, index) => {
      const line = index + 1;
      if (dishId !== null) return dishRefusals({ mealDate, mealType, dishId }, line, { ...facts, ...days });
      const frozen = facts.frozenMaterials.get(materialId ?? '');
      return frozen === undefined ? [] : [refuse('operations.meal-material-frozen', { line, material: frozen }, { line, field: 'materialId' })];
    }),
  ];
}

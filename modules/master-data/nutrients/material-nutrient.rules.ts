/** Nutrients of 100 g: what stands against them, what follows from them, how much of them is known. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import '../master-data.refusals.ts';

/** Decimal text by name; null is unknown. */
type NutrientValues = Readonly<Record<string, string | null>>;

const KJ_PER_KCAL = Decimal.of('4.184');
const OFF_BY = Decimal.of('0.05');
const MOST = Decimal.of('105');
const MAKES_UP = ['waterG', 'proteinG', 'fatG', 'carbohydrateG', 'ashG'] as const;

const known = (values: NutrientValues, name: string): Decimal | null =>
  values[name] === null || values[name] === undefined ? null : Decimal.of(values[name]);

/** Energy in the unit it was not given in, to 2 places. */
export function energyBoth(values: NutrientValues): {
  readonly energyKcal: string | null;
  readonly energyKj: string | null;
} {
  const [kcal, kj] = [known(values, 'energyKcal'), known(values, 'energyKj')];
  return {
    energyKcal: (kcal ?? kj?.dividedBy(KJ_PER_KCAL).rounded(2) ?? null)?.toString() ?? null,
    energyKj: (kj ?? kcal?.times(KJ_PER_KCAL).rounded(2) ?? null)?.toString() ?? null,
  };
}

/** What is wrong with the nutrients of 100 g: energy in two units that disagree, parts above the whole. */
export function nutrientRefusals(values: NutrientValues): Refusal[] {
  const [kcal, kj] = [known(values, 'energyKcal'), known(values, 'energyKj')];
  const refusals: Refusal[] = [];
  if (kcal !== null && kj !== null) {
    const expected = kcal.times(KJ_PER_KCAL);
    const [low, high] = [expected.times(Decimal.one.minus(OFF_BY)), expected.times(Decimal.one.plus(OFF_BY))];
    if (!kj.isAtLeast(low) || !high.isAtLeast(kj))
      refusals.push(
        refuse(
          'master-data.nutrient-energy',
          { kcal: kcal.toString(), kj: kj.toString(), expected: expected.rounded(1).toString() },
          { field: 'energyKj' },
        ),
      );
  }
  const sum = MAKES_UP.reduce((total, name) => total.plus(known(values, name) ?? Decimal.zero), Decimal.zero);
  if (!MOST.isAtLeast(sum))
    refusals.push(refuse('master-data.nutrient-sum', { sum: sum.toString() }, { field: 'carbohydrateG' }));
  return refusals;
}

/** Share of `names` that is known, in points, to 1 place. */
export const fillRate = (values: NutrientValues, names: readonly string[]): string =>
  Decimal.of(String(names.filter((name) => known(values, name) !== null).length))
    .times(Decimal.hundred)
    .dividedBy(Decimal.of(String(names.length)))
    .rounded(1)
    .toString();

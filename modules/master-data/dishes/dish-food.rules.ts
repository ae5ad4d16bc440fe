/**
 * What a dish contains and feeds: allergens of its parts, the worst counting, and nutrients as far as they are known.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';

export type AllergenState = 'contains' | 'may-contain' | 'unknown' | 'free';
/** Known to be in it beats may be in it, which beats nobody said, which beats free of it. */
const WORST: readonly AllergenState[] = ['contains', 'may-contain', 'unknown', 'free'];

export interface Part {
  readonly materialId: string;
  /** How it is cooked; null where nobody said. */
  readonly cookingMethod: string | null;
  /** Edible, per portion; null where no weight leads to it. */
  readonly grams: Decimal | null;
}
export interface PartFacts {
  /** By allergen; what is not named is unknown. */
  readonly allergens: ReadonlyMap<string, AllergenState>;
  /** Per 100 g, by nutrient; null is unknown. */
  readonly nutrients: Readonly<Record<string, string | null>> | null;
}
export interface DishFood {
  readonly allergens: Readonly<Record<string, AllergenState>>;
  /** Per portion, 1 place; null where nothing is known of any part. */
  readonly nutrients: Readonly<Record<string, string | null>>;
  /** Of these, what is reckoned as if cooking took nothing of some part. */
  readonly withoutLosses: readonly string[];
  /** Share of the weight with an energy value, in points, 1 place; null without weight. */
  readonly coverage: string | null;
}

/** Share of a nutrient that a way of cooking leaves of a material, 1 for all of it; null where nobody knows. */
export type Retention = (materialId: string, cookingMethod: string | null, nutrient: string) => Decimal | null;

/** Allergens and nutrients of a dish from those of its parts, and for how much of its weight they are known. */
export function foodOf(
  parts: readonly Part[],
  factsOf: (materialId: string) => PartFacts,
  retention: Retention,
  names: { readonly allergens: readonly string[]; readonly nutrients: readonly string[] },
): DishFood {
  const facts = parts.map((part) => ({ ...part, ...factsOf(part.materialId) }));
  const allergens = Object.fromEntries(
    names.allergens.map((name) => [
      name,
      WORST.find((state) => facts.some((each) => (each.allergens.get(name) ?? 'unknown') === state)) ?? 'unknown',
    ]),
  );
  const withoutLosses: string[] = [];
  const nutrients = Object.fromEntries(
    names.nutrients.map((name) => {
      const known = facts.flatMap(({ materialId, cookingMethod, grams, nutrients: of }) => {
        if (grams === null || (of?.[name] ?? null) === null) return [];
        const left = retention(materialId, cookingMethod, name);
        if (left === null && !withoutLosses.includes(name)) withoutLosses.push(name);
        return [
          grams
            .times(Decimal.of(of![name]!))
            .dividedBy(Decimal.hundred)
            .times(left ?? Decimal.one),
        ];
      });
      return [name, known.length === 0 ? null : Decimal.sum(known).rounded(1).toString()];
    }),
  );
  const weighed = facts.filter((each) => each.grams !== null);
  const total = Decimal.sum(weighed.map((each) => each.grams!));
  const covered = Decimal.sum(
    weighed.filter((each) => (each.nutrients?.['energyKcal'] ?? null) !== null).map((each) => each.grams!),
  );
  // A part without a weight is as unknown as one without a table: each counts as much as a part does on average.
  const share = total.isZero()
    ? Decimal.zero
    : covered
        .times(Decimal.hundred)
        .times(Decimal.of(weighed.length))
        .dividedBy(total)
        .dividedBy(Decimal.of(facts.length))
        .rounded(1);
  return { allergens, nutrients, withoutLosses, coverage: facts.length === 0 ? null : share.toString() };
}

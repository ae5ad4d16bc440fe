/**
 * What may stand in for a material that is short or dear (trade-rules 4.7; master-data.md MaterialSubstitute): ranked
 * by the rules of the client, allergens, stock at risk, cost and nutrition. What may not be taken stays on the list,
 * last, with why not: it brings an allergen, is forbidden there, is frozen, or nobody said how much of it is wanted.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { AllergenState, PartFacts } from '../../master-data/dishes/dish-food.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { byPlace, holdsFor, type ExchangeRule, type ExchangeWish } from './exchange.rules.ts';
import '../sourcing.refusals.ts';

export interface SubstituteRule extends ExchangeRule {
  /** Replacements always apply when needs are computed, so they stand before substitutes. */
  readonly kind: 'replace' | 'substitute';
  /** Base units of the other per base unit of the material; null where no unit led to it. */
  readonly ratio: Decimal | null;
  readonly priority: number;
  /** Also the other way round, by the inverse ratio. */
  readonly bothWays: boolean;
}
/** Where it is wanted, and how much in base unit. */
export interface SubstituteWish extends ExchangeWish {
  readonly qty: Decimal;
}
/** What is known of a material at the place on the day. */
export interface MaterialFacts extends PartFacts {
  readonly code: string;
  readonly name: string;
  readonly frozen: boolean;
  /** Of the best offer, per base unit. */
  readonly basePrice: Decimal | null;
  /** Usable and not promised, base unit. */
  readonly available: Decimal;
  /** Of that, what expires soon. */
  readonly expiring: Decimal;
  /** Per base unit; null where no unit leads to a weight. */
  readonly grams: Fraction | null;
  /** Why it may not be bought or cooked there. */
  readonly forbidden: readonly Refusal[];
}

/** An allergen of a substitute; `isNew` where the material it stands for is freer of it. */
interface SubstituteAllergen {
  readonly allergen: string;
  readonly state: AllergenState;
  readonly isNew: boolean;
}
export interface RankedSubstitute {
  readonly materialId: string;
  readonly kind: SubstituteRule['kind'];
  readonly priority: number;
  /** To 12 places; null where it is missing, never taken as 1. */
  readonly ratio: Decimal | null;
  /** More (or less) than the material costs, per base unit of the material, 6 places; null where a price is missing. */
  readonly priceDiff: Decimal | null;
  readonly available: Decimal;
  readonly expiring: Decimal;
  readonly allergens: readonly SubstituteAllergen[];
  /** Of what stands for 100 g of the material, 1 place; null where a figure or a weight is missing. */
  readonly nutrientDelta: Readonly<Record<string, string | null>>;
  /** Why it may not be taken; empty where it may. */
  readonly refusals: readonly Refusal[];
}

/** Worst first: in it, perhaps in it, nobody said, free of it. */
const WORST: readonly AllergenState[] = ['contains', 'may-contain', 'unknown', 'free'];

/** Every material that may stand in, best first, each once by its nearest rule. */
export function rankSubstitutes(
  wish: SubstituteWish,
  rules: readonly SubstituteRule[],
  factsOf: (materialId: string) => MaterialFacts,
  names: { readonly allergens: ReadonlyMap<string, unknown>; readonly nutrients: readonly string[] },
): readonly RankedSubstitute[] {
  const own = factsOf(wish.materialId);
  return nearestExchanges(wish, rules)
    .map((candidate) => ranked(wish, candidate, own, factsOf(candidate.materialId), names))
    .toSorted((a, b) => compared(a, b) || (a.code < b.code ? -1 : 1))
    .map(({ one }) => one);
}

/** A material that may stand in, by the rule that counts there. */
interface Exchange {
  readonly materialId: string;
  readonly kind: SubstituteRule['kind'];
  readonly priority: number;
  /** Base units of it per base unit of the material; null where it is missing. */
  readonly ratio: Fraction | null;
}

/** Every material that may stand in by some rule, each once by its nearest. */
function nearestExchanges(wish: ExchangeWish, rules: readonly SubstituteRule[]): Exchange[] {
  const nearest = new Map<string, Exchange>();
  for (const candidate of candidatesFor(wish, rules))
    if (!nearest.has(candidate.materialId)) nearest.set(candidate.materialId, candidate);
  return [...nearest.values()];
}

/** By what one material may be had in place of another, at a place on a day; undefined where no rule says so. */
export const exchangeFor = (
  wish: ExchangeWish,
  materialId: string,
  rules: readonly SubstituteRule[],
): Exchange | undefined => nearestExchanges(wish, rules).find((each) => each.materialId === materialId);

/** What the rules name, nearest place first, within it replacements, then the lowest priority number. */
const candidatesFor = (wish: ExchangeWish, rules: readonly SubstituteRule[]): Exchange[] =>
  rules
    .filter(
      (rule) =>
        holdsFor(rule, wish) &&
        (rule.materialId === wish.materialId || (rule.bothWays && rule.otherMaterialId === wish.materialId)),
    )
    .toSorted((a, b) => byPlace(wish)(a, b) || a.kind.localeCompare(b.kind) || a.priority - b.priority)
    .map(({ kind, priority, ratio, ...rule }) => {
      const forwards = rule.materialId === wish.materialId;
      return {
        materialId: forwards ? rule.otherMaterialId : rule.materialId,
        kind,
        priority,
        ratio:
          ratio === null || !ratio.isPositive()
            ? null
            : forwards
              ? Fraction.of(ratio)
              : Fraction.one.dividedBy(Fraction.of(ratio)),
      };
    });

interface Ranked {
  readonly one: RankedSubstitute;
  readonly code: string;
  /** Share of what is wanted that stock near its end could serve. */
  readonly atRisk: Decimal;
  /** The largest change of a nutrient, as a share; one that is not known counts as whole. */
  readonly change: Decimal;
}
function ranked(
  wish: SubstituteWish,
  { materialId, kind, priority, ratio }: Exchange,
  own: MaterialFacts,
  other: MaterialFacts,
  names: Parameters<typeof rankSubstitutes>[3],
): Ranked {
  const allergens = allergensOf(own, other, [...names.allergens.keys()]);
  const { delta, change } = nutrientChange(own, other, ratio, names.nutrients);
  const named = (of: readonly SubstituteAllergen[]) => ({
    material: other.name,
    instead: own.name,
    allergens: listed(of.map(({ allergen }) => names.allergens.get(allergen) ?? allergen)),
  });
  const brought = allergens.filter((each) => each.isNew && each.state !== 'unknown');
  const unstated = allergens.filter((each) => each.isNew && each.state === 'unknown');
  return {
    code: other.code,
    atRisk: atRisk(wish.qty, ratio, other.expiring),
    change,
    one: {
      materialId,
      kind,
      priority,
      ratio: ratio?.rounded(12) ?? null,
      priceDiff:
        ratio === null || own.basePrice === null || other.basePrice === null
          ? null
          : Fraction.of(other.basePrice).times(ratio).minus(Fraction.of(own.basePrice)).rounded(6),
      available: other.available,
      expiring: other.expiring,
      allergens,
      nutrientDelta: delta,
      refusals: [
        ...(ratio === null
          ? [refuse('sourcing.substitute-no-ratio', { material: other.name, instead: own.name })]
          : []),
        ...(brought.length > 0 ? [refuse('sourcing.substitute-allergen', named(brought))] : []),
        ...(unstated.length > 0 ? [refuse('sourcing.substitute-allergen-unstated', named(unstated))] : []),
        ...other.forbidden,
        ...(other.frozen ? [refuse('sourcing.substitute-frozen', { material: other.name })] : []),
      ],
    },
  };
}

/** Names in both languages, as a sentence lists them. */
const listed = (names: readonly unknown[]): { readonly zh: string; readonly en: string } => {
  const words = (language: 'zh' | 'en') =>
    names.map((name) => (typeof name === 'string' ? name : (name as { zh: string; en: string })[language]));
  return { zh: words('zh').join('、'), en: words('en').join(', ') };
};

/** What it contains or may contain, and whatever the material it stands for is freer of. */
const allergensOf = (own: PartFacts, other: PartFacts, names: readonly string[]): SubstituteAllergen[] =>
  [...new Set([...names, ...own.allergens.keys(), ...other.allergens.keys()])].flatMap((allergen) => {
    const state = other.allergens.get(allergen) ?? 'unknown';
    const isNew = WORST.indexOf(state) < WORST.indexOf(own.allergens.get(allergen) ?? 'unknown');
    return isNew || state === 'contains' || state === 'may-contain' ? [{ allergen, state, isNew }] : [];
  });

function atRisk(qty: Decimal, ratio: Fraction | null, expiring: Decimal): Decimal {
  if (ratio === null || !qty.isPositive()) return Decimal.zero;
  const share = Fraction.of(expiring).dividedBy(Fraction.of(qty).times(ratio));
  return Decimal.min(Decimal.one, share.rounded(6));
}

/** Nutrients of the weight that stands for 100 g of the material, against those of the 100 g. */
function nutrientChange(
  own: MaterialFacts,
  other: MaterialFacts,
  ratio: Fraction | null,
  names: readonly string[],
): { readonly delta: Readonly<Record<string, string | null>>; readonly change: Decimal } {
  const weight =
    ratio === null || own.grams === null || other.grams === null || own.grams.isZero()
      ? null
      : ratio.times(other.grams).dividedBy(own.grams);
  let change = Decimal.zero;
  const delta = Object.fromEntries(
    names.map((name) => {
      const [before, per100] = [own.nutrients?.[name] ?? null, other.nutrients?.[name] ?? null];
      if (before === null || per100 === null || weight === null) {
        change = Decimal.max(change, Decimal.one);
        return [name, null];
      }
      const after = Fraction.of(per100).times(weight);
      const difference = after.minus(Fraction.of(before));
      const larger = after.compare(Fraction.of(before)) > 0 ? after : Fraction.of(before);
      if (!larger.isZero()) change = Decimal.max(change, difference.dividedBy(larger).rounded(6).abs());
      return [name, difference.rounded(1).toString()];
    }),
  );
  return { delta, change };
}

/** May be taken, then by priority, stock at risk, cost (without a price last), nutrition. */
const compared = (a: Ranked, b: Ranked): number =>
  Number(a.one.refusals.length > 0) - Number(b.one.refusals.length > 0) ||
  a.one.kind.localeCompare(b.one.kind) ||
  a.one.priority - b.one.priority ||
  b.atRisk.compare(a.atRisk) ||
  byPrice(a.one.priceDiff, b.one.priceDiff) ||
  a.change.compare(b.change);
const byPrice = (a: Decimal | null, b: Decimal | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a.compare(b);

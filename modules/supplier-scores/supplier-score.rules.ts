/** What a month comes to: parts weighed against each other, those nobody knows left out. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';

/** In the order of the weights. */
export const PARTS = ['onTime', 'fill', 'refuse', 'price', 'life', 'answer', 'residue'] as const;
export type Part = (typeof PARTS)[number];
export const WEIGHTS = '25,25,20,10,10,10,10';

/** Weights as the parameter says them; undefined where it says none. */
export function weightsOf(text: string): Readonly<Record<Part, number>> | undefined {
  const given = text.split(/[,，\s]+/).filter((each) => each !== '');
  // A company that weighed six parts before there were seven gives no weight to the new one.
  if (given.length === PARTS.length - 1) given.push('0');
  if (given.length !== PARTS.length || !given.every((each) => /^\d{1,3}$/.test(each))) return undefined;
  const weights = given.map(Number);
  if (weights.every((weight) => weight === 0)) return undefined;
  return Object.fromEntries(PARTS.map((part, at) => [part, weights[at]!])) as Record<Part, number>;
}

/** Points of a part: 100 is best. What is refused counts against him. Null where nothing is known. */
type Figures = Readonly<Record<Part, Decimal | null>>;
const pointsOf = (figures: Figures, part: Part): Decimal | null => {
  const figure = figures[part];
  return figure === null || part !== 'refuse' ? figure : Decimal.max(Decimal.zero, Decimal.hundred.minus(figure));
};

/** The score with two places; null where nothing is known. */
export function scoreOf(figures: Figures, weights: Readonly<Record<Part, number>>): Decimal | null {
  let sum = Fraction.zero;
  let weight = 0;
  for (const part of PARTS) {
    const points = pointsOf(figures, part);
    if (points === null || weights[part] === 0) continue;
    sum = sum.plus(Fraction.of(points).times(Fraction.of(weights[part])));
    weight += weights[part];
  }
  return weight === 0 ? null : sum.dividedBy(Fraction.of(weight)).rounded(2);
}

/** The grade a score suggests. */
export const gradeOf = (score: Decimal): 'a' | 'b' | 'c' | 'd' =>
  score.isAtLeast(Decimal.of('90'))
    ? 'a'
    : score.isAtLeast(Decimal.of('75'))
      ? 'b'
      : score.isAtLeast(Decimal.of('60'))
        ? 'c'
        : 'd';

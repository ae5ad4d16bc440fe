/** What stands on labels: allergens in four states, and how long samples are kept (operations.md GearLabel). Pure. */
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { minutesLater } from '../produce/produce.rules.ts';
import { allergenStates, type LabelAllergenState } from './label.resource.ts';
import '../production.refusals.ts';

/** One allergen of a label. */
export interface LabelAllergen {
  readonly allergen: string;
  readonly state: LabelAllergenState;
}
const STATES = allergenStates.map(([state]) => state);

/** Allergens as they were given, in the words of the dictionary. */
export function allergenRefusals(given: unknown, known: ReadonlyMap<string, Label>): Refusal[] {
  const at = { field: 'allergens' };
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: unknown): Refusal[] => {
    const { allergen, state } = (each ?? {}) as Record<string, unknown>;
    const name = known.get(String(allergen));
    if (name === undefined) return [refuse('production.allergen-unknown', { allergen: String(allergen ?? '') }, at)];
    return STATES.includes(state as LabelAllergenState)
      ? []
      : [refuse('production.allergen-state', { allergen: name }, at)];
  });
}

/** Worst first: what nobody knows is never taken for free. */
export const worstOf = (allergens: readonly LabelAllergen[]): LabelAllergenState =>
  allergens.length === 0 ? 'unknown' : STATES.find((state) => allergens.some((each) => each.state === state))!;

const WORDS: Readonly<Record<LabelAllergenState, Label>> = {
  contains: label('含有', 'Contains'),
  'may-contain': label('可能含有', 'May contain'),
  unknown: label('未知', 'Unknown'),
  free: label('不含', 'Free of'),
};

/** The allergens in words, state by state, worst first. */
export function allergenWords(allergens: readonly LabelAllergen[], names: ReadonlyMap<string, Label>): Label {
  if (allergens.length === 0) return label('过敏原：未知', 'Allergens: unknown');
  const inOne = (language: 'zh' | 'en'): string =>
    (language === 'zh' ? '过敏原：' : 'Allergens: ') +
    STATES.flatMap((state) => {
      const own = allergens.filter((each) => each.state === state).map((each) => names.get(each.allergen)?.[language]);
      if (own.length === 0) return [];
      return language === 'zh'
        ? [`${WORDS[state].zh} ${own.join('、')}`]
        : [`${WORDS[state].en.toLowerCase()} ${own.join(', ')}`];
    }).join(language === 'zh' ? '；' : '; ');
  return label(inOne('zh'), inOne('en'));
}

const NUTRIENTS: readonly (readonly [string, string, string, string])[] = [
  ['energyKcal', '能量', 'Energy', 'kcal'],
  ['proteinG', '蛋白质', 'Protein', 'g'],
  ['fatG', '脂肪', 'Fat', 'g'],
  ['carbohydrateG', '碳水化合物', 'Carbohydrate', 'g'],
  ['sodiumMg', '钠', 'Sodium', 'mg'],
];
/** Nutrition of a portion in words, as far as it is known. */
export function nutritionWords(nutrients: Readonly<Record<string, string | null>>): Label {
  const known = NUTRIENTS.filter(([key]) => (nutrients[key] ?? null) !== null);
  return label(
    known.map(([key, zh, , unit]) => `${zh} ${nutrients[key]} ${unit}`).join('，'),
    known.map(([key, , en, unit]) => `${en} ${nutrients[key]} ${unit}`).join(', '),
  );
}

/** A sample as it is labelled; moments are `yyyy-MM-dd HH:mm:ss`. */
interface Sample {
  readonly weightG: number | null;
  readonly produceTime: string;
  readonly sampleExpire: string;
  readonly sampleUserId: string | null;
}
export interface SampleLimits {
  readonly minGram: number;
  readonly keepHours: number;
}
const MINUTES = 60;
/** Until when a sample is kept at least. */
export const sampleExpiry = (produceTime: string, { keepHours }: Pick<SampleLimits, 'keepHours'>): string =>
  minutesLater(produceTime, keepHours * MINUTES);

/** What is missing of a sample: weight, time, somebody who took it. */
export function sampleRefusals(sample: Sample, limits: SampleLimits): Refusal[] {
  const found: Refusal[] = [];
  const until = sampleExpiry(sample.produceTime, limits);
  if ((sample.weightG ?? 0) < limits.minGram)
    found.push(refuse('production.sample-gram', { gram: limits.minGram }, { field: 'weightG' }));
  if (sample.sampleExpire < until)
    found.push(refuse('production.sample-hours', { hours: limits.keepHours, until }, { field: 'sampleExpire' }));
  if (sample.sampleUserId === null) found.push(refuse('production.sample-user', {}, { field: 'sampleUserId' }));
  return found;
}

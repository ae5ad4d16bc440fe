/** The guests of a plan as columns, so that 200,000 lines change hands as a few buffers. Pure. */
import type { MealDemand } from '../../master-data/dishes/bom-explosion.rules.ts';

/** Demands in order: each is four numbers, the places of its texts in `texts`. */
export interface MealColumns {
  readonly count: number;
  /** Each text once: among 200,000 lines a dish occurs a thousand times. */
  readonly texts: readonly string[];
  /** Some demands each. */
  readonly blocks: readonly Int32Array<ArrayBuffer>[];
}
const WIDTH = 4;

/** Takes demands, some at a time. */
export function mealColumns() {
  const texts: string[] = [];
  const placeOf = new Map<string, number>();
  const blocks: Int32Array<ArrayBuffer>[] = [];
  let count = 0;
  const place = (text: string): number => {
    let known = placeOf.get(text);
    if (known === undefined) placeOf.set(text, (known = texts.push(text) - 1));
    return known;
  };
  return {
    add(meals: readonly MealDemand[]): void {
      if (meals.length === 0) return;
      const block = new Int32Array(meals.length * WIDTH);
      meals.forEach(({ placeId, dishId, mealTime, portions }, index) => {
        const at = index * WIDTH;
        block[at] = place(placeId);
        block[at + 1] = place(dishId);
        block[at + 2] = place(mealTime);
        block[at + 3] = place(portions);
      });
      blocks.push(block);
      count += meals.length;
    },
    whole: (): MealColumns => ({ count, texts, blocks }),
  };
}

/** The places that cook, or the dishes, each once. */
export function distinct({ texts, blocks }: MealColumns, which: 'placeId' | 'dishId'): string[] {
  const found = new Set<number>();
  for (const block of blocks)
    for (let at = which === 'placeId' ? 0 : 1; at < block.length; at += WIDTH) found.add(block[at]!);
  return Array.from(found, (place) => texts[place]!);
}

/** The demands again, in order. */
export function mealsOf({ count, texts, blocks }: MealColumns): MealDemand[] {
  const meals: MealDemand[] = [];
  for (const block of blocks) {
    const text = (at: number): string => texts[block[at]!]!;
    for (let at = 0; at < block.length; at += WIDTH)
      meals.push({ placeId: text(at), dishId: text(at + 1), mealTime: text(at + 2), portions: text(at + 3) });
  }
  if (meals.length !== count) throw new RangeError(`${meals.length} demands of ${count} arrived`);
  return meals;
}

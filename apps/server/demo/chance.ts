/**
 * Chance that repeats: the same seed and the same words give the same answer, in whatever order and however parallel it
 * is asked. Whole numbers only, so that no machine rounds them differently.
 */
export class Chance {
  readonly #seed: string;
  constructor(seed: number) {
    this.#seed = String(seed);
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number, ...words: readonly (string | number)[]): number {
    return hash(`${this.#seed}|${words.join('|')}`) % limit;
  }

  /** Whether something that happens `perThousand` times out of a thousand happens now. */
  happens(perThousand: number, ...words: readonly (string | number)[]): boolean {
    return this.below(1000, ...words) < perThousand;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number, ...words: readonly (string | number)[]): number {
    return least + this.below(most - least + 1, ...words);
  }

  one<T>(list: readonly T[], ...words: readonly (string | number)[]): T {
    return list[this.below(list.length, ...words)]!;
  }
}

/** FNV-1a with the last mixing of murmur3, so that neighbouring words do not give neighbouring numbers. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

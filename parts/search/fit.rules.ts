/**
 * How well a record fits what somebody typed to find it, best first: the lists and pickers of the server order by it.
 * `near`: it does not, and is called similarly.
 */
export const FIT = {
  code: 0,
  name: 1,
  otherName: 2,
  beginning: 3,
  sound: 4,
  soundBeginning: 5,
  within: 6,
  near: 7,
} as const;

interface Fitting {
  /** One of `FIT`; absent where a source does not say. */
  readonly fit?: number | undefined;
  readonly name: string;
  readonly code?: string | undefined;
}

const folded = (text: string | undefined): string => (text ?? '').normalize('NFKC').trim().toLowerCase();

/** What code and name alone say, where nobody looked into other names and sounds. */
export function fitOf(typed: string, { fit, name, code }: Fitting): number {
  if (fit !== undefined) return fit;
  const [sought, byCode, byName] = [folded(typed), folded(code), folded(name)];
  if (byCode === sought) return FIT.code;
  if (byName === sought) return FIT.name;
  return byCode.startsWith(sought) || byName.startsWith(sought) ? FIT.beginning : FIT.within;
}

/** The hits with the one taken before for the same words in front, unless another is what was typed to the letter. */
export function withTaken<Hit extends Fitting & { readonly id: string }>(
  typed: string,
  hits: readonly Hit[],
  taken: string | undefined,
): readonly Hit[] {
  const place = (hit: Hit): number => (hit.id === taken ? FIT.otherName + 0.5 : fitOf(typed, hit));
  return taken === undefined
    ? hits
    : hits
        .map((hit) => ({ ...hit, fit: Math.min(place(hit), fitOf(typed, hit)) }))
        .toSorted((one, other) => one.fit - other.fit);
}

/**
 * Which of the hits Enter takes, -1 for none: the first where it alone fits best. Two that fit alike are the person's
 * to choose from, and so is one that only has the words somewhere within, unless it is the only one; what is merely
 * near is always theirs.
 */
export function takenOnEnter(typed: string, hits: readonly Fitting[]): number {
  const [first, second] = hits;
  if (first === undefined || folded(typed) === '' || first.fit === FIT.near) return -1;
  if (second === undefined) return 0;
  const best = fitOf(typed, first);
  return best < FIT.within && best < fitOf(typed, second) ? 0 : -1;
}

/** What to look for where nothing is called so: the words without their beginning, then without their end. */
export function nearTo(typed: string): readonly string[] {
  const letters = [...typed.trim()];
  return letters.length < SHORTEST_CUT ? [] : [letters.slice(1).join(''), letters.slice(0, -1).join('')];
}
/** One sign less of less than this says too little. */
const SHORTEST_CUT = 3;

/** Who a thread works for. */
export interface Wanted {
  readonly tenant: string;
  readonly person: string;
}

/**
 * Whose turn it is of those who wait, where so many are served at a time; undefined: nobody's. Nobody has two at once;
 * of the others it is the tenant with fewest under way, and of his people who came first.
 */
export function nextOf<Each extends Wanted>(
  waiting: readonly Each[],
  underWay: readonly Wanted[],
  atOnce: number,
): Each | undefined {
  if (underWay.length >= atOnce) return undefined;
  const has = (one: Wanted, other: Wanted): boolean => one.tenant === other.tenant && one.person === other.person;
  const ofTenant = ({ tenant }: Wanted): number => underWay.filter((each) => each.tenant === tenant).length;
  const [next] = waiting
    .filter((each) => !underWay.some((other) => has(each, other)))
    .toSorted((one, other) => ofTenant(one) - ofTenant(other));
  return next;
}

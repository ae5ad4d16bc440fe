/**
 * When a weight counts: it stood still for a while, and it is a load that was not there before. A scale that jumps
 * gives nothing; what stays on the scale counts once, until it was lifted off or something was put on top.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { ScaleReading } from './scale-line.rules.ts';

export interface WeightState {
  /** What the scale shows, and since when: milliseconds. */
  readonly shown: Decimal | null;
  readonly since: number;
  /** What counted last and still lies there. */
  readonly taken: Decimal | null;
}
export const EMPTY_SCALE: WeightState = { shown: null, since: 0, taken: null };

/** A weight that nobody moves stays the same this long; a shorter while is enough where the scale itself says so. */
export const STILL_MS = 800;
const SAID_STILL_MS = 200;
/** Less than this is dirt, or a hand that lifts off. */
const LEAST_KG = Decimal.of('0.02');

/** The scale after a reading, and the weight that counts now, if one does. */
export function stableWeight(
  before: WeightState,
  { kg, isStable }: ScaleReading,
  at: number,
): { readonly now: WeightState; readonly counts: Decimal | null } {
  const isSame = before.shown?.equals(kg) === true;
  const since = isSame && isStable !== false ? before.since : at;
  const taken = kg.isBelow(LEAST_KG) ? null : before.taken;
  const isStill = isStable !== false && isSame && at - since >= (isStable === true ? SAID_STILL_MS : STILL_MS);
  const counts = isStill && !kg.isBelow(LEAST_KG) && taken?.equals(kg) !== true;
  return { now: { shown: kg, since, taken: counts ? kg : taken }, counts: counts ? kg : null };
}

import type { TraceStep } from './lot-trace.ts';

/** The way of a lot as a tree: what went from where to where, with stops on the road folded into one step. */
interface Leg extends TraceStep {
  /** Shipped and not yet signed for. */
  readonly moving: boolean;
}
export interface ChainNode {
  readonly place: string;
  readonly legs: readonly { readonly leg: Leg; readonly to: ChainNode }[];
}

/**
 * Into a place on the road and out of it again under the same document is one leg; what stays on the road is still
 * moving.
 */
export function legsOf(steps: readonly TraceStep[]): readonly Leg[] {
  const taken = new Set<TraceStep>();
  return steps.flatMap((step): Leg[] => {
    if (taken.has(step)) return [];
    const onward =
      step.toName === ''
        ? undefined
        : steps.find(
            (next) =>
              next !== step &&
              !taken.has(next) &&
              next.billCode === step.billCode &&
              next.batchId === step.batchId &&
              next.fromName === step.toName &&
              next.qty === step.qty,
          );
    if (onward === undefined) {
      const moving =
        step.reason.endsWith('.ship') &&
        step.toName !== '' &&
        !steps.some((next) => next.fromName === step.toName && next.billCode === step.billCode);
      return [{ ...step, moving }];
    }
    taken.add(onward);
    return [{ ...onward, fromName: step.fromName, businessTime: step.businessTime, moving: false }];
  });
}

/**
 * Trees of one lot, each beginning where nothing brought it to. A place is opened once, so that returns do not run in
 * circles.
 */
export function chainOf(legs: readonly Leg[]): readonly ChainNode[] {
  const opened = new Set<string>();
  const nodeAt = (place: string): ChainNode => {
    if (place === '' || opened.has(place)) return { place, legs: [] };
    opened.add(place);
    return {
      place,
      legs: legs.filter((leg) => leg.fromName === place).map((leg) => ({ leg, to: nodeAt(leg.toName) })),
    };
  };
  const arrivals = legs.filter((leg) => leg.fromName === '' || !legs.some((other) => other.toName === leg.fromName));
  const begun = [...new Set(arrivals.map((leg) => leg.fromName))];
  return begun.flatMap((from) =>
    from === ''
      ? [
          {
            place: '',
            legs: arrivals.filter((leg) => leg.fromName === '').map((leg) => ({ leg, to: nodeAt(leg.toName) })),
          },
        ]
      : [nodeAt(from)],
  );
}

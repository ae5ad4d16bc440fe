/**
 * Whether what is brought within some hours can be taken in by a place that receives within others. HH:mm compares as
 * text.
 */
import type { ArrivalWindow } from '../delivery.rules.ts';
import { stopProblems, type RouteStop } from './route-stops.rules.ts';

const DAY_ENDS = '24:00';
/** The hours of one day; those over midnight are two pieces, and an open side goes to the end of the day. */
function piecesOf({ start, end }: ArrivalWindow): readonly (readonly [string, string])[] {
  const [from, until] = [start ?? '00:00', end ?? DAY_ENDS];
  return from < until
    ? [[from, until]]
    : [
        [from, DAY_ENDS],
        ['00:00', until],
      ];
}

/** Whether two spans of hours have a moment in common. An unknown one asks nothing. */
export function hoursMeet(one: ArrivalWindow | null, other: ArrivalWindow | null): boolean {
  if (one === null || other === null) return true;
  return piecesOf(one).some(([from, until]) =>
    piecesOf(other).some(([otherFrom, otherUntil]) => from < otherUntil && otherFrom < until),
  );
}

/** A tour with its stops in order, as it serves one of them. */
export interface Tour {
  readonly name: string;
  readonly departTime: string;
  readonly stops: readonly (RouteStop & { readonly warehouseId: string })[];
}
/** Why what is to be brought cannot be taken in. */
export type UnmetWindow =
  | {
      readonly kind: 'not-received';
      readonly who: string;
      readonly brought: ArrivalWindow;
      readonly received: ArrivalWindow;
    }
  | { readonly kind: 'missed'; readonly who: string; readonly departTime: string; readonly brought: ArrivalWindow };

interface Brought {
  readonly who: string;
  readonly warehouseId: string;
  /** As the sender's calendar says of the day; null where it says nothing. */
  readonly hours: ArrivalWindow | null;
  /** Of a factory or central warehouse: tours that stop at the place. One that can keep its window is enough. */
  readonly tours: readonly Tour[];
  /** When the place receives: as its calendar says, and as its unloading point does. */
  readonly received: readonly ArrivalWindow[];
}

/** What cannot be kept of a delivery; null where it can. Tours say more exactly when they come than a calendar does. */
export function unmetWindow({ who, warehouseId, hours, tours, received }: Brought): UnmetWindow | null {
  if (tours.length === 0) {
    const closed = received.find((window) => !hoursMeet(hours, window));
    return hours === null || closed === undefined
      ? null
      : { kind: 'not-received', who, brought: hours, received: closed };
  }
  const found = tours.map((tour) => unmetByTour(tour, warehouseId, received));
  return found.includes(null) ? null : (found[0] ?? null);
}

function unmetByTour(tour: Tour, warehouseId: string, received: readonly ArrivalWindow[]): UnmetWindow | null {
  const stop = tour.stops.find((each) => each.warehouseId === warehouseId)!;
  const brought = { start: stop.windowStart, end: stop.windowEnd };
  const own = { start: stop.receiveStart, end: stop.receiveEnd };
  const closed = [own, ...received].find((window) => !hoursMeet(brought, window));
  if (closed !== undefined) return { kind: 'not-received', who: tour.name, brought, received: closed };
  const isMissed = stopProblems(tour.departTime, tour.stops).some(
    ({ stopId, kind }) => stopId === stop.id && kind !== 'not-received',
  );
  return isMissed ? { kind: 'missed', who: tour.name, departTime: tour.departTime, brought } : null;
}

/** 05:30–07:00; an open side is left out. */
export const hoursText = ({ start, end }: ArrivalWindow): string => `${start ?? ''}–${end ?? ''}`;

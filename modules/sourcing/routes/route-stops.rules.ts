/**
 * Stops of a route: their order, whether what is promised to them can be kept, and where they lie on a sketch. Windows
 * are looked at when the route is arranged and when it is ordered for, not on the road.
 */

/** HH:mm compares as text. */
type Time = string;

/** A stop with the hours in which its unloading point receives. */
export interface RouteStop {
  readonly id: string;
  readonly name: string;
  readonly windowStart: Time | null;
  readonly windowEnd: Time | null;
  readonly receiveStart: Time | null;
  readonly receiveEnd: Time | null;
}
/** What cannot be kept at a stop. */
interface StopProblem {
  readonly stopId: string;
  readonly kind: 'before-departure' | 'out-of-order' | 'not-received';
}

/** What of the windows cannot be kept in this order, by a vehicle that leaves then. */
export function stopProblems(departTime: Time, stops: readonly RouteStop[]): readonly StopProblem[] {
  let earliest = departTime;
  return stops.flatMap(({ id, windowStart, windowEnd, receiveStart, receiveEnd }) => {
    const problems: StopProblem[] = [];
    if (windowEnd !== null && windowEnd <= departTime) problems.push({ stopId: id, kind: 'before-departure' });
    else if (windowEnd !== null && windowEnd < earliest) problems.push({ stopId: id, kind: 'out-of-order' });
    if (
      receiveStart !== null &&
      receiveEnd !== null &&
      ((windowEnd !== null && windowEnd <= receiveStart) || (windowStart !== null && windowStart >= receiveEnd))
    )
      problems.push({ stopId: id, kind: 'not-received' });
    // No later stop is served before this one may be.
    if (windowStart !== null && windowStart > earliest) earliest = windowStart;
    return problems;
  });
}

/** The same stops with one of them moved to another place. */
export function moved<T>(stops: readonly T[], from: number, to: number): readonly T[] {
  if (to < 0 || to >= stops.length || from === to) return stops;
  const left = stops.filter((_, index) => index !== from);
  return [...left.slice(0, to), stops[from]!, ...left.slice(to)];
}

interface Point {
  readonly x: number;
  readonly y: number;
}
/**
 * Where places lie in a square of this side, north above, by their longitude and latitude; null for those that have
 * none. A degree of longitude is as wide as it is at their latitude, so that the sketch is not drawn out.
 */
export function sketched(
  places: readonly { readonly longitude: string | null; readonly latitude: string | null }[],
  side: number,
): readonly (Point | null)[] {
  const read = places.map(({ longitude, latitude }) => {
    const [x, y] = [Number(longitude ?? Number.NaN), Number(latitude ?? Number.NaN)];
    const isPlace = longitude !== '' && latitude !== '' && Math.abs(x) <= 180 && Math.abs(y) <= 90;
    return isPlace ? { x, y } : null;
  });
  const known = read.filter((each) => each !== null);
  if (known.length === 0) return read;
  const middle = known.reduce((sum, { y }) => sum + y, 0) / known.length;
  const across = Math.cos((middle * Math.PI) / 180);
  const [xs, ys] = [known.map(({ x }) => x * across), known.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.max(...ys)];
  const span = Math.max(Math.max(...xs) - left, top - Math.min(...ys));
  const scale = span === 0 ? 0 : side / span;
  const [spareX, spareY] = [side - (Math.max(...xs) - left) * scale, side - (top - Math.min(...ys)) * scale];
  return read.map((each) =>
    each === null
      ? null
      : {
          x: Math.round((each.x * across - left) * scale + spareX / 2),
          y: Math.round((top - each.y) * scale + spareY / 2),
        },
  );
}

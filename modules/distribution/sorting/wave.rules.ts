/**
 * Waves (H22): sorting lines of one store and day whose routes leave together. W1 leaves first; lines without a route
 * are the last wave. Numbers follow from the routes of the store, so that a late order changes nobody's wave.
 */

interface Route {
  readonly id: string;
  /** HH:mm. */
  readonly departTime: string;
}

/** The wave of each route, by its id; what has none, or one that is not among them, has that of `null`. */
export function wavesOf(routes: readonly Route[]): (routeId: string | null) => string {
  const times = [...new Set(routes.map(({ departTime }) => departTime))].sort();
  const waves = new Map(routes.map(({ id, departTime }) => [id, times.indexOf(departTime) + 1]));
  return (routeId) => `W${(routeId === null ? undefined : waves.get(routeId)) ?? times.length + 1}`;
}

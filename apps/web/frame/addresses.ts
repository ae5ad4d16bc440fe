/** The parts of an address as they are compared: without case, and without what hangs behind the last. */
export const segmentsOf = (path: string): readonly string[] => path.toLowerCase().replace(/\/+$/, '').split('/');

/**
 * Does the pattern (`/store/stock/:id`) fit the address? The router need not read hundreds of patterns to weigh the one
 * or two that do.
 */
export function fits(pattern: string, address: readonly string[]): boolean {
  const wanted = segmentsOf(pattern);
  return (
    wanted.length === address.length &&
    wanted.every((segment, at) => segment === address[at] || segment.startsWith(':'))
  );
}

/**
 * Of a table of routes those that an address may mean, the router to choose among them; `/index` behind a path means
 * the path.
 */
export function routesAt<R extends { readonly path: string }>(table: readonly R[], pathname: string): readonly R[] {
  const address = segmentsOf(pathname);
  const short = address.at(-1) === 'index' ? address.slice(0, -1) : undefined;
  return [
    ...table.filter(({ path }) => fits(path, address)),
    ...(short === undefined
      ? []
      : table
          .filter(({ path }) => !path.includes(':') && fits(path, short))
          .map((route) => ({ ...route, path: `${route.path}/index` }))),
  ];
}

/**
 * Of goods that were lost on their way, what the site of the bill owes (1), is owed back (-1), or neither. Who takes
 * goods owes what it bears; who gave them back is owed all but what it bears itself.
 */
export function lossOwed(site: 'charged' | 'credited', bearer: string): 1 | -1 | 0 {
  if (site === 'charged') return bearer === 'receiver' ? 1 : 0;
  return bearer === 'sender' ? 0 : -1;
}

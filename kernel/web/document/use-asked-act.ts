import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Offered } from './actions.ts';

/**
 * Opens the page of the next act where the address asks for it (`?act=doPicking`) and it is offered. Whoever comes back
 * finds the document.
 */
export function useAskedAct(offered: readonly Offered[], begin: (offer: Offered) => void): void {
  const [query, setQuery] = useSearchParams();
  const asked = offered.find(
    ({ name, action, why }) =>
      name === query.get('act') && action.page === true && action.next === true && why === undefined,
  );
  useEffect(() => {
    if (asked === undefined) return;
    setQuery({}, { replace: true });
    begin(asked);
  });
}

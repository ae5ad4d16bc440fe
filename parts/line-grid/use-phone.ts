import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 767px)';

const watch = (listener: () => void): (() => void) => {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};

/** Below this width a row of cells is no longer readable, and lines become cards. */
export const usePhone = (): boolean => useSyncExternalStore(watch, () => window.matchMedia(QUERY).matches);

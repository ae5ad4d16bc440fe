import { useSyncExternalStore } from 'react';

/** Size classes of the screen by window width: 3 from 1200, 2 from 992, 1 from 768, else 0. */
const BREAKS = [768, 992, 1200] as const;

/** The size class of a window of this width, 0 to 3. */
export const sizeOf = (width: number): number => BREAKS.filter((from) => width >= from).length;
const sizeNow = (): number => sizeOf(window.innerWidth);
const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

const useScreenSize = (): number => useSyncExternalStore(subscribe, sizeNow);
/** Is the window as narrow as a phone? Outside components. */
export const isPhone = (): boolean => sizeNow() === 0;
/** Is the window as narrow as a phone? */
export const usePhone = (): boolean => useScreenSize() === 0;

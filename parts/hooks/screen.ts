import { useSyncExternalStore } from 'react';

/** Size classes of the screen by window width: 3 from 1200, 2 from 992, 1 from 768, else 0. */
const BREAKS = [768, 992, 1200] as const;

/** The size class of a window of this width, 0 to 3. */
export const sizeOf = (width: number): number => BREAKS.filter((from) => width >= from).length;
const sizeNow = (): number => sizeOf(window.innerWidth);
/** Whoever asks hears of it in one go: a page and its list are never drawn for two screens at once. */
const followers = new Set<() => void>();
const notifyAll = (): void => followers.forEach((changed) => changed());
const subscribe = (changed: () => void): (() => void) => {
  if (followers.size === 0) window.addEventListener('resize', notifyAll);
  followers.add(changed);
  return () => {
    followers.delete(changed);
    if (followers.size === 0) window.removeEventListener('resize', notifyAll);
  };
};

const useScreenSize = (): number => useSyncExternalStore(subscribe, sizeNow);
/** Is the window as narrow as a phone? Outside components. */
export const isPhone = (): boolean => sizeNow() === 0;
/** Is the window as narrow as a phone? */
export const usePhone = (): boolean => useScreenSize() === 0;

import { useEffect, useRef } from 'react';

const LOOK_MS = 50;
const UNTIL_MS = 5_000;

/**
 * Whenever something else is `shown` within a page, its heading gets the keyboard as soon as it is there, unless
 * somebody has it: what had it went away with what was shown before.
 */
export function useHeadingFocus(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return undefined;
    before.current = shown;
    const until = performance.now() + UNTIL_MS;
    const timer = setInterval(() => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      const heading = [...document.querySelectorAll<HTMLElement>('#content h1')].find(
        (each) => each.offsetParent !== null,
      );
      if (isFree) heading?.focus({ preventScroll: true });
      if (!isFree || heading !== undefined || performance.now() > until) clearInterval(timer);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [shown]);
}

import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The site's clock: what the server said, and the minutes that passed since. */
export function useSiteClock(now: string): string {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    setPassed(0);
    const timer = setInterval(() => setPassed((before) => before + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, [now]);
  if (now === '') return now;
  return new Date(Date.parse(`${now.replace(' ', 'T')}Z`) + passed * MINUTE_MS)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
}

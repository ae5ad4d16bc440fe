import { useEffect, useState } from 'react';

/** A value as it stood when typing last paused that long: what is worth asking the server about. */
export function useDebounced<T>(value: T, restMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return debounced;
}

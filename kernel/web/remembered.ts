/** What a person set on this device. Reading never fails: storage may be full, forbidden or hold an older shape. */
const PREFIX = 'larder:';

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs a preference, never the work at hand.
  }
}

/** Calls back when another tab of this browser changed the value. */
export function onRemembered(key: string, changed: () => void): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key === PREFIX + key) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

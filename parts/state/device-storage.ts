/**
 * What a person set on this device, or in this window alone. Each item has the site's prefix and says what kind of
 * value it is and since when it stands (RULE-321, RULE-322). Reading never fails: storage may be full, forbidden or
 * hold an older shape.
 */
const PREFIX = 'larder:';

/** Kept for the window alone; else for the device. */
type Span = 'session';
interface Item {
  readonly dataType: string;
  readonly content: unknown;
  readonly type?: Span;
  /** Milliseconds since 1970. */
  readonly datetime: number;
}
const storeFor = (span: Span | undefined): Storage => (span === 'session' ? sessionStorage : localStorage);

/** What is kept under the key, on the device or in the window alone; `otherwise` where nothing can be read. */
export function readStored<T>(key: string, otherwise: T, span?: Span): T {
  try {
    const { content = otherwise } = JSON.parse(storeFor(span).getItem(PREFIX + key) ?? '{}') as Partial<Item>;
    return content as T;
  } catch {
    return otherwise;
  }
}

/** Keeps a value under the key, on the device or in the window alone; undefined removes it. */
export function writeStored(key: string, content: unknown, span?: Span): void {
  try {
    if (content === undefined) return storeFor(span).removeItem(PREFIX + key);
    const item: Item = {
      dataType: typeof content,
      content,
      ...(span === undefined ? {} : { type: span }),
      datetime: Date.now(),
    };
    storeFor(span).setItem(PREFIX + key, JSON.stringify(item));
  } catch {
    // A full or forbidden storage costs a preference, never the work at hand.
  }
}

/** Calls back when another tab of this browser changed the value. */
export function onStoredChange(key: string, changed: () => void): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key === PREFIX + key) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

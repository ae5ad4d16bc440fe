/** So long work goes on before it lets others be answered. */
const LONGEST_MS = 8;
let since = 0;

/** Called again and again within work on many rows: whoever waits to be answered is answered in between. */
export function othersFirst(): Promise<void> | undefined {
  if (performance.now() - since < LONGEST_MS) return undefined;
  return new Promise((resolve) => {
    setImmediate(() => {
      since = performance.now();
      resolve();
    });
  });
}

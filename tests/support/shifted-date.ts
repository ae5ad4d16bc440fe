/** By how many milliseconds the clock of this run is ahead of the machine's (see clock.ts). */
export const shiftMs = (): number => Number(process.env['TEST_CLOCK_SHIFT_MS'] ?? 0);

/**
 * Replaces `Date` by one that is ahead by so many milliseconds. It stands alone, because it is sent to pages as text,
 * too.
 */
export function shiftDate(byMs: number): void {
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [Real.now() + byMs] : given, made) as Date,
    apply: () => new Real(Real.now() + byMs).toString(),
    get: (target, key, receiver) =>
      key === 'now' ? () => Real.now() + byMs : (Reflect.get(target, key, receiver) as unknown),
  });
}

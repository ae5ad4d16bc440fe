/** Which months of a company may be closed next, as `yyyy-MM`. */

/** So far back the first month of a company may lie. */
const FIRST_MONTHS = 12;

const after = (month: string, months: number): string => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

/**
 * Months close one after the other and only when they are over: after the last closed one there is one, or none yet;
 * where none was closed, any of the twelve before this one, the latest first. `today` is a day.
 */
export function monthsToClose(lastClosed: string | undefined, today: string): readonly string[] {
  const current = today.slice(0, 7);
  if (lastClosed === undefined) return Array.from({ length: FIRST_MONTHS }, (_, at) => after(current, -1 - at));
  const next = after(lastClosed, 1);
  return next < current ? [next] : [];
}

/** How names of records are compared, and how several of them stand in one text. */

/** What two names have in common that differ in width, case or spaces only: 大 白菜 and 大白菜, ABC and ＡＢＣ. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

const BETWEEN = /[,，、;；\n]+/u;
/** The names in a text, each once, in their order; `except` is a name that needs no alias. */
export function namesIn(text: unknown, except = ''): string[] {
  const seen = new Set([nameKey(except), '']);
  return String(text ?? '')
    .split(BETWEEN)
    .map((name) => name.trim())
    .filter((name) => {
      const key = nameKey(name);
      return !seen.has(key) && seen.add(key);
    });
}

/** Names as one text, as they are typed. */
export const asText = (names: readonly string[]): string => names.join(', ');

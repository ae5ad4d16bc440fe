/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** "C5" → 2; -1 for what is no address. Excel ends at XFD, so a fourth letter is never one. */
export function columnIndex(address: string): number {
  let index = 0;
  let at = 0;
  for (; at < address.length && at < 4; at++) {
    const letter = address.charCodeAt(at);
    if (letter < 65 || letter > 90) break;
    index = index * 26 + letter - 64;
  }
  return at === 0 || at === 4 ? -1 : index - 1;
}

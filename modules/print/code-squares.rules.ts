import { encode } from 'uqr';

/** A run of dark squares of a code, in squares. */
interface Run {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A text as a code to scan: how many squares it is wide, and its dark runs. */
export function codeSquares(text: string): { readonly size: number; readonly runs: readonly Run[] } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const runs = data.flatMap((row, y) => {
    const found: Run[] = [];
    for (let x = 0; x < size; x += 1) {
      const last = found.at(-1);
      if (row[x] !== true) continue;
      if (last !== undefined && last.x + last.width === x) found[found.length - 1] = { ...last, width: last.width + 1 };
      else found.push({ x, y, width: 1 });
    }
    return found;
  });
  return { size, runs };
}

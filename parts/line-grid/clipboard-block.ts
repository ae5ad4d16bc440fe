/** The text spreadsheets put on the clipboard: cells by tab, rows by line, quoted where a cell holds either. */

/** Rows and cells of copied text: tabs part cells, line ends part rows, a quoted cell may hold both. */
export function parseBlock(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const cell = text[at] === '"' ? quoted(text, at) : bare(text, at);
    row.push(cell.text);
    at = cell.end;
    if (text[at] === '\t') {
      at += 1;
      continue;
    }
    rows.push(row);
    row = [];
    if (at >= text.length) break;
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  }
  // Excel ends the last row with a line break; that is no empty row.
  if (rows.length > 1 && rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '') rows.pop();
  return rows;
}

function bare(text: string, from: number): { text: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(from, end), end };
}

function quoted(text: string, from: number): { text: string; end: number } {
  let content = '';
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') content += text[at];
    else if (text[at + 1] === '"') {
      content += '"';
      at += 1;
    } else {
      const after = text[at + 1];
      // A quote in the middle of ordinary text (3" pipe) was no quoting at all.
      return after === undefined || after === '\t' || after === '\n' || after === '\r'
        ? { text: content, end: at + 1 }
        : bare(text, from);
    }
  }
  return bare(text, from);
}

/** Cells as text that spreadsheets paste into as many cells. */
export const printBlock = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');

/**
 * A first row made only of column titles says which column each cell is for, whatever their order.
 * Gives the column index per pasted column, or undefined when there is no such row.
 */
export function titledColumns(first: readonly string[], titles: readonly string[]): readonly number[] | undefined {
  const named = first.map((cell) => titles.indexOf(cell.trim()));
  return named.length > 1 &&
    first.every((cell, at) => cell.trim() === '' || (named[at] ?? -1) >= 0) &&
    named.some((at) => at >= 0)
    ? named
    : undefined;
}

/** A block laid over a larger selection repeats when the selection is a whole multiple of it, as in a spreadsheet. */
export function tiled<T>(block: readonly (readonly T[])[], height: number, width: number): readonly (readonly T[])[] {
  const rows = block.length;
  const columns = block[0]?.length ?? 0;
  const down = rows > 0 && height % rows === 0 ? height / rows : 1;
  const across = columns > 0 && width % columns === 0 ? width / columns : 1;
  if (down <= 1 && across <= 1) return block;
  return Array.from({ length: rows * Math.max(1, down) }, (_, row) => {
    const cells = block[row % rows] ?? [];
    return Array.from(
      { length: cells.length * Math.max(1, across) },
      (_cell, column) => cells[column % cells.length] as T,
    );
  });
}

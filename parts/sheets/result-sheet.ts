import type { Readable } from 'node:stream';
import type { BadCell } from '../sheet-answer/import-result.ts';
import type { Language } from '../../kernel/core/label.ts';
import type { SheetRow } from '../xlsx/bounded-reader.ts';
import { plainHeader } from './sheet-columns.ts';
import { REASON_HEADER } from './sheet-report.ts';
import type { SheetHeader } from './import-task.ts';
import type { CellContent, SheetColumn } from '../xlsx/sheet-spec.ts';
import { sheetColumn, writeSheet } from '../xlsx/sheet-writer.ts';
import { DATA_SHEET } from './template.ts';

interface ResultTask {
  /** The person's sheet, read again. */
  readonly rows: AsyncIterable<SheetRow>;
  readonly header: SheetHeader;
  readonly bad: readonly BadCell[];
  readonly language: Language;
  readonly signal?: AbortSignal;
}

/**
 * The person's own sheet back, every row where it stood, with 失败原因 as a first column and each bad cell filled and
 * commented. It can be mended and imported again as it is: that column is passed over.
 */
export function resultSheet({ rows, header, bad, language, signal }: ResultTask): Readable {
  const reasonHeaders = new Set([plainHeader(REASON_HEADER.zh), plainHeader(REASON_HEADER.en)]);
  // A sheet that comes back a second time already has the column.
  const shownColumns = header.headings.flatMap((heading, index) =>
    reasonHeaders.has(plainHeader(heading)) ? [] : [index],
  );
  const columns: SheetColumn[] = [
    { header: REASON_HEADER[language], face: 'text', width: 40 },
    ...shownColumns.map((index) =>
      sheetColumn(header.headings[index]!, { kind: header.columns[index]?.field.kind ?? 'text' }),
    ),
  ];
  const byRow = Map.groupBy(bad, ({ row }) => row);
  return writeSheet(columns, marked(rows, header, shownColumns, byRow, language), {
    name: DATA_SHEET[language],
    headerRow: header.row,
    ...(signal === undefined ? {} : { signal }),
  });
}

async function* marked(
  rows: AsyncIterable<SheetRow>,
  header: SheetHeader,
  kept: readonly number[],
  byRow: ReadonlyMap<number, readonly BadCell[]>,
  language: Language,
): AsyncGenerator<readonly CellContent[]> {
  const parted = language === 'zh' ? '；' : '; ';
  let next = header.row + 1;
  for await (const { row, cells } of rows) {
    if (row <= header.row) continue;
    for (; next < row; next++) yield [];
    next = row + 1;
    const problems = byRow.get(row) ?? [];
    const reason = problems
      .map(({ column, reason: why }) =>
        column === '' ? why : language === 'zh' ? `${column}：${why}` : `${column}: ${why}`,
      )
      .join(parted);
    yield [
      reason,
      ...kept.map((index): CellContent => {
        const value = cells[index] ?? null;
        const heading = header.headings[index]!;
        const own = heading === '' ? [] : problems.filter(({ column }) => column === heading);
        return own.length === 0 ? value : { value, note: own.map(({ reason: why }) => why).join('\n') };
      }),
    ];
  }
}

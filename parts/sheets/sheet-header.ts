/** The headings of a sheet, found among its first rows. */
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { SheetRow } from '../xlsx/bounded-reader.ts';
import { importColumns, plainHeader, type ImportColumn, type SheetSubject } from './sheet-columns.ts';
import type { ImportTask, SheetHeader } from './import-task.ts';
import { REASON_HEADER } from './sheet-report.ts';

const HEADER_ROWS = 10;
interface FoundHeader {
  readonly header: SheetHeader;
  readonly ignored: readonly string[];
}

/** The first of the first rows whose cells are mostly headings; titles above it are passed over. */
export async function findHeader(task: ImportTask, rows: AsyncIterator<SheetRow>): Promise<FoundHeader> {
  const { declaration, lookups } = task;
  const columns = importColumns(declaration, lookups, task.hidden);
  for (let read = 0; read < HEADER_ROWS; read++) {
    const step = await rows.next();
    if (step.done === true) break;
    const found = recognise(step.value, columns, declaration);
    const filled = step.value.cells.filter((cell) => cell !== null && cell.trim() !== '').length;
    const known = found.columns.filter((column) => column !== null).length;
    if (known === 0 || (known < 2 && known < filled)) continue;

    const twice = found.headings.find((_heading, index) => found.twice.has(index));
    if (twice !== undefined) throw new Refused(refuse('excel.columnTwice', { column: twice }));
    const missing = columns.filter((column) => column.required && !found.columns.includes(column));
    if (missing.length > 0) throw new Refused(refuse('excel.columnsMissing', { columns: named(missing) }));
    return {
      header: { row: step.value.row, headings: found.headings, columns: found.columns },
      ignored: found.ignored,
    };
  }
  throw new Refused(
    refuse('excel.headerMissing', { columns: named(columns.filter((column) => column.required || column.identifies)) }),
  );
}
const named = (columns: readonly ImportColumn[]): { zh: string; en: string } => ({
  zh: columns.map(({ header }) => header.zh).join('、'),
  en: columns.map(({ header }) => header.en).join(', '),
});

interface Recognised {
  readonly headings: readonly string[];
  readonly columns: readonly (ImportColumn | null)[];
  /** Positions of headings whose field another column already has. */
  readonly twice: ReadonlySet<number>;
  readonly ignored: readonly string[];
}

function recognise({ cells }: SheetRow, columns: readonly ImportColumn[], { fields }: SheetSubject): Recognised {
  const headings = cells.map((cell) => (cell ?? '').trim());
  const plain = headings.map(plainHeader);
  const found: (ImportColumn | null)[] = headings.map(() => null);
  const twice = new Set<number>();
  const claim = (texts: (column: ImportColumn) => readonly string[], isFallback: boolean): void => {
    plain.forEach((text, index) => {
      if (text === '' || found[index] !== null) return;
      const matching = columns.filter((column) => texts(column).some((each) => plainHeader(each) === text));
      const free = matching.find((column) => !found.includes(column));
      if (free !== undefined) found[index] = free;
      else if (matching.length > 0 && !isFallback) twice.add(index);
    });
  };
  claim(({ header }) => [header.zh, header.en], false);
  // A reference's bare label stands for its name in exports; it counts where the column of its code is not there.
  claim(({ field }) => [field.label.zh, field.label.en], true);
  const passedOver = new Set(
    [REASON_HEADER, ...Object.values(fields).map((field) => field.label)].flatMap(({ zh, en }) => [
      plainHeader(zh),
      plainHeader(en),
    ]),
  );
  const ignored = headings.filter(
    (heading, index) => heading !== '' && found[index] === null && !passedOver.has(plain[index]!),
  );
  return { headings, columns: found, twice, ignored };
}

/** Does the cell say nothing? */
export const isBlank = (cell: string | null | undefined): cell is null | undefined | '' =>
  cell === null || cell === undefined || cell.trim() === '';

import { Readable } from 'node:stream';
import type { Field, Kind } from '../../kernel/core/field.ts';
import type { CellFace, SheetColumn, SheetSpec, WriteOptions } from './sheet-spec.ts';
import { workbookParts } from './workbook-parts.ts';
import { zipArchive } from './zip-writer.ts';

const WIDTHS: Readonly<Record<Kind, number>> = {
  text: 20,
  longtext: 40,
  richtext: 60,
  code: 16,
  secret: 12,
  integer: 10,
  quantity: 12,
  price: 12,
  money: 14,
  percent: 10,
  factor: 14,
  flag: 8,
  day: 12,
  moment: 20,
  choice: 12,
  dictionary: 14,
  ref: 18,
  refs: 28,
  parent: 18,
  pictures: 20,
  attachments: 20,
  json: 20,
};
const FACES: Partial<Record<Kind, CellFace>> = {
  integer: 'whole',
  quantity: 'number',
  price: 'price',
  money: 'money',
  percent: 'number',
  factor: 'number',
  day: 'day',
  moment: 'moment',
};

/** How a field looks in a sheet. Ids and codes are text: Excel would cut them to 15 digits. */
export const sheetColumn = (
  header: string,
  field: Pick<Field, 'kind'>,
  more: Pick<SheetColumn, 'note' | 'list'> = {},
): SheetColumn => ({
  header,
  face: FACES[field.kind] ?? 'text',
  width: Math.max(WIDTHS[field.kind], displayWidth(header) + 2),
  ...more,
});

/** Columns a text takes: a Chinese character takes two. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character.codePointAt(0)! > 0x2e7f ? 2 : 1;
  return width;
}

/** A workbook of one sheet with any number of rows, written while it is read: nothing is held but the row at hand. */
export const writeSheet = (
  columns: readonly SheetColumn[],
  rows: SheetSpec['rows'],
  options: WriteOptions & { readonly name: string; readonly headerRow?: number },
): Readable =>
  writeWorkbook(
    [
      {
        name: options.name,
        columns,
        rows,
        ...(options.headerRow === undefined ? {} : { headerRow: options.headerRow }),
      },
    ],
    options,
  );

/** A workbook of several sheets, in order. Lists to choose from stand in one more, hidden sheet. */
export const writeWorkbook = (sheets: readonly SheetSpec[], options: WriteOptions = {}): Readable =>
  Readable.from(zipArchive(workbookParts(sheets, options)), {
    objectMode: false,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });

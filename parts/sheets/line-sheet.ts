import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Fields, Values } from '../../kernel/core/field.ts';
import type { BadCell } from '../sheet-answer/import-result.ts';
import { Refused, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../postgres/database.ts';
import type { CellLookups } from './cell-text.ts';
import { importSheet } from './import-sheet.ts';
import type { ImportOutcome, RowToSave } from './import-task.ts';
import type { SheetSubject } from './sheet-columns.ts';
import { answered, type Imported, type ImportRun } from './import-run.ts';
import { ports } from '../../kernel/server/port.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { rowsOf } from '../xlsx/sheet-rows.ts';
import { cellLookups, resolveRef } from './sheet-lookups.ts';

/** A sheet of which each row is a line: rows that belong together become one document. */
interface LineSheet<F extends Fields = Fields> {
  /** Columns, by the names the documents' lines and headers have. */
  readonly fields: F;
  /** References whose column is called by their name, as people write them there; codes are understood as well. */
  readonly byName?: readonly string[];
  /** The documents the rows make. */
  documentsOf(rows: readonly SheetRow<F>[]): readonly SheetDocument[];
}
type SheetRow<F extends Fields> = RowToSave & { readonly values: Partial<Values<F>> };
/** Declares such a sheet: its rows are read by its columns. */
export const lineSheet = <const F extends Fields>(sheet: LineSheet<F>): LineSheet => sheet;

interface SheetDocument {
  readonly header: Input;
  /** Its lines, in this order. */
  readonly rows: readonly RowToSave[];
}

/** Documents whose sheets have a row for each line. */
export const lineSheets = ports<{ readonly declaration: Declaration; readonly sheet: LineSheet }>('sheets of lines');

/** The sheet of a document and its faces; undefined where its rows are records. */
export const lineSheetOf = (registry: Registry, { name, of = name }: Declaration): LineSheet | undefined =>
  lineSheets.of({ registry }).find(({ declaration }) => declaration.name === of)?.sheet;

/** What a sheet of lines is about; each row is a line of its own and is identified by nothing. */
export const subjectOf = ({ name, label }: Declaration, { fields }: LineSheet): SheetSubject => ({
  name: `${name}Sheet`,
  label,
  excelKey: [],
  fields,
});

/** Lookups of a line sheet, in which some references are written by name alone. */
export function lineSheetLookups({ byName = [] }: LineSheet, lookups: CellLookups): CellLookups {
  return {
    ...lookups,
    targets: {
      ...lookups.targets,
      ...Object.fromEntries(byName.map((target) => [target, { ...lookups.targets[target]!, code: false }])),
    },
  };
}

/**
 * Reads all rows of such a sheet before anything is made of them: the good ones, what is wrong with the others, and its
 * headings.
 */
export async function readLines(
  run: ImportRun,
  sheet: LineSheet,
  hidden?: ReadonlySet<string>,
): Promise<{ readonly rows: readonly RowToSave[] } & Pick<ImportOutcome, 'result' | 'header'>> {
  const { declaration, context, file, dryRun, onlyGood, signal } = run;
  const rows: RowToSave[] = [];
  const collect = async (block: readonly RowToSave[]): Promise<{ id: string }[]> => {
    rows.push(...block);
    return block.map(() => ({ id: '0' }));
  };
  const { result, header } = await importSheet({
    declaration: subjectOf(declaration, sheet),
    rows: rowsOf(file),
    language: context.language,
    lookups: lineSheetLookups(sheet, await cellLookups(context)),
    ...(hidden ? { hidden } : {}),
    dryRun,
    onlyGood,
    ...(signal ? { signal } : {}),
    findByKey: async (keys) => keys.map(() => undefined),
    resolveRef: (target, texts) => resolveRef(context, target, texts),
    save: collect,
    rehearse: collect,
  });
  return { rows, result, header };
}

/**
 * Imports such a sheet: a document lands with all of its lines or not at all, and none lands while any is bad, unless
 * `onlyGood`. Answers the ids of those that landed.
 */
export async function importLines(
  run: ImportRun,
  sheet: LineSheet,
  hidden: ReadonlySet<string>,
): Promise<Imported & { readonly id: string; readonly ids: readonly string[] }> {
  const { context, dryRun, onlyGood } = run;
  const { rows, result, header } = await readLines(run, sheet, hidden);
  const documents = result.failed > 0 && !onlyGood ? [] : sheet.documentsOf(rows);
  const saved = await saveDocuments(run, sheet, documents);
  const bad = [...result.rows, ...saved.bad];
  const lands = !dryRun && saved.ids.length > 0 && (onlyGood || bad.length === 0);
  await context.tx.run(lands ? sql`release savepoint sheet` : sql`rollback to savepoint sheet`);
  const failed = new Set(bad.map((cell) => cell.row)).size;
  const answer = await answered(run, header, {
    ...result,
    created: onlyGood || failed === 0 ? saved.rows : 0,
    failed,
    rows: bad,
    landed: lands,
  });
  return { ...answer, id: lands ? saved.ids[0]! : '', ids: lands ? saved.ids : [] };
}

/**
 * One after the other, since each takes a number; what stands against one does not keep the others from being judged.
 */
async function saveDocuments(
  { declaration, context, signal }: ImportRun,
  sheet: LineSheet,
  documents: readonly SheetDocument[],
): Promise<{ readonly ids: readonly string[]; readonly rows: number; readonly bad: readonly BadCell[] }> {
  const ids: string[] = [];
  const bad: BadCell[] = [];
  let lines = 0;
  await context.tx.run(sql`savepoint sheet`);
  for (const { header, rows } of documents) {
    signal?.throwIfAborted();
    await context.tx.run(sql`savepoint document`);
    try {
      ids.push(await saveRecord(declaration, context, { ...header, details: rows.map((row) => row.values) }));
      lines += rows.length;
      await context.tx.run(sql`release savepoint document`);
    } catch (error) {
      await context.tx.run(sql`rollback to savepoint document`);
      if (!(error instanceof Refused)) throw error;
      bad.push(...error.refusals.map((refusal) => badCell(refusal, sheet, rows, context)));
    }
  }
  return { ids, rows: lines, bad };
}

/** A refusal at the row it speaks of; one of the whole document at its first. */
function badCell(refusal: Refusal, { fields }: LineSheet, rows: readonly RowToSave[], context: Context): BadCell {
  const row = rows[(refusal.line ?? 1) - 1] ?? rows[0]!;
  const field = refusal.field === undefined ? undefined : fields[refusal.field];
  return {
    row: row.row,
    column: field?.label[context.language] ?? '',
    value: '',
    reason: sentenceOf(refusal, context.language),
  };
}

/** The count sheet: a count's own lines to print or fill in, and the figures read back into them. */
import type { InputOf } from '../../kernel/core/contract.ts';
import { integer, text, type Values } from '../../kernel/core/field.ts';
import type { BadCell } from '../../parts/sheet-answer/import-result.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import type { Download } from '../../parts/http/downloads.ts';
import { sql } from '../../parts/postgres/database.ts';
import { cellLookups, resolveRef } from '../../parts/sheets/sheet-lookups.ts';
import type { CellLookups } from '../../parts/sheets/cell-text.ts';
import { importSheet } from '../../parts/sheets/import-sheet.ts';
import type { ExistingRow, RowToSave } from '../../parts/sheets/import-task.ts';
import { resultSheet } from '../../parts/sheets/result-sheet.ts';
import type { SheetSubject } from '../../parts/sheets/sheet-columns.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { DATA_SHEET } from '../../parts/sheets/template.ts';
import { storeFile } from '../../parts/storage/files.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { rowsOf } from '../../parts/xlsx/sheet-rows.ts';
import type { Entered } from './counted-input.ts';
import { countedInPieces } from './count-book.server.ts';
import { saveCounts } from './enter-counts.server.ts';
import { countFaces, type CountFace } from './faces/count-faces.server.ts';
import type { downloadSheet } from './stock-check.calls.ts';
import { countedFields, stockCheck, type StockCheckLine } from './stock-check.document.ts';
import { withoutFirstCounts } from './stock-check.server.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const { countQty, unitId, countAuxQty, skipReason } = countedFields;

/** A row of the sheet, known by its line and its lot: the sheet of another count fits none. */
const sheet: SheetSubject = {
  name: 'stockCheckSheet',
  label: stockCheck.label,
  excelKey: ['lineNo', 'batchCode'],
  fields: {
    lineNo: integer('行号', 'Line', { readonly: true }),
    batchCode: text('批次号', 'Lot number', { readonly: true, optional: true }),
    countQty,
    unitId,
    countAuxQty,
    skipReason,
  },
};

/** The count with its lines as counters see them. */
async function checkOf(
  context: Context,
  of: typeof stockCheck,
  input: InputOf<typeof downloadSheet.input>,
): Promise<WholeRecord<typeof stockCheck>> {
  const check = await recordById(context, of, readIds({ id: input.checkId ?? input.id })[0]!);
  return { ...check, details: withoutFirstCounts(check, check.details) };
}

/** What is known of each lot, and empty cells for what is found. The book stands in it unless the count is blind. */
async function countSheet(check: WholeRecord<typeof stockCheck>, context: Context): Promise<Download> {
  const fields = stockCheck.lines!.details.fields;
  const seesBook = check.blind === 0;
  const inPieces = await countedInPieces(
    context,
    check.details.map((line) => line.materialId),
  );
  const columns = (
    [
      ['lineNo', sheet.fields['lineNo']!],
      ['storagePlace', fields.storagePlace],
      ['materialCode', { ...fields.storagePlace, label: label('物料编码', 'Material code') }],
      ['materialName', { ...fields.storagePlace, label: fields.materialId.label }],
      ['batchName', sheet.fields['batchCode']!],
      ['expiryDate', fields.expiryDate],
      ...(seesBook ? [['snapshotQty', fields.snapshotQty] as const] : []),
      ['countQty', countQty],
      ['unitName', { ...fields.storagePlace, label: unitId.label }],
      ...(inPieces.size > 0 ? [['countAuxQty', countAuxQty] as const] : []),
      ['skipReason', skipReason],
    ] as const
  ).map(([name, field]) => ({ name, column: sheetColumn(field.label[context.language], field) }));
  const cell = (line: StockCheckLine, name: string): string | null =>
    line[name] === null || line[name] === undefined || line[name] === '' ? null : String(line[name]);
  const rows = check.details.map((line) => columns.map(({ name }) => cell(line, name)));
  return {
    fileName: `${check.billCode}-${{ zh: '盘点表', en: 'count-sheet' }[context.language]}.xlsx`,
    contentType: XLSX,
    body: writeSheet(
      columns.map(({ column }) => column),
      rows,
      { name: DATA_SHEET[context.language] },
    ),
  };
}

/** Units are written as people write them. */
async function lookupsOf(context: Context): Promise<CellLookups> {
  const lookups = await cellLookups(context);
  return {
    ...lookups,
    targets: { ...lookups.targets, materialUnit: { label: lookups.targets['materialUnit']!.label, code: false } },
  };
}

/** The lines of a count by number and lot, as rows of its sheet. */
const rowsByKey = (details: readonly StockCheckLine[]): Map<string, ExistingRow> =>
  new Map(
    details.map((line) => [
      JSON.stringify([line.lineNo, line.batchName || null]),
      {
        id: line.id,
        values: {
          lineNo: line.lineNo,
          batchCode: line.batchName || null,
          countQty: line.countQty || null,
          unitId: line.unitId,
          countAuxQty: line.countAuxQty || null,
          skipReason: line.skipReason || null,
        },
      },
    ]),
  );

/** `fileFolder`: where the sheet is stored with the reasons in it. */
const importCounts = ({ fileFolder }: Services, { calls, of }: CountFace): Call =>
  serve(
    calls.importSheet,
    async (context, input, { file }) => {
      if (file === null) throw new Refused(refuse('file.missing'));
      const check = await checkOf(context, of(context), input);
      const dryRun = input.dryRun === '1' || input.dryRun === 'true';
      const lines = rowsByKey(check.details);
      const rows: RowToSave[] = [];
      const save = (batch: readonly RowToSave[]) =>
        Promise.resolve(
          batch.map((row) => {
            if (row.id === null) return { refusals: [refuse('counting.sheet-other')] };
            rows.push(row);
            return { id: row.id };
          }),
        );
      const outcome = await importSheet({
        declaration: sheet,
        rows: rowsOf(file),
        language: context.language,
        lookups: await lookupsOf(context),
        dryRun,
        onlyGood: false,
        save,
        rehearse: save,
        findByKey: (keys) =>
          Promise.resolve(
            keys.map(([lineNo, batchCode]) => lines.get(JSON.stringify([Number(lineNo), batchCode ?? null]))),
          ),
        resolveRef: (target, texts) => resolveRef(context, target, texts),
      });
      const bad =
        outcome.result.failed > 0
          ? outcome.result.rows
          : await land(
              context,
              { id: check.id, of: of(context) },
              rows,
              new Map([...lines.values()].map((line) => [line.id, line.values])),
              dryRun,
            );
      const failed = new Set(bad.map((cell) => cell.row)).size;
      const problems =
        file.name.replace(/\.xlsx$/i, '') + { zh: '-失败原因.xlsx', en: '-problems.xlsx' }[context.language];
      const fileId =
        failed === 0
          ? null
          : await storeFile(
              context,
              fileFolder,
              resultSheet({ rows: rowsOf(file), header: outcome.header, bad, language: context.language }),
              problems,
              XLSX,
              'import-result',
            );
      return {
        ...outcome.result,
        updated: failed > 0 ? 0 : outcome.result.updated,
        failed,
        rows: bad,
        fileId,
        landed: !dryRun && failed === 0,
      };
    },
    { upload: 'sheet' },
  );

/** What a row of the sheet may fill in. */
type SheetValues = Partial<Values<typeof countedFields>>;

/** The rows are entered as figures typed in are. What a row leaves blank stays as it stands on its line. */
async function land(
  context: Context,
  { id, of }: { readonly id: string; readonly of: typeof stockCheck },
  rows: readonly RowToSave[],
  current: ReadonlyMap<string, RecordValues>,
  dryRun: boolean,
): Promise<readonly BadCell[]> {
  if (rows.length === 0) return [];
  const entered = rows.map((row, index): Entered => {
    const line: SheetValues = current.get(row.id!)!;
    const filled: SheetValues = row.values;
    const { countQty: qty = null, unitId: unit = null } = filled.countQty === undefined ? line : filled;
    const { countAuxQty: pieces = null, skipReason = null } = { ...line, ...filled };
    return {
      line: index + 1,
      id: row.id,
      key: null,
      madeTime: null,
      values: {
        countAuxQty: qty === null ? null : pieces,
        countTime: null,
        countWay: 'sheet',
        skipReason,
        pictures: [],
      },
      parts: qty === null ? [] : [{ qty, unitId: unit }],
    };
  });
  await context.tx.run(sql`savepoint sheet`);
  try {
    await saveCounts(context, id, entered, { of });
    await context.tx.run(dryRun ? sql`rollback to savepoint sheet` : sql`release savepoint sheet`);
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await context.tx.run(sql`rollback to savepoint sheet`);
    return error.refusals.map((refusal) => ({
      row: rows[(refusal.line ?? 1) - 1]?.row ?? 1,
      column: '',
      value: '',
      reason: sentenceOf(refusal, context.language),
    }));
  }
}

/** The count as a sheet to download and fill in, and its import. */
export const countSheetCalls = (services: Services): readonly Call[] =>
  countFaces.flatMap((face) => [
    serve(
      face.calls.downloadSheet,
      async (context, input) => countSheet(await checkOf(context, face.of(context), input), context),
      { reads: true },
    ),
    importCounts(services, face),
  ]);

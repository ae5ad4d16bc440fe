/** The count sheet: a count's own lines to print or fill in, and the figures read back into them. */
import { integer, text } from '../../kernel/core/field.ts';
import type { BadCell } from '../../kernel/core/import-result.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
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
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Registry, Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { rowsOf } from '../../parts/xlsx/sheet-rows.ts';
import { keptInPieces, saveCounts, type Entered } from './enter-counts.server.ts';
import { countedFields, stockCheck } from './stock-check.document.ts';
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
  registry: Registry,
  context: Context,
  input: Input,
): Promise<Record<string, unknown> & { details: Record<string, unknown>[] }> {
  const id = readIds({ id: input['checkId'] ?? input['id'] })[0]!;
  const check = await readRecord(registry, stockCheck, context, { id });
  if (check === undefined) throw unknownRecord(stockCheck.label);
  return { ...check, details: withoutFirstCounts(check, check.details) };
}

/** What is known of each lot, and empty cells for what is found. The book stands in it unless the count is blind. */
async function countSheet(registry: Registry, context: Context, input: Input): Promise<Download> {
  const check = await checkOf(registry, context, input);
  const fields = stockCheck.lines!.details.fields;
  const seesBook = check['blind'] === 0;
  const inPieces = await keptInPieces(
    context,
    check.details.map((line) => String(line['materialId'])),
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
  const cell = (line: Record<string, unknown>, name: string): string | null =>
    line[name] === null || line[name] === undefined || line[name] === '' ? null : String(line[name]);
  const rows = check.details.map((line) => columns.map(({ name }) => cell(line, name)));
  return {
    fileName: `${String(check['billCode'])}-${{ zh: '盘点表', en: 'count-sheet' }[context.language]}.xlsx`,
    contentType: XLSX,
    body: writeSheet(
      columns.map(({ column }) => column),
      rows,
      { name: DATA_SHEET[context.language] },
    ),
  };
}

/** Units are written as people write them. */
async function lookupsOf(registry: Registry, context: Context): Promise<CellLookups> {
  const lookups = await cellLookups(registry, context);
  return {
    ...lookups,
    targets: { ...lookups.targets, materialUnit: { label: lookups.targets['materialUnit']!.label, code: false } },
  };
}

const importCounts = ({ registry, fileFolder }: Services): Call => ({
  method: 'POST',
  service: 'store-management',
  path: 'invcheck/importExcelTemplate',
  permission: 'invcheck_import',
  upload: 'sheet',
  summary: label('导入盘点表', 'Import a count sheet'),
  async handle(context, input, file) {
    if (file === null) throw new Refused(refuse('file.missing'));
    const check = await checkOf(registry(), context, input);
    const dryRun = ['1', 'true'].includes(String(input['dryRun'] ?? ''));
    const lines = new Map(
      check.details.map((line): [string, ExistingRow] => [
        JSON.stringify([line['lineNo'], line['batchName'] || null]),
        {
          id: String(line['id']),
          values: {
            lineNo: line['lineNo'],
            batchCode: line['batchName'] || null,
            countQty: line['countQty'] === '' ? null : line['countQty'],
            unitId: line['unitId'],
            countAuxQty: line['countAuxQty'] === '' ? null : line['countAuxQty'],
            skipReason: line['skipReason'] || null,
          },
        },
      ]),
    );
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
      lookups: await lookupsOf(registry(), context),
      dryRun,
      onlyGood: false,
      save,
      rehearse: save,
      findByKey: (keys) =>
        Promise.resolve(
          keys.map(([lineNo, batchCode]) => lines.get(JSON.stringify([Number(lineNo), batchCode ?? null]))),
        ),
      resolveRef: (target, texts) => resolveRef(registry(), context, target, texts),
    });
    const bad =
      outcome.result.failed > 0
        ? outcome.result.rows
        : await land(
            context,
            String(check['id']),
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
});

/** The rows are entered as figures typed in are. What a row leaves blank stays as it stands on its line. */
async function land(
  context: Context,
  checkId: string,
  rows: readonly RowToSave[],
  standing: ReadonlyMap<string, RecordValues>,
  dryRun: boolean,
): Promise<readonly BadCell[]> {
  if (rows.length === 0) return [];
  const entered = rows.map((row, index): Entered => {
    const line = standing.get(row.id!)!;
    const counts = row.values['countQty'] === undefined ? line : row.values;
    const qty = counts['countQty'] as string | null | undefined;
    const [pieces, skipReason] = ['countAuxQty', 'skipReason'].map((name) =>
      row.values[name] === undefined ? line[name] : row.values[name],
    );
    return {
      line: index + 1,
      id: row.id,
      values: {
        countAuxQty: qty === null || qty === undefined ? null : (pieces ?? null),
        countTime: null,
        countWay: 'sheet',
        skipReason: skipReason ?? null,
        pictures: [],
      },
      parts:
        qty === null || qty === undefined
          ? []
          : [{ qty: String(qty), unitId: (counts['unitId'] as string | null) ?? null }],
    };
  });
  await context.tx.run(sql`savepoint sheet`);
  try {
    await saveCounts(context, checkId, entered);
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

export const countSheetCalls = (services: Services): readonly Call[] => [
  {
    method: 'GET',
    service: 'store-management',
    path: 'invcheck/downloadExcelTemplate',
    permission: 'invcheck_export',
    reads: true,
    summary: label('下载盘点表', 'Download the count sheet'),
    handle: (context, input) => countSheet(services.registry(), context, input),
  },
  importCounts(services),
];

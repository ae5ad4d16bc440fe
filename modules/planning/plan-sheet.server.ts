/** Plans from a sheet: the template to fill in, and the import of one plan, all rows or none. */
import { choice, day, quantity, ref, text } from '../../kernel/core/field.ts';
import type { BadCell } from '../../kernel/core/import-result.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import type { Call, Context, Download, UploadedFile } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { cellLookups, resolveRef } from '../../kernel/server/excel-calls.ts';
import { readSheet } from '../../kernel/server/excel/bounded-reader.ts';
import type { CellLookups } from '../../kernel/server/excel/cell-text.ts';
import { importSheet, type ImportOutcome, type RowToSave } from '../../kernel/server/excel/import-sheet.ts';
import { resultSheet } from '../../kernel/server/excel/result-sheet.ts';
import type { SheetSubject } from '../../kernel/server/excel/sheet-columns.ts';
import { template } from '../../kernel/server/excel/template.ts';
import { storeFile } from '../../kernel/server/files.ts';
import type { Registry, Services } from '../../kernel/server/registry.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { requirementPlan } from './requirement-plan.document.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const { sourceKind } = requirementPlan.lines!.details.fields;

/** A row of the sheet: what is needed where, when and how much. */
const sheet: SheetSubject = {
  name: 'requirementPlanSheet',
  label: requirementPlan.label,
  excelKey: [],
  fields: {
    warehouseId: ref('仓库', 'Warehouse', 'warehouse'),
    materialId: ref('物料', 'Material', 'material'),
    needDate: day('需求日期', 'Needed on'),
    unitId: ref('单位', 'Unit', 'materialUnit'),
    planQty: quantity('计划量', 'Planned', { positive: true }),
    sourceKind: choice('货源', 'Source', sourceKind.rules.choices!.map((each) => [each.value, each.label.zh, each.label.en] as const), { default: 'direct' }),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
};

/** Units are written as people write them, 千克 rather than a code; both are understood. */
async function lookupsOf(registry: Registry, context: Context): Promise<CellLookups> {
  const lookups = await cellLookups(registry, context);
  return { ...lookups, targets: { ...lookups.targets, materialUnit: { label: lookups.targets['materialUnit']!.label, code: false } } };
}

export const planTemplate = (services: Services): Call => ({
  method: 'GET', service: 'store-management', path: 'invrequireplan/downloadexceltemplate', permission: 'invrequireplan_import', reads: true,
  summary: label('需求计划导入模板', 'Import template of requirement plans'),
  async handle(context): Promise<Download> {
    const name = { zh: '需求计划导入模板', en: 'Requirement plan template' }[context.language];
    return { fileName: `${name}-${context.today}.xlsx`, contentType: XLSX, body: template(sheet, context.language, await lookupsOf(services.registry(), context)) };
  },
});

export const importPlan = (services: Services): Call => ({
  method: 'POST', service: 'store-management', path: 'invrequireplan/importExcelRequirePlan', permission: 'invrequireplan_import', upload: true,
  summary: label('导入需求计划', 'Import a requirement plan'),
  async handle(context, input, file) {
    if (file === null) throw new Refused(refuse('file.missing'));
    const registry = services.registry();
    const dryRun = ['1', 'true'].includes(String(input['dryRun'] ?? ''));
    const rows: RowToSave[] = [];
    const outcome = await importSheet({
      declaration: sheet, rows: readSheet(file.path), language: context.language, lookups: await lookupsOf(registry, context), dryRun, onlyGood: false,
      findByKey: async (keys) => keys.map(() => undefined),
      resolveRef: (target, texts) => resolveRef(registry, context, target, texts),
      save: async (batch) => collected(rows, batch), rehearse: async (batch) => collected(rows, batch),
    });
    const tried = outcome.result.failed > 0 ? { id: null, bad: outcome.result.rows } : await savePlan(registry, context, rows, dryRun);
    const bad = tried.bad;
    const fileId = bad.length === 0 ? null : await storeProblems(context, services.fileFolder, file, outcome, bad);
    const failed = new Set(bad.map((cell) => cell.row)).size;
    return { ...outcome.result, created: failed > 0 ? 0 : outcome.result.created, failed, rows: bad, fileId, landed: !dryRun && failed === 0, id: tried.id ?? '' };
  },
});

/** Rows wait until all are known: they become the lines of one plan. */
function collected(rows: RowToSave[], batch: readonly RowToSave[]): { id: string }[] {
  rows.push(...batch);
  return batch.map(() => ({ id: '0' }));
}

async function savePlan(registry: Registry, context: Context, rows: readonly RowToSave[], dryRun: boolean): Promise<{ id: string | null; bad: readonly BadCell[] }> {
  const days = rows.map((row) => String(row.values['needDate'])).toSorted();
  await context.tx.run(sql`savepoint sheet`);
  try {
    const id = await saveRecord(registry, registry.find(requirementPlan.name), context, { planType: 'import', startDate: days[0], endDate: days.at(-1), details: rows.map((row) => row.values) });
    await context.tx.run(dryRun ? sql`rollback to savepoint sheet` : sql`release savepoint sheet`);
    return { id: dryRun ? null : id, bad: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await context.tx.run(sql`rollback to savepoint sheet`);
    return { id: null, bad: error.refusals.map((refusal) => badCell(refusal, rows, context)) };
  }
}

function badCell(refusal: Refusal, rows: readonly RowToSave[], context: Context): BadCell {
  const row = refusal.line === undefined ? undefined : rows[refusal.line - 1];
  const field = refusal.field === undefined ? undefined : sheet.fields[refusal.field];
  return { row: row?.row ?? 1, column: field?.label[context.language] ?? '', value: '', reason: sentenceOf(refusal, context.language) };
}

async function storeProblems(context: Context, folder: string, file: UploadedFile, outcome: ImportOutcome, bad: readonly BadCell[]): Promise<string> {
  const name = file.name.replace(/\.xlsx$/i, '') + { zh: '-失败原因.xlsx', en: '-problems.xlsx' }[context.language];
  return storeFile(context, folder, resultSheet({ rows: readSheet(file.path), header: outcome.header, bad, language: context.language }), name, XLSX, 'import-result');
}

/** Prices of a plan from a sheet: the template to fill in, and the import into a plan being made or into a new one. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Field, Id } from '../../../kernel/core/field.ts';
import type { BadCell } from '../../../parts/sheet-answer/import-result.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import type { Download } from '../../../parts/http/downloads.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import type { CellLookups } from '../../../parts/sheets/cell-text.ts';
import type { RowToSave } from '../../../parts/sheets/import-task.ts';
import { template } from '../../../parts/sheets/template.ts';
import { answered, type ImportRun } from '../../../parts/sheets/import-run.ts';
import { lineSheetLookups, readLines, subjectOf } from '../../../parts/sheets/line-sheet.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { lineTableOf, ownerColumn } from '../../../kernel/server/schema.ts';
import { cellLookups } from '../../../parts/sheets/sheet-lookups.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { deptLine } from '../../admin/people/dept-line.server.ts';
import * as calls from './price-plan.calls.ts';
import { assessmentPriceMaintenance, managementPricePlan } from './price-plan.document.ts';
import { SEES } from '../price-book/price.resource.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const { materialId, unitId, price, taxRate, startDate, endDate, remark } = managementPricePlan.lines!.details.fields;
/**
 * A row for each price. Unlike sheets that make documents, one may fill a plan that stands there, and leave out what is
 * bad row by row.
 */
const sheet = {
  fields: {
    materialId,
    unitId,
    price: { ...price, optional: false, rules: { ...price.rules, optional: false } } as Field,
    taxRate,
    startDate,
    endDate,
    remark,
  } as Readonly<Record<string, Field>>,
  byName: ['materialUnit'],
  documentsOf: () => [],
};
const lookupsOf = async (context: Context): Promise<CellLookups> => lineSheetLookups(sheet, await cellLookups(context));

/** One kind of plan that takes its prices from a sheet. */
interface Kind {
  readonly declaration: Declaration;
  readonly segment: string;
  /** Whoever does not see these prices does not bring them in either. */
  readonly right: string;
  /** What a new plan needs beside its name, company and first day. */
  fresh(startDate: string): Input;
}

const isOn = (value: string | null): boolean => value === '1' || value === 'true';

const templateOf = ({ declaration, segment }: Kind): Call =>
  serve(
    calls.sheetTemplate(segment, declaration),
    async (context): Promise<Download> => {
      const name = { zh: `${declaration.label.zh}-导入模板`, en: `${declaration.label.en} template` }[context.language];
      return {
        fileName: `${name}-${context.today}.xlsx`,
        contentType: XLSX,
        body: template(subjectOf(declaration, sheet), context.language, await lookupsOf(context)),
      };
    },
    { reads: true },
  );

const importOf = (kind: Kind, fileFolder: string): Call =>
  serve(
    calls.importSheet(kind.segment, kind.declaration),
    async (context, input, { file }) => {
      if (file === null) throw new Refused(refuse('file.missing'));
      if (!context.allowed(kind.right)) throw new Refused(refuse('prices.sheet-unseen'));
      const how = { dryRun: isOn(input.dryRun), onlyGood: isOn(input.onlyGood) };
      const run: ImportRun = {
        declaration: kind.declaration,
        context,
        file,
        fileFolder,
        ...how,
        onlyNew: false,
      };
      const { rows, result, header } = await readLines(run, sheet);
      const tried =
        result.rows.length > 0 && !how.onlyGood
          ? { planId: null, bad: [], saved: 0 }
          : await savePlan(kind, context, input, rows, how);
      const bad = [...result.rows, ...tried.bad];
      const landed = !how.dryRun && tried.planId !== null;
      const imported = {
        ...result,
        created: landed || how.dryRun ? tried.saved : 0,
        failed: new Set(bad.map((cell) => cell.row)).size,
        rows: bad,
        landed,
      };
      return { ...(await answered(run, header, imported)), planId: tried.planId ?? '' };
    },
    { upload: 'sheet' },
  );
type SheetInput = InputOf<ReturnType<typeof calls.importSheet>['input']>;

/** What names a line among those of a plan: its material and first day. */
interface PriceRow {
  readonly materialId?: unknown;
  readonly startDate?: unknown;
}
interface Tried {
  readonly planId: Id | null;
  readonly bad: readonly BadCell[];
  readonly saved: number;
}
/**
 * The rows become lines of the plan; of a material and first day that stand there already, what the sheet says is
 * written over the line. With `onlyGood` what is refused is left out.
 */
async function savePlan(
  kind: Kind,
  context: Context,
  input: SheetInput,
  rows: readonly RowToSave[],
  how: { readonly dryRun: boolean; readonly onlyGood: boolean },
): Promise<Tried> {
  if (rows.length === 0) return { planId: null, bad: [], saved: 0 };
  const { declaration } = kind;
  const given = input.planId ?? input.id ?? '';
  const keyOf = ({ materialId, startDate }: PriceRow): string => `${String(materialId)} ${String(startDate ?? '')}`;
  const stored = /^\d{1,19}$/.test(given)
    ? await context.tx.rows<PriceRow & Readonly<Record<string, unknown>>>(
        sql`select l.* from ${ident(lineTableOf(declaration, 'details'))} l
          where l.${ident(ownerColumn(declaration))} = ${given}::bigint order by l.line_no`,
      )
    : [];
  const head = given === '' ? await freshHead(kind, context, input, rows) : { id: given };
  const attempt = async (some: readonly RowToSave[], bad: readonly BadCell[]): Promise<Tried> => {
    if (some.length === 0) return { planId: null, bad, saved: 0 };
    const brought = new Set(some.map((row) => keyOf(row.values)));
    const unchanged = stored.filter((line) => !brought.has(keyOf(line)));
    const lines = new Map(stored.map((line) => [keyOf(line), line]));
    await context.tx.run(sql`savepoint sheet`);
    try {
      const planId = await saveRecord(declaration, context, {
        ...head,
        details: [...unchanged, ...some.map((row) => ({ ...lines.get(keyOf(row.values)), ...row.values }))],
      });
      await context.tx.run(how.dryRun ? sql`rollback to savepoint sheet` : sql`release savepoint sheet`);
      return { planId: how.dryRun ? null : planId, bad, saved: some.length };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await context.tx.run(sql`rollback to savepoint sheet`);
      // What speaks against the plan itself, or a line that stands there, is no fault of a row.
      if (error.refusals.some((refusal) => refusal.line === undefined || refusal.line <= unchanged.length)) throw error;
      // A row that repeats a bad one may be good without it.
      const own = error.refusals.filter((refusal) => refusal.code !== 'prices.line-twice');
      const shown = how.onlyGood && own.length > 0 ? own : error.refusals;
      const rowOf = (refusal: Refusal): RowToSave => some[refusal.line! - 1 - unchanged.length]!;
      const faulty = new Set(shown.map(rowOf));
      const cells = shown.map((refusal): BadCell => ({
        row: rowOf(refusal).row,
        column: sheet.fields[refusal.field ?? '']?.label[context.language] ?? '',
        value: '',
        reason: sentenceOf(refusal, context.language),
      }));
      return how.onlyGood
        ? attempt(
            some.filter((row) => !faulty.has(row)),
            [...bad, ...cells],
          )
        : { planId: null, bad: [...bad, ...cells], saved: 0 };
    }
  };
  return attempt(rows, []);
}

/** A draft named by the moment, of the caller's company, from the first day of any row. */
async function freshHead(
  { declaration, fresh }: Kind,
  context: Context,
  input: SheetInput,
  rows: readonly RowToSave[],
): Promise<Input> {
  const company =
    input.companyDeptId ??
    (context.user.deptId === ''
      ? undefined
      : (await deptLine(context, context.user.deptId)).find((dept) => dept.deptCategory === DEPT.company)?.id);
  const startDate =
    rows.flatMap(({ values: { startDate } }) => (startDate ? [String(startDate)] : [])).toSorted()[0] ?? context.today;
  const name = {
    zh: `${declaration.label.zh}导入 ${context.now}`,
    en: `${declaration.label.en} import ${context.now}`,
  }[context.language];
  return { name, companyDeptId: company, startDate, ...fresh(startDate) };
}

const KINDS: readonly Kind[] = [
  { declaration: managementPricePlan, segment: 'managementprice', right: SEES.management, fresh: () => ({}) },
  {
    declaration: assessmentPriceMaintenance,
    segment: 'assessmentpricemaintenance',
    right: SEES.assessment,
    fresh: (startDate) => ({ assessYear: Number(startDate.slice(0, 4)) }),
  },
];
/** `fileFolder` is where a sheet with the reasons of its bad rows is stored. */
export const priceSheetCalls = (fileFolder: string): Call[] =>
  KINDS.flatMap((kind) => [templateOf(kind), importOf(kind, fileFolder)]);

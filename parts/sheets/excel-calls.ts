import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import type { Fields } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { alikeRecords } from '../../kernel/server/alike.ts';
import type { Call, Context, Input } from '../../kernel/server/context.ts';
import type { Download } from '../http/downloads.ts';
import type { UploadedFile } from '../http/request-input.ts';
import { column, empty, ident, join, raw, sql, type Database } from '../postgres/database.ts';
import { othersFirst } from '../postgres/others-first.ts';
import { spool, spoolAhead } from '../http/downloads.ts';
import { importSheet } from './import-sheet.ts';
import type { ExistingRow, RowToSave, SavedRow } from './import-task.ts';
import { keyOf } from './sheet-columns.ts';
import { RowBlocks } from '../xlsx/sheet-spec.ts';
import { writeSheet } from '../xlsx/sheet-writer.ts';
import { columnsOf, DETAILS, shownFields, type ListColumns } from './list-columns.ts';
import { fillerOf } from './list-filling.ts';
import { fillingOf, planOf } from './list-plan.ts';
import { ownTransactions, sheetInThread } from './list-thread.ts';
import { DATA_SHEET, template } from './template.ts';
import { storeFile, storedPath } from '../storage/files.ts';
import { answered, type ImportRun } from './import-run.ts';
import { importLines, lineSheetLookups, lineSheetOf, subjectOf } from './line-sheet.ts';
import { scopeCondition, visibleFields } from '../../kernel/server/filters.ts';
import { enqueue, jobKinds } from '../jobs/jobs.ts';
import { inTransaction } from '../../kernel/server/own-transaction.ts';
import type { Provision } from '../../kernel/server/port.ts';
import { listQuery, readAll, readLinesOf } from '../../kernel/server/record-query.ts';
import { partVerbs } from '../../kernel/server/declared-calls.ts';
import type { ServerModule } from '../../kernel/server/registry.ts';
import type { PendingSave } from '../../kernel/server/pending-save.ts';
import { beginSaves } from '../../kernel/server/save.ts';
import { saveBatch } from '../bulk-save/save-batch.ts';
import { cellLookups, resolveRef, titlesOf } from './sheet-lookups.ts';
import { AT_ONCE_BYTES, removeRows, rowsOf, withRows } from '../xlsx/sheet-rows.ts';
import { tableOf } from '../../kernel/server/schema.ts';

/**
 * Sheets of every declaration with such verbs; what is uploaded and produced is kept in `fileFolder`. Long ones are
 * read from the database by transactions of their own.
 */
export const sheets = (fileFolder: string, database?: Database): ServerModule => ({
  name: 'sheets',
  provides: [
    importJob(fileFolder),
    ...(database === undefined ? [] : [ownTransactions.by(() => database)]),
    partVerbs.by({ verb: 'exportExcel', callOf: exportCall }),
    partVerbs.by({ verb: 'downloadExcelTemplate', callOf: templateCall }),
    partVerbs.by({
      verb: 'importExcelTemplate',
      callOf: (declaration) => importCall(declaration, fileFolder),
    }),
  ],
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const sheetName = (declaration: Declaration, context: Context, extra = ''): string =>
  `${declaration.label[context.language]}${extra}-${context.today}.xlsx`;

/** Sheets of more rows are long: made beside what else is answered, and read while they are made. */
const LONG_ROWS = 2_000;

/** Everything the list shows: any number of rows, in its order, with its filters. A document gives a row per line. */
export function exportCall(declaration: Declaration): Call {
  return {
    method: 'GET+POST',
    service: '',
    path: 'exportExcel',
    permission: permissionOf(declaration, 'export'),
    reads: true,
    summary: label(`导出${declaration.label.zh}`, `Export ${declaration.label.en}`),
    async handle(context, input): Promise<Download> {
      const list = await columnsOf(declaration, context);
      const name = DATA_SHEET[context.language];
      const sheetIn = async (inner: Context): Promise<Readable> => {
        const rows = exportedRows(declaration, inner, await readAll(declaration, inner, input), list);
        return writeSheet([...list.head, ...list.tail], new RowBlocks(rows), { name });
      };
      const download = { fileName: sheetName(declaration, context), contentType: XLSX };
      const database = ownTransactions(context);
      if (database === undefined || !(await isLong(declaration, context, input)))
        return { ...download, body: await spool(await sheetIn(context)) };
      const plan = planOf(declaration, context, input, list);
      return {
        ...download,
        body: () =>
          spoolAhead(
            plan === undefined
              ? sheetBeside(database, context, sheetIn)
              : sheetInThread(
                  { url: database.url, plan, name },
                  { tenant: context.tenant, person: context.user.userId },
                  fillerOf(database, context, declaration, fillingOf(declaration, context, list)!),
                ),
          ),
      };
    },
  };
}

/** Are there more rows than a short sheet has? */
async function isLong(declaration: Declaration, context: Context, input: Input): Promise<boolean> {
  await context.tx.run(
    join(
      [raw('declare listed no scroll cursor for'), listQuery(declaration, context, input, { columns: sql`t.id` })],
      ' ',
    ),
  );
  const moved = await context.tx.run(raw(`move ${LONG_ROWS + 1} from listed`));
  await context.tx.run(raw('close listed'));
  return moved > LONG_ROWS;
}

/** A sheet out of a transaction of its own. */
function sheetBeside(
  database: Database,
  context: Context,
  sheetIn: (context: Context) => Promise<Readable>,
): PassThrough {
  const sheet = new PassThrough();
  inTransaction(database, context, async (inner) => pipeline(await sheetIn(inner), sheet), { readOnly: true }).catch(
    (error: unknown) => sheet.destroy(error as Error),
  );
  return sheet;
}

/** The rows of a sheet, a chunk of the list at a time. */
async function* exportedRows(
  declaration: Declaration,
  context: Context,
  chunks: AsyncIterable<Record<string, unknown>[]>,
  { head, tail }: ListColumns,
): AsyncGenerator<(string | null)[][]> {
  for await (const chunk of chunks) {
    const lines =
      tail.length === 0
        ? null
        : await readLinesOf(
            declaration,
            DETAILS,
            context,
            chunk.map((row) => String(row['id'])),
          );
    const rows: (string | null)[][] = [];
    for (const row of chunk) {
      const front = head.map((each) => each.read(row));
      const own = lines?.get(String(row['id'])) ?? [{}];
      for (const line of own) rows.push([...front, ...tail.map((each) => each.read(line))]);
      await othersFirst();
    }
    yield rows;
  }
}

/** The sheet a person fills in. */
export function templateCall(declaration: Declaration): Call {
  return {
    method: 'GET',
    service: '',
    path: 'downloadExcelTemplate',
    permission: permissionOf(declaration, 'import'),
    reads: true,
    summary: label(`${declaration.label.zh}导入模板`, `Import template of ${declaration.label.en}`),
    async handle(context): Promise<Download> {
      const lines = lineSheetOf(context.registry, declaration);
      const lookups = await cellLookups(context);
      const body =
        lines === undefined
          ? template(declaration, context.language, lookups, hiddenFields(declaration, context))
          : template(
              subjectOf(declaration, lines),
              context.language,
              lineSheetLookups(lines, lookups),
              hiddenOf(lines.fields, context),
            );
      return {
        fileName: sheetName(declaration, context, context.language === 'zh' ? '导入模板' : ' template'),
        contentType: XLSX,
        body,
      };
    },
  };
}

const hiddenFields = (declaration: Declaration, context: Context): ReadonlySet<string> => {
  const visible = visibleFields(declaration, context);
  return new Set(Object.keys(declaration.fields).filter((name) => visible[name] === undefined));
};

/**
 * Imports a sheet: `dryRun=1` checks only, `onlyGood=1` lands the good rows though others are bad, `isCovered=0` lets
 * stand what is there. A small sheet answers at once, a large one answers `{jobId}`.
 */
export function importCall(declaration: Declaration, fileFolder: string): Call {
  return {
    method: 'POST',
    service: '',
    path: 'importExcelTemplate',
    permission: permissionOf(declaration, 'import'),
    upload: 'sheet or job',
    summary: label(`导入${declaration.label.zh}`, `Import ${declaration.label.en}`),
    prepare: (context, _input, file) =>
      file !== null && file.size <= AT_ONCE_BYTES
        ? context.registry.behaviour(declaration)?.prepare?.(context, null)
        : undefined,
    async handle(context, input, file) {
      if (file === null) throw new Refused(refuse('file.missing'));
      const options = {
        dryRun: isOn(input['dryRun']),
        onlyGood: isOn(input['onlyGood']),
        onlyNew: input['isCovered'] !== undefined && !isOn(input['isCovered']),
      };
      if (file.size <= AT_ONCE_BYTES) return runImport({ declaration, context, file, fileFolder, ...options });
      const fileId = await storeFile(context, fileFolder, createReadStream(file.path), file.name, XLSX, 'import');
      const jobId = await enqueue(context, 'import', `${declaration.label[context.language]} · ${file.name}`, {
        declaration: declaration.name,
        fileId,
        fileName: file.name,
        ...options,
      });
      return { jobId };
    },
  };
}
function hiddenOf(fields: Fields, context: Context): ReadonlySet<string> {
  const shown = shownFields(fields, context);
  return new Set(Object.keys(fields).filter((name) => shown[name] === undefined));
}
const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** The work behind a large import. */
const importJob = (fileFolder: string): Provision =>
  jobKinds.by({
    kind: 'import',
    async work(run, input) {
      const path = storedPath(fileFolder, run.user.tenant, String(input['fileId']));
      const { size } = await fs.stat(path);
      const file: UploadedFile = { name: String(input['fileName']), path, size };
      const { registry } = run.outside;
      const declaration = registry.find(String(input['declaration']));
      const prepared = await registry.behaviour(declaration)?.prepare?.(run.outside, null);
      const read = await withRows(file, { signal: run.signal }).catch(async (error: unknown) => {
        await removeRows(file);
        throw error;
      });
      let reported = 0;
      return run
        .complete((context) =>
          runImport({
            declaration,
            context: { ...context, prepared },
            file: read,
            fileFolder,
            dryRun: input['dryRun'] === true,
            onlyGood: input['onlyGood'] === true,
            onlyNew: input['onlyNew'] === true,
            signal: run.signal,
            async progress({ done, total }) {
              // Saving counts from the start again.
              if (Math.abs(done - reported) < 1_000 && done !== total) return;
              reported = done;
              await run.progress(done, total ?? 0);
            },
          }),
        )
        .finally(() => removeRows(file));
    },
  });

/** Checks and, when wanted, lands a sheet within the transaction; what may not stay is taken back to a savepoint. */
async function runImport(run: ImportRun): Promise<unknown> {
  const { declaration, context, file } = run;
  const lines = lineSheetOf(context.registry, declaration);
  if (lines !== undefined) return importLines(run, lines, hiddenOf(lines.fields, context));
  const { tx } = context;
  const lookups = await cellLookups(context);
  let made: Input & { readonly id?: string } = {};
  const save = async (block: readonly RowToSave[], begun?: readonly PendingSave[]): Promise<SavedRow[]> => {
    const saved = await saveBatch(declaration, context, block.map(bodyOf), undefined, begun);
    const at = block.findIndex((row, nr) => row.id === null && 'id' in saved[nr]!);
    if (at >= 0) made = { ...block[at]!.values, ...saved[at]! };
    return saved;
  };
  let progressError: unknown = null;
  let reporting: Promise<void> = Promise.resolve();
  await tx.run(sql`savepoint imported`);
  const outcome = await importSheet({
    declaration,
    rows: rowsOf(file),
    language: context.language,
    lookups,
    hidden: hiddenFields(declaration, context),
    dryRun: run.dryRun,
    onlyGood: run.onlyGood,
    ...(run.signal ? { signal: run.signal } : {}),
    findByKey: async (keys) => (run.onlyNew ? keys.map(() => undefined) : findByKey(declaration, context, keys)),
    resolveRef: (target, texts) => resolveRef(context, target, texts),
    begin: (block) =>
      block.every(({ id }) => id === null) ? beginSaves(declaration, context, block.map(bodyOf)) : undefined,
    save,
    rehearse: save,
    titlesOf: (target, ids) => titlesOf(context, target, ids),
    findAlike: (keys) => alikeRecords(declaration, tx, keys, scopeCondition(declaration, context)),
    progress: (progress) => {
      reporting = reporting
        .then(() => run.progress?.(progress))
        .catch((error: unknown) => void (progressError ??= error));
    },
  });
  // Whoever said stop while the last rows were written is heard, too.
  await reporting;
  if (progressError !== null) throw progressError;
  const isOne = outcome.landed && outcome.result.created === 1 && made.id !== undefined;
  const shown = isOne ? await context.registry.behaviour(declaration)?.saved?.(context, made.id!) : undefined;
  const isShown = Object.keys(shown ?? {}).length > 0;
  // The result of a job is kept, and what is shown once is not.
  if (isShown && run.signal !== undefined) throw new Refused(refuse('excel.shown-once'));
  await tx.run(outcome.landed ? sql`release savepoint imported` : sql`rollback to savepoint imported`);
  const answer = await answered(run, outcome.header, { ...outcome.result, landed: outcome.landed });
  return isShown ? { ...answer, made: { ...made, ...shown } } : answer;
}

const bodyOf = (row: RowToSave): Input => ({
  ...row.values,
  ...(row.id === null ? {} : { id: row.id }),
  ...(row.version === undefined ? {} : { version: row.version }),
});

/** Stored records within the caller's scope by the fields that identify a row, with one query. */
async function findByKey(
  declaration: Declaration,
  context: Context,
  keys: readonly (readonly unknown[])[],
): Promise<(ExistingRow | undefined)[]> {
  const names = keyOf(declaration);
  if (names.length === 0) return keys.map(() => undefined);
  const texts = keys.map((key) => JSON.stringify(key.map((value) => (value === null ? null : String(value)))));
  const own = sql`jsonb_build_array(${join(names.map((name) => sql`t.${column(name)}::text`))})`;
  const first = sql`t.${column(names[0]!)}`;
  const open = keys.some((key) => key[0] === null) ? sql` or ${first} is null` : empty;
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select t.*, ${own}::text as import_key from ${ident(tableOf(declaration))} t
    where ${join(
      [
        sql`(${first}::text =
      any(${keys.map((key) => String(key[0] ?? ''))})${open})`,
        sql`${own} =
        any(${texts}::jsonb[])`,
        ...scopeCondition(declaration, context),
      ],
      ' and ',
    )}`);
  const found = new Map(rows.map(({ importKey, ...row }) => [JSON.stringify(JSON.parse(String(importKey))), row]));
  return texts.map((text) => {
    const row = found.get(text);
    return row === undefined ? undefined : { id: String(row['id']), version: Number(row['version']), values: row };
  });
}

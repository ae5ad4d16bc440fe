import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { SheetRow } from '../xlsx/bounded-reader.ts';
import '../xlsx/excel.refusals.ts';
import type { ImportOutcome, ImportTask } from './import-task.ts';
import { findHeader } from './sheet-header.ts';
import { Report } from './sheet-report.ts';
import { type GoodRow, isPending } from './read-row.ts';
import { RowChecker } from './row-checker.ts';

const BLOCK_ROWS = 1_000;
/**
 * Imports a sheet: checks every row, all bad cells at once, and when none is bad (or `onlyGood`) saves the new and
 * changed ones in the order of the sheet. Throws `Refused` when the sheet as a whole cannot be read: no headings,
 * columns missing, no rows.
 */
export async function importSheet(task: ImportTask): Promise<ImportOutcome> {
  const { language } = task;
  const report = new Report(language);
  const check = new RowChecker(task, report);
  const rows = task.rows[Symbol.asyncIterator]();
  try {
    const { header, ignored } = await findHeader(task, rows);
    check.start(header);
    let block: SheetRow[] = [];
    const checkBlock = async (): Promise<void> => {
      task.signal?.throwIfAborted();
      await check.block(block);
      block = [];
      task.progress?.({ phase: 'checking', done: check.total, total: null });
    };
    for (let step = await rows.next(); step.done !== true; step = await rows.next()) {
      block.push(step.value);
      if (block.length >= (task.blockRows ?? BLOCK_ROWS)) await checkBlock();
    }
    await checkBlock();
    if (check.total === 0) throw new Refused(refuse('excel.empty'));

    // Before a rehearsal brings the rows themselves.
    const preview = await check.preview();
    const wanted = report.failed === 0 || task.onlyGood;
    if (task.dryRun ? task.rehearse !== undefined : wanted) await saveRows(task, check, report);
    const landed = !task.dryRun && (report.failed === 0 || task.onlyGood);
    // Of a run that does not land nothing was created; a dry run says what would be.
    const counts =
      landed || task.dryRun ? { created: check.created, updated: check.updated } : { created: 0, updated: 0 };
    return {
      result: {
        total: check.total,
        ...counts,
        unchanged: check.unchanged,
        failed: report.failed,
        rows: report.cells(),
        fileId: null,
        ignored,
        ...preview,
      },
      landed,
      header,
    };
  } finally {
    await rows.return?.();
  }
}

async function saveRows(task: ImportTask, check: RowChecker, report: Report): Promise<void> {
  const save = task.dryRun ? task.rehearse!.bind(task) : task.save.bind(task);
  const savedIds = new Map<string, Id>();
  let block: GoodRow[] = [];
  let blockKeys = new Set<string>();
  let done = 0;
  const total = check.created + check.updated;
  const refuseRow = (row: GoodRow, refusals: readonly Refusal[]): void => {
    check.uncount(row);
    for (const refusal of refusals) {
      const index = refusal.field === undefined ? -1 : check.columnOf(refusal.field);
      report.add(
        row.row,
        index,
        index < 0 ? '' : check.headingOf(index),
        index < 0 ? null : check.refusalTextOf(row, index),
        refusal,
      );
    }
  };
  const flush = async (): Promise<void> => {
    if (block.length === 0) return;
    task.signal?.throwIfAborted();
    const answers = await save(
      block.map((row) => ({
        row: row.row,
        id: row.id,
        ...(row.version === undefined ? {} : { version: row.version }),
        values: check.valuesOf(row, savedIds),
      })),
    );
    if (answers.length !== block.length) throw new Error('save must answer for every row');
    block.forEach((row, index) => {
      const answer = answers[index]!;
      if ('refusals' in answer) refuseRow(row, answer.refusals);
      else if (row.key !== null) savedIds.set(row.key, answer.id);
    });
    done += block.length;
    block = [];
    blockKeys = new Set();
    task.progress?.({ phase: 'saving', done, total });
  };
  for (const row of check.good()) {
    const waits = row.values.filter(isPending).map(({ pendingKey }) => pendingKey);
    // A parent has its id only once its own block is saved.
    if (waits.some((key) => blockKeys.has(key))) await flush();
    const orphan = waits.find((key) => !savedIds.has(key));
    if (orphan !== undefined) {
      refuseRow(row, [
        refuse('excel.cell.parentBad', { value: (JSON.parse(orphan) as [string])[0], row: check.rowOfKey(orphan) }),
      ]);
      continue;
    }
    block.push(row);
    if (row.key !== null) blockKeys.add(row.key);
    if (block.length >= (task.blockRows ?? BLOCK_ROWS)) await flush();
  }
  await flush();
}

import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { SheetRow } from '../xlsx/bounded-reader.ts';
import '../xlsx/excel.refusals.ts';
import { BlockWriter } from './block-writer.ts';
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
    // While one block waits for the database the next is read.
    let checking = Promise.resolve();
    let checked = 0;
    const checkBlock = async (): Promise<void> => {
      task.signal?.throwIfAborted();
      const read = await check.read(block);
      block = [];
      await blockChecked();
      checked += read.length;
      checking = check.check(read);
      checking.catch(() => {}); // thrown when it is waited for, if it ever is
    };
    const blockChecked = async (): Promise<void> => {
      await checking;
      if (checked > 0) task.progress?.({ phase: 'checking', done: checked, total: null });
    };
    for (let step = await rows.next(); step.done !== true; step = await rows.next()) {
      block.push(step.value);
      if (block.length >= (task.blockRows ?? BLOCK_ROWS)) await checkBlock();
    }
    await checkBlock();
    await blockChecked();
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

/** Saves the good rows block by block, each once the rows above it that it names are saved. */
async function saveRows(task: ImportTask, check: RowChecker, report: Report): Promise<void> {
  const writer = new BlockWriter(task, check, report);
  let block: GoodRow[] = [];
  let blockKeys = new Set<string>();
  const flush = async (): Promise<void> => {
    const rows = block;
    block = [];
    blockKeys = new Set();
    if (rows.length > 0) await writer.write(rows);
  };
  for (const row of check.good()) {
    const waits = row.values.filter(isPending).map(({ pendingKey }) => pendingKey);
    // A parent has its id only once its own block is saved.
    if (waits.some((key) => blockKeys.has(key))) await flush();
    if (waits.length > 0) await writer.written();
    const orphan = waits.find((key) => !writer.savedIds.has(key));
    if (orphan !== undefined) {
      writer.refuse(row, [
        refuse('excel.cell.parentBad', { value: (JSON.parse(orphan) as [string])[0], row: check.rowOfKey(orphan) }),
      ]);
      continue;
    }
    block.push(row);
    if (row.key !== null) blockKeys.add(row.key);
    if (block.length >= (task.blockRows ?? BLOCK_ROWS)) await flush();
  }
  await flush();
  await writer.written();
}

import type { Id } from '../../kernel/core/field.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import type { PendingSave } from '../../kernel/server/pending-save.ts';
import type { ImportTask, RowToSave } from './import-task.ts';
import type { GoodRow } from './read-row.ts';
import type { RowChecker } from './row-checker.ts';
import type { Report } from './sheet-report.ts';

/** Good rows on their way to be saved, a block at a time: while one is written the next is prepared. */
export class BlockWriter {
  readonly #task: ImportTask;
  readonly #check: RowChecker;
  readonly #report: Report;
  readonly #total: number;
  #done = 0;
  #writing: Promise<void> = Promise.resolve();
  /** Of rows that are written, by their keys. */
  readonly savedIds = new Map<string, Id>();

  constructor(task: ImportTask, check: RowChecker, report: Report) {
    this.#task = task;
    this.#check = check;
    this.#report = report;
    this.#total = check.created + check.updated;
  }

  /** Prepares a block and, once the one before it is written, begins to write it. */
  async write(rows: readonly GoodRow[]): Promise<void> {
    const bodies = rows.map((row) => ({
      row: row.row,
      id: row.id,
      ...(row.version === undefined ? {} : { version: row.version }),
      values: this.#check.valuesOf(row, this.savedIds),
    }));
    const begun = this.#task.begin?.(bodies);
    begun?.catch(() => {}); // thrown where it is written, if it ever is
    await this.#writing;
    this.#task.signal?.throwIfAborted();
    this.#writing = this.#save(rows, bodies, begun);
    this.#writing.catch(() => {}); // thrown when it is waited for
  }
  /** Resolves when everything is written. */
  written(): Promise<void> {
    return this.#writing;
  }
  /** Says why a row is not saved. */
  refuse(row: GoodRow, refusals: readonly Refusal[]): void {
    this.#check.uncount(row);
    for (const refusal of refusals) {
      const index = refusal.field === undefined ? -1 : this.#check.columnOf(refusal.field);
      this.#report.add(
        row.row,
        index,
        index < 0 ? '' : this.#check.headingOf(index),
        index < 0 ? null : this.#check.refusalTextOf(row, index),
        refusal,
      );
    }
  }

  async #save(
    rows: readonly GoodRow[],
    bodies: readonly RowToSave[],
    begun: Promise<readonly PendingSave[]> | undefined,
  ): Promise<void> {
    const { dryRun, progress } = this.#task;
    const prepared = await begun;
    const answers = await (dryRun ? this.#task.rehearse!(bodies, prepared) : this.#task.save(bodies, prepared));
    if (answers.length !== rows.length) throw new Error('save must answer for every row');
    rows.forEach((row, index) => {
      const answer = answers[index]!;
      if ('refusals' in answer) this.refuse(row, answer.refusals);
      else if (row.key !== null) this.savedIds.set(row.key, answer.id);
    });
    this.#done += rows.length;
    progress?.({ phase: 'saving', done: this.#done, total: this.#total });
  }
}

import { alikeFields } from '../../kernel/core/declaration.ts';
import type { Field, Id } from '../../kernel/core/field.ts';
import type { ImportResult } from '../sheet-answer/import-result.ts';
import { NamesBrought } from './alike-rows.ts';
import { isClearing } from './cell-text.ts';
import type { ExistingRow, ImportTask, SheetHeader } from './import-task.ts';
import type { ReadRow } from './read-row.ts';
import { Changes } from './sheet-changes.ts';
import { keyOf, titleOf } from './sheet-columns.ts';
import { isBlank } from './sheet-header.ts';

/** What a check answers about good rows: the changes they would make, and the names they bring. */
export class SheetPreview {
  readonly #task: ImportTask;
  readonly #header: SheetHeader;
  readonly #changes = new Changes();
  readonly #brought = new NamesBrought();
  readonly #alike: ReadonlySet<string>;

  constructor(task: ImportTask, header: SheetHeader) {
    this.#task = task;
    this.#header = header;
    this.#alike = new Set(alikeFields(task.declaration));
  }

  /** Takes in a good row; `changed`: columns that would change, `keyAt`: columns that identify it. */
  add(row: ReadRow, changed: readonly number[], keyAt: readonly number[]): void {
    const { source, existing } = row;
    const { columns, headings } = this.#header;
    const record = existing === undefined ? '' : this.#nameOf(row, existing, keyAt);
    for (const index of changed) {
      const cell = source.cells[index]!.trim();
      this.#changes.add(headings[index]!, columns[index]!.field, {
        row: source.row,
        record,
        before: existing!.values[columns[index]!.name],
        after: isClearing(cell) ? null : cell,
      });
    }
    for (const [index, column] of columns.entries()) {
      if (column === null || !this.#alike.has(column.name) || (existing !== undefined && !changed.includes(index)))
        continue;
      this.#brought.add(String(row.values[index] ?? ''), source.row, headings[index]!, existing?.id ?? null);
    }
  }

  /** `targetOf`: the declaration a field refers to. */
  async answer(targetOf: (field: Field) => string): Promise<Pick<ImportResult, 'changes' | 'alike' | 'alikeRows'>> {
    const { language, lookups, titlesOf, findAlike } = this.#task;
    return {
      changes: await this.#changes.answer(
        language,
        lookups,
        targetOf,
        async (target, ids) => (await titlesOf?.(target, ids)) ?? new Map<Id, string>(),
      ),
      ...(await this.#brought.answer(async (keys) => (await findAlike?.(keys)) ?? [])),
    };
  }

  /** What identifies the row, as the sheet has it, and the stored title. */
  #nameOf({ source }: ReadRow, { values }: ExistingRow, keyAt: readonly number[]): string {
    const title = titleOf(this.#task.declaration);
    const key = keyAt.flatMap((index) => (isBlank(source.cells[index]) ? [] : [source.cells[index]!.trim()]));
    const called =
      title === undefined || keyOf(this.#task.declaration).includes(title) ? '' : String(values[title] ?? '');
    return [...key, called].filter((part) => part !== '').join(' ');
  }
}

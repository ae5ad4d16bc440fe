/** What is wrong in a sheet. */
import type { BadCell } from '../sheet-answer/import-result.ts';
import { label, type Language } from '../../kernel/core/label.ts';
import { sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';

export const REASON_HEADER = label('失败原因', 'Why it failed');
/** Beyond, only the first bad cell of a row is kept: a sheet that is all wrong does not fill the memory. */
const BAD_CELLS_MAX = 200_000;
const VALUE_SHOWN = 200;

/** Collects bad cells, and which rows they make bad. */
export class Report {
  readonly #language: Language;
  readonly #cells: (BadCell & { readonly at: number })[] = [];
  readonly #rows = new Set<number>();

  constructor(language: Language) {
    this.#language = language;
  }
  get failed(): number {
    return this.#rows.size;
  }
  /** `at`: position of the column, -1 for the whole row. */
  add(row: number, at: number, column: string, value: string | null, refusal: Refusal): void {
    if (this.#cells.length >= BAD_CELLS_MAX && this.#rows.has(row)) return;
    this.#rows.add(row);
    const shown = value ?? '';
    this.#cells.push({
      at,
      row,
      column,
      value: shown.length > VALUE_SHOWN ? `${shown.slice(0, VALUE_SHOWN)}…` : shown,
      reason: sentenceOf(refusal, this.#language),
    });
  }
  has(row: number): boolean {
    return this.#rows.has(row);
  }
  /** In the order of the sheet. */
  cells(): readonly BadCell[] {
    return this.#cells
      .sort((one, other) => one.row - other.row || one.at - other.at)
      .map(({ at: _at, ...cell }) => cell);
  }
}

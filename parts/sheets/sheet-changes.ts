import type { Field, Id } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import type { ColumnChanges } from '../sheet-answer/import-result.ts';
import type { Language } from '../../kernel/core/label.ts';
import { cellText, type CellLookups } from './cell-text.ts';

/** Changes of one column that are shown one by one; the rest is counted, so that fifty thousand rows fit an answer. */
const SHOWN_PER_COLUMN = 200;

/** A cell of a record that stands, and what the sheet says instead. */
interface Change {
  readonly row: number;
  readonly record: string;
  readonly before: unknown;
  /** As the person wrote it; null where the cell is to be emptied. */
  readonly after: string | null;
}
interface Column {
  readonly field: Field;
  count: number;
  cleared: number;
  readonly shown: Change[];
}

/** Collects what a sheet would change, column by column. */
export class Changes {
  readonly #columns = new Map<string, Column>();

  add(heading: string, field: Field, change: Change): void {
    let column = this.#columns.get(heading);
    if (column === undefined) this.#columns.set(heading, (column = { field, count: 0, cleared: 0, shown: [] }));
    column.count += 1;
    if (change.after === null) column.cleared += 1;
    if (column.shown.length < SHOWN_PER_COLUMN) column.shown.push(change);
  }

  /** In words. `titlesOf` answers what records of a target are called, asked once for each target. */
  async answer(
    language: Language,
    lookups: CellLookups,
    targetOf: (field: Field) => string,
    titlesOf: (target: string, ids: readonly Id[]) => Promise<ReadonlyMap<Id, string>>,
  ): Promise<ColumnChanges[]> {
    const titles = new Map<string, ReadonlyMap<Id, string>>();
    for (const [target, ids] of this.#idsBefore(targetOf)) titles.set(target, await titlesOf(target, [...ids]));
    const before = (field: Field, value: unknown): string =>
      isReference(field)
        ? idsIn(value)
            .map((id) => titles.get(targetOf(field))?.get(id) ?? id)
            .join(',')
        : (cellText(field, value, language, lookups) ?? '');
    return [...this.#columns].map(([column, { field, count, cleared, shown }]) => ({
      column,
      count,
      cleared,
      cells: shown.map((change) => ({
        row: change.row,
        record: change.record,
        before: before(field, change.before),
        after: change.after ?? '',
      })),
    }));
  }

  #idsBefore(targetOf: (field: Field) => string): Map<string, Set<Id>> {
    const found = new Map<string, Set<Id>>();
    for (const { field, shown } of this.#columns.values()) {
      if (!isReference(field)) continue;
      const ids = found.get(targetOf(field)) ?? new Set<Id>();
      for (const { before } of shown) for (const id of idsIn(before)) ids.add(id);
      found.set(targetOf(field), ids);
    }
    return found;
  }
}

const isReference = ({ kind }: Field): boolean => kinds[kind].refers !== undefined;
const idsIn = (value: unknown): Id[] =>
  [value].flat().flatMap((id) => (id === null || id === undefined || id === '' || id === '0' ? [] : [String(id)]));

import type { Id } from '../../kernel/core/field.ts';
import type { AlikeCell } from '../sheet-answer/import-result.ts';
import { nameKey, namesIn } from '../search/names.ts';

/** Such names told one by one; all are counted. */
const SHOWN_MAX = 1_000;

/** A record whose name reads the same: `key` is what both have in common. */
export interface AlikeRecord {
  readonly key: string;
  readonly id: Id;
  readonly code: string;
  readonly title: string;
}
interface Name {
  readonly key: string;
  readonly row: number;
  readonly column: string;
  readonly value: string;
  /** The record the row is about; null while it is new. */
  readonly id: Id | null;
}

/** Names a sheet brings: those of new rows, and those that would change. */
export class NamesBrought {
  readonly #names: Name[] = [];

  add(text: string, row: number, column: string, id: Id | null): void {
    for (const value of namesIn(text)) this.#names.push({ key: nameKey(value), row, column, value, id });
  }

  /** Which of them another record has, or a row above. `find` answers the records of all keys at once. */
  async answer(
    find: (keys: readonly string[]) => Promise<readonly AlikeRecord[]>,
  ): Promise<{ readonly alike: readonly AlikeCell[]; readonly alikeRows: number }> {
    if (this.#names.length === 0) return { alike: [], alikeRows: 0 };
    const existing = Map.groupBy(await find([...new Set(this.#names.map(({ key }) => key))]), ({ key }) => key);
    const above = new Map<string, number>();
    const alike: AlikeCell[] = [];
    const rows = new Set<number>();
    for (const { key, row, column, value, id } of this.#names) {
      const record = existing.get(key)?.find((each) => each.id !== id);
      const earlierRow = above.get(key);
      if (earlierRow === undefined) above.set(key, row);
      if (record === undefined && (earlierRow === undefined || earlierRow === row)) continue;
      rows.add(row);
      if (alike.length < SHOWN_MAX)
        alike.push({
          row,
          column,
          value,
          record: record === undefined ? null : { id: record.id, code: record.code, title: record.title },
          earlierRow: record === undefined ? earlierRow! : null,
        });
    }
    return { alike, alikeRows: rows.size };
  }
}

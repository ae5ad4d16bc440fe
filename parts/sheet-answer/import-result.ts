import { shape } from '../../kernel/core/shape.ts';

/**
 * What a sheet would do, or did: counts of its rows, and each cell that is wrong. Answered by the import calls, shown
 * by their dialog.
 */
export interface ImportResult {
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly rows: readonly BadCell[];
  /** The person's own sheet with the reasons in it; set by who stores it. */
  readonly fileId: string | null;
  /** Headings that are no field and were passed over. */
  readonly ignored: readonly string[];
  /** What would change of records that stand, by column; told by a check only. */
  readonly changes: readonly ColumnChanges[];
  /** Names that read like the name of another record, or of an earlier row; told by a check only. */
  readonly alike: readonly AlikeCell[];
  /** Rows with such a name. */
  readonly alikeRows: number;
  /** The only record it made, with what is shown of it this once. */
  readonly made?: Readonly<Record<string, unknown>>;
}
export interface BadCell {
  readonly row: number;
  /** Heading as the person wrote it; empty when the whole row is meant. */
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}
/** All changes of a column are counted, the first of them told. */
export interface ColumnChanges {
  readonly column: string;
  readonly count: number;
  /** Of them, cells that would be emptied. */
  readonly cleared: number;
  readonly cells: readonly ChangedCell[];
}
export interface ChangedCell {
  readonly row: number;
  /** What the record is called. */
  readonly record: string;
  readonly before: string;
  /** Empty where the cell would be emptied. */
  readonly after: string;
}
export interface AlikeCell {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  /** The record with such a name, or the row above that brings one. */
  readonly record: { readonly id: string; readonly code: string; readonly title: string } | null;
  readonly earlierRow: number | null;
}

const cell = { row: shape.integer, column: shape.text };
/** The same in parts, for a call that adds to it. */
export const importShapes = {
  jobId: shape.optional(shape.id),
  total: shape.optional(shape.integer),
  /** Whether it was written: not by a check, nor where a row is wrong and not only the good ones are wanted. */
  landed: shape.optional(shape.boolean),
  created: shape.optional(shape.integer),
  updated: shape.optional(shape.integer),
  unchanged: shape.optional(shape.integer),
  failed: shape.optional(shape.integer),
  rows: shape.optional(shape.list(shape.object({ ...cell, value: shape.text, reason: shape.text }))),
  fileId: shape.optional(shape.nullable(shape.id)),
  ignored: shape.optional(shape.list(shape.text)),
  changes: shape.optional(
    shape.list(
      shape.object({
        column: shape.text,
        count: shape.integer,
        cleared: shape.integer,
        cells: shape.list(
          shape.object({ row: shape.integer, record: shape.text, before: shape.text, after: shape.text }),
        ),
      }),
    ),
  ),
  alike: shape.optional(
    shape.list(
      shape.object({
        ...cell,
        value: shape.text,
        record: shape.nullable(shape.object({ id: shape.id, code: shape.text, title: shape.text })),
        earlierRow: shape.nullable(shape.integer),
      }),
    ),
  ),
  alikeRows: shape.optional(shape.integer),
  made: shape.optional(shape.map(shape.any)),
};
/** What an import call answers: a small sheet its result, a large one the job that works on it. */
export const importAnswer = shape.object(importShapes);

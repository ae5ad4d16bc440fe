/** Rows of a sheet while they are checked. */
import type { Id } from '../../kernel/core/field.ts';
import type { SheetRow } from '../xlsx/bounded-reader.ts';
import type { ExistingRow } from './import-task.ts';

/** Stands for the id of a record that an earlier row of the same sheet creates. */
export interface Pending {
  readonly pendingKey: string;
}
/** Wire values are texts, numbers and lists; the only object among them is this one. */
export const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface GoodRow {
  readonly row: number;
  readonly key: string | null;
  readonly id: Id | null;
  readonly version: number | undefined;
  /** By column of the header; `undefined` is not said. */
  readonly values: readonly unknown[];
}

export interface ReadRow {
  readonly source: SheetRow;
  readonly values: unknown[];
  /** Columns whose value is still the texts that name it. */
  readonly references: { readonly index: number; readonly texts: readonly string[] }[];
  key: readonly unknown[] | null;
  existing: ExistingRow | undefined;
}

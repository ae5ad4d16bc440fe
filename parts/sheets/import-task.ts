/** What an import is asked to do, and what becomes of it. */
import type { Field, Id } from '../../kernel/core/field.ts';
import type { ImportResult } from '../sheet-answer/import-result.ts';
import type { Language } from '../../kernel/core/label.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import type { PendingSave } from '../../kernel/server/pending-save.ts';
import type { SheetRow } from '../xlsx/bounded-reader.ts';
import type { AlikeRecord } from './alike-rows.ts';
import type { CellLookups } from './cell-text.ts';
import type { ImportColumn, SheetSubject } from './sheet-columns.ts';

/** A record that already stands, as the database answers it. */
export interface ExistingRow {
  readonly id: Id;
  readonly version?: number;
  readonly values: RecordValues;
}

/**
 * A good row: new without `id`, else changed. `values` holds what the row says: no blank cell, and null where one is to
 * be emptied.
 */
export interface RowToSave {
  /** Row of the sheet. */
  readonly row: number;
  readonly id: Id | null;
  readonly version?: number;
  readonly values: RecordValues;
}
type Begun = readonly PendingSave[];
export type SavedRow = { readonly id: Id } | { readonly refusals: readonly Refusal[] };

/** Access to the database, all of it for many rows at a time. Answers are in the order of what was asked. */
interface ImportStore {
  /** Records by the values of the key fields, in the key's order. */
  findByKey(keys: readonly (readonly unknown[])[]): Promise<readonly (ExistingRow | undefined)[]>;
  /**
   * Ids by what names them, code or name, of records that may be chosen. Missing or none: unknown; several: not said
   * clearly enough.
   */
  resolveRef(target: string, texts: readonly string[]): Promise<ReadonlyMap<string, readonly Id[]>>;
  /**
   * Prepares a block for `save` while the one before it is written: asks the database for nothing. Undefined where it
   * would have to.
   */
  begin?(block: readonly RowToSave[]): Promise<Begun> | undefined;
  /**
   * Saves in the caller's transaction. A row may be refused; what was saved must then be undone by the caller unless
   * only the good were wanted.
   */
  save(block: readonly RowToSave[], begun?: Begun): Promise<readonly SavedRow[]>;
  /** In a dry run: what `save` would refuse. For example `save` itself, in a transaction that is rolled back. */
  rehearse?(block: readonly RowToSave[], begun?: Begun): Promise<readonly SavedRow[]>;
  /** Of a dry run: what records are called that the sheet takes out of a cell. */
  titlesOf?(target: string, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>>;
  /** Of a dry run: records whose names have one of these keys. Asked once, for the whole sheet. */
  findAlike?(keys: readonly string[]): Promise<readonly AlikeRecord[]>;
}

export interface ImportTask extends ImportStore {
  readonly declaration: SheetSubject;
  readonly rows: AsyncIterable<SheetRow>;
  readonly language: Language;
  readonly lookups: CellLookups;
  /** Check everything, save nothing. */
  readonly dryRun: boolean;
  /** Save the good rows though others are bad. */
  readonly onlyGood: boolean;
  /** Fields the person may not see. */
  readonly hidden?: ReadonlySet<string>;
  /** Reads one wire value; default `readValue` of the kernel. */
  readonly check?: (
    name: string,
    field: Field,
    raw: unknown,
  ) => { readonly value: unknown } | { readonly refusal: Refusal };
  readonly blockRows?: number;
  readonly progress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}
export interface ImportProgress {
  readonly phase: 'checking' | 'saving';
  /** Rows done; of how many, once that is known. */
  readonly done: number;
  readonly total: number | null;
}

/** The headings found in a sheet. */
export interface SheetHeader {
  readonly row: number;
  readonly headings: readonly string[];
  /** By position in the sheet; `null` is a column passed over. */
  readonly columns: readonly (ImportColumn | null)[];
}
export interface ImportOutcome {
  readonly result: ImportResult;
  /** Whether what was saved may stay. When not, the caller rolls back. */
  readonly landed: boolean;
  readonly header: SheetHeader;
}

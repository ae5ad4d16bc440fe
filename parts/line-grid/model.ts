import type { ReactNode } from 'react';
import type { Choice, Field } from '../../kernel/core/field.ts';
import type { Label } from '../../kernel/core/label.ts';
import type { EntryUnit } from './quantity-entry.ts';

/**
 * A line as the grid holds it: the wire's values under their field names, plus a key that stays the
 * same while the line lives. What could not be read stands in `unread`, so that drafts, undo and
 * copies carry it along and nothing a person typed is lost.
 */
export interface GridRow {
  readonly key: string;
  readonly unread?: Readonly<Record<string, Unread>> | undefined;
  readonly [field: string]: unknown;
}

/** A text that is no value yet, and why. The sentence is made where it is shown. */
export interface Unread {
  readonly text: string;
  readonly why: Why;
  readonly details?: Readonly<Record<string, string>>;
}
export type Why =
  | 'quantity.unreadable'
  | 'quantity.unit'
  | 'quantity.no-units'
  | 'quantity.mixed'
  | 'quantity.zero-divisor'
  | 'figure.places'
  | 'figure.min'
  | 'figure.max'
  | 'figure.positive'
  | 'figure.whole'
  | 'text.long'
  | 'day.unreadable'
  | 'choice.unknown'
  | 'ref.searching'
  | 'ref.unknown'
  | 'ref.ambiguous'
  | 'ref.unreachable'
  | 'ref.no-source';

/** A complaint about a cell (or a whole row) that comes from outside: a rule, the server. */
export interface Problem {
  readonly key: string;
  readonly field?: string;
  readonly sentence: string;
}

/** A part of the lines that may be looked at alone. Keep the list stable. */
export interface LineView<R extends GridRow = GridRow> {
  readonly label: Label;
  readonly holds: (row: R) => boolean;
}

/** One record a reference may take. */
export interface Hit {
  readonly id: string;
  /** How well it fits what was typed, one of `FIT`; absent where the source does not say. */
  readonly fit?: number | undefined;
  readonly name: string;
  readonly code?: string;
  readonly unit?: string;
  readonly stock?: string;
  readonly price?: string;
  /** Specification, supplier, …: one short text in grey. */
  readonly note?: string;
  /** Further fields of the line this choice brings along: its unit, its price. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Where a reference column finds its records. */
export interface RefSource {
  /** Best hits first; looks into code, name, alias, pinyin and initials. */
  search(text: string, row: GridRow, signal: AbortSignal): Promise<readonly Hit[]>;
  /** All exact matches by code or name of many texts at once, for pasted blocks. Without it each text is searched. */
  resolve?(texts: readonly string[]): Promise<ReadonlyMap<string, readonly Hit[]>>;
  /** Told what a person took for what they typed, so that it may stand first next time. */
  chosen?(text: string, hit: Hit): void;
}

/** What a page may say about a column beyond its field. Keep the object stable between renders. */
export interface ColumnOverride<R extends GridRow = GridRow> {
  readonly width?: number;
  readonly hidden?: boolean;
  /** It says something only where lines are read: a figure that others fill in, later. */
  readonly onlyRead?: boolean;
  /** Tab passes over it: what it holds comes with another column. Arrows and the pointer reach it. */
  readonly passed?: boolean;
  readonly readonly?: boolean | ((row: R) => boolean);
  readonly label?: string;
  readonly render?: (value: unknown, row: R) => ReactNode;
  readonly source?: RefSource;
  /** Entries of a dictionary, or a narrower list of choices. */
  readonly choices?: readonly Choice[];
  /** The unit shown in grey; default: the title of the field named in `rules.unit`. */
  readonly unit?: (row: R) => string | undefined;
  /** Units a quantity may be typed in, with their factor to the line's unit. */
  readonly units?: (row: R) => readonly EntryUnit[];
  /** Fields that come with a reference (`Hit.values`) and go with it when it is filled or cleared. */
  readonly brings?: readonly string[];
  /** The name alone, without the code: a unit is known by its word. */
  readonly uncoded?: boolean;
  /** A line is called by this column where it stands alone, as on a phone. Default: the first record it names. */
  readonly names?: boolean;
  /** Zero is shown as a dash. Default: where nobody types it and it is never left open. */
  readonly dashed?: boolean;
  /** The figure can explain itself: dotted underline, `explain` is called. Default: `rules.computed`. */
  readonly explained?: boolean | ((row: R) => boolean);
}
export type ColumnOverrides<R extends GridRow = GridRow> = Readonly<Record<string, ColumnOverride<R> | undefined>>;
/** A line of the grid by the names of the fields it holds. */
export type GridRowOf<F> = GridRow & { readonly [K in keyof F]?: unknown };

export type Face = 'text' | 'figure' | 'ref' | 'choice' | 'day' | 'plain';
export interface Column extends Omit<ColumnOverride, 'width' | 'label' | 'choices'> {
  readonly name: string;
  readonly field: Field;
  readonly face: Face;
  readonly label: string;
  /** Title over the column: its help, or its name where that is cut short. */
  readonly hint: string;
  readonly width: number;
  /** Takes a share of spare width. */
  readonly grows: boolean;
  readonly choices: readonly Choice[];
  /** Fields that hold the title and the code of a reference, a choice's word. */
  readonly nameField: string;
  readonly codeField: string;
  /** The name alone, without the code. */
  readonly bare: boolean;
  readonly unitField: string | undefined;
  /** The unit has a column of its own in the same row. */
  readonly hasUnitBeside: boolean;
  /** Nobody types into it here: its quantities may say less than all their places. */
  readonly isRead: boolean;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}
export interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export type ChangeKind =
  | 'edit'
  | 'paste'
  | 'cut'
  | 'fill'
  | 'clear'
  | 'insert'
  | 'remove'
  | 'resolve'
  | 'undo'
  | 'redo';
/** One row before and after; absent before = inserted, absent after = removed. */
export interface RowChange {
  readonly key: string;
  /** Where the row stands: after the change for an inserted one, before it for a removed one. */
  readonly index: number;
  readonly before: GridRow | undefined;
  readonly after: GridRow | undefined;
}
export interface Change {
  readonly kind: ChangeKind;
  readonly rows: readonly RowChange[];
}

import type { ComponentType, ReactNode } from 'react';
import type { Field } from '../../core/field.ts';
import type { Language } from '../../core/label.ts';

export type Values = Readonly<Record<string, unknown>>;

/** What every input of a kind receives. Values are the wire's: text, number, list. */
export interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  /** The whole record, for units and names beside ids. */
  readonly row: Values;
  /** `beside` carries what comes along: the name of a chosen record. */
  readonly onChange: (value: unknown, others?: Values) => void;
  readonly disabled?: boolean;
  readonly wrong?: boolean;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
}

/** What a cell is shown with. */
export interface CellProps {
  readonly name: string;
  readonly field: Field;
  readonly row: Values;
  readonly language: Language;
  /** No heading of a column stands above it: money says what it is. */
  readonly isAlone?: boolean;
}

/** Search values under their wire keys (`name_like`), and the words a chip shows for them. */
export interface Filter {
  readonly keys: (name: string) => readonly string[];
  readonly Input: ComponentType<FilterProps>;
}
export interface FilterProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  /** Wire keys to values. */
  readonly values: Readonly<Record<string, string>>;
  /** `shown` is what a chip says instead of the raw value. */
  readonly onChange: (patch: Readonly<Record<string, string>>, shown?: string) => void;
}

/** The browser's face of a kind of field. */
export interface KindView {
  readonly Input: ComponentType<InputProps>;
  /** Takes the whole width of a form. */
  readonly wide?: boolean;
  readonly cell: (shown: CellProps) => ReactNode;
  /** Plain words for cards, titles and copies. */
  readonly text: (shown: CellProps) => string;
  readonly width: number;
  readonly figure?: boolean;
  readonly unsortable?: boolean;
  readonly filter?: Filter;
}

/** A value of the wire as text; nothing is the empty text. */
export const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

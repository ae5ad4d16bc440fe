import type { Declaration, FieldsOf, LineRow, LinesOf } from '../../core/declaration.ts';
import type { RecordLine, RecordOf } from '../../core/shape.ts';
import type { Fields } from '../../core/field.ts';
import type { Language } from '../../core/label.ts';
import { sentenceOf } from '../../core/refusal.ts';
import { readFields } from '../../core/validate.ts';

export type Values = Readonly<Record<string, unknown>>;
/** A record in a form by its declared names: what was stored, or what somebody typed and nobody has read yet. */
export type FormValues<D = Declaration> = string extends keyof FieldsOf<D>
  ? Values
  : { readonly [K in keyof RecordOf<D>]?: unknown };
/** The lines of a record in a form, by their keys. */
export type FormLines<D = Declaration> = { readonly [K in keyof LinesOf<D>]: readonly FormLine<LinesOf<D>[K]>[] };
export type FormLine<L> = string extends keyof LineRow<L> ? Values : { readonly [K in keyof RecordLine<L>]?: unknown };
/** Field name to the sentence under it. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The same without one key. */
export const without = <T>(of: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => key !== name));

/** What a new record begins with on a day of the company. */
export const startValues = (fields: Fields, today: string): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, { rules }]) => [name, rules.begins === undefined ? rules.default : today])
      .filter(([, value]) => value !== undefined),
  );

/** The same reading as on the server, so that the browser never promises what the server refuses. */
export function faultsOf(fields: Fields, values: Values, language: Language): FieldErrors {
  const faults: Record<string, string> = {};
  for (const refusal of readFields(fields, values, true).refusals)
    if (refusal.field !== undefined) faults[refusal.field] ??= sentenceOf(refusal, language);
  return faults;
}

/** The line's number stands before its sentence. */
export interface LineFault {
  readonly lines: string;
  readonly line: number;
  readonly field?: string;
  readonly message: string;
}

import { permissionOf, type Declaration } from './declaration.ts';
import { integer, json, type Field, type Fields, type Values } from './field.ts';
import type { Label } from './label.ts';
import { refuse, type Refusal } from './refusal.ts';
import type { Shape } from './shape.ts';
import { readFields } from './validate.ts';

/** Everybody of the company who is signed in; outsiders where the call says so. */
export const SESSION = '*session';
/** Nobody needs to sign in; the few such calls are listed literally in a test. */
export const PUBLIC = '*public';

/** Rows of one input, each read by the same fields. A refusal names its row, counted from 1. */
interface Rows<F extends Fields = Fields, Optional extends boolean = boolean> {
  readonly label: Label;
  readonly rows: F;
  readonly optional: Optional;
}
export type Inputs = Readonly<Record<string, Field | Rows>>;

/** Rows a call reads; without any it refuses, unless they are optional. */
export const rows = <const F extends Fields>(zh: string, en: string, fields: F): Rows<F, false> => ({
  label: { zh, en },
  rows: fields,
  optional: false,
});
/** Rows a call may do without: null where none came. */
export const optionalRows = <const F extends Fields>(zh: string, en: string, fields: F): Rows<F, true> => ({
  label: { zh, en },
  rows: fields,
  optional: true,
});

/**
 * Input of a call about chosen records: `ids` with commas or as a list, or one `id`. `readIds` reads and checks them.
 */
export const chosenIds = {
  ids: json('编号', 'Ids', { optional: true }),
  id: json('编号', 'Id', { optional: true }),
} as const;

/** A call of our own as both sides know it: its address, who may, what it reads and what it answers. */
export interface Contract<I extends Inputs = Inputs, A = unknown> {
  readonly method: 'GET' | 'POST' | 'GET+POST';
  readonly service: string;
  /** Address below the service, for example `invrequireplan/generatePlan`. */
  readonly path: string;
  /** Codes of which one is needed, or `SESSION` or `PUBLIC`. */
  readonly permission: string | readonly string[];
  readonly summary: Label;
  readonly input: I;
  readonly answer: Shape<A>;
}

/** Declares a call of our own, in `x.calls.ts`: `serve` answers it, `request` in the browser asks it. */
export const contract = <const I extends Inputs, A>(spec: Contract<I, A>): Contract<I, A> => spec;

/** Address of a call beside those of a declaration, where its right is not one of the declaration's buttons. */
export const addressOf = (
  { service, segment }: Pick<Declaration, 'service' | 'segment'>,
  name: string,
): Pick<Contract, 'service' | 'path'> => ({ service, path: `${segment}/${name}` });

/** Address and right of a call beside those of a declaration: `callOf(purchaseOrder, 'void', 'void')`. */
export const callOf = (
  declaration: Pick<Declaration, 'service' | 'segment' | 'permission'>,
  name: string,
  button: string,
): Pick<Contract, 'service' | 'path' | 'permission'> => ({
  ...addressOf(declaration, name),
  permission: permissionOf(declaration, button),
});

/** Which page of a list a call is to answer, read by `paging`: the first one and 10 rows where neither is named. */
export const pageInput = {
  current: integer('页码', 'Page', { optional: true }),
  size: integer('每页行数', 'Rows of a page', { optional: true }),
};

/** What a handler gets: absent or cleared optional values are null. */
export type InputOf<I extends Inputs> = {
  readonly [K in keyof I]: I[K] extends Rows<infer F, infer O>
    ? O extends true
      ? readonly Values<F>[] | null
      : readonly Values<F>[]
    : I[K] extends Field<infer V, infer O>
      ? O extends true
        ? V | null
        : V
      : never;
};

type IsLeftOut<F> = F extends { readonly optional: true } ? true : 'hasDefault' extends keyof F ? true : false;
type SentRow<F extends Fields> = {
  readonly [K in keyof F as IsLeftOut<F[K]> extends true ? never : K]: Values<F>[K];
} & {
  readonly [K in keyof F as IsLeftOut<F[K]> extends true ? K : never]?: Values<F>[K] | null | undefined;
};
/** Figures go as they were typed: whether it is one is for the call to say. */
type Typed<V> = number extends V ? V | string : V;
type SentValue<F> =
  F extends Rows<infer R> ? readonly SentRow<R>[] : F extends Field<infer V, infer _O> ? Typed<V> : never;
/** What a caller sends: optional values may be left out. */
export type Sent<I extends Inputs> = {
  readonly [K in keyof I as IsLeftOut<I[K]> extends true ? never : K]: SentValue<I[K]>;
} & { readonly [K in keyof I as IsLeftOut<I[K]> extends true ? K : never]?: SentValue<I[K]> | null | undefined };

/** Whether an input is rows and not one value. */
export const isRows = (input: Field | Rows): input is Rows => 'rows' in input;

/** The fields of an input, those of its rows as well. */
export const fieldsOf = (inputs: Inputs): readonly Field[] =>
  Object.values(inputs).flatMap((input) => (isRows(input) ? Object.values(input.rows) : [input]));

/**
 * Reads what a call was sent: all problems at once, those of rows with their line. What is refused is null; undeclared
 * keys are left aside.
 */
export function readInputs<I extends Inputs>(
  inputs: I,
  body: Readonly<Record<string, unknown>>,
): { readonly values: InputOf<I>; readonly refusals: readonly Refusal[] } {
  const values: Record<string, unknown> = {};
  const refusals: Refusal[] = [];
  for (const [name, input] of Object.entries(inputs)) {
    const read = isRows(input) ? readRows(name, input, body[name]) : readFields({ [name]: input }, body, true);
    Object.assign(values, { [name]: null }, read.values);
    refusals.push(...read.refusals);
  }
  return { values: values as InputOf<I>, refusals };
}

function readRows(
  name: string,
  { rows: fields, optional, label }: Rows,
  raw: unknown,
): { readonly values: Readonly<Record<string, unknown>>; readonly refusals: readonly Refusal[] } {
  if (!Array.isArray(raw) || raw.length === 0)
    return {
      values: { [name]: Array.isArray(raw) && optional ? [] : null },
      refusals: optional ? [] : [refuse('field.required', { name: label }, { field: name })],
    };
  const read = raw.map((row: unknown) =>
    readFields(
      fields,
      typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : {},
      true,
    ),
  );
  return {
    values: { [name]: read.map((each) => each.values) },
    refusals: read.flatMap((each, index) => each.refusals.map((refusal) => ({ ...refusal, line: index + 1 }))),
  };
}

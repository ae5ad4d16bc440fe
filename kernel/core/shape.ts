import type { DecimalText, Id, Kind, NamesOf } from './field.ts';
import type { Declaration, FieldsOf, HeaderRow, LineRow, Lines, LinesOf } from './declaration.ts';

/**
 * What a value of an answer looks like: plain data for the API's description and for tests, and its type, never set.
 */
export type Shape<T = unknown> = Form & { readonly type?: T };
type Form =
  | { readonly is: 'value'; readonly kind: Kind | 'boolean' | 'number' | 'any' }
  | { readonly is: 'oneOf'; readonly values: readonly string[] }
  | { readonly is: 'nullable' | 'optional' | 'list' | 'map' | 'bare'; readonly of: Shape }
  | { readonly is: 'either'; readonly of: readonly Shape[] }
  | { readonly is: 'object'; readonly shapes: Shapes; readonly open?: boolean }
  /** Nodes; the key `below` of each holds the nodes below it, if any. */
  | { readonly is: 'tree'; readonly of: Shape; readonly below: string }
  | { readonly is: 'row'; readonly declaration: Pick<Declaration, 'name'>; readonly also?: Shapes }
  | { readonly is: 'file' };
export type Shapes = Readonly<Record<string, Shape>>;
export type TypeOf<S> = S extends { readonly type?: infer T } ? Exclude<T, undefined> : never;

declare const absent: unique symbol;
/** A key that may be missing. */
type Absent = { readonly [absent]?: true };
type ObjectOf<S extends Shapes> = {
  readonly [K in keyof S as S[K] extends Absent ? never : K]: TypeOf<S[K]>;
} & { readonly [K in keyof S as S[K] extends Absent ? K : never]?: TypeOf<S[K]> };

const value = <T>(kind: Kind | 'boolean' | 'number' | 'any'): Shape<T> => ({ is: 'value', kind });

type Named = Readonly<Record<string, unknown>>;
/** One of a record's lines, with the names beside its references. */
export type RecordLine<L> = L extends Lines<infer F> ? LineRow<L> & NamesOf<F> & Named : never;
/**
 * A stored record with the names beside its references and what its behaviour adds; of any declaration, what it
 * holds.
 */
export type RecordOf<D> = string extends keyof FieldsOf<D>
  ? Record<string, unknown>
  : HeaderRow<D> & NamesOf<FieldsOf<D>> & Named;
/** The same with all of its lines. */
export type WholeRecord<D> = RecordOf<D> &
  (string extends keyof LinesOf<D>
    ? unknown
    : { readonly [K in keyof LinesOf<D>]: readonly RecordLine<LinesOf<D>[K]>[] });

/** A node with the nodes below it. */
export type TreeNode<T, B extends string = 'children'> = T & { readonly [K in B]?: readonly TreeNode<T, B>[] };

/** One page of rows. */
export interface PageOf<T> {
  readonly records: readonly T[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
}

/** Shapes of answers, named as the kinds of fields are: ids and decimals are text on the wire. */
export const shape = {
  id: value<Id>('ref'),
  text: value<string>('text'),
  integer: value<number>('integer'),
  /** Any figure that is no quantity and no amount, as a share for a chart. */
  number: value<number>('number'),
  quantity: value<DecimalText>('quantity'),
  price: value<DecimalText>('price'),
  money: value<DecimalText>('money'),
  percent: value<DecimalText>('percent'),
  factor: value<DecimalText>('factor'),
  flag: value<0 | 1>('flag'),
  boolean: value<boolean>('boolean'),
  /** yyyy-MM-dd, and "" where there is none. */
  day: value<string>('day'),
  /** yyyy-MM-dd HH:mm:ss in the tenant's time zone, and "" where there is none. */
  moment: value<string>('moment'),
  /** Structured data whose form somebody else decides. */
  any: value<unknown>('any'),
  /** The same again below, as often as there is something: described by its type alone. */
  deeper: <T>(): Shape<T> => value<T>('any'),
  /** `true`: it is done. */
  done: value<boolean>('boolean'),
  /** A file to download. */
  file: { is: 'file' } as Shape<unknown>,
  oneOf: <const V extends readonly string[]>(...values: V): Shape<V[number]> => ({ is: 'oneOf', values }),
  nullable: <T>(of: Shape<T>): Shape<T | null> => ({ is: 'nullable', of }),
  /** Of an object's key: it may be missing. */
  optional: <T>(of: Shape<T>): Shape<T> & Absent => ({ is: 'optional', of }),
  list: <T>(of: Shape<T>): Shape<readonly T[]> => ({ is: 'list', of }),
  /** One of two shapes. */
  either: <A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> => ({ is: 'either', of: [one, other] }),
  /** A whole answer that travels without the usual envelope. */
  bare: <T>(of: Shape<T>): Shape<T> => ({ is: 'bare', of }),
  /** Nodes of this shape, to any depth: those below one stand under its key `below`, which a leaf may lack. */
  tree: <T, const B extends string = 'children'>(
    of: Shape<T>,
    below: B = 'children' as B,
  ): Shape<readonly TreeNode<T, B>[]> => ({ is: 'tree', of, below }),
  /** By keys that are not known beforehand. */
  map: <T>(of: Shape<T>): Shape<Readonly<Record<string, T>>> => ({ is: 'map', of }),
  /** These keys and no others. */
  object: <const S extends Shapes>(shapes: S): Shape<ObjectOf<S>> => ({ is: 'object', shapes }),
  /** These keys, and others that nobody may count on. */
  open: <const S extends Shapes>(shapes: S): Shape<ObjectOf<S> & Readonly<Record<string, unknown>>> => ({
    is: 'object',
    shapes,
    open: true,
  }),
  /** A record of this declaration; `also` names what the call adds to it. */
  row: <D extends Pick<Declaration, 'name'>, const S extends Shapes = Record<never, never>>(
    declaration: D,
    also?: S,
  ): Shape<RecordOf<D> & ObjectOf<S>> => ({ is: 'row', declaration, ...(also === undefined ? {} : { also }) }),
  /** A record of this declaration with all of its lines. */
  whole: <D extends Pick<Declaration, 'name'>>(declaration: D): Shape<WholeRecord<D>> => ({ is: 'row', declaration }),
  page: <T>(of: Shape<T>): Shape<PageOf<T>> => ({
    is: 'object',
    shapes: {
      records: { is: 'list', of },
      total: value('integer'),
      size: value('integer'),
      current: value('integer'),
      pages: value('integer'),
    },
  }),
};

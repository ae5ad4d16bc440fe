import type { ActionOf, Declaration, FieldsOf, Lines, LinesOf, Row } from '../core/declaration.ts';
import type { Fields, Id, NamesOf, ValueOf, Values } from '../core/field.ts';
import type { Refusal } from '../core/refusal.ts';
import type { WholeRecord } from '../core/shape.ts';
import type { LineValues, RecordValues } from '../core/validate.ts';
import type { Context, Input } from './context.ts';
import type { Sql } from '../../parts/postgres/database.ts';

/** The stored fields by name; of any declaration at all, whatever stands under a name. */
type Stored<D> = string extends keyof FieldsOf<D>
  ? Record<string, unknown>
  : { -readonly [K in keyof FieldsOf<D>]: ValueOf<FieldsOf<D>[K]> };
/** A record as it is stored, without its lines; of any declaration at all, whatever stands under a name. */
export type RowOf<D> = string extends keyof FieldsOf<D> ? RecordValues : Row<D>;

/** A record about to go out, with the names beside its references. */
type Shown<D> = { -readonly [K in keyof RowOf<D>]: RowOf<D>[K] } & NamesOf<FieldsOf<D>> & Record<string, unknown>;

/** A record about to be written. `values` holds every stored field by now: those of the body over those stored. */
export interface Saving<D extends Declaration = Declaration> {
  readonly id: string | null;
  /** As stored, or null when it is being created. */
  readonly before: RowOf<D> | null;
  /** The id of a new record where its table makes it of its values: else one is drawn. */
  newId?: string;
  values: Stored<D>;
  /** Lines about to stand, all of them; a key is absent when the body left them alone. */
  lines: Record<string, LineValues[]>;
  /** What the body brought beyond declared fields. */
  readonly body: Input;
  /** Refuses this record alone: the place for `beforeSaveAll`, which looks at many. `beforeSave` runs all the same. */
  refuse(...refusals: readonly Refusal[]): void;
}

/** A line about to stand: `id` is null where it is new. What the server alone writes is missing until it is set. */
export interface SavingLine<L extends Lines> {
  readonly id: string | null;
  readonly values: Values<L['fields']>;
}
/** The lines of one kind about to stand, typed by the declaration; undefined where the body left them alone. */
export const savingLines = <D extends Declaration, K extends keyof LinesOf<D> & string>(
  { lines }: Saving<D>,
  key: K,
): SavingLine<LinesOf<D>[K]>[] | undefined => lines[key] as SavingLine<LinesOf<D>[K]>[] | undefined;

/** A record that was written. */
export interface SavedRecord<D extends Declaration = Declaration> {
  readonly id: string;
  readonly creating: boolean;
  readonly before: RowOf<D> | null;
  readonly values: Readonly<Stored<D>>;
}

/** A document an action is about to change. */
export interface Acting<D extends Declaration = Declaration> {
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
  readonly row: RowOf<D>;
}

/** Business hung onto a declaration. Everything but `prepare` runs inside the request's transaction. */
export interface Behaviour {
  readonly declaration: Declaration;
  /**
   * Runs before the transaction of a save is opened, for what waits for something else than the database; its answer is
   * `context.prepared`. `body` may be incomplete when it creates, and is null for a sheet, before its rows are read.
   */
  prepare?(context: Context, body: Input | null): Promise<unknown>;
  /** Fills derived fields, checks what one field alone cannot tell. Throws `Refused`. */
  beforeSave?(context: Context, saving: Saving): Promise<void> | void;
  /** As `beforeSave`, once for all records of a save and before it: the place for queries. */
  beforeSaveAll?(context: Context, savings: readonly Saving[]): Promise<void>;
  /** What a body of `submit` stands for that is not one row but several; undefined where it is one. */
  several?(context: Context, body: Input): Promise<readonly Input[] | undefined>;
  /** After header and lines stand. */
  afterSave?(context: Context, saved: SavedRecord): Promise<void>;
  /** As `afterSave`, for all records of a save at once. Runs last. */
  afterSaveAll?(context: Context, saved: readonly SavedRecord[]): Promise<void>;
  /** Adds to the answer of a save: `warnings`, each with a `sentence`, are shown to the person and stop nothing. */
  saved?(context: Context, id: string): Promise<Record<string, unknown>>;
  beforeRemove?(context: Context, rows: readonly RecordValues[]): Promise<void>;
  /** Runs after frozen changed. */
  afterFreeze?(context: Context, ids: readonly string[], frozen: boolean): Promise<void>;
  /** For views: the rows, as a query with snake_case columns of the declared fields, `id`, and `tenant_id`. */
  source?(context: Context, input: Input): Sql;
  /** The rows of `source` are those of one table with what stands beside them: an index finds a page of them. */
  readonly isIndexed?: true;
  /** Computed fields: expressions over the row `t`, evaluated for the rows of the page only. */
  readonly computed?: Readonly<Record<string, (context: Context) => Sql>>;
  /** Fills computed fields no expression can tell, for all rows of an answer. `asked`: the input of a page. */
  fillRows?(context: Context, rows: readonly Record<string, unknown>[], input?: Input): Promise<void>;
  /**
   * What `fillRows` fills, each key with what it reads of the row for it. Without, a list that is asked for some keys
   * reads and fills all of them.
   */
  readonly fills?: Readonly<Record<string, readonly string[]>>;
  /** Further filters by key: a condition over the row `t`. */
  readonly filters?: Readonly<Record<string, (value: string, context: Context) => Sql>>;
  /** Ids of what sheets call by neither code nor title. */
  alsoCalled?(context: Context, texts: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Adds to the answer of `detail`. */
  detail?(context: Context, row: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Effects of actions, set-based over all documents of the call; run before the state is written. */
  readonly actions?: Readonly<Record<string, Effect>>;
  /** Locks what stands before these documents in the one order of locks; asked together with their own lock. */
  lockFirst?(context: Context, ids: readonly Id[]): Promise<unknown>;
  /** Refuses in words of its own an action on documents in another state than the table allows. */
  readonly otherState?: Readonly<Record<string, Effect>>;
  /** Who may not, asked before anybody's say counts: also where others decide after him and nothing happens yet. */
  readonly guards?: Readonly<Record<string, Effect>>;
}
type Effect<D extends Declaration = Declaration> = (
  context: Context,
  documents: readonly Acting<D>[],
  input: Input,
) => Promise<readonly Refusal[] | void>;

/** The same hooks as the declaration's own fields, states and actions type them. */
type Spec<D extends Declaration> = Omit<
  Behaviour,
  | 'declaration'
  | 'actions'
  | 'guards'
  | 'otherState'
  | 'beforeSave'
  | 'beforeSaveAll'
  | 'afterSave'
  | 'afterSaveAll'
  | 'beforeRemove'
  | 'detail'
  | 'fillRows'
> & {
  beforeSave?(context: Context, saving: Saving<D>): Promise<void> | void;
  beforeSaveAll?(context: Context, savings: readonly Saving<D>[]): Promise<void>;
  afterSave?(context: Context, saved: SavedRecord<D>): Promise<void>;
  afterSaveAll?(context: Context, saved: readonly SavedRecord<D>[]): Promise<void>;
  beforeRemove?(context: Context, rows: readonly RowOf<D>[]): Promise<void>;
  detail?(context: Context, row: WholeRecord<D>): Promise<Record<string, unknown>>;
  fillRows?(context: Context, rows: readonly Shown<D>[], asked?: Input): Promise<void>;
  readonly actions?: Partial<Record<ActionOf<D>, Effect<D>>>;
  readonly guards?: Partial<Record<ActionOf<D>, Effect<D>>>;
  readonly otherState?: Partial<Record<ActionOf<D>, Effect<D>>>;
};

/** Declares the behaviour of a declaration; actions that do not exist do not compile. */
export const behaviour = <
  F extends Fields,
  L extends Readonly<Record<string, Lines>>,
  S extends string,
  A extends string,
>(
  declaration: Declaration<F, L, S, A>,
  spec: Spec<Declaration<F, L, S, A>>,
): Behaviour => ({ ...spec, declaration }) as unknown as Behaviour;

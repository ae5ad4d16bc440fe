/**
 * What a test must know to make a valid record or document of a declaration, where its fields do not say it.
 * `x.sample.ts` stands beside `x.resource.ts` or `x.document.ts` and exports one `sample` for each declaration that
 * needs one; tests/contracts/samples.ts collects them. Nothing but tests reads them.
 */
import type { Declaration } from '../../kernel/core/declaration.ts';

export const TENANT = '000000';
export type Values = Record<string, unknown>;
export type SampleRow = Values & { readonly id: string };
type Named = Pick<Declaration, 'name'>;

/** The company a record is made in, as the administrator sees it. */
export interface Maker {
  /** A number no other record of this run was made with, for what two of them may not share. */
  readonly number: number;
  /** How many of this declaration were made before this one. */
  readonly before: number;
  /** Every row of its list. */
  rows(of: Named): Promise<SampleRow[]>;
  detail(of: Named, id: unknown): Promise<SampleRow>;
  /** Makes one more through its own call, with these values instead of those that are derived; answers its id. */
  another(of: Named, values?: Values): Promise<string>;
  /** Puts a document of this state into the database, past every check; answers its id. */
  document(of: Named, state: string): Promise<string>;
  userId(account: string): Promise<string>;
  /** The day of the company, yyyy-MM-dd. */
  readonly today: string;
  /** Runs a statement as the owner of the database, for what no call makes. */
  sql(statement: string, values?: readonly unknown[]): Promise<unknown>;
  /** Sends a call as the administrator; throws where it is refused. */
  post(address: string, input: Values): Promise<Values>;
}

export interface Sample {
  readonly of: string;
  /**
   * Values of one more record, over the `derived` ones. Derived are: a copy of the last record there is, or else each
   * required field by its kind and references to what is there; texts that are unique or that it is found by are new.
   */
  readonly values?: (maker: Maker, derived: Values) => Promise<Values> | Values;
  /** Makes the first row of what people do not enter and the demonstration company has none of. */
  readonly row?: (maker: Maker) => Promise<unknown>;
  /**
   * A document is put together from its fields and never copied: the database refuses a second like the one that is
   * there.
   */
  readonly isSingular?: boolean;
  /** Columns of a document that belong together, where it is put together from its fields. */
  readonly columns?: Values;
  /** The same for its lines, by their key. */
  readonly lineColumns?: Readonly<Record<string, Values>>;
  /** Statements that make a document which was put into the database one that can be sent; `$1` is its id. */
  readonly complete?: readonly string[];
}

/** The sample of one declaration, exported by an `x.sample.ts`. */
export const sample = (of: Named, spec: Omit<Sample, 'of'>): Sample => ({ ...spec, of: of.name });

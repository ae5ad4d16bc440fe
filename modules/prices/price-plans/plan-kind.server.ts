/** What sets the kinds of price documents apart, and how their values are read. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Refusal } from '../../../kernel/core/refusal.ts';
import type { Acting, Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { Sql } from '../../../parts/postgres/database.ts';
import type { Period } from '../../master-data/figures/calendar-day.rules.ts';
import type { PriceType } from '../price-book/price.resource.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The fields of the header that a price document of any kind has; a default plan and a partner only some of them. */
interface PlanHead {
  id: Id;
  versionNo: number;
  name: string;
  billCode: string;
  companyDeptId: Id;
  startDate: string;
  endDate: string | null;
  changeReason: string | null;
  priceSeriesId: Id | null;
  enterpriseId?: Id | null;
  isDefault?: 0 | 1;
  lineCount: number | null;
  warnCount: number | null;
  overrideReason: string | null;
}
/** The header of a document of any kind: all four declare these fields alike. */
export const headOf = (row: object): PlanHead => row as PlanHead;
/** A value as text; null where it is missing or empty. */
export const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
/** The days a document or line holds; open where it names no last one. */
export const periodOf = ({
  startDate,
  endDate,
}: {
  readonly startDate?: unknown;
  readonly endDate?: unknown;
}): Period => ({
  startDate: String(startDate),
  endDate: textOf(endDate),
});
/** The ids of a field that holds several; none where it holds nothing. */
export const idsOf = (value: unknown): readonly Id[] => (Array.isArray(value) ? value.map(String) : []);

/** The ids of the documents of an action. */
export const idsOfDocuments = (documents: readonly Acting[]): Id[] => documents.map(({ id }) => id);

/** What sets one kind of price document apart. */
export interface Kind {
  readonly declaration: Declaration;
  typeOf(values: Values): PriceType;
  /** Who sees its prices. */
  readonly right: string;
  /** Before lines are looked at; throws `Refused`. */
  complete?(context: Context, saving: Saving): Promise<void> | void;
  /** What else stands in the way of sending it and of approving it. */
  refusals?(
    context: Context,
    documents: readonly Acting[],
    lineCounts: ReadonlyMap<Id, number>,
  ): Promise<readonly Refusal[]> | readonly Refusal[];
  /** Whether a document without prices is complete. */
  isPriced?(row: Values): boolean;
  /** Computed fields of this kind alone. */
  readonly computed?: Readonly<Record<string, () => Sql>>;
  /** How many relations name this series. */
  readonly related?: (seriesId: Id) => Sql;
  /** When approved versions got other days: those that hold once the action is over, and those that hold no more. */
  moved?(context: Context, current: readonly Id[], gone: readonly Id[]): Promise<void>;
}

/** The same as a kind's own declaration types it. */
interface KindSpec<D extends Declaration> extends Omit<
  Kind,
  'declaration' | 'typeOf' | 'complete' | 'refusals' | 'isPriced'
> {
  typeOf(values: Readonly<Saving<D>['values']>): PriceType;
  complete?(context: Context, saving: Saving<D>): Promise<void> | void;
  refusals?(
    context: Context,
    documents: readonly Acting<D>[],
    lineCounts: ReadonlyMap<Id, number>,
  ): Promise<readonly Refusal[]> | readonly Refusal[];
  isPriced?(row: Acting<D>['row']): boolean;
}
/** Declares what sets one kind apart, typed by its declaration. */
export const kindOf = <D extends Declaration>(declaration: D, spec: KindSpec<D>): Kind => ({ ...spec, declaration });

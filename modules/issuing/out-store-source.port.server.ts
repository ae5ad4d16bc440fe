/** What asks warehouses to send goods. Areas provide theirs; picking and signing know a source by this alone. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ident, join, sql, type Sql } from '../../parts/postgres/database.ts';
import { ports } from '../../kernel/server/port.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import type { ReceiveReason, ShipReason } from '../stock/ledger/transfer.server.ts';
import type { OutStoreSourceType } from './out-store.document.ts';

/** What one company charges another for a line. */
export interface ChargedAt {
  readonly unitId: Id;
  /** Base units in its unit. */
  readonly factor: DecimalText;
  /** With tax, per unit. */
  readonly price: DecimalText;
  readonly taxRate: DecimalText;
  readonly senderId: Id;
  readonly receiverId: Id;
  /** Of the receiver. */
  readonly deptId: Id | null;
}

/** A kind of document out-stores are made for. The statements it answers run as one with those of the out-store. */
export interface OutStoreSource {
  /** What its out-stores and reservations call it. */
  readonly type: OutStoreSourceType;
  /** Locked before the out-store, answered as its source. */
  readonly document: Declaration;
  readonly shipReason: ShipReason;
  /** Null where goods are the receiver's once shipped: his signature moves nothing. */
  readonly receiveReason: ReceiveReason | null;
  /** Where the reasons depend on what the goods are sent for. */
  reasonsOf?(row: Readonly<Record<string, unknown>>): Pick<OutStoreSource, 'shipReason' | 'receiveReason'>;
  /** Its receiver signs, whatever is said of pick bills, and nobody who does not answer for his place. */
  readonly signedThere?: true;
  /** What the receiver is charged, by the line of the document; nothing where he is not. */
  chargedAt?(context: Context, id: Id): Promise<ReadonlyMap<Id, ChargedAt>>;
  /** Lots were shipped. `figures`, of its lines in their units: `(source, picked, short)`; nothing is held any more. */
  shipped(id: Id, figures: Sql): readonly Sql[];
  /** What stays open is held again. `figures`: `(source, reserved)`. */
  held(id: Id, figures: Sql): readonly Sql[];
  /** What was promised turned out not to be there. `promised`: `(line_id, qty, wanted)`, in base unit. */
  shortened(promised: Sql): readonly Sql[];
  /** The receiver signed; the lines of the out-store hold what came. */
  received(context: Context, id: Id, outStoreId: Id): Promise<void>;
  /** All that was shipped is accounted for. */
  finished(context: Context, id: Id): Promise<void>;
}

export const outStoreSources = ports<OutStoreSource>('what asks for goods of a warehouse');

/** The source of an out-store, by its row. */
export function sourceOf(context: Context, row: Readonly<Record<string, unknown>>): OutStoreSource {
  const { sourceBillType } = row;
  const source = outStoreSources.of(context).find(({ type }) => type === sourceBillType);
  if (source === undefined) throw new Error(`No area provides out-stores for ${String(sourceBillType)}`);
  return source.reasonsOf === undefined ? source : { ...source, ...source.reasonsOf(row) };
}

/** Locks the sources of out-stores, whichever they are: documents are locked from the one that asks on. */
export const lockSourcesOf = (context: Context, outStoreIds: readonly Id[]): Promise<unknown> =>
  Promise.all(
    outStoreSources.of(context).map(({ type, document }) =>
      context.tx.run(sql`
          select 1 from ${ident(tableOf(document))} p where p.id = any(array(
            select o.source_bill_id::bigint from out_store o
            where o.id = any(${outStoreIds as string[]}::bigint[]) and o.source_bill_type = ${type}))
          order by p.id for update`),
    ),
  );

/** Several changes of different tables as one statement. */
export const together = (changes: readonly Sql[]): Sql =>
  sql`with ${join(
    changes.map((change, nr) => sql`${ident(`change_${nr}`)} as (${change})`),
    ', ',
  )} select 1`;

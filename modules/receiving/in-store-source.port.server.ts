/** What goods are expected by. Areas provide theirs; the dock knows a source by this alone. */
import type { Declaration, HeaderRow } from '../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ports } from '../../kernel/server/port.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { ident, sql, type Sql } from '../../parts/postgres/database.ts';
import type { ReasonCode } from '../stock/ledger/move-reason.rules.ts';
import type { ReceiveReason } from '../stock/ledger/transfer.server.ts';
import type { InstoreType } from './in-store-faces.server.ts';
import type { inStore } from './in-store.document.ts';

/** A document that asks for goods, as its bill copies it. */
export interface ExpectedBill {
  readonly id: Id;
  readonly billCode: string;
  readonly channel: HeaderRow<typeof inStore>['channel'];
  readonly supplierId: Id | null;
  readonly vendorName?: string | null;
  /** Exactly one of the two. */
  readonly warehouseId: Id | null;
  readonly factoryWarehouseId?: Id | null;
  readonly companyDeptId: Id | null;
  readonly bladeProjectDeptId: Id | null;
  readonly deliveryDate: string;
}
/** What is still to come of one of its lines. */
export interface ExpectedLine {
  readonly orderId: Id;
  readonly id: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly baseUnitId: Id | null;
  readonly qty: DecimalText;
  readonly price: DecimalText | null;
  readonly taxRate: DecimalText | null;
  readonly overRate: DecimalText;
  readonly underRate: DecimalText;
  readonly absTolerance: DecimalText;
  readonly remark: string | null;
}
/** What came of a line in all, in its unit. */
interface ReceivedLine {
  readonly orderLineId: Id;
  readonly receivedQty: DecimalText;
  readonly refusedQty: DecimalText;
  /** Short and settled: it will not come any more. */
  readonly settledQty: DecimalText;
}

/** A case of goods that were sent, as the sender agreed to send them again. */
export interface ResentGoods {
  readonly caseId: Id;
  readonly billCode: string;
  readonly fromLocationId: Id;
  readonly locationId: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly qty: DecimalText;
}
/** Goods between our own places: they are on their way already, lot by lot, and come out of transit. */
interface SentGoods {
  readonly receiveReason: ReceiveReason;
  /** What is owed of what was accepted: the site that takes it is charged, the one that gave it back is credited. */
  readonly site: 'charged' | 'credited';
  /** Sends what is back with its sender again, in the document that is for it; without, nothing is sent again. */
  resend?(context: Context, goods: readonly ResentGoods[]): Promise<void>;
}

/** A kind of document in-stores are made for. */
export interface InStoreSource {
  /** What its bills call it. */
  readonly type: HeaderRow<typeof inStore>['sourceBillType'];
  /** Locked before the bill. */
  readonly document: Declaration;
  /** The kind of its bills, which says what shows them. */
  readonly instoreType: InstoreType;
  /** Those of other kinds, where not all documents go to the same kind of place. */
  otherKinds?(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, InstoreType>>;
  /** What receiving it is called in the ledger; left out of goods that come out of transit. */
  reason?(channel: string): Extract<ReasonCode, `receipt.${string}`>;
  readonly sent?: SentGoods;
  /** The price at the door is what was paid, and so the cost; otherwise the agreed price is, whatever was delivered. */
  readonly paidAtDoor?: true;
  /** Nobody brings later what did not come: what is missing is settled when it is recorded. */
  readonly settlesAtOnce?: true;
  expected(context: Context, ids: readonly Id[]): Promise<readonly ExpectedBill[]>;
  lines(context: Context, ids: readonly Id[]): Promise<readonly ExpectedLine[]>;
  /** Whoever calls has locked the document. */
  received(context: Context, id: Id, lines: readonly ReceivedLine[]): Promise<void>;
  /** Its bill is completed in this transaction; throws `Refused` where something is missing for that. */
  completed?(context: Context, id: Id): Promise<void>;
  /** Nothing of its bill waits any more. */
  finished?(context: Context, id: Id): Promise<void>;
}

export const inStoreSources = ports<InStoreSource>('what goods are expected by');

/** The source of in-stores by its type; undefined where no area provides one. */
export const inStoreSource = (context: Pick<Context, 'registry'>, type: string): InStoreSource | undefined =>
  inStoreSources.of(context).find((source) => source.type === type);

/** Locks the documents of bills, whichever they are: `bills` answers ids of in-stores. */
export const lockSourcesOf = (context: Context, bills: Sql): Promise<unknown> =>
  Promise.all(
    // Ids are read first, as an array: under row-level security a cast between two tables keeps the index unused.
    inStoreSources.of(context).map(({ type, document }) =>
      context.tx.run(sql`
        select 1 from ${ident(tableOf(document))} o where o.id = any(array(
          select s.source_bill_id::bigint from in_store s where s.id in (${bills}) and s.source_bill_type = ${type}))
        order by o.id for update`),
    ),
  );

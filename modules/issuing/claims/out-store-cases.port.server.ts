/** Cases of what came otherwise than it was sent: opened at signing by whoever keeps them. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ports } from '../../../kernel/server/port.ts';
import type { SizedClaim } from './difference-claim.rules.ts';
import type { OutStoreRow } from '../out-store.document.ts';

/** A lot that was sent, as a case tells of it. */
export interface SentPick {
  readonly id: Id;
  readonly detailId: Id;
  readonly materialId: Id;
  readonly batchId: Id;
  /** What the case is told in. */
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly sent: DecimalText;
  readonly received: DecimalText;
  /** In base unit. */
  readonly unitCost: DecimalText;
}
export interface ClaimedPick {
  readonly pick: SentPick;
  readonly claims: readonly SizedClaim[];
}

export interface OutStoreCases {
  /** Goods go to a place other people answer for: what differs is for both to agree on. */
  isBetweenSites(context: Context, row: Pick<OutStoreRow, 'warehouseId' | 'toLocationId'>): Promise<boolean>;
  /** Opens a case of each claim; answers how many wait. */
  open(context: Context, row: OutStoreRow, claimed: readonly ClaimedPick[]): Promise<number>;
  /** Keeps what one side settled by itself as confirmed cases. */
  keep(context: Context, row: OutStoreRow, settled: readonly ClaimedPick[]): Promise<void>;
}

export const outStoreCases = ports<OutStoreCases>('cases of out-stores');

/** The keeper of cases; none where the program ends above it. */
export const casesOf = (context: Context): OutStoreCases | undefined => outStoreCases.of(context)[0];

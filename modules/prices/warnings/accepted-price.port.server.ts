/**
 * Who carries on where a person accepts the price goods were delivered at. Without an area below it is only accepted.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';

export interface AcceptedPrice {
  readonly warningId: Id;
  /** The delivered line. */
  readonly lineId: Id;
  readonly materialId: Id;
  readonly supplierId: Id;
  readonly companyDeptId: Id;
  readonly unitId: Id;
  /** With tax, per unit. */
  readonly price: DecimalText;
  readonly reason: string;
}
type Follower = (context: Context, accepted: readonly AcceptedPrice[]) => Promise<void>;

export const acceptedPrices = port<Follower>('what follows an accepted price', { otherwise: async () => {} });

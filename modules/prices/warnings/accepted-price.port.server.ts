/** Who carries on where a person accepts the price goods were delivered at. Areas below plug themselves in; where nobody did, it is only accepted. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';

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

let follower: Follower | undefined;
export const followAcceptedBy = (follow: Follower): void => {
  follower = follow;
};
export const tellAccepted = async (context: Context, accepted: readonly AcceptedPrice[]): Promise<void> =>
  accepted.length === 0 ? undefined : follower?.(context, accepted);

/** What a unit was worth when goods came in it. Receipts belong to an area below, which plugs itself in; where nobody did, nothing came yet. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';

export interface ReceivedFactor {
  /** Of the newest receipts in this unit. */
  readonly count: number;
  /** Base units in one unit: the middle of them. */
  readonly factor: DecimalText;
}
type ReceivedFactors = (context: Context, materialId: Id, unitId: Id) => Promise<ReceivedFactor | null>;

let plugged: ReceivedFactors = async () => null;
export const tellReceivedBy = (factors: ReceivedFactors): void => {
  plugged = factors;
};
export const receivedFactor: ReceivedFactors = (context, materialId, unitId) => plugged(context, materialId, unitId);

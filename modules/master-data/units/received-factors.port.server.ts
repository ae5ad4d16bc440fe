/** What a unit was worth when goods came in it. Receipts belong to an area below; without it nothing came yet. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';

export interface ReceivedFactor {
  /** Of the newest receipts in this unit. */
  readonly count: number;
  /** Base units in one unit: the middle of them. */
  readonly factor: DecimalText;
}
type ReceivedFactors = (context: Context, materialId: Id, unitId: Id) => Promise<ReceivedFactor | null>;

export const receivedFactor = port<ReceivedFactors>('units as they were received', { otherwise: async () => null });

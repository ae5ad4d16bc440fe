/**
 * What a price that begins in the past leaves to be done: areas below know what was received meanwhile. Without them,
 * nothing.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { port } from '../../kernel/server/port.ts';

export interface PastPrice {
  readonly supplierId: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly price: DecimalText;
  readonly startDate: string;
  readonly endDate: string | null;
}
/** A sentence that stops nothing, and where it may be followed. */
export interface Advice {
  readonly sentence: string;
  readonly remedy?: { readonly label: string; readonly to: string };
}
type Adviser = (context: Context, price: PastPrice) => Promise<readonly Advice[]>;

export const pastPriceAdvice = port<Adviser>('advice on a price of the past', { otherwise: async () => [] });

/**
 * What a material is charged at, of the kinds of price published further down. Without them a dish is costed by what it
 * is bought for alone.
 */
import type { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Label } from '../../kernel/core/label.ts';
import type { Context } from '../../kernel/server/context.ts';
import { port } from '../../kernel/server/port.ts';

interface ChargedPrice {
  /** Per base unit, 6 places. */
  readonly price: Decimal;
  readonly reason: Label;
}
export type ChargedKinds = (context: Context) => readonly { readonly type: string; readonly label: Label }[];
export type ChargedPrices = (
  context: Context,
  type: string,
  question: {
    readonly deptId: Id | null;
    readonly date: string;
    readonly materialIds: readonly Id[];
    readonly withTax: boolean;
  },
) => Promise<ReadonlyMap<Id, ChargedPrice>>;

/** Kinds the person may see. */
export const chargedKinds = port<ChargedKinds>('kinds of charged price', { otherwise: () => [] });
/** Of each material that has one at a place on a day; without a place the base price. */
export const chargedPrices = port<ChargedPrices>('charged prices', { otherwise: async () => new Map() });

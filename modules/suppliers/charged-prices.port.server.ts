/** What a material is charged at, of the kinds of price published further down; they plug themselves in. Where nobody did, a dish is costed by what it is bought for alone. */
import type { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Label } from '../../kernel/core/label.ts';
import type { Context } from '../../kernel/server/context.ts';

export interface ChargedPrice {
  /** Per base unit, 6 places. */
  readonly price: Decimal;
  readonly reason: Label;
}
export interface ChargedPrices {
  /** Kinds the person may see. */
  kinds(context: Context): readonly { readonly type: string; readonly label: Label }[];
  /** Of each material that has one at a place on a day; without a place the base price. */
  at(
    context: Context,
    type: string,
    question: {
      readonly deptId: Id | null;
      readonly date: string;
      readonly materialIds: readonly Id[];
      readonly withTax: boolean;
    },
  ): Promise<ReadonlyMap<Id, ChargedPrice>>;
}
let plugged: ChargedPrices = { kinds: () => [], at: async () => new Map() };
export const chargeBy = (prices: ChargedPrices): void => {
  plugged = prices;
};
export const chargedPrices = (): ChargedPrices => plugged;

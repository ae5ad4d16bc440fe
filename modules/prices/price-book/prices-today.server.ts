/** Today's purchase and settlement prices, for costs to be compared with. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import type { PricesToday } from '../../master-data/materials/prices-today.port.server.ts';
import { firstOffers } from '../../suppliers/offers.server.ts';
import { SEES } from './price.resource.ts';
import { pricesAt } from './price-resolver.server.ts';

/** A fixed number of statements for each department that is named. */
export async function paidAndCharged(
  context: Context,
  requested: readonly { readonly materialId: Id; readonly deptId: Id | null }[],
  withTax: boolean,
): Promise<PricesToday[]> {
  const found = requested.map((): { purchase: Decimal | null; settlement: Decimal | null } => ({
    purchase: null,
    settlement: null,
  }));
  if (context.allowed('purchaseprice_see')) {
    const offers = await firstOffers(
      context,
      requested.map((each) => each.materialId),
      context.today,
      [],
    );
    requested.forEach(({ materialId }, at) => {
      const offer = offers.get(materialId);
      if (offer?.basePrice != null)
        found[at]!.purchase = withTax
          ? Decimal.of(offer.basePrice)
          : untaxed(Decimal.of(offer.basePrice), Decimal.of(offer.taxRate));
    });
  }
  if (!context.allowed(SEES.settlement)) return found;
  for (const [deptId, rows] of Map.groupBy(
    requested.map((each, at) => ({ ...each, at })),
    (each) => each.deptId,
  )) {
    const materialIds = [...new Set(rows.map(({ materialId }) => materialId))];
    const priced = new Map(
      (
        await pricesAt(
          context,
          'settlement',
          deptId,
          context.today,
          materialIds.map((materialId) => ({ materialId })),
          { roles: [] },
        )
      ).map(({ materialId, answer }) => [materialId, answer]),
    );
    for (const { materialId, at } of rows) {
      const answer = priced.get(materialId)!;
      if (answer.found) found[at]!.settlement = withTax ? answer.figures.basePrice : answer.figures.basePriceNoTax;
    }
  }
  return found;
}
const untaxed = (price: Decimal, taxRate: Decimal): Decimal =>
  Fraction.of(price)
    .times(Fraction.of(100))
    .dividedBy(Fraction.of(taxRate.plus(Decimal.of('100'))))
    .rounded(6);

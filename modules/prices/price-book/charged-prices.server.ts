/** Published prices as a dish is costed by them. */
import type { ChargedKinds, ChargedPrices } from '../../suppliers/charged-prices.port.server.ts';
import { PRICE_TYPES, SEES, type PriceType } from './price.resource.ts';
import { pricesAt } from './price-resolver.server.ts';

const TYPES = ['settlement', 'management', 'joint', 'assessment'] as const satisfies readonly PriceType[];

export const publishedKinds: ChargedKinds = (context) =>
  TYPES.filter((type) => context.allowed(SEES[type])).map((type) => ({ type, label: PRICE_TYPES[type] }));

export const publishedPrices: ChargedPrices = async (context, type, { deptId, date, materialIds, withTax }) => {
  const priced = await pricesAt(
    context,
    type as PriceType,
    deptId,
    date,
    materialIds.map((materialId) => ({ materialId })),
  );
  return new Map(
    priced.flatMap(({ materialId, answer }) =>
      answer.found
        ? [
            [
              materialId,
              { price: withTax ? answer.figures.basePrice : answer.figures.basePriceNoTax, reason: answer.reason },
            ] as const,
          ]
        : [],
    ),
  );
};

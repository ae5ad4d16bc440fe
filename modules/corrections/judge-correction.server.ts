/** What a correction of prices is refused for when it is saved. */
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { convertPurchaseLines } from '../suppliers/purchase-price.server.ts';
import type { priceCorrection } from './price-correction.document.ts';

/** Its last day is not before its first, and neither it nor the day it is booked on is after `today`. */
export function judgeDays({ values }: Saving<typeof priceCorrection>, today: string): Refusal[] {
  const { startDate, endDate } = values;
  const postDate = values.postDate ?? today;
  return [
    ...(endDate < startDate
      ? [refuse('corrections.period-reversed', { startDate, endDate }, { field: 'endDate' })]
      : endDate > today
        ? [refuse('corrections.period-future', { endDate }, { field: 'endDate' })]
        : []),
    ...(postDate > today ? [refuse('corrections.post-future', { postDate }, { field: 'postDate' })] : []),
  ];
}

/** Each price within the days of the document, one for a material on any day, with the factor of its unit. */
export async function judgePrices(context: Context, saving: Saving<typeof priceCorrection>): Promise<Refusal[]> {
  const lines = savingLines(saving, 'prices');
  if (lines === undefined && saving.before !== null) return [];
  if (lines === undefined || lines.length === 0) return [refuse('corrections.prices-missing')];
  const { supplierId: supplier, startDate, endDate } = saving.values;
  const spans = lines.map(({ values: own }) => ({
    materialId: own.materialId,
    from: own.startDate ?? startDate,
    to: own.endDate ?? endDate,
  }));
  const refusals = lines.flatMap(({ values: own }, index): Refusal[] => {
    const line = index + 1;
    const span = spans[index]!;
    const other = spans.findIndex(
      (each, at) => at < index && each.materialId === span.materialId && each.from <= span.to && span.from <= each.to,
    );
    return [
      ...((own.newPrice ?? null) === null
        ? [refuse('corrections.price-missing', { line }, { line, field: 'newPrice' })]
        : []),
      ...(span.from < startDate || span.to > endDate || span.to < span.from
        ? [refuse('corrections.price-outside', { line, startDate, endDate }, { line, field: 'startDate' })]
        : []),
      ...(other >= 0
        ? [refuse('corrections.price-twice', { line, other: other + 1 }, { line, field: 'materialId' })]
        : []),
    ];
  });
  if (refusals.length > 0) return refusals;
  const converted = await convertPurchaseLines(
    context,
    lines.map(({ values: own }, index) => ({
      materialId: own.materialId,
      unitId: own.unitId,
      qty: '1',
      supplierId: supplier,
      date: spans[index]!.from,
    })),
  );
  saving.lines['prices'] = lines.map((line, index) => ({
    ...line,
    values: { ...line.values, factor: converted[index]!.factor },
  }));
  return [];
}

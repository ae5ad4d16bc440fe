/** What sites are charged for what a centre brings them: a question for each site and day. */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { EntryPrice } from '../../settlement/settlement-entry.rules.ts';
import { settlementPrices } from '../../settlement/settlement-prices.server.ts';

interface Brought {
  readonly lineId: Id;
  readonly siteId: Id;
  readonly date: string;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: Decimal;
}
/** By line; lines no price is published for are left out. */
export async function siteSettlements(
  context: Context,
  lines: readonly Brought[],
): Promise<ReadonlyMap<Id, EntryPrice>> {
  const found = new Map<Id, EntryPrice>();
  for (const same of Map.groupBy(lines, ({ siteId, date }) => `${siteId} ${date}`).values()) {
    // A site that asks for the same on many lines is asked about it once.
    const distinct = [...Map.groupBy(same, (line) => `${line.materialId} ${line.unitId} ${line.factor}`).values()];
    const { siteId, date } = same[0]!;
    const prices = await settlementPrices(
      context,
      siteId,
      date,
      distinct.map(([first]) => first!),
    );
    distinct.forEach((own, index) => {
      const price = prices[index];
      if (price) for (const { lineId } of own) found.set(lineId, price);
    });
  }
  return found;
}

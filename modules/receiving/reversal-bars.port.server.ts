/** Who holds a delivery fast. What an area below refuses is not taken back. */
import type { Id } from '../../kernel/core/field.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ports } from '../../kernel/server/port.ts';

/** Why lines of a delivery that is held by this transaction may not be taken back. */
type Bar = (context: Context, lineIds: readonly Id[]) => Promise<readonly Refusal[]>;

export const deliveryBars = ports<Bar>('what holds a delivery');

/** What every area says against taking these lines back. */
export async function barsOf(context: Context, lineIds: readonly Id[]): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const bar of deliveryBars.of(context)) refusals.push(...(await bar(context, lineIds)));
  return refusals;
}

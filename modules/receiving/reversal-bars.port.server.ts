/** Who holds a delivery fast. Areas below receiving plug themselves in when the server is put together; what they refuse is not taken back. */
import type { Id } from '../../kernel/core/field.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';

/** Why lines of a delivery that is held by this transaction may not be taken back. */
type Bar = (context: Context, lineIds: readonly Id[]) => Promise<readonly Refusal[]>;

/** By area, so that putting the program together twice plugs it in once. */
export const deliveryBars = new Map<string, Bar>();

export async function barsOf(context: Context, lineIds: readonly Id[]): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const bar of deliveryBars.values()) refusals.push(...(await bar(context, lineIds)));
  return refusals;
}

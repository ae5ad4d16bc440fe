/** What materials cost and what is available of them today: one statement for each, however many they are. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { offersToday } from './offers-today.port.server.ts';
import { material } from './material.resource.ts';
import { stockToday } from './stock-today.port.server.ts';

type Row = Record<string, unknown> & { readonly id: Id };
const SEES_PRICE = material.fields.todayPrice.rules.right!;

/** Fills price and stock, each for whoever may see it; nobody else is told that there is one. */
export async function fillToday(context: Context, rows: readonly Row[]): Promise<void> {
  for (const row of rows) withoutToday(row);
  const ids = rows.map((row) => row.id);
  // Who comes from outside sees no offer but his own.
  if (context.allowed(SEES_PRICE) && context.user.outsider !== true) {
    const prices = await offersToday(context, ids);
    for (const row of rows) Object.assign(row, { todayPrice: prices.get(row.id) ?? null });
  }
  const available = await stockToday(context, ids);
  if (available !== undefined)
    for (const row of rows) Object.assign(row, { availableQty: available.get(row.id) ?? '0' });
}

/** Nobody asked: nothing is said, since an empty figure would be an answer. */
export function withoutToday(row: Record<string, unknown>): void {
  for (const name of ['todayPrice', 'availableQty'] as const satisfies readonly (keyof typeof material.fields)[])
    delete row[name];
}

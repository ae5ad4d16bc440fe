import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sortingLinesFor } from '../sorting/make-sorting-lines.server.ts';

/** Orders are sorted before they are shipped, unless this company sends straight from the shelf. */
export async function sortOrders(context: Context, ids: readonly Id[]): Promise<void> {
  if ((await readParameter(context, 'distribution.sort.before-shipping')) !== '0') await sortingLinesFor(context, ids);
}

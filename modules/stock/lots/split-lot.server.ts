/** Parts of lots that are not fit for use become lots of their own, on hold from the beginning. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { stopLots } from './hold-lots.server.ts';
import { writeChildren } from './lot-children.server.ts';

/** Part of a lot, by whatever its caller knows it by. */
interface UnfitPart {
  readonly key: string;
  readonly parentId: Id;
  readonly qty: string;
  readonly reason: string;
}

/**
 * Makes the lots and answers them by key; the posting that brings the goods names them. The stock of the goods is held
 * already. What a person holds stays held for his reason.
 */
export async function splitLotsOnHold(context: Context, parts: readonly UnfitPart[]): Promise<ReadonlyMap<string, Id>> {
  if (parts.length === 0) return new Map();
  const ids = await newIds(context, parts.length);
  const codes = await nextBillCodes(context, 'PC', parts.length);
  const children = parts.map((part, at) => ({ ...part, id: ids[at]!, code: codes[at]! }));
  for (const [parentId, own] of Map.groupBy(children, (child) => child.parentId))
    await writeChildren(context, parentId, own);
  for (const { id, reason } of children) await stopLots(context, [id], reason);
  return new Map(children.map(({ key, id }) => [key, id]));
}

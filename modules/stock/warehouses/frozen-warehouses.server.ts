import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { placeIdOf, type NamesPlace } from './document-place.server.ts';

/** The names of those that are frozen, of warehouses and of stores of factories. */
export async function frozenWarehouses(context: Context, ids: readonly Id[]): Promise<Map<Id, string>> {
  const given = [...new Set(ids)];
  const rows = await context.tx.rows<{ id: Id; name: string }>(sql`
    select id, name from warehouse where frozen = 1 and id = any(${given}::bigint[])
    union all select id, name from factory_warehouse where frozen = 1 and id = any(${given}::bigint[]) order by id`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Nothing new begins at a frozen place: documents that would bring goods to it or fetch some are refused. What is under
 * way there may be finished.
 */
export async function atFrozenWarehouses(
  context: Context,
  documents: readonly { readonly billCode: string; readonly row: NamesPlace }[],
): Promise<Refusal[]> {
  const frozen = await frozenWarehouses(
    context,
    documents.flatMap(({ row }) => placeIdOf(row) ?? []),
  );
  return documents.flatMap(({ billCode, row }) => {
    const warehouse = frozen.get(placeIdOf(row) ?? '');
    return warehouse === undefined ? [] : [refuse('stock.warehouse-frozen', { warehouse, billCode })];
  });
}

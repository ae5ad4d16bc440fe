import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

/** The names of those that are frozen. */
export async function frozenWarehouses(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await context.tx.rows<{ id: string; name: string }>(
    sql`select id, name from warehouse where frozen = 1 and id = any(${[...new Set(ids)]}::bigint[]) order by id`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Nothing new begins at a frozen warehouse: documents that would bring goods to it or fetch some are refused. What is
 * under way there may be finished.
 */
export async function atFrozenWarehouses(
  context: Context,
  documents: readonly { readonly billCode: string; readonly row: { readonly warehouseId: Id } }[],
): Promise<Refusal[]> {
  const frozen = await frozenWarehouses(
    context,
    documents.map((document) => document.row.warehouseId),
  );
  return documents.flatMap(({ billCode, row }) => {
    const warehouse = frozen.get(row.warehouseId);
    return warehouse === undefined ? [] : [refuse('stock.warehouse-frozen', { warehouse, billCode })];
  });
}

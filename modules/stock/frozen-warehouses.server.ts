import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';

/** Nothing new begins at a frozen warehouse: documents that would bring goods to it or fetch some. What is under way there may be finished. */
export async function atFrozenWarehouses(context: Context, documents: readonly Acting[]): Promise<Refusal[]> {
  const frozen = new Map((await context.tx.rows<{ id: string; name: string }>(sql`
    select w.id, w.name from warehouse w where w.frozen = 1 and w.id = any(${documents.map((document) => String(document.row['warehouseId']))}::bigint[])`)).map(({ id, name }) => [id, name]));
  return documents.flatMap(({ billCode, row }) => {
    const warehouse = frozen.get(String(row['warehouseId']));
    return warehouse === undefined ? [] : [refuse('stock.warehouse-frozen', { warehouse, billCode })];
  });
}

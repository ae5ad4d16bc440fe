import type { Id } from '../../../kernel/core/field.ts';
import { once, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

interface NamedMaterial {
  readonly id: Id;
  readonly name: string;
  readonly unit: string;
  readonly unitId: Id;
}
/** Materials with their base units, by id. */
export async function unitsOf(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, NamedMaterial>> {
  const known = once(context, 'production.units', () => new Map<Id, NamedMaterial>());
  const fresh = [...new Set(ids)].filter((id) => !known.has(id));
  const rows =
    fresh.length === 0
      ? []
      : await context.tx.rows<NamedMaterial>(sql`
    select m.id, m.called as name, u.called as unit, u.id as unit_id from material m
    join material_unit u on u.id = m.base_unit_id where m.id = any(${fresh}::bigint[])`);
  for (const row of rows) known.set(row.id, row);
  return known;
}

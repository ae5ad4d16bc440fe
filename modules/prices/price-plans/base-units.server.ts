/** Per what the prices per base unit in the lines of a document are. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

/** A line with the base unit of its material, in the words of whoever reads. */
type InBaseUnit<L> = L & { readonly baseUnitName: string };

/** The same lines, each with the base unit of its material; one statement. */
export async function withBaseUnits<L extends { readonly materialId: Id }>(
  context: Context,
  lines: readonly L[],
): Promise<readonly InBaseUnit<L>[]> {
  const units = await context.tx.rows<{ id: Id; unit: string }>(sql`
    select m.id, u.called as unit from material m
    join material_unit u on u.tenant_id = m.tenant_id and u.id = m.base_unit_id
    where m.id = any(${lines.map(({ materialId }) => materialId)}::bigint[])`);
  const unitOf = new Map(units.map(({ id, unit }) => [id, unit]));
  return lines.map((line) => ({ ...line, baseUnitName: unitOf.get(line.materialId) ?? '' }));
}

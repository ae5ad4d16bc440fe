/** Photos named in a body: uploaded before, of this tenant, and pictures. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';

/** Refuses by line what is no picture of the tenant's, one query for all lines. */
export async function photoRefusals(context: Context, lines: readonly RecordValues[]): Promise<Refusal[]> {
  const named = lines.flatMap((values, index) =>
    ((values['pictures'] as Id[] | null) ?? []).map((id) => ({ id, line: index + 1 })),
  );
  if (named.length === 0) return [];
  const known = new Set(
    (
      await context.tx.rows<{ id: Id }>(
        sql`select id from stored_file where purpose = 'picture' and id = any(${named.map(({ id }) => id)}::bigint[])`,
      )
    ).map((row) => row.id),
  );
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ id, line }) => refuse('receiving.photo-unknown', { line, id }, { line, field: 'pictures' }));
}

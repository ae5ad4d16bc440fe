/** Photos and papers named in a body: uploaded before, of this tenant, photos as pictures. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';

const REFUSAL = { pictures: 'receiving.photo-unknown', papers: 'receiving.paper-unknown' } as const;

/** Refuses by line what is no picture, or no paper, of the tenant's; one query for all lines. */
export async function photoRefusals(context: Context, lines: readonly RecordValues[]): Promise<Refusal[]> {
  const named = lines.flatMap((values, index) =>
    (['pictures', 'papers'] as const).flatMap((field) =>
      ((values[field] as Id[] | null | undefined) ?? []).map((id) => ({ id, field, line: index + 1 })),
    ),
  );
  if (named.length === 0) return [];
  const purposes = new Map(
    (
      await context.tx.rows<{ id: Id; purpose: string }>(
        sql`select id, purpose from stored_file
        where purpose in ('picture', 'attachment') and id = any(${named.map(({ id }) => id)}::bigint[])`,
      )
    ).map((row) => [row.id, row.purpose]),
  );
  return named
    .filter(({ id, field }) => !purposes.has(id) || (field === 'pictures' && purposes.get(id) !== 'picture'))
    .map(({ id, field, line }) => refuse(REFUSAL[field], { line, id }, { line, field }));
}

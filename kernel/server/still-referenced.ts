import { type Declaration, titleField } from '../core/declaration.ts';
import { recordsOf } from '../core/faces.ts';
import { label, type Label } from '../core/label.ts';
import { refuse, type Refusal } from '../core/refusal.ts';
import type { RecordValues } from '../core/validate.ts';
import type { Context } from './context.ts';
import { brokenConstraint } from '../../parts/postgres/broken-constraint.ts';
import { column, ident, snake, sql } from '../../parts/postgres/database.ts';
import { mayChoose } from './options.ts';
import { readRecord } from './record-query.ts';
import type { Registry } from './registry.ts';
import { lineTableOf, ownerColumn, short, tableOf } from './schema.ts';

/**
 * Which of the records to be removed is referred to, and by what, both by name; what the person may not see is named by
 * its kind. Null where no declared record refers to them. Called after the removal was rolled back.
 */
export async function stillReferenced(
  registry: Registry,
  declaration: Declaration,
  context: Context,
  rows: readonly RecordValues[],
  error: unknown,
): Promise<Refusal | null> {
  const broken = brokenConstraint(error);
  const table = broken?.rule === 'reference' ? /referenced from table "(\w+)"/.exec(broken.detail)?.[1] : undefined;
  const referrer = registry
    .referrers(recordsOf(declaration))
    .find(
      ({ declaration: by, field, lines }) =>
        !by.view &&
        (lines === null ? tableOf(by) : lineTableOf(by, lines)) === table &&
        short(table!, `${snake(field)}_fk`) === broken!.constraint,
    );
  if (referrer === undefined) return null;
  const { declaration: by, field, lines } = referrer;
  const owner = lines === null ? sql`r.id` : sql`r.${ident(ownerColumn(by))}`;
  const found = await context.tx.row<{ id: string; byId: string }>(sql`
    select r.${column(field)} as id, ${owner} as by_id from ${ident(table!)} r
    where r.${column(field)} = any(${rows.map((row) => String(row['id']))}::bigint[]) order by 1, r.id limit 1`);
  if (found === undefined) return null;
  const own = rows.find((row) => String(row['id']) === found.id)?.[titleField(declaration)];
  const title = typeof own === 'string' && titleField(declaration) !== 'id' ? own : declaration.label;
  const record = mayChoose(registry, by, context.user)
    ? await readRecord(registry, by, context, { id: found.byId })
    : undefined;
  const name = record?.[titleField(by).replace(/Id$/, 'Name')] ?? record?.['billCode'];
  return refuse('record.referenced', {
    title,
    by: typeof name === 'string' && name !== '' ? named(by.label, name) : by.label,
  });
}

const named = (kind: Label, name: string): Label => label(`${kind.zh}「${name}」`, `${kind.en} "${name}"`);

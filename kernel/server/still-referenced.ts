import { type Declaration, titleField } from '../core/declaration.ts';
import { recordsOf } from '../core/faces.ts';
import { label, type Label } from '../core/label.ts';
import { refuse, type Refusal } from '../core/refusal.ts';
import type { RecordValues } from '../core/validate.ts';
import type { Context } from './context.ts';
import { brokenConstraint } from '../../parts/postgres/broken-constraint.ts';
import { column, ident, join, snake, sql, type Sql } from '../../parts/postgres/database.ts';
import { mayChoose } from './options.ts';
import { readRecord } from './record-query.ts';
import type { Referrer } from './registry.ts';
import { lineTableOf, ownerColumn, short, tableOf } from './schema.ts';

/** A record to be removed and the record that refers to it. */
interface Use {
  readonly id: string;
  readonly byId: string;
}

/** Stored fields that refer to records of a declaration. */
const referrersOf = (declaration: Declaration, context: Context): Referrer[] =>
  context.registry.referrers(recordsOf(declaration)).filter((referrer) => !referrer.declaration.view);
const tableAt = ({ declaration, lines }: Referrer): string =>
  lines === null ? tableOf(declaration) : lineTableOf(declaration, lines);
/** The record a row `r` of the table belongs to. */
const ownerAt = ({ declaration, lines }: Referrer): Sql =>
  lines === null ? sql`r.id` : sql`r.${ident(ownerColumn(declaration))}`;
const idsOf = (rows: readonly RecordValues[]): string[] => rows.map((row) => String(row['id']));

/**
 * Which of the records to be removed a foreign key holds, and of what. Null where no declared record refers to them.
 * Called after the removal was rolled back.
 */
export async function stillReferenced(
  declaration: Declaration,
  context: Context,
  rows: readonly RecordValues[],
  error: unknown,
): Promise<Refusal | null> {
  const broken = brokenConstraint(error);
  const table = broken?.rule === 'reference' ? /referenced from table "(\w+)"/.exec(broken.detail)?.[1] : undefined;
  const referrer = referrersOf(declaration, context).find(
    (each) => tableAt(each) === table && short(table, `${snake(each.field)}_fk`) === broken!.constraint,
  );
  if (referrer === undefined) return null;
  const use = await context.tx.row<Use>(sql`
    select r.${column(referrer.field)} as id, ${ownerAt(referrer)} as by_id from ${ident(tableAt(referrer))} r
    where r.${column(referrer.field)} = any(${idsOf(rows)}::bigint[]) order by 1, r.id limit 1`);
  return use === undefined ? null : refusalOf(declaration, context, rows, referrer, use);
}

/**
 * Which of the removed records a list of references names, and whose list; one query over all such lists. Called after
 * the removal, so that lists which went with it do not count.
 */
export async function stillListed(
  declaration: Declaration,
  context: Context,
  rows: readonly RecordValues[],
): Promise<Refusal | null> {
  const lists = referrersOf(declaration, context).filter(({ isList, rules }) => isList && rules.weak !== true);
  if (lists.length === 0) return null;
  const ids = sql`${idsOf(rows)}::bigint[]`;
  const uses = lists.map(
    (list, at) => sql`
      select ${at}::integer as at,
        (select min(n) from unnest(r.${column(list.field)}::text::bigint[]) n where n = any(${ids})) as id,
        ${ownerAt(list)} as by_id
      from ${ident(tableAt(list))} r where r.${column(list.field)}::text::bigint[] && ${ids}`,
  );
  const use = await context.tx.row<Use & { readonly at: number }>(
    sql`${join(uses, ' union all ')} order by at, id, by_id limit 1`,
  );
  return use === undefined ? null : refusalOf(declaration, context, rows, lists[use.at]!, use);
}

/** Both records by name; what the person may not see is named by its kind. */
async function refusalOf(
  declaration: Declaration,
  context: Context,
  rows: readonly RecordValues[],
  { declaration: by }: Referrer,
  { id, byId }: Use,
): Promise<Refusal> {
  const own = rows.find((row) => String(row['id']) === id)?.[titleField(declaration)];
  const title = typeof own === 'string' && titleField(declaration) !== 'id' ? own : declaration.label;
  const record = mayChoose(context.registry, by, context.user)
    ? await readRecord(by, context, { id: byId })
    : undefined;
  const name = record?.[titleField(by).replace(/Id$/, 'Name')] ?? record?.['billCode'];
  return refuse(declaration.calls.includes('freeze') ? 'record.referenced' : 'record.in-use', {
    title,
    by: typeof name === 'string' && name !== '' ? named(by.label, name) : by.label,
  });
}

const named = (kind: Label, name: string): Label => label(`${kind.zh}「${name}」`, `${kind.en} "${name}"`);

import type { Id } from '../core/field.ts';
import type { Declaration } from '../core/declaration.ts';
import { recordsOf } from '../core/faces.ts';
import type { Context } from './context.ts';
import { ident, join, sql, type Sql } from '../../parts/postgres/database.ts';
import { scopeCondition } from './filters.ts';
import { tableOf } from './schema.ts';
import { shownAs } from './shares.ts';

/** One line of a document that follows from one line of another, with the base quantity on either side. */
export interface Link {
  readonly kind: string;
  readonly fromType: string;
  readonly fromBillId: string;
  readonly fromLineId: string;
  readonly toType: string;
  readonly toBillId: string;
  readonly toLineId: string;
  readonly fromQty: string;
  readonly toQty: string;
}

/** Records which line led to which; one statement for any number. */
export async function link(context: Context, links: readonly Link[], reason = ''): Promise<void> {
  if (links.length === 0) return;
  await context.tx.run(
    linking(
      context,
      sql`
    select l.kind,
      l."fromType" as from_type, l."fromBillId" as from_bill_id, l."fromLineId" as from_line_id,
      l."toType" as to_type, l."toBillId" as to_bill_id, l."toLineId" as to_line_id,
      l."fromQty" as from_qty, l."toQty" as to_qty
    from json_to_recordset(${JSON.stringify(links)}::json)
      as l(kind text, "fromType" text, "fromBillId" bigint, "fromLineId" bigint,
        "toType" text, "toBillId" bigint, "toLineId" bigint, "fromQty" numeric, "toQty" numeric)`,
      reason,
    ),
  );
}

/** The same as a statement, for lines that stand in the database: a query of the columns of a link. */
export const linking = (context: Context, links: Sql, reason = ''): Sql => sql`
    insert into bill_link (kind, from_type, from_bill_id, from_line_id, to_type, to_bill_id, to_line_id,
      from_qty, to_qty, reason, user_id)
    select l.kind, l.from_type, l.from_bill_id, l.from_line_id, l.to_type, l.to_bill_id, l.to_line_id,
      l.from_qty, l.to_qty, ${reason}, ${context.user.userId}::bigint
    from (${links}) l`;

/** A document before or after another in the chain. */
interface LinkedDocument {
  readonly direction: 'up' | 'down';
  readonly resource: string;
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
  readonly path: string;
}

/** What the person sees of the documents it came from and led to. Links that were taken back no longer count. */
export async function linkedDocuments(context: Context, declaration: Declaration, id: Id): Promise<LinkedDocument[]> {
  const found = await context.tx.rows<{ direction: 'up' | 'down'; type: string; id: string }>(sql`
    select 'up' as direction, from_type as type, from_bill_id as id from bill_link
    where to_type = ${recordsOf(declaration)} and to_bill_id = ${id}::bigint
    group by from_type, from_bill_id having sum(to_qty) <> 0
    union all
    select 'down', to_type, to_bill_id from bill_link
    where from_type = ${recordsOf(declaration)} and from_bill_id = ${id}::bigint
    group by to_type, to_bill_id having sum(from_qty) <> 0
    order by 1 desc, 2, 3`);
  const documents: LinkedDocument[] = [];
  for (const type of new Set(found.map((each) => each.type))) {
    const target = context.registry.find(type);
    if (target.life === undefined) continue;
    const seen = scopeCondition({ ...target, where: {} }, context);
    const mine = found.filter((each) => each.type === type);
    const rows = await context.tx.rows<Omit<LinkedDocument, 'direction' | 'path'>>(sql`
      select t.id, t.bill_code, t.status, ${shownAs(context.registry, target)} as resource
      from ${ident(tableOf(target))} t
      where ${join([sql`t.id = any(${mine.map((each) => each.id)}::bigint[])`, ...seen], ' and ')} order by t.id`);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { direction, id: other } of mine) {
      const row = byId.get(other);
      if (row) documents.push({ direction, ...row, path: context.registry.find(row.resource).path ?? '' });
    }
  }
  return documents;
}

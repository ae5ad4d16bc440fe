/**
 * A version of a price document beside the one it follows: for the approver, and for whoever sends it without some of
 * its materials.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import { compareVersions, type ComparedLine, type ComparedRow } from './plan-comparison.rules.ts';
import { headOf, idsOfDocuments, type Kind } from './plan-kind.server.ts';

/** Named in a sentence, and shown in a table, at most. */
const NAMED = 5;
const SHOWN = 500;

interface Before {
  readonly id: Id;
  readonly beforeId: Id;
  readonly billCode: string;
  readonly versionNo: number;
  readonly startDate: string;
}
/**
 * Of each the version of its series that holds until it begins, or would; the newest of those there are where none
 * does.
 */
const versionsBefore = ({ declaration }: Kind, context: Context, ids: readonly Id[]): Promise<Before[]> =>
  context.tx.rows<Before>(sql`
  select distinct on (n.id) n.id, o.id as before_id, o.bill_code, o.version_no, o.start_date
  from ${ident(tableOf(declaration))} n join ${ident(tableOf(declaration))} o
    on o.price_series_id = n.price_series_id and o.version_no < n.version_no and o.status in ('approved', 'done')
  where n.id = any(${[...ids]}::bigint[])
  order by n.id, (daterange(o.start_date, coalesce(o.original_end_date, o.end_date),
    '[]') && daterange(n.start_date - 1, n.start_date, '[]')) desc, (o.status = 'approved') desc, o.start_date desc`);

/**
 * Refuses to send a version that leaves materials out which the one before still prices by then, unless that is said to
 * be meant.
 */
export async function leftOut(
  context: Context,
  kind: Kind,
  documents: readonly Acting[],
  input: Input,
): Promise<readonly Refusal[]> {
  const following = documents.filter(({ row }) => headOf(row).versionNo > 1 && kind.isPriced?.(row) !== true);
  const { acceptMissing } = input;
  if (following.length === 0 || String(acceptMissing ?? '') === '1') return [];
  const { declaration } = kind;
  const [table, lineTable, owner] = [
    ident(tableOf(declaration)),
    ident(lineTableOf(declaration, 'details')),
    ident(ownerColumn(declaration)),
  ];
  const pairs = await versionsBefore(kind, context, idsOfDocuments(following));
  const missing = new Map(
    (
      await context.tx.rows<{ id: Id; count: number; names: readonly string[] }>(sql`
    select p.id, count(*)::integer as count, (array_agg(m.called order by m.code))[1:${NAMED}] as names
    from json_to_recordset(${JSON.stringify(pairs.map(({ id, beforeId }) => ({ id, before_id: beforeId })))}::json) as
      p(id bigint, before_id bigint)
    join ${table} n on n.id = p.id join ${table} o on o.id = p.before_id
    cross join lateral (select distinct l.material_id from ${lineTable} l
    where l.${owner} = o.id and coalesce(least(coalesce(o.original_end_date, o.end_date), l.end_date),
      'infinity') >= n.start_date) l
    join material m on m.id = l.material_id and m.frozen = 0
    where not exists (select 1 from ${lineTable} k where k.${owner} = n.id and k.material_id = l.material_id)
    group by p.id`)
    ).map((row) => [row.id, row]),
  );
  return following.flatMap(({ id, billCode, row }) => {
    const found = missing.get(id);
    if (found === undefined) return [];
    const rest = found.count - found.names.length;
    const materials = {
      zh: `${found.names.join('、')}${rest > 0 ? ' 等' : ''}`,
      en: `${found.names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
    };
    return [
      refuse(
        'prices.version-lacks',
        { billCode, count: found.count, startDate: headOf(row).startDate, materials },
        { override: { name: 'acceptMissing' } },
      ),
    ];
  });
}

/**
 * What a version changes; to whoever may not see its prices only what comes and goes: that a price is another one is
 * said by the price.
 */
export async function comparisonOf(context: Context, kind: Kind, id: Id): Promise<Record<string, unknown> | null> {
  const [pair] = await versionsBefore(kind, context, [id]);
  if (pair === undefined) return null;
  const { declaration } = kind;
  const [lineTable, owner] = [ident(lineTableOf(declaration, 'details')), ident(ownerColumn(declaration))];
  const lines = await context.tx.rows<ComparedLine & { planId: Id; price: DecimalText; basePrice: DecimalText }>(sql`
    select l.${owner} as plan_id, l.material_id, m.code, m.called as name, u.called as unit_name, l.price, l.base_price,
      coalesce(l.start_date::text, '') as start_date
    from ${lineTable} l join material m on m.id = l.material_id join material_unit u on u.id = l.unit_id
    where l.${owner} = any(${[id, pair.beforeId]}::bigint[]) and l.base_price is not null order by m.code, l.line_no`);
  const sees = context.allowed(kind.right);
  const compared = compareVersions(
    lines.filter((line) => line.planId === pair.beforeId),
    lines.filter((line) => line.planId === id),
  );
  const rows = compared.rows.filter((row) => sees || row.difference !== 'changed');
  if (rows.length === 0) return null;
  const count = (difference: ComparedRow['difference']): number =>
    rows.filter((row) => row.difference === difference).length;
  const comparedRow = ({
    difference,
    materialId,
    code,
    name,
    before,
    after,
    changePercent,
  }: ComparedRow): Record<string, unknown> => ({
    difference,
    materialId,
    materialCode: code,
    materialName: name,
    ...(sees
      ? {
          oldPrice: before?.price ?? null,
          oldUnitName: before?.unitName ?? '',
          newPrice: after?.price ?? null,
          newUnitName: after?.unitName ?? '',
          changePercent,
        }
      : {}),
  });
  return {
    beforeId: pair.beforeId,
    billCode: pair.billCode,
    versionNo: pair.versionNo,
    leftOutCount: count('left-out'),
    addedCount: count('added'),
    ...(sees
      ? { changedCount: count('changed'), sameCount: compared.sameCount }
      : { changedCount: null, sameCount: null }),
    rows: rows.slice(0, SHOWN).map(comparedRow),
  };
}

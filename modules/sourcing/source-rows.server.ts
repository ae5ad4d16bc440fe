/** What sources are chosen by, read with a handful of statements however many lines ask. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { expiredPapers } from '../suppliers/papers/supplier-papers.server.ts';
import { offersOnDays } from '../suppliers/offers.server.ts';
import { orderedShares } from './ordered-shares.port.server.ts';
import {
  sourceBookOf,
  type SourceBook,
  type SourcedMaterial,
  type SourcePlace,
  type SourceRows,
  type StoredRule,
} from './source-book.server.ts';

/** The book of what was read. */
export const sourceBook = async (
  context: Context,
  materials: readonly SourcedMaterial[],
  places: readonly SourcePlace[],
  from: string,
  to: string,
): Promise<SourceBook> => sourceBookOf(await sourceRows(context, materials, places, from, to));

/**
 * Rules in force on some of the days, the offers of the first, and what was ordered this month where shares need it.
 */
const sourceRows = async (
  context: Context,
  materials: readonly SourcedMaterial[],
  places: readonly SourcePlace[],
  from: string,
  to: string,
): Promise<SourceRows> => (await sourceRowsOnDays(context, materials, places, [from], to)).get(from)!;

/** The same for several first days, by them. */
export async function sourceRowsOnDays(
  context: Context,
  materials: readonly SourcedMaterial[],
  places: readonly SourcePlace[],
  days: readonly string[],
  to: string,
): Promise<ReadonlyMap<string, SourceRows>> {
  if (days.length === 0) return new Map();
  const rules = await storedRules(
    context,
    [...new Set(places.map((place) => place.companyDeptId))],
    days.toSorted()[0]!,
    to,
  );
  const ids = materials.map((material) => material.id);
  const offersOn = await offersOnDays(context, ids, days, [...new Set(places.map((place) => place.projectDeptId))]);
  const types = await typeChains(context);
  const offers = [...offersOn.values()].flat();
  const inShares = new Set(offers.filter((offer) => offer.sharePercent !== null).map((offer) => offer.materialId));
  const isSplit = rules.some((rule) => !Decimal.of(rule.sharePercent).equals(Decimal.hundred));
  const shared = ids.filter((id) => isSplit || inShares.has(id));
  const ordered = await orderedShares(context, shared, `${context.today.slice(0, 8)}01`, context.today);
  return new Map([...offersOn].map(([day, of]) => [day, { materials, rules, offers: of, types, ordered }]));
}

/** Every kind of rule of these companies, and what holds everywhere. */
const storedRules = (
  context: Context,
  companyDeptIds: readonly Id[],
  from: string,
  to: string,
): Promise<StoredRule[]> =>
  context.tx.rows<StoredRule>(sql`
  select r.*, s.name as supplier_name, s.frozen as supplier_frozen,
    s.id in (select x.supplier_id from (${expiredPapers(context.today)}) x) as supplier_papers_ended from (
    select 'configuration' as rule_kind, id, code, company_dept_id, agreement_no, dept_id, material_id,
      material_type_id, source_kind, supplier_id,
      coalesce(supplier_id, warehouse_id, factory_dept_id) as source_id, null::bigint as receiving_warehouse_id,
      priority, share_percent, '' as weekdays, 0::numeric as min_order_qty, start_date, end_date
    from source_inventory_configure
    union all
    select 'direct-delivery', id, code, company_dept_id, agreement_no, dept_id, material_id, material_type_id,
      'direct', supplier_id, supplier_id, warehouse_id, priority, 100, coalesce(weekdays, ''),
      coalesce(min_base_qty, 0), start_date, end_date
    from purchase_direct_delivery_rule where frozen = 0
    union all
    select 'channel', id, code, company_dept_id, null, dept_id, material_id, material_type_id, source_kind,
      supplier_id, coalesce(supplier_id, warehouse_id, factory_dept_id), null, 10, 100, '', 0, start_date, end_date
    from material_channel) r
  left join supplier s on s.id = r.supplier_id
  where (r.company_dept_id = any(${companyDeptIds as Id[]}::bigint[]) or r.company_dept_id is null)
    and r.start_date <= ${to}::date and (r.end_date is null or r.end_date >= ${from}::date)
  order by r.code, r.id`);

/** Each material type with those above it, nearest first. */
function typeChains(context: Context): Promise<SourceRows['types']> {
  return context.tx.rows<{ type: Id; chain: Id[] }>(sql`
    with recursive upwards as (
      select t.id as type, t.id, t.parent_id, 1 as place from material_type t
      union all select u.type, t.id, t.parent_id, u.place + 1 from material_type t
      join upwards u on t.id = u.parent_id where u.place < 12)
    select type, array_agg(id::text order by place) as chain from upwards group by type`);
}

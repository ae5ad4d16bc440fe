/** Who can deliver a material on a day, to which sites, best first. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { label, type Label } from '../../kernel/core/label.ts';
import type { Context } from '../../kernel/server/context.ts';
import { empty, sql, type Sql } from '../../parts/postgres/database.ts';
import { expiredPapers } from './papers/supplier-papers.server.ts';

export interface Offer {
  readonly materialId: Id;
  readonly supplierId: Id;
  readonly supplierName: string;
  readonly supplierCode: string;
  readonly supplierMaterialId: Id;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly price: DecimalText | null;
  readonly basePrice: DecimalText | null;
  readonly taxRate: DecimalText;
  readonly agreementNo: string;
  readonly minOrderQty: DecimalText;
  readonly orderMultiple: DecimalText;
  readonly leadDays: number;
  readonly sharePercent: DecimalText | null;
  readonly isDefault: 0 | 1;
  readonly allowDirect: 0 | 1;
  readonly allowUniform: 0 | 1;
  /** Of the sites asked for, those he serves with this material. */
  readonly projectDeptIds: readonly Id[];
  /** Of these, those he brings the goods to himself. */
  readonly directDeptIds: readonly Id[];
  readonly reason: Label;
}
export interface RankedOffer extends Offer {
  /** 1 is offered first: agreement, lower base price, default, shorter lead, code. */
  readonly rank: number;
}

/**
 * Offers in force for these materials, ranked within each material. A supplier without site rows serves all sites of
 * his company; with rows only those, and only their material types. Frozen suppliers, those whose papers have ended,
 * and those serving none of the sites are left out.
 */
export async function offersFor(
  context: Context,
  materialIds: readonly Id[],
  date: string,
  projectDeptIds: readonly Id[],
): Promise<RankedOffer[]> {
  const rows = await context.tx.rows<Omit<RankedOffer, 'reason'>>(
    rankedOn(context, sql`${date}::date`, materialIds, projectDeptIds),
  );
  return rows.map((row) => ({ ...row, reason: reasonOf(row) }));
}

/** The same on several days, by day, with one statement; of these suppliers alone, where they are named. */
export async function offersOnDays(
  context: Context,
  materialIds: readonly Id[],
  days: readonly string[],
  projectDeptIds: readonly Id[],
  supplierIds?: readonly Id[],
): Promise<ReadonlyMap<string, readonly RankedOffer[]>> {
  // Of a single day the planner knows which it is.
  if (days.length === 1 && supplierIds === undefined)
    return new Map([[days[0]!, await offersFor(context, materialIds, days[0]!, projectDeptIds)]]);
  const rows = await context.tx.rows<Omit<RankedOffer, 'reason'> & { readonly day: string }>(sql`
    select a.day, r.* from unnest(${[...days]}::date[]) as a(day)
    cross join lateral (${rankedOn(context, sql`a.day`, materialIds, projectDeptIds, supplierIds)}) r
    order by a.day, r.material_id, r.rank`);
  const found = new Map<string, RankedOffer[]>(days.map((day) => [day, []]));
  for (const { day, ...row } of rows) found.get(day)!.push({ ...row, reason: reasonOf(row) });
  return found;
}

const rankedOn = (
  context: Context,
  date: Sql,
  materialIds: readonly Id[],
  projectDeptIds: readonly Id[],
  supplierIds?: readonly Id[],
): Sql => sql`
  ${servedBy(
    materialIds,
    date,
    projectDeptIds,
    sql`select ${OFFERED} from ${inForce(context, date)} and o.material_id =
      any(${[...new Set(materialIds)]}::bigint[])
      ${supplierIds === undefined ? empty : sql`and s.supplier_id = any(${[...supplierIds]}::bigint[])`}`,
  )}
  select ${OFFER_COLUMNS}, (row_number() over (partition by o.material_id
  order by o.no_agreement, o.base_price nulls last, o.is_default desc, o.lead_days, o.supplier_code,
    o.supplier_material_id))::integer as rank
  from offered o join served v using (supplier_id, material_type_id)
  where cardinality(v.sites) > 0 or ${projectDeptIds.length === 0}
  order by o.material_id, rank`;

/**
 * Of each material the offer that `offersFor` ranks first, or the first that has a price; by their index the others are
 * not read.
 */
export async function firstOffers(
  context: Context,
  materialIds: readonly Id[],
  date: string,
  projectDeptIds: readonly Id[],
  { priced = false } = {},
): Promise<Map<Id, Offer>> {
  const on = sql`${date}::date`;
  const rows = await context.tx.rows<Omit<Offer, 'reason'>>(sql`
    ${servedBy(
      materialIds,
      on,
      projectDeptIds,
      sql`
      select o.* from unnest(${[...new Set(materialIds)]}::bigint[]) as a(material_id) cross join lateral (
        select ${OFFERED} from ${inForce(context, on)} and o.material_id = a.material_id
          ${priced ? sql`and o.base_price is not null` : empty}
          ${
            projectDeptIds.length === 0
              ? empty
              : sql`and exists (select 1 from sites x
            where ${serves(on, sql`s`, sql`m`)})`
          }
        order by o.agreement_no is null, o.base_price nulls last, o.is_default desc, coalesce(o.lead_days,
          s.lead_days), s.code, o.id limit 1) o`,
    )}
    select ${OFFER_COLUMNS} from offered o join served v using (supplier_id, material_type_id)`);
  return new Map(rows.map((row) => [row.materialId, { ...row, reason: reasonOf(row) }]));
}

/** At which price, per base unit, each material is offered today; what has no price is left out. */
export async function bestOffersToday(
  context: Context,
  materialIds: readonly Id[],
): Promise<ReadonlyMap<Id, DecimalText>> {
  const offers = await firstOffers(context, materialIds, context.today, []);
  return new Map(
    [...offers].flatMap(([id, { basePrice }]) =>
      basePrice === null ? [] : [[id, Decimal.of(basePrice).toString()] as const],
    ),
  );
}

/** Offers `o` of suppliers `s` for materials `m`; of those whose papers have ended there is none. */
const inForce = ({ today }: Context, date: Sql): Sql => sql`
  supplier_material o join (select id as supplier_id, code, name, company_dept_id, lead_days, allow_direct,
  allow_uniform, frozen from supplier) s using (supplier_id) join material m on m.id = o.material_id
  where o.frozen = 0 and s.frozen = 0 and o.start_date <= ${date} and (o.end_date is null
    or o.end_date >= ${date}) and s.supplier_id not in (select x.supplier_id from (${expiredPapers(today)}) x)`;
const OFFERED = sql`
  o.id as supplier_material_id, o.material_id, m.material_type_id, s.supplier_id, s.name as supplier_name,
  s.code as supplier_code, s.company_dept_id, s.allow_direct, s.allow_uniform, o.unit_id, o.factor, o.price,
  o.base_price,
  coalesce(o.tax_rate, 0) as tax_rate, o.agreement_no is null as no_agreement, coalesce(o.agreement_no,
  '') as agreement_no, o.min_order_qty, o.order_multiple, coalesce(o.lead_days, s.lead_days) as lead_days,
  o.share_percent, o.is_default`;
const OFFER_COLUMNS = sql`
  o.material_id, o.supplier_id, o.supplier_name, o.supplier_code, o.supplier_material_id, o.unit_id, o.factor, o.price,
  o.base_price, o.tax_rate, o.agreement_no, o.min_order_qty, o.order_multiple, o.lead_days, o.share_percent,
  o.is_default, o.allow_direct, o.allow_uniform, v.sites::text[] as project_dept_ids, case
  when o.allow_direct = 1 then v.direct else '{}' end::text[] as direct_dept_ids`;

/** Site `x` is served by supplier `s` with the type of material `m`. */
const serves = (date: Sql, s: Sql, m: Sql): Sql => sql`
  case when exists (select 1 from supplier_project p where p.supplier_id = ${s}.supplier_id)
    then exists (select 1 from supplier_project p
    where p.supplier_id = ${s}.supplier_id and p.blade_project_dept_id = x.id
           and (p.start_date is null or p.start_date <= ${date}) and (p.end_date is null
             or p.end_date >= ${date})
           and (coalesce(cardinality(p.material_type_ids), 0) = 0 or exists (select 1 from types y
             where y.type = ${m}.material_type_id and y.id = any(p.material_type_ids))))
    else ${s}.company_dept_id is null or exists (select 1 from upwards u
    where u.site = x.id and u.id = ${s}.company_dept_id) end`;

/**
 * The offers as `offered`, and as `served` the sites each of their suppliers serves with a type, once for all his
 * offers.
 */
const servedBy = (materialIds: readonly Id[], date: Sql, siteIds: readonly Id[], offered: Sql): Sql => sql`
  with recursive sites as (
    select unnest(${[...new Set(siteIds)]}::bigint[]) as id),
  upwards as (
    select x.id as site, d.id, d.parent_id from sites x join dept d on d.id = x.id
    union all select u.site, d.id, d.parent_id from dept d join upwards u on d.id = u.parent_id),
  types as (
    select t.id as type, t.id, t.parent_id from material_type t where t.id in (select m.material_type_id
    from material m where m.id = any(${[...new Set(materialIds)]}::bigint[]))
    union all select y.type, t.id, t.parent_id from material_type t join types y on t.id = y.parent_id),
  offered as (${offered}),
  served as (
    select s.supplier_id, s.material_type_id, s.sites, array(
      select x.id from unnest(s.sites) as x(id) where not exists (select 1 from supplier_project p
      where p.supplier_id = s.supplier_id and p.blade_project_dept_id = x.id and p.delivery_kind = 'uniform')) as direct
    from (select o.*, array(select x.id from sites x where ${serves(date, sql`o`, sql`o`)} order by x.id) as sites
    from (select distinct supplier_id, company_dept_id, material_type_id from offered) o) s)`;

const reasonOf = (offer: {
  readonly agreementNo: string;
  readonly basePrice: DecimalText | null;
  readonly isDefault: 0 | 1;
}): Label =>
  offer.agreementNo !== ''
    ? label(`合同 ${offer.agreementNo}`, `Agreement ${offer.agreementNo}`)
    : offer.basePrice === null
      ? label('尚无价格', 'No price yet')
      : offer.isDefault === 1
        ? label(`默认供应商，每基本单位 ${offer.basePrice}`, `Default supplier, ${offer.basePrice} per base unit`)
        : label(`每基本单位 ${offer.basePrice}`, `${offer.basePrice} per base unit`);

/** Who can deliver a material on a day, to which sites, best first. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { label, type Label } from '../../kernel/core/label.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';

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
  /** 1 is offered first: agreement, lower base price, default, shorter lead, code. */
  readonly rank: number;
  readonly reason: Label;
}

/**
 * Offers in force for these materials, ranked within each material. A supplier without site rows serves all sites of his
 * company; with rows only those, and only their material types. Frozen suppliers and those serving none of the sites are left out.
 */
export async function offersFor(context: Context, materialIds: readonly Id[], date: string, projectDeptIds: readonly Id[]): Promise<Offer[]> {
  const rows = await context.tx.rows<Omit<Offer, 'reason'>>(sql`
    with recursive sites as (
      select unnest(${[...new Set(projectDeptIds)]}::bigint[]) as id),
    upwards as (
      select s.id as site, d.id, d.parent_id from sites s join dept d on d.id = s.id
      union all select u.site, d.id, d.parent_id from dept d join upwards u on d.id = u.parent_id),
    types as (
      select t.id as type, t.id, t.parent_id from material_type t
      union all select y.type, t.id, t.parent_id from material_type t join types y on t.id = y.parent_id),
    offered as (
      select sm.*, m.material_type_id, s.name as supplier_name, s.code as supplier_code, s.company_dept_id, s.allow_direct, s.allow_uniform, s.lead_days as supplier_lead
      from supplier_material sm join supplier s on s.id = sm.supplier_id and s.frozen = 0 join material m on m.id = sm.material_id
      where sm.frozen = 0 and sm.material_id = any(${[...new Set(materialIds)]}::bigint[]) and sm.start_date <= ${date}::date and (sm.end_date is null or sm.end_date >= ${date}::date)),
    served as (
      select o.id, array(
        select s.id from sites s where
          case when exists (select 1 from supplier_project p where p.supplier_id = o.supplier_id)
            then exists (select 1 from supplier_project p where p.supplier_id = o.supplier_id and p.blade_project_dept_id = s.id
                   and (p.start_date is null or p.start_date <= ${date}::date) and (p.end_date is null or p.end_date >= ${date}::date)
                   and (coalesce(cardinality(p.material_type_ids), 0) = 0 or exists (select 1 from types y where y.type = o.material_type_id and y.id = any(p.material_type_ids))))
            else o.company_dept_id is null or exists (select 1 from upwards u where u.site = s.id and u.id = o.company_dept_id) end
        order by s.id) as sites,
        array(select p.blade_project_dept_id from supplier_project p where p.supplier_id = o.supplier_id and p.delivery_kind = 'uniform') as uniform_only
      from offered o)
    select o.material_id, o.supplier_id, o.supplier_name, o.supplier_code, o.id as supplier_material_id, o.unit_id, o.factor, o.price, o.base_price, coalesce(o.tax_rate, 0) as tax_rate, coalesce(o.agreement_no, '') as agreement_no,
           o.min_order_qty, o.order_multiple, coalesce(o.lead_days, o.supplier_lead) as lead_days, o.share_percent, o.is_default, o.allow_direct, o.allow_uniform, v.sites::text[] as project_dept_ids,
           case when o.allow_direct = 1 then array(select s from unnest(v.sites) s where s <> all(v.uniform_only))::text[] else '{}' end as direct_dept_ids,
           (row_number() over (partition by o.material_id order by o.agreement_no is null, o.base_price nulls last, o.is_default desc, coalesce(o.lead_days, o.supplier_lead), o.supplier_code, o.id))::integer as rank
    from offered o join served v on v.id = o.id
    where cardinality(v.sites) > 0 or cardinality(${[...projectDeptIds]}::bigint[]) = 0
    order by o.material_id, rank`);
  return rows.map((row) => ({ ...row, reason: reasonOf(row) }));
}

const reasonOf = (offer: { readonly agreementNo: string; readonly basePrice: DecimalText | null; readonly isDefault: 0 | 1 }): Label =>
  offer.agreementNo !== '' ? label(`合同 ${offer.agreementNo}`, `Agreement ${offer.agreementNo}`)
  : offer.basePrice === null ? label('尚无价格', 'No price yet')
  : offer.isDefault === 1 ? label(`默认供应商，每基本单位 ${offer.basePrice}`, `Default supplier, ${offer.basePrice} per base unit`)
  : label(`每基本单位 ${offer.basePrice}`, `${offer.basePrice} per base unit`);

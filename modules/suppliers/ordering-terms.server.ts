/**
 * What a supplier asks of an order to one place: packs of its materials, a least amount, an amount from which carriage
 * is free.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { OrderingTerms, PackedLine } from './ordering-terms.rules.ts';

interface Asked {
  readonly supplierId: Id;
  readonly bladeProjectDeptId: Id | null;
  readonly deliveryDate: string;
}
const decimalOf = (text: DecimalText | null | undefined): Decimal | null => (text == null ? null : Decimal.of(text));

/** Amounts of a delivery; what is agreed for the site comes before what holds for all. */
export async function orderingTerms(context: Context, asked: Asked): Promise<OrderingTerms> {
  const row = await context.tx.row<Record<'least' | 'freeFrom' | 'fee', DecimalText | null>>(sql`
    select coalesce(p.min_order_amount, s.min_order_amount) as least,
      coalesce(p.free_freight_amount, s.free_freight_amount) as free_from, coalesce(p.freight_fee, s.freight_fee) as fee
    from supplier s left join lateral (
      select max(p.min_order_amount) as min_order_amount, max(p.free_freight_amount) as free_freight_amount,
        max(p.freight_fee) as freight_fee
      from supplier_project p where p.supplier_id = s.id
        and p.blade_project_dept_id = ${asked.bladeProjectDeptId}::bigint
        and coalesce(p.start_date, ${asked.deliveryDate}::date) <= ${asked.deliveryDate}::date
        and coalesce(p.end_date, ${asked.deliveryDate}::date) >= ${asked.deliveryDate}::date) p on true
    where s.id = ${asked.supplierId}::bigint`);
  return { least: decimalOf(row?.least), freeFrom: decimalOf(row?.freeFrom), fee: decimalOf(row?.fee) };
}

interface OrderLine {
  readonly materialId: Id;
  readonly unitId: Id;
  readonly material: string;
  readonly unit: string;
  readonly qty: Decimal;
}
/** Those of these lines whose pack the supplier offers on the day: a contract's pack first, then the newest. */
export async function packedLines(
  context: Context,
  { supplierId, deliveryDate }: Pick<Asked, 'supplierId' | 'deliveryDate'>,
  lines: readonly OrderLine[],
): Promise<readonly PackedLine[]> {
  const rows = await context.tx.rows<{
    materialId: Id;
    unitId: Id;
    minOrderQty: DecimalText;
    orderMultiple: DecimalText;
  }>(sql`
    select distinct on (o.material_id, o.unit_id) o.material_id, o.unit_id, o.min_order_qty, o.order_multiple
    from supplier_material o where o.supplier_id = ${supplierId}::bigint and o.frozen = 0
      and o.material_id = any(${lines.map(({ materialId }) => materialId)}::bigint[])
      and o.start_date <= ${deliveryDate}::date and (o.end_date is null or o.end_date >= ${deliveryDate}::date)
    order by o.material_id, o.unit_id, o.agreement_no is null, o.start_date desc, o.id`);
  const packs = new Map(rows.map((row) => [`${row.materialId} ${row.unitId}`, row]));
  return lines.flatMap(({ materialId, unitId, material, unit, qty }) => {
    const pack = packs.get(`${materialId} ${unitId}`);
    if (pack === undefined) return [];
    return [
      {
        material,
        unit,
        qty,
        minOrderQty: Decimal.of(pack.minOrderQty),
        orderMultiple: Decimal.of(pack.orderMultiple),
      },
    ];
  });
}

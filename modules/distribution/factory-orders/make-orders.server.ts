/** Factory orders of documents: made for all of them with a few statements. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { linking } from '../../../kernel/server/links.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { expecting } from '../../stock/ledger/expected-receipts.server.ts';
import { factoryOrder } from './factory-order.document.ts';

interface Made {
  readonly documentId: Id;
  readonly orderId: Id;
  readonly code: string;
}
/** One order for each document, its lines as they are. */
export async function makeFactoryOrders(context: Context, documentIds: readonly Id[]): Promise<Made[]> {
  if (documentIds.length === 0) return [];
  const ids = await newIds(context, documentIds.length);
  const codes = await nextBillCodes(context, factoryOrder.life!.prefix, documentIds.length);
  const made = documentIds.map((documentId, nr) => ({ documentId, orderId: ids[nr]!, code: codes[nr]! }));
  const pairing = sql`json_to_recordset(${JSON.stringify(made)}::json)
    as g("documentId" bigint, "orderId" bigint, code text)`;
  const who = sql`${context.user.userId}::bigint`;
  await context.tx.run(sql`
    insert into factory_order (id, bill_code, out_org_id, factory_warehouse_id, out_warehouse_id, company_dept_id,
      project_dept_sys_id, blade_project_dept_id, warehouse_id, sap_factory, delivery_date, line_count,
      settlement_amount, purchase_document_id, visible_dept_ids, route_id, stop_seq, create_user, create_dept,
      update_user)
    select g."orderId", g.code, o.out_org_id, o.out_factory_warehouse_id, o.out_warehouse_id, o.company_dept_id,
      o.project_dept_sys_id, o.blade_project_dept_id, o.warehouse_id,
      coalesce(f.sap_factory, w.sap_factory), o.delivery_date, o.line_count, o.settlement_amount, o.id,
      o.visible_dept_ids, r.id, r.stop_seq, ${who}, ${context.user.deptId || null}::bigint, ${who}
    from ${pairing} join purchase_document o on o.id = g."documentId"
    left join factory_warehouse f on f.id = o.out_factory_warehouse_id
    left join warehouse w on w.id = o.out_warehouse_id
    left join lateral (${TOUR}) r on true`);
  await context.tx.run(sql`
    insert into factory_order_detail (factory_order_id, line_no, material_id, unit_id, factor, base_unit_id, order_qty,
      base_qty, settlement_price, tax_rate, settlement_amount, supply_mode)
    select g."orderId", d.line_no, d.material_id, d.unit_id, d.factor, d.base_unit_id, d.qty, d.base_qty,
      d.settlement_price, d.settlement_tax_rate, d.settlement_amount, coalesce(d.supply_mode, 'stock')
    from ${pairing} join purchase_document_detail d on d.purchase_document_id = g."documentId"`);
  await context.tx.run(
    linking(
      context,
      sql`
      select 'order' as kind, 'purchaseDocument' as from_type, g."documentId" as from_bill_id, d.id as from_line_id,
        ${factoryOrder.name}::text as to_type, g."orderId" as to_bill_id, n.id as to_line_id, d.base_qty as from_qty,
        d.base_qty as to_qty
      from ${pairing} join purchase_document_detail d on d.purchase_document_id = g."documentId"
      join factory_order_detail n on n.factory_order_id = g."orderId" and n.line_no = d.line_no`,
    ),
  );
  await expectFactoryOrders(context, ids);
  return made;
}

/** Of a document `o`: the first tour in use to leave its sender that stops at its warehouse, and which stop it is. */
const TOUR = sql`
  select t.id, s.stop_seq from delivery_route t join delivery_route_stop s on s.delivery_route_id = t.id
    and s.warehouse_id = o.warehouse_id
  where t.frozen = 0 and t.out_org_id = o.out_org_id
    and (t.factory_warehouse_id is null or t.factory_warehouse_id = o.out_factory_warehouse_id)
    and (t.out_warehouse_id is null or t.out_warehouse_id = o.out_warehouse_id)
  order by t.depart_time, t.code, s.stop_seq limit 1`;

/** What orders have not sent yet is on order at their sites; what left is in transit, and nowhere else. */
export const expectFactoryOrders = async (context: Context, ids: readonly Id[]): Promise<void> =>
  void (await context.tx.run(
    expecting(sql`
    select o.warehouse_id as location_id, d.material_id, o.delivery_date as due_date,
      ${factoryOrder.name}::text as bill_type, o.id as bill_id, o.bill_code, d.id as line_id,
      ${unsentOf} as open_qty
    from factory_order o join factory_order_detail d on d.tenant_id = o.tenant_id and d.factory_order_id = o.id
    where o.id = any(${ids as Id[]}::bigint[])`),
  ));
/** Of a line `d` of an order `o`: what is still to be sent, in base unit. */
export const unsentOf = sql`case when o.status in ('done', 'void')
  or d.order_qty <= d.shipped_qty + d.cancelled_qty then 0 else round(greatest(0,
  d.base_qty - (d.shipped_qty + d.cancelled_qty) * d.factor), 6) end`;

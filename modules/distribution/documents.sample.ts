import { sample } from '../../tests/support/sample.ts';
import { purchaseDocument } from './documents/purchase-document.document.ts';
import { factoryOrder } from './factory-orders/factory-order.document.ts';

const goods = `(select s.location_id, s.material_id, m.base_unit_id from stock s
  join factory_warehouse f on f.id = s.location_id and f.frozen = 0
  join material m on m.id = s.material_id and m.catch_weight = 0
  where s.qty - s.reserved_qty > 1 order by s.qty desc, s.id limit 1) s`;
const place = `(select w.id, w.project_group_dept_id, w.company_dept_id from warehouse w where w.frozen = 0
  and w.warehouse_type is distinct from 'central' order by w.id limit 1) w`;
const senderOf = 'select l.dept_id from stock_location l where l.id = s.location_id';

/** A little of what the factory has, brought to a site that knows what it is charged for it, an hour too late. */
export const purchaseDocumentSample = sample(purchaseDocument, {
  isSingular: true,
  columns: {
    doc_type: 'delivery',
    supplier_id: null,
    out_warehouse_id: null,
    order_id: null,
    order_code: null,
    order_before: null,
    visible_dept_ids: null,
  },
  lineColumns: { details: { qty: 0.01, base_qty: 0.01, factor: 1, ordered_qty: 0, cancelled_qty: 0 } },
  complete: [
    `update purchase_document o set delivery_date = now()::date, order_before = now() - interval '1 hour',
      out_factory_warehouse_id = s.location_id,
      out_org_id = (${senderOf}), warehouse_id = w.id, blade_project_dept_id = w.project_group_dept_id,
      company_dept_id = w.company_dept_id from ${goods}, ${place} where o.id = $1`,
    `update purchase_document_detail d set material_id = s.material_id, unit_id = s.base_unit_id,
      base_unit_id = s.base_unit_id, settlement_price = 1, settlement_amount = 0.01, supply_mode = 'stock'
    from ${goods} where d.purchase_document_id = $1`,
  ],
});

/** The same as the order it becomes. */
export const factoryOrderSample = sample(factoryOrder, {
  isSingular: true,
  columns: { out_warehouse_id: null, purchase_document_id: null, route_id: null, stop_seq: null },
  lineColumns: {
    details: {
      order_qty: 0.01,
      base_qty: 0.01,
      factor: 1,
      sorted_qty: 0,
      shipped_qty: 0,
      received_qty: 0,
      settled_qty: 0,
      short_qty: 0,
      cancelled_qty: 0,
      short_handling: null,
      supply_mode: 'stock',
    },
  },
  complete: [
    `update factory_order o set delivery_date = now()::date, factory_warehouse_id = s.location_id,
      out_org_id = (${senderOf}), warehouse_id = w.id, blade_project_dept_id = w.project_group_dept_id,
      company_dept_id = w.company_dept_id from ${goods}, ${place} where o.id = $1`,
    `update factory_order_detail d set material_id = s.material_id, unit_id = s.base_unit_id,
      base_unit_id = s.base_unit_id, settlement_price = 1 from ${goods} where d.factory_order_id = $1`,
  ],
});

import { sample, type SampleRow } from '../../../tests/support/sample.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import { purchaseOrderChange } from './order-change.document.ts';

/** An approved order nobody has begun to receive, the newest. */
const order = `(select o.* from purchase_order o where o.tenant_id = '000000' and o.status = 'approved'
  and o.execute_status = 'none' and exists (select 1 from purchase_order_detail l where l.purchase_order_id = o.id
    and l.order_qty > l.cancelled_qty) order by o.id desc limit 1) o`;

/** One more of the first line of an approved order, another order each time. */
export const purchaseOrderChangeSample = sample(purchaseOrderChange, {
  values: async (maker) => {
    const purchaseOrderId = await maker.document(purchaseOrder, 'approved');
    const { details } = await maker.detail(purchaseOrder, purchaseOrderId);
    const [line] = details as readonly SampleRow[];
    return {
      purchaseOrderId,
      changeType: 'quantity',
      changeReason: `再加一点 ${maker.number}`,
      details: [{ orderDetailId: line!.id, newQty: String(Number(line!['orderQty']) + 1) }],
    };
  },
  isSingular: true,
  complete: [
    `update purchase_order_change c set purchase_order_id = o.id, supplier_id = o.supplier_id, change_type = 'quantity',
      release_to = null, company_dept_id = o.company_dept_id, blade_project_dept_id = o.blade_project_dept_id
      from ${order} where c.id = $1`,
    `update purchase_order_change_detail d set order_detail_id = x.id, material_id = x.material_id,
      unit_id = x.unit_id, old_qty = x.qty, new_qty = x.qty + 1, old_date = x.day, new_date = null, old_price = x.price,
      new_price = null
      from (select l.id, l.material_id, l.unit_id, l.order_qty - l.cancelled_qty as qty, l.price,
        coalesce(l.delivery_date, o.delivery_date) as day
        from purchase_order_change c join purchase_order o on o.id = c.purchase_order_id
        join purchase_order_detail l on l.purchase_order_id = o.id where c.id = $1 order by l.line_no limit 1) x
      where d.purchase_order_change_id = $1`,
  ],
});

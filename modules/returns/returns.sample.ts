import { sample } from '../../tests/support/sample.ts';
import { pick } from '../issuing/pick.document.ts';
import { stockBatch } from '../stock/lots/stock-batch.resource.ts';
import { invReturn } from './inv-return.document.ts';
import { purchaseReturn } from './purchase-return.document.ts';

/** A little of a lot that came from the supplier and lies at the warehouse. */
export const purchaseReturnSample = sample(purchaseReturn, {
  values: ({ today }) => ({ billDate: today }),
  columns: { return_outstore_id: null, purchase_order_id: null },
  complete: [
    `update purchase_return p set supplier_id = s.supplier_id, warehouse_id = s.location_id
    from (select b.supplier_id, sb.location_id from stock_batch sb join batch b on b.id = sb.batch_id
      join stock s on s.location_id = sb.location_id and s.material_id = sb.material_id
      join warehouse w on w.id = sb.location_id join material m on m.id = sb.material_id
      where b.supplier_id is not null and sb.qty - sb.reserved_qty > 1 and s.qty - s.reserved_qty > 1
        and m.catch_weight = 0 order by b.id limit 1) s where p.id = $1`,
    `update purchase_return_detail d set material_id = s.material_id, batch_id = s.batch_id, unit_id = s.base_unit_id,
      base_unit_id = s.base_unit_id, factor = 1, qty = 0.01, base_qty = 0.01
    from (select sb.material_id, sb.batch_id, m.base_unit_id from purchase_return p
      join stock_batch sb on sb.location_id = p.warehouse_id join batch b on b.id = sb.batch_id
        and b.supplier_id = p.supplier_id join stock s on s.location_id = sb.location_id
        and s.material_id = sb.material_id join material m on m.id = sb.material_id
      where p.id = $1 and sb.qty - sb.reserved_qty > 1 and s.qty - s.reserved_qty > 1 and m.catch_weight = 0
      order by sb.batch_id limit 1) s where d.purchase_return_id = $1`,
  ],
});

/** A little of a lot that lies at a stall, for a warehouse that serves its restaurant. */
export const invReturnSample = sample(invReturn, {
  values: async (maker) => {
    const [asked] = await maker.rows(pick);
    const lot = (await maker.rows(stockBatch)).find(({ auxQty }) => Number(auxQty) === 0)!;
    return {
      billDate: maker.today,
      returnType: 'from-stall',
      factoryWarehouseId: '',
      warehouseId: asked!['warehouseId'],
      useRestaurantDeptId: asked!['useRestaurantDeptId'],
      gearOperationDeptId: asked!['gearOperationDeptId'],
      details: [{ materialId: lot['materialId'], batchId: lot['batchId'], unitId: lot['baseUnitId'], qty: '0.01' }],
    };
  },
  columns: { return_outstore_id: null, out_state: 'none', return_type: 'from-stall', factory_warehouse_id: null },
  complete: [
    `update inv_return r set gear_operation_dept_id = s.location_id, use_restaurant_dept_id = s.parent_id,
      warehouse_id = s.warehouse_id
    from (select sb.location_id, d.parent_id, w.id as warehouse_id from stock_batch sb
      join dept d on d.id = sb.location_id and d.dept_category = '4'
      join dept g on g.id = d.parent_id join warehouse w on w.project_group_dept_id = g.parent_id and w.frozen = 0
      join stock s on s.location_id = sb.location_id and s.material_id = sb.material_id
      join material m on m.id = sb.material_id
      where sb.qty - sb.reserved_qty > 1 and s.qty - s.reserved_qty > 1 and m.catch_weight = 0
        and (w.use_restaurant_group_dept_id is null or d.parent_id = any(w.use_restaurant_group_dept_id))
      order by sb.batch_id limit 1) s where r.id = $1`,
    `update inv_return_detail d set material_id = s.material_id, batch_id = s.batch_id, unit_id = s.base_unit_id,
      base_unit_id = s.base_unit_id, factor = 1, qty = 0.01, base_qty = 0.01, received_qty = 0
    from (select sb.material_id, sb.batch_id, m.base_unit_id from inv_return r
      join stock_batch sb on sb.location_id = r.gear_operation_dept_id
      join stock s on s.location_id = sb.location_id and s.material_id = sb.material_id
      join material m on m.id = sb.material_id
      where r.id = $1 and sb.qty - sb.reserved_qty > 1 and s.qty - s.reserved_qty > 1 and m.catch_weight = 0
      order by sb.batch_id limit 1) s where d.inv_return_id = $1`,
  ],
});

import { sample } from '../../tests/support/sample.ts';
import { factoryWarehouse } from '../stock/warehouses/factory-warehouse.resource.ts';
import { FACTORY_COUNTS } from './faces/factory-check.calls.ts';
import { stockCheck } from './stock-check.document.ts';

/** A count of a store of a factory, planned for no other place. */
export const factoryCheckSample = sample(
  { name: FACTORY_COUNTS },
  {
    values: async (maker) => ({
      factoryWarehouseId: (await maker.rows(factoryWarehouse))[0]!.id,
      warehouseId: '',
      gearOperationDeptId: '',
    }),
  },
);

/** Counted as the books have it: what left since is no loss. */
export const stockCheckSample = sample(stockCheck, {
  complete: [
    `update stock_check_detail set count_qty = expected_qty / coalesce(factor, 1), count_base_qty = expected_qty,
      variance_qty = 0, variance_amount = 0 where stock_check_id = $1`,
  ],
});

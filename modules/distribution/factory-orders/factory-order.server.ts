/** Factory orders: lists and figures. */
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { siteFilters } from '../../operations/sites/site-filters.server.ts';
import { factoryOrder } from './factory-order.document.ts';

export const factoryOrderBehaviour = behaviour(factoryOrder, {
  filters: {
    ...siteFilters,
    orderNo: (billCode) => sql`t.bill_code = ${billCode}`,
    /** Every line is sorted, or short and said to be. */
    sortedAll: (value) => sql`(not exists (select 1 from factory_order_detail d where d.factory_order_id = t.id
      and d.sorted_qty + d.short_qty < d.order_qty - d.cancelled_qty - d.shipped_qty)) = (${value} = '1')`,
    materialId: (id) => sql`exists (select 1 from factory_order_detail d
      where d.factory_order_id = t.id and d.material_id::text = ${id})`,
  },
  computed: {
    orderNo: () => sql`t.bill_code`,
    progress: () => sql`(select round(100 * sum(least(d.order_qty, d.sorted_qty + d.short_qty)) / sum(d.order_qty), 0)
      from factory_order_detail d where d.factory_order_id = t.id)`,
  },
});

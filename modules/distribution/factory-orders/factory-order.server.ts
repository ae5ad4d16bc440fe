/** Factory orders: accepted, shipped, ended; looked at with the bills their sites receive them by. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { storeOfFactory } from '../../operations/factories/central-factory.server.ts';
import { siteFilters } from '../../operations/sites/site-filters.server.ts';
import { faceOf } from '../../receiving/in-store-faces.server.ts';
import { accept, atOpenPlaces, closeRest, voidOrders } from './close-orders.server.ts';
import { factoryOrder } from './factory-order.document.ts';
import { shipOrders } from './ship-orders.server.ts';
import './factory-order.refusals.ts';

/** Documents stand before their orders in the one order of locks. */
const lockDocuments = (context: Context, ids: readonly Id[]): Promise<unknown> =>
  context.tx.run(sql`
    select 1 from purchase_document p where p.id in (
      select o.purchase_document_id from factory_order o where o.id = any(${ids as Id[]}::bigint[]))
    order by p.id for update`);

/** The bills of the site, as far as the reader sees them. */
const billsOf = (context: Context, id: Id): Promise<Record<string, unknown>[]> =>
  context.tx.rows(sql`
    select t.id, t.bill_code, t.status, t.create_time from in_store t
    where t.source_bill_type = 'factory-order' and t.source_bill_id = ${id}
      and ${join([sql`true`, ...scopeCondition(faceOf(context, 'site'), context)], ' and ')} order by t.id`);

export const factoryOrderBehaviour = behaviour(factoryOrder, {
  lockFirst: lockDocuments,
  guards: { accept: atOpenPlaces, ship: atOpenPlaces },
  actions: { accept, ship: shipOrders, void: voidOrders, closeRest },
  detail: async (context, order) => ({
    instores: await billsOf(context, order.id),
    details: order.details.map((line) => ({
      ...line,
      openQty: ['done', 'void'].includes(order.status)
        ? '0'
        : Decimal.max(
            Decimal.zero,
            Decimal.of(line.orderQty).minus(
              Decimal.sum([line.receivedQty, line.settledQty, line.cancelledQty].map((qty) => Decimal.of(qty ?? '0'))),
            ),
          ).toString(),
    })),
  }),
  filters: {
    ...siteFilters,
    factoryId: storeOfFactory,
    orderNo: (billCode) => sql`t.bill_code = ${billCode}`,
    /** Every line is sorted, or short and said to be. */
    sortedAll: (value) => sql`(not exists (select 1 from factory_order_detail d where d.factory_order_id = t.id
      and d.sorted_qty + d.short_qty < d.order_qty - d.cancelled_qty - d.shipped_qty)) = (${value} = '1')`,
    materialId: (id) => sql`exists (select 1 from factory_order_detail d
      where d.factory_order_id = t.id and d.material_id::text = ${id})`,
  },
  computed: {
    orderNo: () => sql`t.bill_code`,
    progress: () => sql`(select round(100 * sum(least(d.order_qty, d.shipped_qty + d.sorted_qty + case
        when t.status in ('accepted', 'sorting') then d.short_qty else 0 end)) / sum(d.order_qty), 0)
      from factory_order_detail d where d.factory_order_id = t.id)`,
  },
});

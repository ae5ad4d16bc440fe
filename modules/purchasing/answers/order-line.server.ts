import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { purchaseOrderDetail } from './ship-note.resource.ts';

/** Lines of orders, to point at. */
export const orderDetailBehaviour = behaviour(purchaseOrderDetail, {
  source: () => sql`
    select d.tenant_id, d.id, d.line_no, d.material_id, o.create_user, o.create_time, o.update_time
    from purchase_order_detail d join purchase_order o on o.tenant_id = d.tenant_id and o.id = d.purchase_order_id`,
});

/** Needs of purchase requests: what is neither ordered nor distributed nor cancelled of approved ones. */
import { purchaseRequest } from '../purchasing/purchase-request.document.ts';
import { followTaken, linkedOf } from '../purchasing/purchase-request.server.ts';
import { purchasingChannels } from '../purchasing/distribution/channel.server.ts';
import { cancelAsked } from '../purchasing/request-progress.server.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import { frozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { needOf, type NeedSource, type StoredNeed } from './need-source.server.ts';

export const requestNeeds: NeedSource = {
  sourceType: 'request',
  billType: purchaseRequest.name,
  async lock(context, ids) {
    const requests = await lockRows(purchaseRequest, context, ids);
    const frozen = await frozenWarehouses(
      context,
      requests.map((request) => request.warehouseId),
    );
    const { distribution } = await purchasingChannels(context);
    return requests.map(({ id, billCode, status, warehouseId }) => ({
      id,
      billCode,
      refusals: !distribution
        ? [refuse('purchasing.channel-direct', { billCode })]
        : status !== 'approved'
          ? [
              refuse('distribution.not-approved', {
                billCode,
                state: purchaseRequest.life!.states[status].label,
              }),
            ]
          : frozen.has(warehouseId)
            ? [refuse('distribution.warehouse-frozen', { billCode, warehouse: frozen.get(warehouseId) })]
            : [],
    }));
  },
  async openLines(context, billIds) {
    const rows = await context.tx.rows<StoredNeed>(sql`
      select 'request' as source_type, r.id as bill_id, r.bill_code, d.id as line_id, d.line_no, r.company_dept_id,
        r.blade_project_dept_id, r.warehouse_id, d.material_id, d.unit_id, d.factor,
        coalesce(d.base_unit_id, m.base_unit_id) as base_unit_id,
        d.request_qty - d.ordered_qty - d.distributed_qty - d.cancelled_qty as open_qty,
        d.base_qty - round(d.cancelled_qty * d.factor, 6) - ${linkedOf(sql`d`)} as open_base_qty,
        d.need_date, greatest(coalesce(d.delivery_date, d.need_date), ${context.today}::date) as delivery_date,
        d.source_kind, d.supplier_id
      from purchase_request r join purchase_request_detail d on d.tenant_id = r.tenant_id
        and d.purchase_request_id = r.id
      join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
      where r.id = any(${[...billIds]}::bigint[])
        and d.request_qty > d.ordered_qty + d.distributed_qty + d.cancelled_qty
      order by r.id, d.line_no for update of d`);
    return rows.map(needOf).filter((need) => need.openBaseQty.isPositive() && need.openQty.isPositive());
  },
  async turn(context, lineIds, sourceKind) {
    await context.tx.run(sql`update purchase_request_detail set source_kind = ${sourceKind}
      where id = any(${[...lineIds]}::bigint[])`);
  },
  follow: followTaken,
  cancel: (context, lines) =>
    cancelAsked(
      context,
      lines.map(({ billId, lineId, baseQty }) => ({ requestId: billId, requestLineId: lineId, baseQty })),
    ),
};

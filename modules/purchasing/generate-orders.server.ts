import { Decimal } from '../../kernel/core/decimal.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { lockRows, saveRecord } from '../../kernel/server/save.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { offersFor } from '../suppliers/offers.server.ts';
import { ordersFromRequests, type OpenRequestLine, type Pack } from './orders-from-requests.rules.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { takeUp, type TakenUp } from './request-progress.server.ts';

/** `purchaseorder/generateFromRequest` [own]: draft orders from approved requests, one per supplier, place and day. */
export const generateOrders = (services: Services): Call => ({
  method: 'POST', service: 'store-management', path: 'purchaseorder/generateFromRequest', permission: 'purchaseorder_add',
  summary: label('由请购单生成采购订单', 'Generate orders from requests'),
  async handle(context, input) {
    const ids = readIds(input);
    const requests = await lockRows(purchaseRequest as never, context, ids);
    const waiting = requests.filter((request) => request['status'] !== 'approved');
    if (waiting.length > 0) throw new Refused(...waiting.map((request) => refuse('purchasing.request-not-approved', { billCode: request['billCode'], state: purchaseRequest.life!.states[request['status'] as 'draft'].label })));
    const lines = await openLines(context, ids);
    if (lines.length === 0) throw new Refused(refuse('purchasing.nothing-open'));
    const chosen = await withSuppliers(context, lines);

    const proposed = ordersFromRequests(chosen.lines, (supplierId, materialId, unitId) => chosen.packs.get(`${supplierId} ${materialId} ${unitId}`) ?? { minOrderQty: null, orderMultiple: null });
    const registry = services.registry();
    const orderIds: string[] = [];
    const taken: TakenUp[] = [];
    const factors = new Map(lines.map((line) => [line.lineId, Decimal.of(line.factor)]));
    for (const order of proposed) {
      const id = await saveRecord(registry, registry.find(purchaseOrder.name), context, {
        supplierId: order.supplierId, warehouseId: order.warehouseId, deliveryDate: order.deliveryDate < context.today ? context.today : order.deliveryDate,
        details: order.lines.map((line) => ({ materialId: line.materialId, unitId: line.unitId, orderQty: line.orderQty.toString() })),
      });
      orderIds.push(id);
      const stored = await context.tx.rows<{ id: string; lineNo: number }>(sql`select id, line_no from purchase_order_detail where purchase_order_id = ${id}::bigint order by line_no`);
      order.lines.forEach((line, index) => {
        for (const served of line.serves) taken.push({ requestId: served.requestId, requestLineId: served.lineId, orderId: id, orderLineId: stored[index]!.id, qty: served.qty.toString(), baseQty: served.qty.times(factors.get(served.lineId)!).rounded(6).toString() });
      });
      await context.tx.run(sql`
        update purchase_order_detail d set surplus_qty = s.qty from json_to_recordset(${JSON.stringify(order.lines.map((line, index) => ({ id: stored[index]!.id, qty: line.surplusQty.toString() })))}::json) as s(id bigint, qty numeric) where d.id = s.id`);
    }
    await context.tx.run(sql`update purchase_order set order_type = 'straight' where id = any(${orderIds}::bigint[])`);
    await takeUp(context, taken);
    return context.tx.rows(sql`select id, bill_code, supplier_id, amount from purchase_order where id = any(${orderIds}::bigint[]) order by bill_code`);
  },
});

interface RequestLine extends Omit<OpenRequestLine, 'openQty' | 'supplierId'> {
  readonly supplierId: string | null;
  readonly openQty: string;
  readonly factor: string;
  readonly billCode: string;
  readonly lineNo: number;
  readonly projectDeptId: string | null;
}

const openLines = (context: Context, ids: readonly string[]): Promise<RequestLine[]> =>
  context.tx.rows<RequestLine>(sql`
    select r.id as request_id, r.bill_code, r.blade_project_dept_id as project_dept_id, d.id as line_id, d.line_no, r.warehouse_id, d.supplier_id, d.material_id, d.unit_id, d.factor, d.delivery_date,
      d.request_qty - d.ordered_qty - d.cancelled_qty as open_qty
    from purchase_request r join purchase_request_detail d on d.tenant_id = r.tenant_id and d.purchase_request_id = r.id
    where r.id = any(${ids as string[]}::bigint[]) and d.request_qty > d.ordered_qty + d.cancelled_qty order by d.id for update of d`);

/** The supplier a line names, else the best offer of the day; a line nobody offers is refused by number. */
async function withSuppliers(context: Context, lines: readonly RequestLine[]): Promise<{ lines: OpenRequestLine[]; packs: Map<string, Pack> }> {
  const offers = await offersFor(context, [...new Set(lines.map((line) => line.materialId))], context.today, [...new Set(lines.flatMap((line) => line.projectDeptId ?? []))]);
  const packs = new Map(offers.map((offer) => [`${offer.supplierId} ${offer.materialId} ${offer.unitId}`, {
    minOrderQty: Decimal.of(offer.minOrderQty), orderMultiple: Decimal.of(offer.orderMultiple),
  }]));
  const best = new Map<string, string>();
  for (const offer of offers) if (!best.has(offer.materialId)) best.set(offer.materialId, offer.supplierId);
  const without = lines.filter((line) => line.supplierId === null && !best.has(line.materialId));
  if (without.length > 0) throw new Refused(...without.map((line) => refuse('purchasing.no-supplier', { billCode: line.billCode, line: line.lineNo })));
  return { packs, lines: lines.map((line) => ({ ...line, supplierId: line.supplierId ?? best.get(line.materialId)!, openQty: Decimal.of(line.openQty) })) };
}

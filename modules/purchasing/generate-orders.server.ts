import { Decimal } from '../../kernel/core/decimal.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { Call, Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { lockRows, saveAll } from '../../kernel/server/save.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { offersFor } from '../suppliers/offers.server.ts';
import { ordersFromRequests, type OpenRequestLine, type Pack } from './orders-from-requests.rules.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { takeUp } from './request-progress.server.ts';

/**
 * `purchaseorder/generateFromRequest` [own]: draft orders from approved requests, one per supplier, place and day. `ids`: all that
 * is open of these requests; `details`: so much of these lines, from the suppliers chosen for them.
 */
export const generateOrders = (services: Services): Call => ({
  method: 'POST', service: 'store-management', path: 'purchaseorder/generateFromRequest', permission: 'purchaseorder_add',
  summary: label('由请购单生成采购订单', 'Generate orders from requests'),
  async handle(context, input) {
    const taken = takenLines(input);
    const ids = taken === null ? readIds(input) : await requestsOf(context, [...taken.keys()]);
    const requests = await lockRows(purchaseRequest as never, context, ids);
    const waiting = requests.filter((request) => request['status'] !== 'approved');
    if (waiting.length > 0) throw new Refused(...waiting.map((request) => refuse('purchasing.request-not-approved', { billCode: request['billCode'], state: purchaseRequest.life!.states[request['status'] as 'draft'].label })));
    const lines = taken === null ? await openLines(context, ids) : distributed(await openLines(context, ids), taken);
    if (lines.length === 0) throw new Refused(refuse('purchasing.nothing-open'));
    const chosen = await withSuppliers(context, lines);

    const proposed = ordersFromRequests(chosen.lines, (supplierId, materialId, unitId) => chosen.packs.get(`${supplierId} ${materialId} ${unitId}`) ?? { minOrderQty: null, orderMultiple: null });
    const orderIds = await saveAll(services.registry(), purchaseOrder as never, context, proposed.map((order) => ({
      supplierId: order.supplierId, warehouseId: order.warehouseId, deliveryDate: order.deliveryDate < context.today ? context.today : order.deliveryDate,
      details: order.lines.map((line) => ({ materialId: line.materialId, unitId: line.unitId, orderQty: line.orderQty.toString() })),
    })));
    const stored = Map.groupBy(await context.tx.rows<{ orderId: string; id: string }>(sql`select purchase_order_id as order_id, id from purchase_order_detail where purchase_order_id = any(${orderIds}::bigint[]) order by line_no`), (line) => line.orderId);
    const factors = new Map(lines.map((line) => [line.lineId, Decimal.of(line.factor)]));
    const ordered = proposed.flatMap((order, nr) => order.lines.map((line, index) => ({ ...line, orderId: orderIds[nr]!, id: stored.get(orderIds[nr]!)![index]!.id })));
    await context.tx.run(sql`
      update purchase_order_detail d set surplus_qty = s.qty from json_to_recordset(${JSON.stringify(ordered.map((line) => ({ id: line.id, qty: line.surplusQty.toString() })))}::json) as s(id bigint, qty numeric) where d.id = s.id`);
    await context.tx.run(sql`update purchase_order set order_type = 'straight' where id = any(${orderIds}::bigint[])`);
    await takeUp(context, ordered.flatMap((line) => line.serves.map((served) => ({
      requestId: served.requestId, requestLineId: served.lineId, orderId: line.orderId, orderLineId: line.id, qty: served.qty.toString(), baseQty: served.qty.times(factors.get(served.lineId)!).rounded(6).toString(),
    }))));
    return context.tx.rows(sql`select id, bill_code, supplier_id, amount from purchase_order where id = any(${orderIds}::bigint[]) order by bill_code`);
  },
});

/** What of a line is to be ordered now; null: all that is open. */
interface TakenLine {
  readonly supplierId: string | null;
  readonly qty: Decimal | null;
}
/** The lines the body names, by their id; null where it names requests instead. */
function takenLines(input: Input): ReadonlyMap<string, TakenLine> | null {
  if (!Array.isArray(input['details'])) return null;
  const invalid = (name: string, value: unknown, line: number): Refused => new Refused(refuse('param.invalid', { name, value: value ?? '' }, { field: name, line }));
  return new Map((input['details'] as readonly Input[]).map((line, index): readonly [string, TakenLine] => {
    const { id, supplierId = '', qty = '' } = line as Readonly<Record<string, unknown>>;
    if (!ID.test(String(id))) throw invalid('id', id, index + 1);
    if (supplierId !== null && supplierId !== '' && !ID.test(String(supplierId))) throw invalid('supplierId', supplierId, index + 1);
    if (qty !== null && qty !== '' && (!FIGURE.test(String(qty)) || !Decimal.of(String(qty)).isPositive())) throw invalid('qty', qty, index + 1);
    return [String(id), { supplierId: supplierId === null || supplierId === '' ? null : String(supplierId), qty: qty === null || qty === '' ? null : Decimal.of(String(qty)) }];
  }));
}
const ID = /^\d{1,19}$/;
const FIGURE = /^\d{1,12}(\.\d{1,6})?$/;

/** The requests of these lines; a line that is gone is said to be. */
async function requestsOf(context: Context, lineIds: readonly string[]): Promise<string[]> {
  const rows = await context.tx.rows<{ id: string; lines: number }>(sql`select purchase_request_id as id, count(*)::integer as lines from purchase_request_detail where id = any(${lineIds as string[]}::bigint[]) group by 1`);
  if (lineIds.length === 0 || rows.reduce((sum, row) => sum + row.lines, 0) < lineIds.length) throw new Refused(refuse('purchasing.nothing-open'));
  return rows.map((row) => row.id);
}

/** Of the open lines those that were chosen, with their supplier and how much. All that is wrong with any is refused at once. */
function distributed(open: readonly RequestLine[], taken: ReadonlyMap<string, TakenLine>): RequestLine[] {
  const byId = new Map(open.map((line) => [line.lineId, line]));
  const refusals: Refusal[] = [];
  const lines = [...taken].flatMap(([id, { supplierId, qty }], index): RequestLine[] => {
    const line = byId.get(id);
    if (line === undefined) refusals.push(refuse('purchasing.line-not-open', { line: index + 1 }, { line: index + 1 }));
    else if (qty?.isAbove(Decimal.of(line.openQty))) refusals.push(refuse('purchasing.over-open', { billCode: line.billCode, line: line.lineNo, qty, open: line.openQty }, { field: 'qty', line: index + 1 }));
    else return [{ ...line, openQty: qty?.toString() ?? line.openQty, supplierId: supplierId ?? line.supplierId, isChosen: supplierId !== null && supplierId !== line.supplierId }];
    return [];
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return lines;
}

interface RequestLine extends Omit<OpenRequestLine, 'openQty' | 'supplierId'> {
  readonly supplierId: string | null;
  readonly openQty: string;
  readonly factor: string;
  readonly billCode: string;
  readonly lineNo: number;
  readonly projectDeptId: string | null;
  /** Another supplier than the request suggests. */
  readonly isChosen?: boolean;
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
  const unknown = lines.filter((line) => line.isChosen === true && !offers.some((offer) => offer.supplierId === line.supplierId && offer.materialId === line.materialId));
  if (unknown.length > 0) throw new Refused(...unknown.map((line) => refuse('purchasing.not-offered', { billCode: line.billCode, line: line.lineNo }, { field: 'supplierId' })));
  const best = new Map<string, string>();
  for (const offer of offers) if (!best.has(offer.materialId)) best.set(offer.materialId, offer.supplierId);
  const without = lines.filter((line) => line.supplierId === null && !best.has(line.materialId));
  if (without.length > 0) throw new Refused(...without.map((line) => refuse('purchasing.no-supplier', { billCode: line.billCode, line: line.lineNo })));
  return { packs, lines: lines.map((line) => ({ ...line, supplierId: line.supplierId ?? best.get(line.materialId)!, openQty: Decimal.of(line.openQty) })) };
}

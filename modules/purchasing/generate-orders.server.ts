import type { InputOf } from '../../kernel/core/contract.ts';
import type { HeaderRow } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { empty, join, sql, type Sql } from '../../parts/postgres/database.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { lockRows, saveRecords } from '../../kernel/server/save.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { frozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { offersFor, type RankedOffer } from '../suppliers/offers.server.ts';
import { pricesFor } from '../suppliers/purchase-price.server.ts';
import { lineAmounts } from './order-amounts.rules.ts';
import {
  ordersFromRequests,
  type OfferedPack,
  type OpenRequestLine,
  type ProposedOrder,
} from './orders-from-requests.rules.ts';
import { sentPlaces, type SentPlaces, type TakenLine, takenLines } from './distribution/taken-lines.rules.ts';
import * as calls from './purchase-order.calls.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchasingChannels } from './distribution/channel.server.ts';
import { agreedPrice } from './completed-lines.server.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { linkedOf } from './purchase-request.server.ts';
import { recordOrdered } from './request-progress.server.ts';

export const generateOrders = serve(calls.generateFromRequest, async (context, input) => {
  const proposed = await proposedOrders(context, input, { isPreview: false });
  const orderIds = await saveOrders(context, proposed, sentPlaces(input.details));
  await context.tx.run(sql`update purchase_order set order_type = 'straight' where id = any(${orderIds}::bigint[])`);
  const stored = Map.groupBy(
    await context.tx.rows<{ orderId: string; id: string }>(
      sql`select purchase_order_id as order_id, id from purchase_order_detail
          where purchase_order_id = any(${orderIds}::bigint[]) order by line_no`,
    ),
    (line) => line.orderId,
  );
  await recordOrdered(
    context,
    proposed.flatMap((order, nr) =>
      order.lines.flatMap((line, index) =>
        line.serves.map((served) => ({
          requestId: served.requestId,
          requestLineId: served.lineId,
          orderId: orderIds[nr]!,
          orderLineId: stored.get(orderIds[nr]!)![index]!.id,
          baseQty: served.openBaseQty.toString(),
        })),
      ),
    ),
  );
  return madeOrders(context, orderIds, proposed);
});

/** Saves the orders, or none of them; what is refused of a line is refused of the request lines it serves. */
async function saveOrders(context: Context, proposed: readonly ProposedOrder[], places: SentPlaces): Promise<string[]> {
  const saved = await saveRecords(
    purchaseOrder,
    context,
    proposed.map((order) => ({
      supplierId: order.supplierId,
      warehouseId: order.warehouseId,
      deliveryDate: order.deliveryDate,
      details: order.lines.map((line) => ({
        materialId: line.materialId,
        unitId: line.unitId,
        orderQty: line.orderQty.toString(),
      })),
    })),
  );
  const refusals = saved.flatMap((each, nr) =>
    'id' in each ? [] : each.refusals.flatMap((refusal) => ofServedLines(refusal, proposed[nr]!, places)),
  );
  if (refusals.length > 0) throw new Refused(...refusals);
  return saved.flatMap((each) => ('id' in each ? [each.id] : []));
}

/** What is refused of an order or of a line of it, once for each line that was sent and that it serves. */
function ofServedLines({ line, ...refusal }: Refusal, order: ProposedOrder, places: SentPlaces): Refusal[] {
  const lines = line === undefined ? order.lines : order.lines.slice(line - 1, line);
  const sent = lines.flatMap(({ serves }) => serves).flatMap(({ lineId }) => places.get(lineId) ?? []);
  return sent.length === 0 ? [refusal] : sent.map((place) => ({ ...refusal, line: place }));
}

/** The orders that were made, with the last moment to send each. */
async function madeOrders(
  context: Context,
  orderIds: readonly string[],
  proposed: readonly ProposedOrder[],
): Promise<TypeOf<typeof calls.generateFromRequest.answer>> {
  const seesAmount = context.allowed('purchaseorder_view_cost');
  const rows = await context.tx.rows<{ id: string; billCode: string; supplierId: string; amount: DecimalText }>(
    sql`select id, bill_code, supplier_id, amount from purchase_order where id = any(${orderIds as string[]}::bigint[])
        order by bill_code`,
  );
  const lineIds = proposed.flatMap((order) =>
    order.lines.flatMap((line) => line.serves.map((served) => served.lineId)),
  );
  const cutOffs = new Map(
    (
      await context.tx.rows<{ id: string; orderBefore: string }>(sql`
    select d.id, p.order_before from (
      select d.id, nullif(d.plan_detail_id, '')::bigint as plan_line_id from purchase_request_detail d
      where d.id = any(${lineIds}::bigint[]) offset 0) d
    join requirement_plan_detail p on p.id = d.plan_line_id where p.order_before is not null`)
    ).map((row) => [row.id, row.orderBefore]),
  );
  const firstOf = new Map(
    proposed.map((order, nr) => [
      orderIds[nr]!,
      order.lines.flatMap((line) => line.serves.flatMap((served) => cutOffs.get(served.lineId) ?? [])).toSorted()[0] ??
        '',
    ]),
  );
  return rows.map((row) => ({
    ...row,
    amount: seesAmount ? row.amount : null,
    orderBefore: firstOf.get(row.id) ?? '',
  }));
}

export const previewOrders = serve(
  calls.previewFromRequest,
  async (context, input) => {
    const orders = await proposedOrders(context, input, { isPreview: true });
    const lines = orders.flatMap((order) =>
      order.lines.map((line) => ({ ...line, supplierId: order.supplierId, date: order.deliveryDate })),
    );
    const prices = await pricesFor(context, lines);
    const amounts = lines.flatMap(({ orderQty }, index) => {
      const price = agreedPrice(prices[index]!);
      return price === null
        ? []
        : [lineAmounts({ qty: orderQty, price: Decimal.of(price), taxRate: Decimal.zero }).amount];
    });
    const isSeen = context.allowed('invpleasepurchase_view_cost') && amounts.length === lines.length;
    return { orders: orders.length, amount: isSeen ? Decimal.sum(amounts).toFixed(2) : null };
  },
  { reads: true },
);

/** The orders that come of what the body names; its requests and lines are locked unless they are only looked at. */
async function proposedOrders(
  context: Context,
  input: InputOf<typeof calls.generateFromRequest.input>,
  { isPreview }: { readonly isPreview: boolean },
): Promise<readonly ProposedOrder[]> {
  if (!(await purchasingChannels(context)).direct) throw new Refused(refuse('purchasing.channel-distribution'));
  const taken = takenLines(input.details);
  const ids = taken === null ? readIds(input) : await requestsOf(context, [...taken.keys()]);
  const declaration = purchaseRequest;
  const requests = isPreview
    ? await context.tx.rows<HeaderRow<typeof purchaseRequest>>(
        sql`select t.* from purchase_request t
          where ${join([sql`t.id = any(${ids}::bigint[])`, ...scopeCondition(declaration, context)], ' and ')} order by
            t.id`,
      )
    : await lockRows(declaration, context, ids);
  if (requests.length < ids.length) throw unknownRecord(purchaseRequest.label);
  const waiting = requests.filter((request) => request.status !== 'approved');
  if (waiting.length > 0)
    throw new Refused(
      ...waiting.map((request) =>
        refuse('purchasing.request-not-approved', {
          billCode: request.billCode,
          state: purchaseRequest.life!.states[request.status].label,
        }),
      ),
    );
  const frozen = await frozenWarehouses(
    context,
    requests.map((request) => request.warehouseId),
  );
  const closed = requests.filter((request) => frozen.has(request.warehouseId));
  if (closed.length > 0)
    throw new Refused(
      ...closed.map((request) =>
        refuse('purchasing.request-warehouse-frozen', {
          billCode: request.billCode,
          warehouse: frozen.get(request.warehouseId),
        }),
      ),
    );
  const open = await openLines(context, ids, isPreview ? empty : sql`for update of d`);
  const lines = taken === null ? open : distributed(open, taken, await orderedMeanwhile(context, ids, open, taken));
  if (lines.length === 0) throw new Refused(refuse('purchasing.nothing-open'));
  const chosen = await withSuppliers(context, lines, sentPlaces(input.details));
  return ordersFromRequests(chosen.lines, chosen.packsOf);
}

/** The requests of these lines; a line that is gone is said to be. */
async function requestsOf(context: Context, lineIds: readonly string[]): Promise<string[]> {
  const rows = await context.tx.rows<{ id: string; lines: number }>(
    sql`select purchase_request_id as id, count(*)::integer as lines from purchase_request_detail
      where id = any(${lineIds as string[]}::bigint[]) group by 1`,
  );
  if (lineIds.length === 0 || rows.reduce((sum, row) => sum + row.lines, 0) < lineIds.length)
    throw new Refused(refuse('purchasing.nothing-open'));
  return rows.map((row) => row.id);
}

/** What orders somebody made since took of lines that were decided on, by their id, in words. */
async function orderedMeanwhile(
  context: Context,
  requestIds: readonly string[],
  open: readonly RequestLine[],
  taken: ReadonlyMap<string, TakenLine>,
): Promise<ReadonlyMap<string, Detail>> {
  const openOf = new Map(open.map((line) => [line.lineId, line.openQty]));
  const less = [...taken]
    .filter(([id, { seen }]) => seen?.isAbove(openOf.get(id) ?? Decimal.zero) === true)
    .map(([id]) => id);
  if (less.length === 0) return new Map();
  const rows = await context.tx.rows<{
    id: string;
    billCode: string;
    line: number;
    material: string;
    user: string;
  }>(sql`
    select distinct on (d.id) d.id, r.bill_code, d.line_no as line, m.called as material, u.real_name as "user"
    from purchase_request r join purchase_request_detail d on d.purchase_request_id = r.id
    join material m on m.id = d.material_id
    join bill_link l on l.from_type = ${purchaseRequest.name} and l.from_bill_id = r.id and l.from_line_id = d.id
      and l.to_type = ${purchaseOrder.name}
    join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
    where r.id = any(${requestIds as string[]}::bigint[]) and d.id = any(${less}::bigint[])
    order by d.id, l.time desc, l.id desc`);
  return new Map(
    rows.map(({ id, ...row }) => [id, { ...row, seen: taken.get(id)!.seen, open: openOf.get(id) ?? Decimal.zero }]),
  );
}
type Detail = Readonly<Record<string, unknown>>;

/**
 * Of the open lines those that were chosen, with their supplier and how much. All that is wrong with any is refused at
 * once.
 */
function distributed(
  open: readonly RequestLine[],
  taken: ReadonlyMap<string, TakenLine>,
  meanwhile: ReadonlyMap<string, Detail>,
): RequestLine[] {
  const byId = new Map(open.map((line) => [line.lineId, line]));
  const refusals: Refusal[] = [];
  const lines = [...taken].flatMap(([id, { supplierId, qty }], index): RequestLine[] => {
    const line = byId.get(id);
    const moved = meanwhile.get(id);
    if (moved !== undefined)
      refusals.push(refuse('purchasing.ordered-meanwhile', moved, { field: 'qty', line: index + 1 }));
    else if (line === undefined)
      refusals.push(refuse('purchasing.line-not-open', { line: index + 1 }, { line: index + 1 }));
    else if (qty?.isAbove(line.openQty))
      refusals.push(
        refuse(
          'purchasing.over-open',
          { billCode: line.billCode, line: line.lineNo, qty, open: line.openQty, unit: line.unitName },
          { field: 'qty', line: index + 1 },
        ),
      );
    else
      return [
        {
          ...line,
          ...part(line, qty),
          supplierId: supplierId ?? line.supplierId,
          isChosen: supplierId !== null && supplierId !== line.supplierId,
        },
      ];
    return [];
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return lines;
}

/** So much of a line; all of it to the last gram where all that is shown was taken. */
const part = (line: RequestLine, qty: Decimal | null): Partial<RequestLine> =>
  qty === null || qty.equals(line.openQty)
    ? {}
    : { openQty: qty, openBaseQty: Decimal.min(line.openBaseQty, qty.times(line.factor).rounded(6)) };

interface RequestLine extends Omit<OpenRequestLine, 'supplierId'> {
  readonly supplierId: string | null;
  readonly billCode: string;
  readonly lineNo: number;
  readonly unitName: string;
  readonly projectDeptId: string | null;
  /** Another supplier than the request suggests. */
  readonly isChosen?: boolean;
}

async function openLines(context: Context, ids: readonly string[], locking: Sql): Promise<RequestLine[]> {
  const rows = await context.tx.rows<
    Omit<RequestLine, 'factor' | 'openQty' | 'openBaseQty'> & Record<'factor' | 'openQty' | 'openBaseQty', DecimalText>
  >(sql`
    select r.id as request_id, r.bill_code, r.blade_project_dept_id as project_dept_id, d.id as line_id, d.line_no,
      u.called as unit_name, r.warehouse_id, d.supplier_id, d.material_id, d.unit_id, d.factor,
      greatest(d.delivery_date, ${context.today}::date) as delivery_date,
      d.request_qty - d.ordered_qty - d.distributed_qty - d.cancelled_qty as open_qty,
      d.base_qty - round(d.cancelled_qty * d.factor, 6) - ${linkedOf(sql`d`)} as open_base_qty
    from purchase_request r join purchase_request_detail d on d.tenant_id = r.tenant_id and d.purchase_request_id = r.id
    join material_unit u on u.tenant_id = d.tenant_id and u.id = d.unit_id
    where r.id = any(${ids as string[]}::bigint[]) and d.request_qty > d.ordered_qty + d.distributed_qty
      + d.cancelled_qty
    order by d.id ${locking}`);
  return rows.map((row) => ({
    ...row,
    factor: Decimal.of(row.factor),
    openQty: Decimal.of(row.openQty),
    openBaseQty: Decimal.of(row.openBaseQty),
  }));
}

/**
 * The supplier a line names, else the best offer to its site on the day of delivery, whose price the order will have;
 * with the packs each supplier delivers in that day. A line nobody offers is refused by number.
 */
async function withSuppliers(
  context: Context,
  lines: readonly RequestLine[],
  places: SentPlaces,
): Promise<{ lines: OpenRequestLine[]; packsOf: (line: OpenRequestLine) => readonly OfferedPack[] }> {
  const offers = new Map<string, readonly RankedOffer[]>();
  for (const [day, due] of Map.groupBy(lines, (line) => line.deliveryDate)) {
    offers.set(
      day,
      await offersFor(context, [...new Set(due.map((line) => line.materialId))], day, [
        ...new Set(due.flatMap((line) => line.projectDeptId ?? [])),
      ]),
    );
  }
  const offersOf = (line: Pick<RequestLine, 'deliveryDate' | 'materialId'>) =>
    offers.get(line.deliveryDate)!.filter((offer) => offer.materialId === line.materialId);
  const toSite = (line: RequestLine) =>
    offersOf(line).filter((offer) => line.projectDeptId === null || offer.projectDeptIds.includes(line.projectDeptId));
  const place = ({ lineId }: RequestLine): { readonly field: string; readonly line?: number } => {
    const line = places.get(lineId);
    return { field: 'supplierId', ...(line === undefined ? {} : { line }) };
  };
  const unknown = lines.filter(
    (line) => line.isChosen === true && !toSite(line).some((offer) => offer.supplierId === line.supplierId),
  );
  if (unknown.length > 0)
    throw new Refused(
      ...unknown.map((line) =>
        refuse('purchasing.not-offered', { billCode: line.billCode, line: line.lineNo }, place(line)),
      ),
    );
  const chosen = lines.map((line) => ({ ...line, supplierId: line.supplierId ?? toSite(line)[0]?.supplierId ?? null }));
  const without = chosen.filter((line) => line.supplierId === null);
  if (without.length > 0)
    throw new Refused(
      ...without.map((line) =>
        refuse('purchasing.no-supplier', { billCode: line.billCode, line: line.lineNo }, place(line)),
      ),
    );
  return {
    lines: chosen as (RequestLine & OpenRequestLine)[],
    packsOf: (line) =>
      offersOf(line)
        .filter((offer) => offer.supplierId === line.supplierId)
        .map((offer) => ({
          unitId: offer.unitId,
          factor: Decimal.of(offer.factor),
          minOrderQty: Decimal.of(offer.minOrderQty),
          orderMultiple: Decimal.of(offer.orderMultiple),
        })),
  };
}

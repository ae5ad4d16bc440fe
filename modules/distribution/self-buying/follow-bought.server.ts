/**
 * Needs that stand on self-purchases: what a line holds less than it took is open again where it was asked for, and
 * what came on it came for the request. What is bought beyond the need is for nobody.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { carryToRequests, type RequestLine } from '../../purchasing/chain-progress.server.ts';
import { purchaseRequest } from '../../purchasing/purchase-request.document.ts';
import { boughtFor } from '../../self-purchase/bought-for.port.server.ts';
import { selfPurchaseOrder } from '../../self-purchase/self-purchase-order.document.ts';
import { expectForNeeds } from '../../self-purchase/self-purchase-source.server.ts';
import { closeExpected } from '../../stock/ledger/expected-receipts.server.ts';
import { bookTakings, needSourceOf, type TakenBy } from '../open-needs.server.ts';

/** How links call what a site buys of a need. */
export const BOUGHT: TakenBy = { kind: 'self', toType: selfPurchaseOrder.name };

interface Held {
  readonly fromType: string;
  readonly billId: Id;
  readonly lineId: Id;
  readonly toBillId: Id;
  readonly toLineId: Id;
  /** What the line took, and what it holds now; nothing where it is gone, or is for something else by now. */
  readonly taken: DecimalText;
  readonly holds: DecimalText;
}
const heldBy = (context: Context, orderIds: readonly Id[]): Promise<Held[]> =>
  context.tx.rows<Held>(sql`
    with taken as (
      select l.from_type, l.from_bill_id, l.from_line_id, l.to_bill_id, l.to_line_id, sum(l.from_qty) as qty
      from bill_link l where l.to_type = ${BOUGHT.toType} and l.to_bill_id = any(${[...orderIds]}::bigint[])
      group by 1, 2, 3, 4, 5 having sum(l.from_qty) > 0)
    select t.from_type, t.from_bill_id as bill_id, t.from_line_id as line_id, t.to_bill_id, t.to_line_id,
      t.qty as taken, case when d.material_id = coalesce(q.material_id, a.material_id)
        and o.warehouse_id = coalesce(r.warehouse_id, b.warehouse_id) then d.base_qty else 0 end as holds
    from taken t
    left join purchase_request r on t.from_type = ${purchaseRequest.name} and r.id = t.from_bill_id
    left join purchase_request_detail q on t.from_type = ${purchaseRequest.name} and q.id = t.from_line_id
    left join distribution b on t.from_type <> ${purchaseRequest.name} and b.id = t.from_bill_id
    left join distribution_detail a on t.from_type <> ${purchaseRequest.name} and a.id = t.from_line_id
    left join self_purchase_order o on o.id = t.to_bill_id
    left join self_purchase_order_detail d on d.id = t.to_line_id and d.self_purchase_order_id = o.id
    order by t.from_bill_id, t.from_line_id`);

/** Gives back what lines of these orders took and do not hold; `keeps` says how much of it one keeps. */
async function giveBack(
  context: Context,
  orderIds: readonly Id[],
  reason: string,
  keeps: (held: Held) => Decimal,
): Promise<readonly Held[]> {
  const held = await heldBy(context, orderIds);
  for (const [fromType, own] of Map.groupBy(held, (each) => each.fromType))
    await needSourceOf(fromType).lock(context, [...new Set(own.map(({ billId }) => billId))]);
  const changes = held.flatMap((each) => {
    const less = Decimal.of(each.taken).minus(Decimal.min(Decimal.of(each.taken), keeps(each)));
    const qty = less.negated().toString();
    return less.isZero()
      ? []
      : [{ ...each, sourceType: needSourceOf(each.fromType).sourceType, fromQty: qty, toQty: qty }];
  });
  await bookTakings(context, changes, reason, BOUGHT);
  return held;
}

/** Request lines that stand on an order. */
const requestLinesOf = (context: Context, orderId: Id): Promise<RequestLine[]> =>
  context.tx.rows<RequestLine>(sql`
    select distinct l.from_bill_id as request_id, l.from_line_id as request_line_id from bill_link l
    where l.from_type = ${purchaseRequest.name} and l.to_type = ${BOUGHT.toType}
      and l.to_bill_id = ${orderId}::bigint`);

export const boughtForNeeds = boughtFor.by({
  async saved(context, orderIds) {
    const held = await giveBack(context, orderIds, 'save', ({ holds }) => Decimal.of(holds));
    if (held.length === 0) return;
    await closeExpected(context, BOUGHT.toType, { billIds: orderIds });
    await expectForNeeds(
      context,
      held.filter(({ holds }) => Decimal.of(holds).isPositive()).map(({ toLineId }) => toLineId),
    );
  },
  async gone(context, orderIds) {
    await giveBack(context, orderIds, 'void', () => Decimal.zero);
  },
  received: async (context, orderId) => carryToRequests(context, await requestLinesOf(context, orderId)),
});

/** What of request lines is bought on approved self-purchases and came, in base unit. */
export const servedByBuying = (
  context: Context,
  lineIds: readonly Id[],
): Promise<{ lineId: Id; orderedBase: DecimalText; receivedBase: DecimalText }[]> =>
  context.tx.rows(sql`
    with taken as (
      select l.from_line_id as line_id, l.to_line_id, sum(l.from_qty) as qty
      from (select r.id, r.purchase_request_id as bill from purchase_request_detail r
        where r.id = any(${[...lineIds]}::bigint[]) offset 0) r
      join bill_link l on l.from_type = ${purchaseRequest.name} and l.from_bill_id = r.bill and l.from_line_id = r.id
        and l.to_type = ${BOUGHT.toType} group by 1, 2 having sum(l.from_qty) > 0)
    select t.line_id, sum(case when o.status in ('approved', 'done') then t.qty else 0 end) as ordered_base,
      sum(least(t.qty, round(d.received_qty * d.factor, 6))) as received_base
    from taken t join self_purchase_order_detail d on d.id = t.to_line_id
    join self_purchase_order o on o.id = d.self_purchase_order_id group by 1`);

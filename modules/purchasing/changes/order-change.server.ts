/** Changes of orders: checked when they are saved, sent and approved; approved, they are written into their order. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { refusedUses } from '../../master-data/authorisation/authorised-use.server.ts';
import { siteFilters } from '../../operations/sites/site-filters.server.ts';
import { lateOrder, type LateDecision } from '../../sourcing/late/late-order.rules.ts';
import { farDeliveries } from '../delivery-day.rules.ts';
import { lineAmounts } from '../order-amounts.rules.ts';
import { blockedOrders, passBlocked } from '../order-prices.server.ts';
import { applyChange } from './apply-change.server.ts';
import { changeCutOff, changedOrder, type ChangedOrder } from './changed-order.server.ts';
import {
  boundOf,
  changeRefusals,
  changedFigures,
  openOf,
  type ChangeType,
  type WantedLine,
} from './order-change.rules.ts';
import { purchaseOrderChange } from './order-change.document.ts';

type Document = Acting<typeof purchaseOrderChange>;

/** Another change of the order that is not decided. */
async function openChange(context: Context, order: ChangedOrder, ownId: Id | null): Promise<Refusal[]> {
  const other = await context.tx.row<{ billCode: string }>(sql`
    select c.bill_code from purchase_order_change c where c.purchase_order_id = ${order.id}::bigint
      and c.status in ('draft', 'pending', 'rejected') and c.id <> ${ownId ?? '0'}::bigint order by c.id limit 1`);
  return other === undefined
    ? []
    : [
        refuse(
          'order-change.another-open',
          { billCode: order.billCode, other: other.billCode },
          { field: 'purchaseOrderId' },
        ),
      ];
}

/** Everything that speaks against these lines of a change. */
async function problemsOf(
  context: Context,
  order: ChangedOrder,
  { changeType, releaseTo }: { readonly changeType: ChangeType; readonly releaseTo: string | null },
  lines: readonly WantedLine[],
): Promise<Refusal[]> {
  const added = lines.flatMap(({ orderDetailId, materialId }) => (orderDetailId === null ? (materialId ?? []) : []));
  const names = new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select m.id, m.called as name from material m where m.id = any(${added}::bigint[])`,
      )
    ).map(({ id, name }) => [id, name]),
  );
  const earliest = order.orderDate !== null && order.orderDate > context.today ? order.orderDate : context.today;
  const found = changeRefusals(order.lines, lines, {
    changeType,
    hasReleaseTo: releaseTo !== null,
    earliest,
    nameOf: (id) => names.get(id) ?? id,
  });
  const days = lines.map(({ newDate }, index) => ({ day: newDate, field: 'newDate', line: index + 1 }));
  return [...found, ...farDeliveries(context.today, days), ...(await forbiddenGoods(context, order, lines))];
}

/** Goods that are added are bought like any others. */
const forbiddenGoods = async (
  context: Context,
  order: ChangedOrder,
  lines: readonly WantedLine[],
): Promise<Refusal[]> => {
  const deptId = order.bladeProjectDeptId ?? order.companyDeptId;
  return deptId === null
    ? []
    : refusedUses(
        context,
        'buy',
        lines.flatMap(({ orderDetailId, materialId, newDate }, index) =>
          orderDetailId !== null || materialId === null
            ? []
            : [{ line: index + 1, field: 'materialId', materialId, deptId, date: newDate ?? order.deliveryDate }],
        ),
      );
};

/** What the order comes to after the change; goods that are added without a price are counted once they have one. */
function amountAfter(order: ChangedOrder, type: ChangeType, lines: readonly WantedLine[]): Decimal {
  const byId = new Map(lines.flatMap((line) => (line.orderDetailId === null ? [] : [[line.orderDetailId, line]])));
  const remaining = order.lines.map((own) => {
    const given = byId.get(own.id);
    const after = given === undefined ? own : changedFigures(type, own, given, own);
    return lineAmounts({ qty: after.orderQty.minus(after.cancelledQty), price: after.price, taxRate: own.taxRate })
      .amount;
  });
  const added = lines.flatMap(({ orderDetailId, newQty, newPrice }) =>
    orderDetailId === null && newQty !== null
      ? [lineAmounts({ qty: newQty, price: newPrice, taxRate: Decimal.zero }).amount]
      : [],
  );
  return Decimal.sum([...remaining, ...added]);
}

interface StoredChangeLine {
  readonly changeId: Id;
  readonly lineNo: number;
  readonly orderDetailId: Id | null;
  readonly materialId: Id | null;
  readonly unitId: Id | null;
  readonly oldQty: DecimalText | null;
  readonly oldDate: string | null;
  readonly oldPrice: DecimalText | null;
  readonly newQty: DecimalText | null;
  readonly newDate: string | null;
  readonly newPrice: DecimalText | null;
}
const wantedOf = (line: Pick<StoredChangeLine, keyof WantedLine>): WantedLine => ({
  orderDetailId: line.orderDetailId ?? null,
  materialId: line.materialId ?? null,
  unitId: line.unitId ?? null,
  newQty: line.newQty == null ? null : Decimal.of(line.newQty),
  newDate: line.newDate ?? null,
  newPrice: line.newPrice == null ? null : Decimal.of(line.newPrice),
});

const linesOf = (context: Context, id: Id): Promise<StoredChangeLine[]> =>
  context.tx.rows<StoredChangeLine>(sql`
    select d.purchase_order_change_id as change_id, d.line_no, d.order_detail_id, d.material_id, d.unit_id, d.old_qty,
      d.old_date, d.old_price, d.new_qty, d.new_date, d.new_price
    from purchase_order_change_detail d where d.purchase_order_change_id = ${id}::bigint order by d.line_no`);

/** Lines of which the order no longer is what they were entered against. */
const staleLines = (order: ChangedOrder, billCode: string, lines: readonly StoredChangeLine[]): Refusal[] => {
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  return lines.flatMap(({ orderDetailId, oldQty, oldDate, oldPrice, lineNo }) => {
    const own = byId.get(orderDetailId ?? '');
    const isSame =
      own === undefined ||
      (own.qty.equals(Decimal.of(oldQty ?? '0')) &&
        own.deliveryDate === oldDate &&
        (own.price === null ? oldPrice === null : oldPrice !== null && own.price.equals(Decimal.of(oldPrice))));
    return isSame ? [] : [refuse('order-change.stale', { billCode, line: lineNo, material: own.material })];
  });
};

/** What is decided of a change after its moment: its reason counts. */
async function lateness(
  context: Context,
  order: ChangedOrder,
  { billCode, row: { changeType, changeReason } }: Document,
  lines: readonly WantedLine[],
  step: 'send' | 'approve',
): Promise<LateDecision & { readonly orderBefore: string | null }> {
  const cutOff = await changeCutOff(context, order, changeType, lines);
  const decision = lateOrder(
    {
      billCode,
      orderBefore: cutOff?.orderBefore ?? null,
      late: cutOff?.late ?? false,
      flagged: false,
      terms: cutOff?.terms ?? { mode: 'approve', feeKind: null, fee: null },
      amount: Decimal.max(Decimal.zero, amountAfter(order, changeType, lines).minus(Decimal.of(order.amount))),
      fee: Decimal.zero,
      reason: changeReason,
      mayDecide: context.allowed('purchaseorder_late'),
    },
    step,
  );
  return { ...decision, orderBefore: cutOff?.orderBefore ?? null };
}

export const orderChangeBehaviour = behaviour(purchaseOrderChange, {
  filters: siteFilters,
  async beforeSave(context, saving) {
    const { values, id } = saving;
    const order = await changedOrder(context, values.purchaseOrderId, true);
    const another = await openChange(context, order, id);
    if (another.length > 0) throw new Refused(...another);
    const { changeType } = values;
    const sent = sentLines(saving, order, changeType);
    const lines = sent.map(({ values: line }) => wantedOf(line));
    const found = await problemsOf(context, order, { changeType, releaseTo: values.releaseTo ?? null }, lines);
    if (found.length > 0) throw new Refused(...found);
    saving.lines['details'] = sent;
    Object.assign(values, {
      supplierId: order.supplierId,
      companyDeptId: order.companyDeptId,
      bladeProjectDeptId: order.bladeProjectDeptId,
      lineCount: sent.length,
      amountBefore: order.amount,
      amountAfter: amountAfter(order, changeType, lines).toFixed(2),
      orderBefore: (await changeCutOff(context, order, changeType, lines))?.orderBefore ?? null,
      lateFlag: 0,
    });
  },
  async lockFirst(context, ids) {
    await context.tx.run(sql`
      select 1 from purchase_order o where o.id in (select c.purchase_order_id from purchase_order_change c
        where c.id = any(${[...ids]}::bigint[])) order by o.id for update`);
  },
  actions: {
    async toApply(context, documents) {
      const refusals: Refusal[] = [];
      for (const document of documents) {
        const { order, lines, found } = await checked(context, document);
        const late = await lateness(context, order, document, lines, 'send');
        refusals.push(...found, ...late.refusals);
        await keepLate(context, document.id, late);
      }
      return refusals;
    },
    async doApply(context, documents, input) {
      const refusals: Refusal[] = [];
      for (const document of documents) {
        const { order, lines, found } = await checked(context, document);
        const late = await lateness(context, order, document, lines, 'approve');
        refusals.push(...found, ...late.refusals);
        if (refusals.length > 0) continue;
        await applyChange(context, order, document, lines);
        const acting = [{ id: order.id, billCode: order.billCode, status: order.status, row: {} }];
        refusals.push(...(await blockedOrders(context, acting, input)));
        await passBlocked(context, [order.id], input);
        await keepLate(context, document.id, late);
        await context.tx.run(sql`
          update purchase_order set late_fee = late_fee + ${late.fee.toFixed(2)}::numeric
          where id = ${order.id}::bigint`);
      }
      return refusals;
    },
  },
});

/** The order, the lines of the change, and what speaks against them by now. */
async function checked(context: Context, { id, billCode, row }: Document) {
  const order = await changedOrder(context, row.purchaseOrderId, false);
  const stored = await linesOf(context, id);
  const stale = staleLines(order, billCode, stored);
  const lines = stored.map(wantedOf);
  return { order, lines, found: stale.length > 0 ? stale : await problemsOf(context, order, row, lines) };
}

const keepLate = (
  context: Context,
  id: Id,
  { late, orderBefore }: { readonly late: boolean; readonly orderBefore: string | null },
): Promise<number> =>
  context.tx.run(sql`
    update purchase_order_change set late_flag = ${late ? 1 : 0}, order_before = ${orderBefore}::timestamptz
    where id = ${id}::bigint`);

/** Lines as they were sent, each beside what the order says now; whoever closes the rest need not name what is open. */
function sentLines(saving: Saving<typeof purchaseOrderChange>, order: ChangedOrder, changeType: ChangeType) {
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const sent = savingLines(saving, 'details') ?? [];
  const named =
    changeType === 'close' && sent.length === 0
      ? order.lines
          .filter((line) => openOf(line).isPositive())
          .map(({ id }) => ({ id: null, values: { ...NOTHING, orderDetailId: id } }))
      : sent;
  return named.map(({ id, values }) => {
    const own = byId.get(values.orderDetailId ?? '');
    const line = { ...NOTHING, ...values };
    return {
      id,
      values: {
        ...line,
        ...(own === undefined
          ? { oldQty: null, oldDate: null, oldPrice: null }
          : {
              materialId: own.materialId,
              unitId: own.unitId,
              oldQty: own.qty.toString(),
              oldDate: own.deliveryDate,
              oldPrice: own.price?.toString() ?? null,
            }),
        ...changedFieldsOf(changeType, line, own === undefined ? null : boundOf(own)),
      },
    };
  });
}
const NOTHING = { orderDetailId: null, materialId: null, unitId: null, newQty: null, newDate: null, newPrice: null };

/** Of what was sent, what this kind of change is about. */
const changedFieldsOf = (
  type: ChangeType,
  line: Pick<StoredChangeLine, 'orderDetailId' | 'newQty' | 'newDate' | 'newPrice'>,
  bound: Decimal | null,
) => ({
  newQty: type === 'quantity' ? line.newQty : type === 'close' ? (bound?.toString() ?? null) : null,
  newDate: type === 'date' || line.orderDetailId === null ? line.newDate : null,
  newPrice: type === 'price' || line.orderDetailId === null ? line.newPrice : null,
});

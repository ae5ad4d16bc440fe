/** An order as its supplier answers it: locked, decided by the rules, written with the time it took. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { insertRows } from '../../../kernel/server/write-rows.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import type { answerInput, shipInput } from './answers.calls.ts';
import { purchaseShipNote } from './ship-note.resource.ts';
import { decideAnswer, shipRefusals, type AskedLine } from './supplier-answer.rules.ts';

/** Through which link, or by which person, an answer came. */
type AnsweredBy = { readonly ticketId: Id } | { readonly userId: Id };
type AnswerKind = 'confirmed' | 'partial' | 'declined' | 'shipped' | 'paper';

interface AnswerableOrder {
  readonly id: Id;
  readonly billCode: string;
  readonly status: string;
  readonly supplierId: Id;
  readonly supplier: string;
  readonly supplierFrozen: 0 | 1;
  readonly buyerId: Id | null;
  readonly lines: readonly (AskedLine & { readonly materialId: Id; readonly unitId: Id })[];
}

/** The order with its lines, locked, where something may be answered to it. */
export async function orderToAnswer(context: Context, id: Id): Promise<AnswerableOrder> {
  const order = await context.tx.row<Omit<AnswerableOrder, 'lines'>>(sql`
    select o.id, o.bill_code, o.status, o.supplier_id, s.name as supplier, s.frozen as supplier_frozen, o.buyer_id
    from purchase_order o join supplier s on s.id = o.supplier_id where o.id = ${id}::bigint for update of o`);
  if (order === undefined) throw unknownRecord(purchaseOrder.label);
  const { billCode, status, supplier } = order;
  if (status !== 'approved')
    throw new Refused(
      refuse('supplier-answer.not-open', { billCode, state: purchaseOrder.life!.states[status as 'approved'].label }),
    );
  if (order.supplierFrozen === 1) throw new Refused(refuse('supplier-answer.supplier-frozen', { supplier }));
  const lines = await context.tx.rows<
    Record<'orderQty' | 'overRate' | 'shippedQty', string> & Omit<AnswerableOrder['lines'][number], 'orderQty'>
  >(sql`
    select d.id, d.line_no, d.material_id, m.called as material, d.unit_id, u.name as unit,
      d.order_qty - d.cancelled_qty as order_qty, coalesce(d.delivery_date, o.delivery_date) as delivery_date,
      d.over_rate, d.shipped_qty
    from purchase_order_detail d join purchase_order o on o.id = d.purchase_order_id
    join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    where d.purchase_order_id = ${id}::bigint order by d.line_no`);
  return {
    ...order,
    lines: lines.map((line) => ({
      ...line,
      orderQty: Decimal.of(line.orderQty),
      overRate: Decimal.of(line.overRate),
      shippedQty: Decimal.of(line.shippedQty),
    })),
  };
}

/** Confirms or declines an order, and tells its buyer. */
export async function answerOrder(
  context: Context,
  order: AnswerableOrder,
  input: InputOf<typeof answerInput>,
  by: AnsweredBy,
): Promise<void> {
  const remark = input.remark ?? '';
  const decided = decideAnswer(
    order.lines,
    (input.lines ?? []).map(({ id, promisedQty, promisedDate }) => ({
      id: String(id),
      promisedQty: promisedQty === null ? null : Decimal.of(promisedQty),
      promisedDate,
    })),
    { declines: input.decline === 1, remark, today: context.today },
  );
  if ('refusals' in decided) throw new Refused(...decided.refusals);
  const { status, lines } = decided.answer;
  const promised = lines.map(({ id, qty, date }) => ({ id, qty: qty.toString(), day: date }));
  await context.tx.run(sql`
    update purchase_order_detail d set promised_qty = g.qty, promised_date = g.day
    from jsonb_to_recordset(${JSON.stringify(promised)}::jsonb)
      as g(id bigint, qty numeric, day date)
    where d.id = g.id and d.purchase_order_id = ${order.id}::bigint`);
  await context.tx.run(sql`
    update purchase_order set supplier_status = ${status}, supplier_time = ${context.now}::timestamptz,
      supplier_remark = ${remark.trim() || null}, version = version + 1, update_time = now()
    where id = ${order.id}::bigint`);
  await noteAnswer(context, order, status, by, remark);
}

/** Goods are on their way: the note with its lots, and what of each line was sent in all. */
export async function shipOrder(
  context: Context,
  order: AnswerableOrder,
  input: InputOf<typeof shipInput>,
  by: AnsweredBy,
): Promise<{ readonly id: Id; readonly billCode: string }> {
  const lots = input.details.map((line) => ({ ...line, shipQty: Decimal.of(line.shipQty) }));
  const refusals = shipRefusals(order.lines, lots, context.today);
  const taken = await context.tx.row(sql`
    select 1 from purchase_ship_note where supplier_id = ${order.supplierId}::bigint and note_no = ${input.noteNo}`);
  if (taken !== undefined)
    refusals.push(refuse('supplier-answer.note-twice', { noteNo: input.noteNo }, { field: 'noteNo' }));
  if (refusals.length > 0) throw new Refused(...refusals);
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const [ids, [billCode]] = [await newIds(context, lots.length + 1), await nextBillCodes(context, 'FH', 1)];
  const id = ids[0]!;
  const me = sql`${'userId' in by ? by.userId : null}::bigint`;
  await insertRows(
    context,
    'purchase_ship_note',
    purchaseShipNote.fields,
    [{ ...input, id, billCode, purchaseOrderId: order.id, supplierId: order.supplierId, noteStatus: 'shipped' }],
    { create_user: me, update_user: me },
    { id: OWN.id },
  );
  await insertRows(
    context,
    'purchase_ship_note_detail',
    purchaseShipNote.lines!.details.fields,
    lots.map((lot, at) => ({
      ...lot,
      lineNo: at + 1,
      shipQty: lot.shipQty.toString(),
      materialId: byId.get(lot.orderDetailId)!.materialId,
      unitId: byId.get(lot.orderDetailId)!.unitId,
      lotId: ids[at + 1],
    })),
    { purchase_ship_note_id: sql`${id}::bigint` },
    { lineNo: OWN.lineNo },
  );
  await context.tx.run(sql`
    update purchase_order_detail d set shipped_qty = d.shipped_qty + g.qty
    from (select l.order_detail_id, sum(l.ship_qty) as qty from purchase_ship_note_detail l
      where l.purchase_ship_note_id = ${id}::bigint group by l.order_detail_id) g
    where d.id = g.order_detail_id and d.purchase_order_id = ${order.id}::bigint`);
  await noteAnswer(context, order, 'shipped', by, input.noteNo);
  return { id, billCode: billCode! };
}

const OWN = {
  id: { kind: 'ref', label: purchaseOrder.label, rules: {}, optional: false },
  lineNo: { kind: 'integer', label: purchaseOrder.label, rules: {}, optional: false },
} as const;

const SAID: Readonly<Record<AnswerKind, { readonly zh: string; readonly en: string }>> = {
  confirmed: { zh: '已确认', en: 'confirmed' },
  partial: { zh: '部分确认', en: 'confirmed in part' },
  declined: { zh: '已拒绝', en: 'declined' },
  shipped: { zh: '已发货', en: 'sent goods of' },
  paper: { zh: '上传了资料', en: 'sent papers of' },
};

/** Keeps that an answer came, when he was first asked, and tells the buyer, unless he entered it himself. */
export async function noteAnswer(
  context: Context,
  { id, billCode, supplierId, supplier, buyerId }: AnswerableOrder,
  kind: AnswerKind,
  by: AnsweredBy,
  remark: string,
): Promise<void> {
  await context.tx.run(sql`
    insert into supplier_answer (purchase_order_id, supplier_id, answer_kind, asked_time, answer_time, by_ticket,
      by_user, remark)
    values (${id}::bigint, ${supplierId}::bigint, ${kind}, coalesce((select min(k.made_time) from supplier_ticket k
      where k.purchase_order_id = ${id}::bigint and k.made_time >= coalesce((select max(c.approve_time)
        from purchase_order_change c where c.purchase_order_id = ${id}::bigint and c.status = 'done'),
      '-infinity')), ${context.now}::timestamptz), ${context.now}::timestamptz,
      ${'ticketId' in by ? by.ticketId : null}::bigint, ${'userId' in by ? by.userId : null}::bigint,
      ${remark.trim() || null})`);
  if (buyerId === null || ('userId' in by && by.userId === buyerId)) return;
  await sendMessages(context, [
    {
      userIds: [buyerId],
      topic: 'order.answered',
      level: kind === 'declined' || kind === 'partial' ? 'warning' : 'info',
      title: {
        zh: `供应商【${supplier}】${SAID[kind].zh}：${billCode}`,
        en: `${supplier} ${SAID[kind].en} ${billCode}`,
      },
      ...(remark.trim() === '' ? {} : { content: { zh: remark.trim(), en: remark.trim() } }),
      about: { resource: purchaseOrder.name, recordId: id },
      act: { link: `${purchaseOrder.path}/${id}`, label: { zh: '查看订单', en: 'Open the order' } },
    },
  ]);
}

/** Answers of suppliers as people who sign in give and see them. */
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { recordById } from '../../../kernel/server/record-query.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { deliverLetters } from '../../messages/sms.server.ts';
import { maskedPhone } from '../../messages/sms.rules.ts';
import { labelCode } from '../../stock/lots/lot-label.rules.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import { answerOrder, orderToAnswer, shipOrder } from './answer-order.server.ts';
import * as calls from './answers.calls.ts';
import { ticketState } from './supplier-answer.rules.ts';
import { makeTickets } from './tickets.server.ts';
import './supplier-answer.refusals.ts';

const confirm = serve(calls.supplierConfirm, async (context, { id, ...input }) => {
  await recordById(context, purchaseOrder, id);
  await answerOrder(context, await orderToAnswer(context, id), input, { userId: context.user.userId });
  return true;
});

const ship = serve(calls.saveShipNote, async (context, { id, ...input }) => {
  await recordById(context, purchaseOrder, id);
  return shipOrder(context, await orderToAnswer(context, id), input, { userId: context.user.userId });
});

const link = (services: Services): Call =>
  serve(calls.supplierLink, async (context, { id }) => {
    const { billCode, status } = await recordById(context, purchaseOrder, id);
    if (status !== 'approved')
      throw new Refused(
        refuse('supplier-answer.order-not-approved', {
          billCode,
          state: purchaseOrder.life!.states[status as 'approved'].label,
        }),
      );
    const [made] = await makeTickets(services, context, [id], { isSent: context.user.outsider !== true });
    context.tx.afterCommit(() => deliverLetters(services, context.tenant));
    const { path, expiresTime, channel, sentTo } = made!;
    return { path, expiresTime, channel, sentTo };
  });

type Trail = TypeOf<typeof calls.supplierTrail.answer>;
type Note = TypeOf<typeof calls.shipNoteShape>;

/** What was sent of an order, the latest note first. */
export async function shipNotesOf(context: Pick<Context, 'tx'>, orderId: Id): Promise<readonly Note[]> {
  const rows = await context.tx.rows<Omit<Note, 'lots'> & { lots: (Note['lots'][number] & { lotId: Id })[] }>(sql`
    select n.id, n.bill_code, n.note_no, coalesce(n.ship_time::text, '') as ship_time,
      coalesce(n.arrive_time::text, '') as arrive_time, coalesce(n.plate_no, '') as plate_no,
      coalesce(n.driver, '') as driver, coalesce(n.phone, '') as phone, n.note_status, (
      select json_agg(json_build_object('orderDetailId', l.order_detail_id::text, 'lineNo', d.line_no,
        'materialName', m.called, 'unitName', u.name, 'shipQty', trim_scale(l.ship_qty)::text,
        'supplierBatchNo', coalesce(l.supplier_batch_no, ''), 'productionDate', coalesce(l.production_date::text, ''),
        'expiryDate', coalesce(l.expiry_date::text, ''), 'lotId', l.lot_id,
        'files', coalesce((select json_agg(json_build_object('id', f.id::text, 'name', f.name) order by f.id)
          from stored_file f where f.id = any(l.papers)), '[]')) order by l.line_no)
      from purchase_ship_note_detail l join purchase_order_detail d on d.id = l.order_detail_id
      join material m on m.id = l.material_id join material_unit u on u.id = l.unit_id
      where l.purchase_ship_note_id = n.id) as lots
    from purchase_ship_note n where n.purchase_order_id = ${orderId}::bigint order by n.create_time desc, n.id desc`);
  return rows.map((note) => ({
    ...note,
    shipTime: note.shipTime.slice(0, 19),
    arriveTime: note.arriveTime.slice(0, 19),
    lots: note.lots.map(({ lotId, ...lot }) => ({ ...lot, code: labelCode(lotId) })),
  }));
}

const trail = serve(calls.supplierTrail, async (context, { id }): Promise<Trail> => {
  await recordById(context, purchaseOrder, id);
  const tickets = await context.tx.rows<{
    id: Id;
    channel: string;
    sentTo: string | null;
    madeTime: string;
    expiresTime: string;
    openedTime: string | null;
    revokedTime: string | null;
  }>(sql`
    select id, channel, sent_to, made_time, expires_time, opened_time, revoked_time from supplier_ticket
    where purchase_order_id = ${id}::bigint order by made_time desc, id desc`);
  const answers = await context.tx.rows<Trail['answers'][number]>(sql`
    select a.id, a.answer_kind as kind, a.answer_time,
      greatest(0, floor(extract(epoch from a.answer_time - a.asked_time) / 60))::integer as minutes,
      coalesce(u.real_name, '') as user_name, coalesce(a.remark, '') as remark
    from supplier_answer a left join app_user u on u.id = a.by_user
    where a.purchase_order_id = ${id}::bigint order by a.answer_time desc, a.id desc`);
  return {
    tickets: tickets.map(({ revokedTime, ...ticket }) => ({
      ...ticket,
      sentTo: maskedPhone(ticket.sentTo ?? ''),
      openedTime: ticket.openedTime ?? '',
      state: ticketState({ expiresTime: ticket.expiresTime, revokedTime }, context.now),
    })),
    answers,
    notes: await shipNotesOf(context, id),
  };
});

/** Calls about the answers of suppliers. */
export const answerCalls = (services: Services): readonly Call[] => [confirm, ship, link(services), trail];

/**
 * Links to orders for suppliers without an account: made when an order is approved, good for some days, one at a time.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { createSecrets } from '../../../parts/secrets/secrets.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { putLetters } from '../../messages/outbox.server.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import { deliverLetters } from '../../messages/sms.server.ts';
import { isPhone, maskedPhone } from '../../messages/sms.rules.ts';
import type { OrderFollower } from '../order-approved.port.server.ts';
import { purchaseOrder } from '../purchase-order.document.ts';

const HOURS = 72;
type Channel = 'portal' | 'sms' | 'mail' | 'print';

/** What is kept of a token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

interface Asked {
  readonly id: Id;
  readonly billCode: string;
  readonly deliveryDate: string;
  readonly supplierId: Id;
  readonly orderChannel: Channel;
  readonly contactPhone: string;
  readonly email: string | null;
  readonly userIds: readonly Id[];
  readonly domain: string;
}
interface MadeTicket {
  readonly orderId: Id;
  readonly path: string;
  readonly expiresTime: string;
  readonly channel: Channel;
  /** As it may be shown; empty where nothing is sent. */
  readonly sentTo: string;
}

/** How he hears of it: as he wishes, as far as what is known of him allows. */
function channelOf({ orderChannel, userIds, contactPhone, email }: Asked): Channel {
  const open: Channel[] = [
    ...(userIds.length > 0 ? (['portal'] as const) : []),
    ...(isPhone(contactPhone) ? (['sms'] as const) : []),
    ...((email ?? '') === '' ? [] : (['mail'] as const)),
  ];
  return orderChannel === 'print' || open.includes(orderChannel) ? orderChannel : (open[0] ?? 'print');
}

/** Without an address of the company nothing can be sent to the outside: the buyer hands the link over. */
function openChannel(order: Asked, isSent: boolean): Channel {
  const channel = isSent ? channelOf(order) : 'portal';
  return order.domain === '' && channel !== 'portal' ? 'print' : channel;
}

/** A new link for each of these orders; those before it no longer hold. */
export async function makeTickets(
  services: Pick<Services, 'tokenSecret'>,
  context: Context,
  orderIds: readonly Id[],
  { isSent = true, isChanged = false } = {},
): Promise<readonly MadeTicket[]> {
  const asked = await context.tx.rows<Asked>(sql`
    select o.id, o.bill_code, o.delivery_date, o.supplier_id, s.order_channel, s.contact_phone, s.email,
      array(select u.id from app_user u where u.supplier_id = s.id and u.party_type = 'supplier' and u.frozen = 0
        order by u.id)::text[] as user_ids,
      (select rtrim(n.domain_url, '/') from tenant n where n.tenant_id = ${context.tenant}) as domain
    from purchase_order o join supplier s on s.id = o.supplier_id
    where o.id = any(${[...orderIds]}::bigint[]) order by o.id`);
  if (asked.length === 0) return [];
  const hours = Number(await readParameter(context, 'purchaseorder.ticketHours')) || HOURS;
  const made = asked.map((order) => {
    const token = randomBytes(32).toString('base64url');
    const channel = openChannel(order, isSent);
    const to = channel === 'sms' ? order.contactPhone : channel === 'mail' ? order.email! : '';
    return { order, token, channel, to };
  });
  await revokeTickets(context, orderIds);
  const expires = await context.tx.row<{ at: string }>(
    sql`select to_char(${context.now}::timestamp + make_interval(hours => ${hours}), 'YYYY-MM-DD HH24:MI:SS') as at`,
  );
  await context.tx.run(sql`
    insert into supplier_ticket (token_hash, purchase_order_id, supplier_id, channel, sent_to, made_time, expires_time,
      create_user)
    select g.hash, g.bill, g.supplier, g.channel, nullif(g.sent_to, ''), ${context.now}::timestamptz,
      ${expires!.at}::timestamptz, ${context.user.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(
      made.map(({ order, token, channel, to }) => ({
        hash: hashOfToken(token),
        bill: order.id,
        supplier: order.supplierId,
        channel,
        sent_to: to,
      })),
    )}::jsonb) as g(hash text, bill bigint, supplier bigint, channel text, sent_to text)`);
  const tickets = made.map(({ order, token, channel, to }) => ({
    order,
    orderId: order.id,
    path: `/s/${context.tenant}-${token}`,
    expiresTime: expires!.at,
    channel,
    to,
    sentTo: maskedPhone(to),
  }));
  if (isSent) await sendTickets(services, context, tickets, isChanged ? CHANGED : NEW);
  return tickets;
}

/** What the supplier is told. */
const NEW = { zh: '新订单', en: 'New order' } as const;
const CHANGED = { zh: '订单变更', en: 'Changed order' } as const;

type Sent = MadeTicket & { readonly order: Asked; readonly to: string };

/** The link itself is sealed: whoever reads the outbox does not become the supplier. */
async function sendTickets(
  services: Pick<Services, 'tokenSecret'>,
  context: Context,
  tickets: readonly Sent[],
  what: typeof NEW | typeof CHANGED,
): Promise<void> {
  const { seal } = createSecrets(services.tokenSecret);
  await putLetters(
    context,
    tickets.flatMap(({ order, channel, to, path, expiresTime }) =>
      channel === 'sms' || channel === 'mail'
        ? [
            {
              channel,
              receiver: to,
              body: `${what.zh} ${order.billCode}，${order.deliveryDate} 到货。请在 ${expiresTime.slice(0, 16)} 前打开确认：{link}`,
              params: {
                subject: `${what.zh} ${order.billCode} / ${what.en} ${order.billCode}`,
                order: order.billCode,
                link: seal(`${order.domain}${path}`),
              },
            },
          ]
        : [],
    ),
  );
  await sendMessages(
    context,
    tickets.flatMap(({ order, channel }) =>
      channel === 'portal'
        ? [
            {
              userIds: order.userIds,
              topic: 'order.answered' as const,
              title: {
                zh: `${what.zh} ${order.billCode}，请确认`,
                en: `${what.en} ${order.billCode}: please answer it`,
              },
              about: { resource: purchaseOrder.name, recordId: order.id },
              act: { link: `${purchaseOrder.path}/${order.id}`, label: { zh: '打开订单', en: 'Open the order' } },
            },
          ]
        : [],
    ),
  );
}

/** Links to these orders no longer hold. */
const revokeTickets = (context: Context, orderIds: readonly Id[]): Promise<number> =>
  context.tx.run(sql`
    update supplier_ticket set revoked_time = ${context.now}::timestamptz
    where purchase_order_id = any(${[...orderIds]}::bigint[]) and revoked_time is null`);

/** Approved orders go to their suppliers; the links of void ones hold no more. */
export const askSuppliers = (services: Services): OrderFollower => ({
  async approved(context, orderIds) {
    const made = await makeTickets(services, context, orderIds);
    if (made.some(({ channel }) => channel === 'sms' || channel === 'mail'))
      context.tx.afterCommit(() => deliverLetters(services, context.tenant));
  },
  async voided(context, orderIds) {
    await revokeTickets(context, orderIds);
  },
  async changed(context, orderId) {
    const made = await makeTickets(services, context, [orderId], { isChanged: true });
    if (made.some(({ channel }) => channel === 'sms' || channel === 'mail'))
      context.tx.afterCommit(() => deliverLetters(services, context.tenant));
  },
});

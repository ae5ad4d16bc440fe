/**
 * An order by the link its supplier was sent. Each call reads the ticket anew, in the tenant the link names, and acts on
 * its order alone: nothing else is reachable by it.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { momentIn } from '../../../kernel/server/clock.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { storeUploadedFile } from '../../../parts/storage/files.ts';
import { addPaper } from '../../suppliers/supplier-papers.server.ts';
import { answerOrder, noteAnswer, orderToAnswer, shipOrder } from './answer-order.server.ts';
import * as calls from './public-order.calls.ts';
import { NO_ORDER, shownOrder } from './public-order-facts.server.ts';
import { ticketState, type TicketState } from './supplier-answer.rules.ts';
import { hashOfToken } from './tickets.server.ts';

const FILES_MAX = 30;
const unknownLink = () => unknownRecord(label('链接', 'The link'));

/** Tenant and token of a link; 404 where it is none. */
function partsOf(ticket: string | null): { readonly tenant: string; readonly token: string } {
  const [, tenant, token] = /^([A-Za-z0-9]{1,12})-([\w-]{43})$/.exec(ticket ?? '') ?? [];
  if (tenant === undefined || token === undefined) throw unknownLink();
  return { tenant, token };
}

interface Ticket {
  readonly id: Id;
  readonly orderId: Id;
  readonly supplierId: Id;
  readonly expiresTime: string;
  readonly revokedTime: string | null;
  readonly files: readonly Id[];
  readonly createUser: Id | null;
}
type Held = Ticket & { readonly state: TicketState };

/** The public calls of one program. */
export function publicOrderCalls({ database, fileFolder }: Services): readonly Call[] {
  /** Of a tenant that is open. */
  const zoneOf = async (tenant: string): Promise<string> => {
    const row = await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
      tx.row<{ timeZone: string }>(
        sql`select time_zone from tenant where tenant_id = ${tenant} and frozen = 0 and removed_time is null`,
      ),
    );
    if (row === undefined) throw unknownLink();
    return row.timeZone;
  };
  /** Works with the ticket in a transaction of its tenant, as nobody: what comes is kept for whoever made the link. */
  const within = async <T>(
    outside: Context,
    link: string | null,
    work: (context: Context, ticket: Held) => Promise<T>,
    only: 'open' | 'any' = 'open',
  ): Promise<T> => {
    const { tenant, token } = partsOf(link);
    const timeZone = await zoneOf(tenant);
    const now = timeZone === outside.user.timeZone ? outside.now : momentIn(timeZone, new Date());
    return database.transaction({ tenant, timeZone, language: outside.language }, async (tx) => {
      const row = await tx.row<Ticket>(sql`
        select id, purchase_order_id as order_id, supplier_id, expires_time, revoked_time, files::text[] as files,
          create_user
        from supplier_ticket where token_hash = ${hashOfToken(token)}`);
      if (row === undefined) throw unknownLink();
      const ticket = { ...row, state: ticketState(row, now) };
      if (only === 'open' && ticket.state !== 'open')
        throw new Refused(
          refuse(ticket.state === 'expired' ? 'supplier-answer.link-expired' : 'supplier-answer.link-revoked'),
        );
      const user = { ...outside.user, tenant, timeZone, userId: row.createUser ?? '0', outsider: true };
      return work({ ...outside, tx, tenant, now, today: now.slice(0, 10), user }, ticket);
    });
  };
  const answered = (context: Context, { id }: Held): Promise<unknown> =>
    context.tx.run(sql`
      update supplier_ticket set answered_time = coalesce(answered_time, ${context.now}::timestamptz)
      where id = ${id}::bigint`);
  /** What a ship note names was brought by this link: nobody else's file is opened by naming it. */
  const requireOwn = ({ files }: Held, named: readonly (readonly Id[] | null)[]): void => {
    const other = named.flatMap((ids) => ids ?? []).find((id) => !files.includes(id));
    if (other !== undefined) throw new Refused(refuse('supplier-answer.unknown-file', {}, { field: 'details' }));
  };
  return [
    serve(calls.publicOrder, (outside, input) =>
      within(
        outside,
        input.ticket,
        async (context, ticket) => {
          if (ticket.state !== 'open')
            return { state: ticket.state, order: null, buyer: await buyerOf(context, ticket) };
          await context.tx.run(sql`
            update supplier_ticket set opened_time = ${context.now}::timestamptz
            where id = ${ticket.id}::bigint and opened_time is null`);
          const order = await shownOrder(context, ticket);
          if (order === NO_ORDER) throw unknownLink();
          return { state: ticket.state, order, buyer: await buyerOf(context, ticket) };
        },
        'any',
      ),
    ),
    serve(calls.publicAnswer, (outside, { ticket: given, ...input }) =>
      within(outside, given, async (context, ticket) => {
        await answerOrder(context, await orderToAnswer(context, ticket.orderId), input, { ticketId: ticket.id });
        await answered(context, ticket);
        return true;
      }),
    ),
    serve(calls.publicShip, (outside, { ticket: given, ...input }) =>
      within(outside, given, async (context, ticket) => {
        requireOwn(ticket, [input.attachments, ...input.details.map(({ papers }) => papers)]);
        const made = await shipOrder(context, await orderToAnswer(context, ticket.orderId), input, {
          ticketId: ticket.id,
        });
        await answered(context, ticket);
        return made;
      }),
    ),
    serve(
      calls.publicPaper,
      (outside, { ticket: given, ...input }, { file }) =>
        within(outside, given, async (context, ticket) => {
          if (ticket.files.length >= FILES_MAX)
            throw new Refused(refuse('supplier-answer.too-many-files', { max: FILES_MAX }));
          const order = await orderToAnswer(context, ticket.orderId);
          if (input.purpose === 'certificate') requireNamed(input);
          const { id, name } = await storeUploadedFile(context, fileFolder, file);
          await context.tx.run(
            sql`update supplier_ticket set files = files || ${id}::bigint where id = ${ticket.id}::bigint`,
          );
          if (input.purpose === 'certificate') {
            await addPaper(context, ticket.supplierId, {
              kind: input.certificateKind!,
              number: input.certificateNo!.trim(),
              validTo: input.validTo,
              fileId: id,
            });
            await noteAnswer(context, order, 'paper', { ticketId: ticket.id }, input.certificateNo!.trim());
          }
          return { id, name };
        }),
      { upload: true },
    ),
  ];
}

/** A paper is looked for by its kind and its number. */
function requireNamed(input: { readonly certificateKind: string | null; readonly certificateNo: string | null }): void {
  const { certificateKind, certificateNo } = calls.publicPaper.input;
  const missing = [
    ...(input.certificateKind === null ? [{ label: certificateKind.label, field: 'certificateKind' }] : []),
    ...((input.certificateNo ?? '').trim() === '' ? [{ label: certificateNo.label, field: 'certificateNo' }] : []),
  ];
  if (missing.length > 0)
    throw new Refused(...missing.map(({ label: name, field }) => refuse('field.required', { name }, { field })));
}

/** Whom to ask. */
const buyerOf = async ({ tx }: Context, { orderId }: Ticket) =>
  (await tx.row<{ name: string; phone: string }>(sql`
    select u.real_name as name, coalesce(u.phone, '') as phone from purchase_order o
    join app_user u on u.id = o.buyer_id where o.id = ${orderId}::bigint`)) ?? { name: '', phone: '' };

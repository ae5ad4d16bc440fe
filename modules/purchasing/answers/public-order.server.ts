/**
 * An order by the link its supplier was sent. Each call reads the ticket anew, in the tenant the link names, and acts
 * on its order alone: nothing else is reachable by it.
 */
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { momentIn } from '../../../kernel/server/clock.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { keyOf, onceOf } from '../../../parts/http/idempotency.ts';
import type { UploadedFile } from '../../../parts/http/request-input.ts';
import { createSecrets } from '../../../parts/secrets/secrets.ts';
import { storeUploadedFile } from '../../../parts/storage/files.ts';
import { addPaper } from '../../suppliers/papers/supplier-papers.server.ts';
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

type Work<T> = (context: Context, ticket: Held) => Promise<T>;
interface Tickets {
  /** Works with a ticket in a transaction of its tenant. Without `any` it has to hold still. */
  within<T>(outside: Context, link: string | null, work: Work<T>, only?: 'open' | 'any'): Promise<T>;
  /** Throws where a link does not hold: asked before a file is read. `now` is a simulation's. */
  admit(link: unknown, now: string | undefined): Promise<void>;
}

function ticketsOf({ database }: Services): Tickets {
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
  return {
    async within(outside, link, work, only = 'open') {
      const { tenant, token } = partsOf(link);
      const timeZone = await zoneOf(tenant);
      const now = timeZone === outside.user.timeZone ? outside.now : momentIn(timeZone, new Date());
      return database.transaction({ tenant, timeZone, language: outside.language }, async (tx) => {
        const ticket = await heldOf(tx, token, now);
        if (only === 'open') requireOpen(ticket);
        // Nobody has signed in: what comes is kept for whoever made the link.
        const user = { ...outside.user, tenant, timeZone, userId: ticket.createUser ?? '0', outsider: true };
        return work({ ...outside, tx, tenant, now, today: now.slice(0, 10), user }, ticket);
      });
    },
    async admit(link, now) {
      const { tenant, token } = partsOf(typeof link === 'string' ? link : null);
      const timeZone = await zoneOf(tenant);
      await database.transaction({ tenant, timeZone, readOnly: true }, async (tx) => {
        const ticket = await heldOf(tx, token, now ?? momentIn(timeZone, new Date()));
        requireOpen(ticket);
        requireRoom(ticket);
      });
    },
  };
}

async function heldOf(tx: Context['tx'], token: string, now: string): Promise<Held> {
  const row = await tx.row<Ticket>(sql`
    select id, purchase_order_id as order_id, supplier_id, expires_time, revoked_time, files::text[] as files,
      create_user
    from supplier_ticket where token_hash = ${hashOfToken(token)}`);
  if (row === undefined) throw unknownLink();
  return { ...row, state: ticketState(row, now) };
}

function requireOpen({ state }: Held): void {
  if (state !== 'open')
    throw new Refused(refuse(state === 'expired' ? 'supplier-answer.link-expired' : 'supplier-answer.link-revoked'));
}
function requireRoom({ files }: Held): void {
  if (files.length >= FILES_MAX) throw new Refused(refuse('supplier-answer.too-many-files', { max: FILES_MAX }));
}

const answered = (context: Context, { id }: Held): Promise<unknown> =>
  context.tx.run(sql`
    update supplier_ticket set answered_time = coalesce(answered_time, ${context.now}::timestamptz)
    where id = ${id}::bigint`);

/** What a ship note names was brought by this link: nobody else's file is opened by naming it. */
function requireOwn({ files }: Held, named: readonly (readonly Id[] | null)[]): void {
  const other = named.flatMap((ids) => ids ?? []).find((id) => !files.includes(id));
  if (other !== undefined) throw new Refused(refuse('supplier-answer.unknown-file', {}, { field: 'details' }));
}

/** The order as it is shown, and that it was opened; of a link that holds no more only whom to ask. */
async function openOrder(context: Context, ticket: Held) {
  const { state } = ticket;
  const buyer = await buyerOf(context, ticket);
  if (state !== 'open') return { state, order: null, buyer };
  await context.tx.run(sql`
    update supplier_ticket set opened_time = ${context.now}::timestamptz
    where id = ${ticket.id}::bigint and opened_time is null`);
  const order = await shownOrder(context, ticket);
  if (order === NO_ORDER) throw unknownLink();
  return { state, order, buyer };
}

type Brought = Omit<InputOf<typeof calls.publicPaper.input>, 'ticket'>;
/** Keeps a file of the link, as a paper of the supplier where it is one. */
async function keepFile(
  context: Context,
  ticket: Held,
  input: Brought,
  { folder, file }: { readonly folder: string; readonly file: UploadedFile | null },
): Promise<{ readonly id: Id; readonly name: string }> {
  requireRoom(ticket);
  const order = await orderToAnswer(context, ticket.orderId);
  const isCertificate = input.purpose === 'certificate';
  if (isCertificate) requireNamed(input);
  const { id, name } = await storeUploadedFile(context, folder, file);
  await context.tx.run(sql`update supplier_ticket set files = files || ${id}::bigint where id = ${ticket.id}::bigint`);
  if (!isCertificate) return { id, name };
  const number = input.certificateNo!.trim();
  await addPaper(context, ticket.supplierId, {
    kind: input.certificateKind!,
    number,
    validTo: input.validTo,
    fileId: id,
  });
  await noteAnswer(context, order, 'paper', { ticketId: ticket.id }, number);
  return { id, name };
}

/** The public calls of one program. */
export function publicOrderCalls(services: Services): readonly Call[] {
  const secrets = createSecrets(services.tokenSecret);
  const { within, admit } = ticketsOf(services);
  /** An act by a link, done once however often it is sent under its key. */
  const acting = <T>(
    outside: Context,
    link: string | null,
    sent: { readonly route: string; readonly input: object; readonly file?: UploadedFile | null },
    work: Work<T>,
  ): Promise<T> =>
    within(outside, link, async (context, ticket) => {
      const key = keyOf({ headers: context.peer?.headers ?? {} });
      if (key === null) return work(context, ticket);
      const brought = { input: { ...sent.input }, files: [sent.file ?? []].flat() };
      const intent = { userId: '0', route: sent.route, key: `${ticket.id} ${key}`, brought };
      return onceOf(context.tx, secrets, intent, () => work(context, ticket)) as Promise<T>;
    });
  return [
    serve(calls.publicOrder, (outside, { ticket }) => within(outside, ticket, openOrder, 'any')),
    serve(calls.publicAnswer, (outside, { ticket: link, ...input }) =>
      acting(outside, link, { route: calls.publicAnswer.path, input }, async (context, ticket) => {
        await answerOrder(context, await orderToAnswer(context, ticket.orderId), input, { ticketId: ticket.id });
        await answered(context, ticket);
        return true;
      }),
    ),
    serve(calls.publicShip, (outside, { ticket: link, ...input }) =>
      acting(outside, link, { route: calls.publicShip.path, input }, async (context, ticket) => {
        requireOwn(ticket, [input.attachments, ...input.details.map(({ papers }) => papers)]);
        const order = await orderToAnswer(context, ticket.orderId);
        const made = await shipOrder(context, order, input, { ticketId: ticket.id });
        await answered(context, ticket);
        return made;
      }),
    ),
    serve(
      calls.publicPaper,
      (outside, { ticket: link, ...input }, { file }) =>
        acting(outside, link, { route: calls.publicPaper.path, input, file }, (context, ticket) =>
          keepFile(context, ticket, input, { folder: services.fileFolder, file }),
        ),
      // The link stands in the address: nothing is read for one that does not hold.
      { upload: true, admit: (query, now) => admit(query['ticket'], now) },
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

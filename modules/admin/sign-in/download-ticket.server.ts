import { createHash, randomBytes } from 'node:crypto';
import { PUBLIC, type InputOf } from '../../../kernel/core/contract.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call, Context, SignedIn } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { answersFile, downloadLink, type DownloadLink } from '../../../parts/http/download-link.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import type { Identity } from '../rights/signed-in.server.ts';
import { downloadTicket } from './session.calls.ts';

const SECONDS = 60;
const QUERY_MAX = 4_000;
/** Begins with the tenant; the rest is random. */
const TICKET = /^([A-Za-z0-9]{1,12})\.[\w-]{43}$/;

const digest = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** `query` as clients write it: the text behind the `?`, or its parts. */
const queryOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? new URLSearchParams(
        Object.entries(value)
          .filter(([, each]) => each !== undefined && each !== null)
          .map(([name, each]): [string, string] => [name, String(each)]),
      ).toString()
    : String(value ?? '').replace(/^\?/, '');

/** A ticket that only calls answering files take, once, for whoever asked. */
async function issue(
  services: Services,
  context: Context,
  input: InputOf<typeof downloadTicket.input>,
): Promise<TypeOf<typeof downloadTicket.answer>> {
  const requested = input.path ?? '';
  const [path = '', inPath = ''] = (
    requested.startsWith('/api/') ? requested : `/api/${requested.replace(/^\//, '')}`
  ).split('?', 2);
  const query = [inPath, queryOf(input.query)].filter((part) => part !== '').join('&');
  const isFile = services
    .mounted()
    .some((call) => answersFile(call) && call.permission !== PUBLIC && `/api/${call.service}/${call.path}` === path);
  if (!isFile) throw new Refused(refuse('download.path', { path: requested.slice(0, 200) }, { field: 'path' }));
  if (query.length > QUERY_MAX) throw new Refused(refuse('download.query', { max: QUERY_MAX }, { field: 'query' }));
  const link = downloadLink(path, query);
  const ticket = `${context.tenant}.${randomBytes(32).toString('base64url')}`;
  await context.tx.run(sql`delete from download_ticket where expires_time < now()`);
  await context.tx.run(sql`
    insert into download_ticket (ticket_hash, user_id, session_id, path, query, expires_time)
    values (${digest(ticket)}, ${context.user.userId}::bigint, ${context.user.sessionId}::bigint, ${link.path},
      ${link.query}, now() + ${`${SECONDS} seconds`}::interval)`);
  return { ticket, expiresIn: SECONDS };
}

/**
 * Reads a ticket of this link and uses it up: who it was issued to, with their present rights, or null where it is not
 * good.
 */
export const redeemer =
  (services: Services, identity: Identity) =>
  async (ticket: string, link: DownloadLink): Promise<SignedIn | null> => {
    const tenant = TICKET.exec(ticket)?.[1];
    if (tenant === undefined) return null;
    const used = await services.database.transaction({ tenant, timeZone: 'UTC' }, (tx) =>
      tx.row<{ userId: string; sessionId: string }>(sql`
    delete from download_ticket where ticket_hash = ${digest(ticket)} and path = ${link.path} and query =
    ${link.query} and expires_time > now() returning user_id, session_id`),
    );
    return used === undefined ? null : identity.inSession(tenant, used.userId, used.sessionId);
  };

/** Issues tickets for downloads. */
export const ticketCalls = (services: Services): readonly Call[] => [
  serve(downloadTicket, (context, input) => issue(services, context, input), { outsiders: true, lenient: true }),
];

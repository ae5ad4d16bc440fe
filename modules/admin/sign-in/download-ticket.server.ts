import { createHash, randomBytes } from 'node:crypto';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { PUBLIC, SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context, Input, SignedIn } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { answersFile, downloadLink, type DownloadLink } from '../../../parts/http/download-link.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import type { Identity } from '../rights/signed-in.server.ts';

const SECONDS = 60;
const QUERY_MAX = 4_000;
/** The tenant in front says where to look; the rest is nothing but chance. */
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

/**
 * A ticket for one file, once, for whoever asks: good in a plain link, where no header travels, and worth nothing
 * afterwards.
 */
async function issue(
  services: Services,
  context: Context,
  input: Input,
): Promise<{ ticket: string; expiresIn: number }> {
  const asked = String(input['path'] ?? '');
  const [path = '', inPath = ''] = (asked.startsWith('/api/') ? asked : `/api/${asked.replace(/^\//, '')}`).split(
    '?',
    2,
  );
  const query = [inPath, queryOf(input['query'])].filter((part) => part !== '').join('&');
  if (
    !services
      .mounted()
      .some((call) => answersFile(call) && call.permission !== PUBLIC && `/api/${call.service}/${call.path}` === path)
  )
    throw new Refused(refuse('download.path', { path: asked.slice(0, 200) }, { field: 'path' }));
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

/** Who a ticket stands for at this address, with the rights he has by now; it is gone with the asking. */
export const redeemer =
  (services: Services, identity: Identity) =>
  async (ticket: string, link: DownloadLink): Promise<SignedIn | null> => {
    const tenant = TICKET.exec(ticket)?.[1];
    if (tenant === undefined) return null;
    const spent = await services.database.transaction({ tenant, timeZone: 'UTC' }, (tx) =>
      tx.row<{ userId: string; sessionId: string }>(sql`
    delete from download_ticket where ticket_hash = ${digest(ticket)} and path = ${link.path} and query =
    ${link.query} and expires_time > now() returning user_id, session_id`),
    );
    return spent === undefined ? null : identity.inSession(tenant, spent.userId, spent.sessionId);
  };

export const ticketCalls = (services: Services): readonly Call[] => [
  {
    method: 'POST',
    service: 'blade-resource',
    path: 'download-ticket',
    permission: SESSION,
    outsiders: true,
    summary: label('下载凭证', 'Ticket for a download'),
    input: {
      path: text('下载地址', 'Address of the file', { max: 300 }),
      query: text('下载参数', 'What is asked of it', { max: QUERY_MAX, optional: true }),
    },
    handle: (context, input) => issue(services, context, input),
  },
];

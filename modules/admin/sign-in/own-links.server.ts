import type { InputOf } from '../../../kernel/core/contract.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { enveloped } from '../../../parts/http/answers.ts';
import { inTransaction } from '../../../kernel/server/own-transaction.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { header } from './open-session.server.ts';
import * as calls from './own-links.calls.ts';
import { tryOwnPassword } from './own-password.server.ts';
import { passwordIn } from './password.server.ts';
import { completeAuthorization, startAuthorization } from './social-flow.server.ts';

const outsiders = true;

const ownLinks = serve(
  calls.ownLinks,
  ({ tx, user }) =>
    tx.rows(sql`
    select coalesce(p.source, o.source) as source, coalesce(p.name, o.source) as name, coalesce(p.enabled,
      0) as enabled, coalesce(o.oauth_name, '') as oauth_name, o.linked_time, o.last_used_time,
      o.id is not null as linked
    from social_provider p full join (select * from user_oauth
    where user_id = ${user.userId}::bigint) o on o.source = p.source
    where p.enabled = 1 or o.id is not null order by p.sort nulls last, p.id, o.id`),
  { outsiders },
);

const startLink = (services: Services): Call =>
  serve(
    calls.startLink,
    async (context, { source }, { body }) => {
      const { tenant, userId } = context.user;
      if (!(await tryOwnPassword(services, context, passwordIn(body).slice(0, 200))))
        throw new Refused(refuse('social.password', {}, { field: 'password' }));
      const { address, cookie } = await startAuthorization(services, tenant, source ?? '', userId);
      return enveloped({ address }, { 'set-cookie': cookie });
    },
    { outsiders, lenient: true, ownTransactions: true },
  );

/** Links the caller with the account that the provider vouches for; refused where either is linked otherwise. */
async function completeLink(
  services: Services,
  context: Context,
  input: InputOf<typeof calls.completeLink.input>,
): Promise<boolean> {
  const { tenant, userId, realName } = context.user;
  const source = input.source ?? '';
  const { issuer, subject, name } = await completeAuthorization(services, {
    tenant,
    source,
    code: input.code ?? '',
    state: input.state ?? '',
    issuer: input.iss ?? '',
    cookies: header(context, 'cookie'),
    userId,
  });
  return inTransaction(services.database, context, async (inside) => {
    const { tx } = inside;
    const other = await tx.row(
      sql`select 1 as one from user_oauth where user_id = ${userId}::bigint
        and source = ${source} and not (issuer = ${issuer} and uuid = ${subject})`,
    );
    if (other !== undefined) throw new Refused(refuse('social.linked'));
    const owner = await tx.row<{ userId: string }>(sql`
      insert into user_oauth (tenant_id, source, issuer, uuid, oauth_name, user_id, linked_time)
      values (${tenant}, ${source}, ${issuer}, ${subject}, ${name.slice(0, 50)}, ${userId}::bigint, now())
      on conflict (tenant_id, source, issuer, uuid) do update
      set user_id = coalesce(user_oauth.user_id, excluded.user_id), oauth_name = excluded.oauth_name,
        linked_time = coalesce(user_oauth.linked_time, now()) returning user_id`);
    if (owner?.userId !== userId) throw new Refused(refuse('social.taken'));
    await audit(inside, [
      {
        resource: 'user',
        recordId: userId,
        action: 'link',
        title: realName,
        changes: { oauth: [null, `${source}: ${name}`] },
      },
    ]);
    return true;
  });
}

const unlink = serve(
  calls.unlink,
  async (context, { source }) => {
    const { userId, realName } = context.user;
    const removed = await context.tx.row<{ source: string; oauthName: string }>(
      sql`delete from user_oauth where user_id = ${userId}::bigint
        and source = ${source ?? ''} returning source, oauth_name`,
    );
    if (removed === undefined) throw unknownRecord(label('绑定', 'The link'));
    await audit(context, [
      {
        resource: 'user',
        recordId: userId,
        action: 'unlink',
        title: realName,
        changes: { oauth: [`${removed.source}: ${removed.oauthName}`, null] },
      },
    ]);
    return true;
  },
  { outsiders, lenient: true },
);

/** A person's own links to sign-in providers. */
export const ownLinkCalls = (services: Services): readonly Call[] => [
  ownLinks,
  startLink(services),
  serve(calls.completeLink, (context, input) => completeLink(services, context, input), {
    outsiders,
    lenient: true,
    ownTransactions: true,
  }),
  unlink,
];

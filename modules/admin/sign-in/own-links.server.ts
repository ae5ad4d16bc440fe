import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { enveloped } from '../../../parts/http/answers.ts';
import { inTransaction } from '../../../kernel/server/own-transaction.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { header, textOf } from './open-session.server.ts';
import { proves } from './own-password.server.ts';
import { begin, finish } from './social-flow.server.ts';

/**
 * Every provider that is on, and what the caller is there; links of one that is off are shown too, so that they can be
 * undone.
 */
const mine = (context: Context): Promise<Record<string, unknown>[]> =>
  context.tx.rows(sql`
    select coalesce(p.source, o.source) as source, coalesce(p.name, o.source) as name, coalesce(p.enabled,
      0) as enabled, coalesce(o.oauth_name, '') as oauth_name, o.linked_time, o.last_used_time,
      o.id is not null as linked
    from social_provider p full join (select * from user_oauth
    where user_id = ${context.user.userId}::bigint) o on o.source = p.source
    where p.enabled = 1 or o.id is not null order by p.sort nulls last, p.id, o.id`);

/** Adding a way in asks for the password: a screen left open must not become somebody else's key. */
async function link(services: Services, context: Context, input: Input): Promise<unknown> {
  const { tenant, userId } = context.user;
  const password = typeof input['password'] === 'string' ? input['password'].slice(0, 200) : '';
  if (!(await proves(services, context, password)))
    throw new Refused(refuse('social.password', {}, { field: 'password' }));
  const { address, cookie } = await begin(services, tenant, textOf(input['source']), userId);
  return enveloped({ address }, { 'set-cookie': cookie });
}

async function linked(services: Services, context: Context, input: Input): Promise<boolean> {
  const { tenant, userId, realName } = context.user;
  const source = textOf(input['source']);
  const vouched = await finish(services, {
    tenant,
    source,
    code: textOf(input['code']),
    state: textOf(input['state']),
    issuer: textOf(input['iss']),
    cookies: header(context, 'cookie'),
    userId,
  });
  const { issuer, subject, name } = vouched;
  return inTransaction(services.database, context, async (inside) => {
    const { tx } = inside;
    if (
      (await tx.row(
        sql`select 1 as one from user_oauth where user_id = ${userId}::bigint
          and source = ${source} and not (issuer = ${issuer} and uuid = ${subject})`,
      )) !== undefined
    )
      throw new Refused(refuse('social.linked'));
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

async function unlink(context: Context, input: Input): Promise<boolean> {
  const { userId, realName } = context.user;
  const gone = await context.tx.row<{ source: string; oauthName: string }>(
    sql`delete from user_oauth where user_id = ${userId}::bigint
      and source = ${textOf(input['source'])} returning source, oauth_name`,
  );
  if (gone === undefined) throw unknownRecord(label('绑定', 'The link'));
  await audit(context, [
    {
      resource: 'user',
      recordId: userId,
      action: 'unlink',
      title: realName,
      changes: { oauth: [`${gone.source}: ${gone.oauthName}`, null] },
    },
  ]);
  return true;
}

/** A person's own links to sign-in providers. */
export const ownLinkCalls = (services: Services): readonly Call[] => [
  {
    method: 'GET',
    service: 'blade-auth',
    path: 'oauth/links',
    permission: SESSION,
    outsiders: true,
    summary: label('我的第三方账号', 'What I am linked with'),
    handle: mine,
  },
  {
    method: 'POST',
    service: 'blade-auth',
    path: 'oauth/link',
    permission: SESSION,
    ownTransactions: true,
    outsiders: true,
    summary: label('绑定第三方账号', 'Link with a provider'),
    handle: (context, input) => link(services, context, input),
  },
  {
    method: 'POST',
    service: 'blade-auth',
    path: 'oauth/linked',
    permission: SESSION,
    ownTransactions: true,
    outsiders: true,
    summary: label('完成绑定', 'Back from the provider'),
    handle: (context, input) => linked(services, context, input),
  },
  {
    method: 'POST',
    service: 'blade-auth',
    path: 'oauth/unlink',
    permission: SESSION,
    outsiders: true,
    summary: label('解除绑定', 'Undo a link'),
    handle: unlink,
  },
];

import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Field } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import { notPermitted, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { textOf } from '../sign-in/open-session.server.ts';
import { user } from './user.resource.ts';
import { beginning, type Beginning } from './user.server.ts';

const orNone = (field: Field): Field => ({ ...field, rules: { ...field.rules, default: [] } });
/** A user as a guest makes one: without department and role, which whoever passes him gives. */
const guestUser: Declaration = {
  ...user,
  scope: null,
  fields: { ...user.fields, deptId: orNone(user.fields.deptId), roleId: orNone(user.fields.roleId) },
};

/** Before the transaction: who asks with what, and the hash of the password he chose. */
async function prepare(services: Services, context: Context, input: Input): Promise<Beginning | undefined> {
  const { tenant, user: guest } = context;
  if (guest.unregistered === undefined || textOf(input['oauthId']) !== guest.unregistered) throw notPermitted();
  if (textOf(input['tenantId']) !== tenant)
    throw new Refused(refuse('guest.tenant', { tenant }, { field: 'tenantId' }));
  const password = typeof input['password'] === 'string' ? input['password'] : '';
  if (textOf(input['account']) === '') throw new Refused(refuse('guest.account', {}, { field: 'account' }));
  if (password === '') throw new Refused(refuse('guest.password', {}, { field: 'password' }));
  return beginning(services, context, { password });
}

/** Makes an account that waits for an administrator, tied to who the provider says this is. */
async function register(services: Services, context: Context, input: Input): Promise<boolean> {
  const { tx, user: guest } = context;
  const oauthId = guest.unregistered!;
  if ((await readParameter(context, 'account.registerUser')) !== '1') throw new Refused(refuse('guest.closed'));
  // Two windows of one guest stand one behind the other.
  const link = await tx.row<{ source: string; oauthName: string; taken: boolean }>(
    sql`select source, oauth_name, user_id is not null as taken from user_oauth
      where id = ${oauthId}::bigint for update`,
  );
  if (link === undefined || link.taken) throw new Refused(refuse('guest.done'));
  const account = textOf(input['account']);
  const name = textOf(input['name']) || link.oauthName.slice(0, 20) || account.slice(0, 20);
  const id = await saveRecord(services.registry(), guestUser, context, { account, name, realName: name });
  await tx.run(sql`update app_user set audit_state = 'pending', create_user = id where id = ${id}::bigint`);
  await tx.run(sql`update user_oauth set user_id = ${id}::bigint, linked_time = now() where id = ${oauthId}::bigint`);
  await audit({ ...context, user: { ...guest, userId: id } }, [
    {
      resource: 'user',
      recordId: id,
      action: 'register',
      title: name,
      changes: { auditState: [null, 'pending'], oauth: [null, `${link.source}: ${link.oauthName}`] },
    },
  ]);
  return true;
}

export const guestCalls = (services: Services): readonly Call[] => [
  {
    method: 'POST',
    service: 'blade-user',
    path: 'register-guest',
    permission: SESSION,
    outsiders: true,
    beforeRegistered: true,
    summary: label('第三方账号注册', 'Ask for an account'),
    prepare: (context, input) => prepare(services, context, input),
    handle: (context, input) => register(services, context, input),
  },
];

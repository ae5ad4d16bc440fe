import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Field } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { notPermitted, type Call, type Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { passwordIn } from '../sign-in/password.server.ts';
import { registerGuest } from './own-profile.calls.ts';
import { user } from './user.resource.ts';
import { firstPassword, type FirstPassword } from './user.server.ts';

const orNone = (field: Field): Field => ({ ...field, rules: { ...field.rules, default: [] } });
/** A user as a guest makes one: without department and role, which whoever approves them gives. */
const guestUser: Declaration = {
  ...user,
  scope: null,
  fields: { ...user.fields, deptId: orNone(user.fields.deptId), roleId: orNone(user.fields.roleId) },
};

type Registration = InputOf<typeof registerGuest.input>;

/** Before the transaction: checks who asks with what, and hashes the password they chose. */
async function prepare(
  services: Services,
  context: Context,
  { oauthId, tenantId, account }: Registration,
  password: string,
): Promise<FirstPassword | undefined> {
  const { tenant, user: guest } = context;
  if (guest.unregistered === undefined || oauthId !== guest.unregistered) throw notPermitted();
  if (tenantId !== tenant) throw new Refused(refuse('guest.tenant', { tenant }, { field: 'tenantId' }));
  if (account === null) throw new Refused(refuse('guest.account', {}, { field: 'account' }));
  if (password === '') throw new Refused(refuse('guest.password', {}, { field: 'password' }));
  return firstPassword(services, context, { password });
}

/** Makes an account that waits for an administrator, linked with who the provider vouches for. */
async function register(context: Context, { account, name: given }: Registration): Promise<boolean> {
  const { tx, user: guest } = context;
  const oauthId = guest.unregistered!;
  if ((await readParameter(context, 'account.registerUser')) !== '1') throw new Refused(refuse('guest.closed'));
  // Two windows of one guest wait for each other.
  const link = await tx.row<{ source: string; oauthName: string; taken: boolean }>(
    sql`select source, oauth_name, user_id is not null as taken from user_oauth
      where id = ${oauthId}::bigint for update`,
  );
  if (link === undefined || link.taken) throw new Refused(refuse('guest.done'));
  const name = given ?? (link.oauthName.slice(0, 20) || (account ?? '').slice(0, 20));
  const id = await saveRecord(guestUser, context, { account, name, realName: name });
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

/** The request of somebody without an account for one. */
export const guestCalls = (services: Services): readonly Call[] => [
  serve(registerGuest, register, {
    outsiders: true,
    beforeRegistered: true,
    lenient: true,
    prepare: (context, input, { body }) => prepare(services, context, input, passwordIn(body)),
  }),
];

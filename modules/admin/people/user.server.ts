import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { RecordValues } from '../../../kernel/core/validate.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { nextCodes } from '../../../kernel/server/numbering.ts';
import { inTransaction } from '../../../kernel/server/own-transaction.ts';
import { readSecretParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { idOf } from '../../../kernel/server/save.ts';
import { createSecrets } from '../../../parts/secrets/secrets.ts';
import { INITIAL_PASSWORD } from '../dictionaries/param.server.ts';
import { hashOf, randomPassword, requireAllowed, storePassword } from '../sign-in/password.server.ts';
import { requireDepartments, requireGrantable, requireMayManage, type Holder } from '../rights/rights.server.ts';
import { endSessions } from '../sign-in/session.server.ts';
import { ADMINISTRATOR, type Identity } from '../rights/signed-in.server.ts';
import { user } from './user.resource.ts';

const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
export const asPerson = (row: RecordValues): Holder & { readonly id: string } => ({
  id: String(row['id']),
  roleId: ids(row['roleId']),
  deptId: ids(row['deptId']),
});
const added = (before: unknown, after: unknown): string[] => ids(after).filter((id) => !ids(before).includes(id));

/** Accounts are case-blind, roles and departments stay within what the caller holds, passwords never become a field. */
export const userBehaviour = (services: Services, identity: Identity) =>
  behaviour(user, {
    prepare: (context, body) => beginning(services, context, body ?? {}),
    async beforeSave(context, saving) {
      const { before, values } = saving;
      if (before === null) await prepareAccount(context, saving);
      else await requireMayManage(services, context, [asPerson(before)]);
      const depts = added(before?.deptId, values.deptId);
      await requireDepartments(context, depts);
      if (depts.length > 0 || added(before?.roleId, values.roleId).length > 0)
        await requireGrantable(services, context, [asPerson(values)]);
      await requirePosts(context, added(before?.postId, values.postId));
      if (values.partyType !== 'supplier') values.supplierId = null;
      else if (!values.supplierId) throw new Refused(refuse('user.supplier', {}, { field: 'supplierId' }));
    },
    async afterSave(context, saved) {
      context.tx.afterCommit(() => identity.forgetAll());
      if (!saved.creating) return;
      const { hash, mustChange } = beginningIn(context);
      await storePassword(context.tx, saved.id, hash, mustChange);
    },
    /** Many begin with one password, or the answer could not tell whose is which. */
    async beforeSaveAll(context, savings) {
      if (savings.filter(({ before }) => before === null).length > 1 && beginningIn(context).isItsOwn)
        throw new Refused(refuse('user.initial-password'));
    },
    /** Shown to whoever made the account, this once. */
    async saved(context): Promise<Record<string, unknown>> {
      const made = context.prepared as Beginning | undefined;
      return made?.isItsOwn === true ? { initialPassword: made.password } : {};
    },
    async afterSaveAll(context, people) {
      if (people.some(({ before, values }) => added(values.roleId, before?.roleId).length > 0))
        await requireAdministratorLeft(context, []);
    },
    async beforeRemove(context, rows) {
      if (rows.some((row) => String(row.id) === context.user.userId)) throw new Refused(refuse('user.self'));
      await requireMayManage(services, context, rows.map(asPerson));
      await requireAdministratorLeft(
        context,
        rows.map((row) => String(row.id)),
      );
      await endSessions(
        context.tx,
        rows.map((row) => String(row.id)),
        'frozen',
      );
      context.tx.afterCommit(() => identity.forgetAll());
    },
    async afterFreeze(context, people, frozen) {
      await requireMayManage(
        services,
        context,
        (
          await context.tx.rows(
            sql`select id, role_id, dept_id from app_user where id = any(${people as string[]}::bigint[])`,
          )
        ).map(asPerson),
      );
      if (!frozen) return;
      if (people.includes(context.user.userId)) throw new Refused(refuse('user.freeze-self'));
      await requireAdministratorLeft(context, people);
      await endSessions(context.tx, people, 'frozen');
      context.tx.afterCommit(() => identity.forgetAll());
    },
    filters: {
      // A department stands for itself and everything below it.
      deptId: (value) => sql`t.dept_id && array(
      with recursive below as (select id from dept
      where id = any(string_to_array(${value.replace(/[^\d,]/g, '')}, ',')::bigint[]) union select d.id from dept d
      join below b on d.parent_id = b.id) select id from below)`,
    },
    computed: {
      // Who he is at which sign-in provider: what a registration is judged by.
      oauthName: () =>
        sql`(select string_agg(coalesce(p.name, o.source) || ' · ' || o.oauth_name, ', ' order by o.id)
          from user_oauth o left join social_provider p on p.source = o.source where o.user_id = t.id)`,
      // What the platform he belongs to keeps of him.
      userExt: () => sql`(select p.user_ext from user_platform p where p.user_id = t.id and p.user_type = t.user_type)`,
      tenantId: () => sql`t.tenant_id`,
      tenantName: () => sql`(select n.tenant_name from tenant n where n.tenant_id = t.tenant_id)`,
      sexName: () => sql`(select e.dict_value from dict e where e.code = 'sex' and e.dict_key = t.sex)`,
      userTypeName: () =>
        sql`(select e.dict_value from dict e where e.code = 'user_type' and e.dict_key = t.user_type)`,
    },
  });

/** What an account begins with. */
export interface Beginning {
  readonly password: string;
  readonly hash: string;
  /** Made for this account alone, and so shown once. */
  readonly isItsOwn: boolean;
  readonly mustChange: boolean;
}

/** Before the transaction: hashed once for whatever the call makes. Nothing where somebody is changed. */
export async function beginning(services: Services, context: Context, body: Input): Promise<Beginning | undefined> {
  if (idOf(body) !== null) return undefined;
  const given = typeof body['password'] === 'string' ? body['password'] : '';
  if (given === '') {
    const initial = await initialPassword(services, context);
    return { ...initial, hash: await hashOf(initial.password), mustChange: true };
  }
  requireAllowed(given, 'password');
  if (body['password2'] !== undefined && body['password2'] !== given)
    throw new Refused(refuse('password.differ', {}, { field: 'password2' }));
  return { password: given, hash: await hashOf(given), isItsOwn: false, mustChange: false };
}
function beginningIn({ prepared }: Context): Beginning {
  if (prepared === undefined) throw new Error('An account is made by a call that prepares no password');
  return prepared as Beginning;
}

async function prepareAccount(context: Context, { values }: Saving): Promise<void> {
  const account = String(values['account']);
  if (!/^[A-Za-z0-9._@-]{2,45}$/.test(account)) throw new Refused(refuse('user.account', {}, { field: 'account' }));
  if ((await context.tx.row(sql`select 1 as one from app_user where lower(account) = lower(${account})`)) !== undefined)
    throw new Refused(refuse('user.exists', { account }, { field: 'account' }));
  await requireRoomForOne(context);
  if (!values['code']) values['code'] = (await nextCodes(context, 'YG', 1))[0]!;
}

/** The tenant's initial password, or where it sets none a random one of its own. Asked outside any transaction. */
export async function initialPassword(
  { database, tokenSecret }: Services,
  context: Context,
): Promise<Pick<Beginning, 'password' | 'isItsOwn'>> {
  const password = await inTransaction(
    database,
    context,
    (inside) => readSecretParameter(inside, INITIAL_PASSWORD, createSecrets(tokenSecret)),
    { readOnly: true },
  );
  return password === '' ? { password: randomPassword(), isItsOwn: true } : { password, isItsOwn: false };
}

async function requireRoomForOne(context: Context): Promise<void> {
  const row = await context.tx.row<{ full: boolean }>(sql`
    select n.account_number >= 0 and (select count(*) from app_user) >= n.account_number as full from tenant n
    where n.tenant_id = ${context.tenant} for update`);
  if (row?.full) throw new Refused(refuse('user.limit'));
}

async function requirePosts(context: Context, posts: readonly string[]): Promise<void> {
  if (posts.length === 0) return;
  const known = await context.tx.rows<{ id: string }>(sql`select id from post where id = any(${posts}::bigint[])`);
  if (known.length < posts.length) throw new Refused(refuse('user.post-unknown', {}, { field: 'postId' }));
}

/** Somebody must be able to open the door again. */
export async function requireAdministratorLeft(context: Context, without: readonly string[]): Promise<void> {
  const left = await context.tx.row<{ left: boolean }>(sql`
    with administrators as (select u.id from app_user u join role r on r.id = any(u.role_id)
    where r.role_alias in (${ADMINISTRATOR}, 'admin') and u.frozen = 0)
    select exists (select 1 from administrators where not id = any(${without}::bigint[])) as left`);
  if (left?.left === false) throw new Refused(refuse('user.last-administrator'));
}

import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Row } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { behaviour, type SavedRecord, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { nextCodes } from '../../../kernel/server/numbering.ts';
import { inTransaction } from '../../../kernel/server/own-transaction.ts';
import { readSecretParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { idOf } from '../../../kernel/server/save.ts';
import { createSecrets } from '../../../parts/secrets/secrets.ts';
import { INITIAL_PASSWORD } from '../dictionaries/param.server.ts';
import { hashOf, passwordIn, randomPassword, requireAllowed, storePassword } from '../sign-in/password.server.ts';
import { requireDepartments, requireGrantable, requireMayManage, type Holder } from '../rights/rights.server.ts';
import { endSessions } from '../sign-in/session.server.ts';
import { ADMINISTRATOR, type Identity } from '../rights/signed-in.server.ts';
import { user } from './user.resource.ts';

type Ids = readonly Id[] | null;
/** Whom a row of people is about: their id, roles and departments. */
export const asPerson = ({
  id,
  roleId,
  deptId,
}: {
  readonly id: Id;
  readonly roleId: Ids;
  readonly deptId: Ids;
}): Holder & { readonly id: Id } => ({ id, roleId: roleId ?? [], deptId: deptId ?? [] });
const added = (before: Ids | undefined, after: Ids): Id[] =>
  (after ?? []).filter((id) => before?.includes(id) !== true);

/** Accounts are case-blind, roles and departments stay within what the caller holds, passwords never become a field. */
export const userBehaviour = (services: Services, identity: Identity) =>
  behaviour(user, {
    prepare: (context, body) => firstPassword(services, context, body ?? {}),
    beforeSave: (context, saving) => checkUser(services, context, saving),
    /** Several new accounts share one initial password, or the answer could not tell whose is which. */
    async beforeSaveAll(context, savings) {
      if (savings.filter(({ before }) => before === null).length > 1 && preparedPassword(context).isRandom)
        throw new Refused(refuse('user.initial-password'));
    },
    async afterSave(context, saved) {
      context.tx.afterCommit(() => identity.forgetAll());
      if (!saved.creating) return;
      const { hash, mustChange } = preparedPassword(context);
      await storePassword(context.tx, saved.id, hash, mustChange);
    },
    afterSaveAll: requireAdministratorAfterSave,
    /** A random password is shown once, to whoever made the account. */
    async saved(context): Promise<Record<string, unknown>> {
      const made = context.prepared as FirstPassword | undefined;
      return made?.isRandom === true ? { initialPassword: made.password } : {};
    },
    async beforeRemove(context, people) {
      const ids = people.map((person) => person.id);
      if (ids.includes(context.user.userId)) throw new Refused(refuse('user.self'));
      await requireMayManage(services, context, people.map(asPerson));
      await requireAdministratorLeft(context, ids);
      await endSessions(context.tx, ids, 'frozen');
      context.tx.afterCommit(() => identity.forgetAll());
    },
    async afterFreeze(context, ids, frozen) {
      const people = await context.tx.rows<Pick<Row<typeof user>, 'id' | 'roleId' | 'deptId'>>(
        sql`select id, role_id, dept_id from app_user where id = any(${[...ids]}::bigint[])`,
      );
      await requireMayManage(services, context, people.map(asPerson));
      if (!frozen) return;
      if (ids.includes(context.user.userId)) throw new Refused(refuse('user.freeze-self'));
      await requireAdministratorLeft(context, ids);
      await endSessions(context.tx, ids, 'frozen');
      context.tx.afterCommit(() => identity.forgetAll());
    },
    filters: {
      // A department means itself and everything below it.
      deptId: (value) => sql`t.dept_id && array(
      with recursive below as (select id from dept
      where id = any(string_to_array(${value.replace(/[^\d,]/g, '')}, ',')::bigint[]) union select d.id from dept d
      join below b on d.parent_id = b.id) select id from below)`,
    },
    computed: {
      // Who the person is at which sign-in provider: what a registration is judged by.
      oauthName: () =>
        sql`(select string_agg(coalesce(p.name, o.source) || ' · ' || o.oauth_name, ', ' order by o.id)
          from user_oauth o left join social_provider p on p.source = o.source where o.user_id = t.id)`,
      // What the person's own platform stores about them.
      userExt: () => sql`(select p.user_ext from user_platform p where p.user_id = t.id and p.user_type = t.user_type)`,
      tenantId: () => sql`t.tenant_id`,
      tenantName: () => sql`(select n.tenant_name from tenant n where n.tenant_id = t.tenant_id)`,
      sexName: () => sql`(select e.dict_value from dict e where e.code = 'sex' and e.dict_key = t.sex)`,
      userTypeName: () =>
        sql`(select e.dict_value from dict e where e.code = 'user_type' and e.dict_key = t.user_type)`,
    },
  });

/** Refuses roles, departments, posts and a supplier that this person may not have. */
async function checkUser(services: Services, context: Context, saving: Saving<typeof user>): Promise<void> {
  const { before, values } = saving;
  if (before === null) await prepareAccount(context, saving);
  else await requireMayManage(services, context, [asPerson(before)]);
  const depts = added(before?.deptId, values.deptId);
  await requireDepartments(context, depts);
  if (depts.length > 0 || added(before?.roleId, values.roleId).length > 0)
    await requireGrantable(services, context, [{ roleId: values.roleId, deptId: values.deptId }]);
  await requirePosts(context, added(before?.postId, values.postId));
  if (values.partyType !== 'supplier') values.supplierId = null;
  else if (!values.supplierId) throw new Refused(refuse('user.supplier', {}, { field: 'supplierId' }));
}

async function requireAdministratorAfterSave(
  context: Context,
  people: readonly SavedRecord<typeof user>[],
): Promise<void> {
  if (people.some(({ before, values }) => added(values.roleId, before?.roleId ?? null).length > 0))
    await requireAdministratorLeft(context, []);
}

/** The password a new account gets. */
export interface FirstPassword {
  readonly password: string;
  readonly hash: string;
  /** Made for this account alone, and so shown once. */
  readonly isRandom: boolean;
  readonly mustChange: boolean;
}

/**
 * Before the transaction of a save: the password of a new account, hashed once for whatever the save makes. Undefined
 * where an account is changed.
 */
export async function firstPassword(
  services: Services,
  context: Context,
  body: Input,
): Promise<FirstPassword | undefined> {
  if (idOf(body) !== null) return undefined;
  const given = passwordIn(body);
  if (given === '') {
    const initial = await initialPassword(services, context);
    return { ...initial, hash: await hashOf(initial.password), mustChange: true };
  }
  await requireAllowed(services, context, given, { field: 'password' });
  const { password2 } = body;
  if (password2 !== undefined && password2 !== given)
    throw new Refused(refuse('password.differ', {}, { field: 'password2' }));
  return { password: given, hash: await hashOf(given), isRandom: false, mustChange: false };
}
function preparedPassword({ prepared }: Context): FirstPassword {
  if (prepared === undefined) throw new Error('An account is made by a call that prepares no password');
  return prepared as FirstPassword;
}

async function prepareAccount(context: Context, { values }: Saving<typeof user>): Promise<void> {
  const { account } = values;
  if (!/^[A-Za-z0-9._@-]{2,45}$/.test(account)) throw new Refused(refuse('user.account', {}, { field: 'account' }));
  if ((await context.tx.row(sql`select 1 as one from app_user where lower(account) = lower(${account})`)) !== undefined)
    throw new Refused(refuse('user.exists', { account }, { field: 'account' }));
  await requireRoomForOne(context);
  if (!values.code) values.code = (await nextCodes(context, 'YG', 1))[0]!;
}

/** The tenant's initial password, or where it sets none a random one of its own. Asked outside any transaction. */
export async function initialPassword(
  { database, tokenSecret }: Services,
  context: Context,
): Promise<Pick<FirstPassword, 'password' | 'isRandom'>> {
  const password = await inTransaction(
    database,
    context,
    (inside) => readSecretParameter(inside, INITIAL_PASSWORD, createSecrets(tokenSecret)),
    { readOnly: true },
  );
  return password === '' ? { password: randomPassword(), isRandom: true } : { password, isRandom: false };
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

/** Refuses a change after which no administrator could sign in; `without` are those about to be frozen or removed. */
export async function requireAdministratorLeft(context: Context, without: readonly string[]): Promise<void> {
  const left = await context.tx.row<{ left: boolean }>(sql`
    with administrators as (select u.id from app_user u join role r on r.id = any(u.role_id)
    where r.role_alias in (${ADMINISTRATOR}, 'admin') and u.frozen = 0)
    select exists (select 1 from administrators where not id = any(${without}::bigint[])) as left`);
  if (left?.left === false) throw new Refused(refuse('user.last-administrator'));
}

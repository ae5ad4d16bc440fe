import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import { behaviour, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { nextCodes } from '../../kernel/server/numbering.ts';
import { readSecretParameter } from '../../kernel/server/parameters.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { createSecrets } from '../../kernel/server/secrets.ts';
import { INITIAL_PASSWORD } from './param.server.ts';
import { hashOf, randomPassword, requireAllowed, storePassword } from './password.server.ts';
import { requireDepartments, requireGrantable, requireMayManage, type Holder } from './rights.server.ts';
import { endSessions } from './session.server.ts';
import { ADMINISTRATOR, type Identity } from './signed-in.server.ts';
import { user } from './user.resource.ts';

export const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
export const asPerson = (row: RecordValues): Holder & { readonly id: string } => ({ id: String(row['id']), roleId: ids(row['roleId']), deptId: ids(row['deptId']) });
const added = (before: unknown, after: unknown): string[] => ids(after).filter((id) => !ids(before).includes(id));

/** Accounts are case-blind, roles and departments stay within what the caller holds, passwords never become a field. */
export const userBehaviour = (services: Services, identity: Identity) => behaviour(user, {
  async beforeSave(context, saving) {
    const { before, values } = saving;
    if (before === null) await prepareAccount(services, context, saving);
    else await requireMayManage(services, context, [asPerson(before)]);
    const depts = added(before?.['deptId'], values['deptId']);
    await requireDepartments(context, depts);
    if (depts.length > 0 || added(before?.['roleId'], values['roleId']).length > 0) await requireGrantable(services, context, [asPerson(values)]);
    await requirePosts(context, added(before?.['postId'], values['postId']));
    if (values['partyType'] !== 'supplier') values['supplierId'] = null;
    else if (!values['supplierId']) throw new Refused(refuse('user.supplier', {}, { field: 'supplierId' }));
  },
  async afterSave(context, saved) {
    context.tx.afterCommit(() => identity.forgetAll());
    const initial = passwords.get(saved.values);
    if (!saved.creating || initial === undefined) return;
    passwords.delete(saved.values);
    await storePassword(context.tx, saved.id, await (initial.mustChange && initial.isItsOwn !== true ? initialHash(context, initial.password) : hashOf(initial.password)), initial.mustChange);
    if (initial.isItsOwn === true) untold.set(context, new Map(untold.get(context)).set(saved.id, initial.password));
  },
  /** Many begin with one password, or the answer could not tell whose is which. */
  async beforeSaveAll(context, savings) {
    const without = savings.filter(({ before, body }) => before === null && (typeof body['password'] !== 'string' || body['password'] === ''));
    if (without.length > 1 && (await initialPassword(services, context)).isItsOwn) throw new Refused(refuse('user.initial-password'));
  },
  /** Shown to whoever made the account, this once. */
  async saved(context, id): Promise<Record<string, unknown>> {
    const password = untold.get(context)?.get(id);
    untold.delete(context);
    return password === undefined ? {} : { initialPassword: password };
  },
  async afterSaveAll(context, people) {
    if (people.some(({ before, values }) => added(values['roleId'], before?.['roleId']).length > 0)) await requireAdministratorLeft(context, []);
  },
  async beforeRemove(context, rows) {
    if (rows.some((row) => String(row['id']) === context.user.userId)) throw new Refused(refuse('user.self'));
    await requireMayManage(services, context, rows.map(asPerson));
    await requireAdministratorLeft(context, rows.map((row) => String(row['id'])));
    await endSessions(context.tx, rows.map((row) => String(row['id'])), 'frozen');
    context.tx.afterCommit(() => identity.forgetAll());
  },
  async afterFreeze(context, people, frozen) {
    await requireMayManage(services, context, (await context.tx.rows(sql`select id, role_id, dept_id from app_user where id = any(${people as string[]}::bigint[])`)).map(asPerson));
    if (!frozen) return;
    if (people.includes(context.user.userId)) throw new Refused(refuse('user.freeze-self'));
    await requireAdministratorLeft(context, people);
    await endSessions(context.tx, people, 'frozen');
    context.tx.afterCommit(() => identity.forgetAll());
  },
  filters: {
    // A department stands for itself and everything below it.
    deptId: (value) => sql`t.dept_id && array(
      with recursive below as (select id from dept where id = any(string_to_array(${value.replace(/[^\d,]/g, '')}, ',')::bigint[]) union select d.id from dept d join below b on d.parent_id = b.id) select id from below)`,
  },
  computed: {
    // Who he is at which sign-in provider: what a registration is judged by.
    oauthName: () => sql`(select string_agg(coalesce(p.name, o.source) || ' · ' || o.oauth_name, ', ' order by o.id) from user_oauth o left join social_provider p on p.source = o.source where o.user_id = t.id)`,
    // What the platform he belongs to keeps of him.
    userExt: () => sql`(select p.user_ext from user_platform p where p.user_id = t.id and p.user_type = t.user_type)`,
    tenantId: () => sql`t.tenant_id`,
    tenantName: () => sql`(select n.tenant_name from tenant n where n.tenant_id = t.tenant_id)`,
    sexName: () => sql`(select e.dict_value from dict e where e.code = 'sex' and e.dict_key = t.sex)`,
    userTypeName: () => sql`(select e.dict_value from dict e where e.code = 'user_type' and e.dict_key = t.user_type)`,
  },
});

/** Kept beside the values between the two hooks of one save; a weak map, so that nothing can leak into a row. */
const passwords = new WeakMap<object, { readonly password: string; readonly isItsOwn?: boolean; readonly mustChange: boolean }>();
/** Random passwords of the accounts made in one call, until its answer has told them. */
const untold = new WeakMap<Context, Map<string, string>>();

async function prepareAccount(services: Services, context: Context, saving: Saving): Promise<void> {
  const { values, body } = saving;
  const account = String(values['account']);
  if (!/^[A-Za-z0-9._@-]{2,45}$/.test(account)) throw new Refused(refuse('user.account', {}, { field: 'account' }));
  if ((await context.tx.row(sql`select 1 as one from app_user where lower(account) = lower(${account})`)) !== undefined) throw new Refused(refuse('user.exists', { account }, { field: 'account' }));
  await requireRoomForOne(context);
  const given = typeof body['password'] === 'string' ? body['password'] : '';
  if (given === '') passwords.set(values, { ...(await initialPassword(services, context)), mustChange: true });
  else {
    requireAllowed(given, 'password');
    if (body['password2'] !== undefined && body['password2'] !== given) throw new Refused(refuse('password.differ', {}, { field: 'password2' }));
    passwords.set(values, { password: given, mustChange: false });
  }
  if (!values['code']) values['code'] = (await nextCodes(context, 'YG', 1))[0]!;
}

/** Once for all people of one import: everybody chooses another before anything else, and a hash takes half a second on purpose. */
function initialHash(context: Context, password: string): Promise<string> {
  const known = initialHashes.get(context) ?? hashOf(password);
  initialHashes.set(context, known);
  return known;
}
const initialHashes = new WeakMap<Context, Promise<string>>();

/** What an account begins with: the tenant's initial password, or where it sets none a random one of its own. */
export async function initialPassword(services: Services, context: Pick<Context, 'tx'>): Promise<{ readonly password: string; readonly isItsOwn: boolean }> {
  const password = await readSecretParameter(context, INITIAL_PASSWORD, createSecrets(services.tokenSecret));
  return password === '' ? { password: randomPassword(), isItsOwn: true } : { password, isItsOwn: false };
}

async function requireRoomForOne(context: Context): Promise<void> {
  const row = await context.tx.row<{ full: boolean }>(sql`
    select n.account_number >= 0 and (select count(*) from app_user) >= n.account_number as full from tenant n where n.tenant_id = ${context.tenant} for update`);
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
    with administrators as (select u.id from app_user u join role r on r.id = any(u.role_id) where r.role_alias in (${ADMINISTRATOR}, 'admin') and u.frozen = 0)
    select exists (select 1 from administrators where not id = any(${without}::bigint[])) as left`);
  if (left?.left === false) throw new Refused(refuse('user.last-administrator'));
}

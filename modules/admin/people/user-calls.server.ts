import { listOf } from '../../../kernel/core/kinds.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit, differences } from '../../../kernel/server/audit.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { inTransaction } from '../../../kernel/server/own-transaction.ts';
import { readRecord } from '../../../kernel/server/record-query.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import { exportCall, importCall, templateCall } from '../../../parts/sheets/excel-calls.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { lockRows, saveRecord } from '../../../kernel/server/save.ts';
import { isAllowedPassword, isDigest } from '../sign-in/password.rules.ts';
import { hashOf, randomPassword, storePassword } from '../sign-in/password.server.ts';
import { requireDepartments, requireGrantable, requireMayManage } from '../rights/rights.server.ts';
import { endSessions } from '../sign-in/session.server.ts';
import { isOwnPassword, proves } from '../sign-in/own-password.server.ts';
import { clearFailures } from '../sign-in/sign-in-attempts.server.ts';
import type { Identity } from '../rights/signed-in.server.ts';
import { phoneRefusal } from './phone.rules.ts';
import { user } from './user.resource.ts';
import { asPerson, initialPassword, requireAdministratorLeft } from './user.server.ts';

type People = Record<string, unknown>[];

/** The people named by `userIds`, locked, within the caller's scope and not above him. */
async function peopleOf(services: Services, context: Context, input: Input): Promise<People> {
  const wanted = readIds(input, 'userIds');
  const rows = await lockRows(user, context, wanted);
  if (rows.length < wanted.length) throw unknownRecord(user.label);
  await requireMayManage(services, context, rows.map(asPerson));
  return rows;
}

const idOf = (row: Record<string, unknown>): string => String(row['id']);
const written = (
  context: Context,
  people: People,
  action: string,
  changes: (row: Record<string, unknown>) => Record<string, readonly [unknown, unknown]>,
): Promise<void> =>
  audit(
    context,
    people.map((row) => ({
      resource: 'user',
      recordId: idOf(row),
      action,
      title: String(row['realName']),
      changes: changes(row),
    })),
  );

async function grant(services: Services, context: Context, input: Input, identity: Identity): Promise<boolean> {
  const people = await peopleOf(services, context, input);
  const roles = readIds(input, 'roleIds');
  await requireGrantable(
    services,
    context,
    people.map((row) => ({ ...asPerson(row), roleId: roles })),
  );
  await context.tx.run(
    sql`update app_user set role_id = ${roles}::bigint[], version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where id = any(${people.map(idOf)}::bigint[])`,
  );
  await requireAdministratorLeft(context, []);
  await written(context, people, 'grant', (row) => ({ roleId: [row['roleId'], roles] }));
  context.tx.afterCommit(() => identity.forgetAll());
  return true;
}

/**
 * How many accounts are given a password of their own at once: each is hashed by itself, which takes its time on
 * purpose.
 */
const RESET_MAX = 10;
interface Fresh {
  readonly password: string;
  readonly hash: string;
  readonly isItsOwn: boolean;
}
/** Before the transaction: what each of the accounts begins with anew, hashed once where all get the same. */
async function freshPasswords(services: Services, context: Context, input: Input): Promise<ReadonlyMap<string, Fresh>> {
  const people = readIds(input, 'userIds');
  const { password, isItsOwn } = await initialPassword(services, context);
  if (isItsOwn && people.length > RESET_MAX) throw new Refused(refuse('user.initial-password'));
  const passwords = people.map(() => (isItsOwn ? randomPassword() : password));
  const hashes = new Map<string, string>();
  for (const each of new Set(passwords)) hashes.set(each, await hashOf(each));
  return new Map(
    people.map((id, at) => [id, { password: passwords[at]!, hash: hashes.get(passwords[at]!)!, isItsOwn }]),
  );
}

/** `true`; where the tenant sets no initial password, those of the accounts, shown this once. */
async function resetPassword(services: Services, context: Context, input: Input, identity: Identity): Promise<unknown> {
  const people = await peopleOf(services, context, input);
  const fresh = context.prepared as Awaited<ReturnType<typeof freshPasswords>>;
  for (const row of people) await storePassword(context.tx, idOf(row), fresh.get(idOf(row))!.hash, true);
  await endSessions(context.tx, people.map(idOf), 'password');
  await written(context, people, 'reset-password', () => ({}));
  context.tx.afterCommit(() => identity.forgetAll());
  const shown = people.filter((row) => fresh.get(idOf(row))!.isItsOwn);
  return (
    shown.length === 0 ||
    shown.map((row) => ({
      id: idOf(row),
      account: row['account'],
      realName: row['realName'],
      initialPassword: fresh.get(idOf(row))!.password,
    }))
  );
}

async function unlock(services: Services, context: Context, input: Input): Promise<boolean> {
  const people = await peopleOf(services, context, input);
  for (const row of people) await clearFailures(context.tx, String(row['account']));
  await written(context, people, 'unlock', () => ({}));
  return true;
}

/**
 * Whoever passes somebody gives him roles and departments, or he comes in as a guest. A refused one may still be
 * passed.
 */
async function review(
  services: Services,
  context: Context,
  input: Input,
  state: 'approved' | 'refused',
  identity: Identity,
): Promise<boolean> {
  const people = await peopleOf(services, context, input);
  const not = people.find((row) => row['auditState'] === 'approved' || row['auditState'] === state);
  if (not !== undefined) throw new Refused(refuse('user.not-waiting', { name: String(not['realName']) }));
  const given =
    state === 'approved'
      ? { roleId: listOf(input['roleIds'] ?? ''), deptId: listOf(input['deptIds'] ?? '') }
      : { roleId: [], deptId: [] };
  await requireDepartments(context, given.deptId);
  await requireGrantable(
    services,
    context,
    people.map(asPerson).map(({ roleId, deptId }) => ({
      roleId: given.roleId.length > 0 ? given.roleId : roleId,
      deptId: given.deptId.length > 0 ? given.deptId : deptId,
    })),
  );
  const before = new Map(people.map((row) => [idOf(row), row]));
  const after = await context.tx.rows<{ id: string; roleId: string[]; deptId: string[] }>(sql`
    update app_user u set audit_state = ${state}, version = version + 1, update_user = ${context.user.userId}::bigint,
      update_time = now(),
      dept_id = case when cardinality(${given.deptId}::bigint[]) > 0 then ${given.deptId}::bigint[] else dept_id end,
      role_id = case when ${state} = 'refused' then role_id when cardinality(${given.roleId}::bigint[]) > 0 then
      ${given.roleId}::bigint[]
                     when cardinality(role_id) = 0 then array(select id from role
                     where role_alias = 'guest') else role_id end
    where id = any(${people.map(idOf)}::bigint[]) returning id, role_id, dept_id`);
  await audit(
    context,
    after.map(({ id, ...now }) => {
      const row = before.get(id)!;
      return {
        resource: 'user',
        recordId: id,
        action: state === 'approved' ? 'audit-pass' : 'audit-refuse',
        title: String(row['realName']),
        changes: { auditState: [row['auditState'], state], ...differences(row, now) },
      };
    }),
  );
  context.tx.afterCommit(() => identity.forgetAll());
  return true;
}

async function changePassword(
  services: Services,
  context: Context,
  input: Input,
  identity: Identity,
): Promise<boolean> {
  const old = String(input['oldPassword'] ?? '');
  const fresh = String(input['newPassword'] ?? '');
  if (fresh !== String(input['newPassword1'] ?? ''))
    throw new Refused(refuse('password.differ', {}, { field: 'newPassword1' }));
  // Older clients send the digest of a new password: the rule was theirs to check.
  if (!isDigest(fresh) && !isAllowedPassword(fresh))
    throw new Refused(refuse('password.policy', {}, { field: 'newPassword' }));
  if (old.length > 200 || !(await proves(services, context, old)))
    throw new Refused(refuse('password.old', {}, { field: 'oldPassword' }));
  if (await isOwnPassword(services, context, fresh))
    throw new Refused(refuse('password.same', {}, { field: 'newPassword' }));
  const hash = await hashOf(fresh);
  const { userId, sessionId, realName } = context.user;
  await inTransaction(services.database, context, async (inside) => {
    await storePassword(inside.tx, userId, hash, false);
    await endSessions(inside.tx, [userId], 'password', sessionId);
    await audit(inside, [
      { resource: 'user', recordId: userId, action: 'update-password', title: realName, changes: {} },
    ]);
    inside.tx.afterCommit(() => identity.forgetAll());
  });
  return true;
}

const OWN_FIELDS = ['avatar', 'name', 'realName', 'phone', 'email'];
async function updateInfo(services: Services, context: Context, input: Input): Promise<boolean> {
  const own = Object.fromEntries(Object.entries(input).filter(([name]) => OWN_FIELDS.includes(name)));
  const phone = String(own['phone'] ?? '') === '' ? undefined : phoneRefusal(String(own['phone']), 'phone');
  if (phone !== undefined) throw new Refused(phone);
  await saveRecord(services.registry(), { ...user, scope: null }, context, { ...own, id: context.user.userId });
  return true;
}

/** Calls on people beyond list, detail, submit and remove. */
export const userCalls = (services: Services, identity: Identity): readonly Call[] => {
  const call = (
    method: 'GET' | 'POST',
    path: string,
    permission: string,
    zh: string,
    en: string,
    handle: Call['handle'],
    reads?: boolean,
  ): Call => ({
    method,
    service: 'blade-user',
    path,
    permission,
    summary: label(zh, en),
    handle,
    ...(reads === undefined ? {} : { reads }),
  });
  /** About the caller himself, whoever he is. */
  const own = (
    method: 'GET' | 'POST',
    path: string,
    zh: string,
    en: string,
    handle: Call['handle'],
    reads?: boolean,
  ): Call => ({ ...call(method, path, SESSION, zh, en, handle, reads), outsiders: true });
  const of = user;
  const sheet = (path: string, make: (registry: Registry) => Call, more: Input = {}): Call => ({
    // A template of a call does not touch the registry before it is asked.
    ...make(undefined as never),
    service: 'blade-user',
    path,
    prepare: (context, input, file) => make(services.registry()).prepare?.(context, input, file),
    handle: (context, input, file) => make(services.registry()).handle(context, { ...more, ...input }, file),
  });
  return [
    // The names existing clients call them by; there an account that exists is left alone unless they say otherwise.
    sheet('export-user', (registry) => exportCall(registry, of)),
    sheet('export-template', (registry) => templateCall(registry, of)),
    sheet('import-user', (registry) => importCall(registry, of, services.fileFolder), { isCovered: '0' }),
    call('POST', 'grant', 'user_role', '分配角色', 'Give roles', (context, input) =>
      grant(services, context, input, identity),
    ),
    {
      ...call('POST', 'reset-password', 'user_reset', '重置密码', 'Reset password', (context, input) =>
        resetPassword(services, context, input, identity),
      ),
      prepare: (context, input) => freshPasswords(services, context, input),
    },
    call('POST', 'unlock', 'user_unlock', '解除锁定', 'Unlock', (context, input) => unlock(services, context, input)),
    call('POST', 'audit-pass', 'user_audit', '通过注册申请', 'Pass a registration', (context, input) =>
      review(services, context, input, 'approved', identity),
    ),
    call('POST', 'audit-refuse', 'user_audit', '拒绝注册申请', 'Refuse a registration', (context, input) =>
      review(services, context, input, 'refused', identity),
    ),
    {
      ...call('POST', 'update-password', SESSION, '修改密码', 'Change password', (context, input) =>
        changePassword(services, context, input, identity),
      ),
      outsiders: true,
      beforeOwnPassword: true,
      ownTransactions: true,
    },
    {
      ...own(
        'GET',
        'user-verifypwd',
        '核对密码',
        'Check password',
        (context, input) => proves(services, context, String(input['password'] ?? '').slice(0, 200)),
        false,
      ),
      ownTransactions: true,
    },
    own('GET', 'info', '个人信息', 'Own profile', (context) =>
      readRecord(services.registry(), { ...user, scope: null }, context, { id: context.user.userId }),
    ),
    own('POST', 'update-info', '修改个人信息', 'Change own profile', (context, input) =>
      updateInfo(services, context, input),
    ),
  ];
};

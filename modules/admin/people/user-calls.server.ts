import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Row } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { audit, differences } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { exportCall, importCall, templateCall } from '../../../parts/sheets/excel-calls.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { hashOf, randomPassword, storePassword } from '../sign-in/password.server.ts';
import { requireDepartments, requireGrantable, requireMayManage } from '../rights/rights.server.ts';
import { endSessions } from '../sign-in/session.server.ts';
import { clearFailures } from '../sign-in/sign-in-attempts.server.ts';
import type { Identity } from '../rights/signed-in.server.ts';
import * as calls from './user.calls.ts';
import { user } from './user.resource.ts';
import { asPerson, initialPassword, requireAdministratorLeft } from './user.server.ts';

type Person = Row<typeof user>;
type Chosen = InputOf<typeof calls.unlockAccounts.input>;

/** The people named by `userIds`, locked, within the caller's scope and not above them. */
async function peopleOf(services: Services, context: Context, input: Chosen): Promise<Person[]> {
  const wanted = readIds(input, 'userIds');
  const people = await lockRows(user, context, wanted);
  if (people.length < wanted.length) throw unknownRecord(user.label);
  await requireMayManage(services, context, people.map(asPerson));
  return people;
}

const idsOf = (people: readonly Person[]): Id[] => people.map(({ id }) => id);

const auditPeople = (
  context: Context,
  people: readonly Person[],
  action: string,
  changes: (person: Person) => Record<string, readonly [unknown, unknown]> = () => ({}),
): Promise<void> =>
  audit(
    context,
    people.map((person) => ({
      resource: 'user',
      recordId: person.id,
      action,
      title: person.realName,
      changes: changes(person),
    })),
  );

async function grantRoles(
  services: Services,
  identity: Identity,
  context: Context,
  input: InputOf<typeof calls.grantRoles.input>,
): Promise<boolean> {
  const people = await peopleOf(services, context, input);
  const roles = readIds(input, 'roleIds');
  await requireGrantable(
    services,
    context,
    people.map((person) => ({ ...asPerson(person), roleId: roles })),
  );
  await context.tx.run(
    sql`update app_user set role_id = ${roles}::bigint[], version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where id = any(${idsOf(people)}::bigint[])`,
  );
  await requireAdministratorLeft(context, []);
  await auditPeople(context, people, 'grant', ({ roleId }) => ({ roleId: [roleId, roles] }));
  context.tx.afterCommit(() => identity.forgetAll());
  return true;
}

/** How many accounts can be given a random password at once: each is hashed by itself, which is slow on purpose. */
const RESET_MAX = 10;
interface NewPassword {
  readonly password: string;
  readonly hash: string;
  readonly isRandom: boolean;
}
/** Before the transaction: the new password of each account by its id, hashed once where all get the same. */
async function newPasswords(
  services: Services,
  context: Context,
  input: Chosen,
): Promise<ReadonlyMap<Id, NewPassword>> {
  const people = readIds(input, 'userIds');
  const { password, isRandom } = await initialPassword(services, context);
  if (isRandom && people.length > RESET_MAX) throw new Refused(refuse('user.initial-password'));
  const passwords = people.map(() => (isRandom ? randomPassword() : password));
  const hashes = new Map<string, string>();
  for (const each of new Set(passwords)) hashes.set(each, await hashOf(each));
  return new Map(
    people.map((id, at) => [id, { password: passwords[at]!, hash: hashes.get(passwords[at]!)!, isRandom }]),
  );
}

async function resetPassword(
  services: Services,
  identity: Identity,
  context: Context,
  input: Chosen,
): Promise<TypeOf<typeof calls.resetPassword.answer>> {
  const people = await peopleOf(services, context, input);
  const passwords = context.prepared as Awaited<ReturnType<typeof newPasswords>>;
  for (const { id } of people) await storePassword(context.tx, id, passwords.get(id)!.hash, true);
  await endSessions(context.tx, idsOf(people), 'password');
  await auditPeople(context, people, 'reset-password');
  context.tx.afterCommit(() => identity.forgetAll());
  const shown = people.filter(({ id }) => passwords.get(id)!.isRandom);
  return (
    shown.length === 0 ||
    shown.map(({ id, account, realName }) => ({
      id,
      account,
      realName,
      initialPassword: passwords.get(id)!.password,
    }))
  );
}

async function unlockAccounts(services: Services, context: Context, input: Chosen): Promise<boolean> {
  const people = await peopleOf(services, context, input);
  for (const { account } of people) await clearFailures(context.tx, account);
  await auditPeople(context, people, 'unlock');
  return true;
}

/** What is decided about a registration. Without roles or departments of its own a person has those they came with. */
interface Decision {
  readonly state: 'approved' | 'refused';
  readonly roleId: readonly Id[];
  readonly deptId: readonly Id[];
}
const REFUSED: Decision = { state: 'refused', roleId: [], deptId: [] };

/** Approves or refuses registrations: not what is approved already, nor the same twice. */
async function review(
  services: Services,
  identity: Identity,
  context: Context,
  input: Chosen,
  decision: Decision,
): Promise<boolean> {
  const { state, roleId, deptId } = decision;
  const people = await peopleOf(services, context, input);
  const decided = people.find(({ auditState }) => auditState === 'approved' || auditState === state);
  if (decided !== undefined) throw new Refused(refuse('user.not-waiting', { name: decided.realName }));
  await requireDepartments(context, deptId);
  await requireGrantable(
    services,
    context,
    people.map(asPerson).map((person) => ({
      roleId: roleId.length > 0 ? roleId : person.roleId,
      deptId: deptId.length > 0 ? deptId : person.deptId,
    })),
  );
  const after = await storeDecision(context, idsOf(people), decision);
  const before = new Map(people.map((person) => [person.id, person]));
  await audit(
    context,
    after.map(({ id, ...now }) => {
      const person = before.get(id)!;
      return {
        resource: 'user',
        recordId: id,
        action: state === 'approved' ? 'audit-pass' : 'audit-refuse',
        title: person.realName,
        changes: { auditState: [person.auditState, state], ...differences(person, now) },
      };
    }),
  );
  context.tx.afterCommit(() => identity.forgetAll());
  return true;
}

/** Writes a decision; answers the roles and departments that each person has by now. */
const storeDecision = (
  { tx, user: { userId } }: Context,
  ids: readonly Id[],
  { state, roleId, deptId }: Decision,
): Promise<Pick<Person, 'id' | 'roleId' | 'deptId'>[]> =>
  tx.rows(sql`
    update app_user u set audit_state = ${state}, version = version + 1, update_user = ${userId}::bigint,
      update_time = now(),
      dept_id = case when cardinality(${[...deptId]}::bigint[]) > 0 then ${[...deptId]}::bigint[] else dept_id end,
      role_id = case when ${state} = 'refused' then role_id when cardinality(${[...roleId]}::bigint[]) > 0 then
      ${[...roleId]}::bigint[]
                     when cardinality(role_id) = 0 then array(select id from role
                     where role_alias = 'guest') else role_id end
    where id = any(${[...ids]}::bigint[]) returning id, role_id, dept_id`);

const exportUsers = serve(
  calls.exportUsers,
  (context, _input, { body }) => exportCall(user).handle(context, body, null),
  { reads: true },
);
const userTemplate = serve(
  calls.userTemplate,
  (context, _input, { body }) => templateCall(user).handle(context, body, null),
  { reads: true },
);

/** Calls on people beyond list, detail, submit and remove. */
export const userCalls = (services: Services, identity: Identity): readonly Call[] => {
  const importing = importCall(user, services.fileFolder);
  return [
    exportUsers,
    userTemplate,
    serve(
      calls.importUsers,
      async (context, _input, { body, file }) =>
        (await importing.handle(context, { isCovered: '0', ...body }, file)) as TypeOf<typeof calls.importUsers.answer>,
      {
        upload: 'sheet or job',
        prepare: (context, _input, { body, file }) => importing.prepare?.(context, body, file),
      },
    ),
    serve(calls.grantRoles, (context, input) => grantRoles(services, identity, context, input)),
    serve(calls.resetPassword, (context, input) => resetPassword(services, identity, context, input), {
      prepare: (context, input) => newPasswords(services, context, input),
    }),
    serve(calls.unlockAccounts, (context, input) => unlockAccounts(services, context, input)),
    serve(calls.approveRegistration, (context, input) =>
      review(services, identity, context, input, {
        state: 'approved',
        roleId: listOf(input.roleIds ?? ''),
        deptId: listOf(input.deptIds ?? ''),
      }),
    ),
    serve(calls.refuseRegistration, (context, input) => review(services, identity, context, input, REFUSED)),
  ];
};

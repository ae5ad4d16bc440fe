import type { InputOf } from '../../../kernel/core/contract.ts';
import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { user as userDeclaration } from '../people/user.resource.ts';
import { explainCode } from './explain-code.server.ts';
import type { Question, Reason, Role } from './explain-question.server.ts';
import { explainRow } from './explain-row.server.ts';
import { explainRights } from './explain.calls.ts';
import { loadSignedIn } from './signed-in.server.ts';

interface Person {
  readonly realName: string;
  readonly account: string;
  readonly frozen: number;
  readonly auditState: string;
}

/** The person, as far as the caller sees them. */
async function personOf(context: Context, userId: string): Promise<Person> {
  const person = await context.tx.row<Person>(sql`
    select t.real_name, t.account, t.frozen, t.audit_state from app_user t
    where ${join([sql`t.id = ${userId}::bigint`, ...scopeCondition(userDeclaration, context)], ' and ')}`);
  if (person === undefined) throw unknownRecord(userDeclaration.label);
  return person;
}

const reasonAgainst = ({ frozen, auditState }: Person): Label =>
  frozen === 1
    ? label('账号已冻结', 'The account is frozen')
    : auditState === 'approved'
      ? label('租户已冻结或过期', 'The tenant is frozen or has expired')
      : label('账号未通过审核', 'The account was not approved');

/** Reasons in the roles as such: there is none, or it is frozen. */
function explainRoles({ roles, add }: Question): void {
  if (roles.length === 0) add('role', false, label('没有任何角色', 'Has no role'));
  for (const { roleName, frozen } of roles)
    if (frozen === 1)
      add(
        'role',
        false,
        label(`角色“${roleName}”已冻结，不起作用`, `The role “${roleName}” is frozen and counts for nothing`),
        { role: roleName },
      );
}

/**
 * Whether a person may do something with a record, or make a call, and why. What is answered is what the program itself
 * decides; the reasons are found beside it.
 */
export const explainCall = (services: Services): Call =>
  serve(explainRights, async (context, input) => {
    const userId = readIds(input, 'userId')[0]!;
    const shown = await personOf(context, userId);
    const reasons: Reason[] = [];
    const person = await loadSignedIn(context.tx, context.registry, context.tenant, userId, null);
    const target = targetOf(services, context, input);
    const question: Question = {
      context,
      person,
      roles: await context.tx.rows<Role>(
        sql`select r.id, r.role_name, r.role_alias, r.frozen, r.data_scope_type, r.data_scope_value from role r
          join app_user u on r.id = any(u.role_id) where u.id = ${userId}::bigint order by r.sort`,
      ),
      add: (rule, lets, text, more = {}) =>
        void reasons.push({ rule, lets, text: text[context.language], role: '', by: '', time: '', ...more }),
    };
    if (person === null) question.add('account', false, reasonAgainst(shown));
    explainRoles(question);
    const mayCall = await explainCode(question, target.codes, target.address);
    const { declaration, recordId } = target;
    const maySee =
      declaration === undefined || recordId === undefined || (await explainRow(question, { declaration, recordId }));
    return {
      allowed: person !== null && mayCall && maySee,
      userName: shown.realName,
      account: shown.account,
      target: target.name[context.language],
      reasons,
    };
  });

/** What the person wants to do: make a call, or do something with the records of a declaration or with one. */
interface Target {
  readonly codes: readonly string[];
  readonly address?: string;
  readonly declaration?: Declaration;
  readonly recordId?: string;
  readonly name: Label;
}
function targetOf(services: Services, { registry }: Context, input: InputOf<typeof explainRights.input>): Target {
  if (input.route !== null) {
    const address = input.route.replace(/^(GET|POST)\s+/i, '');
    const call = services.mounted().find((each) => `/api/${each.service}/${each.path}` === address);
    if (call === undefined) throw new Refused(refuse('scope.path', { path: address }, { field: 'route' }));
    return { codes: [call.permission].flat(), address, name: call.summary };
  }
  const name = input.resource ?? '';
  const declaration = registry.declarations.find((each) => each.name === name);
  if (declaration === undefined) throw new Refused(refuse('scope.class', { name }, { field: 'resource' }));
  const { recordId } = input;
  if (recordId !== null && !/^\d{1,19}$/.test(recordId))
    throw new Refused(refuse('param.invalid', { name: 'recordId', value: recordId }));
  return {
    codes: [permissionOf(declaration, input.action ?? 'view')],
    declaration,
    name: declaration.label,
    ...(recordId === null ? {} : { recordId }),
  };
}

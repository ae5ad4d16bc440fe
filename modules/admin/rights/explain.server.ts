import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { SESSION, PUBLIC } from '../../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context, type Input, type SignedIn } from '../../../kernel/server/context.ts';
import { ident, join, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { platformRights } from './button-codes.server.ts';
import { outsideScope, scopeOf, type OfParty } from './data-scope.server.ts';
import { permitsPath } from './scope.rules.ts';
import { ADMINISTRATOR, loadSignedIn, PLATFORM_TENANT } from './signed-in.server.ts';
import { user as userDeclaration } from '../people/user.resource.ts';

/** One thing that lets somebody do something, or stops him. */
interface Reason {
  readonly rule: string;
  readonly lets: boolean;
  readonly text: string;
  readonly role: string;
  readonly by: string;
  readonly time: string;
}
interface Grant {
  readonly role: string;
  readonly code: string;
  readonly by: string | null;
  readonly time: string | null;
  readonly frozen: number;
}
interface Role {
  readonly id: string;
  readonly roleName: string;
  readonly roleAlias: string;
  readonly frozen: number;
  readonly dataScopeType: string;
  readonly dataScopeValue: string | null;
}

/**
 * Whether a person may do something with a record, or make a call, and why. What is answered is what the program itself
 * decides; the reasons are found beside it.
 */
const NO_PARTY: OfParty = { partyType: 'staff', partyId: null };

async function explain(services: Services, context: Context, input: Input): Promise<unknown> {
  const [userId] = readIds(input, 'userId');
  const visible = await context.tx.row<{ realName: string; account: string; frozen: number; auditState: string }>(sql`
    select t.real_name, t.account, t.frozen, t.audit_state from app_user t
    where ${join([sql`t.id = ${userId!}::bigint`, ...scopeCondition(userDeclaration, context)], ' and ')}`);
  if (visible === undefined) throw unknownRecord(userDeclaration.label);
  const say = (text: Label): string => text[context.language];
  const reasons: Reason[] = [];
  const add = (rule: string, lets: boolean, text: Label, more: Partial<Reason> = {}): void =>
    void reasons.push({ rule, lets, text: say(text), role: '', by: '', time: '', ...more });
  const person = await loadSignedIn(context.tx, services.registry(), context.tenant, userId!, null);
  if (person === null)
    add(
      'account',
      false,
      visible.frozen === 1
        ? label('账号已冻结', 'The account is frozen')
        : visible.auditState === 'approved'
          ? label('租户已停用或过期', 'The tenant is stopped or has ended')
          : label('账号未通过审核', 'The account was not approved'),
    );
  const target = targetOf(services, input);
  const roles = await context.tx.rows<Role>(
    sql`select r.id, r.role_name, r.role_alias, r.frozen, r.data_scope_type, r.data_scope_value from role r
      join app_user u on r.id = any(u.role_id) where u.id = ${userId!}::bigint order by r.sort`,
  );
  if (roles.length === 0) add('role', false, label('没有任何角色', 'Has no role'));
  for (const role of roles.filter((each) => each.frozen === 1))
    add(
      'role',
      false,
      label(`角色“${role.roleName}”已冻结，不起作用`, `The role “${role.roleName}” is frozen and counts for nothing`),
      { role: role.roleName },
    );
  const mayCall = await explainCode(services, context, person, target, roles, add);
  const maySee =
    target.declaration === undefined || target.recordId === undefined
      ? true
      : await explainRow(context, person, target.declaration, target.recordId, roles, add);
  return {
    allowed: person !== null && mayCall && maySee,
    userName: visible.realName,
    account: visible.account,
    target: say(target.name),
    reasons,
  };
}

interface Target {
  readonly codes: readonly string[];
  readonly address?: string;
  readonly declaration?: Declaration;
  readonly recordId?: string;
  readonly name: Label;
}
function targetOf(services: Services, input: Input): Target {
  const route = String(input['route'] ?? '').trim();
  if (route !== '') {
    const address = route.replace(/^(GET|POST)\s+/i, '');
    const call = services.mounted().find((each) => `/api/${each.service}/${each.path}` === address);
    if (call === undefined) throw new Refused(refuse('scope.path', { path: address }, { field: 'route' }));
    return { codes: [call.permission].flat(), address, name: call.summary };
  }
  const declaration = services.registry().declarations.find((each) => each.name === String(input['resource'] ?? ''));
  if (declaration === undefined)
    throw new Refused(refuse('scope.class', { name: String(input['resource'] ?? '') }, { field: 'resource' }));
  const action = String(input['action'] ?? 'view') || 'view';
  const recordId = String(input['recordId'] ?? '').trim();
  if (recordId !== '' && !/^\d{1,19}$/.test(recordId))
    throw new Refused(refuse('param.invalid', { name: 'recordId', value: recordId }));
  return {
    codes: [permissionOf(declaration, action)],
    declaration,
    name: declaration.label,
    ...(recordId === '' ? {} : { recordId }),
  };
}

type Add = (rule: string, lets: boolean, text: Label, more?: Partial<Reason>) => void;

/** The right to press the button, or to make the call. */
async function explainCode(
  services: Services,
  context: Context,
  person: SignedIn | null,
  target: Target,
  roles: readonly Role[],
  add: Add,
): Promise<boolean> {
  const { codes, address } = target;
  if (codes.includes(SESSION) || codes.includes(PUBLIC)) {
    add('session', true, label('登录即可使用，无须授权', 'Open to everybody who is signed in'));
    return true;
  }
  if (person?.roles.includes(ADMINISTRATOR) === true)
    add('administrator', true, label('超级管理员拥有全部权限', 'The administrator holds every right'), {
      role: roles.find((role) => role.roleAlias === ADMINISTRATOR)?.roleName ?? '',
    });
  const grants = await context.tx.rows<Grant>(sql`
    select r.role_name as role, m.code, u.real_name as by, g.granted_time as time, r.frozen from role_menu g
    join menu m on m.id = g.menu_id join role r on r.id = g.role_id left join app_user u on u.id = g.granted_by
    where g.role_id = any(${roles.map((role) => role.id)}::bigint[]) and m.code = any(${codes as string[]})
    order by g.granted_time`);
  const holds = codes.some((code) => person?.permissions.has(code) === true);
  for (const grant of grants.filter((each) => each.frozen === 0)) {
    if (context.tenant !== PLATFORM_TENANT && platformRights(services.registry()).has(grant.code))
      add(
        'platform',
        false,
        label(
          `角色“${grant.role}”有 ${grant.code}，但该数据由平台统一维护`,
          `The role “${grant.role}” has ${grant.code}, but these records are kept by the platform`,
        ),
        { role: grant.role },
      );
    else if (person !== null && !person.permissions.has(grant.code))
      add(
        'package',
        false,
        label(
          `角色“${grant.role}”有 ${grant.code}，但不在租户套餐内`,
          `The role “${grant.role}” has ${grant.code}, but the tenant’s package leaves it out`,
        ),
        { role: grant.role },
      );
    else
      add(
        'grant',
        true,
        label(`角色“${grant.role}”被授予 ${grant.code}`, `The role “${grant.role}” was granted ${grant.code}`),
        { role: grant.role, by: grant.by ?? '', time: grant.time ?? '' },
      );
  }
  const byPath =
    address === undefined
      ? []
      : (
          await context.tx.rows<{
            role: string;
            scopePath: string;
            scopeName: string;
            by: string | null;
            time: string;
          }>(sql`
    select r.role_name as role, s.scope_path, s.scope_name, u.real_name as by, g.granted_time as time
    from role_api_scope g join api_scope s on s.id = g.scope_id join role r on r.id = g.role_id and r.frozen = 0 left
    join app_user u on u.id = g.granted_by
    where g.role_id = any(${roles.map((role) => role.id)}::bigint[])`)
        ).filter((each) => permitsPath(each.scopePath, address));
  for (const scope of byPath)
    add(
      'api-scope',
      true,
      label(`接口权限“${scope.scopeName}”允许该地址`, `The API scope “${scope.scopeName}” permits the address`),
      { role: scope.role, by: scope.by ?? '', time: scope.time },
    );
  if (!holds && byPath.length === 0 && grants.length === 0)
    add('grant', false, label(`没有角色被授予 ${codes.join(' 或 ')}`, `No role was granted ${codes.join(' or ')}`));
  return holds || byPath.length > 0;
}

const WIDTHS: Readonly<Record<string, Label>> = {
  1: label('全部', 'everything'),
  2: label('仅本人', 'own records'),
  3: label('本部门', 'own departments'),
  4: label('本部门及以下', 'own departments and below'),
  5: label('自定义', 'a custom scope'),
};

/** Whether the record is among the rows the person sees, by each thing that may put it there. */
async function explainRow(
  context: Context,
  person: SignedIn | null,
  declaration: Declaration,
  recordId: string,
  roles: readonly Role[],
  add: Add,
): Promise<boolean> {
  if (declaration.view) {
    add(
      'view',
      true,
      label('此类记录按各自的规则列出，不按部门区分', 'These rows are listed by rules of their own, not by department'),
    );
    return true;
  }
  const as = (who: SignedIn): Promise<boolean> =>
    context.tx
      .row(
        sql`select 1 as one from ${ident(tableOf(declaration))} t
          where ${join(
            [
              sql`t.id =
            ${recordId}::bigint`,
              ...scopeCondition(declaration, { ...context, user: who }),
            ],
            ' and ',
          )}`,
      )
      .then((row) => row !== undefined);
  const record = await context.tx.row<{ createUser: string | null }>(
    sql`select t.create_user from ${ident(tableOf(declaration))} t where t.id = ${recordId}::bigint`,
  );
  if (record === undefined) {
    add('record', false, label('记录不存在或已删除', 'There is no such record'));
    return false;
  }
  if (declaration.scope === null || declaration.platform === true) {
    add(
      'open',
      true,
      label(
        '此类记录不按部门区分，能打开页面的人都能看到',
        'These records are not shared out by department; whoever opens the page sees them',
      ),
    );
    return true;
  }
  if (person === null) return false;
  const nothing: SignedIn = {
    ...person,
    scope: person.outsider === true ? outsideScope(NO_PARTY, []) : { all: false, depts: [] },
    moreScopes: new Map(),
  };
  if (record.createUser === person.userId) add('own', true, label('是本人创建的', 'Was made by the person'));
  else if (await as(nothing))
    add('open', true, label('记录没有归属部门，所有人可见', 'The record names no department, so everybody sees it'));
  const { deptId, ...of } = (await context.tx.row<OfParty & { deptId: string[] | null }>(
    sql`select dept_id, party_type, supplier_id as party_id from app_user where id = ${person.userId}::bigint`,
  )) ?? { ...NO_PARTY, deptId: null };
  const depts = deptId ?? [];
  for (const role of roles.filter((each) => each.frozen === 0)) {
    const scope = person.outsider === true ? outsideScope(of, [role]) : await scopeOf(context.tx, [role], depts);
    const lets = await as({ ...nothing, userId: '0', scope });
    const width = WIDTHS[role.dataScopeType] ?? label('', '');
    add(
      'base-scope',
      lets,
      lets
        ? label(
            `角色“${role.roleName}”的基础数据范围（${width.zh}）包含它`,
            `The base scope of “${role.roleName}” (${width.en}) holds it`,
          )
        : label(
            `角色“${role.roleName}”的基础数据范围（${width.zh}）不包含它`,
            `The base scope of “${role.roleName}” (${width.en}) does not hold it`,
          ),
      { role: role.roleName },
    );
  }
  const scopes = await context.tx.rows<{
    roleName: string;
    scopeName: string;
    scopeColumn: string;
    scopeType: string;
    scopeValue: string | null;
    by: string | null;
    time: string;
  }>(sql`
    select r.role_name, s.scope_name, s.scope_column, s.scope_type, s.scope_value, u.real_name as by,
      g.granted_time as time from role_data_scope g join data_scope s on s.id = g.scope_id
      join role r on r.id = g.role_id and r.frozen = 0 left join app_user u on u.id = g.granted_by
    where g.role_id = any(${roles.map((role) => role.id)}::bigint[]) and s.scope_class = ${declaration.name}`);
  for (const each of scopes) {
    const scope = await scopeOf(
      context.tx,
      [{ dataScopeType: each.scopeType, dataScopeValue: each.scopeValue }],
      depts,
    );
    const more = scope.all
      ? ({ which: 'all' } as const)
      : each.scopeType === '2' || each.scopeColumn === 'createUser'
        ? ({ which: 'own' } as const)
        : ({ which: 'depts', field: each.scopeColumn, depts: scope.depts } as const);
    const lets = await as({
      ...nothing,
      userId: each.scopeType === '2' ? person.userId : '0',
      moreScopes: new Map([[declaration.name, [more]]]),
    });
    add(
      'data-scope',
      lets,
      lets
        ? label(`数据权限“${each.scopeName}”包含它`, `The data scope “${each.scopeName}” holds it`)
        : label(`数据权限“${each.scopeName}”不包含它`, `The data scope “${each.scopeName}” does not hold it`),
      { role: each.roleName, by: each.by ?? '', time: each.time },
    );
  }
  return as(person);
}

export const explainCalls = (services: Services): readonly Call[] => [
  {
    method: 'GET',
    service: 'blade-system',
    path: 'permission/explain',
    permission: 'permission_explain_view',
    summary: label('权限诊断', 'Explain rights'),
    handle: (context, input) => explain(services, context, input),
  },
];

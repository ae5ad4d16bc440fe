import type { Declaration } from '../../../kernel/core/declaration.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import type { Context, MoreScope, SignedIn } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { ident, join, sql } from '../../../parts/postgres/database.ts';
import { outsideScope, scopeOf, type OfParty } from './data-scope.server.ts';
import type { Question } from './explain-question.server.ts';

/** A record whose visibility is explained. */
interface Target {
  readonly declaration: Declaration;
  readonly recordId: string;
}
const NO_PARTY: OfParty = { partyType: 'staff', partyId: null };

const WIDTHS: Readonly<Record<string, Label>> = {
  1: label('全部', 'everything'),
  2: label('仅本人', 'own records'),
  3: label('本部门', 'own departments'),
  4: label('本部门及以下', 'own departments and below'),
  5: label('自定义', 'a custom scope'),
};

/** Whether somebody with these rights sees the record. */
async function sees(context: Context, { declaration, recordId }: Target, user: SignedIn): Promise<boolean> {
  const terms = [sql`t.id = ${recordId}::bigint`, ...scopeCondition(declaration, { ...context, user })];
  const row = await context.tx.row(
    sql`select 1 as one from ${ident(tableOf(declaration))} t where ${join(terms, ' and ')}`,
  );
  return row !== undefined;
}

/** The person without any scope. */
const withoutScope = (person: SignedIn): SignedIn => ({
  ...person,
  scope: person.outsider === true ? outsideScope(NO_PARTY, []) : { all: false, depts: [] },
  moreScopes: new Map(),
});

/** Whether the record is among the rows the person sees, by each thing that may put it there. */
export async function explainRow(question: Question, target: Target): Promise<boolean> {
  const { context, person, add } = question;
  const { declaration, recordId } = target;
  if (declaration.view) {
    add(
      'view',
      true,
      label('此类记录按各自的规则列出，不按部门区分', 'These rows are listed by rules of their own, not by department'),
    );
    return true;
  }
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
  if (record.createUser === person.userId) add('own', true, label('是本人创建的', 'Was made by the person'));
  else if (await sees(context, target, withoutScope(person)))
    add('open', true, label('记录没有归属部门，所有人可见', 'The record names no department, so everybody sees it'));
  const { deptId, ...party } = (await context.tx.row<OfParty & { deptId: string[] | null }>(
    sql`select dept_id, party_type, supplier_id as party_id from app_user where id = ${person.userId}::bigint`,
  )) ?? { ...NO_PARTY, deptId: null };
  await explainBaseScopes(question, target, person, party, deptId ?? []);
  await explainDataScopes(question, target, person, deptId ?? []);
  return sees(context, target, person);
}

/** By the base scope of each role. */
async function explainBaseScopes(
  { context, roles, add }: Question,
  target: Target,
  person: SignedIn,
  party: OfParty,
  depts: readonly string[],
): Promise<void> {
  for (const role of roles.filter((each) => each.frozen === 0)) {
    const scope = person.outsider === true ? outsideScope(party, [role]) : await scopeOf(context.tx, [role], depts);
    const lets = await sees(context, target, { ...withoutScope(person), userId: '0', scope });
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
}

/** By the data scopes granted to the roles. */
async function explainDataScopes(
  { context, roles, add }: Question,
  target: Target,
  person: SignedIn,
  depts: readonly string[],
): Promise<void> {
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
    where g.role_id = any(${roles.map((role) => role.id)}::bigint[]) and s.scope_class = ${target.declaration.name}`);
  for (const each of scopes) {
    const scope = await scopeOf(
      context.tx,
      [{ dataScopeType: each.scopeType, dataScopeValue: each.scopeValue }],
      depts,
    );
    const more: MoreScope = scope.all
      ? { which: 'all' }
      : each.scopeType === '2' || each.scopeColumn === 'createUser'
        ? { which: 'own' }
        : { which: 'depts', field: each.scopeColumn, depts: scope.depts };
    const lets = await sees(context, target, {
      ...withoutScope(person),
      userId: each.scopeType === '2' ? person.userId : '0',
      moreScopes: new Map([[target.declaration.name, [more]]]),
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
}

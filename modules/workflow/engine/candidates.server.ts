import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Facts } from './condition.rules.ts';
import type { Candidate } from './task-settings.rules.ts';

/** Who is to be found for one node of one process. */
export interface Search {
  readonly candidates: readonly Candidate[];
  readonly applicant: string;
  /** Department the applicant sent it for. */
  readonly dept: string | null;
  readonly facts: Facts;
  /** Right that decides where a candidate of kind `button` names none. */
  readonly button: string;
}
interface Found {
  readonly userId: string;
  readonly kind: string;
  readonly ref: string;
}
interface Person {
  readonly id: string;
  readonly name: string;
}

const WHOEVER_LOOKS_AFTER = ['admin', 'administrator'];

/**
 * People for many searches at once, each in the order of its candidates. Frozen people are left out, and with
 * `withoutApplicant` the
 * one who asks. Where nobody is left it goes up the leaders, then to the administrators: never through.
 */
export async function findCandidates(
  context: Context,
  searches: readonly Search[],
  withoutApplicant: boolean,
): Promise<readonly (readonly Found[])[]> {
  if (searches.length === 0) return [];
  const wanted = searches.flatMap((search) => search.candidates);
  const refs = (kind: string): string[] => [
    ...new Set(wanted.filter((each) => each.kind === kind).map((each) => each.ref ?? '')),
  ];
  const buttons = [...new Set([...refs('button').filter(Boolean), ...searches.map((search) => search.button)])];
  const needs = (...kinds: string[]): boolean => wanted.some((each) => kinds.includes(each.kind));
  const depts = [...new Set(searches.flatMap((search) => search.dept ?? []))];
  const projects = needs('project-manager')
    ? [...new Set(searches.flatMap((search) => listOf(search.facts['bladeProjectDeptId'])))]
    : [];
  const [accounts, roles, posts, holders, leaders, managers] = [
    needs('user') ? await byAccount(context, refs('user')) : NOBODY,
    await byRole(context, [...refs('role'), ...WHOEVER_LOOKS_AFTER]),
    needs('post') ? await byPost(context, refs('post')) : NOBODY,
    needs('button') ? await byButton(context, buttons) : NOBODY,
    await leadersOf(context, depts),
    projects.length === 0 ? NOBODY : await managersOf(context, projects),
  ];
  const resolve = (search: Search, { kind, ref = '' }: Candidate): readonly string[] => {
    const line = search.dept === null ? [] : (leaders.get(search.dept) ?? []);
    if (kind === 'user') return accounts.get(ref.toLowerCase()) ?? [];
    if (kind === 'role') return roles.get(ref) ?? [];
    if (kind === 'post') return posts.get(ref) ?? [];
    if (kind === 'button') return holders.get(ref === '' ? search.button : ref) ?? [];
    if (kind === 'dept-leader') return line.slice(0, 1);
    if (kind === 'upper-leader') return line.slice(1, 2);
    if (kind === 'project-manager')
      return listOf(search.facts['bladeProjectDeptId']).flatMap((project) => managers.get(project) ?? []);
    if (kind === 'applicant') return [search.applicant];
    return listOf(search.facts[ref]);
  };
  const named = searches.map((search) =>
    search.candidates.map((candidate) => ({ candidate, users: resolve(search, candidate) })),
  );
  const active = await activePeople(context, [
    ...named.flat().flatMap((each) => each.users),
    ...[...leaders.values()].flat(),
    ...WHOEVER_LOOKS_AFTER.flatMap((alias) => roles.get(alias) ?? []),
  ]);
  return searches.map((search, at) => {
    const may = (userId: string): boolean => active.has(userId) && !(withoutApplicant && userId === search.applicant);
    const found = new Map<string, Found>();
    for (const { candidate, users } of named[at]!)
      for (const userId of users)
        if (may(userId) && !found.has(userId))
          found.set(userId, { userId, kind: candidate.kind, ref: candidate.ref ?? '' });
    if (found.size > 0) return [...found.values()];
    const above = (search.dept === null ? [] : (leaders.get(search.dept) ?? [])).find(may);
    if (above !== undefined) return [{ userId: above, kind: 'upper-leader', ref: '' }];
    const last = [...new Set(WHOEVER_LOOKS_AFTER.flatMap((alias) => roles.get(alias) ?? []))].filter(may);
    return last.map((userId) => ({ userId, kind: 'role', ref: 'admin' }));
  });
}

type People = ReadonlyMap<string, readonly string[]>;
const NOBODY: People = new Map();
const listOf = (known: Facts[string] | undefined): readonly string[] =>
  known === null || known === undefined ? [] : typeof known === 'string' ? [known] : known;
const grouped = (rows: readonly { readonly ref: string; readonly id: string }[]): People =>
  new Map([...Map.groupBy(rows, (row) => row.ref)].map(([ref, each]) => [ref, each.map((row) => row.id)]));

const byAccount = async (context: Context, accounts: readonly string[]): Promise<People> =>
  grouped(
    await context.tx.rows(
      sql`select lower(account) as ref, id from app_user
        where lower(account) = any(${accounts.map((account) => account.toLowerCase())})`,
    ),
  );

const byRole = async (context: Context, aliases: readonly string[]): Promise<People> =>
  grouped(
    await context.tx.rows(sql`
    select r.role_alias as ref, u.id from role r join app_user u on u.tenant_id = r.tenant_id and r.id = any(u.role_id)
    where r.role_alias = any(${aliases as string[]}) and r.frozen = 0 order by u.real_name, u.id`),
  );

const byPost = async (context: Context, codes: readonly string[]): Promise<People> =>
  grouped(
    await context.tx.rows(sql`
    select p.post_code as ref, u.id from post p join app_user u on u.tenant_id = p.tenant_id and p.id = any(u.post_id)
    where p.post_code = any(${codes as string[]}) order by u.real_name, u.id`),
  );

const byButton = async (context: Context, codes: readonly string[]): Promise<People> =>
  grouped(
    await context.tx.rows(sql`
    select distinct m.code as ref, u.id from menu m join role_menu g on g.menu_id = m.id
    join role r on r.tenant_id = g.tenant_id and r.id = g.role_id and r.frozen = 0
    join app_user u on u.tenant_id = r.tenant_id and r.id = any(u.role_id) where m.code = any(${codes as string[]})
      order by u.id`),
  );

/** Leaders of a department and of those above it, nearest first, each person once. */
async function leadersOf(context: Context, depts: readonly string[]): Promise<People> {
  if (depts.length === 0) return NOBODY;
  const rows = await context.tx.rows<{ ref: string; id: string }>(sql`
    with recursive up as (
      select id as dept, id, parent_id, leader_user_id, 0 as depth from dept
      where id = any(${depts as string[]}::bigint[])
      union all select u.dept, d.id, d.parent_id, d.leader_user_id, u.depth + 1 from dept d
      join up u on d.id = u.parent_id where u.depth < 10)
    select dept as ref, leader_user_id as id from up where leader_user_id is not null order by dept, depth`);
  return new Map([...grouped(rows)].map(([dept, people]) => [dept, [...new Set(people)]]));
}

/** Who leads a site: its leader, else those who are project managers there. */
async function managersOf(context: Context, projects: readonly string[]): Promise<People> {
  const rows = await context.tx.rows<{ ref: string; id: string; leads: boolean }>(sql`
    select d.id as ref, d.leader_user_id as id, true as leads from dept d
    where d.id = any(${projects as string[]}::bigint[]) and d.leader_user_id is not null
    union all
    select distinct d.blade_project_dept_id, u.id, false from dept d
    join app_user u on u.tenant_id = d.tenant_id and d.id = any(u.dept_id)
    where d.blade_project_dept_id = any(${projects as string[]}::bigint[]) and (exists (select 1 from post p
    where p.id = any(u.post_id) and p.duty = 'project-manager') or exists (select 1 from role r
    where r.id = any(u.role_id) and r.role_alias = 'project-manager'))`);
  return new Map(
    [...Map.groupBy(rows, (row) => row.ref)].map(([ref, each]) => {
      const leading = each.filter((row) => row.leads);
      return [ref, (leading.length > 0 ? leading : each).map((row) => row.id)];
    }),
  );
}

/** Those of them who can sign in. */
async function activePeople(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await context.tx.rows<{ id: string }>(
    sql`select id from app_user where id = any(${[...new Set(ids)]}::bigint[]) and frozen = 0
      and audit_state = 'approved'`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Names of people by their id. */
export async function namesOf(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await context.tx.rows<Person>(
    sql`select id, real_name as name from app_user where id = any(${[...new Set(ids)]}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

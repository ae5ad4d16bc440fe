import type { MoreScope, SignedIn } from '../../../kernel/server/context.ts';
import { sql, type Database, type Sql, type Transaction } from '../../../parts/postgres/database.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { buttonCodes, platformRights } from './button-codes.server.ts';
import type { RowScope } from './data-scope.rules.ts';
import { moreScopesOf, outsideScope, scopeOf, type OfParty } from './data-scope.server.ts';
import { isOutsider } from './party.rules.ts';
import { NOBODY_YET, type GuestClaims, type Tokens } from '../sign-in/token.server.ts';

/**
 * Rights are looked up again after so long, should an announcement be missed: a change takes effect well within five
 * seconds.
 */
const CACHE_MS = 2_000;
/**
 * Triggers announce here whatever changes rights, by whichever program: the id of a session, or that it may concern
 * anybody.
 */
const CHANNEL = 'larder_rights';
const ANYBODY = 'all';
export const ADMINISTRATOR = 'administrator';
export const PLATFORM_TENANT = '000000';

/** Knows who acts: reads tokens, and what their owners may do now. */
export interface Identity {
  authenticate(token: string): Promise<SignedIn | null>;
  userOf(tenant: string, userId: string): Promise<SignedIn | null>;
  /** The same in one of their sessions, as long as that is open. */
  inSession(tenant: string, userId: string, sessionId: string): Promise<SignedIn | null>;
  /** Drops what this program remembers of one session, before the announcement of the change arrives. */
  forget(sessionId: string): void;
  /** The same of everybody: roles, grants or departments changed. */
  forgetAll(): void;
}

/** Reads tokens and loads rights, which it caches for a moment. */
export function createIdentity(database: Database, tokens: Tokens, registry: () => Registry): Identity {
  const cached = new Map<string, { readonly until: number; readonly user: Promise<SignedIn | null> }>();
  let isListening = false;
  const listen = (): void => {
    if (isListening) return;
    isListening = true;
    void database.listen(
      CHANNEL,
      (changed) => void (changed === ANYBODY ? cached.clear() : cached.delete(changed)),
      () => cached.clear(),
    );
  };
  const load = (tenant: string, userId: string, sessionId: string | null): Promise<SignedIn | null> =>
    database.transaction({ tenant, timeZone: 'UTC' }, (tx) => loadSignedIn(tx, registry(), tenant, userId, sessionId));
  return {
    async authenticate(token) {
      const claims = await tokens.read(token);
      if (claims === null) {
        const guest = await tokens.readGuest(token);
        return guest === null ? null : guestOf(database, guest);
      }
      const now = performance.now();
      const before = cached.get(claims.sessionId);
      if (before !== undefined && before.until > now) return before.user;
      if (cached.size > 5_000) cached.clear();
      listen();
      const user = load(claims.tenant, claims.userId, claims.sessionId);
      cached.set(claims.sessionId, { until: now + CACHE_MS, user });
      // A database that is away must not be remembered.
      user.catch(() => cached.delete(claims.sessionId));
      return user;
    },
    userOf: (tenant, userId) => load(tenant, userId, null),
    inSession: load,
    forget: (sessionId) => void cached.delete(sessionId),
    forgetAll: () => cached.clear(),
  };
}

/** Somebody a provider vouches for, as long as they have no account and the tenant takes guests. */
const guestOf = (database: Database, { tenant, oauthId }: GuestClaims): Promise<SignedIn | null> =>
  database.transaction({ tenant, timeZone: 'UTC', readOnly: true }, async (tx) => {
    const open = await tx.row<{ timeZone: string }>(sql`
      select n.time_zone from user_oauth o join tenant n on n.tenant_id = o.tenant_id
      join social_provider p on p.source = o.source and p.issuer = o.issuer and p.enabled = 1
      where o.id = ${oauthId}::bigint and o.user_id is null and n.frozen = 0 and (n.expire_time is null
        or n.expire_time > now())`);
    if (open === undefined) return null;
    return {
      userId: NOBODY_YET,
      tenant,
      timeZone: open.timeZone,
      account: '',
      realName: '',
      deptId: '',
      roles: ['guest'],
      permissions: new Set(),
      scope: { all: false, depts: [] },
      sessionId: '0',
      outsider: true,
      unregistered: oauthId,
    };
  });

const NO_RIGHTS: ReadonlySet<string> = new Set();
const NO_SCOPES: ReadonlyMap<string, readonly MoreScope[]> = new Map();

interface Person extends OfParty {
  readonly account: string;
  readonly realName: string;
  readonly deptId: readonly string[] | null;
  readonly timeZone: string;
  readonly mustChangePassword: number;
  readonly roles: readonly (RowScope & { readonly id: string; readonly alias: string })[];
}

/** The person with the rights they have now; null where account, tenant or session are no longer valid. */
export async function loadSignedIn(
  tx: Transaction,
  registry: Registry,
  tenant: string,
  userId: string,
  sessionId: string | null,
): Promise<SignedIn | null> {
  const session = sessionId === null ? { locked: false } : await openSessionOf(tx, userId, sessionId);
  if (session === undefined) return null;
  const person = await tx.row<Person>(sql`
    select u.account, u.real_name, u.dept_id, u.must_change_password, u.party_type, u.supplier_id as party_id,
      n.time_zone, coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id::text, 'alias', r.role_alias, 'dataScopeType', r.data_scope_type,
        'dataScopeValue', r.data_scope_value) order by r.sort, r.id)
      from role r where r.id = any(u.role_id) and r.frozen = 0), '[]') as roles
    from app_user u join tenant n on n.tenant_id = ${tenant}
    where u.id = ${userId}::bigint and u.frozen = 0 and u.audit_state = 'approved' and n.frozen = 0
      and (n.expire_time is null or n.expire_time > now())`);
  if (person === undefined) return null;
  const depts = person.deptId ?? [];
  const roleIds = person.roles.map((role) => role.id);
  const outsider = isOutsider(
    person.partyType,
    person.roles.map((role) => role.alias),
  );
  const isAdministrator = tenant === PLATFORM_TENANT && person.roles.some((role) => role.alias === ADMINISTRATOR);
  return {
    userId,
    tenant,
    timeZone: person.timeZone,
    account: person.account,
    realName: person.realName,
    deptId: depts[0] ?? '',
    roles: person.roles.map((role) => role.alias),
    permissions: await permissionsOf(tx, registry, tenant, isAdministrator, roleIds),
    scope: isAdministrator
      ? { all: true }
      : outsider
        ? outsideScope(person, person.roles)
        : await scopeOf(tx, person.roles, depts),
    moreScopes: isAdministrator ? NO_SCOPES : await moreScopesOf(tx, roleIds, depts, person),
    paths: (
      await tx.rows<{ scopePath: string }>(
        sql`select distinct s.scope_path from role_api_scope g join api_scope s on s.id = g.scope_id
          where g.role_id = any(${roleIds}::bigint[])`,
      )
    ).map((row) => row.scopePath),
    sessionId: sessionId ?? '0',
    mustChangePassword: person.mustChangePassword === 1,
    outsider,
    locked: session.locked,
    keepsTenants: isAdministrator,
  };
}

/** Sessions end by sign-out, password change, replay, idleness and age. */
async function openSessionOf(
  tx: Transaction,
  userId: string,
  sessionId: string,
): Promise<{ readonly locked: boolean } | undefined> {
  const session = await tx.row<{ quiet: boolean; locked: boolean }>(sql`
    select last_seen_time < now() - interval '1 minute' as quiet, locked_time is not null as locked from session
    where id = ${sessionId}::bigint and user_id = ${userId}::bigint and ended_time is null
      and last_seen_time > now() - interval '12 hours' and started_time > now() - interval '7 days'`);
  if (session?.quiet) await tx.run(sql`update session set last_seen_time = now() where id = ${sessionId}::bigint`);
  return session;
}

/**
 * Menus `m` within the tenant's package, with everything below what it names; a tenant without a package is not
 * limited.
 */
export const withinPackage = (tenant: string): Sql => sql`(
  not exists (select 1 from tenant n where n.tenant_id = ${tenant} and n.package_id is not null)
  or m.id in (
    with recursive chosen as (select unnest(p.menu_id) as id from tenant n join tenant_package p on p.id = n.package_id
    where n.tenant_id = ${tenant}),
    down as (select id from chosen union select c.id from menu c join down d on c.parent_id = d.id),
    up as (select b.id, b.parent_id from menu b join chosen x on x.id = b.id union select b.id, b.parent_id from menu b
    join up u on b.id = u.parent_id)
    select id from down union select id from up))`;

/** Codes of the granted menus and buttons; the administrator holds every code there is. */
async function permissionsOf(
  tx: Transaction,
  registry: Registry,
  tenant: string,
  isAdministrator: boolean,
  roleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const row = await tx.row<{ codes: string[] | null }>(
    isAdministrator
      ? sql`select array_agg(code) as codes from menu`
      : sql`select array_agg(distinct m.code) as codes from role_menu g join menu m on m.id = g.menu_id
        where g.role_id = any(${roleIds}::bigint[]) and ${withinPackage(tenant)}`,
  );
  const codes = [...(row?.codes ?? []), ...(isAdministrator ? buttonCodes(registry).map((button) => button.code) : [])];
  const withheld = tenant === PLATFORM_TENANT ? NO_RIGHTS : platformRights(registry);
  return new Set(codes.filter((code) => !withheld.has(code)));
}

import type { DataScope, MoreScope } from '../../kernel/server/context.ts';
import { sql, type Transaction } from '../../kernel/server/database.ts';
import { PARTIES } from './party.rules.ts';

/** What of a role decides which rows its holders see. */
export interface ScopeOfRole {
  readonly dataScopeType: string;
  readonly dataScopeValue: string | null;
}

const OWN = 'own';
const BELOW = 'below';
const COMPANY = 'company';

/**
 * Departments a person sees by all his roles together: scopes add up, none takes away.
 * Own records (type 2) need no department; people who see goods of their stores see their departments and below.
 */
export async function scopeOf(tx: Transaction, roles: readonly ScopeOfRole[], deptIds: readonly string[]): Promise<DataScope> {
  if (roles.some((role) => role.dataScopeType === '1')) return { all: true };
  const wanted = new Set<string>();
  const named = new Set<string>();
  for (const role of roles) {
    if (role.dataScopeType === '3') wanted.add(OWN);
    if (role.dataScopeType === '4') wanted.add(BELOW);
    if (role.dataScopeType !== '5') continue;
    const value = role.dataScopeValue ?? '';
    if (value === 'my-company') wanted.add(COMPANY);
    else if (value === 'my-warehouses' || value === 'my-districts') wanted.add(BELOW);
    else if (value.startsWith('dept:')) for (const id of value.slice(5).split(',')) if (/^\d{1,19}$/.test(id.trim())) named.add(id.trim());
  }
  if (wanted.size === 0 && named.size === 0) return { all: false, depts: [] };
  const rows = await tx.rows<{ id: string }>(sql`
    with recursive below as (
      select id from dept where ${wanted.has(BELOW)} and id = any(${deptIds}::bigint[])
      union select d.id from dept d join below b on d.parent_id = b.id)
    select id from below
    union select id from dept where ${wanted.has(OWN)} and id = any(${deptIds}::bigint[])
    union select id from dept where ${wanted.has(COMPANY)} and company_dept_id in (select company_dept_id from dept where id = any(${deptIds}::bigint[]))
    union select id from dept where id = any(${[...named]}::bigint[])`);
  return { all: false, depts: rows.map((row) => row.id) };
}

/** Whose person somebody is: staff, or of the outside company with this record. */
export interface OfParty {
  readonly partyType: string;
  readonly partyId: string | null;
}
const ownRecord = ({ partyType, partyId }: OfParty, scope: string | null): readonly string[] => (partyId !== null && PARTIES[partyType]?.scope === scope ? [partyId] : []);

/** What an outsider sees beside what he made: records of his own company, where a role of his says so; never a department. */
export const outsideScope = (person: OfParty, roles: readonly ScopeOfRole[]): DataScope => ({
  all: false, depts: [],
  records: new Map(Object.values(PARTIES).map(({ record, scope }) => [record, roles.some((role) => role.dataScopeType === '5' && role.dataScopeValue === scope) ? ownRecord(person, scope) : []])),
});

interface Granted {
  readonly scopeClass: string;
  readonly scopeColumn: string;
  readonly scopeType: string;
  readonly scopeValue: string | null;
}

/** Further rows that the scopes granted to these roles add, by the record they are about. */
export async function moreScopesOf(tx: Transaction, roleIds: readonly string[], deptIds: readonly string[], person: OfParty): Promise<ReadonlyMap<string, readonly MoreScope[]>> {
  const granted = await tx.rows<Granted>(sql`
    select distinct s.scope_class, s.scope_column, s.scope_type, s.scope_value from role_data_scope g join data_scope s on s.id = g.scope_id where g.role_id = any(${roleIds as string[]}::bigint[])`);
  const found = new Map<string, MoreScope[]>();
  for (const { scopeClass, scopeColumn, scopeType, scopeValue } of granted) {
    const scope = await scopeOf(tx, [{ dataScopeType: scopeType, dataScopeValue: scopeValue }], deptIds);
    const more: MoreScope = scope.all ? { which: 'all' } : scopeType === '2' || scopeColumn === 'createUser' ? { which: 'own' } : { which: 'depts', field: scopeColumn, depts: [...scope.depts, ...ownRecord(person, scopeValue)] };
    found.set(scopeClass, [...(found.get(scopeClass) ?? []), more]);
  }
  return found;
}

import type { DataScope, MoreScope } from '../../../kernel/server/context.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { namedBy, type Named, type RowScope } from './data-scope.rules.ts';
import { PARTIES } from './party.rules.ts';

/**
 * Departments a person sees by all their roles together: scopes add up, none takes away.
 * Own records (type 2) need no department; people who see goods of their stores see their departments and below.
 */
export async function scopeOf(
  tx: Transaction,
  roles: readonly RowScope[],
  deptIds: readonly string[],
): Promise<DataScope> {
  if (roles.some((role) => role.dataScopeType === '1')) return { all: true };
  const [depts] = await departmentsOf(tx, [roles.flatMap((role) => namedBy(role, deptIds))]);
  return { all: false, depts: depts! };
}

/** The departments that each of these lists names, with one question for all; only those that exist. */
export async function departmentsOf(
  tx: Transaction,
  lists: readonly (readonly Named[])[],
): Promise<readonly string[][]> {
  const found: string[][] = lists.map(() => []);
  const given = lists.flatMap((list, place) => list.map((each) => ({ ...each, place })));
  if (given.length === 0) return found;
  const rows = await tx.rows<{ place: number; id: string }>(sql`
    with recursive given as (
      select * from unnest(${given.map((each) => each.place)}::integer[], ${given.map((each) => each.extent)}::text[],
        ${given.map((each) => each.dept)}::bigint[]) as g(place, extent, id)),
    below as (
      select g.place, d.id from given g join dept d on d.id = g.id where g.extent = 'below'
      union select b.place, d.id from dept d join below b on d.parent_id = b.id)
    select place, id from below
    union select g.place, d.id from given g join dept d on d.id = g.id where g.extent = 'itself'
    union select g.place, c.id from given g join dept d on d.id = g.id
    join dept c on c.company_dept_id = d.company_dept_id where g.extent = 'company'`);
  for (const { place, id } of rows) found[place]!.push(id);
  return found;
}

/** Whose person somebody is: staff, or of the outside company with this record. */
export interface OfParty {
  readonly partyType: string;
  readonly partyId: string | null;
}
const ownRecord = ({ partyType, partyId }: OfParty, scope: string | null): readonly string[] =>
  partyId !== null && PARTIES[partyType]?.scope === scope ? [partyId] : [];

/**
 * What an outsider sees beside what they made: records of their own company, where one of their roles has that scope;
 * never a department.
 */
export const outsideScope = (person: OfParty, roles: readonly RowScope[]): DataScope => ({
  all: false,
  depts: [],
  records: new Map(
    Object.values(PARTIES).map(({ record, scope }) => [
      record,
      roles.some((role) => role.dataScopeType === '5' && role.dataScopeValue === scope) ? ownRecord(person, scope) : [],
    ]),
  ),
});

interface Granted {
  readonly scopeClass: string;
  readonly scopeColumn: string;
  readonly scopeType: string;
  readonly scopeValue: string | null;
}

/** Further rows that the scopes granted to these roles add, by the record they are about. */
export async function moreScopesOf(
  tx: Transaction,
  roleIds: readonly string[],
  deptIds: readonly string[],
  person: OfParty,
): Promise<ReadonlyMap<string, readonly MoreScope[]>> {
  const granted = await tx.rows<Granted>(sql`
    select distinct s.scope_class, s.scope_column, s.scope_type, s.scope_value from role_data_scope g
    join data_scope s on s.id = g.scope_id where g.role_id = any(${roleIds as string[]}::bigint[])`);
  const depts = await departmentsOf(
    tx,
    granted.map(({ scopeType, scopeValue }) =>
      namedBy({ dataScopeType: scopeType, dataScopeValue: scopeValue }, deptIds),
    ),
  );
  const found = new Map<string, MoreScope[]>();
  granted.forEach(({ scopeClass, scopeColumn, scopeType, scopeValue }, place) => {
    const more: MoreScope =
      scopeType === '1'
        ? { which: 'all' }
        : scopeType === '2' || scopeColumn === 'createUser'
          ? { which: 'own' }
          : { which: 'depts', field: scopeColumn, depts: [...depts[place]!, ...ownRecord(person, scopeValue)] };
    found.set(scopeClass, [...(found.get(scopeClass) ?? []), more]);
  });
  return found;
}

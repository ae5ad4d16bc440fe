/** Who sends and who receives, as calendars, exceptions and routes name them: what they must be, and who sees them. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { isTime } from '../../operations/meals/meal-time.rules.ts';

/** What a calendar, an exception, a route or a stop of one names. */
interface NamedPlaces {
  readonly outOrgId?: Id | null;
  readonly factoryWarehouseId?: Id | null;
  readonly outWarehouseId?: Id | null;
  readonly projectDeptSysId?: Id | null;
  readonly warehouseId?: Id | null;
  readonly unloadId?: Id | null;
}
interface PlaceFacts {
  readonly orgs: ReadonlyMap<Id, { readonly name: string; readonly category: string }>;
  /** Stores of factories and warehouses: the organisation that sends from them, and the site they belong to. */
  readonly stores: ReadonlyMap<
    Id,
    { readonly name: string; readonly orgId: Id | null; readonly siteDeptId: Id | null }
  >;
  readonly sites: ReadonlyMap<Id, { readonly name: string; readonly deptId: Id }>;
  readonly unloads: ReadonlyMap<Id, { readonly name: string; readonly siteId: Id }>;
}

/** What is known of everything these name: three statements. */
export async function placeFacts(context: Context, named: readonly NamedPlaces[]): Promise<PlaceFacts> {
  const all = (...fields: (keyof NamedPlaces)[]): Id[] => [
    ...new Set(named.flatMap((each) => fields.flatMap((field) => each[field] || []))),
  ];
  const [orgs, stores, sites] = await Promise.all([
    context.tx.rows<{ id: Id; name: string; category: string }>(sql`
      select id, dept_name as name, dept_category::text as category from dept
      where id = any(${all('outOrgId')}::bigint[])`),
    context.tx.rows<{ id: Id; name: string; orgId: Id | null; siteDeptId: Id | null }>(sql`
      select id, name, company_dept_id as org_id, project_group_dept_id as site_dept_id from warehouse
      where id = any(${all('outWarehouseId', 'warehouseId')}::bigint[])
      union all select id, name, factory_dept_id, null from factory_warehouse
      where id = any(${all('factoryWarehouseId')}::bigint[])`),
    context.tx.rows<{ id: Id; name: string; deptId: Id; isSite: boolean }>(sql`
      select id, project_dept_name as name, blade_project_dept_id as dept_id, true as is_site from project_dept_system
      where id = any(${all('projectDeptSysId')}::bigint[])
      union all select id, name, project_dept_sys_id, false from project_dept_unload
      where id = any(${all('unloadId')}::bigint[])`),
  ]);
  return {
    orgs: new Map(orgs.map((row) => [row.id, row])),
    stores: new Map(stores.map((row) => [row.id, row])),
    sites: new Map(sites.filter(({ isSite }) => isSite).map((row) => [row.id, row])),
    unloads: new Map(
      sites.filter(({ isSite }) => !isSite).map((row) => [row.id, { name: row.name, siteId: row.deptId }]),
    ),
  };
}

/** What speaks against the sender: no company or factory, a store of another, or two stores. */
export function senderRefusals(facts: PlaceFacts, named: NamedPlaces): Refusal[] {
  const { outOrgId, factoryWarehouseId, outWarehouseId } = named;
  const org = facts.orgs.get(outOrgId ?? '');
  const refusals: Refusal[] = [];
  if (org !== undefined && org.category !== DEPT.company && org.category !== DEPT.factory)
    refusals.push(refuse('sourcing.sender-kind', { dept: org.name }, { field: 'outOrgId' }));
  if (factoryWarehouseId && outWarehouseId)
    refusals.push(refuse('sourcing.one-store', {}, { field: 'outWarehouseId' }));
  for (const field of ['factoryWarehouseId', 'outWarehouseId'] as const) {
    const store = facts.stores.get(named[field] ?? '');
    if (org !== undefined && store !== undefined && store.orgId !== outOrgId)
      refusals.push(refuse('sourcing.store-of-other', { store: store.name, dept: org.name }, { field }));
  }
  return refusals;
}

/** What speaks against who receives: a warehouse or an unloading point of another site. */
export function receiverRefusals(facts: PlaceFacts, named: NamedPlaces, line?: number): Refusal[] {
  const site = facts.sites.get(named.projectDeptSysId ?? '');
  if (site === undefined) return []; // refused by the kernel as unknown
  const refusals: Refusal[] = [];
  const place = (field: string) => ({ field, ...(line === undefined ? {} : { line }) });
  const store = facts.stores.get(named.warehouseId ?? '');
  if (store !== undefined && store.siteDeptId !== site.deptId)
    refusals.push(
      refuse('sourcing.warehouse-of-other', { warehouse: store.name, site: site.name }, place('warehouseId')),
    );
  const unload = facts.unloads.get(named.unloadId ?? '');
  if (unload !== undefined && unload.siteId !== named.projectDeptSysId)
    refusals.push(refuse('sourcing.unload-of-other', { unload: unload.name, site: site.name }, place('unloadId')));
  return refusals;
}

/** The departments whose people see it: of the sender and of the site. */
export const visibleTo = (facts: PlaceFacts, { outOrgId, projectDeptSysId }: NamedPlaces): Id[] =>
  [outOrgId, facts.sites.get(projectDeptSysId ?? '')?.deptId].flatMap((id) => id || []);

/** What speaks against times of the day, and against a span that does not end after it begins. */
export function timeRefusals(
  values: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, { readonly label: { readonly zh: string; readonly en: string } }>>,
  fields: readonly string[],
  line?: number,
): Refusal[] {
  const place = (field: string) => ({ field, ...(line === undefined ? {} : { line }) });
  const wrong = fields.flatMap((field) => {
    const value = values[field];
    return typeof value === 'string' && value !== '' && !isTime(value)
      ? [refuse('sourcing.time', { name: labels[field]!.label, value }, place(field))]
      : [];
  });
  const [start, end] = [values['windowStart'], values['windowEnd']];
  if (wrong.length === 0 && start && end && String(end) <= String(start))
    wrong.push(refuse('sourcing.window', {}, place('windowEnd')));
  return wrong;
}

/** Central factories: a department of the kind factory, with the store it ships from; and who may pick which. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { deptLines } from '../../admin/people/dept-line.server.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { KINDS } from '../sites/ancestors.server.ts';
import { centralFactory } from './central-factory.resource.ts';
import * as calls from './factories.calls.ts';
import './factories.refusals.ts';

const LIST_MAX = 500;
const CHOICE = { chooses: centralFactory.name };

export const centralFactoryBehaviour = behaviour(centralFactory, {
  async beforeSaveAll(context, savings) {
    await placeAll(context, savings);
    await requireOwnStores(context, savings);
  },
  computed: {
    factoryWarehouseIds: () =>
      sql`(select array_agg(w.id order by w.sort, w.code) from factory_warehouse w where w.tenant_id = t.tenant_id
        and w.factory_id = t.id)`,
  },
});

/** The company above each department, which must be a factory. */
async function placeAll(context: Context, savings: readonly Saving<typeof centralFactory>[]): Promise<void> {
  const lines = await deptLines(context, [...new Set(savings.map(({ values }) => values.deptId))]);
  for (const saving of savings) {
    const { values } = saving;
    const line = lines.get(values.deptId);
    // An unknown department is left to the kernel, which names the field.
    if (line?.[0] === undefined) continue;
    if (line[0].deptCategory !== DEPT.factory)
      saving.refuse(
        refuse('operations.dept-kind', { dept: line[0].deptName, kind: KINDS[DEPT.factory]! }, { field: 'deptId' }),
      );
    values.companyDeptId = line.find(({ deptCategory }) => deptCategory === DEPT.company)?.id ?? null;
  }
}

/** The store it ships from is one of its own. */
async function requireOwnStores(context: Context, savings: readonly Saving<typeof centralFactory>[]): Promise<void> {
  const named = savings.flatMap(({ values }) => values.shipWarehouseId ?? []);
  if (named.length === 0) return;
  const stores = await context.tx.rows<{ id: Id; name: string; factoryId: Id }>(
    sql`select id, name, factory_id from factory_warehouse where id = any(${named}::bigint[])`,
  );
  const known = new Map(stores.map((store) => [store.id, store]));
  for (const saving of savings) {
    const store = known.get(saving.values.shipWarehouseId ?? '');
    if (store !== undefined && store.factoryId !== saving.id)
      saving.refuse(refuse('operations.factory-ship-store', { warehouse: store.name }, { field: 'shipWarehouseId' }));
  }
}

/** Anything else than an id names nothing. */
const idOrNull = (given: string | null): Id | null => (given !== null && /^\d{1,19}$/.test(given) ? given : null);

type Chosen = TypeOf<typeof calls.factoriesInScope.answer>[number];
const CHOSEN = sql`t.id, t.code, t.factory_name, t.factory_name as name, coalesce(t.sap_factory, '') as sap_factory,
  t.dept_id, t.company_dept_id, coalesce(t.ship_warehouse_id::text, '') as ship_warehouse_id`;

const factories = (context: Context, ...terms: readonly Sql[]): Promise<Chosen[]> =>
  context.tx.rows<Chosen>(sql`
    select ${CHOSEN} from central_factory t where ${join([sql`t.frozen = 0`, ...terms], ' and ')}
    order by t.code limit ${LIST_MAX}`);

const called = (part: string | null): Sql => sql`t.search_text like ${`%${(part ?? '').toLowerCase()}%`}`;

/** Those that name the stall; where none does, those its site is mapped to today. */
const servesStall = ({ today }: Context, stall: Id): Sql => sql`
  case when exists (select 1 from central_factory c join operation_system o on o.id = any(c.gear_operation_sys_ids)
      where c.frozen = 0 and ${stall}::bigint in (o.id, o.gear_operation_dept_id))
    then exists (select 1 from operation_system o where o.id = any(t.gear_operation_sys_ids)
      and ${stall}::bigint in (o.id, o.gear_operation_dept_id))
    else exists (select 1 from project_dept_central_factory r
      join operation_system o on o.blade_project_dept_id = r.project_dept_id
      where r.central_factory_id = t.id and ${stall}::bigint in (o.id, o.gear_operation_dept_id)
        and ${today}::date between r.start_date and coalesce(r.end_date, 'infinity'::date)) end`;

export const centralFactoryCalls: readonly Call[] = [
  serve(
    calls.factoriesOfStall,
    async (context, { gearOperationSysId }) => {
      const stall = gearOperationSysId === null ? null : requireId({ gearOperationSysId }, 'gearOperationSysId');
      return stall === null
        ? factories(context, ...scopeCondition(centralFactory, context))
        : factories(context, servesStall(context, stall));
    },
    CHOICE,
  ),
  serve(
    calls.factoriesOfSite,
    async (context, input) => {
      const site = requireId(input, 'projectDeptId');
      return context.tx.rows<TypeOf<typeof calls.factoriesOfSite.answer>[number]>(sql`
        select ${CHOSEN}, min(r.priority)::integer as priority from central_factory t
        join project_dept_central_factory r on r.tenant_id = t.tenant_id and r.central_factory_id = t.id
        where t.frozen = 0 and r.project_dept_id = ${site}::bigint
          and ${context.today}::date between r.start_date and coalesce(r.end_date, 'infinity'::date)
        group by t.tenant_id, t.id order by priority, t.code limit ${LIST_MAX}`);
    },
    CHOICE,
  ),
  serve(
    calls.factoriesInScope,
    (context, { name }) => factories(context, called(name), ...scopeCondition(centralFactory, context)),
    CHOICE,
  ),
  serve(
    calls.everyFactory,
    (context, { name }) =>
      context.tx.rows<TypeOf<typeof calls.everyFactory.answer>[number]>(sql`
        select t.id, t.code, t.factory_name, t.factory_name as name, coalesce(t.sap_factory, '') as sap_factory
        from central_factory t where t.frozen = 0 and ${called(name)} order by t.code limit ${LIST_MAX}`),
    CHOICE,
  ),
];

/** Ids of factories by their record or their department (H16): what `factoryId` names anywhere. */
export const factoryIs = (at: Sql, given: string): Sql =>
  idOrNull(given) === null
    ? sql`false`
    : sql`${at} in (select f.id from central_factory f where ${given}::bigint in (f.id, f.dept_id))`;

/** Is the store a document names one of this factory? The filter `factoryId` of documents that name a store alone. */
export const storeOfFactory = (given: string): Sql =>
  sql`exists (select 1 from factory_warehouse w
    where w.id = t.factory_warehouse_id and ${factoryIs(sql`w.factory_id`, given)})`;

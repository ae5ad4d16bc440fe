/** Stores of factories: whose they are, which of them ships, and who may pick from the list of them. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { presentFields } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { factoryIs } from '../../operations/factories/central-factory.server.ts';
import { centralFactory } from '../../operations/factories/central-factory.resource.ts';
import * as calls from './factory-warehouse.calls.ts';
import { factoryWarehouse } from './factory-warehouse.resource.ts';
import { requireZones } from './warehouse.server.ts';

const LIST_MAX = 2000;

export const factoryWarehouseBehaviour = behaviour(factoryWarehouse, {
  async beforeSaveAll(context, savings) {
    for (const saving of savings) saving.refuse(...requireZones(saving.values));
    await fillFactory(context, savings);
  },
  async afterSaveAll(context, saved) {
    await fillShipStores(
      context,
      saved.filter(({ creating }) => creating).map(({ id }) => id),
    );
  },
  filters: { factoryId: (given) => factoryIs(sql`t.factory_id`, given) },
  async beforeRemove(context, rows) {
    const ids = rows.map((row) => row.id);
    const used = await context.tx.rows<{ name: string }>(sql`
      select w.name from factory_warehouse w where w.id = any(${ids}::bigint[])
      and exists (select 1 from stock_move m join stock_location l on l.id = m.location_id
      where l.id = w.id or l.transit_for_id = w.id) order by w.name`);
    if (used.length > 0) throw new Refused(...used.map(({ name }) => refuse('stock.warehouse-used', { name })));
    await context.tx.run(sql`delete from stock s where s.location_id = any(${ids}::bigint[]) and s.qty = 0`);
  },
});

/** Department, company and SAP plant are those of the factory. */
async function fillFactory(context: Context, savings: readonly Saving<typeof factoryWarehouse>[]): Promise<void> {
  const factories = await context.tx.rows<{
    id: Id;
    name: string;
    deptId: Id;
    companyDeptId: Id;
    sapFactory: string | null;
    frozen: number;
  }>(sql`
    select id, factory_name as name, dept_id, company_dept_id, sap_factory, frozen from central_factory
    where id = any(${[...new Set(savings.map(({ values }) => values.factoryId))]}::bigint[])`);
  const known = new Map(factories.map((factory) => [factory.id, factory]));
  for (const { values } of savings) {
    const factory = known.get(values.factoryId);
    if (factory === undefined) continue;
    Object.assign(values, {
      factoryDeptId: factory.deptId,
      companyDeptId: factory.companyDeptId,
      sapFactory: factory.sapFactory,
    });
  }
}

/** A factory that names no store to ship from ships from the first that was made for it. */
async function fillShipStores(context: Context, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  const filled = await context.tx.rows<{ id: Id; name: string; warehouseId: Id }>(sql`
    update central_factory f set ship_warehouse_id = s.id, version = f.version + 1, update_time = now(),
      update_user = ${context.user.userId}::bigint
    from (select distinct on (w.factory_id) w.factory_id, w.id from factory_warehouse w
      where w.id = any(${ids}::bigint[]) order by w.factory_id, w.id) s
    where f.id = s.factory_id and f.ship_warehouse_id is null
    returning f.id, f.factory_name as name, f.ship_warehouse_id as warehouse_id`);
  await audit(
    context,
    filled.map(({ id, name, warehouseId }) => ({
      resource: centralFactory.name,
      recordId: id,
      action: 'update',
      title: name,
      changes: { shipWarehouseId: [null, warehouseId] as const },
    })),
  );
}

const listRelated = serve(
  calls.storesOfFactory,
  async (context, { factoryId }) => {
    const terms = [
      sql`t.frozen = 0`,
      ...(factoryId === null ? [] : [factoryIs(sql`t.factory_id`, factoryId)]),
      ...scopeCondition(factoryWarehouse, context),
    ];
    const rows = await context.tx.rows<Record<string, unknown>>(sql`
      select t.id, t.code, t.name, t.factory_id, t.factory_dept_id, t.type, coalesce(t.sap_factory, '') as sap_factory
      from factory_warehouse t where ${join(terms, ' and ')} order by t.sort, t.code limit ${LIST_MAX}`);
    return rows.map((row) =>
      presentFields<TypeOf<typeof calls.storesOfFactory.answer>[number]>(
        factoryWarehouse.fields,
        row,
        context.language,
      ),
    );
  },
  { chooses: factoryWarehouse.name },
);

export const factoryWarehouseCalls: readonly Call[] = [listRelated];

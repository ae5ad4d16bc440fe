/** Where bills of production stand: a stall, or a store of a factory and the one of its stores the goods come from. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { once, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { holdStalls, type KitchenStall } from './kitchen-stalls.server.ts';

/** A bill by the place it names. */
export interface NamesPotPlace {
  readonly gearOperationDeptId: Id | null;
  readonly factoryWarehouseId?: Id | null;
  readonly fromFactoryWarehouseId?: Id | null;
}
/** What is made lies at the place itself; its goods are taken from `from`, which at a stall is the stall. */
export interface PotPlace extends KitchenStall {
  readonly isFactory: boolean;
  readonly from: Pick<KitchenStall, 'locationId' | 'name'>;
}

/** Places of bills, held: what one stall or one factory makes is written one after the other. */
export async function holdPlaces(
  context: Context,
  bills: readonly NamesPotPlace[],
): Promise<(bill: NamesPotPlace) => PotPlace> {
  const [stalls, stores] = [
    await holdStalls(
      context,
      bills.flatMap(({ gearOperationDeptId }) => gearOperationDeptId ?? []),
    ),
    await holdStores(
      context,
      bills.flatMap((bill) => [bill.factoryWarehouseId ?? [], bill.fromFactoryWarehouseId ?? []].flat()),
    ),
  ];
  return ({ gearOperationDeptId, factoryWarehouseId, fromFactoryWarehouseId }) => {
    if (!factoryWarehouseId) {
      const stall = stalls.get(gearOperationDeptId!)!;
      return { ...stall, isFactory: false, from: stall };
    }
    const store = stores.get(factoryWarehouseId)!;
    return { ...store, isFactory: true, from: stores.get(fromFactoryWarehouseId || factoryWarehouseId)! };
  };
}

/** What stands against the places bills name: exactly one, and two stores of one factory that take new bills. */
export async function placeRefusals(context: Context, bills: readonly NamesPotPlace[]): Promise<Refusal[]> {
  const wrong = bills.filter((bill) => !bill.gearOperationDeptId === !bill.factoryWarehouseId);
  if (wrong.length > 0) return wrong.map(() => refuse('production.one-place', {}, { field: 'placeKind' }));
  const stores = await holdStores(
    context,
    bills.flatMap((bill) => [bill.factoryWarehouseId ?? [], bill.fromFactoryWarehouseId ?? []].flat()),
  );
  return bills.flatMap((bill): Refusal[] => {
    const into = stores.get(bill.factoryWarehouseId ?? '');
    const from = stores.get(bill.fromFactoryWarehouseId ?? '');
    const at = { field: 'fromFactoryWarehouseId' };
    if (into === undefined) return from === undefined ? [] : [refuse('production.goods-at-stall', {}, at)];
    if (from !== undefined && from.factoryId !== into.factoryId)
      return [refuse('production.other-factory', { from: from.name, into: into.name }, at)];
    return [into, from ?? into].flatMap(({ isFrozen, name }) =>
      isFrozen ? [refuse('production.store-frozen', { store: name }, { field: 'factoryWarehouseId' })] : [],
    );
  });
}

interface FactoryStore extends KitchenStall {
  readonly factoryId: Id;
  readonly isFrozen: boolean;
}

/** By store, their factories held. Refuses what is no store in reach. */
async function holdStores(context: Context, storeIds: readonly Id[]): Promise<ReadonlyMap<Id, FactoryStore>> {
  const held = once(context, 'production.stores', () => new Map<Id, FactoryStore>());
  const fresh = [...new Set(storeIds)].filter((id) => !held.has(id));
  if (fresh.length === 0) return held;
  const rows = await context.tx.rows<FactoryStore>(sql`
    select d.id as dept_id, l.id as location_id, l.called as name, 'produce' as cost_mode,
      l.closed_through as months_through, l.company_dept_id, null::bigint as blade_project_dept_id,
      null::bigint as use_restaurant_dept_id, w.factory_id, w.frozen = 1 as is_frozen
    from factory_warehouse w join stock_location l on l.id = w.id join dept d on d.id = w.factory_dept_id
    where w.id = any(${fresh}::bigint[]) order by d.id, w.id for no key update of d`);
  const { scope } = context.user;
  const inReach = rows.filter(({ deptId }) => scope.all || scope.depts.includes(deptId));
  if (inReach.length < fresh.length)
    throw new Refused(refuse('production.store-unknown', {}, { field: 'factoryWarehouseId' }));
  for (const row of inReach) held.set(row.locationId, row);
  return held;
}

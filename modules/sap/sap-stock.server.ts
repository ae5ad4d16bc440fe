/**
 * SAP's stock of the stores of factories, as it stands beside ours. It is a comparison: no move is written, nothing of
 * ours changes. SAP keeps it by lot and kind of stock; each of its rows is kept in our base unit, and they are summed
 * where they are shown. What the newest run no longer brought counts no more.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { unitLadders } from '../master-data/units/material-units.server.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import { unitPath } from '../master-data/units/unit-conversion.rules.ts';
import { materialsBySapCode, unitsBySapCode } from './sap-keys.server.ts';
import { sapKeyOf, text } from './sap-mapping.rules.ts';
import { failed, type ImportPage, type Outcome } from './sap-sync.server.ts';

interface Store {
  readonly plant: string;
  readonly storage: string | null;
  readonly locationId: Id;
}

/** Stores of the factories of these plants. */
const storesOf = (context: Context, plants: readonly string[]): Promise<Store[]> =>
  context.tx.rows<Store>(sql`
    select f.sap_factory as plant, w.sap_storage_location as storage, w.id as location_id
    from central_factory f join factory_warehouse w on w.tenant_id = f.tenant_id and w.factory_id = f.id
    where f.sap_factory = any(${plants as string[]})`);

interface Kept {
  readonly location: Id;
  readonly material: Id;
  readonly key: string;
  readonly qty: string;
}

/** Takes in a page of SAP's stock: what is at no plant of a factory is nobody's here. */
export const importFactoryStock: ImportPage = async (context, source, rows) => {
  const facts = rows.map((row) => {
    const of = (name: string): string => text(row[source.fields[name]!]);
    return { key: sapKeyOf(source, row), ...Object.fromEntries(FIELDS.map((name) => [name, of(name)])) } as Fact;
  });
  const stores = await storesOf(context, [...new Set(facts.map(({ plant }) => plant))]);
  const plants = new Set(stores.map(({ plant }) => plant));
  const ours = facts.filter(({ plant }) => plants.has(plant));
  const [materials, units] = await Promise.all([
    materialsBySapCode(
      context,
      ours.map(({ material }) => material),
    ),
    unitsBySapCode(
      context,
      ours.map(({ unit }) => unit),
    ),
  ]);
  const ladders = await unitLadders(context, [...new Set(materials.values())]);
  const ourRows = new Map<number, Kept>();
  const outcomes = facts.map((fact, index): Outcome => {
    if (!plants.has(fact.plant)) return 'unchanged';
    const store = stores.find(({ plant, storage }) => plant === fact.plant && storage === fact.storage);
    if (store === undefined)
      return failed('storage', fact.storage, refuse('sap.store-unknown', { plant: fact.plant, storage: fact.storage }));
    const material = materials.get(fact.material);
    if (material === undefined)
      return failed('material', fact.material, refuse('sap.material-unknown', { material: fact.material }));
    const unit = units.get(fact.unit);
    if (unit === undefined) return failed('unit', fact.unit, refuse('sap.unit-unknown', { unit: fact.unit }));
    if (!Decimal.isText(fact.qty))
      return failed('qty', fact.qty, refuse('sap.quantity-invalid', { unit: fact.unit, value: fact.qty }));
    const path = unitPath(ladders.get(material)!, unit.id);
    if (!path.ok) return failed('unit', fact.unit, ...path.refusals);
    const qty = path.ratio.times(Fraction.of(fact.qty)).rounded(6).toString();
    ourRows.set(index, { location: store.locationId, material, key: fact.key, qty });
    return 'unchanged';
  });
  const written = await keep(context, [...ourRows.values()]);
  for (const [index, { key }] of ourRows) outcomes[index] = written.get(key) ?? 'unchanged';
  return outcomes;
};

const FIELDS = ['material', 'plant', 'storage', 'unit', 'qty'] as const;
type Fact = Readonly<Record<(typeof FIELDS)[number] | 'key', string>>;

/** Writes what SAP has, and a row at zero of ours where we never had the material, so that the difference shows. */
async function keep(context: Context, rows: readonly Kept[]): Promise<ReadonlyMap<string, 'created' | 'updated'>> {
  if (rows.length === 0) return new Map();
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as g(location bigint, material bigint, key text,
    qty numeric)`;
  await context.tx.run(sql`
    insert into stock (location_id, material_id, create_user, update_user)
    select distinct g.location, g.material, ${context.user.userId}::bigint, ${context.user.userId}::bigint
    from ${given} where g.qty <> 0 order by 1, 2 on conflict do nothing`);
  const changed = await context.tx.rows<{ key: string; isNew: boolean }>(sql`
    with before as (
      select b.sap_key, b.qty from stock_sap_balance b where b.sap_key = any(${rows.map(({ key }) => key)})),
    written as (
      insert into stock_sap_balance as b (location_id, material_id, sap_key, qty, stock_time, sync_time)
      select g.location, g.material, g.key, g.qty, now(), now() from ${given}
      on conflict (tenant_id, sap_key) do update set location_id = excluded.location_id,
        material_id = excluded.material_id, qty = excluded.qty, stock_time = excluded.stock_time,
        sync_time = excluded.sync_time
      returning b.sap_key, b.qty)
    select w.sap_key as key, o.sap_key is null as is_new from written w left join before o on o.sap_key = w.sap_key
    where o.qty is distinct from w.qty`);
  return new Map(changed.map(({ key, isNew }) => [key, isNew ? ('created' as const) : ('updated' as const)]));
}

/** Calls on the stock of factories beyond its lists: what lines are chosen from, and which store has a material. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { namedId, requireId } from '../../master-data/units/unit-calls.server.ts';
import * as calls from './stock.calls.ts';
import { factoryStock } from './stock.resource.ts';
import { isUsable } from './stock-views.server.ts';

const LIST_MAX = 2000;

interface Wanted {
  /** Its record or its department. */
  readonly factory?: string | null;
  readonly store?: string | null;
  /** With all below it. */
  readonly type?: string | null;
  readonly materials?: readonly string[] | null;
  readonly onlyAvailable?: boolean;
}
type Row = Readonly<Record<string, unknown>> & {
  readonly id: Id;
  readonly factoryWarehouseId: Id;
  readonly factoryWarehouseName: string;
  readonly materialId: Id;
  readonly qty: DecimalText;
  readonly availableQty: DecimalText;
  /** Of what can be issued; empty where nothing expires. */
  readonly nearestExpiry: string;
};

/** Rows of stock of factories in scope, without costs, by store and code of the material. */
function wantedRows(
  context: Context,
  { factory, store, type, materials, onlyAvailable = false }: Wanted,
): Promise<Row[]> {
  const [scope] = scopeCondition(factoryStock, context);
  return context.tx.rows<Row>(sql`
    select s.id, s.location_id as factory_warehouse_id, l.called as factory_warehouse_name,
      l.dept_id as factory_dept_id,
      s.material_id, m.code as material_code, m.called as material_name, coalesce(m.spec, '') as spec,
      m.material_type_id, m.base_unit_id, u.called as base_unit_name, s.qty, s.reserved_qty,
      greatest(0, coalesce(f.qty, 0) - s.reserved_qty) as available_qty, s.safety_stock_threshold,
      coalesce(f.nearest::text, '') as nearest_expiry
    from stock s join stock_location l on l.tenant_id = s.tenant_id and l.id = s.location_id
      and l.kind = 'factory-warehouse'
    join material m on m.tenant_id = s.tenant_id and m.id = s.material_id
    join material_unit u on u.tenant_id = m.tenant_id and u.id = m.base_unit_id
    cross join lateral (
      select sum(sb.qty) as qty, min(b.expiry_date) as nearest from stock_batch sb
      join batch b on b.tenant_id = sb.tenant_id and b.id = sb.batch_id
      where sb.tenant_id = s.tenant_id and sb.location_id = s.location_id and sb.material_id = s.material_id
        and sb.qty > 0 and ${isUsable(context)}) f
    where (${factory ?? null}::bigint is null or l.dept_id in (
        select c.dept_id from central_factory c where ${factory ?? null}::bigint in (c.id, c.dept_id)))
      and (${store ?? null}::bigint is null or s.location_id = ${store ?? null}::bigint)
      and (${type ?? null}::bigint is null or m.material_type_id in (
        with recursive down as (
          select t.id from material_type t where t.id = ${type ?? null}::bigint
          union select t.id from material_type t join down on t.parent_id = down.id) select id from down))
      and (${materials ?? null}::bigint[] is null or s.material_id = any(${materials ?? null}::bigint[]))
      and (not ${onlyAvailable}::boolean or coalesce(f.qty, 0) > s.reserved_qty)
      ${scope === undefined ? empty : sql`and exists (select 1 from (select l.dept_id) t where ${scope})`}
    order by s.location_id, m.code limit ${LIST_MAX}`);
}

const factoryStockList = serve(calls.factoryStockList, (context, input) =>
  wantedRows(context, {
    factory: namedId(input.factoryDeptId),
    store: namedId(input.factoryWarehouseId),
    type: namedId(input.materialType),
    materials: Array.isArray(input.materialIds)
      ? input.materialIds.map(String).filter((id) => namedId(id) !== null)
      : null,
    onlyAvailable: input.onlyAvailable === '1',
  }),
);

const factoryStockStores = serve(calls.factoryStockStores, async (context, input) => {
  const rows = await wantedRows(context, {
    factory: requireId(input, 'factoryDeptId'),
    materials: [requireId(input, 'materialId')],
  });
  return rows
    .filter(({ qty }) => qty !== '0')
    .map(({ factoryWarehouseId, factoryWarehouseName: name, qty, availableQty, nearestExpiry }) => ({
      factoryWarehouseId,
      name,
      qty,
      availableQty,
      nearestExpiry,
    }));
});

export const factoryStockCalls: readonly Call[] = [factoryStockList, factoryStockStores];

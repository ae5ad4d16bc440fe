/** What a pot, or a piece that is cut up, takes by its list, and what of it is there. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { needsOfPots } from './pot-needs.server.ts';
import * as calls from './produce.calls.ts';
import { cuttingLists } from './split.server.ts';

export const produceNeed = serve(calls.produceNeed, async (context, input) => {
  const { gearOperationDeptId, factoryWarehouseId, fromFactoryWarehouseId, dishId, splitBomId, actualQty: qty } = input;
  const named = { gearOperationDeptId, factoryWarehouseId, fromFactoryWarehouseId, dishId, splitBomId };
  for (const [name, id] of Object.entries(named))
    if (id !== null && !/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name, value: id }));
  const { deptId, storeId, isSeen } = await placeAsked(context, named);
  const goods = new Map<Id, Decimal>();
  const cuts = new Map<Id, Decimal>();
  if (input.produceType === 'split' && splitBomId !== null) {
    const list = (await cuttingLists(context, [splitBomId])).get(splitBomId);
    if (list !== undefined) goods.set(list.materialId, Decimal.of(qty));
    for (const [id, cut] of list?.cuts ?? []) cuts.set(id, Decimal.of(cut.outputQty).times(Decimal.of(qty)).rounded(6));
  } else if (dishId !== null) {
    const [need] = await needsOfPots(context, [{ deptId, dishId, bizDate: input.bizDate ?? context.today, qty }]);
    for (const [id, { gross }] of need!.goods) goods.set(id, gross);
  }
  const rows = await context.tx.rows<{
    materialId: Id;
    materialName: string;
    materialCode: string;
    unitId: Id;
    unitName: string;
    availableQty: string;
  }>(sql`
    select m.id as material_id, m.called as material_name, m.code as material_code, u.id as unit_id,
      u.called as unit_name, coalesce(s.qty - s.reserved_qty, 0) as available_qty
    from unnest(${[...goods.keys(), ...cuts.keys()]}::bigint[]) with ordinality as g(id, nr)
    join material m on m.id = g.id join material_unit u on u.id = m.base_unit_id
    left join stock s on s.location_id = ${storeId}::bigint and s.material_id = m.id and ${isSeen} order by g.nr`);
  return {
    lines: rows
      .filter(({ materialId }) => goods.has(materialId))
      .map((row) => ({ ...row, stdQty: goods.get(row.materialId)!.toString() })),
    outputs: rows
      .filter(({ materialId }) => cuts.has(materialId))
      .map(({ availableQty: _there, ...row }) => ({ ...row, stdQty: cuts.get(row.materialId)!.toString() })),
  };
});

/** Whose BOMs hold, where the goods come from, and whether the caller sees what lies there. */
async function placeAsked(
  context: Context,
  named: Readonly<Record<'gearOperationDeptId' | 'factoryWarehouseId' | 'fromFactoryWarehouseId', Id | null>>,
): Promise<{ readonly deptId: Id; readonly storeId: Id; readonly isSeen: boolean }> {
  const { gearOperationDeptId, factoryWarehouseId, fromFactoryWarehouseId } = named;
  const { scope } = context.user;
  const sees = (deptId: Id): boolean => scope.all || scope.depts.includes(deptId);
  if (!gearOperationDeptId === !factoryWarehouseId)
    throw new Refused(refuse('production.one-place', {}, { field: 'placeKind' }));
  if (gearOperationDeptId)
    return { deptId: gearOperationDeptId, storeId: gearOperationDeptId, isSeen: sees(gearOperationDeptId) };
  const storeId = fromFactoryWarehouseId || factoryWarehouseId!;
  const row = await context.tx.row<{ deptId: Id }>(
    sql`select factory_dept_id as dept_id from factory_warehouse where id = ${storeId}::bigint`,
  );
  if (row === undefined || !sees(row.deptId))
    throw new Refused(refuse('production.store-unknown', {}, { field: 'factoryWarehouseId' }));
  return { deptId: row.deptId, storeId, isSeen: true };
}

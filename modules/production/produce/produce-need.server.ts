/** What a pot, or a piece that is cut up, takes by its list, and what of it the stall has. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { needsOfPots } from './pot-needs.server.ts';
import * as calls from './produce.calls.ts';
import { cuttingLists } from './split.server.ts';

export const produceNeed = serve(calls.produceNeed, async (context, input) => {
  const { gearOperationDeptId: stallId, dishId, splitBomId, actualQty: qty } = input;
  for (const [name, id] of Object.entries({ gearOperationDeptId: stallId, dishId, splitBomId }))
    if (id !== null && !/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name, value: id }));
  const goods = new Map<Id, Decimal>();
  const cuts = new Map<Id, Decimal>();
  if (input.produceType === 'split' && splitBomId !== null) {
    const list = (await cuttingLists(context, [splitBomId])).get(splitBomId);
    if (list !== undefined) goods.set(list.materialId, Decimal.of(qty));
    for (const [id, cut] of list?.cuts ?? []) cuts.set(id, Decimal.of(cut.outputQty).times(Decimal.of(qty)).rounded(6));
  } else if (dishId !== null) {
    const [need] = await needsOfPots(context, [{ stallId, dishId, bizDate: input.bizDate ?? context.today, qty }]);
    for (const [id, { gross }] of need!.goods) goods.set(id, gross);
  }
  const { scope } = context.user;
  const isSeen = scope.all || scope.depts.includes(stallId);
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
    left join stock s on s.location_id = ${stallId}::bigint and s.material_id = m.id and ${isSeen} order by g.nr`);
  return {
    lines: rows
      .filter(({ materialId }) => goods.has(materialId))
      .map((row) => ({ ...row, stdQty: goods.get(row.materialId)!.toString() })),
    outputs: rows
      .filter(({ materialId }) => cuts.has(materialId))
      .map(({ availableQty: _there, ...row }) => ({ ...row, stdQty: cuts.get(row.materialId)!.toString() })),
  };
});

/** What the approved plans of a stall take, beside what lies there: what a pick bill is filled from. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { dishesWithNeeds } from '../operations/sales-plan/sales-plan-needs.server.ts';
import type { plannedGoods } from './gear-menu.calls.ts';
import { plannedOf, type Period } from './menus-of-stall.server.ts';

type Goods = TypeOf<typeof plannedGoods.answer>[number];

/** Materials of all planned dishes of the period, those that are short first. */
export async function goodsOf(context: Context, period: Period): Promise<Goods[]> {
  const planned = await plannedOf(context, period);
  const dishes = await dishesWithNeeds(
    context,
    period.stallId,
    planned.map((line) => ({ ...line, incomeAmount: null })),
    period.from,
  );
  const needs = Map.groupBy(
    dishes.flatMap(({ dishName, materials }) => materials.map((material) => ({ ...material, dishName }))),
    (need) => need.materialId,
  );
  const stock = await stallStock(context, period.stallId, [...needs.keys()]);
  return [...needs]
    .map(([materialId, of]): Goods => {
      const need = Decimal.sum(of.map((each) => Decimal.of(each.qty)));
      const there = Decimal.of(stock.get(materialId) ?? '0');
      const { materialName, unitId, unitName } = of[0]!;
      return {
        materialId,
        materialName,
        unitId,
        unitName,
        needQty: need.toString(),
        stockQty: there.toString(),
        shortQty: Decimal.max(Decimal.zero, need.minus(there)).toString(),
        dishes: [...new Set(of.map((each) => each.dishName))],
      };
    })
    .toSorted((one, other) => Number(one.shortQty === '0') - Number(other.shortQty === '0'));
}

/** What lies at a stall and nobody has reserved, by material, in base unit. */
async function stallStock(
  context: Context,
  stallId: Id,
  materialIds: readonly Id[],
): Promise<ReadonlyMap<Id, DecimalText>> {
  const rows = await context.tx.rows<{ materialId: Id; qty: DecimalText }>(sql`
    select s.material_id, greatest(0, s.qty - s.reserved_qty) as qty from stock s
    join stock_location l on l.id = s.location_id and l.kind = 'stall' and l.dept_id = ${stallId}::bigint
    where s.material_id = any(${[...materialIds]}::bigint[])`);
  return new Map(rows.map((row) => [row.materialId, row.qty]));
}

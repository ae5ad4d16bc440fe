/** A room with a stall that cooks: its goods, a dish of two of them, and one that is kept on the way. */
import { sql } from '../../parts/postgres/database.ts';
import { aBillRoom, type BillRoom } from '../other-moves/other-moves.testing.ts';
import { place, received, thing } from '../stock/ledger/stock-room.testing.ts';
import type { Receipt, ReceivedLot } from '../stock/lots/lots.server.ts';

export const dish = { rice: '801', dough: '802', bun: '803' } as const;
export const DOUGH = '205';
export const PRODUCE = 'gearproduce';
export const WASTE = 'gearfoodwaste';
export const LABEL = 'gearlabel';

/** 0.1 kg of rice (yield 80 %) and 0.01 kg of oil a portion; buns of dough, which is made of flour and kept. */
export async function aKitchen(): Promise<BillRoom> {
  const room = await aBillRoom('production');
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into material_unit (id, code, name, dimension) values (303, 'portion', '份', 'number')`);
    await tx.run(sql`update material_unit set is_dimension_base = 1 where id = 301`);
    await tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id, shelf_life_days, search_text,
      material_kind) values (205, 'DOUGH', '面团', 400, 301, 2, 'dough', 'semi'),
      (206, 'RIBS', '排骨', 400, 301, null, 'ribs', 'raw'), (207, 'BONES', '骨头', 400, 301, null, 'bones', 'raw'),
      (208, 'PIG', '整猪', 400, 301, null, 'pig', 'raw')`);
    await tx.run(sql`update material set std_yield = 80 where id in (${thing.rice}::bigint)`);
    await tx.run(sql`update material set allergens = '[{"allergen":"gluten","state":"contains"}]' where id = 204`);
    await tx.run(
      sql`insert into dish_type (id, code, name, parent_id, level, sort) values (810, 'T', '主食', 0, 1, 0)`,
    );
    await tx.run(sql`insert into dish (id, code, name, dish_type_id, dish_kind, hold_minutes, sample_required, stockable,
      stock_material_id, portion_weight) values
      (801, 'D1', '炒饭', 810, 'finished', 120, 1, 0, null, 250), (802, 'D2', '面团', 810, 'semi', 120, 0, 1, 205, null),
      (803, 'D3', '包子', 810, 'finished', 0, 0, 0, null, 100)`);
    await tx.run(sql`insert into dish_bom (id, dish_id, bom_version, output_qty, output_unit_id, released, start_date)
      values (820, 801, 1, 1, 303, 1, '2024-01-01'), (821, 802, 1, 1, 301, 1, '2024-01-01'),
      (822, 803, 1, 1, 303, 1, '2024-01-01')`);
    await tx.run(sql`insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, sub_dish_id, net_qty,
      unit_id, net_base_qty, yield_rate, prep_timing) values
      (820, 1, 'material', 201, null, 0.1, 301, 0.1, 80, 'day-before'),
      (820, 2, 'material', 203, null, 0.01, 301, 0.01, 100, null),
      (821, 1, 'material', 204, null, 0.6, 301, 0.6, 100, null), (822, 1, 'dish', null, 802, 0.05, 301, 0.05, 100, null)`);
    await tx.run(sql`insert into sales_plan (id, bill_code, gear_operation_dept_id, start_date, end_date, status)
      values (830, 'YX1', 112, '2025-03-10', '2025-03-23', 'approved')`);
    await tx.run(sql`insert into sales_plan_detail (sales_plan_id, line_no, meal_date, meal_type, dish_id, portions)
      values (830, 1, '2025-03-16', 'lunch', 801, 40), (830, 2, '2025-03-17', 'lunch', 801, 30)`);
  });
  return room;
}

/** A lot at the stall. */
export const stallLot = (
  room: BillRoom,
  materialId: string,
  qty: string,
  amount: string,
  more: Partial<Receipt> = {},
): Promise<ReceivedLot> =>
  room.act((context) => received(context, materialId, qty, amount, { locationId: place.stall, ...more }));

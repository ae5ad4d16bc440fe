/** A stall with three people and duties of the day, laid down long before. */
import { sql } from '../../parts/postgres/database.ts';
import { aBillRoom, type BillRoom } from '../other-moves/other-moves.testing.ts';
import { place } from '../stock/ledger/stock-room.testing.ts';

export const LOG = 'foodsafetylog';
export const card = { wang: '901', li: '902', zhao: '903' } as const;
export const duty = { check: '911', fridge: '912', boards: '913', lunch: '914', pest: '915' } as const;

export async function aWatchedKitchen(): Promise<BillRoom> {
  const room = await aBillRoom('food-safety');
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into health_card (id, gear_operation_dept_id, person_name, post_name, card_no, expire_date,
      create_time) values
      (901, ${place.stall}::bigint, '王芳', '厨师', 'H1', '2025-12-31', '2025-01-01'),
      (902, ${place.stall}::bigint, '李雷', '切配', 'H2', '2025-04-01', '2025-01-01'),
      (903, ${place.stall}::bigint, '赵云', '洗消', 'H3', '2025-03-15', '2025-01-01')`);
    await tx.run(sql`insert into safety_duty (id, gear_operation_dept_id, log_kind, subject, due_time, due_days, low_limit,
      high_limit, create_time) values
      (911, ${place.stall}::bigint, 'morning-check', '全体人员', '08:00', 'every-day', null, null, '2025-01-01'),
      (912, ${place.stall}::bigint, 'temperature', '冷藏柜1', '09:30', 'every-day', 0, 8, '2025-01-01'),
      (913, ${place.stall}::bigint, 'disinfection', '砧板刀具', '14:30', 'every-day', null, null, '2025-01-01'),
      (914, ${place.stall}::bigint, 'accompany', '午餐陪餐', '13:00', 'work-days', null, null, '2025-01-01'),
      (915, ${place.stall}::bigint, 'pest', '灭鼠点', '18:00', 'weekly', null, null, '2025-01-01')`);
  });
  return room;
}

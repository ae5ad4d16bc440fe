/** The end of a stall's day: where nothing is sold through a till, what is neither left over nor wasted was served. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { newIds } from '../../../kernel/server/numbering.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { holdStock } from '../../stock/ledger/locks.server.ts';
import { post } from '../../stock/ledger/posting.server.ts';
import { holdStalls, ledgerTime, requireOpenDays } from '../produce/kitchen-stalls.server.ts';
import * as calls from './kitchen-day.calls.ts';
import { kitchenDay } from './kitchen-day.resource.ts';

interface ServedPot {
  readonly id: Id;
  readonly billCode: string;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly qty: DecimalText;
}

/** Twice at once: the second waits for the first and finds the day closed. */
export const closeDay = serve(calls.closeKitchenDay, async (context, { gearOperationDeptId, date }) => {
  if (date > context.today) throw new Refused(refuse('production.day-not-over', { bizDate: date }, { field: 'date' }));
  const stall = (await holdStalls(context, [gearOperationDeptId])).get(gearOperationDeptId)!;
  await requireOpenDays(context, [{ stall, bizDate: date }]);
  const keys = await context.tx.rows<{ locationId: Id; materialId: Id }>(sql`
    select distinct ${stall.locationId}::bigint as location_id, p.material_id from gear_produce p
    where p.gear_operation_dept_id = ${gearOperationDeptId}::bigint and p.biz_date = ${date}::date
      and p.status = 'posted' and p.produce_type = 'cook'`);
  await holdStock(context, keys);
  const pots = await context.tx.rows<ServedPot>(sql`
    select p.id, p.bill_code, p.material_id, p.batch_id, s.qty from gear_produce p
    join stock_batch s on s.location_id = ${stall.locationId}::bigint and s.batch_id = p.batch_id and s.qty > 0
    where p.gear_operation_dept_id = ${gearOperationDeptId}::bigint and p.biz_date = ${date}::date
      and p.status = 'posted' and p.produce_type = 'cook' order by p.id`);
  const [id] = await newIds(context, 1);
  const businessTime = ledgerTime(date, context.today);
  await post(
    context,
    pots.map((pot) => ({
      bill: { type: kitchenDay.segment, id: id!, code: pot.billCode },
      lineId: pot.id,
      reason: 'kitchen.sale',
      materialId: pot.materialId,
      batchId: pot.batchId,
      from: stall.locationId,
      qty: pot.qty,
      // It was eaten while it was good: that its clock has run out since stops nobody from writing it down.
      exit: 'scrap',
      ...(businessTime === undefined ? {} : { businessTime }),
    })),
  );
  const me = sql`${context.user.userId}::bigint`;
  await context.tx.run(sql`
    insert into kitchen_day (id, gear_operation_dept_id, biz_date, close_user_id, close_time, served_bills, create_user,
      create_dept, update_user)
    values (${id!}::bigint, ${gearOperationDeptId}::bigint, ${date}::date, ${me}, ${context.now}::timestamptz,
      ${pots.length}, ${me}, ${context.user.deptId || null}::bigint, ${me})`);
  return { servedBills: pots.length };
});

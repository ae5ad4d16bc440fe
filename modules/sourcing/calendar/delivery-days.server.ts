/** Answers about delivery days: a sender's days at a place, and what must be ordered today. */
import type { Id } from '../../../kernel/core/field.ts';
import { readDay } from '../../../kernel/core/kinds.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { dayPlus, daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import type { DeliveryBook, DeliveryParties } from '../delivery-book.server.ts';
import { deliveryBook, deptsOf } from '../delivery-rows.server.ts';
import type { ArrivalWindow } from '../delivery.rules.ts';
import { warehousePlaces } from '../source-calls.server.ts';
import * as calls from './delivery-calendar.calls.ts';
import { deliveryCalendar } from './delivery-calendar.resource.ts';

/** Days that are looked at at once. */
const MOST_DAYS = 92;
const SHOWN_DAYS = 30;
const DEFAULT_LEAD = 1;

const preview = serve(calls.previewDays, async (context, input) => {
  const from = dayNamed(input.from, 'from', context.today);
  const to = dayNamed(input.to, 'to', dayPlus(from, SHOWN_DAYS));
  if (to < from || daysBetween(from, to) >= MOST_DAYS)
    throw new Refused(refuse('sourcing.preview-days', { most: MOST_DAYS }, { field: 'to' }));
  if ((input.supplierId === null) === (input.outOrgId === null))
    throw new Refused(refuse('sourcing.preview-sender', {}, { field: 'outOrgId' }));
  const supplierId = input.supplierId === null ? null : requireId(input, 'supplierId');
  const [place] = (await warehousePlaces(context, [requireId(input, 'warehouseId')])).values();
  if (place === undefined) throw unknownRecord(label('仓库', 'Warehouse'));
  const parties: DeliveryParties = {
    supplierId,
    sender:
      input.outOrgId === null
        ? null
        : { deptId: input.outOrgId, storeId: input.factoryWarehouseId ?? input.outWarehouseId },
    deptIds: deptsOf([place]),
    warehouseId: place.warehouseId,
    leadDays: supplierId === null ? DEFAULT_LEAD : await leadOf(context, supplierId),
  };
  const book = await deliveryBook(context, supplierId === null ? [] : [supplierId], parties.deptIds);
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const date = dayPlus(from, index);
    const found = book.dayOf(parties, date);
    return {
      date,
      available: found.open ? (1 as const) : (0 as const),
      orderBefore: found.orderBefore === undefined ? '' : `${found.orderBefore}:00`,
      late: found.late === true ? (1 as const) : (0 as const),
      window: arrivalWords(found.arrival),
      reason: found.closure?.reason ?? '',
    };
  });
});

function dayNamed(text: string | null, name: string, otherwise: string): string {
  const day = text === null ? otherwise : readDay(text);
  if (day === null) throw new Refused(refuse('param.invalid', { name, value: text }, { field: name }));
  return day;
}
const arrivalWords = (arrival: ArrivalWindow | null): string =>
  arrival === null || (arrival.start === null && arrival.end === null)
    ? ''
    : `${arrival.start ?? ''}–${arrival.end ?? ''}`;

async function leadOf(context: Context, supplierId: Id): Promise<number> {
  const row = await context.tx.row<{ leadDays: number }>(
    sql`select coalesce(lead_days, ${DEFAULT_LEAD})::integer as lead_days from supplier
      where id = ${supplierId}::bigint`,
  );
  if (row === undefined) throw unknownRecord(label('供应商', 'Supplier'));
  return row.leadDays;
}

/** Whoever sends to whom, as calendars say. */
interface Pair {
  readonly kind: 'supplier' | 'sender';
  readonly senderId: Id;
  readonly senderName: string;
  readonly storeId: Id | null;
  readonly siteDeptId: Id | null;
  readonly warehouseId: Id | null;
  readonly siteName: string;
}
/** Deliveries up to so many days ahead have their cut-off today. */
const AHEAD_DAYS = 31;

const today = serve(calls.cutOffsToday, async (context) => {
  const scope = scopeCondition(deliveryCalendar, context);
  const pairs = await context.tx.rows<Pair>(sql`
    select distinct 'sender' as kind, t.out_org_id as sender_id, coalesce(f.name, w.name, d.dept_name) as sender_name,
      coalesce(t.factory_warehouse_id, t.out_warehouse_id) as store_id, s.blade_project_dept_id as site_dept_id,
      t.warehouse_id, coalesce(r.name, s.project_dept_name, '') as site_name
    from delivery_calendar t join dept d on d.id = t.out_org_id
    left join factory_warehouse f on f.id = t.factory_warehouse_id left join warehouse w on w.id = t.out_warehouse_id
    left join project_dept_system s on s.id = t.project_dept_sys_id left join warehouse r on r.id = t.warehouse_id
    where ${join([sql`t.calendar_type = 'sender' and t.frozen = 0 and t.available = 1`, ...scope], ' and ')}
    union all select distinct 'supplier', p.id, p.name, null::bigint, w.dept_id, null::bigint, coalesce(d.dept_name, '')
    from supplier_windows w join supplier p on p.id = w.supplier_id left join dept d on d.id = w.dept_id
    where p.frozen = 0 and w.available = 1`);
  const book = await deliveryBook(
    context,
    pairs.flatMap(({ kind, senderId }) => (kind === 'supplier' ? [senderId] : [])),
    pairs.flatMap(({ siteDeptId }) => siteDeptId ?? []),
  );
  return {
    now: context.now,
    cutOffs: pairs
      .flatMap((pair) => cutOffsOf(book, pair, context.today))
      .toSorted(
        (one, other) =>
          one.orderBefore.localeCompare(other.orderBefore) || one.senderName.localeCompare(other.senderName),
      ),
  };
});

/** The deliveries of one pair whose cut-off is on this day. */
function cutOffsOf(book: DeliveryBook, pair: Pair, day: string) {
  const { kind, senderId, senderName, siteName } = pair;
  const parties: DeliveryParties = {
    supplierId: kind === 'supplier' ? senderId : null,
    sender: kind === 'sender' ? { deptId: senderId, storeId: pair.storeId } : null,
    deptIds: pair.siteDeptId === null ? [] : [pair.siteDeptId],
    warehouseId: pair.warehouseId,
    leadDays: DEFAULT_LEAD,
  };
  return Array.from({ length: AHEAD_DAYS }, (_, ahead) => dayPlus(day, ahead)).flatMap((deliveryDate) => {
    const { open, orderBefore, late } = book.dayOf(parties, deliveryDate);
    return open && orderBefore?.startsWith(day) === true
      ? [
          {
            kind,
            senderId,
            senderName,
            siteName,
            deliveryDate,
            orderBefore: `${orderBefore}:00`,
            late: late === true ? (1 as const) : (0 as const),
          },
        ]
      : [];
  });
}

export const deliveryDayCalls: readonly Call[] = [preview, today];

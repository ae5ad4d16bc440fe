/** Standing orders on the server: what may stand in one, what past orders suggest, and the drafts made of them. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines } from '../../../kernel/server/behaviour.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import type { ScheduledTask, Services } from '../../../kernel/server/registry.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { periodRefusals } from '../../master-data/materials/validity.server.ts';
import { cutOffsFor } from '../../sourcing/late/cut-offs.server.ts';
import { warehousePlaces } from '../../sourcing/source-calls.server.ts';
import { deptsOf } from '../../sourcing/delivery-rows.server.ts';
import { purchaseRequest } from '../purchase-request.document.ts';
import { placeOf } from '../receiving-place.server.ts';
import { learnStandingOrder } from './standing-order.calls.ts';
import { standingOrder } from './standing-order.resource.ts';
import {
  deliveriesOf,
  learnedWeek,
  readDays,
  wantedOn,
  WEEKDAY_FIELDS,
  weekdayField,
  WEEKS,
  type StandingWeek,
} from './standing-order.rules.ts';

const AN_HOUR = 3_600_000;
/** Deliveries are looked at so far ahead: the longest lead, and the days a draft may stand before its cut-off. */
const AHEAD_DAYS = 45;

export const standingOrderBehaviour = behaviour(standingOrder, {
  async beforeSave(context, saving) {
    const { values } = saving;
    const refusals = periodRefusals(context, saving);
    if (readDays(values.skipDates) === null)
      refusals.push(refuse('purchasing.standing-days', {}, { field: 'skipDates' }));
    const lines = savingLines(saving, 'details') ?? [];
    lines.forEach(({ values: line }, index) => {
      if (!WEEKDAY_FIELDS.some((weekday) => line[weekday] && Decimal.of(line[weekday]).isPositive()))
        refusals.push(refuse('purchasing.standing-line', { line: index + 1 }, { field: 'qty1', line: index + 1 }));
    });
    if (refusals.length > 0) throw new Refused(...refusals);
    Object.assign(values, await placeOf(context, { warehouseId: values.warehouseId }));
    if (values.skipDates) values.skipDates = readDays(values.skipDates)!.join(',');
  },
  afterSaveAll: (context, saved) =>
    writeNextDays(
      context,
      saved.map(({ id }) => id),
    ),
  afterFreeze: (context, ids) => writeNextDays(context, ids),
});

/** The next day each of these asks for something, as they stand now: none while it is frozen, none after its end. */
async function writeNextDays(context: Context, ids: readonly Id[]): Promise<void> {
  const from = dayPlus(context.today, 1);
  const next = new Map(
    (await inForce(context, ids)).map((order) => [order.id, deliveriesOf(order, from, dayPlus(from, AHEAD_DAYS))[0]]),
  );
  await context.tx.run(sql`
    update standing_order s set next_date = n.day
    from unnest(${[...ids]}::bigint[], ${ids.map((id) => next.get(id) ?? null)}::date[]) n(id, day)
    where s.id = n.id and s.next_date is distinct from n.day`);
}

const learn = serve(learnStandingOrder, async (context, input) => {
  const rows = await context.tx.rows<{ materialId: Id; unitId: Id; day: string; qty: DecimalText }>(sql`
    select d.material_id, d.unit_id, coalesce(d.delivery_date, o.delivery_date) as day, sum(d.order_qty) as qty
    from purchase_order o join purchase_order_detail d on d.tenant_id = o.tenant_id and d.purchase_order_id = o.id
    join material m on m.id = d.material_id and m.frozen = 0
    where o.warehouse_id = ${input.warehouseId}::bigint and o.status in ('approved', 'done')
      and (${input.supplierId}::bigint is null or o.supplier_id = ${input.supplierId}::bigint)
      and coalesce(d.delivery_date, o.delivery_date) >= ${context.today}::date - ${7 * WEEKS}::integer
      and coalesce(d.delivery_date, o.delivery_date) < ${context.today}::date
    group by 1, 2, 3 order by 1, 2, 3`);
  const learned = learnedWeek(
    context.today,
    rows.map((row) => ({ ...row, qty: Decimal.of(row.qty) })),
  );
  if (learned.length === 0) throw new Refused(refuse('purchasing.standing-nothing', { weeks: WEEKS }));
  const place = await context.tx.row<{ name: string }>(
    sql`select name from warehouse where id = ${input.warehouseId}::bigint`,
  );
  const name = `${place?.name ?? ''} ${context.today}`.slice(0, 60);
  const id = await saveRecord(standingOrder, context, {
    name,
    warehouseId: input.warehouseId,
    ...(input.supplierId === null ? {} : { supplierId: input.supplierId }),
    details: learned,
  });
  // Nothing is ordered of a guess before somebody looked at it.
  await context.tx.run(sql`update standing_order set frozen = 1, next_date = null where id = ${id}::bigint`);
  return { id, name, lines: learned.length };
});

export const standingOrderCalls: readonly Call[] = [learn];

type Stored = StandingWeek & {
  readonly id: Id;
  readonly code: string;
  readonly name: string;
  readonly warehouseId: Id;
  readonly supplierId: Id | null;
  readonly sourceKind: string;
  readonly aheadDays: number;
  readonly lines: readonly (StandingWeek['lines'][number] & { readonly materialId: Id; readonly unitId: Id })[];
};

/** Standing orders in force, with their lines; of those named where some are. */
const inForce = (context: Context, ids: readonly Id[] | null = null): Promise<Stored[]> =>
  context.tx.rows<Stored>(sql`
    select s.id, s.code, s.name, s.warehouse_id, s.supplier_id, s.source_kind, s.ahead_days, s.start_date, s.end_date,
      s.skip_dates, json_agg(json_build_object('materialId', d.material_id::text, 'unitId', d.unit_id::text,
        'qty1', d.qty1::text, 'qty2', d.qty2::text, 'qty3', d.qty3::text, 'qty4', d.qty4::text, 'qty5', d.qty5::text,
        'qty6', d.qty6::text, 'qty7', d.qty7::text) order by d.line_no) as lines
    from standing_order s join standing_order_detail d on d.tenant_id = s.tenant_id and d.standing_order_id = s.id
    where s.frozen = 0 and ${ids === null ? sql`true` : sql`s.id = any(${[...ids]}::bigint[])`}
      and (s.end_date is null or s.end_date > ${context.today}::date) group by s.tenant_id, s.id order by s.id`);

/** Days whose request is to be drafted now: their cut-off is near, and nobody drafted them yet. */
async function dueDays(context: Context, order: Stored): Promise<readonly string[]> {
  const tomorrow = dayPlus(context.today, 1);
  const days = deliveriesOf(order, tomorrow, dayPlus(tomorrow, AHEAD_DAYS));
  const [place] = (await warehousePlaces(context, [order.warehouseId])).values();
  if (place === undefined || days.length === 0) return [];
  const wanted = days.flatMap((deliveryDate) =>
    wantedOn(order.lines, deliveryDate).map(({ materialId }) => ({
      supplierId: order.supplierId,
      warehouseId: order.warehouseId,
      deptIds: deptsOf([place]),
      materialId,
      deliveryDate,
    })),
  );
  const moments = await cutOffsFor(context, wanted);
  const first = new Map<string, string>();
  wanted.forEach(({ deliveryDate }, index) => {
    const moment = moments[index]!.orderBefore;
    if ((first.get(deliveryDate) ?? moment) >= moment) first.set(deliveryDate, moment);
  });
  // Due on the day that lies so many days before the cut-off, from its first hour on.
  return days.filter((day) => dayPlus(first.get(day)!.slice(0, 10), -order.aheadDays) <= context.today);
}

/** Drafts the requests of one standing order that are due; answers how many. Each day is drafted once, whoever runs. */
export async function draftRequests(context: Context, id: Id): Promise<number> {
  const [order] = await inForce(context, [id]);
  if (order === undefined) return 0;
  const due = await dueDays(context, order);
  const fresh = await context.tx.rows<{ day: string }>(sql`
    insert into standing_order_run (standing_order_id, delivery_date)
    select ${id}::bigint, day from unnest(${[...due]}::date[]) day
    on conflict do nothing returning delivery_date as day`);
  for (const { day } of fresh.toSorted((one, other) => one.day.localeCompare(other.day))) {
    const requestId = await saveRecord(purchaseRequest, context, {
      warehouseId: order.warehouseId,
      remark: `${standingOrder.label.zh} ${order.code} ${order.name}`,
      details: wantedOn(order.lines, day).map((line) => ({
        materialId: line.materialId,
        unitId: line.unitId,
        requestQty: line[weekdayField(day)],
        needDate: day,
        deliveryDate: day,
        sourceKind: order.sourceKind,
        ...(order.supplierId === null ? {} : { supplierId: order.supplierId }),
      })),
    });
    await context.tx.run(sql`
      update standing_order_run set request_id = ${requestId}::bigint
      where standing_order_id = ${id}::bigint and delivery_date = ${day}::date`);
  }
  await writeNextDays(context, [id]);
  await context.tx.run(sql`
    update standing_order s set problem = null,
      last_date = (select max(r.delivery_date) from standing_order_run r where r.standing_order_id = s.id)
    where s.id = ${id}::bigint`);
  return fresh.length;
}

/** Every hour: what is due is drafted, order by order; one that cannot be says why and holds up no other. */
export const draftStandingOrders = (services: Services): ScheduledTask => ({
  name: 'purchasing.standing-orders',
  everyMs: AN_HOUR,
  run: () =>
    forEachTenant(services, 'purchasing.standing-orders', async ({ transaction }) => {
      const orders = await transaction((context) => inForce(context), { readOnly: true });
      for (const { id } of orders)
        try {
          await transaction((context) => draftRequests(context, id));
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          const problem = error.refusals
            .map((refusal) => sentenceOf(refusal, 'zh'))
            .join(' ')
            .slice(0, 500);
          await transaction(({ tx }) =>
            tx.run(sql`update standing_order set problem = ${problem} where id = ${id}::bigint`),
          );
        }
    }),
});

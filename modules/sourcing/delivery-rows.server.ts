/** Calendars of senders and sites, read with a few statements however many lines ask. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { deliveryBookOf, type DeliveryBook, type DeliveryRows } from './delivery-book.server.ts';
import type { SourcePlace } from './source-book.server.ts';

/** How long after its day an exception still counts, as one among the days before a need. */
const PAST_DAYS = 62;

/** The book of what was read, as of `context.now`. */
export const deliveryBook = async (
  context: Context,
  supplierIds: readonly Id[],
  deptIds: readonly Id[],
): Promise<DeliveryBook> => deliveryBookOf(await deliveryRows(context, supplierIds, deptIds), context.now);

/** Departments and companies of these places. */
export const deptsOf = (places: Iterable<Pick<SourcePlace, 'deptIds' | 'companyDeptId'>>): Id[] =>
  [...places].flatMap(({ deptIds, companyDeptId }) => [...deptIds, companyDeptId]);

/** The weeks and holidays of these suppliers, of all other senders, and of these places. */
export async function deliveryRows(
  { tx, user, today }: Pick<Context, 'tx' | 'user' | 'today'>,
  supplierIds: readonly Id[],
  deptIds: readonly Id[],
): Promise<DeliveryRows> {
  const ids = [...new Set(supplierIds)];
  const places = [...new Set(deptIds)];
  const [windows, holidays, calendars, exceptions, own] = await Promise.all([
    ids.length === 0
      ? []
      : tx.rows<DeliveryRows['windows'][number]>(sql`
    select w.supplier_id, w.dept_id, w.weekday, w.available = 1 as available, w.cut_off_time, w.advance_days,
      json_build_object('start', w.window_start, 'end', w.window_end) as arrival
    from supplier_windows w where w.supplier_id = any(${ids}::bigint[]) order by w.supplier_id, w.weekday`),
    ids.length === 0
      ? []
      : tx.rows<DeliveryRows['holidays'][number]>(sql`
    select h.supplier_id, h.holiday_date as date, h.shift, coalesce(h.remark, '') as reason from supplier_holidays h
    where h.supplier_id = any(${ids}::bigint[]) order by h.supplier_id, h.holiday_date`),
    tx.rows<DeliveryRows['calendars'][number]>(sql`
    select c.calendar_type = 'sender' as sends, c.out_org_id,
      coalesce(c.factory_warehouse_id, c.out_warehouse_id) as store_id, s.blade_project_dept_id as site_id,
      c.warehouse_id, c.weekday::integer, c.available = 1 as available, c.cut_off_time, c.advance_days,
      c.receive_lead_days as lead_days, json_build_object('start', c.window_start, 'end', c.window_end) as arrival,
      json_build_object('mode', c.late_mode, 'feeKind', c.late_fee_kind, 'fee', c.late_fee::text) as terms,
      c.start_date, c.end_date
    from delivery_calendar c left join project_dept_system s on s.id = c.project_dept_sys_id
    where c.frozen = 0 and (c.project_dept_sys_id is null or s.blade_project_dept_id = any(${places}::bigint[]))
    order by c.id`),
    tx.rows<DeliveryRows['exceptions'][number]>(sql`
    select e.out_org_id, coalesce(e.factory_warehouse_id, e.out_warehouse_id) as store_id,
      s.blade_project_dept_id as site_id, e.warehouse_id, e.exception_date as date, e.shift, e.reason, e.cut_off_time,
      e.advance_days
    from delivery_calendar_exception e left join project_dept_system s on s.id = e.project_dept_sys_id
    where e.exception_date > ${today}::date - ${PAST_DAYS}::integer
      and (e.project_dept_sys_id is null or s.blade_project_dept_id = any(${places}::bigint[]))
    order by e.exception_date, e.id`),
    tx.rows<{ id: Id; company: Id | null; zone: string | null }>(sql`
    select w.id, w.company_dept_id as company, null as zone from warehouse w
    where w.company_dept_id in (select c.out_org_id from delivery_calendar c where c.calendar_type = 'sender'
      union select e.out_org_id from delivery_calendar_exception e) and w.warehouse_type <> 'site'
    union all select s.blade_project_dept_id, null, s.time_zone from project_dept_system s
    where s.time_zone is not null and s.blade_project_dept_id = any(${places}::bigint[])`),
  ]);
  return {
    windows,
    holidays,
    calendars,
    exceptions,
    stores: new Map(own.flatMap(({ id, company }) => (company === null ? [] : [[id, company]]))),
    zones: new Map(own.flatMap(({ id, zone }) => (zone === null ? [] : [[id, zone]]))),
    timeZone: user.timeZone,
  };
}

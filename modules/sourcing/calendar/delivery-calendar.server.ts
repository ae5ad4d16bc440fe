/** Delivery calendars and their exceptions: whose they are, that none overlap, and what they come to for a place. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { periodRefusals, validOn } from '../../master-data/materials/validity.server.ts';
import { deliveryCalendar, deliveryCalendarException } from './delivery-calendar.resource.ts';
import { placeFacts, receiverRefusals, senderRefusals, timeRefusals, visibleTo } from './sender-places.server.ts';

type CalendarSaving = Saving<typeof deliveryCalendar>;
type ExceptionSaving = Saving<typeof deliveryCalendarException>;

export const deliveryCalendarBehaviour = behaviour(deliveryCalendar, {
  async beforeSaveAll(context, savings) {
    for (const { values } of savings) clearOther(values);
    const facts = await placeFacts(
      context,
      savings.map(({ values }) => values),
    );
    for (const saving of savings) {
      saving.refuse(
        ...periodRefusals(context, saving),
        ...needed(saving.values),
        ...timeRefusals(saving.values, deliveryCalendar.fields, ['cutOffTime', 'windowStart', 'windowEnd']),
        ...senderRefusals(facts, saving.values),
        ...receiverRefusals(facts, saving.values),
      );
      saving.values.visibleDeptIds = visibleTo(facts, saving.values);
    }
    await requireApart(context, savings);
  },
  filters: { date: (day) => validOn(day) },
});

/** What the other kind of calendar, a closed day or another mode does not have. */
function clearOther(values: CalendarSaving['values']): void {
  if (values.calendarType === 'receiver')
    Object.assign(values, {
      outOrgId: null,
      factoryWarehouseId: null,
      outWarehouseId: null,
      cutOffTime: null,
      advanceDays: null,
      lateMode: 'approve',
    });
  else values.receiveLeadDays = 0;
  if (values.lateMode !== 'fee') Object.assign(values, { lateFeeKind: null, lateFee: null });
}

function needed(values: CalendarSaving['values']): Refusal[] {
  const missing: Refusal[] = [];
  const ask = (code: 'sender' | 'site' | 'cut-off' | 'fee', field: string) =>
    missing.push(refuse(`sourcing.calendar-${code}`, {}, { field }));
  if (values.warehouseId && !values.projectDeptSysId) ask('site', 'projectDeptSysId');
  if (values.calendarType === 'receiver') {
    if (!values.projectDeptSysId && !values.warehouseId) ask('site', 'projectDeptSysId');
    return missing;
  }
  if (!values.outOrgId) ask('sender', 'outOrgId');
  if (values.available === 1 && (!values.cutOffTime || values.advanceDays === null))
    ask('cut-off', values.cutOffTime ? 'advanceDays' : 'cutOffTime');
  if (values.lateMode === 'fee' && (!values.lateFeeKind || values.lateFee === null))
    ask('fee', values.lateFeeKind ? 'lateFee' : 'lateFeeKind');
  return missing;
}

const KEY = [
  'calendarType',
  'outOrgId',
  'factoryWarehouseId',
  'outWarehouseId',
  'projectDeptSysId',
  'warehouseId',
  'weekday',
] as const;
/** What of a calendar may not stand twice on one day. */
interface Standing {
  readonly key: string;
  readonly startDate: string;
  readonly endDate: string | null;
}
const keyOf = (values: Readonly<Record<(typeof KEY)[number], unknown>>): string =>
  KEY.map((field) => values[field] ?? '').join('/');

/** No weekday of one sender or site stands twice on a day; those of one sheet are compared with each other too. */
async function requireApart(context: Context, savings: readonly CalendarSaving[]): Promise<void> {
  const own = savings.flatMap(({ id }) => id ?? []);
  const stored = await context.tx.rows<Standing>(sql`
    select concat_ws('/', calendar_type, coalesce(out_org_id::text, ''), coalesce(factory_warehouse_id::text, ''),
      coalesce(out_warehouse_id::text, ''), coalesce(project_dept_sys_id::text, ''), coalesce(warehouse_id::text, ''),
      weekday) as key, start_date, end_date
    from delivery_calendar where frozen = 0 and id <> all(${own}::bigint[])
      and (out_org_id = any(${idsOf(savings, 'outOrgId')}::bigint[])
        or project_dept_sys_id = any(${idsOf(savings, 'projectDeptSysId')}::bigint[]))`);
  const standing = Map.groupBy(stored, ({ key }) => key);
  for (const saving of savings) {
    const { values } = saving;
    if (values.frozen === 1) continue;
    const wanted: Standing = { key: keyOf(values), startDate: values.startDate!, endDate: values.endDate };
    const same = standing.get(wanted.key) ?? [];
    const clash = same.find(
      (other) =>
        other.startDate <= (wanted.endDate ?? '9999-12-31') && (other.endDate ?? '9999-12-31') >= wanted.startDate,
    );
    if (clash === undefined) standing.set(wanted.key, [...same, wanted]);
    else
      saving.refuse(
        refuse(
          'sourcing.calendar-overlap',
          { period: `${clash.startDate}~${clash.endDate ?? ''}` },
          { field: 'startDate' },
        ),
      );
  }
}
const idsOf = (savings: readonly CalendarSaving[], field: 'outOrgId' | 'projectDeptSysId'): Id[] => [
  ...new Set(savings.flatMap(({ values }) => values[field] ?? [])),
];

export const calendarExceptionBehaviour = behaviour(deliveryCalendarException, {
  async beforeSaveAll(context, savings) {
    const facts = await placeFacts(
      context,
      savings.map(({ values }) => values),
    );
    for (const saving of savings) {
      saving.refuse(
        ...whose(saving.values),
        ...timeRefusals(saving.values, deliveryCalendarException.fields, ['cutOffTime']),
        ...senderRefusals(facts, saving.values),
        ...receiverRefusals(facts, saving.values),
      );
      saving.values.visibleDeptIds = visibleTo(facts, saving.values);
    }
  },
});

/** Of a sender, with a store of it or without, or of a site, with a warehouse of it or without. */
const whose = (values: ExceptionSaving['values']): Refusal[] =>
  Boolean(values.outOrgId) === Boolean(values.projectDeptSysId) ||
  (!values.outOrgId && (values.factoryWarehouseId || values.outWarehouseId)) ||
  (!values.projectDeptSysId && values.warehouseId)
    ? [refuse('sourcing.exception-whose', {}, { field: values.outOrgId ? 'projectDeptSysId' : 'outOrgId' })]
    : [];

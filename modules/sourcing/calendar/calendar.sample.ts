import { sample } from '../../../tests/support/sample.ts';
import { deliveryRoute } from '../routes/delivery-route.resource.ts';
import { deliveryCalendar, deliveryCalendarException } from './delivery-calendar.resource.ts';

/** A day no other record of a run has: they are counted, and no two of one sender share a day. */
const dayOf = (number: number): string => new Date(Date.UTC(2031, 0, 1 + number)).toISOString().slice(0, 10);
const sender = { factoryWarehouseId: '', outWarehouseId: '', projectDeptSysId: '', warehouseId: '' };

export const deliveryCalendarSample = sample(deliveryCalendar, {
  values: async (maker) => ({
    ...sender,
    calendarType: 'sender',
    outOrgId: await companyOf(maker),
    available: 1,
    cutOffTime: '14:00',
    advanceDays: 1,
    windowStart: '05:30',
    windowEnd: '07:00',
    lateMode: 'approve',
    lateFeeKind: '',
    lateFee: '',
    startDate: dayOf(maker.number),
    endDate: dayOf(maker.number),
  }),
});
export const deliveryCalendarExceptionSample = sample(deliveryCalendarException, {
  values: async (maker) => ({
    ...sender,
    outOrgId: await companyOf(maker),
    exceptionDate: dayOf(maker.number),
    cutOffTime: '',
    advanceDays: '',
  }),
});
export const deliveryRouteSample = sample(deliveryRoute, {
  values: async (maker) => ({
    outOrgId: await companyOf(maker),
    factoryWarehouseId: '',
    outWarehouseId: '',
    departTime: '04:30',
    stops: [],
  }),
});

const companyOf = async (maker: Parameters<NonNullable<typeof deliveryRouteSample.values>>[0]): Promise<string> =>
  (await maker.rows({ name: 'dept' })).find((each) => String(each['deptCategory']) === '1')!.id;

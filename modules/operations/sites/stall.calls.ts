/**
 * Calls on what belongs to a stall: its serving hours and how they changed, the ways of payment it takes, and its
 * people.
 */
import { addressOf, callOf, contract, SESSION } from '../../../kernel/core/contract.ts';
import { day, json, longtext, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { operationSystem } from './sites.resource.ts';

/** A stall by its own id or that of its department. */
const stall = {
  id: text('档口体系', 'Stall profile', { optional: true }),
  gearOperationDeptId: text('档口', 'Stall', { optional: true }),
};
const lookUp = (name: string, zh: string, en: string) => ({
  method: 'GET' as const,
  ...addressOf(operationSystem, name),
  permission: SESSION,
  summary: label(zh, en),
  input: stall,
});
/** Hours as they were kept; a day without weekdays is every day. */
const storedHours = shape.list(
  shape.object({
    mealType: shape.text,
    startTime: shape.text,
    endTime: shape.text,
    weekdays: shape.any,
    effectiveFrom: shape.nullable(shape.day),
    effectiveTo: shape.nullable(shape.day),
    capacity: shape.nullable(shape.integer),
  }),
);

/** Hours that hold or will hold. */
export const servingHours = contract({
  ...lookUp('getTimeInterval', '档口营业时段', 'Serving hours of a stall'),
  answer: shape.list(
    shape.object({
      id: shape.id,
      mealType: shape.text,
      /** HH:mm */
      startTime: shape.text,
      endTime: shape.text,
      /** 1 is Monday; none: every day. */
      weekdays: shape.any,
      effectiveFrom: shape.day,
      effectiveTo: shape.day,
      capacity: shape.nullable(shape.integer),
      /** They begin to hold after today. */
      future: shape.boolean,
    }),
  ),
});

/** Hours from a day on, today where none is named; those that hold until then end the day before. */
export const changeServingHours = contract({
  method: 'POST',
  ...callOf(operationSystem, 'updateTimeInterval', 'edit'),
  summary: label('修改营业时段', 'Change the serving hours'),
  input: {
    id: text('档口体系', 'Stall profile', { optional: true }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { optional: true }),
    effectiveFrom: day('生效', 'From', { optional: true }),
    /** The first 200 characters stay. */
    reason: longtext('原因', 'Reason', { optional: true }),
    list: json('时段', 'Hours', { optional: true }),
    timeIntervals: json('时段', 'Hours', { optional: true }),
  },
  answer: shape.done,
});

/** Newest first, 200 at most. */
export const servingHourChanges = contract({
  ...lookUp('getTimeIntervalRecord', '营业时段变更记录', 'How the serving hours changed, newest first'),
  answer: shape.list(
    shape.object({
      id: shape.id,
      effectiveFrom: shape.day,
      before: storedHours,
      after: storedHours,
      reason: shape.text,
      operatorId: shape.text,
      operatorName: shape.text,
      operateTime: shape.moment,
    }),
  ),
});

export const stallPayTypes = contract({
  ...lookUp('getSupportPayTypes', '档口支付方式', 'Ways of payment a stall takes'),
  answer: shape.list(
    shape.object({
      id: shape.id,
      incomeMode: shape.text,
      incomeModeName: shape.text,
      /** Percent points. */
      feeRate: shape.percent,
      sort: shape.integer,
    }),
  ),
});

/** Everybody of the stall's department, its head and its administrators. */
export const stallPeople = contract({
  ...lookUp('getGearOperationUser', '档口人员', 'People of a stall'),
  answer: shape.list(
    shape.object({
      id: shape.id,
      account: shape.text,
      realName: shape.text,
      isAdmin: shape.flag,
      isManager: shape.flag,
    }),
  ),
});

/** Calls of the ledgers beyond the ordinary ones: the board of a day, a morning check, sheets for authorities. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { choice, day, json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { foodSafetyLog } from './food-safety-log.resource.ts';

export const PEOPLE_MAX = 200;
export const SHEET_DAYS_MAX = 92;

/** [own] The ledgers of a stall's day: people to be checked, and duties as they stand. */
export const ledgerBoard = contract({
  method: 'GET',
  ...callOf(foodSafetyLog, 'board', 'view'),
  summary: label('台账看板', 'Board of the ledgers'),
  input: {
    gearOperationDeptId: text('档口', 'Stall', { optional: true, max: 19 }),
    date: day('日期', 'Date', { optional: true }),
  },
  answer: shape.object({
    date: shape.day,
    stalls: shape.list(shape.object({ id: shape.id, name: shape.text })),
    /** Empty where there is no stall in reach. */
    stallId: shape.text,
    stallName: shape.text,
    /** Entries that are due and not there. */
    missing: shape.integer,
    /** Whether entries of the day may still be made. */
    isOpen: shape.boolean,
    people: shape.list(
      shape.object({
        healthCardId: shape.id,
        personName: shape.text,
        postName: shape.text,
        expireDate: shape.day,
        /** `valid`, `ending` or `expired`. */
        cardState: shape.text,
        /** Empty until they are checked. */
        logId: shape.text,
        isOk: shape.boolean,
        valueText: shape.text,
        correctiveAction: shape.text,
      }),
    ),
    duties: shape.list(
      shape.object({
        dutyId: shape.id,
        logKind: shape.text,
        subject: shape.text,
        dueTime: shape.text,
        /** In °C; empty where there is none. */
        lowLimit: shape.text,
        highLimit: shape.text,
        /** `done`, `not-ok`, `open` or `missing`. */
        state: shape.text,
        /** Empty until it is entered. */
        logId: shape.text,
        valueText: shape.text,
        correctiveAction: shape.text,
        entered: shape.text,
      }),
    ),
  }),
});
/** The ledgers of a day as their board shows them. */
export type LedgerDay = TypeOf<typeof ledgerBoard.answer>;

/** [own] The morning check of everybody on duty, all or none. */
export const checkPeople = contract({
  method: 'POST',
  ...callOf(foodSafetyLog, 'checkPeople', 'add'),
  summary: label('晨检登记', 'Enter a morning check'),
  input: {
    gearOperationDeptId: text('档口', 'Stall', { max: 19 }),
    date: day('日期', 'Date', { optional: true }),
    people: json('人员', 'People', { optional: true }),
  },
  answer: shape.object({ checked: shape.integer }),
});

export const authorities = [
  ['market', '市场监管', 'Market supervision'],
  ['education', '教育主管', 'Education'],
  ['disease', '疾病预防', 'Disease control'],
] as const;
export type Authority = (typeof authorities)[number][0];

/** [own] The ledgers an authority asks for, as one sheet: what is there, and what was due and is missing. */
export const authoritySheet = contract({
  method: 'GET+POST',
  ...callOf(foodSafetyLog, 'exportAuthoritySheet', 'export'),
  summary: label('监管台账', 'Sheet for an authority'),
  input: {
    gearOperationDeptId: text('档口', 'Stall', { max: 19 }),
    authority: choice('监管部门', 'Authority', authorities, { default: 'market' }),
    startDate: day('开始', 'From'),
    endDate: day('结束', 'To'),
  },
  answer: shape.file,
});

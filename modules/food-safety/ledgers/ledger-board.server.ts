/** The ledgers of a stall's day. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { saveAll } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { boardStalls, choicesOf } from '../../production/day/board-stalls.server.ts';
import { isDue } from './dues.server.ts';
import { foodSafetyLog } from './food-safety-log.resource.ts';
import { cardStateOn, dayRefusal, dutyState } from './food-safety-log.rules.ts';
import * as calls from './ledger-board.calls.ts';
import type { LogKind } from './safety-duty.resource.ts';

interface PersonRow {
  readonly healthCardId: Id;
  readonly personName: string;
  readonly postName: string;
  readonly expireDate: string;
  readonly logId: string;
  readonly isOk: boolean;
  readonly valueText: string;
  readonly correctiveAction: string;
}
interface DutyRow {
  readonly dutyId: Id;
  readonly logKind: LogKind;
  readonly subject: string;
  readonly dueTime: string;
  readonly lowLimit: DecimalText | null;
  readonly highLimit: DecimalText | null;
  readonly logId: string;
  readonly isOk: boolean;
  readonly valueText: string;
  readonly correctiveAction: string;
  readonly entered: string;
}

export const ledgerBoard = serve(calls.ledgerBoard, async (context, input) => {
  const date = input.date ?? context.today;
  const { stalls, stall } = await boardStalls(context, input.gearOperationDeptId);
  const head = { date, stalls: choicesOf(stalls), isOpen: dayRefusal(date, context.today) === undefined };
  if (stall === undefined) return { ...head, stallId: '', stallName: '', missing: 0, people: [], duties: [] };
  const [people, rows] = await Promise.all([peopleOf(context, stall.id, date), dutiesOf(context, stall.id, date)]);
  const isChecked = people.every(({ logId }) => logId !== '');
  const areFit = people.every(({ isOk }) => isOk);
  const duties = rows.map(({ isOk, ...duty }) => {
    const isEntered = duty.logKind === 'morning-check' ? isChecked : duty.logId !== '';
    const entry = isEntered ? { ok: duty.logKind === 'morning-check' ? areFit : isOk } : undefined;
    return {
      ...duty,
      lowLimit: duty.lowLimit ?? '',
      highLimit: duty.highLimit ?? '',
      state: dutyState({ day: date, dueTime: duty.dueTime }, entry, context.now),
    };
  });
  return {
    ...head,
    stallId: stall.id,
    stallName: stall.name,
    missing: duties.filter(({ state }) => state === 'missing').length,
    people: people.map((person) => ({ ...person, cardState: cardStateOn(person.expireDate, date) })),
    duties,
  };
});

/** `worded` texts hold a language a line. */
const inTongue = (context: Context): number => (context.language === 'en' ? 2 : 1);

const peopleOf = (context: Context, stallId: Id, date: string): Promise<PersonRow[]> =>
  context.tx.rows<PersonRow>(sql`
    select c.id as health_card_id, c.person_name, coalesce(c.post_name, '') as post_name,
      c.expire_date::text as expire_date, coalesce(l.id::text, '') as log_id, coalesce(l.ok = 1, true) as is_ok,
      coalesce(split_part(l.value_text, E'\n', ${inTongue(context)}::int), '') as value_text,
      coalesce(l.corrective_action, '') as corrective_action
    from health_card c left join food_safety_log l on l.health_card_id = c.id and l.biz_date = ${date}::date
    where c.gear_operation_dept_id = ${stallId}::bigint and (c.frozen = 0 or l.id is not null)
    order by c.person_name collate pinyin, c.id`);

const dutiesOf = (context: Context, stallId: Id, date: string): Promise<DutyRow[]> =>
  context.tx.rows<DutyRow>(sql`
    select d.id as duty_id, d.log_kind, d.subject, d.due_time, d.low_limit, d.high_limit,
      coalesce(l.id::text, '') as log_id, coalesce(l.ok = 1, true) as is_ok,
      coalesce(split_part(l.value_text, E'\n', ${inTongue(context)}::int), '') as value_text,
      coalesce(l.corrective_action, '') as corrective_action,
      coalesce(to_char(l.log_time, 'HH24:MI') || ' ' || u.real_name, '') as entered
    from (values (${date}::date)) as x(day) cross join safety_duty d
    left join food_safety_log l on l.duty_id = d.id and l.biz_date = x.day
    left join app_user u on u.id = l.operator_id
    where d.gear_operation_dept_id = ${stallId}::bigint and (${isDue} or l.id is not null)
    order by d.due_time, d.log_kind, d.subject, d.id`);

export const checkPeople = serve(calls.checkPeople, async (context, input) => {
  const people = Array.isArray(input.people) ? (input.people as readonly Input[]) : [];
  if (people.length === 0) throw new Refused(refuse('food-safety.nobody', {}, { field: 'people' }));
  if (people.length > calls.PEOPLE_MAX)
    throw new Refused(refuse('food-safety.too-many', { max: calls.PEOPLE_MAX }, { field: 'people' }));
  const saved = await saveAll(
    foodSafetyLog,
    context,
    people.map(({ healthCardId, offDuty, temperature, symptoms, ok, correctiveAction }) => ({
      gearOperationDeptId: input.gearOperationDeptId,
      logKind: 'morning-check',
      bizDate: input.date ?? context.today,
      healthCardId,
      offDuty: offDuty ?? 0,
      temperature: temperature ?? '',
      symptoms: symptoms ?? '',
      ok: ok ?? 1,
      correctiveAction: correctiveAction ?? '',
    })),
  );
  return { checked: saved.length };
});

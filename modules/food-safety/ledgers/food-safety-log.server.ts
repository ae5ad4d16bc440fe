/** Entries of the ledgers: judged by what was found, and kept as they are once their day is over. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { inBoth } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { holdStalls } from '../../production/produce/kitchen-stalls.server.ts';
import { foodSafetyLog } from './food-safety-log.resource.ts';
import { cardStateOn, dayRefusal, judged, readValues, valueWords } from './food-safety-log.rules.ts';
import { logKinds, type LogKind } from './safety-duty.resource.ts';

type LogSaving = Saving<typeof foodSafetyLog>;
interface Card {
  readonly id: Id;
  readonly stallId: Id;
  readonly personName: string;
  readonly expireDate: string;
}
interface Duty {
  readonly id: Id;
  readonly stallId: Id;
  readonly logKind: LogKind;
  readonly subject: string;
  readonly lowLimit: DecimalText | null;
  readonly highLimit: DecimalText | null;
}
interface Entered {
  readonly key: string;
  readonly time: string;
  readonly who: string;
}
interface Facts {
  readonly entered: ReadonlyMap<string, Entered>;
  readonly cards: ReadonlyMap<Id, Card>;
  readonly duties: ReadonlyMap<Id, Duty>;
}

async function factsOf(context: Context, savings: readonly LogSaving[]): Promise<Facts> {
  const idsOf = (field: 'healthCardId' | 'dutyId'): Id[] => savings.flatMap(({ values }) => values[field] ?? []);
  const days = savings.map(({ values }) => values.bizDate ?? context.today);
  const [cards, duties, entered] = await Promise.all([
    context.tx.rows<Card>(sql`select c.id, c.gear_operation_dept_id as stall_id, c.person_name,
      c.expire_date::text as expire_date from health_card c where c.id = any(${idsOf('healthCardId')}::bigint[])`),
    context.tx.rows<Duty>(sql`select d.id, d.gear_operation_dept_id as stall_id, d.log_kind, d.subject, d.low_limit,
      d.high_limit from safety_duty d where d.id = any(${idsOf('dutyId')}::bigint[])`),
    context.tx.rows<Entered>(sql`select coalesce(l.health_card_id, l.duty_id) || ' ' || l.biz_date as key,
      to_char(l.log_time, 'HH24:MI') as time, coalesce(u.real_name, '') as who
      from food_safety_log l left join app_user u on u.id = l.operator_id
      where l.biz_date = any(${days}::date[]) and (l.health_card_id = any(${idsOf('healthCardId')}::bigint[])
        or l.duty_id = any(${idsOf('dutyId')}::bigint[]))`),
  ]);
  return {
    entered: new Map(entered.map((each) => [each.key, each])),
    cards: new Map(cards.map((card) => [card.id, card])),
    duties: new Map(duties.map((duty) => [duty.id, duty])),
  };
}

/** What an entry refers to, where that is not its own stall's or ledger's. */
function strangers({ values }: LogSaving, card: Card | undefined, duty: Duty | undefined): Refusal[] {
  const stallId = values.gearOperationDeptId;
  const found: Refusal[] = [];
  if (card !== undefined && card.stallId !== stallId)
    found.push(refuse('food-safety.other-stall', { what: card.personName }, { field: 'healthCardId' }));
  if (duty !== undefined && duty.stallId !== stallId)
    found.push(refuse('food-safety.other-stall', { what: duty.subject }, { field: 'dutyId' }));
  else if (duty !== undefined && duty.logKind !== values.logKind)
    found.push(refuse('food-safety.other-ledger', { what: duty.subject }, { field: 'dutyId' }));
  return found;
}

/** Who an entry is about; of a morning check, somebody on the list. */
function nameRefusals({ values }: LogSaving, card: Card | undefined): Refusal[] {
  if (values.logKind === 'morning-check') {
    // A morning check answers for a person; its duty is done when everybody is checked.
    values.dutyId = null;
    values.personName = card?.personName ?? null;
    return card === undefined ? [refuse('food-safety.person-missing', {}, { field: 'healthCardId' })] : [];
  }
  values.healthCardId = null;
  return values.logKind === 'accompany' && !values.personName
    ? [refuse('food-safety.companion-missing', {}, { field: 'personName' })]
    : [];
}

/** A second entry for the same duty or person on one day. */
function twice({ values, before }: LogSaving, entered: Facts['entered']): Refusal[] {
  const found = before === null ? entered.get(`${values.healthCardId ?? values.dutyId} ${values.bizDate}`) : undefined;
  if (found === undefined) return [];
  const { time, who } = found;
  return [refuse('food-safety.entered', { what: values.subject, day: values.bizDate, time, who })];
}

function fillEntry(context: Context, saving: LogSaving, { cards, duties, entered }: Facts): Refusal[] {
  const { values, before } = saving;
  values.bizDate ??= context.today;
  const late = before === null ? undefined : dayRefusal(before.bizDate!, context.today);
  if (late !== undefined) return [refuse('food-safety.entry-kept', { day: before!.bizDate })];
  const card = cards.get(values.healthCardId ?? '');
  const duty = duties.get(values.dutyId ?? '');
  const found = [dayRefusal(values.bizDate, context.today) ?? [], strangers(saving, card, duty), nameRefusals(saving, card)]
    .flat();
  const [, kindName] = logKinds.find(([kind]) => kind === values.logKind)!;
  values.subject = duty?.subject ?? (values.subject || values.personName || kindName);
  const read = readValues(values.logKind, values.logValues);
  found.push(...twice(saving, entered), ...read.refusals);
  if (found.length > 0) return found;
  const { ok, refusal } = judged({
    logKind: values.logKind,
    subject: values.subject,
    values: read.values,
    lowLimit: duty?.lowLimit ?? null,
    highLimit: duty?.highLimit ?? null,
    card: card === undefined ? null : cardStateOn(card.expireDate, values.bizDate),
    ok: values.ok === 1,
    correctiveAction: values.correctiveAction,
  });
  values.ok = ok ? 1 : 0;
  values.logValues = read.values;
  values.valueText = inBoth(valueWords(values.logKind, read.values), 140);
  if (before === null) {
    values.logTime = context.now;
    values.operatorId = context.user.userId;
  }
  return refusal === undefined ? [] : [refusal];
}

export const foodSafetyLogBehaviour = behaviour(foodSafetyLog, {
  async beforeSaveAll(context, savings) {
    await holdStalls(
      context,
      savings.map(({ values }) => values.gearOperationDeptId),
    );
    const facts = await factsOf(context, savings);
    for (const saving of savings) {
      const found = fillEntry(context, saving, facts);
      if (found.length > 0) saving.refuse(...found);
    }
  },
});

/** Entries of the ledgers: judged by what was found, and kept as they are once their day is over. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { inBoth, label, type Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { differences } from '../../../kernel/server/audit.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { asRead } from '../../../kernel/server/edit-refusals.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dictionaryEntries } from '../../admin/dictionaries/dict.server.ts';
import { holdStalls } from '../../production/produce/kitchen-stalls.server.ts';
import { foodSafetyLog } from './food-safety-log.resource.ts';
import { cardStateOn, dayRefusal, foundWords, judged, missingRefusal, type Found } from './food-safety-log.rules.ts';
import { logKinds, type LogKind } from './safety-duty.resource.ts';

/** Longest in one language. */
const VALUE_MAX = 140;

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
  readonly symptoms: ReadonlyMap<string, Label>;
  readonly entered: ReadonlyMap<string, Entered>;
  readonly cards: ReadonlyMap<Id, Card>;
  readonly duties: ReadonlyMap<Id, Duty>;
}

async function factsOf(context: Context, savings: readonly LogSaving[]): Promise<Facts> {
  const idsOf = (field: 'healthCardId' | 'dutyId'): Id[] => savings.flatMap(({ values }) => values[field] ?? []);
  const days = savings.map(({ values }) => values.bizDate ?? context.today);
  const [cards, duties, entered, symptoms] = await Promise.all([
    context.tx.rows<Card>(sql`select c.id, c.gear_operation_dept_id as stall_id, c.person_name,
      c.expire_date::text as expire_date from health_card c where c.id = any(${idsOf('healthCardId')}::bigint[])`),
    context.tx.rows<Duty>(sql`select d.id, d.gear_operation_dept_id as stall_id, d.log_kind, d.subject, d.low_limit,
      d.high_limit from safety_duty d where d.id = any(${idsOf('dutyId')}::bigint[])`),
    context.tx.rows<Entered>(sql`select coalesce(l.health_card_id, l.duty_id) || ' ' || l.biz_date as key,
      to_char(l.log_time, 'HH24:MI') as time, coalesce(u.real_name, '') as who
      from food_safety_log l left join app_user u on u.id = l.operator_id
      where l.biz_date = any(${days}::date[]) and (l.health_card_id = any(${idsOf('healthCardId')}::bigint[])
        or l.duty_id = any(${idsOf('dutyId')}::bigint[]))`),
    dictionaryEntries(context, 'healthSymptom'),
  ]);
  return {
    symptoms: new Map(
      symptoms.map(({ dictKey, dictValue, dictValueEn }) => [dictKey, label(dictValue, dictValueEn || dictValue)]),
    ),
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

/** What was found; what the ledger does not ask for, and a check of somebody off duty, is emptied. */
function readFound({ values }: LogSaving, symptoms: Facts['symptoms']): Found {
  const { logKind } = values;
  const isCheck = logKind === 'morning-check';
  if (!isCheck || values.offDuty === 1) values.symptoms = null;
  if (!isCheck) values.offDuty = 0;
  if ((!isCheck && logKind !== 'temperature') || values.offDuty === 1) values.temperature = null;
  if (logKind !== 'disinfection') values.method = values.minutes = null;
  if (logKind !== 'pest') values.pestFound = 0;
  if (logKind !== 'accompany') values.opinion = null;
  const signs = (values.symptoms ?? '').split(',').filter((sign) => sign !== '');
  return {
    offDuty: values.offDuty === 1,
    temperature: values.temperature,
    symptoms: signs.map((sign) => symptoms.get(sign) ?? label(sign, sign)),
    method: values.method,
    minutes: values.minutes,
    pestFound: values.pestFound === 1,
    opinion: values.opinion,
  };
}

const isUnchanged = (before: NonNullable<LogSaving['before']>, values: LogSaving['values']): boolean =>
  Object.keys(differences(before, asRead(foodSafetyLog.fields, values))).length === 0;

function fillEntry(context: Context, saving: LogSaving, { cards, duties, entered, symptoms }: Facts): Refusal[] {
  const { values, before } = saving;
  values.bizDate ??= context.today;
  // Saved as it is, it stays as it is, however old.
  if (before !== null && dayRefusal(before.bizDate!, context.today) !== undefined)
    return isUnchanged(before, values) ? [] : [refuse('food-safety.entry-kept', { day: before.bizDate })];
  const card = cards.get(values.healthCardId ?? '');
  const duty = duties.get(values.dutyId ?? '');
  const found = [
    dayRefusal(values.bizDate, context.today) ?? [],
    strangers(saving, card, duty),
    nameRefusals(saving, card),
  ].flat();
  const [, kindName] = logKinds.find(([kind]) => kind === values.logKind)!;
  values.subject = duty?.subject ?? (values.subject || values.personName || kindName);
  const seen = readFound(saving, symptoms);
  found.push(...twice(saving, entered), ...[missingRefusal(values.logKind, seen) ?? []].flat());
  if (found.length > 0) return found;
  const { ok, refusal } = judged({
    logKind: values.logKind,
    subject: values.subject,
    found: seen,
    lowLimit: duty?.lowLimit ?? null,
    highLimit: duty?.highLimit ?? null,
    card: card === undefined ? null : cardStateOn(card.expireDate, values.bizDate),
    ok: values.ok === 1,
    correctiveAction: values.correctiveAction,
  });
  values.ok = ok ? 1 : 0;
  values.valueText = inBoth(foundWords(values.logKind, seen), VALUE_MAX);
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

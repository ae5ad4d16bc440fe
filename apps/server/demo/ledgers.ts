/** Food-safety ledgers of one kitchen: its people, what is due each day, and the last days as they were kept. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient } from './company-client.ts';
import { at } from './day.ts';
import { save } from './saving.ts';
import { stallsOf, type World } from './world.ts';

const GEAR = 'gear-operation';
const DAYS_KEPT = 5;
/** Days until the card ends, from today. */
const PEOPLE = [
  ['王建国', '厨师', 210],
  ['李秀英', '切配', 165],
  ['张伟', '打荷', 20],
  ['刘洋', '面点', 300],
  ['陈静', '洗消', 95],
  ['赵敏', '售餐', 340],
] as const;
const DUTIES = [
  ['morning-check', '全体人员', '07:30', 'every-day', null, null],
  ['temperature', '冷藏柜1', '08:30', 'every-day', '0', '8'],
  ['temperature', '冷冻柜1', '08:30', 'every-day', null, '-12'],
  ['accompany', '午餐陪餐', '13:00', 'work-days', null, null],
  ['disinfection', '餐具砧板', '14:30', 'every-day', null, null],
  ['temperature', '冷藏柜1（下午）', '16:00', 'every-day', '0', '8'],
  ['pest', '灭鼠点与防蝇灯', '17:00', 'weekly', null, null],
] as const;

/** What is written down for a duty; the fridge was once too warm, and something was done about it. */
function foundFor(kind: string, subject: string, isWarm: boolean): Record<string, unknown> {
  if (kind === 'accompany') return { personName: '周老师', opinion: '口味合适，汤略咸' };
  if (kind === 'disinfection') return { method: 'heat', minutes: 20 };
  if (kind === 'pest') return { pestFound: 0 };
  if (subject === '冷冻柜1') return { temperature: '-18.5' };
  return isWarm
    ? { temperature: '9.5', correctiveAction: '门封未关严，关好后 30 分钟复测 4.2 ℃' }
    : { temperature: '4.2' };
}

/** The first stall of the first site keeps its ledgers; those of today are for whoever tries them. */
export async function keepLedgers(world: World, today: string): Promise<void> {
  const [site] = world.company.sites;
  const [first] = site === undefined ? [] : stallsOf(site);
  if (site === undefined || first === undefined) return;
  const { restaurantManager, chef } = world.staffOf(site);
  const place = { gearOperationDeptId: first.stall.deptId };
  const manager = world.client.as(restaurantManager).at(at(dayPlus(today, -DAYS_KEPT), '00:30'));
  const people: string[] = [];
  for (const [nth, [personName, postName, days]] of PEOPLE.entries())
    people.push(
      await save(manager, `${GEAR}/healthcard/submit`, {
        ...place,
        personName,
        postName,
        cardNo: `JK2026${String(nth + 1).padStart(4, '0')}`,
        expireDate: dayPlus(today, days),
      }),
    );
  const duties: string[] = [];
  for (const [logKind, subject, dueTime, dueDays, lowLimit, highLimit] of DUTIES)
    duties.push(
      await save(manager, `${GEAR}/safetyduty/submit`, {
        ...place,
        logKind,
        subject,
        dueTime,
        dueDays,
        lowLimit,
        highLimit,
      }),
    );
  for (let back = DAYS_KEPT; back > 0; back -= 1) {
    const day = dayPlus(today, -back);
    const client = (time: string): CompanyClient => world.client.as(chef).at(at(day, time));
    await client('07:10').post(`${GEAR}/foodsafetylog/checkPeople`, {
      ...place,
      date: day,
      people: people.map((healthCardId, nth) =>
        nth === back ? { healthCardId, offDuty: 1 } : { healthCardId, temperature: `36.${3 + ((nth + back) % 5)}` },
      ),
    });
    const board = await client('17:10').get<{ duties: readonly { dutyId: string }[] }>(`${GEAR}/foodsafetylog/board`, {
      ...place,
      date: day,
    });
    const due = new Set(board.duties.map(({ dutyId }) => dutyId));
    for (const [nth, [logKind, subject, dueTime, dueDays]] of DUTIES.entries())
      if (logKind !== 'morning-check' && (due.has(duties[nth]!) || dueDays === 'every-day'))
        await save(client(dueTime), `${GEAR}/foodsafetylog/submit`, {
          ...place,
          logKind,
          bizDate: day,
          dutyId: duties[nth],
          ...foundFor(logKind, subject, nth === 1 && back === 2),
        });
  }
  world.count('ledgers');
}

/** Ledgers as a kitchen keeps them; the clock stands at Sunday 2025-03-16, 10:00. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Download } from '../../../parts/http/downloads.ts';
import { readSheet } from '../../../parts/xlsx/bounded-reader.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { refusalsOf, type BillRoom } from '../../other-moves/other-moves.testing.ts';
import { place } from '../../stock/ledger/stock-room.testing.ts';
import { aWatchedKitchen, card, duty, LOG } from '../food-safety.testing.ts';
import { reportMissing } from './missing-entries.server.ts';
import type { LedgerDay } from './ledger-board.calls.ts';

let room: BillRoom;
beforeEach(async () => {
  room = await aWatchedKitchen();
});
afterEach(() => room.close());

const codesOf = async (work: Promise<unknown>): Promise<string[]> => (await refusalsOf(work)).map(([code]) => code);
const enter = (more: object, now?: string): Promise<{ id: string }> =>
  room.call(`${LOG}/submit`, { gearOperationDeptId: place.stall, ...more }, now === undefined ? {} : { now });
const board = (now?: string): Promise<LedgerDay> =>
  room.call(`${LOG}/board`, { gearOperationDeptId: place.stall }, now === undefined ? {} : { now });
const check = (people: unknown): Promise<unknown> =>
  room.call(`${LOG}/checkPeople`, { gearOperationDeptId: place.stall, people });
const statesOf = ({ duties }: LedgerDay): Record<string, string> =>
  Object.fromEntries(duties.map(({ subject, state }) => [subject, state]));

describe('F06: the ledgers of a day', () => {
  test('the board shows what is due on its day, and what is over its time and missing', async () => {
    const found = await board();
    expect(statesOf(found)).toEqual({ 全体人员: 'missing', 冷藏柜1: 'missing', 砧板刀具: 'open' });
    expect([found.missing, found.isOpen]).toEqual([2, true]);
    expect(found.people.map(({ personName, cardState, logId }) => [personName, cardState, logId])).toEqual([
      ['李雷', 'ending', ''],
      ['王芳', 'valid', ''],
      ['赵云', 'expired', ''],
    ]);
    expect(Object.keys(statesOf(await board('2025-03-17 07:00:00')))).toEqual([
      '全体人员',
      '冷藏柜1',
      '午餐陪餐',
      '砧板刀具',
      '灭鼠点',
    ]);
  });

  test('ten people are checked in one go, all or none; nobody passes on an expired card; once a day each', async () => {
    const fine = { temperature: '36.5' };
    const all = [
      { healthCardId: card.wang, ...fine },
      { healthCardId: card.li, offDuty: 1 },
      { healthCardId: card.zhao, ...fine },
    ];
    expect(await codesOf(check(all))).toEqual(['food-safety.card-expired']);
    expect((await board()).people.map(({ logId }) => logId)).toEqual(['', '', '']);
    all[2] = { ...all[2]!, correctiveAction: '离岗换证' } as never;
    expect(await codesOf(check([{ healthCardId: card.wang, temperature: '37.8' }]))).toEqual(['food-safety.fever']);
    expect(await codesOf(check([{ healthCardId: card.wang, symptoms: 'wound' }]))).toEqual(['food-safety.unwell']);
    expect(await check(all)).toEqual({ checked: 3 });
    const found = await board();
    expect(statesOf(found)['全体人员']).toBe('not-ok');
    expect(found.people.map(({ isOk, valueText, correctiveAction }) => [isOk, valueText, correctiveAction])).toEqual([
      [true, '休息', ''],
      [true, '36.5 ℃', ''],
      [false, '36.5 ℃', '离岗换证'],
    ]);
    expect(await codesOf(check([all[0]]))).toEqual(['food-safety.entered']);
    expect(await codesOf(check([]))).toEqual(['food-safety.nobody']);
    expect(await codesOf(check(Array.from({ length: 201 }, () => all[0])))).toEqual(['food-safety.too-many']);
    expect(await codesOf(enter({ logKind: 'morning-check' }))).toEqual(['food-safety.person-missing']);
  });
});

describe('F06: entries and duties of a day', () => {
  test('an entry may be changed on its day and the day after, then it stays; it is made for no other days', async () => {
    const { id } = await enter({ logKind: 'accompany', personName: '陈校长', opinion: '偏咸' });
    await enter({ id, remark: '已告知厨师长' }, '2025-03-17 08:00:00');
    await enter({ id, remark: '已告知厨师长' }, '2025-03-18 08:00:00');
    expect(await codesOf(enter({ id, remark: '再改' }, '2025-03-18 08:00:00'))).toEqual(['food-safety.entry-kept']);
    expect(await codesOf(enter({ logKind: 'accompany', personName: '陈', bizDate: '2025-03-14' }))).toEqual([
      'food-safety.day',
    ]);
    expect(await codesOf(enter({ logKind: 'accompany' }))).toEqual(['food-safety.companion-missing']);
  });

  test('a person or a duty of another stall or another ledger is refused', async () => {
    const other = { gearOperationDeptId: place.otherStall };
    expect(await codesOf(enter({ ...other, logKind: 'morning-check', healthCardId: card.wang }))).toEqual([
      'food-safety.other-stall',
    ]);
    const cold = { dutyId: duty.fridge, temperature: '4' };
    expect(await codesOf(enter({ ...other, logKind: 'temperature', ...cold }))).toEqual(['food-safety.other-stall']);
    expect(await codesOf(enter({ logKind: 'pest', dutyId: duty.fridge }))).toEqual(['food-safety.other-ledger']);
    expect(await codesOf(enter({ gearOperationDeptId: place.restaurant, logKind: 'pest' }))).toEqual([
      'production.stall-unknown',
    ]);
  });

  test('duties have a time on the clock and limits the right way round; cards that end stand in a list', async () => {
    const lay = (more: object): Promise<unknown> =>
      room.call('safetyduty/submit', {
        gearOperationDeptId: place.stall,
        logKind: 'temperature',
        subject: '冷冻柜',
        dueTime: '09:00',
        ...more,
      });
    expect(await codesOf(lay({ dueTime: '9点' }))).toEqual(['food-safety.time']);
    expect(await codesOf(lay({ lowLimit: '-10', highLimit: '-18' }))).toEqual(['food-safety.limits']);
    await lay({ highLimit: '-18' });
    const { records } = await room.call<{ records: { personName: string; cardState: string }[] }>('healthcard/page', {
      toRenew: '1',
    });
    expect(records.map(({ personName, cardState }) => [personName, cardState]).toSorted()).toEqual([
      ['李雷', 'ending'],
      ['赵云', 'expired'],
    ]);
  });
});

describe('F07: temperatures', () => {
  test('a reading beyond its limits names what was done about it, whatever was ticked', async () => {
    const reading = (temperature: string, more: object = {}): Promise<{ id: string }> =>
      enter({ logKind: 'temperature', dutyId: duty.fridge, temperature, ...more });
    expect(await codesOf(reading('9.5'))).toEqual(['food-safety.too-warm']);
    expect(await codesOf(reading('-1'))).toEqual(['food-safety.too-cold']);
    expect(await codesOf(reading(''))).toEqual(['food-safety.reading']);
    expect(await codesOf(reading('4', { ok: 0 }))).toEqual(['food-safety.action-missing']);
    await reading('9.5', { correctiveAction: '调低温度，10:20 复测 5 ℃' });
    expect(statesOf(await board())['冷藏柜1']).toBe('not-ok');
    expect((await board()).duties.find(({ dutyId }) => dutyId === duty.fridge)).toMatchObject({
      valueText: '9.5 ℃',
      correctiveAction: '调低温度，10:20 复测 5 ℃',
    });
    expect(await codesOf(enter({ logKind: 'disinfection', minutes: 10 }))).toEqual(['food-safety.method']);
    expect(await codesOf(enter({ logKind: 'pest', pestFound: 1, subject: '后厨' }))).toEqual([
      'food-safety.pest-found',
    ]);
  });

  test('F06 H30: a missing entry and a card that ends reach whoever keeps the ledgers, once each', async () => {
    await room.act(async ({ tx }) => {
      await tx.run(sql`insert into menu (id, parent_id, code, name, category) values
        (70001, 0, 'foodsafetylog_add', '新增', 2) on conflict do nothing`);
      await tx.run(sql`insert into role (id, role_name, role_alias) values (70002, '厨师长', 'chef')`);
      await tx.run(sql`insert into role_menu (role_id, menu_id)
        select 70002, id from menu where code = 'foodsafetylog_add'`);
      await tx.run(sql`update app_user set role_id = '{70002}', dept_id = '{112}' where id = 1`);
    });
    const titles = async (now: string): Promise<string[]> => {
      await room.act(reportMissing, now);
      const sent = await room.act(({ tx }) => tx.rows<{ title: string }>(sql`select title from message order by id`));
      return sent.map(({ title }) => title);
    };
    const found = await titles('2025-03-16 10:00:00');
    expect(found).toContain('面档：晨检「全体人员」应在 08:00 前记录，尚缺');
    expect(found).toContain('面档：温度「冷藏柜1」应在 09:30 前记录，尚缺');
    expect(found).toContain('面档：赵云 的健康证已于 2025-03-15 过期');
    expect(found).toContain('面档：李雷 的健康证 2025-04-01 到期');
    expect(found.some((title) => title.includes('王芳'))).toBe(false);
    expect(await titles('2025-03-16 10:05:00')).toHaveLength(found.length);
    expect((await titles('2025-03-16 14:30:00')).slice(found.length)).toEqual([
      '面档：消毒「砧板刀具」应在 14:30 前记录，尚缺',
    ]);
  });
});

/** The texts of a workbook, row by row. */
async function rowsOf(body: Download['body']): Promise<(readonly string[])[]> {
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'ledger-')), 'sheet.xlsx');
  await fs.writeFile(file, body as never);
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readSheet(file)) rows.push([...cells].map((cell) => String(cell ?? '')));
  await fs.rm(path.dirname(file), { recursive: true });
  return rows;
}

test('F06: each authority gets one sheet of its own ledgers, with what is missing', async () => {
  await enter({
    logKind: 'morning-check',
    healthCardId: card.wang,
    temperature: '36.4',
    bizDate: '2025-03-16',
  });
  const sheet = async (authority: string): Promise<readonly (readonly string[])[]> => {
    const { body, fileName } = await room.call<Download>(`${LOG}/exportAuthoritySheet`, {
      gearOperationDeptId: place.stall,
      authority,
      startDate: '2025-03-16',
      endDate: '2025-03-16',
    });
    expect(fileName).toContain('面档-2025-03-16');
    return rowsOf(body);
  };
  const market = await sheet('market');
  expect(market[0]).toContain('整改措施');
  expect(market.some((row) => row.includes('冷藏柜1') && row.includes('缺失'))).toBe(true);
  expect(market.some((row) => row.includes('王芳') && row.includes('合格'))).toBe(true);
  const disease = await sheet('disease');
  expect(disease.some((row) => row.includes('H1') && row.includes('36.4 ℃'))).toBe(true);
  expect(disease.some((row) => row.includes('冷藏柜1'))).toBe(false);
  expect(
    await codesOf(
      room.call(`${LOG}/exportAuthoritySheet`, {
        gearOperationDeptId: place.stall,
        authority: 'market',
        startDate: '2025-01-01',
        endDate: '2025-06-01',
      }),
    ),
  ).toEqual(['food-safety.days']);
});

/** Distributions on a database: extraction, claims, approval, what follows from links; two people at once. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import { link } from '../../../kernel/server/links.ts';
import { sql } from '../../../parts/postgres/database.ts';
import {
  approvedSales,
  dish,
  lying,
  openPlanningRoom,
  place,
  thing,
  unit,
  type PlannedMeal,
  type PlanningRoom,
} from '../../planning/planning-room.testing.ts';
import { rounds } from '../../../tests/support/long-form.ts';
import { followTaken } from './asked-progress.server.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
});
afterAll(() => room.close());

type Row = Record<string, unknown> & { readonly id: string };
interface Card {
  readonly planId: string;
  readonly billCode: string;
  readonly mealDate: string;
  readonly mealType: string;
  readonly headCount: number | null;
  readonly claimedBy: string;
  readonly dishes: readonly { readonly dishName: string; readonly portions: string }[];
  readonly lines: readonly (Record<string, string> & { readonly sourceLineIds: readonly string[] })[];
}
let dayNo = 0;
/** A day no other test of this file cooks on. */
const freshDay = (): string => new Date(Date.UTC(2027, 0, 4 + ++dayNo)).toISOString().slice(0, 10);
const sales = (meals: readonly PlannedMeal[], stall: string = place.noodles) => approvedSales(room, stall, meals);
const dumplings = (date: string, portions = 100): PlannedMeal => ({ date, dishId: dish.dumplings, portions });

const windowOf = (date: string, more: Record<string, unknown> = {}) => ({
  startTime: `${date} 00:00:00`,
  endTime: `${date} 23:59:00`,
  gearOperationDeptId: place.noodles,
  ...more,
});
const extract = (date: string, more: Record<string, unknown> = {}, call = 'extractSalePlan') =>
  room.call<Card[]>(`invdistribution/${call}`, windowOf(date, more));
const newBill = (date: string, more: Record<string, unknown> = {}) =>
  room.call<Row>('invdistribution/submit', {
    ...windowOf(date),
    warehouseId: place.warehouse,
    deliveryDate: date,
    ...more,
  });
const billOf = (id: string) => room.call<Row & { details: Row[] }>('invdistribution/detail', { id });
const submit = (billId: string, lines: readonly Record<string, unknown>[], who?: string) =>
  room.call('invdistribution/submitDetail', { body: lines.map((line) => ({ billId, ...line })) }, who);
const approve = async (id: string): Promise<void> => {
  await room.call('invdistribution/toApply', { ids: id });
  await room.call('invdistribution/doApply', { ids: id }, '2');
};
const claims = (billId: string) =>
  room.as(({ tx }) =>
    tx.rows<{ sourceLineId: string; live: boolean }>(sql`
      select source_line_id, released_time is null as live from plan_claim where holder_id = ${billId}::bigint
        and holder_type = 'distribution' order by source_line_id`),
  );
const pegsOf = (line: Row) => room.call<Row[]>('invdistribution/pegging', { detailId: line.id });
const short = (card: Card) =>
  card.lines.map((line) => `${line['materialName']} ${line['needQty']} → ${line['qty']} ${line['unitName']}`);

describe('extraction', () => {
  test('EP-0734, RULE-436: approved sales plans of the window come meal by meal, exploded; other windows and stalls do not', async () => {
    const date = freshDay();
    const planId = await sales([dumplings(date), { date, meal: 'dinner', dishId: dish.pork, portions: 10 }]);
    await sales([dumplings(date)], place.rice);
    const cards = await extract(date);
    expect(cards.map((card) => [card.planId, card.mealType, card.claimedBy, card.dishes, short(card)])).toEqual([
      [
        planId,
        'lunch',
        '',
        [expect.objectContaining({ dishName: '韭菜水饺', portions: '100' })],
        ['猪肉 5.952381 → 1 袋', '面粉 7 → 7 千克', '韭菜 7.5 → 7.5 千克'],
      ],
      [planId, 'dinner', '', [expect.objectContaining({ dishName: '红烧肉' })], ['猪肉 2.5 → 1 袋']],
    ]);
    expect(await extract(date, { endTime: `${date} 13:00:00` })).toHaveLength(1);
    expect(await extract(date, { planId: '1' })).toEqual([]);
    expect(await extract(date, { gearOperationDeptId: null, planId })).toHaveLength(2);
    expect(await extract(date, { gearOperationDeptId: null, useRestaurantDeptId: place.restaurant })).toHaveLength(3);
    expect(await extract(date, { gearOperationDeptId: place.otherStall })).toEqual([]);
  });

  test('EP-0735: special meals with their guests, and goods that are asked for as they are', async () => {
    const date = freshDay();
    const meal = await room.call<Row>('gearspecialmeal/saveGearSpecialMeal', {
      mealName: '晚宴',
      specialMealType: 'banquet',
      gearOperationDeptId: place.noodles,
      mealDate: date,
      mealType: 'dinner',
      customerName: '云谷科技',
      linkman: '王芳',
      phone: '13800000000',
      headCount: 40,
      mealStandard: '88.50',
      details: [
        { dishId: dish.dumplings, portions: '100' },
        { lineKind: 'material', materialId: thing.beef, unitId: unit.g, perHead: '25' },
      ],
    });
    await room.call('gearspecialmeal/toApply', { ids: meal.id });
    await room.call('gearspecialmeal/adopt', { ids: meal.id }, '2');
    const [card] = await extract(date, {}, 'extractSpecialMeal');
    expect(card).toMatchObject({ planId: meal.id, headCount: 40, mealType: 'dinner' });
    expect(short(card!)).toContain('牛肉 1 → 1 千克');
    expect(await extract(date)).toEqual([]);
    const bill = await newBill(date);
    await submit(bill.id, card!.lines);
    const lines = (await billOf(bill.id)).details;
    const beef = lines.find((line) => line['materialId'] === thing.beef)!;
    expect(beef).toMatchObject({ sourceType: 'special-meal', needQty: '1', mealType: 'dinner' });
    expect(await pegsOf(beef)).toMatchObject([{ dishId: '', dishName: '牛肉', grossQty: '1', path: [] }]);
    expect(await extract(date, {}, 'extractSpecialMeal')).toMatchObject([{ claimedBy: bill['billCode'], lines: [] }]);
  });

  test.each([
    [{ gearOperationDeptId: null }, '请选择档口、餐厅或单据'],
    [{ endTime: '2027-01-01 00:00:00', startTime: '2027-01-01 00:00:00' }, '结束时间须晚于开始时间，且不超过 31 天'],
    [{ endTime: '2027-02-02 00:00:00', startTime: '2027-01-01 00:00:00' }, '结束时间须晚于开始时间，且不超过 31 天'],
  ])('is refused in words: %j', async (more, sentence) => {
    expect(await room.refusalsOf(extract('2027-06-01', more))).toEqual([sentence]);
  });
});

describe('lines', () => {
  test('EP-0727, EP-0731, EP-0732, EP-0733: are added as extracted, changed with a reason, removed; claims and pegs follow', async () => {
    const date = freshDay();
    await sales([dumplings(date), { date, dishId: dish.pork, portions: 10 }]);
    const bill = await newBill(date);
    expect(bill).toMatchObject({ billCode: expect.stringMatching(/^PS\d+$/), status: 'draft', lineCount: 0 });
    const [card] = await extract(date);
    await submit(bill.id, card!.lines);
    const lines = await room.call<Row[]>('invdistribution/invDistributionDetailList', { billId: bill.id });
    expect(lines.map((line) => [line['materialName'], line['needQty'], line['qty'], line['unitName']])).toEqual([
      ['猪肉', '8.452381', '1', '袋'],
      ['面粉', '7', '7', '千克'],
      ['韭菜', '7.5', '7.5', '千克'],
    ]);
    const pork = lines[0]!;
    expect(pork).toMatchObject({
      sourceCode: card!.billCode,
      mealDate: date,
      openQty: '1',
      baseQty: '25',
      netQty: '8.452381',
    });
    const pegs = await pegsOf(pork);
    expect(pegs.map((peg) => [peg['dishName'], peg['grossQty']])).toEqual([
      ['韭菜水饺', '5.952381'],
      ['红烧肉', '2.5'],
    ]);
    expect(await claims(bill.id)).toHaveLength(2);

    expect(await room.refusalsOf(submit(bill.id, [{ ...lines[1]!, qty: '8' }]))).toEqual([
      '第 2 行数量 8 与建议量 7 不同，请填写调整原因',
    ]);
    await room.call('invdistribution/submitDetail', { ...lines[1], billId: bill.id, qty: '8', adjustReason: '加餐' });
    await submit(bill.id, [{ materialId: thing.beef, unitId: unit.kg, qty: '3', needDate: date }]);
    expect(await room.refusalsOf(submit(bill.id, [card!.lines[0]!]))).toEqual([
      `第 2 行：${card!.billCode}的【猪肉】已在本单明细中，请修改那一行`,
    ]);
    expect(await room.refusalsOf(submit(bill.id, [{ ...lines[1]!, needDate: '2027-12-31' }]))).toEqual([
      '第 2 行由餐次提取，物料和日期不能修改；不需要时请删除该行',
    ]);
    expect((await billOf(bill.id)).details.map((line) => [line['sourceType'], line['qty']])).toEqual([
      ['sales-plan', '1'],
      ['sales-plan', '8'],
      ['sales-plan', '7.5'],
      ['manual', '3'],
    ]);
    // The dumplings are still needed for flour and leek; only the pork of both is given up.
    await room.call('invdistribution/removeDetail', { ids: [pork.id] });
    expect(await claims(bill.id)).toHaveLength(1);
    await room.call('invdistribution/removeDetail', { ids: lines.slice(1).map(({ id }) => id) });
    expect(await claims(bill.id)).toEqual([]);
    expect((await extract(date)).map(({ claimedBy }) => claimedBy)).toEqual(['']);
    await room.call('invdistribution/remove', { ids: bill.id });
  });
});

describe('lines of what is needed in part', () => {
  test('one line of a meal may be taken alone, and the rest later', async () => {
    const date = freshDay();
    await sales([dumplings(date), { date, dishId: dish.pork, portions: 10 }]);
    const [card] = await extract(date);
    const pork = card!.lines.find((line) => line['materialId'] === thing.pork)!;
    expect(pork.sourceLineIds).toHaveLength(2);
    const [first, second] = pork.sourceLineIds;
    const bill = await newBill(date);
    const { sourceLineIds: _all, ...line } = pork;
    await submit(bill.id, [{ ...line, sourceLineId: first }]);
    await submit(bill.id, [{ ...line, sourceLineId: second }]);
    const needs = (await billOf(bill.id)).details.map((each) => Decimal.of(String(each['needQty'])));
    expect(Decimal.sum(needs).toString()).toBe(pork['needQty']);
  });

  test('with netting what stock covers is not proposed; each line has its part of the rest', async () => {
    const date = freshDay();
    await sales([dumplings(date, 100), { date, meal: 'dinner', dishId: dish.dumplings, portions: 300 }]);
    await lying(room, thing.flour, 8);
    const bill = await newBill(date, { netFlag: 1 });
    const cards = await extract(date, { netFlag: 1, warehouseId: place.warehouse, billId: bill.id });
    const flour = cards.flatMap((card) => card.lines.filter((line) => line['materialId'] === thing.flour));
    expect(flour.map((line) => [line['needQty'], line['netQty'], line['qty']])).toEqual([
      ['7', '5', '5'],
      ['21', '15', '15'],
    ]);
    await submit(bill.id, flour);
    expect((await billOf(bill.id)).details.map((line) => [line['needQty'], line['netQty'], line['qty']])).toEqual([
      ['7', '5', '5'],
      ['21', '15', '15'],
    ]);
    await room.call('invdistribution/remove', { ids: bill.id });
  });

  test('a purchase plan counts what an approved distribution needs as taken', async () => {
    const date = freshDay();
    await sales([dumplings(date)]);
    const bill = await newBill(date);
    await submit(bill.id, (await extract(date))[0]!.lines);
    await approve(bill.id);
    const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    dayNo += 1;
    await sales([dumplings(next)]);
    const plan = await room.call<Row>('invrequireplan/generatePlan', {
      bladeProjectDeptIds: [place.site],
      startDate: next,
      endDate: next,
      includeSafety: 0,
    });
    const leek = (plan['details'] as Row[]).find((line) => line['materialId'] === thing.leek)!;
    // 7.5 kg are on order for the day before, and eaten by it: none of them are there for the next.
    expect([leek['grossQty'], leek['netQty']]).toEqual(['7.5', '7.5']);
  });
});

describe('refusals', () => {
  test.each([
    [{ startTime: '2027-03-02 00:00:00', endTime: '2027-03-01 00:00:00' }, '结束时间须晚于开始时间，且不超过 31 天'],
    [{ warehouseId: place.otherWarehouse }, '仓库「二仓」不服务「面档」，请重新选择'],
    [{ useRestaurantDeptId: place.otherRestaurant }, '仓库「一仓」不服务「二餐厅」，请重新选择'],
  ])('of a header: %j', async (more, sentence) => {
    expect(await room.refusalsOf(newBill('2027-03-01', more))).toEqual([sentence]);
  });
  test('of lines and of acts', async () => {
    const date = freshDay();
    const planId = await sales([dumplings(date)]);
    const bill = await newBill(date);
    expect(await room.refusalsOf(room.call('invdistribution/invDistributionDetailList', {}))).toEqual(['请选择配送单']);
    expect(await room.refusalsOf(room.call('invdistribution/submitDetail', { qty: '1' }))).toEqual(['请选择配送单']);
    expect(await room.refusalsOf(room.call('invdistribution/removeDetail', { ids: '5' }))).toEqual([
      '所选明细不存在，可能已被删除，请刷新后重试',
    ]);
    expect(await room.refusalsOf(submit(bill.id, [{ id: '5', qty: '1' }]))).toEqual([
      '所选明细不存在，可能已被删除，请刷新后重试',
    ]);
    expect(await room.refusalsOf(room.call('invdistribution/toApply', { ids: bill.id }))).toEqual([
      `配送单 ${String(bill['billCode'])} 没有明细，请先提取或添加物料`,
    ]);
    const [card] = await extract(date);
    await submit(bill.id, card!.lines.slice(0, 1));
    expect(
      await room.refusalsOf(
        room.call('invdistribution/submit', {
          id: bill.id,
          warehouseId: place.otherWarehouse,
          gearOperationDeptId: '',
        }),
      ),
    ).toEqual(['已有提取的明细，不能更换收货仓库；请先删除这些明细']);
    await room.as(({ tx }) => tx.run(sql`update sales_plan set status = 'void' where id = ${planId}::bigint`));
    expect(await room.refusalsOf(submit(bill.id, card!.lines.slice(1, 2)))).toEqual([
      '第 2 行所依据的营销计划或特殊餐已变化或未审批，请重新提取',
    ]);
  });
  test('a line past its cut-off needs a reason, and the right to approve it', async () => {
    const date = freshDay();
    await sales([dumplings(date)]);
    const bill = await newBill(date);
    await submit(bill.id, (await extract(date))[0]!.lines);
    await room.as(({ tx }) =>
      tx.run(sql`update distribution_detail set order_before = '2026-01-01' where distribution_id = ${bill.id}::bigint
        and line_no = 2`),
    );
    const code = String(bill['billCode']);
    expect(await room.refusalsOf(room.call('invdistribution/toApply', { ids: bill.id }))).toEqual([
      `配送单 ${code} 第 2 行已过截单时间，请填写截单后原因`,
    ]);
    await room.as(({ tx }) =>
      tx.run(sql`update distribution set late_reason = '临时加餐' where id = ${bill.id}::bigint`),
    );
    await room.call('invdistribution/toApply', { ids: bill.id });
    const without = room.callWithout(['invdistribution_late'], 'invdistribution/doApply', { ids: bill.id }, '2');
    expect(await room.refusalsOf(without)).toEqual([`配送单 ${code} 第 2 行已过截单时间，需截单后审批权限`]);
    await room.call('invdistribution/doApply', { ids: bill.id }, '2');
    expect(await billOf(bill.id)).toMatchObject({ status: 'approved', lateFlag: 1 });
  });
});

test('B25: what comes when the place receives nothing is questioned when it is sent; what the site buys itself is not', async () => {
  const date = freshDay();
  const weekday = ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  const { id: supplierId } = await room.call<Row>('supplier/submit', {
    name: '晚到蔬菜',
    contact: '李',
    contactPhone: '13800000000',
    windows: [{ weekday, cutOffTime: '16:00', advanceDays: 1, windowStart: '10:00', windowEnd: '11:30' }],
  });
  await room.as(({ tx }) =>
    tx.run(sql`
      with site as (
        insert into project_dept_system (code, project_dept_name, blade_project_dept_id, company_dept_id)
        select 'P25', '一项目', w.project_group_dept_id, w.company_dept_id from warehouse w
        where w.id = ${place.warehouse}::bigint returning id, blade_project_dept_id)
      insert into project_dept_unload (code, name, project_dept_sys_id, blade_project_dept_id, address, linkman,
        receive_start, receive_end, warehouse_id)
      select 'U25', '东门', site.id, site.blade_project_dept_id, '路1号', '王', '05:00', '09:00', ${place.warehouse}::bigint
      from site`),
  );
  const bill = await newBill(date);
  const line = { materialId: thing.beef, unitId: unit.kg, qty: '1', needDate: date };
  await submit(bill.id, [
    { ...line, supplierId, sourceKind: 'direct' },
    { ...line, materialId: thing.flour, supplierId, sourceKind: 'self' },
  ]);
  expect(await room.refusalsOf(room.call('invdistribution/toApply', { ids: bill.id }))).toEqual([
    expect.stringMatching(/晚到蔬菜 .+ 10:00–11:30 送达【.+】，该处 05:00–09:00 收货（[^、]+）/),
  ]);
  await room.call('invdistribution/toApply', { ids: bill.id, confirmWindow: 1 });
});

describe('RULE-487, RULE-372: the life of a distribution', () => {
  test('EP-0723, EP-0724, EP-0725, EP-0726, EP-0728, EP-0729, EP-0730: sent, refused with a reason, edited, sent again, approved', async () => {
    const date = freshDay();
    await sales([dumplings(date)]);
    const bill = await newBill(date);
    await submit(bill.id, (await extract(date))[0]!.lines);
    await room.call('invdistribution/toApply', { ids: bill.id });
    expect(
      await room.refusalsOf(submit(bill.id, [{ materialId: thing.beef, unitId: unit.kg, qty: '1', needDate: date }])),
    ).toEqual([expect.stringContaining('待审批')]);
    await room.call('invdistribution/refuse', { ids: bill.id, reason: '数量偏大' }, '2');
    expect(await billOf(bill.id)).toMatchObject({ status: 'rejected', reason: '数量偏大' });
    expect(await claims(bill.id)).toMatchObject([{ live: true }]);
    const [, flour] = (await billOf(bill.id)).details;
    await submit(bill.id, [{ ...flour!, qty: '6.5', adjustReason: '按昨日余量' }]);
    await approve(bill.id);
    const expected = await room.as(({ tx }) =>
      tx.rows<{ openQty: string }>(sql`select open_qty from expected_receipt
        where bill_type = 'distribution' and bill_id = ${bill.id}::bigint order by line_id`),
    );
    expect(expected.map(({ openQty }) => openQty)).toEqual(['25', '6.5', '7.5']);
    const list = await room.call<{ records: Row[] }>('invdistribution/page', { billCode: bill['billCode'] });
    expect(list.records).toMatchObject([{ status: 'approved', generateStatus: 'none', lineCount: 3 }]);
    expect(
      (
        await room.call<{ total: number }>('invdistribution/list', {
          materialId: thing.beef,
          billCode: bill['billCode'],
        })
      ).total,
    ).toBe(0);
    await room.call('invdistribution/void', { ids: bill.id, reason: '取消供餐' });
    expect(await claims(bill.id)).toMatchObject([{ live: false }]);
    expect((await extract(date)).map(({ claimedBy, lines }) => [claimedBy, lines.length])).toEqual([['', 3]]);
  });

  test('what work lists take of it is followed: partly, all of it and done, given back and open again', async () => {
    const date = freshDay();
    await sales([dumplings(date)]);
    const bill = await newBill(date);
    await submit(bill.id, (await extract(date))[0]!.lines);
    await approve(bill.id);
    const lines = (await billOf(bill.id)).details;
    const take = (line: Row, qty: string) =>
      room.as(async (context) => {
        await link(context, [
          {
            kind: 'distribute',
            fromType: 'distribution',
            fromBillId: bill.id,
            fromLineId: line.id,
            toType: 'distributionBill',
            toBillId: '77',
            toLineId: line.id,
            fromQty: qty,
            toQty: qty,
          },
        ]);
        await followTaken(context, [bill.id], [line.id]);
      });
    const stateOf = async () => {
      const { status, generateStatus, details } = await billOf(bill.id);
      return [
        status,
        generateStatus,
        ...details.map((line) => `${String(line['distributedQty'])}/${String(line['openQty'])}`),
      ];
    };
    await take(lines[1]!, '2.5');
    expect(await stateOf()).toEqual(['approved', 'partial', '0/1', '2.5/4.5', '0/7.5']);
    expect(await room.refusalsOf(room.call('invdistribution/void', { ids: bill.id, reason: '取消' }))).toEqual([
      expect.stringContaining(`配送单 ${String(bill['billCode'])} 已生成直配或统配`),
    ]);
    for (const [line, qty] of [
      [lines[0]!, '25'],
      [lines[1]!, '4.5'],
      [lines[2]!, '7.5'],
    ] as const)
      await take(line, qty);
    expect(await stateOf()).toEqual(['done', 'all', '1/0', '7/0', '7.5/0']);
    for (const [line, qty] of [
      [lines[0]!, '-25'],
      [lines[1]!, '-7'],
      [lines[2]!, '-7.5'],
    ] as const)
      await take(line, qty);
    expect(await stateOf()).toEqual(['approved', 'none', '0/1', '0/7', '0/7.5']);
    await room.call('invdistribution/void', { ids: bill.id, reason: '取消供餐' });
  });
});

test('an approved distribution is distributed; while it is, it cannot be voided, and taken back it is open again', async () => {
  const date = freshDay();
  await sales([dumplings(date)]);
  const bill = await newBill(date);
  await submit(bill.id, (await extract(date))[0]!.lines);
  const generate = () => room.call('distributionstraight/generateDistributionStraight', { ids: bill.id });
  expect(await room.refusalsOf(generate())).toEqual([`${String(bill['billCode'])} 草稿，审批后才能分配`]);
  await approve(bill.id);
  await generate();
  const [list] = (await room.call<{ records: Row[] }>('distributionstraight/page', { sourceCodes: bill['billCode'] }))
    .records;
  expect(list).toMatchObject({ lineCount: 3, status: 'open' });
  expect(await billOf(bill.id)).toMatchObject({ status: 'done', generateStatus: 'all' });
  const due = () =>
    room.as(({ tx }) =>
      tx.rows<{ billType: string; openQty: string }>(sql`
        select bill_type, sum(open_qty)::text as open_qty from expected_receipt
        where open_qty > 0 and bill_id in (${bill.id}::bigint, ${list!.id}::bigint) group by 1`),
    );
  expect(await due()).toEqual([{ billType: 'distributionBill', openQty: '39.500000' }]);
  await room.call('distributionstraight/void', { ids: list!.id, reason: '重新分配' });
  expect(await billOf(bill.id)).toMatchObject({ status: 'approved', generateStatus: 'none' });
  expect(await due()).toEqual([{ billType: 'distribution', openQty: '39.500000' }]);
  await room.call('invdistribution/void', { ids: bill.id, reason: '取消供餐' });
  expect(await due()).toEqual([]);
});

describe('H20: two people want the same meals', () => {
  test('at once: one has them, the others hear whose they are', async () => {
    for (let round = 0; round < 3; round++) {
      const date = freshDay();
      await sales([dumplings(date)]);
      const [card] = await extract(date);
      const bills = await Promise.all([1, 2, 3, 4].map(() => newBill(date)));
      const made = await Promise.allSettled(bills.map((bill) => submit(bill.id, card!.lines)));
      const won = bills[made.findIndex(({ status }) => status === 'fulfilled')]!;
      const lost = made.filter((each) => each.status === 'rejected');
      expect(lost).toHaveLength(3);
      for (const { reason } of lost) {
        expect(reason).toBeInstanceOf(Refused);
        expect((reason as Refused).refusals).toMatchObject([
          { code: 'distribution.asked-claimed', detail: { code: card!.billCode, billCode: won['billCode'] } },
        ]);
      }
      expect(await extract(date)).toMatchObject([{ claimedBy: won['billCode'], lines: [] }]);
    }
  });
  test('a distribution and a requirement plan: whoever comes first', async () => {
    const date = freshDay();
    await sales([dumplings(date)]);
    const [card] = await extract(date);
    const bill = await newBill(date);
    const plan = room.call<Row>('invrequireplan/generatePlan', {
      bladeProjectDeptIds: [place.site],
      startDate: date,
      endDate: date,
      includeSafety: 0,
    });
    const [planned, asked] = await Promise.allSettled([plan, submit(bill.id, card!.lines)]);
    expect([planned.status, asked.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const holder = planned.status === 'fulfilled' ? String(planned.value['billCode']) : String(bill['billCode']);
    expect(await extract(date)).toMatchObject([{ claimedBy: holder }]);
  });
});

test('whatever is taken: Σ pegs = need, each meal is held once, and removing or voiding returns everything', async () => {
  const portions = fc.integer({ min: 1, max: 997 });
  const meal = fc.record({
    dishId: fc.constantFrom(dish.dumplings, dish.pork),
    meal: fc.constantFrom('breakfast', 'lunch', 'dinner'),
    portions,
  });
  const key = ({ dishId, meal: of }: { dishId: string; meal: string }): string => `${dishId} ${of}`;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(meal, { minLength: 1, maxLength: 5, selector: key }),
      fc.array(fc.nat(11), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (meals, chosen, isVoided) => {
        const date = freshDay();
        await sales(meals.map((each) => ({ date, ...each })));
        const before = await extract(date);
        const offered = before.flatMap((card) => card.lines);
        const lines = [...new Set(chosen.map((at) => at % offered.length))].map((at) => offered[at]!);
        const bill = await newBill(date);
        for (const line of lines) await submit(bill.id, [line]);
        const stored = (await billOf(bill.id)).details;
        const needs = (of: readonly (Row | Card['lines'][number])[]) =>
          of.map((line) => String(line['needQty'])).toSorted();
        expect(needs(stored)).toEqual(needs(lines));
        for (const line of stored) {
          const pegs = await pegsOf(line);
          expect(Decimal.sum(pegs.map((peg) => Decimal.of(String(peg['grossQty'])))).toString()).toBe(line['needQty']);
        }
        const held = await claims(bill.id);
        expect(held.map(({ sourceLineId }) => sourceLineId).toSorted()).toEqual(
          [...new Set(lines.flatMap(({ sourceLineIds }) => sourceLineIds))].toSorted(),
        );
        if (isVoided) {
          await approve(bill.id);
          await room.call('invdistribution/void', { ids: bill.id, reason: '取消供餐' });
        } else await room.call('invdistribution/remove', { ids: bill.id });
        expect(await extract(date)).toEqual(before);
        const due = await room.as(({ tx }) =>
          tx.rows(sql`select 1 as one from expected_receipt where bill_type = 'distribution'
            and bill_id = ${bill.id}::bigint and open_qty <> 0`),
        );
        expect(due).toEqual([]);
      },
    ),
    { numRuns: rounds(12, 100) },
  );
});

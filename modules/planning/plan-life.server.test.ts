import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import {
  approvedSales,
  dish,
  lying,
  openPlanningRoom,
  place,
  shortLines,
  thing,
  unit,
  type PlanningRoom,
} from './planning-room.testing.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
});
afterAll(() => room.close());

type Line = Record<string, string>;
const linesOf = (plan: Record<string, unknown>): Line[] => plan['details'] as Line[];
let dayNo = 0;
/** A draft plan for dumplings on a day of its own. */
async function aPlan(
  portions = 100,
  dishId: string = dish.dumplings,
): Promise<Record<string, unknown> & { id: string }> {
  dayNo += 1;
  const date = `2026-12-${String(dayNo).padStart(2, '0')}`;
  await approvedSales(room, place.noodles, [{ date, dishId, portions }]);
  return (await room.call('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.site],
    startDate: date,
    endDate: date,
    includeSafety: 0,
  })) as Record<string, unknown> & { id: string };
}
async function approved(id: string): Promise<void> {
  await room.call('invrequireplan/toApply', { ids: [id] });
  await room.call('invrequireplan/doApply', { ids: [id] }, '2');
}
const again = (id: string) => room.call('invrequireplan/detail', { id });

describe('a person decides', () => {
  test('another quantity needs a reason, and the walk follows it', async () => {
    const plan = await aPlan();
    const pork = linesOf(plan).find((line) => line['materialId'] === thing.pork)!;
    const changed = linesOf(plan).map((line) => (line === pork ? { ...line, planQty: '2' } : line));
    expect(await room.refusalsOf(room.call('invrequireplan/submit', { id: plan.id, details: changed }))).toEqual(
      ['第 3 行计划量与建议量不同，请填写调整原因'].map((sentence) =>
        sentence.replace('3', String(linesOf(plan).indexOf(pork) + 1)),
      ),
    );
    await room.call('invrequireplan/submit', {
      id: plan.id,
      details: changed.map((line) => (line['id'] === pork['id'] ? { ...line, adjustReason: '聚餐' } : line)),
    });
    const walk = await room.call<Line[]>('invrequireplan/netting', { planDetailId: pork['id'] });
    expect(walk.map((row) => [row['netQty'], row['planQty'], row['closingQty']])).toEqual([
      ['5.952381', '50', '44.047619'],
    ]);
  });

  test('a generated line can neither go nor move', async () => {
    const plan = await aPlan();
    const [first, ...rest] = linesOf(plan);
    expect(await room.refusalsOf(room.call('invrequireplan/submit', { id: plan.id, details: rest }))).toEqual([
      '第 1 行由需求算出，不能删除；不需要时将计划量改为 0 并填写原因',
    ]);
    expect(
      await room.refusalsOf(
        room.call('invrequireplan/submit', { id: plan.id, details: [{ ...first, needDate: '2026-12-31' }, ...rest] }),
      ),
    ).toEqual(['第 1 行由需求算出，仓库、物料和日期不能修改']);
  });

  test('EP-0424: confirming saves what was decided and freezes the lines until it is taken back', async () => {
    const plan = await aPlan();
    const leek = linesOf(plan).find((line) => line['materialId'] === thing.leek)!;
    await room.call('invrequireplan/confirmPlan', {
      id: plan.id,
      details: [{ id: leek['id'], planQty: '8', adjustReason: '取整' }],
    });
    expect(linesOf(await again(plan.id)).find((line) => line['id'] === leek['id'])).toMatchObject({
      planQty: '8',
      proposedQty: '7.5',
      adjustReason: '取整',
    });
    expect(await room.refusalsOf(room.call('invrequireplan/generatePlan', { id: plan.id }))).toEqual([
      expect.stringContaining('已确认'),
    ]);
    expect(await room.refusalsOf(room.call('invrequireplan/submit', { id: plan.id, remark: 'x' }))).toEqual([
      expect.stringContaining('已确认'),
    ]);
    await room.call('invrequireplan/cancelConfirm', { ids: [plan.id] });
    expect(await again(plan.id)).toMatchObject({ confirmFlag: 0 });
    expect(await room.refusalsOf(room.call('invrequireplan/cancelConfirm', { ids: [plan.id] }))).toEqual([
      expect.stringContaining('未确认'),
    ]);
  });
});

test('a plan by hand is ordered as entered, in the unit entered', async () => {
  const saved = await room.call('invrequireplan/submit', {
    startDate: '2027-02-01',
    endDate: '2027-02-02',
    details: [
      { warehouseId: place.warehouse, materialId: thing.pork, needDate: '2027-02-01', unitId: unit.bag, planQty: '3' },
    ],
  });
  expect(saved).toMatchObject({
    planType: 'manual',
    planName: '一项目 2027-02-01~02-02',
    companyDeptId: place.company,
    lineCount: 1,
  });
  expect(linesOf(saved)[0]).toMatchObject({
    manualFlag: 1,
    factor: '25',
    baseQty: '75',
    proposedQty: '3',
    grossQty: '75',
  });
});

test('why so much: the pegs of a line, largest first, and its equation', async () => {
  await lying(room, thing.flour, 2);
  const plan = await aPlan(300);
  const flour = linesOf(plan).find((line) => line['materialId'] === thing.flour)!;
  const pegs = await room.call<Line[]>('invrequireplan/pegging', { planDetailId: flour['id'] });
  expect(pegs).toEqual([
    expect.objectContaining({
      gearOperationDeptName: '面档',
      dishName: '韭菜水饺',
      portions: '300',
      grossQty: '21',
      path: [
        { dishId: dish.dumplings, dishName: '韭菜水饺' },
        { dishId: dish.dough, dishName: '水饺面团' },
      ],
    }),
  ]);
  const equation = await room.call('invrequireplan/equation', { planDetailId: flour['id'] });
  expect(equation).toMatchObject({
    balance: '19',
    unit: '千克',
    text: {
      zh: '21 毛需求 + 0 安全库存 − (2 现存 + 0 在订) = 19',
      en: '21 gross + 0 safety − (2 on hand + 0 due) = 19',
    },
  });
});

describe('requests', () => {
  test('EP-0429: twenty at once make them once; the plan is done and its need is on order', async () => {
    const plan = await aPlan(200, dish.pork);
    expect(
      await room.refusalsOf(room.call('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: plan.id })),
    ).toEqual([expect.stringMatching(/需求计划 XQ\d+ 草稿/)]);
    await approved(plan.id);
    const tried = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        room.call('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: plan.id }),
      ),
    );
    expect(tried.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const after = await again(plan.id);
    expect(after).toMatchObject({
      status: 'done',
      requestStatus: 'all',
      links: [expect.objectContaining({ direction: 'down', resource: 'purchaseRequest', status: 'approved' })],
    });
    const receipts = await room.as((context) =>
      context.tx.rows(
        sql`select e.open_qty, e.bill_type from expected_receipt e join bill_link l on l.to_bill_id = e.bill_id
          where l.from_bill_id = ${plan.id}::bigint`,
      ),
    );
    expect(receipts).toEqual([{ openQty: '50', billType: 'purchaseRequest' }]);
    const request = (after['links'] as Line[])[0]!;
    await room.call('invpleasepurchase/void', { ids: [request['id']], reason: '取消' });
    expect(await again(plan.id)).toMatchObject({ status: 'approved', requestStatus: 'none' });
    await room.call('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: plan.id });
    expect(await room.refusalsOf(room.call('invrequireplan/void', { ids: [plan.id], reason: '作废' }))).toEqual([
      expect.stringContaining('已完成'),
    ]);
  });

  test('all or none: one plan that is not approved stops the others', async () => {
    const first = await aPlan();
    const second = await aPlan();
    await approved(first.id);
    await expect(
      room.call('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: `${first.id},${second.id}` }),
    ).rejects.toThrow(/plan-not-approved/);
    expect(await again(first.id)).toMatchObject({ status: 'approved', requestStatus: 'none' });
  });
});

describe('requests of several plans, and of closed lines', () => {
  test('RULE-438 RULE-509: several plans are requested in one call, lines for one day summed into one', async () => {
    const first = await aPlan();
    const copy = await room.call('invrequireplan/copyAndSaveInvRequirePlan', { id: first.id });
    expect(shortLines(copy).length).toBe(linesOf(first).length);
    await approved(first.id);
    await approved(String(copy['id']));
    await room.call('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: [first.id, String(copy['id'])] });
    const made = await room.as((context) =>
      context.tx.rows<{ requests: number; lines: number }>(sql`
      select count(distinct l.to_bill_id)::integer as requests, count(distinct l.to_line_id)::integer as lines
      from bill_link l where l.from_bill_id in (${first.id}::bigint, ${String(copy['id'])}::bigint)`),
    );
    expect(made).toEqual([{ requests: 1, lines: linesOf(first).filter((line) => line['planQty'] !== '0').length }]);
    const sums = await room.as((context) =>
      context.tx.rows<{ asked: string; planned: string }>(sql`
      select trim_scale(q.base_qty)::text as asked, trim_scale(sum(p.base_qty))::text as planned
      from bill_link l join requirement_plan_detail p on p.id = l.from_line_id
      join purchase_request_detail q on q.id = l.to_line_id
      where l.from_bill_id in (${first.id}::bigint, ${String(copy['id'])}::bigint) group by q.id, q.base_qty`),
    );
    expect(sums.every(({ asked, planned }) => asked === planned)).toBe(true);
    expect(sums.length).toBeGreaterThan(0);
  });

  test('closing a line cancels what is not requested of it, and no more', async () => {
    const plan = await aPlan(400, dish.pork);
    await approved(plan.id);
    expect(linesOf(await again(plan.id))).toMatchObject([{ planQty: '4', requestedQty: '0' }]);
    await room.as(({ tx }) =>
      tx.run(
        sql`update requirement_plan_detail set requested_qty = 0.8 where requirement_plan_id = ${plan.id}::bigint`,
      ),
    );
    await room.call('invrequireplan/closeDetail', { id: plan.id, reason: '停餐' });
    expect(linesOf(await again(plan.id))).toMatchObject([
      { planQty: '4', requestedQty: '0.8', cancelledQty: '3.2', lineStatus: 'closed' },
    ]);
  });

  test('closing the rest ends a plan', async () => {
    const plan = await aPlan();
    await approved(plan.id);
    expect(await room.refusalsOf(room.call('invrequireplan/closeDetail', { id: plan.id }))).toEqual(['请填写关闭原因']);
    await room.call('invrequireplan/closeDetail', { id: plan.id, reason: '停餐' });
    expect(await again(plan.id)).toMatchObject({ status: 'done' });
  });
});

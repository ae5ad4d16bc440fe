import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { approvedSales, dish, openPlanningRoom, place, thing, type PlanningRoom } from './planning-room.testing.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
});
afterAll(() => room.close());

type Row = Record<string, unknown> & { readonly id: string };
const planFor = (date: string, body: Record<string, unknown> = {}) =>
  room.call<Row>('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.site],
    startDate: date,
    endDate: date,
    includeSafety: 0,
    ...body,
  });
const standing = (plan: Row) =>
  room.call<{ changes: Row[]; cutOff: Row; now: string }>('invrequireplan/standing', { id: plan.id });
const inTab = async (status: string) =>
  (await room.call<{ records: Row[] }>('invrequireplan/page', { status, size: 200 })).records.map((row) => row.id);

describe('a plan whose meals changed after it was reckoned', () => {
  test('says which were voided, changed and added, and what is needed instead; reckoned again it says nothing', async () => {
    const [voided, changed] = [
      await approvedSales(room, place.noodles, [{ date: '2026-12-01', dishId: dish.pork, portions: 10 }]),
      await approvedSales(room, place.rice, [{ date: '2026-12-01', dishId: dish.dumplings, portions: 100 }]),
    ];
    const plan = await planFor('2026-12-01');
    expect([
      (await standing(plan)).changes,
      await inTab('changed'),
      await room.call('invrequireplan/delta', { id: plan.id }),
    ]).toEqual([[], [], []]);
    await room.call('gearsalesplan/void', { ids: voided, reason: '客户停餐' });
    await room.as((context) =>
      context.tx.run(sql`update sales_plan_detail set portions = 80 where sales_plan_id = ${changed}::bigint`),
    );
    const added = await approvedSales(room, place.noodles, [
      { date: '2026-12-01', meal: 'dinner', dishId: dish.pork, portions: 20 },
    ]);
    await approvedSales(room, place.otherStall, [{ date: '2026-12-01', dishId: dish.pork, portions: 99 }]); // another site's

    expect((await standing(plan)).changes).toMatchObject([
      {
        cause: 'void',
        sourceId: voided,
        stallName: '面档',
        lines: 1,
        before: '10',
        after: '0',
        link: `/gear/gearsalesplan/${voided}`,
      },
      {
        cause: 'change',
        sourceId: changed,
        stallName: '饭档',
        mealDate: '2026-12-01',
        mealType: 'lunch',
        dishName: '韭菜水饺',
        before: '100',
        after: '80',
      },
      { cause: 'new', sourceId: added, stallName: '面档', lines: 1, before: '0', after: '20' },
    ]);
    // Pork: 2.5 for ten voided and 5.952381 for the dumplings, then 5 for twenty new and 4.761905.
    expect(await room.call('invrequireplan/delta', { id: plan.id })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          materialId: thing.pork,
          materialName: '猪肉',
          baseUnitName: '千克',
          needDate: '2026-12-01',
          oldQty: '8.452381',
          newQty: '9.761905',
          diffQty: '1.309524',
          orderedQty: '0',
          changeableUntil: '2026-11-30 16:00:00',
        }),
        expect.objectContaining({ materialId: thing.leek, oldQty: '7.5', newQty: '6', diffQty: '-1.5' }),
      ]),
    );
    expect(await inTab('changed')).toEqual([plan.id]);

    expect(await room.refusalsOf(room.call('invrequireplan/confirmPlan', { id: plan.id }))).toEqual([
      expect.stringMatching(/^营销计划或特殊餐在 .+ 之后已变化，请重新生成，或确认仍按原数$/),
    ]);
    await planFor('2026-12-01', { id: plan.id });
    expect([(await standing(plan)).changes, await inTab('changed')]).toEqual([[], []]);
    await room.call('invrequireplan/confirmPlan', { id: plan.id });
  });
});

describe('a plan whose meals changed, as it is approved', () => {
  test('may be confirmed as it is, and still says so once approved; meals approved later are then for another plan', async () => {
    const [kept, gone] = [
      await approvedSales(room, place.noodles, [{ date: '2026-12-02', dishId: dish.dumplings, portions: 50 }]),
      await approvedSales(room, place.rice, [{ date: '2026-12-02', dishId: dish.dumplings, portions: 10 }]),
    ];
    const plan = await planFor('2026-12-02');
    await room.call('gearsalesplan/void', { ids: gone, reason: '客户停餐' });
    await room.call('invrequireplan/confirmPlan', { id: plan.id, accept: '1' });
    await room.call('invrequireplan/toApply', { ids: plan.id });
    await room.call('invrequireplan/doApply', { ids: plan.id }, '2');
    await approvedSales(room, place.rice, [{ date: '2026-12-02', dishId: dish.pork, portions: 5 }]);
    expect((await standing(plan)).changes.map((change) => [change['cause'], change['sourceId']])).toEqual([
      ['void', gone],
    ]);
    expect(kept).not.toBe(gone);
    expect(await inTab('changed')).toEqual([plan.id]);
  });

  test('named meals and chosen warehouses are not asked what else there is', async () => {
    const named = await approvedSales(room, place.noodles, [{ date: '2026-12-03', dishId: dish.pork, portions: 10 }]);
    const plan = await planFor('2026-12-03', { salesPlanIds: [named] });
    await approvedSales(room, place.rice, [{ date: '2026-12-03', dishId: dish.pork, portions: 10 }]);
    expect((await standing(plan)).changes).toEqual([]);
  });
});

test('tabs: confirmed drafts and what is still to be requested, each counted', async () => {
  await approvedSales(room, place.noodles, [{ date: '2026-12-10', dishId: dish.pork, portions: 10 }]);
  const plan = await planFor('2026-12-10');
  expect([await inTab('draft'), await inTab('confirmed')].map((ids) => ids.includes(plan.id))).toEqual([true, false]);
  await room.call('invrequireplan/confirmPlan', { id: plan.id });
  expect(await inTab('confirmed')).toContain(plan.id);
  const counts = await room.call<Record<string, number>>('invrequireplan/statusCounts', {});
  expect([counts['confirmed'], counts['to-request'], counts['changed']]).toEqual([
    (await inTab('confirmed')).length,
    (await inTab('to-request')).length,
    (await inTab('changed')).length,
  ]);
});

test('the next cut-off ahead, and how many lines are past theirs', async () => {
  await approvedSales(room, place.noodles, [{ date: '2027-03-01', dishId: dish.pork, portions: 200 }]);
  const plan = await planFor('2027-03-01');
  expect((await standing(plan)).cutOff).toMatchObject({
    next: '2027-02-28 16:00:00',
    nextLines: 1,
    late: 0,
    undeliverable: 0,
  });
});

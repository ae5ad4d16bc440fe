/** A sales plan is revised after its goods were planned; it is 2026-11-21, 08:00. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { approvedSales, dish, openPlanningRoom, place, thing, type PlanningRoom } from '../planning-room.testing.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
  await room.as(({ tx }) => tx.run(sql`update dish set sale_price = 12`));
});
afterAll(() => room.close());

type Row = Record<string, unknown> & { readonly id: string };
interface Change {
  readonly date: string;
  readonly dishId: string;
  readonly portions: string;
}
const linesOf = (changes: readonly Change[]): unknown[] =>
  changes.map(({ date, dishId, portions }) => ({ mealDate: date, mealType: 'lunch', dishId, newPortions: portions }));
const revise = (salesPlanId: string, changes: readonly Change[], more: object = {}): Promise<Row> =>
  room.call<Row>('salesplanrevision/submit', {
    salesPlanId,
    changeReason: '周四加 60 人',
    details: linesOf(changes),
    ...more,
  });
const approve = async (id: string): Promise<void> => {
  await room.call('salesplanrevision/toApply', { ids: id });
  await room.call('salesplanrevision/adopt', { ids: id }, '2');
};
const storedLines = (id: string): Promise<Row[]> =>
  room.as(({ tx }) =>
    tx.rows<Row>(sql`select d.id, d.meal_date::text as date, d.dish_id, d.portions, d.income_amount as income
      from sales_plan_detail d where d.sales_plan_id = ${id}::bigint order by d.line_no`),
  );

describe('B09: an approved sales plan is revised', () => {
  test('by material what changes, what of the order is open, and until when; approved, lines and claims stay', async () => {
    const sales = await approvedSales(room, place.noodles, [
      { date: '2026-12-03', dishId: dish.pork, portions: 100 },
      { date: '2026-12-04', dishId: dish.pork, portions: 50 },
    ]);
    const plan = await room.call<Row>('invrequireplan/generatePlan', {
      bladeProjectDeptIds: [place.site],
      startDate: '2026-12-03',
      endDate: '2026-12-04',
      includeSafety: 0,
    });
    // One bag of what is needed on the third is on order, its cut-off ahead; that of the fourth is over.
    await room.as(async ({ tx }) => {
      await tx.run(sql`update requirement_plan_detail set ordered_qty = 1, order_before = case need_date
        when '2026-12-03' then '2026-11-21 14:00:00'::timestamptz else '2026-11-21 07:00:00'::timestamptz end
        where requirement_plan_id = ${plan.id}::bigint`);
    });
    const changes = [
      { date: '2026-12-03', dishId: dish.pork, portions: '160' },
      { date: '2026-12-04', dishId: dish.pork, portions: '0' },
      { date: '2026-12-04', dishId: dish.dumplings, portions: '40' },
    ];
    const impact = await room.call<{ materials: Row[]; problems: string[] }>('salesplanrevision/impact', {
      salesPlanId: sales,
      details: linesOf(changes),
    });
    expect(impact.problems).toEqual([]);
    // 0.25 kg of pork a portion: 60 more; and 50 fewer against 40 dumplings of 0.05 kg at 84 %.
    expect(impact.materials).toMatchObject([
      {
        materialId: thing.pork,
        needDate: '2026-12-03',
        diffQty: '15',
        orderedQty: '25',
        openQty: '25',
        cutOff: '2026-11-21 14:00:00',
        minutesLeft: 360,
        timeLeft: '还剩 6 小时 0 分',
      },
      ...[thing.flour, thing.leek, thing.pork].map(() => expect.objectContaining({ needDate: '2026-12-04' })),
    ]);
    const pork = impact.materials.find((row) => row['materialId'] === thing.pork && row['needDate'] === '2026-12-04')!;
    expect(pork).toMatchObject({ diffQty: '-10.119048', openQty: '0', orderedQty: '25', minutesLeft: -60 });

    const before = await storedLines(sales);
    const revision = await revise(sales, changes);
    expect([revision['portionsBefore'], revision['portionsAfter']]).toEqual(['150', '200']);
    expect(await storedLines(sales)).toEqual(before);
    await approve(revision.id);
    expect(await storedLines(sales)).toEqual([
      {
        id: before[0]!.id,
        date: '2026-12-03',
        dishId: dish.pork,
        portions: '160',
        income: expect.anything() as unknown,
      },
      { id: expect.any(String) as unknown, date: '2026-12-04', dishId: dish.dumplings, portions: '40', income: '480' },
    ]);
    expect(
      await room.as(({ tx }) =>
        tx.row(sql`select plan_version, plan_portions, status from sales_plan where id = ${sales}::bigint`),
      ),
    ).toEqual({ planVersion: 2, planPortions: '200', status: 'approved' });
    const standing = await room.call<{ changes: Row[] }>('invrequireplan/standing', { id: plan.id });
    expect(standing.changes.map((change) => [change['cause'], change['before'], change['after']])).toEqual(
      expect.arrayContaining([
        ['change', '100', '160'],
        ['change', '50', '0'],
      ]),
    );
    expect(
      await room.as(({ tx }) =>
        tx.row(sql`select count(*)::int as live from plan_claim where holder_id = ${plan.id}::bigint
          and released_time is null`),
      ),
    ).toEqual({ live: 2 });
  });

  test('one revision at a time; not of a plan that is still a draft, not of a meal that began, not to what it is', async () => {
    const sales = await approvedSales(room, place.rice, [
      { date: '2026-11-20', dishId: dish.pork, portions: 10 },
      { date: '2026-11-30', dishId: dish.pork, portions: 10 },
    ]);
    const to = (date: string, portions: string): Change => ({ date, dishId: dish.pork, portions });
    const refused = (changes: readonly Change[]): Promise<string[]> => room.refusalsOf(revise(sales, changes));
    expect(await refused([to('2026-11-20', '20')])).toEqual(['第 1 行：2026-11-20 午餐已开餐，不能修订']);
    expect(await refused([to('2026-11-30', '10')])).toEqual(['第 1 行：红烧肉 原来就是 10 份，请改份数或删去这一行']);
    const first = await revise(sales, [to('2026-11-30', '20')]);
    expect(await refused([to('2026-11-30', '30')])).toEqual([expect.stringMatching(/^已有未完成的修订 YXX/)]);
    await room.as(({ tx }) =>
      tx.run(sql`update sales_plan set plan_version = plan_version + 1 where id = ${sales}::bigint`),
    );
    expect(await room.refusalsOf(room.call('salesplanrevision/toApply', { ids: first.id }))).toEqual([
      expect.stringMatching(/^营销计划 YX\d+ 在修订 YXX\d+ 之后已变化，请撤回重新保存$/),
    ]);
    await revise(sales, [to('2026-11-30', '30')], { id: first.id });
    await approve(first.id);
    expect((await storedLines(sales)).map(({ portions }) => portions)).toEqual(['10', '30']);
    await room.as(({ tx }) => tx.run(sql`update sales_plan set status = 'draft' where id = ${sales}::bigint`));
    expect(await refused([to('2026-11-30', '40')])).toEqual([
      expect.stringMatching(/^营销计划 YX\d+ 不是已审批状态，请直接修改$/),
    ]);
  });
});

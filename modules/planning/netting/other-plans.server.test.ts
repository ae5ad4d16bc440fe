/**
 * What one plan orders beside others that are approved: by hand, step by step, and the figures it explains itself with.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import {
  approvedSales,
  dish,
  lying,
  openPlanningRoom,
  place,
  thing,
  type PlanningRoom,
} from '../planning-room.testing.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
  // Pork is ordered by the kilogram here, 0.25 of it a portion.
  await room.as(async ({ tx }) => {
    await tx.run(sql`update material set purchase_unit_id = null where id = 201`);
    await tx.run(sql`update dept set use_restaurant_dept_id = 111 where id = 112`);
    await tx.run(
      sql`insert into supplier (id, code, name, contact, contact_phone) values (600, 'S1', '鲜达', '王', '13800000000')`,
    );
    await tx.run(
      sql`insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, start_date)
        values (600, 201, 301, 1, 20, 20, '2026-01-01')`,
    );
  });
});
afterAll(() => room.close());
beforeEach(async () => {
  await room.as(({ tx }) => tx.run(sql`update requirement_plan set status = 'void'`));
  await room.as(({ tx }) => tx.run(sql`update expected_receipt set open_qty = 0`));
});

type Row = Record<string, unknown> & { readonly id: string };
const PORTIONS_A_KILOGRAM = 4;
/** A draft plan for so many kilograms of pork on a day, at a stall. */
async function planFor(day: string, kilograms: number, stall: string = place.noodles): Promise<Row> {
  await approvedSales(room, stall, [{ date: day, dishId: dish.pork, portions: kilograms * PORTIONS_A_KILOGRAM }]);
  return (await room.call('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.site],
    startDate: day,
    endDate: day,
    includeSafety: 0,
  })) as Row;
}
async function approve(segment: string, id: string): Promise<void> {
  await room.call(`${segment}/toApply`, { ids: [id] });
  await room.call(`${segment}/doApply`, { ids: [id] }, '2');
}
const lineOf = (plan: Row): Record<string, string> => (plan['details'] as Record<string, string>[])[0]!;
const equation = ({ grossQty, onHandQty, onOrderQty, reservedQty, otherQty, netQty }: Record<string, string>): string =>
  `${grossQty} − (${onHandQty} + ${onOrderQty} − ${reservedQty} − ${otherQty}) = ${netQty}`;
const again = async (plan: Row): Promise<string> =>
  equation(lineOf((await room.call('invrequireplan/generatePlan', { id: plan.id })) as Row));

/** The same, approved. */
async function planned(day: string, kilograms: number, look: (line: string) => void = () => {}): Promise<Row> {
  const plan = await planFor(day, kilograms);
  look(equation(lineOf(plan)));
  await approve('invrequireplan', plan.id);
  return plan;
}
interface Told {
  readonly text: Record<'zh' | 'en', string>;
  readonly terms: readonly {
    readonly sign?: string;
    readonly qty: string;
    readonly label: Record<'zh' | 'en', string>;
    readonly link?: string;
  }[];
}
/** What lies there once the pork for Monday is fetched, and what a plan for 60 orders then. */
const stock = 50;
const toOrder = 10;

const [MONDAY, TUESDAY] = ['2026-11-23', '2026-11-24'] as const;
// Of the week after nothing was fetched.
const [NEXT_MONDAY, NEXT_TUESDAY, NEXT_FRIDAY] = ['2026-11-30', '2026-12-01', '2026-12-04'] as const;

describe('promise 60: 20 kg lie there, Monday needs 200 and its plan is approved', () => {
  test('Tuesday orders its 100 kg wherever the 180 for Monday stand: in the plan, requested, ordered, received, held, fetched', async () => {
    await lying(room, thing.pork, 20);
    const monday = await planFor(MONDAY, 200);
    expect(equation(lineOf(monday))).toBe('200 − (20 + 0 − 0 − 0) = 180');
    const tuesday = await planFor(TUESDAY, 100);
    expect(await again(tuesday)).toBe('100 − (20 + 0 − 0 − 0) = 80');

    await approve('invrequireplan', monday.id);
    expect(await again(tuesday)).toBe('100 − (20 + 180 − 0 − 200) = 100');
    expect(await again(tuesday)).toBe('100 − (20 + 180 − 0 − 200) = 100');

    await room.call('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: monday.id });
    expect(await again(tuesday)).toBe('100 − (20 + 180 − 0 − 200) = 100');

    const [request] = await room.as(({ tx }) =>
      tx.rows<{ id: string }>(sql`select id from purchase_request where status = 'approved' order by id desc limit 1`),
    );
    const [order] = (await room.call('purchaseorder/generateFromRequest', { ids: request!.id })) as unknown as Row[];
    expect(await again(tuesday)).toBe('100 − (20 + 180 − 0 − 200) = 100');
    await approve('purchaseorder', order!.id);
    expect(await again(tuesday)).toBe('100 − (20 + 180 − 0 − 200) = 100');

    const [bill] = await room.as(({ tx }) =>
      tx.rows<{ id: string; line: string }>(
        sql`select s.id, d.id as line from in_store s join in_store_detail d on d.in_store_id = s.id
          where s.source_bill_id = ${order!.id}`,
      ),
    );
    await room.call('invinstore/doReceiving', {
      instoreId: bill!.id,
      details: [{ detailId: bill!.line, acceptedQty: '180' }],
    });
    expect(await again(tuesday)).toBe('100 − (200 + 0 − 0 − 200) = 100');

    const pick = await room.call<Row>('pick/submit', {
      warehouseId: place.warehouse,
      useRestaurantDeptId: place.restaurant,
      gearOperationDeptId: place.noodles,
      needTime: `${MONDAY} 06:00:00`,
      details: [{ materialId: thing.pork, unitId: '301', qty: '150' }],
    });
    await approve('pick', pick.id);
    expect(await again(tuesday)).toBe('100 − (200 + 0 − 150 − 50) = 100');
    const { outstoreId } = await room.call<{ outstoreId: string }>('pick/detail', { id: pick.id });
    await room.call('invoutstore/doPicking', { outstoreId });
    expect(await again(tuesday)).toBe('100 − (50 + 0 − 0 − 50) = 100');
  });
});

describe('beside an approved plan', () => {
  test('every term of the equation names the plan it comes from, with its day and a way to it', async () => {
    const monday = await planFor('2026-12-07', 60);
    await approve('invrequireplan', monday.id);
    const tuesday = await planFor('2026-12-08', 30);
    const equation = await room.call<Told>('invrequireplan/equation', { planDetailId: lineOf(tuesday)['id'] });
    const code = String(monday['billCode']);
    expect(equation.text).toEqual({
      zh: `30 毛需求 + 0 安全库存 − (${stock} 现存 + ${toOrder} 在订 − 60 其他计划) = 30 → 30 件×1`,
      en: `30 gross + 0 safety − (${stock} on hand + ${toOrder} due − 60 other plans) = 30 → 30 packs of 1`,
    });
    expect(
      equation.terms.map((term) => [`${term.sign ?? ''}${term.qty}`, term.label.zh, term.link ?? '']).slice(2),
    ).toEqual([
      [`−${toOrder}`, `在订 ${code}（2026-12-07）`, `/purchasing/invrequireplan/${monday.id}`],
      ['+60', `其他计划 ${code}（2026-12-07）`, `/purchasing/invrequireplan/${monday.id}`],
    ]);
    const [row] = await room.call<Record<string, string>[]>('invrequireplan/netting', {
      planDetailId: lineOf(tuesday)['id'],
    });
    expect([row!['otherQty'], row!['laterQty'], row!['closingQty']]).toEqual(['60', '0', '0']);
  });

  test('stock that a plan for a later day counts on is not used up before', async () => {
    await planned(NEXT_FRIDAY, stock, (line) => expect(line).toBe(`${stock} − (${stock} + 0 − 0 − 0) = 0`));
    const tuesday = await planFor(NEXT_TUESDAY, 10);
    expect(equation(lineOf(tuesday))).toBe(`10 − (${stock} + 0 − 0 − ${stock}) = 10`);
    const [row] = await room.call<Record<string, string>[]>('invrequireplan/netting', {
      planDetailId: lineOf(tuesday)['id'],
    });
    expect([row!['otherQty'], row!['laterQty'], row!['closingQty']]).toEqual(['0', String(stock), String(stock)]);
  });

  test('a day that is over, a plan that is void, and what was closed of a line count for nothing', async () => {
    const over = await planned(NEXT_MONDAY, 70);
    const tuesday = await planFor(NEXT_TUESDAY, 10);
    expect(equation(lineOf(tuesday))).toBe(`10 − (${stock} + ${70 - stock} − 0 − 70) = 10`);
    await room.call('invrequireplan/closeDetail', { id: over.id, reason: '改为素菜' });
    expect(await again(tuesday)).toBe(`10 − (${stock} + 0 − 0 − ${stock}) = 10`);
    room.live(NEXT_TUESDAY);
    expect(await again(tuesday)).toBe(`10 − (${stock} + 0 − 0 − 0) = 0`);
    room.live('2026-11-21');
    const gone = await planned(NEXT_MONDAY, 70);
    await room.call('invrequireplan/void', { ids: [gone.id], reason: '停餐' }, '2');
    expect(await again(tuesday)).toBe(`10 − (${stock} + 0 − 0 − ${stock}) = 10`);
  });
});

describe('what another plan leaves to be ordered', () => {
  test('what it lacks is not ordered by this one: a person planned less there, and said why', async () => {
    const monday = await planFor(NEXT_MONDAY, 90);
    await room.call('invrequireplan/confirmPlan', {
      id: monday.id,
      details: [{ id: lineOf(monday)['id'], planQty: '10', adjustReason: '少做' }],
    });
    await approve('invrequireplan', monday.id);
    expect(equation(lineOf(await planFor(NEXT_TUESDAY, 10)))).toBe(`10 − (${stock} + 10 − 0 − ${stock + 10}) = 10`);
  });

  test('a plan for safety stock fills the floor beneath it', async () => {
    await planned(NEXT_MONDAY, 90);
    await room.as(({ tx }) =>
      tx.run(sql`update stock set safety_stock_threshold = 7 where location_id = 500 and material_id = 201`),
    );
    const safety = (await room.call('invrequireplan/generatePlan', {
      planType: 'safety',
      bladeProjectDeptIds: [place.site],
      startDate: NEXT_TUESDAY,
      endDate: NEXT_TUESDAY,
    })) as Row;
    expect(equation(lineOf(safety))).toBe(`0 − (${stock} + ${90 - stock} − 0 − 90) = 7`);
    await room.as(({ tx }) => tx.run(sql`update stock set safety_stock_threshold = 0`));
  });

  test('a need named by an old code is a need of what it was merged into', async () => {
    await planned(NEXT_MONDAY, 90);
    await room.as(({ tx }) => tx.run(sql`update material set merged_into_id = 205, frozen = 1 where id = 201`));
    await room.as(({ tx }) =>
      tx.run(sql`update dish_bom_detail set material_id = 205 where dish_bom_id = 801 and material_id = 201`),
    );
    expect(equation(lineOf(await planFor(NEXT_TUESDAY, 10)))).toBe(`10 − (${stock} + ${90 - stock} − 0 − 90) = 10`);
  });
});

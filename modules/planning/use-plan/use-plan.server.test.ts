/** A lot that ends soon, and the meals around it; it is 2026-11-21, 08:00. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import type { UsedLot } from './use-plan.calls.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
  await room.as(({ tx }) => tx.run(sql`update dish set sale_price = 12`));
  await lying(room, thing.pork, 100);
  await lying(room, thing.pork, 30);
  await room.as(({ tx }) =>
    tx.run(sql`update batch b set expiry_date = case when b.origin_qty = 100 then '2026-11-24'::date
      else '2026-12-20'::date end where b.material_id = ${thing.pork}::bigint`),
  );
});
afterAll(() => room.close());

const plans = (input: object = {}): Promise<UsedLot[]> => room.call<UsedLot[]>('stockbatch/usePlan', { ...input });

test('W10: what meals use of a lot that ends soon, where the rest is short, which dishes take more, and what is over', async () => {
  expect(await plans()).toMatchObject([{ qty: '100', usedQty: '0', leftQty: '100', restQty: '100', dishes: [] }]);
  await approvedSales(room, place.noodles, [
    { date: '2026-11-23', dishId: dish.pork, portions: 100 },
    { date: '2026-11-28', dishId: dish.pork, portions: 100 },
  ]);
  await approvedSales(room, place.otherStall, [{ date: '2026-11-24', dishId: dish.pork, portions: 40 }]);
  // 25 kg on the 23rd of the lot that ends first; 10 kg are short at the other store by the 24th; half as many again
  // on the 23rd take 12.5 kg. The meal of the 28th waits for the other lot.
  const [lot, ...others] = await plans();
  expect(others).toEqual([]);
  expect(lot).toMatchObject({
    materialName: '猪肉',
    warehouseName: '一仓',
    until: '2026-11-24',
    usedQty: '25',
    leftQty: '75',
    transfers: [{ warehouseName: '二仓', needDate: '2026-11-24', qty: '10' }],
    dishes: [
      {
        dishName: '红烧肉',
        stallName: '面档',
        mealDate: '2026-11-23',
        portions: 50,
        qty: '12.5',
        price: '12.00',
        lowestPrice: '11.75',
      },
    ],
    restQty: '52.5',
  });
  expect(await plans({ warehouseId: place.otherWarehouse })).toEqual([]);
  await room.as(({ tx }) =>
    tx.run(
      sql`update batch set lot_state = 'hold', hold_reason = '待检', hold_user_id = 1, hold_time = now() where origin_qty = 100`,
    ),
  );
  expect(await plans()).toEqual([]);
});

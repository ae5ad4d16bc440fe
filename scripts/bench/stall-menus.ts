/**
 * A dining hall at noon: a dish is sold out while two hundred phones show the menu, and a week of menus is asked what
 * cannot be supplied.
 */
import http from 'node:http';
import { atMost, median, type Figure } from './figures.ts';
import { fine, request, TENANT, type Fixtures } from './fixtures.ts';
import { MATERIAL, place } from './masters.ts';

const READERS = 200;
const ROUNDS = 5;
const DISHES = 40;
const DAYS = 7;
const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
const DISHES_A_MEAL = 8;
const PLANNED_DAYS = 14;
const PLANNED_DISHES = 20;
const GEAR = 'gear-operation';
/** Materials nothing else of these benches moves. */
const FIRST = MATERIAL + 9_000;

/** Milliseconds until the last of all readers sees the menu without the dish, and until the week is checked. */
export async function benchStallMenus(fixtures: Fixtures): Promise<Figure[]> {
  const dishIds = await furnish(fixtures);
  const today = await makeMenus(fixtures, dishIds);
  const [line] = await fixtures.sql<{ id: string }>(
    `update gear_menu set menu_status = 'determined' where menu_date = '${today}' and meal_type = 'lunch'
     returning (select min(l.id) from gear_menu_detail l where l.gear_menu_id = gear_menu.id)::text as id`,
  );
  const soldOut = await everybodyHears(fixtures, line!.id);
  const checks: number[] = [];
  const until = new Date(Date.parse(today) + (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    fine(
      await fixtures.post(`${GEAR}/gearmenu/checkSupply`, {
        gearOperationDeptId: String(place.stall),
        startDate: today,
        endDate: until,
      }),
    );
    checks.push(performance.now() - begun);
  }
  return [
    atMost(`restaurant: sold out on ${READERS} phones`, median(soldOut), 'ms', 1_000),
    atMost('restaurant: a week of menus checked', median(checks), 'ms', 200),
    atMost(
      `restaurant: pick bills from a plan of ${PLANNED_DAYS * MEALS.length * PLANNED_DISHES} lines`,
      median(await picksFromPlan(fixtures, today)),
      'ms',
      500,
    ),
  ];
}

/** The last day of a fortnight is looked at: every meal before it takes what lies there first. */
async function picksFromPlan(fixtures: Fixtures, today: string): Promise<readonly number[]> {
  await fixtures.sql(`
    with plan as (insert into sales_plan (bill_code, gear_operation_dept_id, start_date, end_date, status)
      select 'BYX', ${place.stall}, '${today}'::date, '${today}'::date + ${PLANNED_DAYS - 1}, 'approved' returning id)
    insert into sales_plan_detail (sales_plan_id, line_no, meal_date, meal_type, dish_id, portions)
    select plan.id, row_number() over (), '${today}'::date + day, meal.type, 71000 + (day + dish) % ${DISHES} + 1, 100
    from plan, generate_series(0, ${PLANNED_DAYS - 1}) day, unnest(array['breakfast', 'lunch', 'dinner']) as meal(type),
      generate_series(1, ${PLANNED_DISHES}) dish`);
  const date = new Date(Date.parse(today) + (PLANNED_DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const answer = await fixtures.get('store-management/pick/fromPlan', {
      useRestaurantDeptId: String(place.restaurant),
      date,
    });
    times.push(performance.now() - begun);
    if ((fine(answer).data as { bills: readonly unknown[] }).bills.length < MEALS.length)
      throw new Error('The plan asks for nothing');
  }
  return times;
}

/** Dishes with a BOM of five materials, the stall with hours round the clock, a restaurant that shows its menu. */
async function furnish(fixtures: Fixtures): Promise<readonly string[]> {
  await fixtures.sql(`insert into dish_type (id, code, name, full_name) values (71000, 'BRD', '菜', '菜')`);
  await fixtures.sql(
    `insert into dish (id, code, name, dish_type_id, sale_price)
     select 71000 + n, 'BRD' || n, '菜' || n, 71000, 8 from generate_series(1, ${DISHES}) n`,
  );
  await fixtures.sql(
    `insert into dish_bom (id, dish_id, output_qty, output_unit_id, released, start_date)
     select 72000 + n, 71000 + n, 1, 302, 1, current_date - 30 from generate_series(1, ${DISHES}) n`,
  );
  await fixtures.sql(
    `insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, net_qty, unit_id, yield_rate,
       net_base_qty)
     select 72000 + n, m, 'material', ${FIRST} + n * 5 + m, 0.1, 301, 90, 0.1
     from generate_series(1, ${DISHES}) n, generate_series(1, 5) m`,
  );
  fine(
    await fixtures.post(`${GEAR}/gearoperationsys/submit`, {
      gearOperationName: '面档',
      gearOperationDeptId: String(place.stall),
      warehouseId: String(place.warehouse),
      timeIntervals: [
        { mealType: 'breakfast', startTime: '23:00', endTime: '23:30' },
        { mealType: 'dinner', startTime: '23:30', endTime: '23:59' },
      ],
    }),
  );
  // Round the clock, whatever the hour is.
  await fixtures.sql(
    `insert into operation_system_interval (operation_system_id, line_no, meal_type, start_time, end_time)
     select id, 9, 'lunch', '00:00', '00:00' from operation_system where gear_operation_dept_id = ${place.stall}`,
  );
  fine(
    await fixtures.post('smart-meal/userestaurant/submit', {
      useRestaurantName: '一餐厅',
      useRestaurantDeptId: String(place.restaurant),
      menuPublic: 1,
    }),
  );
  return Array.from({ length: DISHES }, (_, n) => String(71_001 + n));
}

/** A week of menus, in one call; answers the business day. */
async function makeMenus(fixtures: Fixtures, dishIds: readonly string[]): Promise<string> {
  const [{ today }] = (await fixtures.sql<{ today: string }>(
    `select (now() at time zone 'Asia/Shanghai')::date::text as today`,
  )) as [{ today: string }];
  const body = Array.from({ length: DAYS }, (_, day) =>
    MEALS.map((mealType, nth) => ({
      gearOperationDeptId: String(place.stall),
      menuDate: new Date(Date.parse(today) + day * 86_400_000).toISOString().slice(0, 10),
      mealType,
      details: Array.from({ length: DISHES_A_MEAL }, (_none, at) => ({
        dishId: dishIds[(day * 3 + nth * DISHES_A_MEAL + at) % dishIds.length],
      })),
    })),
  ).flat();
  fine(await fixtures.post(`${GEAR}/gearmenu/batchAddOrUpdate`, { body }));
  return today;
}

/** Each round: from the act until every reader has read the menu that follows it. */
async function everybodyHears(fixtures: Fixtures, lineId: string): Promise<readonly number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
  const restaurant = `restaurant=${TENANT}-${place.restaurant}`;
  const address = `${fixtures.address}/api/${GEAR}/gearmenu`;
  const count = async (): Promise<number> => {
    const { data } = fine(await request(agent, 'GET', `${address}/publicMenu?${restaurant}`, {}));
    const { meals } = data as { meals: readonly { stalls: readonly { dishes: readonly unknown[] }[] }[] };
    return meals.flatMap((meal) => meal.stalls.flatMap((stall) => stall.dishes)).length;
  };
  const before = await count();
  const hears = new Set<() => void>();
  const lines = await Promise.all(
    Array.from({ length: READERS }, () => follow(agent, `${address}/publicMenuChanges?${restaurant}`, hears)),
  );
  const found: number[] = [];
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const soldOut = round % 2 === 0 ? 1 : 0;
    let reading = Promise.resolve();
    const all = new Promise<void>((resolve, reject) => {
      let heard = 0;
      hears.clear();
      hears.add(() => {
        reading = count().then((dishes) => {
          if (dishes !== before - soldOut) throw new Error(`${dishes} dishes where ${before - soldOut} are sold`);
          heard += 1;
          if (heard === READERS) resolve();
        });
        reading.catch(reject);
      });
    });
    const begun = performance.now();
    fine(await fixtures.post(`${GEAR}/gearmenu/changeDish`, { id: lineId, soldOut }));
    await all;
    found.push(performance.now() - begun);
  }
  for (const line of lines) line.destroy();
  agent.destroy();
  return found;
}

/** An open line that calls whoever hears at each change. */
const follow = (agent: http.Agent, url: string, hears: ReadonlySet<() => void>): Promise<http.ClientRequest> =>
  new Promise((resolve, reject) => {
    const line = http.get(url, { agent, headers: { accept: 'text/event-stream' } }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        if (text.includes('event: open')) resolve(line);
        if (text.includes('event: menu')) for (const hear of hears) hear();
      });
      response.on('error', () => undefined);
    });
    line.on('error', reject);
  });

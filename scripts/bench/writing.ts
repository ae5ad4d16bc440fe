/**
 * How many documents a second: orders that are submitted, sent and approved, deliveries that are received, by one
 * client and by several, beside SQL of the fewest rows that say the same, behind bare HTTP and by itself. All in turns.
 */
import http from 'node:http';
import pg from 'pg';
import { makeOrders, openBills, ORDER } from './documents.ts';
import { median, partOfBare, type Figure } from './figures.ts';
import { fine, request, TENANT, type Fixtures } from './fixtures.ts';
import { LEAST_ROWS } from './least-rows.ts';
import { MATERIAL, place } from './masters.ts';
import { startBare } from './start-bare.ts';

const HTTP = 'store-management';
const ORDER_LINES = 50;
const DELIVERY_LINES = 200;
/** Parts of the bare rate that are to be reached. */
const ORDERS_LEAST = 0.15;
const DELIVERIES_LEAST = 0.28;
/** Measured rounds of each side, after one to warm up, and documents of each client in one. */
const ROUNDS = 3;
const ORDERS_EACH = 6;
const DELIVERIES_EACH = 3;
/** The orders of `documents` have lower numbers. */
const FIRST_ORDER = 10_000;

type Step = keyof typeof LEAST_ROWS;
/** How one side takes a step: the body of the call in, the id it answers out. */
type Side = (step: Step, body: Readonly<Record<string, unknown>>) => Promise<string>;
interface Sides {
  readonly ours: Side;
  readonly bareHttp: Side;
  readonly bareSql: Side;
}

/** Orders and lines a second. */
export async function benchWriting(fixtures: Fixtures): Promise<Figure[]> {
  await fixtures.sql(`update param set param_value = '0' where param_key = 'approval.separation'`);
  const session = `-c app.tenant=${TENANT} -c timezone=Asia/Shanghai`;
  const bare = await startBare('bare-writer.ts', [fixtures.ownerUrl, session, JSON.stringify(LEAST_ROWS)]);
  const pool = new pg.Pool({ connectionString: fixtures.ownerUrl, options: session, max: 8 });
  const agent = new http.Agent({ keepAlive: true });
  const sides: Sides = {
    ours: async (step, body) => {
      const { data } = fine(await fixtures.post(`${HTTP}/${ADDRESSES[step]}`, body));
      return step === 'submit' ? (data as { id: string }).id : '';
    },
    bareHttp: async (step, body) => {
      const answer = await request(agent, 'POST', `${bare.address}/${step}`, {}, JSON.stringify(body));
      return (fine(answer).data as { id: string }).id;
    },
    bareSql: async (step, body) =>
      (await pool.query<{ id: string }>({ name: step, text: LEAST_ROWS[step], values: [JSON.stringify(body)] }))
        .rows[0]!.id,
  };
  const rounds = fixtures.quick ? 1 : ROUNDS;
  try {
    const figures: Figure[] = [];
    for (const clients of [1, 8]) figures.push(await orders(sides, clients, rounds));
    for (const clients of [1, 4]) figures.push(await deliveries(fixtures, sides, clients, rounds));
    return figures;
  } finally {
    await pool.end();
    agent.destroy();
    bare.stop();
  }
}

const ADDRESSES: Readonly<Record<Step, string>> = {
  submit: 'purchaseorder/submit',
  send: 'purchaseorder/toApply',
  approve: 'purchaseorder/doApply',
  receive: 'invinstore/doReceiving',
};

/** Rates of all sides by turns, each with so many clients who write `each` documents one after the other. */
async function inTurns(
  sides: Sides,
  clients: number,
  rounds: number,
  each: number,
  write: (side: Side) => Promise<unknown>,
): Promise<Record<keyof Sides, number>> {
  const rates: Record<keyof Sides, number[]> = { ours: [], bareHttp: [], bareSql: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const name of ['ours', 'bareHttp', 'bareSql'] as const) {
      const from = performance.now();
      await Promise.all(
        Array.from({ length: clients }, async () => {
          for (let nr = 0; nr < each; nr += 1) await write(sides[name]);
        }),
      );
      if (round > 0) rates[name].push((clients * each) / ((performance.now() - from) / 1000));
    }
  return { ours: median(rates.ours), bareHttp: median(rates.bareHttp), bareSql: median(rates.bareSql) };
}

const by = (clients: number): string => (clients === 1 ? 'one client' : `${clients} clients`);

async function orders(sides: Sides, clients: number, rounds: number): Promise<Figure> {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const order = {
    supplierId: '600',
    warehouseId: String(place.warehouse),
    orderDate: today,
    deliveryDate: today,
    details: Array.from({ length: ORDER_LINES }, (_, nr) => ({
      materialId: String(MATERIAL + 1001 + nr),
      unitId: '301',
      orderQty: '10',
      price: '12.5',
    })),
  };
  const { ours, bareHttp, bareSql } = await inTurns(sides, clients, rounds, ORDERS_EACH, async (side) => {
    const ids = [await side('submit', order)];
    await side('send', { ids, lateReason: 'late' });
    await side('approve', { ids });
  });
  return {
    ...partOfBare(
      `orders of ${ORDER_LINES} lines submitted, sent, approved, ${by(clients)}`,
      ours,
      bareHttp,
      '/s',
      ORDERS_LEAST,
    ),
    note: `of the fewest rows, behind bare HTTP; without it ${bareSql.toFixed(0)} /s`,
  };
}

async function deliveries(fixtures: Fixtures, sides: Sides, clients: number, rounds: number): Promise<Figure> {
  const count = 3 * (rounds + 1) * clients * DELIVERIES_EACH;
  const first = FIRST_ORDER * clients;
  await makeOrders(fixtures, first, count, DELIVERY_LINES);
  const bills = [
    ...(await openBills(
      fixtures,
      Array.from({ length: count }, (_, nr) => ORDER + first + nr),
    )),
  ];
  const { ours, bareHttp, bareSql } = await inTurns(sides, clients, rounds, DELIVERIES_EACH, (side) => {
    const { id, lines } = bills.pop()!;
    return side('receive', { instoreId: id, deliveryNo: `S${id}`, details: lines });
  });
  const lines = (rate: number): number => rate * DELIVERY_LINES;
  return {
    ...partOfBare(
      `deliveries of ${DELIVERY_LINES} lines with lots, ${by(clients)}`,
      lines(ours),
      lines(bareHttp),
      'lines/s',
      DELIVERIES_LEAST,
    ),
    note: `of the fewest rows, behind bare HTTP; without it ${lines(bareSql).toFixed(0)} lines/s`,
  };
}

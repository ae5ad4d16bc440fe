/** A room with stock in which people count, pick and receive, each through the calls they would use. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { declaredCalls } from '../../kernel/server/declared-calls.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { aStockRoom, NOW, place, unit, type StockRoom } from '../stock/ledger/stock-room.testing.ts';

export type CountedLine = Record<string, unknown> & {
  readonly id: string;
  readonly batchId: string;
  readonly materialName: string;
};
export type Check = Record<string, unknown> & {
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
  readonly details: readonly CountedLine[];
};

export interface CountingRoom extends StockRoom {
  readonly registry: Registry;
  /** One call as one person at one moment. */
  call<T = unknown>(path: string, input: Record<string, unknown>, who?: string, now?: string): Promise<T>;
  /** A started count of the warehouse; nothing is counted twice unless the test says so. */
  aCount(more?: Record<string, unknown>, now?: string): Promise<Check>;
  checkOf(id: string): Promise<Check>;
  /**
   * Asked for, approved and picked: gone from the warehouse. Answers how much of each lot was taken, or null when it
   * was refused.
   */
  picked(materialId: string, qty: string, now?: string): Promise<ReadonlyMap<string, number> | null>;
  /** What the warehouse's book says of a lot. */
  bookOf(batchId: string): Promise<{ readonly qty: string; readonly amount: string }>;
}

/** First and second counter, and who reviews. */
export const COUNTER = '1';
export const REVIEWER = '2';

export async function aCountingRoom(): Promise<CountingRoom> {
  const room = await aStockRoom({ area: 'counting' });
  const { registry } = room;
  const declared = new Map(
    ['stockCheck', 'pick'].flatMap((name) =>
      declaredCalls(registry, registry.find(name) as Declaration).map((call): [string, Call] => [call.path, call]),
    ),
  );
  const call: CountingRoom['call'] = (path, input, who = COUNTER, now = NOW) =>
    room.act((context: Context) => {
      const found = registry.calls.find((each) => each.path === path) ?? declared.get(path);
      if (found === undefined) throw new Error(`There is no call ${path}`);
      return found.handle({ ...context, user: { ...context.user, userId: who } }, input, null) as Promise<never>;
    }, now);
  return {
    ...room,
    call,
    aCount: (more = {}, now = NOW) =>
      call<Check>(
        'invcheck/generateDetail',
        { warehouseId: place.warehouse, recountAmount: '1000000', recountPercent: '100', ...more },
        COUNTER,
        now,
      ),
    checkOf: (id) => call<Check>('invcheck/detail', { id }),
    async picked(materialId, qty, now = NOW) {
      try {
        const { id } = await call<{ id: string }>(
          'pick/submit',
          {
            warehouseId: place.warehouse,
            useRestaurantDeptId: place.restaurant,
            gearOperationDeptId: place.stall,
            needTime: `${NOW.slice(0, 10)} 23:00:00`,
            details: [{ materialId, qty, unitId: unit.kg }],
          },
          COUNTER,
          now,
        );
        await call('pick/toApply', { ids: id }, COUNTER, now);
        await call('pick/doApply', { ids: id }, REVIEWER, now);
        const [out] = await room.act((context) =>
          context.tx.rows<{ id: string }>(sql`select o.id from out_store o where o.source_bill_id = ${id}`),
        );
        await call('invoutstore/doPicking', { outstoreId: out!.id }, COUNTER, now);
        const taken = await room.act((context) =>
          context.tx.rows<{ batchId: string; qty: string }>(
            sql`select p.batch_id, p.base_qty as qty from out_store_picks p where p.out_store_id = ${out!.id}::bigint`,
          ),
        );
        return new Map(taken.map((lot) => [lot.batchId, Number(lot.qty)]));
      } catch (error) {
        if (error instanceof Refused) return null;
        throw error;
      }
    },
    bookOf: (batchId) =>
      room.act(
        async (context) =>
          (await context.tx.row<{ qty: string; amount: string }>(
            sql`select b.qty, b.amount from stock_batch b where b.location_id = ${place.warehouse}::bigint
              and b.batch_id = ${batchId}::bigint`,
          )) ?? { qty: '0', amount: '0' },
      ),
  };
}

/** The sentences a refusal says; an error when nothing was refused. */
export async function sentences(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('Nothing was refused');
  return error.refusals.map((refusal) => sentenceOf(refusal, 'zh'));
}

/** A room with stock in which people enter, send, approve and reverse bills, each through the calls they would use. */
import { Refused, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { declaredCalls } from '../../kernel/server/declared-calls.ts';
import { sql } from '../../parts/postgres/database.ts';
import { aStockRoom, NOW, place, type StockRoom } from '../stock/ledger/stock-room.testing.ts';

/** Who enters and sends; who decides. */
export const KEEPER = '1';
export const MANAGER = '2';

type Values = Record<string, unknown>;
export type BillRow = Values & {
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
  readonly details: readonly (Values & { readonly id: string })[];
};
interface Person {
  readonly who?: string;
  readonly now?: string;
  /** Rights they lack. */
  readonly without?: readonly string[];
}

export interface BillRoom extends StockRoom {
  /** One call as one person at one moment. */
  call<T = unknown>(path: string, input: Values, person?: Person): Promise<T>;
  /** The same within a transaction that is there, as one person. */
  callIn(context: Context, path: string, input: Values, who: string): Promise<unknown>;
  /** Saved and sent. */
  sent(segment: string, bill: Values, person?: Person): Promise<BillRow>;
  /** Saved, sent and approved by somebody else. */
  posted(segment: string, bill: Values, person?: Person): Promise<BillRow>;
  billOf(segment: string, id: string): Promise<BillRow>;
  /** What lies of a lot at a place. */
  lotAt(batchId: string, locationId?: string): Promise<{ readonly qty: string; readonly amount: string }>;
  /** The moves of a bill in their order. */
  movesOf(billCode: string): Promise<readonly Values[]>;
  /** Whether stock, lots and moves agree. */
  proven(): Promise<boolean>;
}

export async function aBillRoom(area = 'other-moves'): Promise<BillRoom> {
  const room = await aStockRoom({ area });
  const { registry } = room;
  const declared = new Map(
    registry.modules
      .flatMap(({ declarations }) => declarations)
      .flatMap((each) => declaredCalls(registry, each).map((call): [string, Call] => [call.path, call])),
  );
  const callIn: BillRoom['callIn'] = (context, path, input, who) => {
    const found = registry.calls.find((each) => each.path === path) ?? declared.get(path);
    if (found === undefined) throw new Error(`There is no call ${path}`);
    return found.handle({ ...context, user: { ...context.user, userId: who } }, input, null);
  };
  const call: BillRoom['call'] = (path, input, { who = KEEPER, now = NOW, without = [] } = {}) =>
    room.act(
      (context: Context) => callIn({ ...context, allowed: allowing(without) }, path, input, who) as Promise<never>,
      now,
    );
  const billOf: BillRoom['billOf'] = (segment, id) => call<BillRow>(`${segment}/detail`, { id });
  const sent: BillRoom['sent'] = async (segment, bill, person) => {
    const { id } = await call<{ id: string }>(`${segment}/submit`, bill, person);
    await call(`${segment}/toApply`, { ids: id }, person);
    return billOf(segment, id);
  };
  return {
    ...room,
    call,
    callIn,
    sent,
    billOf,
    async posted(segment, bill, person) {
      const { id } = await sent(segment, bill, person);
      await call(`${segment}/doApply`, { ids: id }, { ...person, who: MANAGER });
      return billOf(segment, id);
    },
    lotAt: (batchId, locationId = place.warehouse) =>
      room.act(
        async ({ tx }) =>
          (await tx.row<{ qty: string; amount: string }>(
            sql`select b.qty, b.amount from stock_batch b where b.location_id = ${locationId}::bigint
              and b.batch_id = ${batchId}::bigint`,
          )) ?? { qty: '0', amount: '0' },
      ),
    movesOf: (billCode) =>
      room.act(({ tx }) =>
        tx.rows(sql`
          select m.reason, m.qty, m.amount, m.reason_detail, m.location_id, m.batch_id, m.reverses_move_id is not null as back,
            m.business_time::date as day from stock_move m where m.bill_code = ${billCode} order by m.seq`),
      ),
    proven: async () => (await call<{ ok: boolean }>('stock/prove', {})).ok,
  };
}
const allowing =
  (without: readonly string[]) =>
  (right: string): boolean =>
    !without.includes(right);

/** Code and Chinese sentence of everything that was refused; an error when nothing was. */
export async function refusalsOf(work: Promise<unknown>): Promise<readonly (readonly [string, string])[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('Nothing was refused');
  return error.refusals.map((each: Refusal) => [each.code, sentenceOf(each, 'zh')] as const);
}

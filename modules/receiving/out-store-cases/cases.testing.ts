/** A room where one site sends another goods, and each side acts as its own people. */
import type { Context } from '../../../kernel/server/context.ts';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { aBillRoom, KEEPER, MANAGER, type BillRoom, type BillRow } from '../../other-moves/other-moves.testing.ts';
import { NOW, place, received, thing, unit } from '../../stock/ledger/stock-room.testing.ts';

/** The receiver's project, and a warehouse of another company. */
export const RECEIVER = '920';
export const ABROAD = '502';
export const PHOTO = '7700';
/** Who signs at the other site, and who answers for the sender. */
export const SIGNER = '11';
export const SENDER = '12';

export interface Signed {
  readonly receivedQty: string;
  readonly cause?: string;
  readonly claims?: readonly object[];
}
export interface CasesRoom extends BillRoom {
  /** One call by somebody who answers for these departments. */
  as<T = unknown>(
    who: string,
    depts: readonly string[] | 'all',
    path: string,
    input: object,
    more?: { readonly now?: string; readonly without?: readonly string[] },
  ): Promise<T>;
  /** A transfer of so much flour, shipped: its out-store and the lot that was picked. */
  shipped(qty: string, to?: string, line?: object): Promise<{ outstoreId: string; pickId: string; billId: string }>;
  sign(sent: { outstoreId: string; pickId: string }, signed: Signed): Promise<unknown>;
  casesOf(outstoreId: string): Promise<readonly BillRow[]>;
  at(locationId: string): Promise<string>;
  inTransit(): Promise<string>;
  outState(outstoreId: string): Promise<string>;
}

export async function aCasesRoom(): Promise<CasesRoom> {
  const room = await aBillRoom('receiving');
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values
      (900, '分公司', '分公司', 'C9', 0, '1'), (910, '外地项目部', '外地项目部', 'P9', 900, '2'),
      (920, '二项目部', '二项目部', 'P2', 100, '2')`);
    await tx.run(sql`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id) values
      (502, 'W3', '外地仓', 900, 910)`);
    await tx.run(sql`update warehouse set project_group_dept_id = 920 where id = 501`);
    await tx.run(sql`insert into app_user (id, account, name, real_name, dept_id, role_id) values
      (11, 'signer', '收货人', '收货人', '{920}', '{}'), (12, 'sender', '发货人', '发货人', '{110}', '{}')`);
    await tx.run(sql`insert into stored_file (id, name, content_type, size, sha256, purpose)
      values (${PHOTO}::bigint, 'oil.jpg', 'image/jpeg', 1, repeat('0', 64), 'picture')`);
  });
  const { registry } = room;
  const declared = new Map(
    registry.modules
      .flatMap(({ declarations }) => declarations)
      .flatMap((each) => declaredCalls(registry, each).map((call) => [call.path, call] as const)),
  );
  const as: CasesRoom['as'] = (who, depts, path, input, { now = NOW, without = [] } = {}) =>
    room.act((context: Context) => {
      const call = registry.calls.find((each) => each.path === path) ?? declared.get(path)!;
      const scope = depts === 'all' ? ({ all: true } as const) : ({ all: false, depts } as const);
      const person = {
        ...context,
        allowed: (right: string) => !without.includes(right),
        user: { ...context.user, userId: who, scope },
      };
      return call.handle(person, input as Record<string, unknown>, null) as Promise<never>;
    }, now);
  const one = async (query: ReturnType<typeof sql>): Promise<string> =>
    room.act(async ({ tx }) => String((await tx.row<{ value: unknown }>(query))?.value ?? '0'));
  return {
    ...room,
    as,
    async shipped(qty, to = place.otherWarehouse, line = {}) {
      const bill = await room.posted('allocation', {
        outLocationId: place.warehouse,
        inLocationId: to,
        allocationReason: 'shortage',
        needTime: '2025-03-17 08:00:00',
        details: [{ materialId: thing.flour, qty, unitId: unit.kg, ...line }],
      });
      const outstoreId = String(bill['outstoreId']);
      await room.call('invoutstore/doPicking', { outstoreId });
      const { picks } = await room.call<{ picks: { id: string }[] }>('invoutstore/detail', { id: outstoreId });
      return { outstoreId, pickId: picks[0]!.id, billId: bill.id };
    },
    sign: ({ outstoreId, pickId }, signed) =>
      as(SIGNER, [RECEIVER, '910'], 'invoutstore/received', { outstoreId, details: [{ pickId, ...signed }] }),
    casesOf: async (outstoreId) =>
      (
        await room.call<{ records: BillRow[] }>('invinstoredifference/page', {
          outstoreId,
          size: 200,
          ascs: 'id',
        })
      ).records,
    at: (locationId) =>
      one(sql`select sum(qty) as value from stock where location_id = ${locationId}::bigint
        and material_id = ${thing.flour}::bigint`),
    inTransit: () =>
      one(sql`select sum(s.qty) as value from stock s
        join stock_location l on l.id = s.location_id and l.kind = 'in-transit'`),
    outState: (id) => one(sql`select status as value from out_store where id = ${id}::bigint`),
  };
}

/** A lot of flour at the sender. */
export const flour = (room: CasesRoom, qty: string, amount: string, expiryDate = '2025-06-01') =>
  room.act((context) => received(context, thing.flour, qty, amount, { expiryDate }));
/** Nothing lies anywhere, and no transfer is under way. */
export const emptied = (room: CasesRoom): Promise<void> =>
  room.act(async ({ tx }) => {
    await tx.run(sql`delete from stock_reservation`);
    await tx.run(sql`delete from stock_batch`);
    await tx.run(sql`delete from stock`);
  });
export { KEEPER, MANAGER };

export const CASE = 'invinstoredifference';
/** Where the sender's people stand. */
export const OWN: readonly string[] = [place.project];

/** The sender's word on a case. */
export const confirmIn = (room: CasesRoom, id: string, more: object = {}, now?: string): Promise<unknown> =>
  room.as(SENDER, OWN, `${CASE}/confirm`, { id, ...more }, now === undefined ? {} : { now });
export const claim = (differenceType: string, more: object = {}): object => ({
  differenceType,
  cause: '交接时清点不符',
  bearer: 'carrier',
  ...more,
});
/** Ten shipped; so signed, with these cases. */
export async function signedIn(room: CasesRoom, sent: Parameters<CasesRoom['sign']>[1], qty = '10') {
  const lot = await flour(room, '20', '80');
  const bill = await room.shipped(qty, place.otherWarehouse, { batchId: lot.batchId });
  await room.sign(bill, sent);
  return { lot, bill, cases: await room.casesOf(bill.outstoreId) };
}

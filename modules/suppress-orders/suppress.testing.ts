/** A factory that pushes goods to two sites, for tests: its stores, what lies there, and what sites are charged. */
import { sql } from '../../parts/postgres/database.ts';
import { aBillRoom, MANAGER, type BillRoom, type BillRow } from '../other-moves/other-moves.testing.ts';
import { place, received, thing, TODAY, unit } from '../stock/ledger/stock-room.testing.ts';

export const ORDER = 'factorysuppressorder';
export const DOCK = 'factorysuppressinstore';
export const CASE = 'invinstoredifference';
export const site = { first: place.warehouse, second: '502', central: '503' } as const;
export const ARRIVES = '2025-03-17';
type Values = Readonly<Record<string, unknown>>;

export interface Factory extends BillRoom {
  /** Finished goods, and what comes back. */
  readonly store: string;
  readonly returns: string;
  /** A lot in the store of finished goods. */
  lot(materialId: string, qty: number, amount: number, more?: Parameters<typeof received>[4]): Promise<string>;
  /** Saved, sent and approved by somebody else. */
  pushed(lines: readonly Values[], more?: Values): Promise<BillRow>;
  /** The bills sites receive an order by, in order of the warehouses. */
  billsOf(
    orderId: string,
  ): Promise<readonly { readonly id: string; readonly billCode: string; readonly status: string }[]>;
  /** One number the database says. */
  figure(query: ReturnType<typeof sql>): Promise<string>;
}

export const line = (warehouseId: string, materialId: string, qty: string, more: Values = {}): Values => ({
  warehouseId,
  materialId,
  unitId: unit.kg,
  qty,
  ...more,
});

export async function aFactory(area = 'suppress-orders'): Promise<Factory> {
  const room = await aBillRoom(area);
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values
      (120, '中央厨房', '中央厨房', 'F1', 100, '6'), (130, '二项目部', '二项目部', 'P2', 100, '2')`);
    await tx.run(sql`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id) values
      (502, 'W3', '二仓', 100, 130), (503, 'W4', '中心仓', 100, 110)`);
    await tx.run(sql`update warehouse set warehouse_type = 'central' where id = 503`);
    await tx.run(sql`update material set material_kind = 'finished' where id in (201, 202, 203)`);
    await tx.run(sql`insert into settlement_price (code, material_id, unit_id, factor, price, base_price, tax_rate,
        start_date) values ('A', 201, 301, 1, 6.00, 6.00, 6, '2020-01-01'), ('B', 202, 301, 1, 4.35, 4.35, 9, '2020-01-01')`);
  });
  const facts = { linkman: '周', address: '工业路 1 号' };
  const made = async (segment: string, values: Values): Promise<string> =>
    (await room.call<{ id: string }>(`${segment}/submit`, values)).id;
  const factoryId = await made('centralfactory', {
    factoryName: '中央厨房',
    deptId: '120',
    sapFactory: 'P1',
    ...facts,
  });
  const store = await made('factorywarehouse', { name: '成品仓', factoryId, type: 'finished' });
  const returns = await made('factorywarehouse', { name: '退货仓', factoryId, type: 'return' });
  return {
    ...room,
    store,
    returns,
    lot: async (materialId, qty, amount, more = {}) =>
      (await room.act((context) => received(context, materialId, qty, amount, { locationId: store, ...more }))).batchId,
    pushed: (lines, more = {}) => room.posted(ORDER, orderOf(store, lines, more)),
    billsOf: (orderId) =>
      room.act(({ tx }) =>
        tx.rows(sql`select id, bill_code, status from in_store where source_bill_type = 'suppress-order'
          and source_bill_id = ${orderId} order by warehouse_id`),
      ),
    figure: (query) => room.act(async ({ tx }) => (await tx.row<{ n: string }>(query))!.n),
  };
}

export const orderOf = (
  factoryWarehouseId: string,
  details: readonly Values[],
  more: Values = {},
): Record<string, unknown> => ({
  factoryWarehouseId,
  suppressReason: 'surplus',
  arriveDate: ARRIVES,
  details,
  ...more,
});

/** Receives lines of a bill: what was accepted, and what was refused. */
export async function receive(
  factory: Factory,
  instoreId: string,
  taken: readonly { readonly at?: number; readonly accepted?: string; readonly refused?: string }[],
  segment = DOCK,
): Promise<void> {
  const proposal = await factory.call<{ details: readonly { detailId: string }[] }>(`${segment}/preReceiving`, {
    instoreId,
  });
  await factory.call(`${segment}/doReceiving`, {
    instoreId,
    details: taken.map(({ at = 0, accepted = '0', refused = '0' }) => ({
      detailId: proposal.details[at]!.detailId,
      acceptedQty: accepted,
      refusedQty: refused,
      ...(refused === '0' ? {} : { refuseReason: 'not-needed' }),
    })),
  });
}

/** Explains what is open as it is proposed, completes the bill, and answers its cases. */
export async function explain(
  factory: Factory,
  instoreId: string,
  more: Values = {},
  segment = DOCK,
): Promise<readonly (Record<string, string> & { readonly id: string })[]> {
  const proposal = await factory.call<{ details: readonly Values[] }>(`${segment}/preDifference`, { instoreId });
  await factory.call(`${segment}/doDifference`, {
    instoreId,
    details: proposal.details.map((claim) => ({ ...claim, cause: '不需要', ...more })),
  });
  await factory.call(`${segment}/completeReceiving`, { billId: instoreId });
  return factory.act(({ tx }) =>
    tx.rows(sql`select id, bill_code, status, difference_type, outcome, require_side, trim_scale(difference_qty)::text as qty
      from in_store_difference where instore_id = ${instoreId}::bigint and status <> 'confirmed' order by id`),
  );
}
export const confirmCase = (factory: Factory, id: string, more: Values = {}): Promise<unknown> =>
  factory.call(`${DOCK}/differenceConfirm`, { id, ...more }, { who: MANAGER });
export { MANAGER, place, thing, TODAY, unit };

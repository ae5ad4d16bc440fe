/** What is sent again: an out-store of its own for the missing quantity, which serves the case. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { OutStoreSource } from '../../issuing/out-store-source.port.server.ts';
import { makeOutStores } from '../../issuing/out-store.server.ts';
import { reserve } from '../../stock/ledger/reservations.server.ts';
import { inStoreDifference } from '../in-store-difference.document.ts';
import { chargedAtOf } from './charge-cases.server.ts';
import type { AgreedCase } from './settle-cases.server.ts';

/** Holds the goods, all of them, and makes the out-stores; refused where they are not there. */
export async function resendGoods(context: Context, cases: readonly AgreedCase[]): Promise<void> {
  if (cases.length === 0) return;
  const held = await reserve(
    context,
    cases.map(({ row, outstore, baseQty, sent }) => ({
      bill: { type: resendSource.type, id: row.id, code: row.billCode },
      lineId: row.id,
      locationId: outstore.warehouseId,
      materialId: row.materialId,
      qty: baseQty.toString(),
      needDate: context.today,
      exit: 'transfer' as const,
      line: sent.lineNo,
    })),
  );
  const made = await makeOutStores(
    context,
    cases.map(({ row, outstore, agreed, sent, baseQty }, at) => ({
      source: { type: resendSource.type, id: row.id, code: row.billCode },
      warehouseId: outstore.warehouseId,
      toLocationId: outstore.toLocationId,
      row: { ...outstore, needTime: context.now },
      lines: [
        {
          id: row.id,
          lineNo: 1,
          materialId: row.materialId,
          unitId: row.unitId,
          qty: agreed.toString(),
          factor: row.unitId === sent.baseUnitId ? '1' : sent.factor,
          baseUnitId: sent.baseUnitId,
          baseQty: baseQty.toString(),
          reservedBaseQty: held[at]!,
        },
      ],
    })),
  );
  await context.tx.run(sql`
    update in_store_difference d set resend_outstore_id = g.outstore
    from unnest(${cases.map(({ row }) => row.id)}::bigint[], ${made}::bigint[]) as g(id, outstore) where d.id = g.id`);
}

/** A case as what asks for goods again: it is settled already, and nothing of it follows what becomes of them. */
export const resendSource: OutStoreSource = {
  type: 'resend',
  document: inStoreDifference,
  shipReason: 'allocation.ship',
  receiveReason: 'allocation.receive',
  /** For what the first goods were for. */
  reasonsOf: (row) =>
    row['useRestaurantDeptId'] === null
      ? { shipReason: 'allocation.ship', receiveReason: 'allocation.receive' }
      : { shipReason: 'pick.ship', receiveReason: 'pick.receive' },
  signedThere: true,
  shipped: () => [],
  held: () => [],
  shortened: () => [],
  received: async () => {},
  finished: async () => {},
  chargedAt: async (context, id) => {
    const first = await firstSent(context, id);
    if (first === undefined) return new Map();
    const at = (await chargedAtOf(context, first.row)).get(first.sourceDetailId);
    return at === undefined ? new Map() : new Map([[id, at]]);
  },
};

type FirstSent = Parameters<typeof chargedAtOf>[1];
/** The out-store the case is about, and the line of what asked for it. */
async function firstSent(
  context: Context,
  id: Id,
): Promise<{ readonly row: FirstSent; readonly sourceDetailId: Id } | undefined> {
  const found = await context.tx.row<FirstSent & { readonly sourceDetailId: Id }>(sql`
    select o.source_bill_type, o.source_bill_id, d.source_detail_id
    from (select k.outstore_id, k.outstore_detail_id::bigint as line_id from in_store_difference k
      where k.id = ${id}::bigint offset 0) c
    join out_store o on o.id = c.outstore_id join out_store_detail d on d.out_store_id = o.id and d.id = c.line_id`);
  return found === undefined ? undefined : { row: found, sourceDetailId: found.sourceDetailId };
}

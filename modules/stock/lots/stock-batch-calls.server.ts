/**
 * Calls on lots: holding and releasing them everywhere at once, tracing them, what may go back to a supplier; and notes
 * beside moves.
 */
import type { InputOf } from '../../../kernel/core/contract.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { notPermitted, unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { batch } from './batch.resource.ts';
import { lotsReceived, type LotReceived } from './lot-returns.server.ts';
import { openLot } from './open-lot.server.ts';
import { repackLots } from './repack.server.ts';
import { lotLabels } from './lot-labels.server.ts';
import * as calls from './stock-batch.calls.ts';
import { stockBatchLog } from './stock-batch-log.resource.ts';
import { originOf, whereItLies, whereItWent } from './trace.server.ts';

/**
 * Stops a lot, or lets it go, wherever it lies; what a count found is let go the same way. Answers the places and
 * quantities hit and where it already went.
 */
async function setHold(
  context: Context,
  { batchId, id: givenId, reason }: InputOf<typeof calls.holdLot.input>,
  hold: boolean,
): Promise<TypeOf<typeof calls.holdLot.answer>> {
  const id = readIds({ id: batchId ?? givenId })[0]!;
  const row = await context.tx.row<{
    batchCode: string;
    lotState: string;
    holdReason: string | null;
    holdUserId: string | null;
  }>(
    sql`select b.batch_code, b.lot_state, b.hold_reason, b.hold_user_id from batch b
    where b.id = ${id}::bigint for update`,
  );
  if (row === undefined) throw unknownRecord(batch.label);
  if (!context.allowed(hold ? 'stockbatch_hold' : 'stockbatch_release')) await requireOwnFactory(context, id);
  // A person may go on holding, for a reason of their own, what the dock held by itself: then only a person releases
  // it.
  const takesOver = hold && row.lotState === 'hold' && row.holdUserId === null;
  if (row.lotState === (hold ? 'hold' : 'free') && !takesOver)
    throw new Refused(
      hold
        ? refuse('stock.lot-already-held', { batch: row.batchCode, reason: row.holdReason ?? '' })
        : refuse('stock.lot-not-held', { batch: row.batchCode }),
    );
  const state = hold ? 'hold' : 'free';
  const because = takesOver ? `${reason}；${row.holdReason}`.slice(0, 200) : reason;
  await context.tx.run(sql`
    update batch set lot_state = ${state}, hold_reason = ${hold ? because : null},
      hold_user_id = ${hold ? context.user.userId : null}::bigint,
      hold_time = ${hold ? context.now : null}::timestamptz,
      version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      where id = ${id}::bigint`);
  // A person who lets it go has looked at it: no recall or call-back holds it on.
  if (!hold) await context.tx.run(sql`delete from lot_stop where batch_id = ${id}::bigint`);
  await audit(context, [
    {
      resource: batch.name,
      recordId: id,
      action: hold ? 'hold' : 'release',
      title: row.batchCode,
      changes: { lotState: [row.lotState, state], holdReason: [row.holdReason, because] },
    },
  ]);
  return { places: await whereItLies(context, id), went: await whereItWent(context, id) };
}

/** People of a factory see to the lots of its stores, wherever these have gone by now. */
async function requireOwnFactory(context: Context, batchId: Id): Promise<void> {
  const scope = context.user.scope.all ? empty : sql`and l.dept_id = any(${context.user.scope.depts}::bigint[])`;
  const own = await context.tx.row(sql`
    select 1 from stock_batch s
    join stock_location l on l.id = s.location_id and l.kind = 'factory-warehouse' ${scope}
    where s.batch_id = ${batchId}::bigint limit 1`);
  if (own === undefined) throw unknownRecord(batch.label);
}

const DIRECTIONS: readonly string[] = ['back', 'forward', 'both'];

const traceLot = serve(calls.traceLot, async (context, input) => {
  const { direction } = input;
  if (direction !== null && !DIRECTIONS.includes(direction))
    throw new Refused(refuse('param.invalid', { name: 'direction', value: direction }, { field: 'direction' }));
  const place = input.locationId ?? input.gearOperationDeptId;
  const seesAll = context.allowed('stockbatch_view');
  if (place !== null && input.batchId === null) {
    const locationId = readIds({ id: place })[0]!;
    const { scope } = context.user;
    if (!seesAll && !scope.all && !scope.depts.includes(locationId)) throw notPermitted();
    const since = input.startDate;
    if (since !== null && !/^\d{4}-\d{2}-\d{2}$/.test(since))
      throw new Refused(refuse('param.invalid', { name: 'startDate', value: since }, { field: 'startDate' }));
    return {
      back: await originOf(context, { locationId, since: since ?? '1970-01-01' }),
      forward: [],
      places: [],
    };
  }
  const isFactory = context.allowed('factorystockbatch_view');
  if (!seesAll && !isFactory) throw notPermitted();
  const batchId = readIds({ id: input.batchId })[0]!;
  if (!seesAll) await requireOwnFactory(context, batchId);
  return {
    back: direction === 'forward' ? [] : await originOf(context, { batchId }),
    forward: direction === 'back' ? [] : await whereItWent(context, batchId),
    places: direction === 'back' ? [] : await whereItLies(context, batchId),
  };
});

const idIn = (given: string | null): string | null => (given !== null && /^\d{1,19}$/.test(given) ? given : null);

const lotsOfSupplier = serve(calls.lotsOfSupplier, async (context, input) => {
  const supplier = idIn(input.supplierId);
  if (supplier === null) throw new Refused(refuse('param.missing', { name: 'supplierId' }, { field: 'supplierId' }));
  const place = idIn(input.warehouseId) ?? idIn(input.factoryWarehouseId);
  const material = idIn(input.materialId);
  const scope = context.user.scope.all ? empty : sql`and l.dept_id = any(${context.user.scope.depts}::bigint[])`;
  const rows = await context.tx.rows<TypeOf<typeof calls.lotsOfSupplier.answer>[number]>(sql`
    select sb.id, sb.batch_id, b.batch_code, sb.location_id as warehouse_id, l.name as warehouse_name, sb.material_id,
      m.code as material_code, m.called as material_name, m.base_unit_id, u.called as base_unit_name,
      b.supplier_batch_no, b.received_date, b.expiry_date, b.lot_state, b.source_bill_code as source_instore_code,
      b.origin_qty as received_qty, sb.qty, sb.qty - sb.reserved_qty as returnable_qty
      ${context.allowed('stockbatch_view_cost') ? sql`, b.origin_unit_cost as price` : empty}
    from stock_batch sb join batch b on b.id = sb.batch_id and b.supplier_id = ${supplier}::bigint
    join stock_location l on l.id = sb.location_id and l.kind in ('warehouse', 'factory-warehouse')
    join material m on m.id = sb.material_id join material_unit u on u.id = m.base_unit_id
    where sb.qty > 0
      ${
        place === null
          ? empty
          : sql`and sb.location_id =
        ${place}::bigint`
      } ${material === null ? empty : sql`and sb.material_id = ${material}::bigint`} ${scope}
    order by b.received_date desc, b.id desc limit 500`);
  const received = await lotsReceived(
    context,
    rows.map(({ batchId }) => batchId),
  );
  return rows.map((row) => ({ ...row, returnableQty: returnableOf(row.returnableQty, received.get(row.batchId)!) }));
});

/** No more than lies there unpromised, and no more than was received and has not gone back. */
const returnableOf = (free: DecimalText, { receivedQty, returnedQty }: LotReceived): DecimalText =>
  Decimal.max(
    Decimal.zero,
    Decimal.min(Decimal.of(free), Decimal.of(receivedQty).minus(Decimal.of(returnedQty))),
  ).toString();

async function remarkMove(
  context: Context,
  input: InputOf<typeof calls.moveRemark.input>,
): Promise<TypeOf<typeof calls.moveRemark.answer>> {
  if (input.id === null) throw new Refused(refuse('stock.log-not-made-by-hand'));
  const id = readIds({ id: input.id })[0]!;
  const move = await context.tx.row<{ billCode: string; remark: string | null }>(sql`
    select v.bill_code, n.remark from stock_move v join stock_location l on l.id = v.location_id
    left join stock_move_note n on n.move_id = v.id
    where v.id = ${id}::bigint
      ${context.user.scope.all ? empty : sql`and l.dept_id = any(${context.user.scope.depts}::bigint[])`}`);
  if (move === undefined) throw unknownRecord(stockBatchLog.label);
  const remark = input.remark ?? '';
  await context.tx.run(sql`
    insert into stock_move_note (move_id, remark, user_id)
    values (${id}::bigint, ${remark}, ${context.user.userId}::bigint)
    on conflict (tenant_id, move_id) do update set remark = excluded.remark, user_id = excluded.user_id, time = now()`);
  await audit(context, [
    {
      resource: stockBatchLog.name,
      recordId: id,
      action: 'update',
      title: move.billCode,
      changes: { remark: [move.remark, remark] },
    },
  ]);
  return { id };
}
const neverRemoved = (): never => {
  throw new Refused(refuse('stock.log-not-removed'));
};

export const stockBatchCalls: readonly Call[] = [
  serve(calls.holdLot, async (context, input) => setHold(context, input, true)),
  serve(calls.releaseLot, async (context, input) => setHold(context, input, false)),
  lotLabels,
  traceLot,
  lotsOfSupplier,
  serve(calls.moveRemark, remarkMove),
  serve(calls.moveRemoval, async () => neverRemoved()),
  serve(calls.factoryMoveRemark, remarkMove),
  serve(calls.factoryMoveRemoval, async () => neverRemoved()),
  serve(calls.stallMoveRemark, remarkMove),
  serve(calls.stallMoveRemoval, async () => neverRemoved()),
  serve(calls.openLot, (context, input) => openLot(context, 'warehouse', input)),
  serve(calls.openFactoryLot, (context, input) => openLot(context, 'factory-warehouse', input)),
  serve(calls.repackFactoryLots, (context, input) => repackLots(context, 'factory-warehouse', input)),
  serve(calls.stallLotWriting, (context, input) => openLot(context, 'stall', input)),
  serve(calls.repackLots, (context, input) => repackLots(context, 'warehouse', input)),
  serve(calls.repackStallLots, (context, input) => repackLots(context, 'stall', input)),
  serve(calls.stallLotRemoval, async () => neverRemoved()),
];

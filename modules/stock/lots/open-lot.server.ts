/** Opening and thawing: part of a lot becomes a lot of its own at the same place, with its own clock. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { holdStock } from '../ledger/locks.server.ts';
import { post } from '../ledger/posting.server.ts';
import { batch } from './batch.resource.ts';
import { labelCode } from './lot-label.rules.ts';
import { writeChildren } from './lot-children.server.ts';
import { openedLife, openingRefusals, type LotToOpen } from './opened-lot.rules.ts';
import type { PlaceFace } from '../on-hand/stock.resource.ts';
import type * as calls from './stock-batch.calls.ts';

interface FoundLot extends Omit<LotToOpen, 'qty' | 'pieces' | 'hours'> {
  readonly batchId: Id;
  readonly locationId: Id;
  readonly materialId: Id;
  readonly qty: string;
  readonly auxQty: string;
  readonly openedLifeHours: number | null;
  readonly thawedLifeHours: number | null;
}

/** Opens or thaws part of a lot at a place of the kind the call is for. */
export async function openLot(
  context: Context,
  kind: PlaceFace['kind'],
  { id, qty, auxQty, opening, openedTime }: InputOf<typeof calls.openLot.input>,
): Promise<TypeOf<typeof calls.openLot.answer>> {
  const found = await findLot(context, kind, readIds({ id })[0]!);
  const at = openedTime ?? context.now;
  const { openedLifeHours, thawedLifeHours } = found;
  const lot: LotToOpen = {
    ...found,
    qty: Decimal.of(found.qty),
    pieces: Decimal.of(found.auxQty),
    hours: opening === 'opened' ? openedLifeHours : thawedLifeHours,
  };
  const opened = { opening, at, qty: Decimal.of(qty), pieces: Decimal.of(auxQty ?? '0') };
  const refusals = openingRefusals(lot, opened, context.now);
  if (refusals.length > 0) throw new Refused(...refusals);
  const life = openedLife(lot, at);
  const [batchId] = await newIds(context, 1);
  const [batchCode] = await nextBillCodes(context, 'PC', 1);
  const clock = opening === 'opened' ? { openedTime: at } : { thawedTime: at };
  await writeChildren(context, found.batchId, [{ id: batchId!, code: batchCode!, qty, life: { ...life, ...clock } }]);
  await post(context, [
    {
      bill: { type: batch.name, id: batchId!, code: batchCode! },
      lineId: batchId!,
      reason: 'batch.open',
      reasonDetail: opening,
      materialId: found.materialId,
      batchId: found.batchId,
      intoBatchId: batchId!,
      from: found.locationId,
      to: found.locationId,
      qty,
      ...(auxQty === null ? {} : { auxQty }),
      exit: 'use',
    },
  ]);
  await audit(context, [
    {
      resource: batch.name,
      recordId: batchId!,
      action: opening,
      title: batchCode!,
      changes: { parentBatchId: [null, found.batchCode], expiryDate: [found.expiryDate, life.expiryDate] },
    },
  ]);
  return { batchId: batchId!, batchCode: batchCode!, code: labelCode(batchId!), placeId: found.locationId, ...life };
}

/** The lot as it lies, its stock held; 404 where the place is not the caller's. */
async function findLot(context: Context, kind: PlaceFace['kind'], id: Id): Promise<FoundLot> {
  const scope = context.user.scope.all ? empty : sql`and l.dept_id = any(${context.user.scope.depts}::bigint[])`;
  const where = await context.tx.row<{ locationId: Id; materialId: Id }>(sql`
    select s.location_id, s.material_id from stock_batch s
    join stock_location l on l.id = s.location_id and l.kind = ${kind} ${scope} where s.id = ${id}::bigint`);
  if (where === undefined) throw unknownRecord(batch.label);
  await holdStock(context, [where]);
  return (await context.tx.row<FoundLot>(sql`
    select s.batch_id, s.location_id, s.material_id, s.qty, s.aux_qty, b.batch_code, b.expiry_date, b.received_date,
      to_char(b.use_by, 'YYYY-MM-DD HH24:MI:SS') as use_by,
      to_char(b.opened_time, 'YYYY-MM-DD HH24:MI:SS') as opened_time,
      to_char(b.thawed_time, 'YYYY-MM-DD HH24:MI:SS') as thawed_time, m.called as material, u.called as unit,
      m.opened_life_hours, m.thawed_life_hours
    from stock_batch s join batch b on b.id = s.batch_id join material m on m.id = s.material_id
    join material_unit u on u.id = m.base_unit_id where s.id = ${id}::bigint`))!;
}

/** What was left over after a meal: a lot of its own with a clock and a parent. It stays where it is. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { LineValues } from '../../../kernel/core/validate.ts';
import type { SavedRecord } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { post } from '../../stock/ledger/posting.server.ts';
import { batch } from '../../stock/lots/batch.resource.ts';
import { writeChildren } from '../../stock/lots/lot-children.server.ts';
import { ledgerTime, requireOpenDays } from './kitchen-stalls.server.ts';
import type { Pot } from './new-pot.server.ts';
import { holdPlaces } from './pot-places.server.ts';
import type { gearProduce } from './produce.document.ts';
import { lifeUntil, minutesLater } from './produce.rules.ts';

const HOURS = 4;
const MINUTES = 60;

/** Bills that are posted already: only what is entered after the meal may change, and only while their day is open. */
export async function refuseRewriting(context: Context, savings: readonly Pot[]): Promise<void> {
  const refusals: Refusal[] = [];
  const stored = await postedLines(
    context,
    savings.flatMap(({ id }) => id ?? []),
  );
  for (const { id, before, values, lines } of savings) {
    const isSame = Object.entries(lines).every(([key, own]) => areAsPosted(own, stored.get(`${id} ${key}`) ?? []));
    for (const key of Object.keys(lines)) delete lines[key];
    if (!isSame) refusals.push(refuse('production.posted', { billCode: String(before!.billCode) }));
    const left = Decimal.of(values.leftoverQty ?? '0');
    const made = values.batchId === null ? Decimal.zero : Decimal.of(values.actualQty ?? '0');
    if (left.isAbove(made)) refusals.push(refuse('production.leftover-more', { left, made }, { field: 'leftoverQty' }));
  }
  if (refusals.length > 0) throw new Refused(...refusals);
  const changed = savings.filter(isChanged);
  if (changed.length === 0) return;
  const placeOf = await holdPlaces(
    context,
    changed.map(({ values }) => values),
  );
  await requireOpenDays(
    context,
    changed.map(({ values }) => ({ stall: placeOf(values), bizDate: values.bizDate! })),
  );
}

/** A line as it was entered. */
interface PostedLine {
  readonly id: Id;
  readonly materialId: Id;
  readonly actualQty: string | null;
  readonly restQty: string | null;
  readonly batchId: Id | null;
}
async function postedLines(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<string, readonly PostedLine[]>> {
  const rows = await context.tx.rows<PostedLine & { readonly key: string }>(sql`
    select d.gear_produce_id || ' details' as key, d.id, d.material_id, d.actual_qty, d.rest_qty, d.batch_id
    from gear_produce_detail d where d.gear_produce_id = any(${ids}::bigint[])
    union all
    select o.gear_produce_id || ' outputs', o.id, o.material_id, o.actual_qty, null, null
    from gear_produce_outputs o where o.gear_produce_id = any(${ids}::bigint[])`);
  return Map.groupBy(rows, ({ key }) => key);
}

const isEqual = (given: unknown, kept: string | null): boolean =>
  given === null || given === undefined || given === ''
    ? kept === null
    : kept !== null && Decimal.of(String(given)).equals(Decimal.of(kept));
/** Sent back as they came, lines change nothing. */
const areAsPosted = (given: readonly LineValues[], kept: readonly PostedLine[]): boolean =>
  given.length === kept.length &&
  given.every(({ id, values }) => {
    const line = kept.find((each) => each.id === id);
    return (
      line !== undefined &&
      line.materialId === values['materialId'] &&
      isEqual(values['actualQty'], line.actualQty) &&
      isEqual(values['restQty'], line.restQty) &&
      (values['batchId'] ?? null) === line.batchId
    );
  });

const leftOf = (values: { readonly leftoverQty: string | null } | null): Decimal =>
  Decimal.of(values?.leftoverQty ?? '0');
const isChanged = ({ before, values }: Pick<SavedRecord<typeof gearProduce>, 'before' | 'values'>): boolean =>
  !leftOf(before).equals(leftOf(values));

/** Brings the lot of what is left over to what was entered. */
export async function keepLeftover(context: Context, saved: SavedRecord<typeof gearProduce>): Promise<void> {
  if (!isChanged(saved)) return;
  const { id, before, values } = saved;
  const more = leftOf(values).minus(leftOf(before));
  const { materialId, batchId: made } = values;
  const stall = (await holdPlaces(context, [values]))(values);
  const [lineId] = await newIds(context, 1);
  const left = values.leftoverBatchId ?? (await openLot(context, id, made!, more));
  const [from, into] = more.isPositive() ? [made!, left] : [left, made!];
  const businessTime = ledgerTime(values.bizDate!, context.today);
  await post(context, [
    {
      bill: { type: batch.name, id: left, code: String((values as { billCode: string }).billCode) },
      lineId: lineId!,
      reason: 'batch.open',
      reasonDetail: 'leftover',
      materialId: materialId!,
      batchId: from,
      intoBatchId: into,
      from: stall.locationId,
      to: stall.locationId,
      qty: more.abs().toString(),
      exit: 'scrap',
      ...(businessTime === undefined ? {} : { businessTime }),
    },
  ]);
}

async function openLot(context: Context, billId: Id, parentId: Id, qty: Decimal): Promise<Id> {
  const [[id], [code], hours] = await Promise.all([
    newIds(context, 1),
    nextBillCodes(context, 'PC', 1),
    readParameter(context, 'leftover.hours'),
  ]);
  const life = lifeUntil(minutesLater(context.now, (/^\d+$/.test(hours) ? Number(hours) : HOURS) * MINUTES));
  await writeChildren(context, parentId, [{ id: id!, code: code!, qty: qty.toString(), life }]);
  await context.tx.run(sql`update gear_produce set leftover_batch_id = ${id!}::bigint where id = ${billId}::bigint`);
  return id!;
}

/** A delivery is received: checked as a whole, posted as lots, recorded, and passed on to the order. All or nothing. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { readFields, type RecordValues } from '../../kernel/core/validate.ts';
import type { Call, Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { newIds, nextBillCodes } from '../../kernel/server/numbering.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { insertRows } from '../../kernel/server/write-rows.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { linePaths } from '../master-data/units/material-units.server.ts';
import { receive, type Receipt, type ReceivedLot } from '../stock/lots/lots.server.ts';
import { lockBill, moveBill, readBillId, writeProgress, type Bill } from './bill.server.ts';
import { linesOf, type StoredLine } from './bill-lines.server.ts';
import {
  deliveryRefusals,
  inUnitOf,
  lineAfter,
  type DeliveredLine,
  type Dock,
  type LineFigures,
} from './delivery.rules.ts';
import { goodsCame, settleOver } from './differences.server.ts';
import { inStoreDifference } from './in-store-difference.document.ts';
import { deliveryFields, inStoreReceiving, typedLineFields } from './in-store-receiving.resource.ts';
import { photoRefusals } from './photos.server.ts';
import { watchDelivery } from './received-prices.server.ts';

const LINES_MAX = 1000;
const PHOTOS_MAX = inStoreDifference.fields.pictures.rules.max!;

/** A delivered line as it was entered, and what the rules read of it. */
interface Entered extends DeliveredLine {
  readonly values: RecordValues;
}

export const doReceiving: Call = {
  method: 'POST',
  service: 'store-management',
  path: 'invinstore/doReceiving',
  permission: 'invinstore_do_receiving',
  summary: label('收货', 'Receive a delivery'),
  input: deliveryFields,
  async handle(context, input) {
    const id = readBillId(input);
    const { head, entered: typed } = readDelivery(context, input, await daysBack(context));
    const unknown = await photoRefusals(
      context,
      typed.map((line) => line.values),
    );
    if (unknown.length > 0) throw new Refused(...unknown);
    const bill = await lockBill(context, id, 'doReceiving');
    const lines = await linesOf(context, id);
    const byId = new Map(lines.map((line) => [line.detailId, line]));
    const entered = await inLineUnits(context, bill, byId, typed, String(head['arriveTime']).slice(0, 10));
    const refusals = deliveryRefusals(byId, entered, await dockOf(context, bill, head));
    if (refusals.length > 0) throw new Refused(...refusals);

    const recordIds = await newIds(context, entered.length + 1);
    await watchDelivery(
      context,
      bill,
      entered.flatMap((lot, index) => {
        const line = byId.get(lot.detailId)!;
        return lot.accepted.isPositive()
          ? [
              {
                lineId: recordIds[index + 1]!,
                lineNo: line.line,
                line,
                baseQty: baseQty(line, lot).toString(),
                deliveredPrice: (lot.values['deliveredPrice'] as string | null) ?? null,
              },
            ]
          : [];
      }),
    );
    const lots = await post(context, bill, byId, entered, recordIds, head);
    await record(context, bill, byId, entered, recordIds, lots, head);
    await carryOn(context, bill, lines, byId, entered);
    return true;
  },
};

/** How many days late an arrival may be entered. */
const daysBack = async (context: Context): Promise<number> =>
  context.allowed('invinstore_backdate')
    ? BACKDATE_MOST
    : Number((await readParameter(context, 'store.backdate-days')) || '3');
/** Nobody enters an arrival of more than a year ago: the year was mistyped. */
const BACKDATE_MOST = 366;

/** Everything wrong with what was typed is said before anything is locked. */
function readDelivery(context: Context, input: Input, days: number): { head: RecordValues; entered: Entered[] } {
  const head = readFields(deliveryFields, input, true);
  const given = Array.isArray(input['details']) ? (input['details'] as unknown[]) : [];
  const refusals = [...head.refusals];
  const arriveTime = (head.values['arriveTime'] ?? null) as string | null;
  if (arriveTime !== null && arriveTime > context.now)
    refusals.push(refuse('receiving.arrives-later', { arriveTime }, { field: 'arriveTime' }));
  if (arriveTime !== null && arriveTime.slice(0, 10) < dayPlus(context.today, -days))
    refusals.push(refuse('receiving.backdated', { arriveTime, days }, { field: 'arriveTime' }));
  if (given.length === 0) refusals.push(refuse('receiving.no-lines'));
  if (given.length > LINES_MAX) refusals.push(refuse('ids.too-many', { max: LINES_MAX }));
  const entered = given.slice(0, LINES_MAX).map((entry, index): Entered => {
    const read = readFields(
      typedLineFields,
      typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {},
      true,
    );
    refusals.push(...read.refusals.map((refusal) => ({ ...refusal, line: index + 1 })));
    return read.refusals.length > 0 ? NOTHING : enteredLine(read.values);
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return { head: { ...head.values, arriveTime: arriveTime ?? context.now }, entered };
}

const enteredLine = (values: RecordValues): Entered => {
  const text = (name: string): string | null => (values[name] as string | null) ?? null;
  const decimal = (name: string): Decimal | null => (text(name) === null ? null : Decimal.of(text(name)!));
  return {
    values,
    detailId: String(values['detailId']),
    accepted: decimal('acceptedQty') ?? Decimal.zero,
    typed: decimal('acceptedQty') ?? Decimal.zero,
    refused: decimal('refusedQty') ?? Decimal.zero,
    refuseReason: text('refuseReason'),
    aux: decimal('auxQty') ?? Decimal.zero,
    gross: decimal('grossQty'),
    tare: decimal('tareQty'),
    temperature: decimal('temperature'),
    productionDate: text('productionDate'),
    expiryDate: text('expiryDate'),
    overrideReason: text('overrideReason'),
  };
};
const NOTHING = enteredLine({});

/**
 * The lines in the units they were ordered in. What was typed in another unit of the material is converted where that is
 * exact, its price with it; else it is refused.
 */
async function inLineUnits(
  context: Context,
  bill: Bill,
  byId: ReadonlyMap<string, StoredLine>,
  typed: readonly Entered[],
  date: string,
): Promise<readonly Entered[]> {
  const others = typed.flatMap((lot, index) => {
    const line = byId.get(lot.detailId);
    const unitId = lot.values['unitId'] as string | null;
    return line === undefined || !unitId || unitId === line.unitId
      ? []
      : [{ lot, line, index, asked: { materialId: line.materialId, unitId, ...given('supplierId', bill.supplierId) } }];
  });
  if (others.length === 0) return typed;
  const paths = await linePaths(
    context,
    others.map((each) => each.asked),
    { date },
  );
  const names = new Map(
    (
      await context.tx.rows<{ id: string; name: string }>(
        sql`select id, name from material_unit where id = any(${others.map((each) => each.asked.unitId)}::bigint[])`,
      )
    ).map((unit) => [unit.id, unit.name]),
  );
  const refusals: Refusal[] = [];
  const converted = new Map(
    others.map(({ lot, line, index, asked }, at) => {
      const { factor } = paths[at]!;
      const turned = (qty: Decimal): Decimal => {
        const exact = inUnitOf(line, qty, factor);
        if (exact === null)
          refusals.push(
            refuse(
              'receiving.unit-inexact',
              { material: line.material, unit: line.unit, qty, typed: names.get(asked.unitId) ?? '' },
              { line: index + 1, field: 'acceptedQty' },
            ),
          );
        return exact ?? Decimal.zero;
      };
      const [accepted, refused] = [turned(lot.accepted), turned(lot.refused)];
      const price = lot.values['deliveredPrice'] as string | null;
      const deliveredPrice =
        price === null ? null : Decimal.of(price).times(line.factor).dividedBy(factor).rounded(2).toString();
      return [
        index,
        {
          ...lot,
          accepted,
          refused,
          values: { ...lot.values, acceptedQty: accepted.toString(), refusedQty: refused.toString(), deliveredPrice },
        },
      ];
    }),
  );
  if (refusals.length > 0) throw new Refused(...refusals);
  return typed.map((lot, index) => converted.get(index) ?? lot);
}

async function dockOf(context: Context, bill: Bill, head: RecordValues): Promise<Dock> {
  const place = await context.tx.row<{ name: string; zones: string }>(
    sql`select l.name, coalesce(w.zones, '') as zones from stock_location l left join warehouse w on w.id = l.id where l.id = ${bill.locationId}::bigint`,
  );
  return {
    warehouse: place?.name ?? '',
    zones: (place?.zones ?? '').split(','),
    date: String(head['arriveTime']).slice(0, 10),
    mayOverride: context.allowed('invinstore_override'),
  };
}

/** What was accepted becomes lots at the place; what was refused posts nothing. Answers the lots by line of the delivery. */
async function post(
  context: Context,
  bill: Bill,
  byId: ReadonlyMap<string, StoredLine>,
  entered: readonly Entered[],
  recordIds: readonly string[],
  head: RecordValues,
): Promise<Map<string, ReceivedLot>> {
  const withTax = (await readParameter(context, 'store.cost.with-tax')) !== '0';
  const arrived = String(head['arriveTime']);
  const receipts = entered.flatMap((lot, index): Receipt[] => {
    const line = byId.get(lot.detailId)!;
    if (!lot.accepted.isPositive()) return [];
    return [
      {
        bill: { type: 'invinstore', id: bill.id, code: bill.billCode },
        lineId: recordIds[index + 1]!,
        reason: bill.channel === 'direct' ? 'receipt.direct-in' : 'receipt.purchase',
        locationId: bill.locationId,
        materialId: line.materialId,
        qty: baseQty(line, lot).toString(),
        auxQty: lot.aux.toString(),
        amount: costOf(line, lot.accepted, withTax).toString(),
        taxRate: line.taxRate.toString(),
        line: index + 1,
        residueResult: lot.values['residueResult'] as 'none',
        ...(lot.values['residueResult'] === 'fail' ? { holdReason: '农残不合格' } : {}),
        papers: (lot.values['papers'] as string[] | null) ?? [],
        ...given('supplierId', bill.supplierId),
        ...given('supplierBatchNo', lot.values['supplierBatchNo']),
        ...given('productionDate', lot.productionDate),
        ...given('expiryDate', lot.expiryDate),
        ...given('originPlace', lot.values['origin']),
        ...given('settlementPrice', line.settlementPrice),
        // Within the day the posting's own moment counts; a delivery of an earlier day is dated back to when it came.
        ...(arrived.slice(0, 10) < context.today ? { businessTime: arrived } : {}),
      },
    ];
  });
  return new Map((await receive(context, receipts)).map((lot) => [lot.lineId, lot]));
}

const given = (name: string, value: unknown): Record<string, never> =>
  (value === null || value === undefined || value === '' ? {} : { [name]: value }) as Record<string, never>;
const baseQty = (line: StoredLine, lot: Entered): Decimal => lot.accepted.times(line.factor).rounded(6);

/** The agreed price decides what goods cost, whatever price was delivered (6.5). */
const costOf = (line: StoredLine, accepted: Decimal, withTax: boolean): Decimal => {
  const amount = accepted.times(line.price ?? Decimal.zero);
  return (withTax ? amount : amount.dividedBy(Decimal.one.plus(line.taxRate.dividedBy(Decimal.hundred)))).rounded(2);
};

const LINE_OWN = {
  lineNo: { kind: 'integer', label: label('', ''), rules: {}, optional: false },
  id: { kind: 'ref', label: label('', ''), rules: {}, optional: false },
} as const;

/** The delivery as it was entered, with the lots it made. */
async function record(
  context: Context,
  bill: Bill,
  byId: ReadonlyMap<string, StoredLine>,
  entered: readonly Entered[],
  recordIds: readonly string[],
  lots: ReadonlyMap<string, ReceivedLot>,
  head: RecordValues,
): Promise<void> {
  const [code] = await nextBillCodes(context, 'SH', 1);
  const me = sql`${context.user.userId}::bigint`;
  await insertRows(
    context,
    'in_store_receiving',
    inStoreReceiving.fields,
    [{ ...head, id: recordIds[0], receivingCode: code, instoreId: bill.id, receiverId: context.user.userId }],
    { create_user: me, create_dept: sql`${context.user.deptId || null}::bigint`, update_user: me },
    { id: LINE_OWN.id },
  );
  const rows = entered.map((lot, index) => {
    const line = byId.get(lot.detailId)!;
    const delivered = lot.values['deliveredPrice'] as string | null;
    return {
      ...lot.values,
      id: recordIds[index + 1],
      lineNo: index + 1,
      materialId: line.materialId,
      unitId: line.unitId,
      factor: line.factor.toString(),
      baseUnitId: line.baseUnitId,
      baseQty: baseQty(line, lot).toString(),
      priceDiffers: delivered !== null && line.price !== null && !Decimal.of(delivered).equals(line.price) ? 1 : 0,
      batchId: lots.get(recordIds[index + 1]!)?.batchId ?? null,
    };
  });
  await insertRows(
    context,
    'in_store_receiving_detail',
    inStoreReceiving.lines!.details.fields,
    rows,
    { in_store_receiving_id: sql`${recordIds[0]!}::bigint` },
    LINE_OWN,
  );
}

const photosIn = (entered: readonly Entered[], detailId: string): string[] =>
  entered
    .filter((lot) => lot.detailId === detailId)
    .flatMap((lot) => (lot.values['pictures'] as string[] | null) ?? [])
    .slice(0, PHOTOS_MAX);

/** Figures of the lines, what settles itself, cases that waited for these goods, the bill and its order. */
async function carryOn(
  context: Context,
  bill: Bill,
  lines: readonly StoredLine[],
  byId: ReadonlyMap<string, StoredLine>,
  entered: readonly Entered[],
): Promise<void> {
  const changed = new Map<string, LineFigures & { readonly over: Decimal }>();
  for (const [detailId, lots] of Map.groupBy(entered, (lot) => lot.detailId)) {
    changed.set(
      detailId,
      lineAfter(byId.get(detailId)!, {
        accepted: Decimal.sum(lots.map((lot) => lot.accepted)),
        refused: Decimal.sum(lots.map((lot) => lot.refused)),
      }),
    );
  }
  const touched = lines.filter((line) => changed.has(line.detailId));
  await goodsCame(
    context,
    bill,
    touched
      .filter((line) => line.waiting.isAbove(changed.get(line.detailId)!.open))
      .map((line) => ({ line, open: changed.get(line.detailId)!.open })),
  );
  await settleOver(
    context,
    bill,
    touched.map((line) => ({
      line,
      over: changed.get(line.detailId)!.over,
      received: changed.get(line.detailId)!.received,
      pictures: photosIn(entered, line.detailId),
    })),
    '超收在容差内自动结清',
  );
  await writeProgress(context, bill, lines, changed);
  const amount = Decimal.sum(
    entered.map((lot) => lot.accepted.times(byId.get(lot.detailId)!.price ?? Decimal.zero).rounded(2)),
  );
  const receivedLines = lines.filter((line) =>
    (changed.get(line.detailId)?.received ?? line.received).isPositive(),
  ).length;
  await moveBill(
    context,
    bill,
    'doReceiving',
    'receiving',
    null,
    sql`
    amount = amount + ${amount.toString()}::numeric, received_line_count = ${receivedLines}, first_receive_time = coalesce(first_receive_time, ${context.now}::timestamptz)`,
  );
}

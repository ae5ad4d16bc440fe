/** A delivery as it was typed: read, and brought into the units of its lines. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import type { DecimalText, Id, Values } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { readFields } from '../../kernel/core/validate.ts';
import type { Context } from '../../kernel/server/context.ts';
import { linesIn } from '../../parts/http/request-input.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { linePaths } from '../master-data/units/material-units.server.ts';
import { paperKinds } from '../stock/lots/lot-papers.rules.ts';
import type { Bill } from './bill.server.ts';
import type { StoredLine } from './bill-lines.server.ts';
import { inUnitOf, type DeliveredLine } from './delivery.rules.ts';
import type { doReceiving } from './in-store.calls.ts';
import { typedLineFields, type deliveryFields } from './in-store-receiving.resource.ts';

const LINES_MAX = 1000;

/** What was typed of a line; nothing of one that was refused. */
type TypedLine = Partial<Values<typeof typedLineFields>>;

/** A delivered line as it was entered, and what the rules read of it. */
export interface Entered extends DeliveredLine {
  /** What had been received of the line as the person saw it. */
  readonly receivedBefore: Decimal | null;
  readonly values: TypedLine;
}

/** How many days late an arrival may be entered. */
export const daysBack = async (context: Context): Promise<number> =>
  context.allowed('invinstore_backdate')
    ? BACKDATE_MOST
    : Number((await readParameter(context, 'store.backdate-days')) || '3');
/** Nobody enters an arrival of more than a year ago: the year was mistyped. */
const BACKDATE_MOST = 366;

/** What was said of the delivery as a whole, with when it came. */
export type DeliveryHead = Values<typeof deliveryFields> & { readonly arriveTime: string };

/** Everything wrong with what was typed is said before anything is locked. */
export function readDelivery(
  context: Context,
  { instoreId: _instoreId, billId: _billId, id: _id, details, ...head }: InputOf<typeof doReceiving.input>,
  days: number,
): { head: DeliveryHead; entered: Entered[] } {
  const given = linesIn({ details });
  const refusals: Refusal[] = [];
  const { arriveTime } = head;
  if (arriveTime !== null && arriveTime > context.now)
    refusals.push(refuse('receiving.arrives-later', { arriveTime }, { field: 'arriveTime' }));
  if (arriveTime !== null && arriveTime.slice(0, 10) < dayPlus(context.today, -days))
    refusals.push(refuse('receiving.backdated', { arriveTime, days }, { field: 'arriveTime' }));
  if (given.length === 0) refusals.push(refuse('receiving.no-lines'));
  if (given.length > LINES_MAX) refusals.push(refuse('ids.too-many', { max: LINES_MAX }));
  const entered = given.slice(0, LINES_MAX).map((entry, index): Entered => {
    const read = readFields(typedLineFields, entry, true);
    refusals.push(...read.refusals.map((refusal) => ({ ...refusal, line: index + 1 })));
    return read.refusals.length > 0 ? NOTHING : enteredLine(read.values);
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return { head: { ...head, arriveTime: arriveTime ?? context.now }, entered };
}

const decimalOf = (value: DecimalText | null = null): Decimal | null => (value === null ? null : Decimal.of(value));
const enteredLine = (values: TypedLine): Entered => {
  return {
    values,
    detailId: values.detailId ?? '',
    accepted: decimalOf(values.acceptedQty) ?? Decimal.zero,
    typed: decimalOf(values.acceptedQty) ?? Decimal.zero,
    refused: decimalOf(values.refusedQty) ?? Decimal.zero,
    refuseReason: values.refuseReason ?? null,
    aux: decimalOf(values.auxQty) ?? Decimal.zero,
    gross: decimalOf(values.grossQty),
    tare: decimalOf(values.tareQty),
    temperature: decimalOf(values.temperature),
    productionDate: values.productionDate ?? null,
    expiryDate: values.expiryDate ?? null,
    overrideReason: values.overrideReason ?? null,
    receivedBefore: decimalOf(values.receivedBefore),
    papers: values.papers ?? [],
    paperKinds: paperKinds(values.paperKinds ?? null),
    pieceReason: values.pieceReason ?? null,
    photos: (values.pictures ?? []).length,
  };
};
const NOTHING = enteredLine({});

/**
 * The lines in the units they were ordered in. What was typed in another unit of the material is converted
 * where that is exact, its price with it; else it is refused.
 */
export async function inLineUnits(
  context: Context,
  bill: Bill,
  byId: ReadonlyMap<string, StoredLine>,
  typed: readonly Entered[],
  date: string,
): Promise<readonly Entered[]> {
  const others = typed.flatMap((lot, index) => {
    const line = byId.get(lot.detailId);
    const unitId = lot.values.unitId ?? null;
    return line === undefined || !unitId || unitId === line.unitId
      ? []
      : [
          {
            lot,
            line,
            index,
            conversion: {
              materialId: line.materialId,
              unitId,
              ...(bill.supplierId === null ? {} : { supplierId: bill.supplierId }),
            },
          },
        ];
  });
  if (others.length === 0) return typed;
  const paths = await linePaths(
    context,
    others.map((each) => each.conversion),
    { date },
  );
  const names = await unitNames(
    context,
    others.map((each) => each.conversion.unitId),
  );
  const refusals: Refusal[] = [];
  const converted = new Map(
    others.map(({ lot, line, index, conversion: asked }, at) => {
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
      const price = lot.values.deliveredPrice ?? null;
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

const unitNames = async (context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> =>
  new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select u.id, u.called as name from material_unit u where u.id = any(${ids as Id[]}::bigint[])`,
      )
    ).map((unit) => [unit.id, unit.name]),
  );

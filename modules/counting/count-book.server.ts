/** The book beside the count: what it held of each lot when the line was counted, worked out from the moves. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { gainUnitCost } from '../stock/ledger/cost.rules.ts';
import { varianceOf } from './count-variance.rules.ts';

interface BookRow {
  readonly id: Id;
  readonly checkId: Id;
  readonly lineNo: number;
  readonly locationId: Id;
  readonly materialId: Id;
  readonly materialTypeId: Id;
  readonly materialType: string;
  readonly material: string;
  readonly batchId: Id | null;
  readonly batch: string;
  readonly baseUnitId: Id;
  readonly unit: string;
  readonly expiryDate: string | null;
  readonly supplierId: Id | null;
  readonly supplierBatchNo: string | null;
  readonly productionDate: string | null;
  readonly counted: DecimalText | null;
  readonly countedAux: DecimalText | null;
  readonly countUserId: Id | null;
  readonly secondUserId: Id | null;
  readonly lineState: string;
  readonly cause: string | null;
  readonly start: DecimalText;
  readonly startAmount: DecimalText;
  readonly expected: DecimalText;
  readonly expectedAux: DecimalText;
  readonly seenExpected: DecimalText | null;
  readonly lateBills: string | null;
  readonly onHand: DecimalText;
  readonly lotCost: DecimalText;
  readonly placeQty: DecimalText;
  readonly averageCost: DecimalText;
  readonly lastCost: DecimalText;
}
type DecimalsOf<K extends keyof BookRow> = { readonly [P in K]: Decimal };
export interface BookLine
  extends
    Omit<
      BookRow,
      | 'counted'
      | 'countedAux'
      | 'start'
      | 'startAmount'
      | 'expected'
      | 'expectedAux'
      | 'seenExpected'
      | 'onHand'
      | 'lotCost'
      | 'placeQty'
      | 'averageCost'
      | 'lastCost'
    >,
    DecimalsOf<
      | 'start'
      | 'startAmount'
      | 'expected'
      | 'expectedAux'
      | 'onHand'
      | 'lotCost'
      | 'placeQty'
      | 'averageCost'
      | 'lastCost'
    > {
  readonly counted: Decimal | null;
  readonly countedAux: Decimal | null;
  /** What was expected when counting was done. */
  readonly seenExpected: Decimal | null;
}

/**
 * Lines of counts with their book, one query however many. Expected is the sum of the lot's moves at the place up to
 * the moment the line was counted; of moves in that very second, those that were posted when it was entered. A line
 * nobody has counted expects what is there now. Base quantities.
 */
export async function bookOf(context: Context, checkIds: readonly Id[], lineIds?: readonly Id[]): Promise<BookLine[]> {
  const chosen = lineIds === undefined ? sql`` : sql`and d.id = any(${lineIds}::bigint[])`;
  const rows = await context.tx.rows<BookRow>(sql`
    select d.id, c.id as check_id, d.line_no, c.location_id, d.material_id, m.material_type_id,
      y.name as material_type, m.called as material, d.batch_id, coalesce(b.batch_code, '') as batch, d.base_unit_id,
      u.called as unit,
      coalesce(d.expiry_date, b.expiry_date) as expiry_date, d.supplier_id, d.supplier_batch_no, d.production_date,
      d.count_base_qty as counted, d.count_aux_qty as counted_aux, d.count_user_id, d.second_user_id, d.line_state,
      d.cause,
      coalesce(v.start, 0) as start, coalesce(v.start_amount, 0) as start_amount, coalesce(v.expected, 0) as expected,
      coalesce(v.expected_aux, 0) as expected_aux, d.expected_qty as seen_expected, v.late_bills,
      coalesce(sb.qty, 0) as on_hand, coalesce(sb.unit_cost, 0) as lot_cost, coalesce(s.qty, 0) as place_qty,
      coalesce(s.avg_cost, 0) as average_cost, coalesce(s.last_cost, 0) as last_cost
    from stock_check c join stock_check_detail d on d.stock_check_id = c.id
    join material m on m.id = d.material_id left join material_type y on y.id = m.material_type_id
    join material_unit u on u.id = d.base_unit_id left join batch b on b.id = d.batch_id
    left join stock s on s.location_id = c.location_id and s.material_id = d.material_id
    left join stock_batch sb on sb.location_id = c.location_id and sb.batch_id = d.batch_id
    left join lateral (
      select sum(v.qty) filter (where v.business_time <= c.snapshot_time) as start,
        sum(v.amount) filter (where v.business_time <= c.snapshot_time) as start_amount,
        sum(v.qty) filter (where k.counts) as expected, sum(v.aux_qty) filter (where k.counts) as expected_aux,
        string_agg(distinct v.bill_code, ', ') filter (where k.counts
        and v.seq > coalesce(d.count_seq, '0')::bigint) as late_bills
      from stock_move v cross join lateral (select d.count_time is null or v.business_time < d.count_time
        or (v.business_time = d.count_time and v.seq <= coalesce(d.count_seq, '0')::bigint) as counts) k
      where v.location_id = c.location_id and v.batch_id = d.batch_id) v on true
    where c.id = any(${checkIds}::bigint[]) ${chosen} order by c.id, d.line_no`);
  const maybe = (text: DecimalText | null): Decimal | null => (text === null ? null : Decimal.of(text));
  return rows.map((row) => ({
    ...row,
    counted: maybe(row.counted),
    countedAux: maybe(row.countedAux),
    seenExpected: maybe(row.seenExpected),
    start: Decimal.of(row.start),
    startAmount: Decimal.of(row.startAmount),
    expected: Decimal.of(row.expected),
    expectedAux: Decimal.of(row.expectedAux),
    onHand: Decimal.of(row.onHand),
    lotCost: Decimal.of(row.lotCost),
    placeQty: Decimal.of(row.placeQty),
    averageCost: Decimal.of(row.averageCost),
    lastCost: Decimal.of(row.lastCost),
  }));
}

/** What a unit of the difference is worth: a gain the average, else the last cost; a loss what its lot cost (8.5). */
export const costOf = (line: BookLine, variance: Decimal): Decimal =>
  variance.isNegative()
    ? line.lotCost
    : gainUnitCost({ qty: line.placeQty, amount: Decimal.zero, unitCost: line.averageCost }, line.lastCost);

/** Writes book, expectation and difference beside the counts, and their sums onto the counts. */
export async function writeBook(context: Context, checkIds: readonly Id[]): Promise<void> {
  const lines = (await bookOf(context, checkIds)).map((line) => {
    const variance = line.counted === null ? Decimal.zero : varianceOf(line.counted, line.expected);
    const cost = costOf(line, variance);
    return {
      id: line.id,
      start: line.start,
      start_amount: line.startAmount,
      moved: line.expected.minus(line.start),
      expected: line.expected,
      variance,
      cost,
      amount: variance.times(cost).rounded(2),
    };
  });
  await context.tx.run(sql`
    update stock_check_detail d set snapshot_qty = g.start, snapshot_amount = g.start_amount, move_qty = g.moved,
      expected_qty = g.expected, variance_qty = g.variance, variance_cost = g.cost, variance_amount = g.amount
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g(id bigint, start numeric, start_amount numeric,
      moved numeric, expected numeric, variance numeric, cost numeric, amount numeric) where d.id = g.id`);
  await sumDifferences(context, checkIds);
}

/** Differences, gain and loss of the lines onto their counts. */
export const sumDifferences = (context: Context, checkIds: readonly Id[]): Promise<number> =>
  context.tx.run(sql`
  update stock_check c set variance_count = g.differing, gain_amount = g.gain, loss_amount = g.loss
  from (select d.stock_check_id as id, count(*) filter (where d.variance_qty <> 0)::integer as differing,
    coalesce(sum(d.variance_amount) filter (where d.variance_qty > 0), 0) as gain,
    coalesce(-sum(d.variance_amount) filter (where d.variance_qty < 0), 0) as loss
        from stock_check_detail d where d.stock_check_id = any(${checkIds as Id[]}::bigint[]) group by 1) g
        where g.id = c.id`);

/** Materials of which pieces are counted beside the weight. */
export const countedInPieces = async (context: Context, materialIds: readonly Id[]): Promise<ReadonlySet<Id>> =>
  new Set(
    (
      await context.tx.rows<{ id: Id }>(
        sql`select m.id from material m where m.catch_weight = 1 and m.id = any(${[...materialIds]}::bigint[])`,
      )
    ).map((row) => row.id),
  );

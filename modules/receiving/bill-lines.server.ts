/** Lines of an in-store: read with what their materials ask for, and written back as they stand after a change. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { requiredPapers } from '../stock/lots/lot-papers.rules.ts';
import type { BillLine, LineFigures, ReceivingTraits, Zone } from './delivery.rules.ts';
import { BAND_MOST, bandOf } from './piece-weight.rules.ts';
import {
  isFresh,
  LIFE_START,
  requiredLife,
  shareOfLife,
  type LifeRequirement,
  type LifeStart,
} from './receiving.rules.ts';

/** A line with everything that is copied from it into deliveries and differences. */
export interface StoredLine extends BillLine {
  readonly sourceDetailId: string | null;
  readonly materialId: string;
  readonly unitId: string;
  readonly baseUnitId: string | null;
  readonly factor: Decimal;
  readonly price: Decimal | null;
  readonly taxRate: Decimal;
  readonly settlementPrice: string | null;
  /** The lot that was sent; null of what comes from outside. */
  readonly batchId: Id | null;
  /** What was ordered or sent, in base unit. */
  readonly baseQty: Decimal;
}

interface LineRow {
  readonly batchId: Id | null;
  readonly baseQty: string;
  readonly detailId: string;
  readonly lineNo: number;
  readonly sourceDetailId: string | null;
  readonly materialId: string;
  readonly material: string;
  readonly unitId: string;
  readonly unit: string;
  readonly baseUnitId: string | null;
  readonly factor: string;
  readonly qty: string;
  readonly receivedQty: string;
  readonly refusedQty: string;
  readonly settledQty: string;
  readonly price: string | null;
  readonly taxRate: string | null;
  readonly settlementPrice: string | null;
  readonly overRate: string;
  readonly underRate: string;
  readonly absTolerance: string;
  readonly waiting: string;
  readonly overSettled: string;
  readonly shelfLifeManaged: number;
  readonly shelfLifeDays: number | null;
  readonly minRemainingShare: string | null;
  readonly minRemainingDays: number | null;
  readonly tempCheck: number | null;
  readonly weighAtReceipt: number | null;
  readonly catchWeight: number;
  readonly storageZone: Zone | null;
  readonly isPacked: boolean;
  readonly requiredPapers: string | null;
  readonly baseUnit: string;
  readonly pieceWeights: readonly string[] | null;
}

/** What the nearest type says of papers, from each type of a bill's materials upwards: gone through once for each. */
const nearestPapers = (instoreId: string): Sql => sql`(
      with recursive chain as (
        select y.id as type_id, y.parent_id, y.required_papers, 1 as place from material_type y
        where y.id in (select g.material_type_id from in_store_detail e
          join material g on g.tenant_id = e.tenant_id and g.id = e.material_id
          where e.in_store_id = ${instoreId}::bigint)
        union all select c.type_id, y.parent_id, y.required_papers, c.place + 1
        from material_type y join chain c on y.id = c.parent_id where c.required_papers is null and c.place < 5)
      select type_id, required_papers from chain where required_papers is not null)`;

/** What a piece weighed in the newest receipts of the line's material, unit and supplier, read from an index alone. */
const newestWeights = sql`(
      select array_agg(n.piece_weight::text) as weights from (
        select r.piece_weight from in_store_receiving_detail r
        where r.supplier_id = s.supplier_id and r.material_id = d.material_id and r.unit_id = d.unit_id
          and r.piece_weight is not null
        order by r.id desc limit ${BAND_MOST}) n)`;

/** All lines of a bill in their order, on one way to the database. The bill is locked, or only looked at. */
export async function linesOf(context: Context, instoreId: string): Promise<StoredLine[]> {
  const [start, rows] = await Promise.all([
    lifeStartOf(context),
    context.tx.rows<LineRow>(sql`
    select d.id as detail_id, d.line_no, d.source_detail_id, d.material_id, m.called as material, d.unit_id,
      u.called as unit, d.base_unit_id, d.factor, d.qty, d.received_qty, d.refused_qty, d.settled_qty,
      d.price, d.tax_rate, d.settlement_price, d.batch_id, d.base_qty, d.over_rate, d.under_rate, d.abs_tolerance,
      coalesce(c.waiting, 0) as waiting, coalesce(c.over_settled, 0) as over_settled,
      m.shelf_life_managed, coalesce(m.shelf_life_days, t.shelf_life_days) as shelf_life_days,
      coalesce(m.min_remaining_share, t.min_remaining_share) as min_remaining_share,
      coalesce(m.min_remaining_days, t.min_remaining_days) as min_remaining_days,
      coalesce(m.temp_check, t.temp_check) as temp_check, coalesce(m.weigh_at_receipt,
      t.weigh_at_receipt) as weigh_at_receipt,
      m.catch_weight, coalesce(m.storage_zone, t.storage_zone) as storage_zone,
      coalesce(u.dimension = 'pack', false) as is_packed,
      coalesce(m.required_papers, p.required_papers) as required_papers,
      bu.called as base_unit, w.weights as piece_weights
    from in_store_detail d
    join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    join material_type t on t.tenant_id = m.tenant_id and t.id = m.material_type_id
    join material_unit u on u.tenant_id = d.tenant_id and u.id = d.unit_id
    join material_unit bu on bu.tenant_id = m.tenant_id and bu.id = m.base_unit_id
    join in_store s on s.tenant_id = d.tenant_id and s.id = d.in_store_id
    left join ${nearestPapers(instoreId)} p on p.type_id = m.material_type_id
    left join lateral ${newestWeights} w on m.catch_weight = 1
    left join (
      select detail_id, sum(difference_qty - arrived_qty) filter (where status <> 'confirmed'
        and difference_qty > 0) as waiting, -sum(settled_qty) filter (where difference_type = 'over') as over_settled
      from in_store_difference where instore_id = ${instoreId}::bigint group by detail_id) c on c.detail_id = d.id
    where d.in_store_id = ${instoreId}::bigint order by d.line_no`),
  ]);
  return rows.map((row) => lineOf(row, start));
}

const lineOf = (row: LineRow, start: LifeStart): StoredLine => ({
  detailId: row.detailId,
  line: row.lineNo,
  material: row.material,
  unit: row.unit,
  source: row.batchId === null ? 'external' : 'internal',
  ordered: Decimal.of(row.qty),
  received: Decimal.of(row.receivedQty),
  refused: Decimal.of(row.refusedQty),
  over: Decimal.zero,
  settled: Decimal.of(row.settledQty),
  waiting: Decimal.of(row.waiting),
  overSettled: Decimal.of(row.overSettled),
  tolerance: {
    overPercent: Decimal.of(row.overRate),
    underPercent: Decimal.of(row.underRate),
    overQty: Decimal.of(row.absTolerance),
    underQty: Decimal.of(row.absTolerance),
  },
  traits: {
    ...(row.batchId === null ? lifeOf(row, start) : LOT_KNOWN),
    takesTemperature: row.tempCheck === 1,
    isWeighed: row.weighAtReceipt === 1,
    isCatchWeight: row.catchWeight === 1,
    zone: row.storageZone,
    papers: row.batchId === null ? requiredPapers(row.requiredPapers) : [],
  },
  baseUnit: row.baseUnit,
  band: bandOf((row.pieceWeights ?? []).map((each) => Decimal.of(each))),
  sourceDetailId: row.sourceDetailId,
  materialId: row.materialId,
  unitId: row.unitId,
  baseUnitId: row.baseUnitId,
  factor: Decimal.of(row.factor),
  price: row.price === null ? null : Decimal.of(row.price),
  taxRate: Decimal.of(row.taxRate ?? '0'),
  settlementPrice: row.settlementPrice,
  batchId: row.batchId,
  baseQty: Decimal.of(row.baseQty),
});

/** A lot of ours has its dates and papers already. */
const LOT_KNOWN = { shelfLifeDays: null, isFresh: false, requirement: { kind: 'none' } } as const;

/** How long the goods keep, and how much of that they must have left. Where no expiry is kept nothing is asked. */
function lifeOf(row: LineRow, start: LifeStart): Pick<ReceivingTraits, 'shelfLifeDays' | 'isFresh' | 'requirement'> {
  if (row.shelfLifeManaged !== 1) return { shelfLifeDays: null, isFresh: false, requirement: { kind: 'none' } };
  const fresh = isFresh(row.shelfLifeDays, row.isPacked);
  const own = {
    percent: row.minRemainingShare === null ? null : Decimal.of(row.minRemainingShare),
    days: row.minRemainingDays,
  };
  return {
    shelfLifeDays: row.shelfLifeDays,
    isFresh: fresh,
    requirement: requiredLife(
      own,
      { isFresh: fresh, isCold: row.storageZone === 'chilled' || row.storageZone === 'frozen' },
      start,
    ),
  };
}

/** What the tenant asks of goods whose class says nothing; a text that says nothing is as if it was never changed. */
async function lifeStartOf(context: Context): Promise<LifeStart> {
  const rows = await context.tx.rows<{ key: string; value: string }>(
    sql`select param_key as key, param_value as value from param where param_key like 'receiving.minLife%'`,
  );
  const set = new Map(rows.map((row) => [row.key, row.value]));
  const share = (key: keyof typeof LIFE_START): LifeRequirement =>
    shareOfLife(set.get(key) ?? '') ?? shareOfLife(LIFE_START[key])!;
  const days = set.get('receiving.minLifeDays') ?? '';
  return {
    dry: share('receiving.minLifeShare'),
    cold: share('receiving.minLifeShare.cold'),
    fresh: { kind: 'days', least: Number(/^\d{1,4}$/.test(days) ? days : LIFE_START['receiving.minLifeDays']) },
  };
}

/** Writes the figures of lines with one statement. */
export async function writeFigures(context: Context, figures: ReadonlyMap<string, LineFigures>): Promise<void> {
  if (figures.size === 0) return;
  const rows = [...figures].map(([id, each]) => ({
    id,
    received: each.received,
    refused: each.refused,
    settled: each.settled,
    open: each.open,
    state: each.state,
  }));
  await context.tx.run(sql`
    update in_store_detail d set received_qty = g.received, refused_qty = g.refused, settled_qty = g.settled,
      open_qty = g.open, line_state = g.state
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, received numeric, refused numeric,
      settled numeric, open numeric, state text)
    where d.id = g.id and d.id = any(${rows.map(({ id }) => id)}::bigint[])`);
}

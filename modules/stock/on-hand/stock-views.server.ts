/** The rows people see of stock, lots and moves. One query each, for warehouses and stalls alike. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, type Behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { column, empty, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { stockBatchLogFaces } from '../lots/stock-batch-log.resource.ts';
import { stockBatchFaces } from '../lots/stock-batch.resource.ts';
import { columnOfRow, countsIn, IS_STORE, STORES } from '../statistics/column-of-move.server.ts';
import { stockFaces } from './stock.resource.ts';

/** A moment of the past as `yyyy-MM-dd HH:mm:ss`; a bare day means its end. */
function pastMoment({ asOf }: Input): string | null {
  const given = String(asOf ?? '').trim();
  if (given === '') return null;
  if (!/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/.test(given))
    throw new Refused(refuse('param.invalid', { name: 'asOf', value: given }, { field: 'asOf' }));
  return given.length === 10 ? `${given} 23:59:59` : given;
}

/** Whether the company values its stock at the moving average, and not lot by lot. Both are always reckoned. */
const BY_AVERAGE = sql`(select p.param_value from param p where p.param_key = 'store.cost.method') = 'moving-average'`;

/**
 * What lay at `s` at a moment: what stands at the last move that had happened by then. As it was known then, less what
 * had happened and was posted only afterwards. Figures come as one array a row, which is reckoned for rows alone whose
 * figures are asked for.
 */
function heldAsOf(moment: string, asKnown: boolean): Sql {
  const late = sql`(
    select array[sum(m.qty), sum(m.aux_qty), sum(m.amount), sum(c.avg_amount - c.residue) filter (where not c.undone),
      sum(m.qty) filter (where not c.undone)]
    from stock_move m join stock_move_cost c on c.tenant_id = m.tenant_id and c.move_id = m.id
    where m.tenant_id = s.tenant_id and m.location_id = s.location_id and m.material_id = s.material_id
      and m.business_time <= ${moment}::timestamptz and m.business_time < m.posted_time
      and m.posted_time > ${moment}::timestamptz)`;
  return sql`(
    select (
      select array[c.held_qty, c.held_aux_qty, c.held_amount, c.running_value, c.running_qty]
      from stock_move m join stock_move_cost c on c.tenant_id = m.tenant_id and c.move_id = m.id
      where m.tenant_id = s.tenant_id and m.location_id = s.location_id and m.material_id = s.material_id
        and m.business_time <= ${moment}::timestamptz
      order by m.business_time desc, m.seq desc limit 1) as held,
      ${asKnown ? late : sql`null::numeric[]`} as late offset 0) a
    cross join lateral (
      select coalesce(a.held[1], 0) - coalesce(a.late[1], 0) as qty,
        coalesce(a.held[2], 0) - coalesce(a.late[2], 0) as aux_qty, 0::numeric as reserved_qty,
        coalesce(a.held[3], 0) - coalesce(a.late[3], 0) as amount, 0::numeric as last_cost,
        coalesce(a.held[4], 0) - coalesce(a.late[4], 0) as avg_amount,
        coalesce(round((a.held[4] - coalesce(a.late[4], 0)) / nullif(a.held[5] - coalesce(a.late[5], 0), 0), 6),
          0) as avg_cost) h`;
}

/** Of a store of a factory: its department and plant, and what SAP has of the material there. */
const BESIDE_SAP = sql`l.dept_id as factory_dept_id, fw.sap_factory,
  sap.qty as sap_qty, h.qty - sap.qty as sap_diff_qty,
  sap.stock_time as sap_stock_time, sap.sync_time as sap_sync_time,`;
const SAP_STOCK = sql`
  join factory_warehouse fw on fw.tenant_id = s.tenant_id and fw.id = s.location_id
  left join lateral (
    select sum(b.qty) as qty, max(b.stock_time) as stock_time, max(b.sync_time) as sync_time from sap_stock_now b
    where b.tenant_id = s.tenant_id and b.location_id = s.location_id and b.material_id = s.material_id) sap on true`;

/** Stock rows of one kind of place; with `asOf`, as they were then by the moves. */
function stockSource(kind: string, placeField: string, context: Context, input: Input): Sql {
  const moment = pastMoment(input);
  const { asOfBy } = input;
  const isFactory = kind === 'factory-warehouse';
  const held =
    moment === null
      ? sql`(select s.qty, s.aux_qty, s.reserved_qty, s.amount, s.avg_amount, round(s.avg_cost, 6) as avg_cost,
        s.last_cost) h`
      : heldAsOf(moment, asOfBy === 'posted');
  return sql`
    select s.tenant_id, s.id, s.location_id, s.location_id as ${column(placeField)}, l.dept_id, s.material_id,
      ${isFactory ? BESIDE_SAP : empty} m.material_type_id,
      m.base_unit_id, m.search_text, h.qty, h.aux_qty, h.reserved_qty, h.avg_amount, h.avg_cost,
      case when ${BY_AVERAGE} then h.avg_amount else h.amount end as amount,
      case when ${BY_AVERAGE} then h.avg_cost when h.qty > 0 then round(h.amount / h.qty, 6)
      else h.last_cost end as unit_cost,
      s.safety_stock_threshold, s.max_stock, s.storage_place, s.remark, s.last_in_time, s.last_out_time,
      s.last_check_time, s.create_user, s.create_time, s.update_time,
      greatest(0, coalesce(r.figures[1], 0) - h.reserved_qty) as available_qty,
      coalesce(r.figures[2], 0) as hold_qty, coalesce(r.figures[3], 0) as expired_qty,
      coalesce(r.figures[4], 0) as near_expiry_qty, coalesce(r.figures[5], 0) as in_transit_qty,
      coalesce(r.figures[6], 0) as on_order_qty,
      greatest(0, s.safety_stock_threshold - greatest(0, coalesce(r.figures[1], 0) - h.reserved_qty)
        - coalesce(r.figures[5], 0) - coalesce(r.figures[6], 0)) as short_qty
    from stock s join stock_location l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.kind = ${kind}
    join material m on m.tenant_id = s.tenant_id and m.id = s.material_id
    left join material_type mt on mt.tenant_id = m.tenant_id and mt.id = m.material_type_id
    ${isFactory ? SAP_STOCK : empty} cross join lateral ${held}
    cross join lateral ${figuresOf(context)} r`;
}

/** Of a lot `b`: its last day, or the moment until which it keeps opened, thawed or cooked, has passed. */
const expired = ({ today, now }: Context): Sql =>
  sql`(b.expiry_date < ${today}::date or coalesce(b.use_by <= ${now}::timestamptz, false))`;
/** Of a lot `b` of a material `m` of type `mt`: it is good today and not for long. */
export const isNearExpiry = ({ today }: Context): Sql =>
  sql`b.expiry_date between ${today}::date and ${today}::date + coalesce(m.near_expiry_days, mt.near_expiry_days, 7)`;

/** Of a lot `b`: it may be used. */
export const isUsable = ({ today, now }: Context): Sql =>
  sql`b.lot_state = 'free' and (b.expiry_date is null or b.expiry_date >= ${today}::date)
    and (b.use_by is null or b.use_by > ${now}::timestamptz)`;

/**
 * What lies in lots of `s` (usable, on hold, expired, near its end), is on its way there and on order, as one array a
 * row: reckoned once, and for rows alone whose figures are asked for.
 */
const figuresOf = (context: Context): Sql => sql`(
    select (
      select array[sum(sb.qty) filter (where ${isUsable(context)}), sum(sb.qty) filter (where b.lot_state <> 'free'),
        sum(sb.qty) filter (where ${expired(context)}), sum(sb.qty) filter (where ${isNearExpiry(context)}), (
          select i.qty from stock_location l join stock i on i.tenant_id = l.tenant_id and i.location_id = l.id
          where l.tenant_id = s.tenant_id and l.transit_for_id = s.location_id and i.material_id = s.material_id), (
          select sum(e.open_qty) from expected_receipt e where e.tenant_id = s.tenant_id
            and e.location_id = s.location_id and e.material_id = s.material_id and e.open_qty > 0)]
      from stock_batch sb join batch b on b.tenant_id = sb.tenant_id and b.id = sb.batch_id
      where sb.tenant_id = s.tenant_id and sb.location_id = s.location_id and sb.material_id = s.material_id
        and sb.qty > 0) as figures offset 0)`;

/** Rows with lots of this kind: found once for the whole list, not once a row. */
const withLots = (condition: Sql): Sql => sql`(t.location_id, t.material_id) in (
  select sb.location_id, sb.material_id from stock_batch sb join batch b on b.tenant_id = sb.tenant_id
    and b.id = sb.batch_id
  join material m on m.tenant_id = sb.tenant_id and m.id = sb.material_id
  left join material_type mt on mt.tenant_id = m.tenant_id and mt.id = m.material_type_id
  where sb.qty > 0 and ${condition})`;

/** Lists in tabs: in stock, below safety stock, near expiry, expired, on hold, at zero. */
const stockTab = (tab: string, context: Context): Sql => {
  switch (tab) {
    case 'short':
      return join([sql`t.safety_stock_threshold > 0`, sql`t.short_qty > 0`], ' and ');
    case 'near':
      return withLots(isNearExpiry(context));
    case 'expired':
      return withLots(expired(context));
    case 'hold':
      return withLots(sql`b.lot_state <> 'free'`);
    case 'stock':
      return sql`t.qty > 0`;
    case 'zero':
      return sql`t.qty = 0`;
    case 'differs':
      return sql`(t.location_id, t.material_id) in (select b.location_id, b.material_id from sap_stock_now b
        join stock s on s.tenant_id = b.tenant_id and s.location_id = b.location_id and s.material_id = b.material_id
        group by b.location_id, b.material_id, s.qty having sum(b.qty) <> s.qty)`;
    default:
      return sql`true`;
  }
};

const escaped = (value: string): string => `%${value.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
const isId = (value: string): boolean => /^\d{1,19}$/.test(value);
/** Of `t`: of a type, by id or part of its name, or of one below it. */
export const ofTypes = (value: string): Sql => sql`t.material_type_id in (
    with recursive down as (
      select mt.id from material_type mt where
        ${isId(value) ? sql`mt.id = ${value}::bigint` : sql`mt.name ilike ${escaped(value)}`}
      union select c.id from material_type c join down on c.parent_id = down.id) select id from down)`;
/** Filters other clients send: a place by id or part of its name, a type with all below it by id or name. */
const placeAndType = {
  warehouse: (value: string): Sql =>
    isId(value)
      ? sql`t.location_id = ${value}::bigint`
      : sql`exists (select 1 from stock_location w where w.tenant_id = t.tenant_id and w.id = t.location_id
        and w.name ilike ${escaped(value)})`,
  materialType: ofTypes,
};

/** The same under the names of factories; a factory by its record or its department. */
const ofFactory = {
  factoryWarehouse: placeAndType.warehouse,
  factoryId: (value: string): Sql =>
    isId(value)
      ? sql`t.dept_id in (select f.dept_id from central_factory f where ${value}::bigint in (f.id, f.dept_id))`
      : sql`false`,
};

const stockBehaviours = stockFaces.map(({ declaration, kind, placeField }) =>
  behaviour(declaration, {
    source: (context, input) => stockSource(kind, placeField, context, input),
    computed:
      kind === 'stall'
        ? {}
        : {
            [placeField.replace(/Id$/, '')]: () =>
              sql`(select l.name from stock_location l where l.id = t.location_id)`,
          },
    filters: { ...placeAndType, ...ofFactory, tab: stockTab, asOf: () => sql`true`, asOfBy: () => sql`true` },
  }),
);

const lotSource =
  (kind: string, placeField: string) =>
  (context: Context): Sql =>
    sql`
  select sb.tenant_id, sb.id, sb.location_id, sb.location_id as ${column(placeField)}, l.dept_id, s.id as stock_id,
    sb.batch_id, b.batch_code, sb.material_id, m.material_type_id, b.supplier_id, b.supplier_batch_no, m.base_unit_id,
    sb.qty, sb.aux_qty, sb.reserved_qty, case when ${isUsable(context)} then sb.qty - sb.reserved_qty
      else 0 end as available_qty,
    b.production_date, b.expiry_date, b.expiry_date - ${context.today}::date as days_left,
    case when b.expiry_date is null and m.shelf_life_managed = 1 then 'unknown'
    when ${expired(context)} then 'expired'
    when b.expiry_date <= ${context.today}::date + coalesce(m.near_expiry_days, mt.near_expiry_days, 7) then 'near'
    else 'normal' end as life_state,
    b.lot_state, b.hold_reason, b.received_date, b.source_bill_code, b.origin_place, b.residue_result,
    b.opened_time, b.thawed_time, b.use_by,
    round(sb.unit_cost, 6) as unit_cost, sb.amount, sb.first_in_time, sb.last_move_time, b.create_user, b.create_time,
    sb.last_move_time as update_time
  from stock_batch sb join stock_location l on l.tenant_id = sb.tenant_id and l.id = sb.location_id and l.kind = ${kind}
  join stock s on s.tenant_id = sb.tenant_id and s.location_id = sb.location_id and s.material_id = sb.material_id
  join batch b on b.tenant_id = sb.tenant_id and b.id = sb.batch_id
  join material m on m.tenant_id = sb.tenant_id and m.id = sb.material_id
  left join material_type mt on mt.tenant_id = m.tenant_id and mt.id = m.material_type_id`;

const lotTab = (tab: string): Sql => {
  switch (tab) {
    case 'stock':
      return sql`t.qty > 0`;
    case 'near':
      return sql`t.qty > 0 and t.life_state = 'near'`;
    case 'expired':
      return sql`t.qty > 0 and t.life_state = 'expired'`;
    case 'unknown':
      return sql`t.qty > 0 and t.life_state = 'unknown'`;
    case 'hold':
      return sql`t.qty > 0 and t.lot_state <> 'free'`;
    case 'used':
      return sql`t.qty = 0`;
    default:
      return sql`true`;
  }
};
const lotBehaviours = stockBatchFaces.map(({ declaration, kind, placeField }) =>
  behaviour(declaration, {
    source: lotSource(kind, placeField),
    filters: { ...placeAndType, ...ofFactory, tab: lotTab },
  }),
);

/**
 * With `withTransit`, what is on its way to a store stands among the moves of the store, as the statistics count it, or
 * `only` that.
 */
const moveSource =
  (kind: string, placeField: string) =>
  (_context: Context, { withTransit }: Input): Sql => {
    const stores = kind === 'warehouse' && (withTransit === '1' || withTransit === 'only');
    return sql`
  select v.tenant_id, v.id, v.seq, v.location_id, ${stores ? sql`w.id` : sql`v.location_id`} as ${column(placeField)},
    l.dept_id, v.business_time, v.posted_time, v.reason, v.reason_detail, v.material_id, m.material_type_id, v.batch_id,
    v.counter_location_id, l.kind = 'in-transit' as in_transit, v.base_unit_id,
    v.qty, v.aux_qty, v.unit_cost, v.amount, v.bill_type, v.bill_code, v.bill_id::text as bill_id, v.operator_id,
    n.remark, v.operator_id as create_user, v.posted_time as create_time, v.posted_time as update_time
  from stock_move v join ${
    stores
      ? sql`(select l.tenant_id, l.id as at, w.id, l.kind, w.dept_id from ${STORES} where ${IS_STORE}) w
        on w.tenant_id = v.tenant_id and w.at = v.location_id cross join lateral (select w.kind, w.dept_id) l`
      : sql`stock_location l on l.tenant_id = v.tenant_id and l.id = v.location_id and l.kind = ${kind}`
  }
  join material m on m.tenant_id = v.tenant_id and m.id = v.material_id
  left join stock_move_note n on n.tenant_id = v.tenant_id and n.move_id = v.id`;
  };
/** Who delivered the lot; empty of what nobody did. */
const supplierOf = sql`(select s.name from batch b join supplier s on s.tenant_id = b.tenant_id and s.id = b.supplier_id
  where b.tenant_id = t.tenant_id and b.id = t.batch_id)`;
/** Lots of a supplier, by id; 0: of none. */
const fromSupplier = (value: string): Sql =>
  isId(value)
    ? sql`t.batch_id in (select b.id from batch b where coalesce(b.supplier_id, 0) = ${value}::bigint)`
    : sql`false`;
/** What lay there of the lot after the move, by business time. */
const afterQty = sql`(select sum(o.qty) from stock_move o where o.tenant_id = t.tenant_id and o.batch_id = t.batch_id
  and o.location_id = t.location_id and (o.business_time, o.seq) <= (t.business_time, t.seq))`;
/** What lay there before a move is what lay there after it, less the move. */
export const BALANCES = { beforeQty: ['afterQty', 'qty'] } as const;
const moveBehaviours = stockBatchLogFaces.map(({ declaration, kind, placeField }) =>
  behaviour(declaration, {
    source: moveSource(kind, placeField),
    isIndexed: true,
    computed: {
      afterQty: () => afterQty,
      supplier: () => supplierOf,
      ...(kind === 'warehouse' ? { counted: () => columnOfRow } : {}),
    },
    fills: BALANCES,
    async fillRows(_context, rows) {
      for (const row of rows)
        for (const [name, [of, less]] of Object.entries(BALANCES))
          Object.assign(row, {
            [name]: Decimal.of(String(row[of]))
              .minus(Decimal.of(String(row[less])))
              .toString(),
          });
    },
    filters: {
      ...placeAndType,
      supplier: fromSupplier,
      withTransit: (value: string) => (value === 'only' ? sql`t.in_transit` : sql`true`),
      ...(kind === 'warehouse' ? { counted: (value: string) => countsIn(value.split(',')) } : {}),
      // A lot's id means the lot wherever it lies; a row of the list of lots means it at that place.
      batchId: (value) =>
        isId(value)
          ? sql`(t.batch_id = ${value}::bigint or (t.location_id, t.batch_id) = (select sb.location_id, sb.batch_id
            from stock_batch sb where sb.id = ${value}::bigint))`
          : sql`false`,
    },
  }),
);

export const stockViewBehaviours: readonly Behaviour[] = [...stockBehaviours, ...lotBehaviours, ...moveBehaviours];

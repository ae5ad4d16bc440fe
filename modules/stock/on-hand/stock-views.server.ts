/** The rows people see of stock, lots and moves. One query each, for warehouses and stalls alike. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, type Behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { column, sql, type Sql } from '../../../parts/postgres/database.ts';
import { stockBatchLogFaces } from '../lots/stock-batch-log.resource.ts';
import { stockBatchFaces } from '../lots/stock-batch.resource.ts';
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

/** Stock rows of one kind of place; with `asOf`, as they were then by the moves. */
function stockSource(kind: string, placeField: string, input: Input): Sql {
  const moment = pastMoment(input);
  const { asOfBy } = input;
  const time = asOfBy === 'posted' ? sql`m.posted_time` : sql`m.business_time`;
  const held =
    moment === null
      ? sql`(select s.qty, s.aux_qty, s.reserved_qty, s.amount, s.avg_amount, round(s.avg_cost, 6) as avg_cost,
        s.last_cost) h`
      : sql`(
      select coalesce(sum(v.qty), 0) as qty, coalesce(sum(v.aux_qty), 0) as aux_qty, 0::numeric as reserved_qty,
        coalesce(sum(v.amount), 0) as amount, 0::numeric as last_cost,
        coalesce(sum(v.average), 0) as avg_amount, coalesce(round(sum(v.average) / nullif(sum(v.counted), 0), 6),
        0) as avg_cost
      from (
        select m.qty, m.aux_qty, m.amount, case when c.undone then 0 else c.avg_amount - c.residue end as average,
          case when c.undone then 0 else m.qty end as counted
        from stock_move m join stock_move_cost c on c.tenant_id = m.tenant_id and c.move_id = m.id
        where m.tenant_id = s.tenant_id and m.location_id = s.location_id and m.material_id = s.material_id
          and ${time} <= ${moment}::timestamptz) v) h`;
  return sql`
    select s.tenant_id, s.id, s.location_id, s.location_id as ${column(placeField)}, l.dept_id, s.material_id,
      m.material_type_id, m.base_unit_id, m.search_text, h.qty, h.aux_qty, h.reserved_qty, h.avg_amount, h.avg_cost,
      case when ${BY_AVERAGE} then h.avg_amount else h.amount end as amount,
      case when ${BY_AVERAGE} then h.avg_cost when h.qty > 0 then round(h.amount / h.qty, 6)
      else h.last_cost end as unit_cost,
      s.safety_stock_threshold, s.max_stock, s.storage_place, s.remark, s.last_in_time, s.last_out_time,
      s.last_check_time, s.create_user, s.create_time, s.update_time,
      coalesce(m.near_expiry_days, mt.near_expiry_days, 7) as near_days
    from stock s join stock_location l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.kind = ${kind}
    join material m on m.tenant_id = s.tenant_id and m.id = s.material_id
    left join material_type mt on mt.tenant_id = m.tenant_id and mt.id = m.material_type_id cross join lateral ${held}`;
}

const ofLots = (condition: Sql): Sql =>
  sql`(select coalesce(sum(sb.qty), 0) from stock_batch sb join batch b on b.id = sb.batch_id
    where sb.location_id = t.location_id and sb.material_id = t.material_id and sb.qty > 0 and ${condition})`;
const expired = ({ today }: Context): Sql => sql`b.expiry_date < ${today}::date`;
const near = ({ today }: Context): Sql => sql`b.expiry_date between ${today}::date and ${today}::date + t.near_days`;
/** What may be asked for: free lots that have not expired, less what others hold. */
export const availableQty = ({ today }: Context): Sql =>
  sql`greatest(0, ${ofLots(sql`b.lot_state = 'free' and (b.expiry_date is null or b.expiry_date >= ${today}::date)`)} -
    t.reserved_qty)`;
const inTransitQty = sql`coalesce((select i.qty from stock_location l join stock i on i.location_id = l.id
  where l.transit_for_id = t.location_id and i.material_id = t.material_id), 0)`;
const onOrderQty = sql`(select coalesce(sum(e.open_qty), 0) from expected_receipt e
  where e.location_id = t.location_id and e.material_id = t.material_id and e.open_qty > 0)`;
const shortQty = (context: Context): Sql =>
  sql`greatest(0, t.safety_stock_threshold - ${availableQty(context)} - ${inTransitQty} - ${onOrderQty})`;

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
      return sql`t.safety_stock_threshold > 0 and ${shortQty(context)} > 0`;
    case 'near':
      return withLots(
        sql`b.expiry_date between ${context.today}::date and ${context.today}::date + coalesce(m.near_expiry_days,
          mt.near_expiry_days, 7)`,
      );
    case 'expired':
      return withLots(expired(context));
    case 'hold':
      return withLots(sql`b.lot_state <> 'free'`);
    case 'stock':
      return sql`t.qty > 0`;
    case 'zero':
      return sql`t.qty = 0`;
    default:
      return sql`true`;
  }
};

const escaped = (value: string): string => `%${value.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
const isId = (value: string): boolean => /^\d{1,19}$/.test(value);
/** Filters other clients send: a place by id or part of its name, a type with all below it by id or name. */
const placeAndType = {
  warehouse: (value: string): Sql =>
    isId(value)
      ? sql`t.location_id = ${value}::bigint`
      : sql`exists (select 1 from stock_location w where w.tenant_id = t.tenant_id and w.id = t.location_id
        and w.name ilike ${escaped(value)})`,
  materialType: (value: string): Sql => sql`t.material_type_id in (
    with recursive down as (
      select mt.id from material_type mt where
        ${isId(value) ? sql`mt.id = ${value}::bigint` : sql`mt.name ilike ${escaped(value)}`}
      union select c.id from material_type c join down on c.parent_id = down.id) select id from down)`,
};

const stockBehaviours = stockFaces.map(({ declaration, kind, placeField }) =>
  behaviour(declaration, {
    source: (_context, input) => stockSource(kind, placeField, input),
    computed: {
      availableQty,
      inTransitQty: () => inTransitQty,
      onOrderQty: () => onOrderQty,
      shortQty,
      holdQty: () => ofLots(sql`b.lot_state <> 'free'`),
      expiredQty: (context) => ofLots(expired(context)),
      nearExpiryQty: (context) => ofLots(near(context)),
      ...(kind === 'warehouse'
        ? { warehouse: () => sql`(select l.name from stock_location l where l.id = t.location_id)` }
        : {}),
    },
    filters: { ...placeAndType, tab: stockTab, asOf: () => sql`true`, asOfBy: () => sql`true` },
  }),
);

const lotSource =
  (kind: string, placeField: string) =>
  (context: Context): Sql =>
    sql`
  select sb.tenant_id, sb.id, sb.location_id, sb.location_id as ${column(placeField)}, l.dept_id, s.id as stock_id,
    sb.batch_id, b.batch_code, sb.material_id, m.material_type_id, b.supplier_id, b.supplier_batch_no, m.base_unit_id,
    sb.qty, sb.aux_qty, sb.reserved_qty, case when b.lot_state = 'free'
    and (b.expiry_date is null or b.expiry_date >= ${context.today}::date) then sb.qty - sb.reserved_qty
      else 0 end as available_qty,
    b.production_date, b.expiry_date, b.expiry_date - ${context.today}::date as days_left,
    case when b.expiry_date is null and m.shelf_life_managed = 1 then 'unknown'
    when b.expiry_date < ${context.today}::date then 'expired'
    when b.expiry_date <= ${context.today}::date + coalesce(m.near_expiry_days, mt.near_expiry_days, 7) then 'near'
    else 'normal' end as life_state,
    b.lot_state, b.hold_reason, b.received_date, b.source_bill_code, b.origin_place, b.residue_result,
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
  behaviour(declaration, { source: lotSource(kind, placeField), filters: { ...placeAndType, tab: lotTab } }),
);

const moveSource = (kind: string, placeField: string) => (): Sql =>
  sql`
  select v.tenant_id, v.id, v.seq, v.location_id, v.location_id as ${column(placeField)}, l.dept_id, v.business_time,
    v.posted_time, v.reason, v.reason_detail, v.material_id, m.material_type_id, v.batch_id, v.counter_location_id,
    v.base_unit_id, v.qty, v.aux_qty, v.unit_cost, v.amount, v.bill_type, v.bill_code, v.bill_id::text as bill_id,
    v.operator_id, n.remark, v.operator_id as create_user, v.posted_time as create_time, v.posted_time as update_time
  from stock_move v join stock_location l on l.tenant_id = v.tenant_id and l.id = v.location_id and l.kind = ${kind}
  join material m on m.tenant_id = v.tenant_id and m.id = v.material_id
  left join stock_move_note n on n.tenant_id = v.tenant_id and n.move_id = v.id`;
/** What lay there of the lot after the move, by business time. */
const afterQty = sql`(select sum(o.qty) from stock_move o where o.tenant_id = t.tenant_id and o.batch_id = t.batch_id
  and o.location_id = t.location_id and (o.business_time, o.seq) <= (t.business_time, t.seq))`;
/** What lay there before a move is what lay there after it, less the move. */
export const BALANCES = { beforeQty: ['afterQty', 'qty'] } as const;
const moveBehaviours = stockBatchLogFaces.map(({ declaration, kind, placeField }) =>
  behaviour(declaration, {
    source: moveSource(kind, placeField),
    isIndexed: true,
    computed: { afterQty: () => afterQty },
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

/** What is left of the lots in stores that are sorted from. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sql } from '../../../parts/postgres/database.ts';

export interface StoreLot {
  readonly locationId: Id;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly batch: string;
  readonly expiryDate: string | null;
  readonly lotState: string;
  readonly holdReason: string;
  readonly baseUnit: string;
  /** In base unit: what lies there, less what is sorted or proposed of it and what other bills named. */
  readonly left: Decimal;
}
interface Key {
  readonly locationId: Id;
  readonly materialId: Id;
}

/**
 * The lots of materials in stores, first expired first. Of lines that are not shipped, what is sorted counts; with
 * `proposed`, so does what waits for its turn. Those of `except` are left out. One statement.
 */
export async function lotsOfStores(
  context: Context,
  keys: readonly Key[],
  { except = [], proposed = true }: { readonly except?: readonly Id[]; readonly proposed?: boolean } = {},
): Promise<readonly StoreLot[]> {
  const states = proposed ? ['waiting', 'undone', 'done', 'short'] : ['done', 'short'];
  const rows = await context.tx.rows<Omit<StoreLot, 'left'> & { readonly left: DecimalText }>(sql`
    select b.location_id, b.material_id, b.batch_id, t.batch_code as batch, t.expiry_date, t.lot_state,
      coalesce(t.hold_reason, '') as hold_reason, u.called as base_unit,
      b.qty - coalesce(l.qty, 0) - coalesce(r.qty, 0) as left
    from (select distinct k."locationId" as location_id, k."materialId" as material_id
      from json_to_recordset(${JSON.stringify(keys)}::json) as k("locationId" bigint, "materialId" bigint)) k
    join stock_batch b on b.location_id = k.location_id and b.material_id = k.material_id and b.qty > 0
    join batch t on t.id = b.batch_id join material m on m.id = b.material_id
    join material_unit u on u.id = m.base_unit_id
    left join lateral (
      select sum(case when l.state in ('waiting', 'undone') then coalesce(l.target_qty, l.order_qty) * l.factor
        when m.catch_weight = 1 and l.weight is not null then l.weight else l.num * l.factor end) as qty
      from distribution_statement_log l where l.batch_id = b.batch_id and l.shipped_flag = 0
        and coalesce(l.factory_warehouse_id, l.out_warehouse_id) = b.location_id
        and l.state = any(${states}) and not l.id = any(${except as Id[]}::bigint[])) l on true
    left join lateral (select sum(r.qty) as qty from stock_reservation r where r.location_id = b.location_id
      and r.material_id = b.material_id and r.batch_id = b.batch_id and r.qty > 0) r on true
    order by b.location_id, b.material_id, coalesce(t.expiry_date, '9999-12-31'), t.received_date, b.qty, b.batch_id`);
  return rows.map(({ left, ...lot }) => ({ ...lot, left: Decimal.of(left) }));
}

const TOLERANCE = '3';
/** Percent by which what is weighed may differ; the usual one where the parameter is no figure. */
export async function sortTolerance(context: Context): Promise<Decimal> {
  const text = (await readParameter(context, 'distribution.sort.tolerance')).trim();
  const read = Decimal.of(Decimal.isText(text) ? text : TOLERANCE);
  return read.isNegative() ? Decimal.zero : read;
}

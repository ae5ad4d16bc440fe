/** The snapshot a count begins with: one line a lot, in the order a person walks past them. */
import type { InputOf } from '../../kernel/core/contract.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Call, Context, Input } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { actOn, readIds } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import { mergedGoods } from '../master-data/merging/material-merge.server.ts';
import { countFaces } from './faces/count-faces.server.ts';
import type * as calls from './stock-check.calls.ts';
import type { stockCheck, StockCheckRow } from './stock-check.document.ts';

/** Starts the count named, or one that is sent whole. */
async function start(
  context: Context,
  input: InputOf<typeof calls.generateDetail.input>,
  body: Input,
  of: typeof stockCheck,
): Promise<TypeOf<typeof calls.generateDetail.answer>> {
  const given = input.id ?? input.checkId;
  const id = given === null ? await saveRecord(of, context, body) : readIds({ id: given })[0]!;
  await actOn(context, of, 'generateDetail', id, async (check) => {
    if (check.status === 'draft' && (await readParameter(context, 'store.check.plan-approval')) === '1')
      throw new Refused(refuse('counting.plan-not-approved', { billCode: check.billCode }));
    // Made here, its scope was sent with it: what is refused says which lot of those.
    await takeSnapshot(context, check, given === null);
  });
  return recordById(context, { ...of, scope: null }, id);
}

/**
 * Lines of the scope. The place is held for the moment, so that nothing is on its way in or out of the book, and no
 * other count takes the same lots.
 */
async function takeSnapshot(context: Context, check: Acting<typeof stockCheck>, isSent: boolean): Promise<void> {
  const { row } = check;
  const { locationId } = row;
  await context.tx.run(sql`select 1 from stock_location l where l.id = ${locationId}::bigint for update`);
  const lots = await context.tx.rows<LotInScope>(sql`
    select sb.material_id, m.called as material, sb.batch_id, l.name as place, o.id as check_id,
      o.bill_code, case o.place_kind when 'factory' then 'factoryinvcheck' else 'invcheck' end as list
    from stock_batch sb join material m on m.id = sb.material_id join stock_location l on l.id = sb.location_id
    left join lateral (select o.id, o.bill_code, o.place_kind from stock_check_detail d
      join stock_check o on o.id = d.stock_check_id where o.location_id = sb.location_id and d.batch_id = sb.batch_id
      and o.status in ('counting', 'counted') limit 1) o on true
    where sb.location_id = ${locationId}::bigint ${scopeOf(row)} order by m.code`);
  if (lots.length === 0) {
    const place = await context.tx.row<{ name: string }>(
      sql`select l.name from stock_location l where l.id = ${locationId}::bigint`,
    );
    throw new Refused(refuse('counting.nothing-there', { place: place?.name ?? '' }));
  }
  const refusals = countedElsewhere(lots, isSent && row.scopeType === 'batch' ? (row.batchIds ?? []) : []);
  if (refusals.length > 0) throw new Refused(...refusals);
  const seesBook = row.blind === 0;
  await context.tx.run(sql`
    insert into stock_check_detail (stock_check_id, line_no, storage_place, material_id, batch_id, expiry_date,
      base_unit_id, unit_id, factor, snapshot_qty, snapshot_amount, line_state, count_way, need_second)
    select ${check.id}::bigint, row_number() over (order by nullif(s.storage_place, '') nulls last, m.code,
      b.expiry_date nulls last, b.batch_code), s.storage_place, sb.material_id, sb.batch_id, b.expiry_date,
      m.base_unit_id, m.base_unit_id, 1,
      case when ${seesBook} then sb.qty end, case when ${seesBook} then sb.amount end, 'waiting', 'manual', 0
    from stock_batch sb join material m on m.id = sb.material_id join batch b on b.id = sb.batch_id
    join stock s on s.location_id = sb.location_id and s.material_id = sb.material_id
    where sb.location_id = ${locationId}::bigint ${scopeOf(row)}`);
  await context.tx.run(
    sql`update stock_check set snapshot_time = ${context.now}::timestamptz where id = ${check.id}::bigint`,
  );
}

interface LotInScope {
  readonly materialId: string;
  readonly material: string;
  readonly batchId: string;
  readonly place: string;
  /** The count it is in already, and the list that shows that. */
  readonly checkId: string | null;
  readonly billCode: string | null;
  readonly list: string;
}
/** Lots another count has: each by its place among those that were sent, or once for each material. */
function countedElsewhere(lots: readonly LotInScope[], sent: readonly string[]): Refusal[] {
  const taken = lots.filter(({ checkId }) => checkId !== null);
  const told = sent.length > 0 ? taken : [...new Map(taken.map((lot) => [lot.materialId, lot])).values()];
  return told.map(({ batchId, material, billCode, checkId, list }) => {
    const line = sent.indexOf(batchId) + 1;
    return refuse('counting.counted-elsewhere', { material, billCode, checkId, list }, line === 0 ? {} : { line });
  });
}

/** The part of the place the count is about, over `sb` and `m`. */
function scopeOf(row: StockCheckRow): Sql {
  const there = row.includeZero === 1 ? sql`` : sql`and sb.qty > 0`;
  switch (row.scopeType) {
    case 'type':
      return sql`${there} and m.material_type_id in (
        with recursive down as (select y.id from material_type y
        where y.id = any(${row.materialTypeIds ?? []}::bigint[]) union select y.id from material_type y
        join down on y.parent_id = down.id) select down.id from down)`;
    case 'material':
      // What was merged into them is of them.
      return sql`${there} and sb.material_id in (${mergedGoods(row.materialIds ?? [])} select id from goods union
        select unnest(${row.materialIds ?? []}::bigint[]))`;
    case 'batch':
      return sql`${there} and sb.batch_id = any(${row.batchIds ?? []}::bigint[])`;
    default:
      return there;
  }
}

export const snapshotCalls: readonly Call[] = countFaces.map(({ calls: { generateDetail }, of }) =>
  serve(generateDetail, (context, input, { body }) => start(context, input, body, of(context))),
);

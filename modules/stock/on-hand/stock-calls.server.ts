/** Calls of stock beyond its lists: settings, what may be picked, what is short, what is on its way, who holds what. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { readFields } from '../../../kernel/core/validate.ts';
import { audit, differences } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { empty, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { paging, readPage } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { prove, type BadRow } from '../ledger/proof.server.ts';
import { balancesUpTo } from './balances.server.ts';
import { factoryStockCalls } from './factory-stock.server.ts';
import * as calls from './stock.calls.ts';
import { withoutCosts } from './without-costs.ts';
import { gearStock, stock, stockFaces, type PlaceFace } from './stock.resource.ts';

const SETTINGS = ['safetyStockThreshold', 'maxStock', 'storagePlace', 'remark'] as const;

interface SettingsRow {
  readonly id: string;
  readonly materialId: string;
  readonly material: string;
  readonly qty: string;
  readonly reservedQty: string;
  readonly moved: boolean;
  readonly safetyStockThreshold: string;
  readonly maxStock: string | null;
  readonly storagePlace: string | null;
  readonly remark: string | null;
}

/** Rows of stock the caller may see, locked, by id. */
async function lockRows(context: Context, face: PlaceFace, ids: readonly string[]): Promise<SettingsRow[]> {
  const rows = await context.tx.rows<SettingsRow>(sql`
    select t.id, t.material_id, m.called as material, t.qty, t.reserved_qty, t.safety_stock_threshold, t.max_stock,
      t.storage_place, t.remark,
      exists (select 1 from stock_move v where v.location_id = t.location_id and v.material_id = t.material_id) as moved
    from stock t join stock_location l on l.id = t.location_id and l.kind = ${face.kind}
    join material m on m.id = t.material_id
    where t.id = any(${ids}::bigint[]) ${placeScope(context, face)}
    order by t.location_id, t.material_id for update of t`);
  if (rows.length < ids.length) throw unknownRecord(face.declaration.label);
  return rows;
}
const placeScope = (context: Context, face: PlaceFace): Sql => {
  const [scope] = scopeCondition(face.declaration, context);
  return scope === undefined ? empty : sql`and exists (select 1 from (select l.dept_id) t where ${scope})`;
};

/**
 * Writes safety stock, highest stock, storage place and remark. Quantities in the body are ignored: only postings
 * change them.
 */
async function submitSettings(context: Context, face: PlaceFace, input: Input): Promise<{ id: Id }> {
  const fields = Object.fromEntries(SETTINGS.map((name) => [name, face.declaration.fields[name]!]));
  const id = input['id'] ? readIds({ id: input['id'] })[0]! : await makeRow(context, face, input);
  const [before] = await lockRows(context, face, [id]);
  const { values, refusals } = readFields(fields, input, false);
  if (refusals.length > 0) throw new Refused(...refusals);
  const next = { ...Object.fromEntries(SETTINGS.map((name) => [name, before![name]])), ...values } as {
    safetyStockThreshold: string | null;
    maxStock: string | null;
    storagePlace: string | null;
    remark: string | null;
  };
  const safety = Decimal.of(next.safetyStockThreshold ?? '0');
  if (next.maxStock !== null && Decimal.of(next.maxStock).isBelow(safety))
    throw new Refused(refuse('stock.max-below-safety', {}, { field: 'maxStock' }));
  await context.tx.run(sql`
    update stock set safety_stock_threshold = ${safety.toString()}::numeric, max_stock = ${next.maxStock}::numeric,
      storage_place = ${next.storagePlace}, remark = ${next.remark},
      version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      where id = ${id}::bigint`);
  const changes = differences(Object.fromEntries(SETTINGS.map((name) => [name, before![name]])), {
    ...next,
    safetyStockThreshold: safety.toString(),
  });
  if (Object.keys(changes).length > 0)
    await audit(context, [
      { resource: face.declaration.name, recordId: id, action: 'update', title: before!.material, changes },
    ]);
  return { id };
}

/** A row at zero, so that safety can be set before anything ever came. */
async function makeRow(context: Context, face: PlaceFace, input: Input): Promise<string> {
  const placeId = String(input[face.placeField] ?? '');
  const materialId = String(input['materialId'] ?? '');
  for (const [name, value] of [
    [face.placeField, placeId],
    ['materialId', materialId],
  ] as const)
    if (!/^\d{1,19}$/.test(value))
      throw new Refused(refuse('field.required', { name: face.declaration.fields[name]!.label }, { field: name }));
  const known = await context.tx.row(
    sql`select 1 as one from stock_location l where l.id = ${placeId}::bigint
      and l.kind = ${face.kind} ${placeScope(context, face)}`,
  );
  if (known === undefined)
    throw new Refused(
      refuse(
        'field.unknown-reference',
        { name: face.declaration.fields[face.placeField]!.label },
        { field: face.placeField },
      ),
    );
  const made = await context.tx.row<{ id: string }>(sql`
    insert into stock (location_id, material_id, create_user, update_user)
    select ${placeId}::bigint, m.id, ${context.user.userId}::bigint, ${context.user.userId}::bigint from material m
    where m.id = ${materialId}::bigint on conflict do nothing returning id`);
  if (made === undefined) throw new Refused(refuse('stock.setting-exists', {}, { field: 'materialId' }));
  return made.id;
}

/** Rows that never moved and hold nothing may go; anything else is the ledger's. */
async function remove(context: Context, face: PlaceFace, named: readonly Id[]): Promise<true> {
  const rows = await lockRows(context, face, named);
  const used = rows.filter((row) => row.moved || row.qty !== '0' || row.reservedQty !== '0');
  if (used.length > 0) throw new Refused(...used.map(({ material }) => refuse('stock.row-in-use', { material })));
  const ids = rows.map((row) => row.id);
  await audit(
    context,
    rows.map((row) => ({
      resource: face.declaration.name,
      recordId: row.id,
      action: 'remove',
      title: row.material,
      changes: { safetyStockThreshold: [row.safetyStockThreshold, null] as const },
    })),
  );
  await context.tx.run(sql`delete from stock where id = any(${ids}::bigint[])`);
  return true;
}

const ofEveryPlace = { ...stock, scope: null };

/**
 * What a kitchen may ask for: what the caller's list shows, and what lies in warehouses that serve a restaurant of
 * theirs, or one with a stall of theirs. Of stalls only what their list shows.
 */
const pickPage = serve(calls.pickPage, async (context, { gearOperationDeptId }, { body }) => {
  const there = sql`t.available_qty > 0`;
  if (gearOperationDeptId !== null) return readPage(withoutCosts(gearStock), context, body, [there]);
  const [scope] = scopeCondition(stock, context);
  const within = scope === undefined ? [] : [sql`(${scope} or ${servesCaller(context)})`];
  return readPage(withoutCosts(ofEveryPlace), context, body, [there, ...within]);
});

/** The place of `t` is a warehouse that serves a restaurant of the caller's, as a pick bill demands it. */
function servesCaller({ user }: Context): Sql {
  const depts = user.scope.all ? [] : [...user.scope.depts];
  return sql`exists (
    select 1 from warehouse w join dept r on r.tenant_id = w.tenant_id and r.dept_category = ${DEPT.restaurant}
      and case when cardinality(w.use_restaurant_group_dept_id) > 0
        then r.id = any(w.use_restaurant_group_dept_id) else r.parent_id = w.project_group_dept_id end
    where w.id = t.location_id and (r.id = any(${depts}::bigint[])
      or exists (select 1 from dept s where s.parent_id = r.id and s.id = any(${depts}::bigint[]))))`;
}

/** Quantities of all warehouses. Somebody from outside sees what their list shows, whatever rights they were given. */
const pageNoDataAuth = serve(calls.pageNoDataAuth, async (context, _input, { body }) =>
  readPage(withoutCosts(context.user.outsider === true ? stock : ofEveryPlace), context, body),
);

const shortages = serve(calls.shortages, async (context, _input, { body }) =>
  readPage(stock, context, { ...body, tab: 'short' }),
);

const inTransitPage = serve(calls.inTransitPage, async (context, input) => {
  const { current, size } = paging(input);
  const of = (id: string | null, at: Sql): Sql[] =>
    id !== null && /^\d{1,19}$/.test(id) ? [sql`${at} = ${id}::bigint`] : [];
  const [scope] = scopeCondition(stock, context);
  const terms = [
    sql`l.kind = 'in-transit'`,
    ...of(input.warehouseId, sql`l.transit_for_id`),
    ...of(input.toLocationId, sql`l.transit_for_id`),
    ...of(input.materialId, sql`sb.material_id`),
    ...of(input.batchId, sql`sb.batch_id`),
    ...(scope === undefined ? [] : [sql`exists (select 1 from (select l.dept_id) t where ${scope})`]),
  ];
  const rows = await context.tx.rows<
    TypeOf<typeof calls.inTransitPage.answer>['records'][number] & { readonly total: number }
  >(sql`
    select sb.id, l.transit_for_id as to_location_id, d.called as to_location_name, sb.material_id,
      m.code as material_code, m.called as material_name, u.called as base_unit_name, sb.batch_id, b.batch_code, sb.qty,
      ${context.allowed('stock_view_cost') ? sql`sb.amount,` : empty} last.bill_type, last.bill_code,
        last.from_name as from_location_name, last.business_time as ship_time,
        (${context.today}::date - last.business_time::date) as days, count(*) over ()::integer as total
    from stock_batch sb join stock_location l on l.id = sb.location_id join stock_location d on d.id = l.transit_for_id
    join material m on m.id = sb.material_id join material_unit u on u.id = m.base_unit_id
    join batch b on b.id = sb.batch_id
    left join lateral (
      select v.bill_type, v.bill_code, v.business_time, f.called as from_name from stock_move v
      left join stock_location f on f.id = v.counter_location_id
      where v.location_id = sb.location_id and v.batch_id = sb.batch_id and v.qty > 0 order by v.seq desc
      limit 1) last on true
    where sb.qty > 0 and ${join(terms, ' and ')} order by last.business_time, sb.id
    limit ${size} offset ${(current - 1) * size}`);
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map(({ total: _total, ...row }) => row),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
});

const reservationPage = serve(calls.reservationPage, async (context, input) => {
  const id = readIds({ id: input.stockId ?? input.id })[0]!;
  await requireVisible(context, id);
  return context.tx.rows<TypeOf<typeof calls.reservationPage.answer>[number]>(sql`
    select r.id, r.bill_type, r.bill_id, r.bill_code, r.line_id, r.want_qty, r.qty, r.need_date, r.state,
      r.create_time, coalesce(r.batch_id::text, '') as batch_id, coalesce(b.batch_code, '') as batch_code
    from stock s join stock_reservation r on r.location_id = s.location_id and r.material_id = s.material_id
    left join batch b on b.id = r.batch_id
    where s.id = ${id}::bigint and r.qty > 0 order by r.need_date, r.create_time`);
});

async function requireVisible(context: Context, id: Id): Promise<void> {
  const seen = await context.tx.row(
    sql`select 1 as one from stock s join stock_location l on l.id = s.location_id
      where s.id = ${id}::bigint ${placeScope(context, stockFaces[0]!)}`,
  );
  if (seen === undefined) throw unknownRecord(stock.label);
}

const proveStock = serve(calls.prove, async (context, { locationId, replayed }) => {
  const proof = await prove(context, {
    ...(locationId !== null && /^\d{1,19}$/.test(locationId) ? { locationId } : {}),
    replayed: replayed === '1',
  });
  return { ...proof, firstBadRow: context.user.scope.all ? shownRow(context, proof.firstBadRow) : null };
});
/** A row of the proof without what only holders of `stock_view_cost` see. */
const shownRow = (context: Context, row: BadRow | null): BadRow | null =>
  row === null || context.allowed('stock_view_cost')
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => !/amount|average/.test(name)));

const SETTINGS_CALLS = {
  warehouse: calls.stockSettings,
  'factory-warehouse': calls.factoryStockSettings,
  stall: calls.gearStockSettings,
} as const;

/** The calls that set safety stock and the like of one kind of place. */
const settingsCalls = (face: PlaceFace, of: typeof calls.stockSettings): readonly Call[] => [
  // What is left out stays as it is, so that the body is read for what came.
  serve(of.submit, async (context, _input, { body }) => submitSettings(context, face, body)),
  serve(of.updateSafety, async (context, input) => submitSettings(context, face, input)),
  serve(of.remove, async (context, input) => remove(context, face, readIds(input))),
];

export const stockCalls: readonly Call[] = [
  ...stockFaces.flatMap((face) => settingsCalls(face, SETTINGS_CALLS[face.kind])),
  ...factoryStockCalls,
  pickPage,
  pageNoDataAuth,
  balancesUpTo(200_000),
  shortages,
  inTransitPage,
  reservationPage,
  proveStock,
];

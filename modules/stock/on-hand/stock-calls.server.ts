/** Calls of stock beyond its lists: settings, what may be picked, what is short, what is on its way, who holds what. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { readFields } from '../../../kernel/core/validate.ts';
import { audit, differences } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { empty, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { paging, readPage } from '../../../kernel/server/record-query.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { prove } from '../ledger/proof.server.ts';
import { availableQty } from './stock-views.server.ts';
import { gearStock, stock } from './stock.resource.ts';

type Face = { readonly declaration: Declaration; readonly kind: 'warehouse' | 'stall'; readonly placeField: string };
const faces: readonly Face[] = [
  { declaration: stock, kind: 'warehouse', placeField: 'warehouseId' },
  { declaration: gearStock, kind: 'stall', placeField: 'gearOperationDeptId' },
];
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
async function lockRows(context: Context, face: Face, ids: readonly string[]): Promise<SettingsRow[]> {
  const rows = await context.tx.rows<SettingsRow>(sql`
    select t.id, t.material_id, m.name as material, t.qty, t.reserved_qty, t.safety_stock_threshold, t.max_stock, t.storage_place, t.remark,
      exists (select 1 from stock_move v where v.location_id = t.location_id and v.material_id = t.material_id) as moved
    from stock t join stock_location l on l.id = t.location_id and l.kind = ${face.kind} join material m on m.id = t.material_id
    where t.id = any(${ids}::bigint[]) ${placeScope(context, face)} order by t.location_id, t.material_id for update of t`);
  if (rows.length < ids.length) throw unknownRecord(face.declaration.label);
  return rows;
}
const placeScope = (context: Context, face: Face): Sql => {
  const [scope] = scopeCondition(face.declaration, context);
  return scope === undefined ? empty : sql`and exists (select 1 from (select l.dept_id) t where ${scope})`;
};

/** Writes safety stock, highest stock, storage place and remark. Quantities in the body are ignored: only postings change them. */
async function submitSettings(context: Context, face: Face, input: Input): Promise<unknown> {
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
    update stock set safety_stock_threshold = ${safety.toString()}::numeric, max_stock = ${next.maxStock}::numeric, storage_place = ${next.storagePlace}, remark = ${next.remark},
      version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now() where id = ${id}::bigint`);
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
async function makeRow(context: Context, face: Face, input: Input): Promise<string> {
  const placeId = String(input[face.placeField] ?? '');
  const materialId = String(input['materialId'] ?? '');
  for (const [name, value] of [
    [face.placeField, placeId],
    ['materialId', materialId],
  ] as const)
    if (!/^\d{1,19}$/.test(value))
      throw new Refused(refuse('field.required', { name: face.declaration.fields[name]!.label }, { field: name }));
  const known = await context.tx.row(
    sql`select 1 as one from stock_location l where l.id = ${placeId}::bigint and l.kind = ${face.kind} ${placeScope(context, face)}`,
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
    select ${placeId}::bigint, m.id, ${context.user.userId}::bigint, ${context.user.userId}::bigint from material m where m.id = ${materialId}::bigint on conflict do nothing returning id`);
  if (made === undefined) throw new Refused(refuse('stock.setting-exists', {}, { field: 'materialId' }));
  return made.id;
}

/** Rows that never moved and hold nothing may go; anything else is the ledger's. */
async function remove(context: Context, face: Face, input: Input): Promise<boolean> {
  const rows = await lockRows(context, face, readIds(input));
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

const withoutCosts = (declaration: Declaration): Declaration => ({
  ...declaration,
  fields: Object.fromEntries(Object.entries(declaration.fields).filter(([, field]) => field.rules.right === undefined)),
});
const pickable = (registry: Registry, context: Context, input: Input): Promise<unknown> => {
  const declaration = input['gearOperationDeptId'] ? gearStock : stock;
  return readPage(registry, withoutCosts({ ...declaration, scope: null }), context, input, [
    sql`${availableQty(context)} > 0`,
  ]);
};

/** Goods between places, by document: shipped and not yet received. */
async function inTransit(context: Context, input: Input): Promise<unknown> {
  const { current, size } = paging(input);
  const terms: Sql[] = [sql`l.kind = 'in-transit'`];
  const of = (name: string, at: Sql): void => {
    if (/^\d{1,19}$/.test(String(input[name] ?? ''))) terms.push(sql`${at} = ${String(input[name])}::bigint`);
  };
  of('warehouseId', sql`l.transit_for_id`);
  of('toLocationId', sql`l.transit_for_id`);
  of('materialId', sql`sb.material_id`);
  of('batchId', sql`sb.batch_id`);
  const [scope] = scopeCondition(stock, context);
  if (scope !== undefined) terms.push(sql`exists (select 1 from (select l.dept_id) t where ${scope})`);
  const rows = await context.tx.rows<Record<string, unknown> & { total: number }>(sql`
    select sb.id, l.transit_for_id as to_location_id, d.name as to_location_name, sb.material_id, m.code as material_code, m.name as material_name, u.name as base_unit_name, sb.batch_id, b.batch_code, sb.qty,
      ${context.allowed('stock_view_cost') ? sql`sb.amount,` : empty} last.bill_type, last.bill_code, last.from_name as from_location_name, last.business_time as ship_time, (${context.today}::date - last.business_time::date) as days, count(*) over ()::integer as total
    from stock_batch sb join stock_location l on l.id = sb.location_id join stock_location d on d.id = l.transit_for_id
    join material m on m.id = sb.material_id join material_unit u on u.id = m.base_unit_id join batch b on b.id = sb.batch_id
    left join lateral (
      select v.bill_type, v.bill_code, v.business_time, f.name as from_name from stock_move v left join stock_location f on f.id = v.counter_location_id
      where v.location_id = sb.location_id and v.batch_id = sb.batch_id and v.qty > 0 order by v.seq desc limit 1) last on true
    where sb.qty > 0 and ${join(terms, ' and ')} order by last.business_time, sb.id limit ${size} offset ${(current - 1) * size}`);
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map(({ total: _total, ...row }) => row),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

/** Who holds a material at a place: the documents behind 占用量. */
async function reservations(context: Context, input: Input): Promise<unknown> {
  const [stockId] = readIds({ id: input['stockId'] ?? input['id'] });
  await requireVisible(context, stockId!);
  return context.tx.rows(sql`
    select r.id, r.bill_type, r.bill_id, r.bill_code, r.line_id, r.want_qty, r.qty, r.need_date, r.state, r.create_time, coalesce(r.batch_id::text, '') as batch_id, coalesce(b.batch_code, '') as batch_code
    from stock s join stock_reservation r on r.location_id = s.location_id and r.material_id = s.material_id left join batch b on b.id = r.batch_id
    where s.id = ${stockId!}::bigint and r.qty > 0 order by r.need_date, r.create_time`);
}
async function requireVisible(context: Context, id: string): Promise<void> {
  const seen = await context.tx.row(
    sql`select 1 as one from stock s join stock_location l on l.id = s.location_id where s.id = ${id}::bigint ${placeScope(context, faces[0]!)}`,
  );
  if (seen === undefined) throw unknownRecord(stock.label);
}

const own = (
  path: string,
  method: Call['method'],
  permission: Call['permission'],
  summary: Call['summary'],
  handle: Call['handle'],
  reads?: boolean,
): Call => ({ method, service: 'store-management', path, permission, summary, handle, ...(reads ? { reads } : {}) });

export const stockCalls = (registry: () => Registry): readonly Call[] => [
  ...faces.flatMap((face): Call[] => {
    const { service, segment } = face.declaration;
    return [
      {
        method: 'POST',
        service,
        path: `${segment}/submit`,
        permission: [`${segment}_add`, `${segment}_edit`],
        summary: label(`${face.declaration.label.zh}：安全库存等设置`, `${face.declaration.label.en}: settings`),
        handle: (context, input) => submitSettings(context, face, input),
      },
      {
        method: 'POST',
        service,
        path: `${segment}/updateSafety`,
        permission: `${segment}_edit`,
        summary: label(`${face.declaration.label.zh}：安全库存`, `${face.declaration.label.en}: safety stock`),
        handle: (context, input) =>
          submitSettings(context, face, { id: input['id'], safetyStockThreshold: input['safetyStockThreshold'] }),
      },
      {
        method: 'POST',
        service,
        path: `${segment}/remove`,
        permission: `${segment}_delete`,
        summary: label(`删除${face.declaration.label.zh}设置`, `Remove settings of ${face.declaration.label.en}`),
        handle: (context, input) => remove(context, face, input),
      },
    ];
  }),
  own(
    'stock/pickPage',
    'GET',
    ['pick_add', 'pick_edit'],
    label('可领用库存', 'Stock that may be asked for'),
    (context, input) => pickable(registry(), context, input),
  ),
  own(
    'stock/pageNoDataAuth',
    'GET',
    'stock_view_all',
    label('全部仓库的数量', 'Quantities of all warehouses'),
    (context, input) => readPage(registry(), withoutCosts({ ...stock, scope: null }), context, input),
  ),
  own('stock/shortages', 'GET', 'stock_view', label('低于安全库存', 'Below safety stock'), (context, input) =>
    readPage(registry(), stock, context, { ...input, tab: 'short' }),
  ),
  own('stock/inTransitPage', 'GET', 'stock_view', label('在途', 'In transit'), inTransit),
  own('stock/reservationPage', 'GET', 'stock_view', label('占用明细', 'Who holds it'), reservations),
  own('stock/prove', 'GET', 'stock_view', label('库存与流水核对', 'Prove stock against moves'), (context, input) =>
    prove(context, /^\d{1,19}$/.test(String(input['locationId'] ?? '')) ? String(input['locationId']) : undefined),
  ),
];

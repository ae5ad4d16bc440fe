/** Counts as they are entered: any lines of a count, by several people at once, in whatever units they counted in. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Call, Context, Input } from '../../kernel/server/context.ts';
import { raw, sql } from '../../parts/postgres/database.ts';
import { notTakenYet, requireOwnEntries } from '../../parts/device-entries/taken-entries.server.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { convertLines } from '../master-data/units/material-units.server.ts';
import { lotLifeRefusal } from '../stock/ledger/lot-life.rules.ts';
import { bookOf, costOf, type BookLine } from './count-book.server.ts';
import { countLine, needsSecondCount, varianceOf, type RecordedLine, type Thresholds } from './count-variance.rules.ts';
import { readEntered, recordOf, timed, type Entered } from './counted-input.ts';
import { countFaces, type CountFace } from './faces/count-faces.server.ts';
import type { saveDetail } from './stock-check.calls.ts';
import { countedFields, foundLotFields, type stockCheck } from './stock-check.document.ts';
import { lockCheckIn, oneMayDoBoth } from './check-lock.server.ts';

/** Takes over the lines that were sent. */
async function enter(
  context: Context,
  input: InputOf<typeof saveDetail.input>,
  body: Input,
  { calls, of }: CountFace,
): Promise<true> {
  // Some clients send the lines alone, as a bare array.
  const given = [body['body'], input.details].find((each): each is unknown[] => Array.isArray(each)) ?? [];
  const sent = given.map(recordOf);
  const entered = readEntered(sent);
  requireOwnEntries(context, input.madeBy);
  const fresh = await notTakenYet(context, calls.saveDetail.path, entered, input.deviceTime);
  if (fresh.length === 0) return true;
  const named = input.checkId ?? input.factoryCheckId ?? input.id ?? sent[0]?.checkId;
  await saveCounts(context, await checkIdOf(context, named, fresh), fresh, {
    of: of(context),
    deviceTime: input.deviceTime ?? null,
  });
  return true;
}

/** The count is named, or known by the first of its lines. */
async function checkIdOf(context: Context, named: unknown, entered: readonly Entered[]): Promise<Id> {
  if (named !== undefined && named !== '') return readIds({ id: named })[0]!;
  const first = entered.find((each) => each.id !== null);
  const row =
    first === undefined
      ? undefined
      : await context.tx.row<{ id: Id }>(
          sql`select d.stock_check_id as id from stock_check_detail d where d.id = ${first.id}::bigint`,
        );
  if (row === undefined)
    throw new Refused(refuse('counting.line-unknown', { line: first?.line ?? 1 }, { line: first?.line ?? 1 }));
  return row.id;
}

interface Counted {
  readonly materialId: Id;
  readonly baseUnitId: Id | null;
  /** Base quantity; null: no figure. */
  readonly base: Decimal | null;
  readonly unitId: Id | null;
  readonly qty: string | null;
  readonly factor: string | null;
  readonly parts: readonly unknown[] | null;
}

/**
 * Writes the counts of some lines, all or none, with a few statements however many. Of entries a device made earlier
 * the time is worked out by its clock when it sent them.
 */
export async function saveCounts(
  context: Context,
  checkId: Id,
  given: readonly Entered[],
  { of, deviceTime = null }: { readonly of: typeof stockCheck; readonly deviceTime?: string | null },
): Promise<void> {
  const check = await lockCheckIn(context, of, checkId, ['counting'], { zh: '填写实盘', en: 'entering counts' });
  const entered = given.map((each) => timed(each, context.now, deviceTime, check.row.snapshotTime));
  const lines = new Map((await bookAt(context, checkId, entered)).map((line) => [line.id, line]));
  const unknown = entered.filter((each) => each.id !== null && !lines.has(each.id));
  if (unknown.length > 0)
    throw new Refused(...unknown.map(({ line }) => refuse('counting.line-unknown', { line }, { line })));
  const counted = await inBase(context, entered, lines);
  const refusals = [...timeRefusals(context, check, entered), ...(await foundRefusals(context, checkId, entered))];
  const both = await oneMayDoBoth(context);
  const current = await currentLines(context, checkId);
  const rows = entered.map((each, index) => {
    const line = each.id === null ? undefined : lines.get(each.id)!;
    const before = (each.id === null ? undefined : current.get(each.id)) ?? {
      material: '',
      batch: '',
      counted: null,
      firstUserId: null,
      user: '',
      needSecond: false,
      isCountedAgain: false,
      catchWeight: false,
    };
    const { base } = counted[index]!;
    if (line !== undefined && base !== null && before.catchWeight && (each.values.countAuxQty ?? null) === null)
      refusals.push(piecesMissing(each, line.material, line.batch));
    const outcome = countLine(
      before,
      {
        line: each.line,
        qty: base,
        skipReason: each.values.skipReason ?? null,
        ...(each.seen === undefined ? {} : { seen: each.seen }),
      },
      base !== null && line !== undefined && isBeyond(line, base, check),
      context.user.userId,
      both,
    );
    if (!outcome.ok) refusals.push(outcome.refusal);
    return rowOf(
      context,
      each,
      counted[index]!,
      outcome.ok ? outcome : { state: 'waiting', isSecond: false, needSecond: false },
    );
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  await writeKnown(
    context,
    checkId,
    rows.filter((row) => row.id !== null),
  );
  await writeFound(
    context,
    checkId,
    rows.filter((row) => row.id === null),
  );
}

/** The book at the times these lines were counted, before they are written. */
async function bookAt(context: Context, checkId: Id, entered: readonly Entered[]): Promise<BookLine[]> {
  const ids = entered.flatMap((each) => each.id ?? []);
  const times = entered
    .filter((each) => each.id !== null && (each.values.countTime ?? null) !== null)
    .map((each) => ({ id: each.id, time: each.values.countTime }));
  // A line that carries no time was counted now: it expects what is there now, whatever an earlier count of it said.
  await context.tx.run(sql`
    update stock_check_detail d set count_time = g.time, count_seq = (select coalesce(max(v.seq), 0)::text
    from stock_move v join stock_check c on c.id = d.stock_check_id
    where v.location_id = c.location_id and v.batch_id = d.batch_id)
    from (select i.id, coalesce(t.time, ${context.now}::timestamptz) as time from unnest(${ids}::bigint[]) as i(id)
    left join jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as t(id bigint, time timestamptz) on t.id = i.id) g
    where d.id = g.id and d.stock_check_id = ${checkId}::bigint`);
  return bookOf(context, [checkId], ids);
}

const isBeyond = (line: BookLine, base: Decimal, check: Acting<typeof stockCheck>): boolean => {
  const variance = varianceOf(base, line.expected);
  const { recountAmount, recountPercent } = check.row;
  const thresholds: Thresholds = {
    amount: Decimal.of(recountAmount ?? '0'),
    percent: Decimal.of(recountPercent ?? '0'),
  };
  return needsSecondCount(variance, line.expected, costOf(line, variance), thresholds);
};

/** Every part in base unit and their sum; a single part keeps the unit it was counted in. */
async function inBase(
  context: Context,
  entered: readonly Entered[],
  lines: ReadonlyMap<Id, BookLine>,
): Promise<Counted[]> {
  const materialOf = (each: Entered): Id =>
    each.id === null ? each.values.materialId! : lines.get(each.id)!.materialId;
  const bases = new Map(
    (
      await context.tx.rows<{ id: Id; baseUnitId: Id }>(
        sql`select m.id, m.base_unit_id from material m where m.id = any(${entered.map(materialOf)}::bigint[])`,
      )
    ).map((row) => [row.id, row.baseUnitId]),
  );
  const flat = entered.flatMap((each) =>
    each.parts.map((part) => ({
      each,
      qty: part.qty,
      materialId: materialOf(each),
      unitId: part.unitId ?? bases.get(materialOf(each)) ?? '0',
    })),
  );
  const converted = await convertLines(context, flat).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(
      ...error.refusals.map((refusal) =>
        refusal.line === undefined ? refusal : { ...refusal, line: flat[refusal.line - 1]!.each.line },
      ),
    );
  });
  const byEntry = Map.groupBy(
    flat.map((part, index) => ({ ...part, ...converted[index]! })),
    (part) => part.each,
  );
  return entered.map((each): Counted => {
    const parts = byEntry.get(each) ?? [];
    const materialId = materialOf(each);
    const baseUnitId = bases.get(materialId) ?? null;
    if (parts.length === 0)
      return { materialId, baseUnitId, base: null, unitId: baseUnitId, qty: null, factor: '1', parts: null };
    const base = Decimal.sum(parts.map((part) => Decimal.of(part.baseQty)));
    const [only] = parts;
    if (parts.length === 1)
      return { materialId, baseUnitId, base, unitId: only!.unitId, qty: only!.qty, factor: only!.factor, parts: null };
    return {
      materialId,
      baseUnitId,
      base,
      unitId: baseUnitId,
      qty: base.toString(),
      factor: '1',
      parts: parts.map(({ qty, unitId, baseQty }) => ({ qty, unitId, baseQty })),
    };
  });
}

function timeRefusals(context: Context, check: Acting<typeof stockCheck>, entered: readonly Entered[]): Refusal[] {
  const start = check.row.snapshotTime ?? '';
  return entered.flatMap(({ line, values }) => {
    const time = values.countTime ?? null;
    if (time === null) return [];
    if (time < start)
      return [refuse('counting.time-before-snapshot', { line, time: start }, { line, field: 'countTime' })];
    return time > context.now ? [refuse('counting.time-future', { line, time }, { line, field: 'countTime' })] : [];
  });
}

const piecesMissing = ({ line }: Entered, material: string, batch: string): Refusal =>
  refuse('counting.pieces-missing', { lot: `${material} ${batch}`.trim() }, { line, field: 'countAuxQty' });

/** A lot the book does not know needs what makes a lot: a figure, and dates where its material has a shelf life. */
async function foundRefusals(context: Context, checkId: Id, entered: readonly Entered[]): Promise<Refusal[]> {
  const found = entered.filter((each) => each.id === null);
  if (found.length === 0) return [];
  const materials = new Map(
    (
      await context.tx.rows<{
        id: Id;
        material: string;
        managed: boolean;
        shelfLifeDays: number | null;
        catchWeight: number;
      }>(sql`
    select m.id, m.called as material, m.shelf_life_managed = 1 as managed,
      coalesce(m.shelf_life_days, t.shelf_life_days) as shelf_life_days, m.catch_weight
    from material m left join material_type t on t.id = m.material_type_id
    where m.id = any(${found.map((each) => each.values.materialId!)}::bigint[])`)
    ).map((row) => [row.id, row]),
  );
  const lots = await context.tx.rows<{ lineNo: number; materialId: Id; supplierBatchNo: string }>(sql`
    select d.line_no, d.material_id, coalesce(b.supplier_batch_no, d.supplier_batch_no) as supplier_batch_no
    from stock_check_detail d left join batch b on b.id = d.batch_id
    where d.stock_check_id = ${checkId}::bigint and coalesce(b.supplier_batch_no, d.supplier_batch_no) is not null`);
  return found.flatMap((each): Refusal[] => {
    const { line, values, parts } = each;
    const material = materials.get(values.materialId!);
    if (material === undefined)
      return [
        refuse('field.unknown-reference', { name: foundLotFields.materialId.label }, { line, field: 'materialId' }),
      ];
    const { productionDate = null, expiryDate = null } = values;
    const life = lotLifeRefusal({ productionDate, expiryDate }, material, line);
    const twin = lots.find(
      (lot) => lot.materialId === values.materialId && lot.supplierBatchNo === values.supplierBatchNo,
    );
    return [
      ...(parts.length === 0
        ? [refuse('field.required', { name: countedFields.countQty.label }, { line, field: 'countQty' })]
        : []),
      ...(material.catchWeight === 1 && (values.countAuxQty ?? null) === null
        ? [piecesMissing(each, material.material, values.supplierBatchNo ?? '')]
        : []),
      ...(life === undefined ? [] : [life]),
      ...(productionDate !== null && productionDate > context.today
        ? [
            refuse(
              'stock.produced-later',
              { material: material.material, productionDate },
              { line, field: 'productionDate' },
            ),
          ]
        : []),
      ...(twin === undefined ? [] : [refuse('counting.lot-known', { line, other: twin.lineNo }, { line })]),
    ];
  });
}

/** What stands on the lines of a count. */
async function currentLines(
  context: Context,
  checkId: Id,
): Promise<Map<Id, RecordedLine & { readonly catchWeight: boolean }>> {
  const rows = await context.tx.rows<{
    id: Id;
    material: string;
    batch: string;
    counted: string | null;
    firstUserId: Id | null;
    user: string;
    needSecond: number;
    isCountedAgain: boolean;
    catchWeight: number;
  }>(sql`
    select d.id, m.called as material, coalesce(b.batch_code, '') as batch, d.count_base_qty as counted,
      d.count_user_id as first_user_id, coalesce(u.real_name, '') as "user", d.need_second,
      d.second_user_id is not null as is_counted_again, m.catch_weight
    from stock_check_detail d join material m on m.id = d.material_id left join batch b on b.id = d.batch_id
    left join app_user u on u.tenant_id = d.tenant_id and u.id = coalesce(d.second_user_id, d.count_user_id)
    where d.stock_check_id = ${checkId}::bigint`);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        counted: row.counted === null ? null : Decimal.of(row.counted),
        needSecond: row.needSecond === 1,
        catchWeight: row.catchWeight === 1,
      },
    ]),
  );
}

type Row = ReturnType<typeof rowOf>;
function rowOf(
  context: Context,
  { id, values }: Entered,
  { materialId, baseUnitId, base, unitId, qty, factor, parts }: Counted,
  outcome: { readonly state: string; readonly isSecond: boolean; readonly needSecond: boolean },
) {
  const time = values.countTime ?? context.now;
  return {
    id,
    material: materialId,
    base_unit: baseUnitId,
    base,
    unit: unitId,
    qty,
    factor,
    parts,
    aux: values.countAuxQty ?? null,
    time,
    way: values.countWay,
    skip: values.skipReason ?? null,
    pictures: values.pictures ?? [],
    state: outcome.state,
    second: outcome.isSecond,
    need: outcome.needSecond,
    who: context.user.userId,
    supplier: values.supplierId ?? null,
    supplier_no: values.supplierBatchNo ?? null,
    production: values.productionDate ?? null,
    expiry: values.expiryDate ?? null,
  };
}

const SHAPE =
  'id bigint, material bigint, base_unit bigint, base numeric, unit bigint, qty numeric, factor numeric, parts jsonb, aux numeric, time timestamptz, way text, skip text, pictures jsonb, state text, second boolean, need boolean, who bigint, supplier bigint, supplier_no text, production date, expiry date';

/** A first count stands beside the second; time and ledger position were written when the book was read. */
async function writeKnown(context: Context, checkId: Id, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await context.tx.run(sql`
    update stock_check_detail d set count_base_qty = g.base, count_qty = g.qty, unit_id = g.unit, factor = g.factor,
      parts = g.parts, count_aux_qty = g.aux, count_way = g.way, skip_reason = g.skip,
      pictures = (select array_agg(p::bigint) from jsonb_array_elements_text(g.pictures) p), line_state = g.state,
      need_second = g.need::integer, count_time = case when g.base is null then null else d.count_time end,
      first_qty = case when g.second then d.first_qty else g.base end,
      count_user_id = case when g.second then d.count_user_id when g.base is null
      and g.skip is null then null else g.who end,
      second_qty = case when g.second then g.base end, second_user_id = case when g.second then g.who end,
      second_time = case when g.second then d.count_time end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${raw(SHAPE)})
    where d.id = g.id and d.stock_check_id = ${checkId}::bigint`);
}

async function writeFound(context: Context, checkId: Id, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await context.tx.run(sql`
    insert into stock_check_detail (stock_check_id, line_no, material_id, base_unit_id, unit_id, factor, count_qty,
      count_base_qty, parts, count_aux_qty, count_time, count_seq, count_user_id, count_way, first_qty, need_second,
      line_state,
      supplier_id, supplier_batch_no, production_date, expiry_date, pictures)
    select ${checkId}::bigint, (select coalesce(max(o.line_no), 0) from stock_check_detail o
    where o.stock_check_id = ${checkId}::bigint) + row_number() over (), g.material, g.base_unit, g.unit, g.factor,
      g.qty, g.base, g.parts, g.aux, g.time, '0', g.who, g.way, g.base, 0, 'counted',
      g.supplier, g.supplier_no, g.production, g.expiry, (select array_agg(p::bigint)
      from jsonb_array_elements_text(g.pictures) p)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${raw(SHAPE)})`);
}

export const enterCountCalls: readonly Call[] = countFaces.map((face) =>
  serve(face.calls.saveDetail, (context, input, { body }) => enter(context, input, body, face)),
);

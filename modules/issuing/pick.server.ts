/** A pick bill from asking to approval: the lines in base unit, the goods held, the out-store made to pick them. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { convertLines, unitsOf } from '../master-data/units/material-units.server.ts';
import { shelvesOf } from '../operations/goods-systems/shelf.server.ts';
import { atFrozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { release, reserve } from '../stock/ledger/reservations.server.ts';
import { makeOutStores, voidOutStores } from './out-store.server.ts';
import { cutsOf, sendCuts } from './pick-cuts.server.ts';
import { pick } from './pick.document.ts';
import { fillPlaces } from './serving-places.server.ts';

/** Who asks whom, and for when; then the lines in base unit. */
async function beforeSave(context: Context, saving: Saving<typeof pick>): Promise<void> {
  const { values } = saving;
  values.billDate ??= context.today;
  const refusals = [...timesAndRemark(context, saving), ...(await fillPlaces(context, values))];
  if (refusals.length > 0) throw new Refused(...refusals);
  await convert(context, saving);
}

/** Nobody asks a warehouse for goods more than a year before they need them: the year was mistyped. */
const DAYS_AHEAD = 366;

function timesAndRemark(context: Context, { values, before }: Saving<typeof pick>): Refusal[] {
  const found: Refusal[] = [];
  if (values.billDate !== null && values.billDate > context.today)
    found.push(refuse('issuing.date-future', {}, { field: 'billDate' }));
  const needTime = values.needTime ?? '';
  if (needTime !== '' && needTime < context.now && needTime !== (before?.needTime ?? ''))
    found.push(refuse('issuing.need-time-past', {}, { field: 'needTime' }));
  const latest = dayPlus(context.today, DAYS_AHEAD);
  if (needTime.slice(0, 10) > latest) found.push(refuse('issuing.need-time-far', { latest }, { field: 'needTime' }));
  if (values.pickType === 'extra' && !values.remark)
    found.push(refuse('issuing.extra-needs-remark', {}, { field: 'remark' }));
  return found;
}

/** Lines keep what was entered and, beside it, base quantity and factor of this moment. */
async function convert(context: Context, saving: Saving<typeof pick>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined || lines.length === 0) return;
  const units = await unitsOf(
    context,
    lines.map((line) => line.values.materialId),
  );
  const entered = lines.map(({ values: { materialId, unitId, qty } }) => ({
    materialId,
    unitId: unitId ?? units.get(materialId)?.issueUnitId ?? '0',
    qty,
  }));
  const converted = await convertLines(context, entered);
  saving.lines['details'] = lines.map((line, index) => ({
    ...line,
    values: { ...line.values, unitId: entered[index]!.unitId, ...converted[index]! },
  }));
}

/** A line of a pick bill; `baseQty` in base unit. */
interface PickLine {
  readonly id: Id;
  readonly pickId: Id;
  readonly lineNo: number;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly qty: string;
  readonly factor: string;
  readonly baseUnitId: Id;
  readonly baseQty: string;
  /** Goods of catch weight asked for by the piece. */
  readonly inPieces: boolean;
}
/** The lines of bills in their order, bill by bill. */
export const pickLinesOf = (context: Context, ids: readonly Id[]): Promise<PickLine[]> =>
  context.tx.rows<PickLine>(sql`
    select d.id, d.pick_id, d.line_no, d.material_id, d.unit_id, d.qty, d.factor, d.base_unit_id, d.base_qty,
      m.catch_weight = 1 and d.unit_id = m.aux_unit_id and d.unit_id <> d.base_unit_id as in_pieces
    from pick_detail d join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    where d.pick_id = any(${ids as Id[]}::bigint[]) order by d.pick_id, d.line_no`);

/** A stall asks for what its goods systems in use let it ask for; where they name no material, for anything. */
async function offShelf(context: Context, documents: readonly Acting<typeof pick>[]): Promise<Refusal[]> {
  const stallOf = new Map(documents.flatMap(({ id, row }) => (row.gearOperationDeptId ? [[id, row] as const] : [])));
  if (stallOf.size === 0) return [];
  const shelves = await shelvesOf(
    context,
    [...stallOf.values()].map((row) => row.gearOperationDeptId!),
  );
  if (shelves.size === 0) return [];
  const lines = await context.tx.rows<{ pickId: Id; lineNo: number; materialId: Id; material: string }>(sql`
    select d.pick_id, d.line_no, d.material_id, m.name as material from pick_detail d
    join material m on m.id = d.material_id
    where d.pick_id = any(${[...stallOf.keys()]}::bigint[]) order by d.pick_id, d.line_no`);
  return documents.flatMap(({ id, billCode }) => {
    const asked = shelves.get(stallOf.get(id)?.gearOperationDeptId ?? '')?.materials ?? null;
    if (asked === null) return [];
    return lines
      .filter((line) => line.pickId === id && !asked.has(line.materialId))
      .map(({ lineNo, material }) =>
        refuse('issuing.off-shelf', { billCode, line: lineNo, material }, { line: lineNo }),
      );
  });
}

/** What the lines of bills are to hold; `bills`: by their ids. */
export const holdsOfLines = (
  lines: readonly PickLine[],
  bills: ReadonlyMap<Id, { readonly billCode: string; readonly warehouseId: Id; readonly needTime: string }>,
) =>
  lines.map((line) => {
    const { billCode, warehouseId, needTime } = bills.get(line.pickId)!;
    return {
      bill: { type: 'pick', id: line.pickId, code: billCode },
      lineId: line.id,
      locationId: warehouseId,
      materialId: line.materialId,
      qty: line.baseQty,
      ...(line.inPieces ? { pieces: line.qty } : {}),
      needDate: needTime.slice(0, 10),
      exit: 'transfer' as const,
      line: line.lineNo,
    };
  });

/** Holds the goods and makes the out-stores. With `allowShort` and the right to it, lines hold what they can get. */
async function approve(
  context: Context,
  documents: readonly Acting<typeof pick>[],
  input: Input,
): Promise<readonly Refusal[] | void> {
  const frozen = await atFrozenWarehouses(context, documents);
  if (frozen.length > 0) return frozen;
  const lines = await pickLinesOf(
    context,
    documents.map((document) => document.id),
  );
  const bills = new Map(documents.map(({ id, billCode, row }) => [id, { ...row, billCode }]));
  const allowShort = ['true', '1'].includes(String(input['allowShort'] ?? '')) && context.allowed('pick_short');
  const held = await reserve(context, holdsOfLines(lines, bills), { allowShort });
  const made = await makeOutStores(
    context,
    documents.map((document) => ({
      source: { type: 'pick', id: document.id, code: document.billCode },
      warehouseId: document.row.warehouseId,
      toLocationId: document.row.gearOperationDeptId ?? document.row.useRestaurantDeptId,
      row: document.row,
      lines: lines
        .map((line, index) => ({ ...line, reservedBaseQty: held[index]! }))
        .filter((line) => line.pickId === document.id),
    })),
  );
  await context.tx.run(sql`
    update pick p set outstore_id = g.outstore, out_state = 'to-pick'
    from unnest(${documents.map((document) => document.id)}::bigint[], ${made}::bigint[]) as g(pick, outstore)
    where p.id = g.pick`);
  await context.tx.run(sql`
    update pick_detail d set reserved_qty = round(g.qty / d.factor, 6),
      short_qty = round((d.base_qty - g.qty) / d.factor, 6)
    from json_to_recordset(${JSON.stringify(lines.map((line, index) => ({ id: line.id, qty: held[index] })))}::json) as
      g(id bigint, qty numeric) where d.id = g.id`);
  await sendCuts(context, documents, cutsOf(lines, held));
}

/** Lets the goods go again; only while nobody has picked. */
async function voidBills(
  context: Context,
  documents: readonly Acting<typeof pick>[],
  input: Input,
): Promise<readonly Refusal[] | void> {
  const refusals = await voidOutStores(
    context,
    documents.flatMap((document) => document.row.outstoreId ?? []),
    askedText(input, 'reason'),
  );
  if (refusals.length > 0) return refusals;
  const ids = documents.map((document) => document.id);
  await release(context, 'pick', { billIds: ids }, 'released');
  await context.tx.run(sql`update pick_detail set reserved_qty = 0 where pick_id = any(${ids}::bigint[])`);
  await context.tx.run(sql`update pick set out_state = 'none' where id = any(${ids}::bigint[])`);
}

export const pickBehaviour = behaviour(pick, {
  beforeSave,
  guards: {
    toApply: async (context, documents) => [
      ...(await atFrozenWarehouses(context, documents)),
      ...(await offShelf(context, documents)),
    ],
  },
  actions: {
    doApply: approve,
    approveShort: (context, documents) => approve(context, documents, { allowShort: '1' }),
    void: voidBills,
  },
  computed: {
    lineCount: () => sql`(select count(*)::integer from pick_detail d where d.pick_id = t.id)`,
  },
});

/** In base unit. */
interface PickedForDay {
  readonly locationId: Id;
  readonly materialId: Id;
  readonly needDate: string;
  readonly qty: DecimalText;
}

/**
 * What approved pick bills hold at warehouses or have fetched from them, by the material they ask for and the day it is
 * needed, from a day on.
 */
export const pickedForDays = (
  context: Context,
  locationIds: readonly Id[],
  materialIds: readonly Id[],
  from: string,
): Promise<PickedForDay[]> =>
  context.tx.rows<PickedForDay>(sql`
    select p.warehouse_id as location_id, d.material_id, p.need_time::date as need_date,
      sum(coalesce(h.qty, 0) + round(d.picked_qty * d.factor, 6)) as qty
    from pick p join pick_detail d on d.tenant_id = p.tenant_id and d.pick_id = p.id
    left join lateral (select sum(r.qty) as qty from stock_reservation r
    where r.bill_type = 'pick' and r.bill_id = p.id and r.line_id = d.id) h on true
    where p.warehouse_id = any(${locationIds as Id[]}::bigint[]) and p.status in ('approved', 'done')
      and p.need_time >= ${from}::timestamptz and d.material_id = any(${materialIds as Id[]}::bigint[])
    group by 1, 2, 3`);

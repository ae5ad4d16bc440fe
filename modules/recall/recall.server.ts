/** A recall from its start to its end: which lots it is about, where they are, who is notified, what is let go. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { flagOf, type Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { holdStock } from '../stock/ledger/locks.server.ts';
import { letLotsGo, stopLots, type StoodLot } from '../stock/lots/hold-lots.server.ts';
import { lotsMadeOf, receivedAs } from '../stock/lots/trace.server.ts';
import { recallCase, type Recall } from './recall.document.ts';
import { coverageOf } from './recall.rules.ts';
import { notifyPlaces } from './notify-places.server.ts';
import { whereItIs, type PlaceFigures } from './where-it-is.server.ts';

type Case = Acting<typeof recallCase>;
type Head = Pick<Case['row'], 'batchId' | 'supplierBatchNo' | 'supplierId' | 'materialId'>;

interface FoundLot {
  readonly id: Id;
  readonly materialId: Id;
  readonly material: string;
  readonly baseUnitId: Id;
  readonly supplierId: Id | null;
  readonly supplier: string;
  readonly supplierBatchNo: string | null;
}

/** The lots a recall names: the one, or those that came under the supplier's number. */
const namedLots = (context: Context, { batchId, supplierBatchNo, supplierId, materialId }: Head): Promise<FoundLot[]> =>
  context.tx.rows<FoundLot>(sql`
    select b.id, b.material_id, m.called as material, m.base_unit_id, b.supplier_id, coalesce(s.name, '') as supplier,
      b.supplier_batch_no
    from batch b join material m on m.id = b.material_id left join supplier s on s.id = b.supplier_id
    where case when ${batchId}::bigint is not null then b.id = ${batchId}::bigint
      else b.supplier_batch_no = ${supplierBatchNo}
        and (${supplierId}::bigint is null or b.supplier_id = ${supplierId}::bigint)
        and (${materialId}::bigint is null or b.material_id = ${materialId}::bigint) end
    order by b.id`);

/** What stands against recalling these lots as one: there are none, or they are of several suppliers or materials. */
function against(head: Head, lots: readonly FoundLot[]): readonly Refusal[] {
  const number = head.supplierBatchNo ?? '';
  if (lots.length === 0) return [refuse('recall.none-found', { number }, { field: 'supplierBatchNo' })];
  const of = (name: 'supplier' | 'material'): string[] => [...new Set(lots.map((lot) => lot[name]))];
  const [suppliers, materials] = [of('supplier'), of('material')];
  if (suppliers.length > 1)
    return [refuse('recall.several-suppliers', { number, names: suppliers.join('、') }, { field: 'supplierId' })];
  if (materials.length > 1)
    return [refuse('recall.several-materials', { number, names: materials.join('、') }, { field: 'materialId' })];
  return [];
}

async function beforeSave(context: Context, { values, before }: Saving<typeof recallCase>): Promise<void> {
  values.supplierBatchNo = values.supplierBatchNo?.trim() || null;
  if (values.batchId === null && values.supplierBatchNo === null)
    throw new Refused(refuse('recall.no-lot', {}, { field: 'batchId' }));
  const lots = await namedLots(context, values);
  if (values.batchId !== null && lots.length === 0) return; // the kernel names the missing reference
  const refusals = against(values, lots);
  if (refusals.length > 0) throw new Refused(...refusals);
  const [lot] = lots;
  values.materialId = lot!.materialId;
  values.supplierId = lot!.supplierId;
  values.baseUnitId = lot!.baseUnitId;
  if (values.batchId !== null) values.supplierBatchNo = lot!.supplierBatchNo;
  if (before === null) values.visibleDeptIds = context.user.deptId ? [context.user.deptId] : null;
}

const holdReasonOf = ({ billCode, row }: Case): string => `召回 ${billCode}：${row.cause}`.slice(0, HOLD_REASON_MAX);
const HOLD_REASON_MAX = 200;

/** Each stops its lots, notes where they are, and tells every place. A drill stops nothing. */
async function start(context: Context, cases: readonly Case[]): Promise<readonly Refusal[] | void> {
  await forget(context, cases);
  for (const each of cases) {
    const named = await namedLots(context, each.row);
    const refusals = against(each.row, named);
    if (refusals.length > 0) return refusals;
    const received = await receivedAs(
      context,
      named.map(({ id }) => id),
    );
    const lots = await lotsMadeOf(context, received);
    await noteLots(
      context,
      each,
      each.row.drill === 1 ? await asTheyAre(context, lots) : await stop(context, each, lots),
    );
    const places = await whereItIs(context, lots);
    await notePlaces(context, each, places);
    await notifyPlaces(context, each, places);
  }
}

/** A copy of another recall brings what that one noted: it notes its own. */
async function forget(context: Context, cases: readonly Case[]): Promise<void> {
  const ids = cases.map(({ id }) => id);
  await context.tx.run(sql`delete from recall_case_places p where p.recall_case_id = any(${ids}::bigint[])`);
  await context.tx.run(sql`delete from recall_case_lots l where l.recall_case_id = any(${ids}::bigint[])`);
}

const asTheyAre = (context: Context, ids: readonly Id[]): Promise<StoodLot[]> =>
  context.tx.rows<StoodLot>(sql`
    select b.id as batch_id, b.batch_code, b.lot_state, b.hold_reason, false as is_stopped
    from batch b where b.id = any(${ids as Id[]}::bigint[]) order by b.id`);

/** Whoever is moving these goods ends first; from then on they lie still. */
async function stop(context: Context, recall: Case, ids: readonly Id[]): Promise<readonly StoodLot[]> {
  const lying = await context.tx.rows<{ locationId: Id; materialId: Id }>(sql`
    select distinct s.location_id, s.material_id from stock_batch s
    where s.batch_id = any(${ids as Id[]}::bigint[]) and s.qty > 0 order by 1, 2`);
  await holdStock(context, lying);
  return stopLots(context, ids, holdReasonOf(recall));
}

const noteLots = (context: Context, { id }: Case, lots: readonly StoodLot[]): Promise<unknown> =>
  context.tx.run(sql`
    insert into recall_case_lots (recall_case_id, line_no, batch_id, material_id, lot_state, hold_reason, held)
    select ${id}::bigint, g.nr, g.batch, b.material_id, g.state, g.reason, g.held
    from json_to_recordset(${JSON.stringify(
      lots.map((lot, at) => ({
        nr: at + 1,
        batch: lot.batchId,
        state: lot.lotState,
        reason: lot.holdReason,
        held: flagOf(lot.isStopped),
      })),
    )}::json) as g(nr integer, batch bigint, state text, reason text, held smallint) join batch b on b.id = g.batch`);

async function notePlaces(context: Context, { id, row }: Case, places: readonly PlaceFigures[]): Promise<void> {
  await context.tx.run(sql`
    insert into recall_case_places (recall_case_id, line_no, location_id, dept_id, material_id, base_unit_id,
      received_qty, lying_qty, book_used_qty, book_destroyed_qty, book_returned_qty, accounted_qty, coverage, answer_no)
    select ${id}::bigint, g.nr, g."locationId", g."deptId", g."materialId", g."baseUnitId", g."receivedQty",
      g."lyingQty", g."bookUsedQty", g."bookDestroyedQty", g."bookReturnedQty", 0, 0, 0
    from json_to_recordset(${JSON.stringify(places.map((place, at) => ({ ...place, nr: at + 1 })))}::json) as g(
      nr integer, "locationId" bigint, "deptId" bigint, "materialId" bigint, "baseUnitId" bigint,
      "receivedQty" numeric, "lyingQty" numeric, "bookUsedQty" numeric, "bookDestroyedQty" numeric,
      "bookReturnedQty" numeric)`);
  const received = places
    .filter(({ materialId }) => materialId === row.materialId)
    .reduce((sum, { receivedQty }) => sum.plus(Decimal.of(receivedQty)), Decimal.zero);
  const seen = new Set([...(row.visibleDeptIds ?? []), ...places.map(({ deptId }) => deptId)]);
  await context.tx.run(sql`
    update recall_case set start_time = ${context.now}::timestamptz, received_qty = ${received.toString()}::numeric,
      accounted_qty = 0, coverage = ${coverageOf(Decimal.zero, received).toString()}::numeric,
      visible_dept_ids = ${[...seen]}::bigint[]
    where id = ${id}::bigint`);
}

const NAMED = 5;
/** A recall ends with everything accounted for, or with the reason why not. */
async function finish(context: Context, cases: readonly Case[], input: Input): Promise<readonly Refusal[] | void> {
  const ids = cases.map(({ id }) => id);
  const open = await context.tx.rows<{ id: Id; coverage: string; names: string[] }>(sql`
    select c.id, trim_scale(c.coverage)::text as coverage, array_agg(l.called order by p.line_no) as names
    from recall_case c join recall_case_places p on p.recall_case_id = c.id and p.accounted_qty < p.received_qty
    join stock_location l on l.id = p.location_id where c.id = any(${ids}::bigint[]) group by c.id, c.coverage`);
  const reason = askedText(input, 'reason');
  if (open.length > 0 && reason === '') {
    const codes = new Map(cases.map(({ id, billCode }) => [id, billCode]));
    return open.map(({ id, coverage, names }) =>
      refuse(
        'recall.open',
        {
          billCode: codes.get(id),
          coverage,
          places: `${names.slice(0, NAMED).join('、')}${names.length > NAMED ? ' …' : ''}`,
        },
        { field: 'reason' },
      ),
    );
  }
  if (askedText(input, 'ending') === 'release') await letGo(context, cases);
  await stamp(context, ids);
}

async function callOff(context: Context, cases: readonly Case[]): Promise<void> {
  await letGo(context, cases);
  await stamp(
    context,
    cases.map(({ id }) => id),
  );
}

const stamp = (context: Context, ids: readonly Id[]): Promise<unknown> =>
  context.tx.run(
    sql`update recall_case set done_time = ${context.now}::timestamptz where id = any(${ids as Id[]}::bigint[])`,
  );

/** Lets go what these recalls held themselves, and nothing else. */
async function letGo(context: Context, cases: readonly Case[]): Promise<void> {
  for (const each of cases) await letLotsGo(context, holdReasonOf(each));
}

/** Who answers for some places sees theirs; who may start recalls, and who sees all, sees every place. */
function ownPlaces(context: Context, { places }: Pick<Recall, 'places'>): Promise<Record<string, unknown>> {
  const { scope } = context.user;
  if (scope.all || context.allowed('recall_start')) return Promise.resolve({});
  return Promise.resolve({ places: places.filter(({ deptId }) => scope.depts.includes(deptId)) });
}

export const recallBehaviour = behaviour(recallCase, {
  beforeSave,
  computed: {
    openCount: () =>
      sql`(select count(*)::integer from recall_case_places p where p.recall_case_id = t.id and p.answer_no = 0)`,
  },
  detail: ownPlaces,
  actions: { start, finish, void: callOff },
});

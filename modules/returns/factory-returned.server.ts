/** Call-backs of a factory: raised and approved on its side, held everywhere in the same act, shipped by the sites. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { factoryIs } from '../operations/factories/central-factory.server.ts';
import { letLotsGo } from '../stock/lots/hold-lots.server.ts';
import { lotsReceived } from '../stock/lots/lot-returns.server.ts';
import { documentPlaces } from '../stock/warehouses/document-place.server.ts';
import { fillFromLots, holdEverywhere, lotsCalled } from './call-back-stock.server.ts';
import { factoryReturned } from './factory-returned.document.ts';
import { asTheirLots, inUnits } from './return-lines.server.ts';
import { makeReturnOutStores, voidReturnOutStores } from './return-out-store.server.ts';
import { againstStores } from './to-factory.server.ts';
import './returns.refusals.ts';

type CallBack = Acting<typeof factoryReturned>;

async function beforeSave(context: Context, saving: Saving<typeof factoryReturned>): Promise<void> {
  const { values, before } = saving;
  values.billDate ??= context.today;
  const refusals: Refusal[] = [];
  if (values.recallBatchId !== null && values.deadline === null)
    refusals.push(refuse('returns.deadline-missing', {}, { field: 'deadline' }));
  if (values.deadline !== null && values.deadline < context.today && values.deadline !== before?.deadline)
    refusals.push(refuse('returns.deadline-past', {}, { field: 'deadline' }));
  const lines = savingLines(saving, 'details');
  // A copy, or a call of which the lot is named later, brings lines that follow from the lot now.
  if (values.recallBatchId !== null) saving.lines['details'] = [];
  else if (lines === undefined ? before === null || before.recallBatchId !== null : lines.length === 0)
    refusals.push(refuse('returns.call-back-empty', {}, { field: 'recallBatchId' }));
  if (refusals.length > 0) throw new Refused(...refusals);
  const store = (await documentPlaces(context, [values.factoryWarehouseId])).get(values.factoryWarehouseId);
  if (store === undefined) return; // the kernel names the missing reference
  Object.assign(values, {
    factoryId: store.factoryId,
    sapFactory: store.sapFactory,
    factoryDeptId: store.deptId,
    companyDeptId: store.companyDeptId,
  });
  if (values.recallBatchId !== null || lines === undefined || lines.length === 0) return;
  const entered = lines.map((line) => ({ ...line, values: { ...line.values, auxQty: null } }));
  const lots = await lotsReceived(
    context,
    entered.map((line) => line.values.batchId),
  );
  saving.lines['details'] = (await inUnits(context, await asTheirLots(context, entered, lots), context.today)).map(
    ({ values: { auxQty: _none, ...own }, ...line }) => ({ ...line, values: own }),
  );
}

interface Line {
  readonly id: Id;
  readonly billId: Id;
  readonly line: number;
  readonly warehouseId: Id;
  readonly warehouse: string;
  readonly siteId: Id;
  readonly companyId: Id;
  readonly materialId: Id;
  readonly material: string;
  readonly batchId: Id;
  readonly batchCode: string;
  readonly lies: boolean;
  readonly unitId: Id;
  readonly entered: DecimalText;
  readonly factor: DecimalText;
  readonly baseUnitId: Id;
  readonly qty: DecimalText;
  readonly auxQty: null;
}
const linesOf = (context: Context, ids: readonly Id[]): Promise<Line[]> =>
  context.tx.rows<Line>(sql`
    select d.id, d.factory_returned_id as bill_id, d.line_no as line, d.warehouse_id, w.name as warehouse,
      w.project_group_dept_id as site_id, w.company_dept_id as company_id, d.material_id, m.called as material,
      d.batch_id, b.batch_code, d.unit_id, d.qty as entered, d.factor, d.base_unit_id, d.base_qty as qty,
      null::numeric as aux_qty, exists (select 1 from stock_batch s join stock_location l on l.id = s.location_id
        where coalesce(l.transit_for_id, l.id) = d.warehouse_id and s.batch_id = d.batch_id
          and s.material_id = d.material_id and s.qty > 0) as lies
    from factory_returned_detail d join warehouse w on w.id = d.warehouse_id join material m on m.id = d.material_id
    join batch b on b.id = d.batch_id
    where d.factory_returned_id = any(${ids as Id[]}::bigint[]) order by d.factory_returned_id, d.line_no`);

const against = async (context: Context, calls: readonly CallBack[], lines: readonly Line[]): Promise<Refusal[]> => [
  ...(await againstStores(context, calls, lines)),
  ...lines
    .filter(({ lies }) => !lies)
    .map(({ batchCode, material, warehouse, line }) =>
      refuse('returns.not-there', { batch: batchCode, material, place: warehouse }, { line, field: 'batchId' }),
    ),
];

const holdReasonOf = (billCode: string): string => `召回 ${billCode}`;

/** Holds the lots wherever they are, and makes every site that has some the bill it ships it by. */
async function approve(context: Context, calls: readonly CallBack[]): Promise<readonly Refusal[] | void> {
  for (const { id, billCode, row } of calls) {
    if (row.recallBatchId === null) continue;
    const lots = await lotsCalled(context, { id, recallBatchId: row.recallBatchId });
    await holdEverywhere(context, lots, holdReasonOf(billCode));
    await fillFromLots(context, id, lots);
  }
  const ids = calls.map(({ id }) => id);
  const lines = await linesOf(context, ids);
  const refusals = await against(context, calls, lines);
  if (refusals.length > 0) return refusals;
  await makeReturnOutStores(
    context,
    calls.flatMap(({ id, billCode, row }) =>
      [
        ...Map.groupBy(
          lines.filter((line) => line.billId === id),
          ({ warehouseId }) => warehouseId,
        ),
      ].map(([warehouseId, own]) => ({
        source: { type: 'factory-returned' as const, resource: factoryReturned.name, id, code: billCode },
        row: {
          warehouseId,
          factoryWarehouseId: row.factoryWarehouseId,
          returnReason: row.returnReason,
          companyDeptId: own[0]!.companyId,
          projectDeptId: own[0]!.siteId,
          visibleDeptIds: [own[0]!.siteId],
        },
        lines: own.map((line, at) => ({ ...line, line: at + 1 })),
      })),
    ),
  );
  const asked = [...new Set(lines.map(({ billId }) => billId))];
  await context.tx.run(sql`
    update factory_returned r set called_time = ${context.now}::timestamptz,
      out_state = case when r.id = any(${asked}::bigint[]) then 'to-ship' else 'received' end
    where r.id = any(${ids}::bigint[])`);
  return undefined;
}

/** Before any site shipped: the bills of the sites are void, and what the call-back held itself is let go. */
async function voidCalls(
  context: Context,
  calls: readonly CallBack[],
  input: Input,
): Promise<readonly Refusal[] | void> {
  const made = await context.tx.rows<{ id: Id; callId: Id; isShipped: boolean }>(sql`
    select o.id, o.source_bill_id::bigint as call_id, o.status = 'shipped' as is_shipped from return_out_store o
    where o.source_bill_type = 'factory-returned' and o.source_bill_id = any(${calls.map(({ id }) => id)})`);
  const begun = new Set(made.filter(({ isShipped }) => isShipped).map(({ callId }) => callId));
  if (begun.size > 0)
    return calls.filter(({ id }) => begun.has(id)).map(({ billCode }) => refuse('returns.called-back', { billCode }));
  const refusals = await voidReturnOutStores(
    context,
    made.map(({ id }) => id),
    askedText(input, 'reason'),
  );
  if (refusals.length > 0) return refusals;
  for (const { billCode } of calls) await letLotsGo(context, holdReasonOf(billCode));
  return undefined;
}

export const factoryReturnedBehaviour = behaviour(factoryReturned, {
  beforeSave,
  guards: {
    toApply: async (context, calls) => {
      const named = calls.filter(({ row }) => row.recallBatchId === null);
      return against(
        context,
        named,
        await linesOf(
          context,
          named.map(({ id }) => id),
        ),
      );
    },
  },
  actions: { doApply: approve, void: voidCalls },
  filters: {
    factoryId: (given) => factoryIs(sql`t.factory_id`, given),
    warehouseId: (id) =>
      sql`exists (select 1 from factory_returned_detail d
        where d.factory_returned_id = t.id and d.warehouse_id::text = ${id})`,
  },
  computed: {
    siteCount: () =>
      sql`(select count(distinct d.warehouse_id)::integer from factory_returned_detail d
        where d.factory_returned_id = t.id)`,
  },
});

/** A distribution from its first line to its end: what it holds, what is on order from it, what becomes of it. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../../kernel/server/behaviour.ts';
import { once, type Context } from '../../../kernel/server/context.ts';
import { linkedDocuments } from '../../../kernel/server/links.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { siteFilters } from '../../operations/sites/site-filters.server.ts';
import { placeOf } from '../../purchasing/receiving-place.server.ts';
import { deptsOf } from '../../sourcing/delivery-rows.server.ts';
import { unmetWindows, type SentLine } from '../../sourcing/routes/unmet-windows.server.ts';
import { warehousePlaces } from '../../sourcing/source-calls.server.ts';
import { closeExpected } from '../../stock/ledger/expected-receipts.server.ts';
import { atFrozenWarehouses } from '../../stock/warehouses/frozen-warehouses.server.ts';
import { requireWindow } from './asked-meals.server.ts';
import { expectAsked } from './asked-progress.server.ts';
import { completeLines } from './bill-lines.server.ts';
import { followPegs, releaseMeals, writePegs } from './claimed-meals.server.ts';
import { distribution } from './distribution.document.ts';
import type { Taken } from './taken-needs.server.ts';
import './distribution.refusals.ts';

type Bill = Acting<typeof distribution>;

export const distributionBehaviour = behaviour(distribution, {
  filters: {
    ...siteFilters,
    materialId: (value) =>
      sql`exists (select 1 from distribution_detail d where d.distribution_id = t.id
        and d.material_id = ${value}::bigint)`,
  },
  async beforeSave(context, saving) {
    const { values } = saving;
    requireWindow(values);
    Object.assign(values, await placeOf(context, { warehouseId: values.warehouseId }));
    const refusals = [...(await placeRefusals(context, saving)), ...(await warehouseFixed(context, saving))];
    if (refusals.length > 0) throw new Refused(...refusals);
    pegsOf(context).set(saving.id ?? NEW, await completeLines(context, saving));
    Object.assign(values, totalsOf(saving));
  },
  async afterSave(context, { id, creating }) {
    const pending = pegsOf(context);
    const key = creating ? NEW : id;
    await writePegs(context, id, pending.get(key) ?? new Map<number, Taken>());
    pending.delete(key);
    await followPegs(context, id);
  },
  guards: {
    toApply: atFrozenWarehouses,
    doApply: async (context, bills) => [
      ...(await atFrozenWarehouses(context, bills)),
      ...(context.allowed('invdistribution_late')
        ? []
        : (await lateLines(context, bills, true)).map(({ billCode, line }) =>
            refuse('distribution.asked-late', { billCode, line }, { line }),
          )),
    ],
  },
  actions: {
    async toApply(context, bills, input) {
      const refusals = await withoutLines(context, bills);
      const late = await lateLines(context, bills, false);
      for (const { id, billCode, line } of late)
        if (!bills.find((bill) => bill.id === id)!.row.lateReason)
          refusals.push(refuse('distribution.asked-late-reason', { billCode, line }, { field: 'lateReason', line }));
      if (refusals.length === 0)
        refusals.push(...(await unmetWindows(context, await sentLines(context, bills), input)));
      if (refusals.length === 0) await markLate(context, bills);
      return refusals;
    },
    async doApply(context, bills) {
      const refusals = await withoutLines(context, bills);
      if (refusals.length === 0)
        await expectAsked(
          context,
          bills.map(({ id }) => id),
        );
      return refusals;
    },
    async void(context, bills) {
      const refusals: Refusal[] = [];
      for (const { id, billCode } of bills) {
        const lists = (await linkedDocuments(context, distribution, id)).filter(
          ({ direction, status }) => direction === 'down' && status !== 'void',
        );
        if (lists.length > 0 || (await isDistributed(context, id)))
          refusals.push(
            refuse('distribution.asked-generated', {
              billCode,
              bills: lists.map((list) => list.billCode).join('、'),
            }),
          );
      }
      if (refusals.length > 0) return refusals;
      const billIds = bills.map(({ id }) => id);
      await closeExpected(context, distribution.name, { billIds });
      await releaseMeals(context, billIds);
      return undefined;
    },
  },
});

const NEW = 'new';
/** What new lines take of meals, from before a bill is written to after it, when they have ids. */
const pegsOf = (context: Context): Map<string, ReadonlyMap<number, Taken>> =>
  once(context, 'distribution pegs', () => new Map<string, ReadonlyMap<number, Taken>>());

/** A restaurant and a stall belong to the site whose warehouse receives. */
async function placeRefusals(context: Context, { values }: Saving<typeof distribution>): Promise<Refusal[]> {
  const rows = await context.tx.rows<{ field: string; dept: string; warehouse: string }>(sql`
    select c.field, d.dept_name as dept, w.name as warehouse
    from (values ('useRestaurantDeptId', ${values.useRestaurantDeptId}::bigint),
      ('gearOperationDeptId', ${values.gearOperationDeptId}::bigint)) as c(field, id)
    join dept d on d.id = c.id join warehouse w on w.id = ${values.warehouseId}::bigint
    where d.blade_project_dept_id is distinct from w.project_group_dept_id order by c.field desc`);
  return rows.map(({ field, ...detail }) => refuse('distribution.asked-unserved', detail, { field }));
}

/** Sources and packs of extracted lines are those of the warehouse they were extracted for. */
async function warehouseFixed(
  context: Context,
  { id, before, values }: Saving<typeof distribution>,
): Promise<Refusal[]> {
  if (id === null || before?.warehouseId === values.warehouseId) return [];
  const pegged = await context.tx.row(
    sql`select 1 from distribution_pegging where distribution_id = ${id}::bigint limit 1`,
  );
  return pegged === undefined ? [] : [refuse('distribution.warehouse-fixed', {}, { field: 'warehouseId' })];
}

/** Number of lines, amount and the first moment to order, from the lines where they came along. */
function totalsOf(saving: Saving<typeof distribution>) {
  const lines = savingLines(saving, 'details')?.map(({ values }) => values as Record<string, unknown>);
  if (lines === undefined) return {};
  const texts = (name: string): string[] => lines.flatMap((line) => (line[name] ? [String(line[name])] : []));
  const amounts = texts('amount');
  return {
    lineCount: lines.length,
    amount: amounts.length === 0 ? null : Decimal.sum(amounts.map((amount) => Decimal.of(amount))).toFixed(2),
    orderBefore: texts('orderBefore').toSorted()[0] ?? null,
  };
}

/** What somebody brings: all but what the site buys itself, on the day of the line. */
async function sentLines(context: Context, bills: readonly Bill[]): Promise<SentLine[]> {
  const rows = await context.tx.rows<
    Omit<SentLine, 'deptIds' | 'sender'> & { readonly outOrgId: Id | null; readonly outWarehouseId: Id | null }
  >(sql`
    select b.bill_code, m.called as material, d.material_id, d.source_kind, d.supplier_id, b.warehouse_id, d.out_org_id,
      d.out_warehouse_id, coalesce(d.delivery_date, b.delivery_date) as delivery_date
    from distribution b join distribution_detail d on d.distribution_id = b.id and d.source_kind <> 'self'
    join material m on m.id = d.material_id
    where b.id = any(${bills.map(({ id }) => id)}::bigint[]) order by b.bill_code, d.line_no`);
  const places = await warehousePlaces(context, [...new Set(rows.flatMap(({ warehouseId }) => warehouseId ?? []))]);
  return rows.map(({ outOrgId, outWarehouseId, ...line }) => {
    const place = places.get(line.warehouseId!);
    const isKnown = outOrgId !== null || outWarehouseId !== null;
    return {
      ...line,
      deptIds: place === undefined ? [] : deptsOf([place]),
      sender: isKnown ? { deptId: outOrgId, storeId: outWarehouseId } : null,
    };
  });
}

const withoutLines = async (context: Context, bills: readonly Bill[]): Promise<Refusal[]> =>
  (
    await context.tx.rows<{ billCode: string }>(sql`
      select b.bill_code from distribution b where b.id = any(${bills.map(({ id }) => id)}::bigint[])
        and not exists (select 1 from distribution_detail d where d.distribution_id = b.id) order by b.bill_code`)
  ).map(({ billCode }) => refuse('distribution.asked-no-lines', { billCode }));

/** The first line of each bill that is past its last moment to order: marked so already, or by now. */
const lateLines = (
  context: Context,
  bills: readonly Bill[],
  isMarked: boolean,
): Promise<{ id: Id; billCode: string; line: number }[]> =>
  context.tx.rows(sql`
    select b.id, b.bill_code, min(d.line_no) as line
    from distribution b join distribution_detail d on d.distribution_id = b.id
    where b.id = any(${bills.map(({ id }) => id)}::bigint[])
      and ${isMarked ? sql`d.late_flag = 1` : sql`(d.late_flag = 1 or ${pastCutOff(context)})`}
    group by b.id, b.bill_code order by b.bill_code`);

const pastCutOff = ({ now }: Context) =>
  sql`coalesce(d.order_before < ${now}::timestamp at time zone current_setting('timezone'), false)`;

/** What is late when it is sent first stays so. */
async function markLate(context: Context, bills: readonly Bill[]): Promise<void> {
  const ids = bills.map(({ id }) => id);
  await context.tx.run(sql`
    update distribution_detail d set late_flag = 1
    where d.distribution_id = any(${ids}::bigint[]) and d.late_flag = 0 and ${pastCutOff(context)}`);
  await context.tx.run(sql`
    update distribution b set late_flag = 1 where b.id = any(${ids}::bigint[]) and b.late_flag = 0
      and exists (select 1 from distribution_detail d where d.distribution_id = b.id and d.late_flag = 1)`);
}

const isDistributed = async (context: Context, id: Id): Promise<boolean> =>
  (await context.tx.row(
    sql`select 1 as one from distribution_detail where distribution_id = ${id}::bigint and distributed_qty > 0 limit 1`,
  )) !== undefined;

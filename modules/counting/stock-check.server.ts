/** A count from its plan to its result: which place, which scope, and when it may be finished. */
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { storeOfFactory } from '../operations/factories/central-factory.server.ts';
import { documentPlaces } from '../stock/warehouses/document-place.server.ts';
import { deptLine } from '../admin/people/dept-line.server.ts';
import { DEPT } from '../admin/people/dept.resource.ts';
import { writeBook } from './count-book.server.ts';
import { postCounts, sendLinesBack, takeReview } from './review-count.server.ts';
import { recountDefaults, stockCheck, type StockCheckLine, type StockCheckRow } from './stock-check.document.ts';

async function beforeSave(context: Context, saving: Saving<typeof stockCheck>): Promise<void> {
  const { values } = saving;
  values.billDate ??= context.today;
  if (values.placeKind === 'site') values.factoryWarehouseId = null;
  const place = await (values.placeKind === 'factory' ? storeOf : siteOf)(context, values);
  const missing = scopeRefusal(values);
  if (missing) throw new Refused(missing);
  Object.assign(values, {
    locationId: place.id,
    companyDeptId: place.companyDeptId,
    projectDeptId: place.projectDeptId,
    visibleDeptIds: place.visibleDeptIds,
  });
  if (!values.checkName) values.checkName = `${place.name} ${values.planDate ?? values.billDate}`;
  if ((values.counterIds ?? []).length === 0) values.counterIds = [context.user.userId];
  values.recountAmount ??= (await readParameter(context, 'store.check.recount-amount')) || recountDefaults.amount;
  values.recountPercent ??= (await readParameter(context, 'store.check.recount-percent')) || recountDefaults.percent;
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly companyDeptId: string;
  readonly projectDeptId: string | null;
  readonly visibleDeptIds: readonly string[];
}

/** The store of the factory, whose department sees its count. */
async function storeOf(context: Context, values: Saving<typeof stockCheck>['values']): Promise<Place> {
  Object.assign(values, { warehouseId: null, gearOperationDeptId: null });
  const { label } = stockCheck.fields.factoryWarehouseId;
  const at = { field: 'factoryWarehouseId' };
  if (!values.factoryWarehouseId) throw new Refused(refuse('field.required', { name: label }, at));
  const store = (await documentPlaces(context, [values.factoryWarehouseId])).get(values.factoryWarehouseId);
  if (store?.kind !== 'factory-warehouse') throw new Refused(refuse('field.unknown-reference', { name: label }, at));
  const { id, name, companyDeptId, deptId } = store;
  return { id, name, companyDeptId, projectDeptId: deptId, visibleDeptIds: [deptId] };
}

/** The warehouse or the stall, with the departments that see its count. */
async function siteOf(
  context: Context,
  { warehouseId, gearOperationDeptId: stallId }: Saving<typeof stockCheck>['values'],
): Promise<Place> {
  if (Boolean(warehouseId) === Boolean(stallId))
    throw new Refused(refuse('counting.one-place', {}, { field: 'warehouseId' }));
  if (warehouseId) {
    const row = await context.tx.row<{ id: string; name: string; companyDeptId: string; projectDeptId: string }>(
      sql`select w.id, w.name, w.company_dept_id, w.project_group_dept_id as project_dept_id from warehouse w
        where w.id = ${warehouseId}::bigint`,
    );
    if (row === undefined)
      throw new Refused(
        refuse('field.unknown-reference', { name: stockCheck.fields.warehouseId.label }, { field: 'warehouseId' }),
      );
    return { ...row, visibleDeptIds: [row.projectDeptId] };
  }
  const line = await deptLine(context, stallId!);
  const [own] = line;
  if (own === undefined)
    throw new Refused(
      refuse(
        'field.unknown-reference',
        { name: stockCheck.fields.gearOperationDeptId.label },
        { field: 'gearOperationDeptId' },
      ),
    );
  if (own.deptCategory !== DEPT.stall && own.deptCategory !== DEPT.restaurant)
    throw new Refused(refuse('counting.not-a-stall', { name: own.deptName }, { field: 'gearOperationDeptId' }));
  const above = (category: string): string | null => line.find((dept) => dept.deptCategory === category)?.id ?? null;
  return {
    id: own.id,
    name: own.deptName,
    companyDeptId: above(DEPT.company) ?? own.id,
    projectDeptId: above(DEPT.project),
    visibleDeptIds: line.filter((dept) => dept.deptCategory !== DEPT.company).map((dept) => dept.id),
  };
}

const SCOPES = { all: null, type: 'materialTypeIds', material: 'materialIds', batch: 'batchIds' } as const;
function scopeRefusal(values: Saving<typeof stockCheck>['values']): Refusal | null {
  const field = SCOPES[values.scopeType];
  if (field === null || (values[field] ?? []).length > 0) return null;
  return refuse('counting.scope-empty', { what: stockCheck.fields[field].label }, { field });
}

const NO_FIRST_COUNT = { countQty: null, countBaseQty: null, countAuxQty: null, parts: null, firstQty: null };
/** Lines as counters see them: in a blind count whoever counts a second time does not see the first figure. */
export const withoutFirstCounts = (
  check: Pick<StockCheckRow, 'blind'>,
  lines: readonly StockCheckLine[],
): StockCheckLine[] =>
  lines.map((line) => (check.blind === 1 && line.lineState === 'recount' ? { ...line, ...NO_FIRST_COUNT } : line));

const NAMED = 5;
/**
 * Every line is counted, and twice where it must be; then book, expectation and difference are written beside the
 * counts.
 */
async function finish(context: Context, documents: readonly Acting[]): Promise<readonly Refusal[] | void> {
  const ids = documents.map((document) => document.id);
  const open = await context.tx.rows<{ id: string; state: 'waiting' | 'recount'; count: number; which: string[] }>(sql`
    select d.stock_check_id as id, d.line_state as state, count(*)::integer as count, (array_agg(m.called
    order by d.line_no))[1:${NAMED}::integer] as which
    from stock_check_detail d join material m on m.id = d.material_id
    where d.stock_check_id = any(${ids}::bigint[]) and d.line_state in ('waiting', 'recount') group by 1, 2
    order by 1, 2 desc`);
  const codes = new Map(documents.map((document) => [document.id, document.billCode]));
  if (open.length > 0)
    return open.map((each) =>
      refuse(`counting.lines-${each.state}`, {
        billCode: codes.get(each.id),
        count: each.count,
        which: `${each.which.join('、')}${each.count > NAMED ? ' …' : ''}`,
      }),
    );
  await writeBook(context, ids);
  await context.tx.run(
    sql`update stock_check set check_time = ${context.now}::timestamptz where id = any(${ids}::bigint[])`,
  );
}

export const stockCheckBehaviour = behaviour(stockCheck, {
  beforeSave,
  filters: { factoryId: storeOfFactory, checkId: (id) => sql`t.id::text = ${id}` },
  computed: {
    lineCount: () => sql`(select count(*)::integer from stock_check_detail d where d.stock_check_id = t.id)`,
    countedCount: () =>
      sql`(select count(*)::integer from stock_check_detail d
        where d.stock_check_id = t.id and d.line_state in ('counted', 'agreed', 'skipped'))`,
  },
  detail: (_context, row) => Promise.resolve({ details: withoutFirstCounts(row, row.details ?? []) }),
  guards: { doCheckApproval: takeReview },
  actions: { doCheck: finish, doCheckApproval: postCounts, recount: sendLinesBack },
});

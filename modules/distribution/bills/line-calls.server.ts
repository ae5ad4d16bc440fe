/**
 * Lines of a distribution one by one: added, changed and removed on the bill as a whole, so that all of it stays
 * sound.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { recordById } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { linesIn } from '../../../parts/http/request-input.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { specialMeal } from '../../operations/meals/special-meal.document.ts';
import { salesPlan } from '../../operations/sales-plan/sales-plan.document.ts';
import { lineSourceOf } from './asked-meals.server.ts';
import * as calls from './distribution.calls.ts';
import { distribution } from './distribution.document.ts';

type Given = Readonly<Record<string, unknown>>;

const detailList = serve(calls.detailList, async (context, { billId }) => {
  if (billId === null) throw new Refused(refuse('distribution.asked-no-bill', {}, { field: 'billId' }));
  const { details } = await recordById(context, distribution, billId);
  return details as unknown as TypeOf<typeof calls.detailList.answer>;
});

/** What came: a list, lines under `details`, or one line. */
function givenLines(body: Input): readonly Given[] {
  if (Array.isArray(body['body'])) return linesIn(body, 'body');
  return Array.isArray(body['details']) ? linesIn(body) : [body];
}

const submitDetail = serve(calls.submitDetail, async (context, { billId }, { body }) => {
  const given = givenLines(body).map(asLine);
  const named = [
    ...new Set([...(billId === null ? [] : [billId]), ...given.flatMap((line) => textOf(line['billId']))]),
  ];
  if (named.length !== 1) throw new Refused(refuse('distribution.asked-no-bill', {}, { field: 'billId' }));
  const id = named[0]!;
  await context.tx.row(sql`select 1 as one from distribution where id = ${id}::bigint for update`);
  const stored = await storedLines(context, id);
  const byId = new Map(stored.map((line) => [line.id, line]));
  const changed = new Map(given.flatMap((line) => textOf(line['id']).map((lineId) => [lineId, line] as const)));
  if ([...changed.keys()].some((lineId) => !byId.has(lineId))) throw new Refused(refuse('distribution.line-unknown'));
  await saveRecord(distribution, context, {
    id,
    details: [
      ...stored.map((line) => ({ ...line, ...changed.get(line.id) })),
      ...given.filter((line) => textOf(line['id']).length === 0),
    ].toSorted(byMaterial),
  });
  return true;
});

/** An extracted line may be given back as it came: a single line of the meal it is for stands for a list of them. */
const asLine = ({ sourceLineId, ...line }: Given): Given =>
  sourceLineId === undefined || line['sourceLineIds'] !== undefined
    ? line
    : { ...line, sourceLineIds: listOf(sourceLineId) };
/** Lines of one material stand together, whichever meals they are for. */
const byMaterial = (a: Given, b: Given): number => {
  const [one, other] = [a, b].map((line) => String(line['materialId'] ?? '').padStart(19, '0'));
  return one! < other! ? -1 : one! > other! ? 1 : 0;
};
const textOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);

/** As they stand, with the names of the fields; what nobody can see of them stays too. */
const storedLines = (context: Context, billId: Id): Promise<(Given & { readonly id: Id })[]> =>
  context.tx.rows(sql`select * from distribution_detail where distribution_id = ${billId}::bigint order by line_no`);

const removeDetail = serve(calls.removeDetail, async (context, input) => {
  const ids = readIds(input);
  const rows = await context.tx.rows<{ id: Id; billId: Id }>(
    sql`select id, distribution_id as bill_id from distribution_detail where id = any(${ids}::bigint[])`,
  );
  if (rows.length < ids.length) throw new Refused(refuse('distribution.line-unknown'));
  for (const billId of [...new Set(rows.map((row) => row.billId))].toSorted()) {
    await context.tx.row(sql`select 1 as one from distribution where id = ${billId}::bigint for update`);
    const stored = await storedLines(context, billId);
    await saveRecord(distribution, context, { id: billId, details: stored.filter(({ id }) => !ids.includes(id)) });
  }
  return true;
});

type Peg = TypeOf<typeof calls.linePegs.answer>[number];

const linePegs = serve(calls.linePegs, async (context, { detailId }) => {
  const id = /^\d{1,19}$/.test(detailId) ? detailId : '0';
  const terms = [sql`d.id = ${id}::bigint`, ...scopeCondition(distribution, context)];
  const line = await context.tx.row(
    sql`select 1 as one from distribution t join distribution_detail d on d.distribution_id = t.id
      where ${join(terms, ' and ')}`,
  );
  if (line === undefined) throw unknownRecord(distribution.lines!.details.label);
  const rows = await context.tx.rows<Omit<Peg, 'link' | 'sourceType'> & { sourceType: string }>(sql`
    select p.source_type, p.source_id, coalesce(s.bill_code, v.bill_code, '') as source_code,
      g.dept_name as gear_operation_dept_name, p.meal_date, p.meal_type, coalesce(p.dish_id::text, '') as dish_id,
      coalesce(f.name, m.called, '') as dish_name,
      coalesce((select jsonb_agg(jsonb_build_object('dishId', e.id::text, 'dishName', e.name)
        order by array_position(p.dish_ids, e.id)) from dish e where e.id = any(p.dish_ids)), '[]') as path,
      p.portions, p.net_per_portion, p.yield_rate, coalesce(p.origin_material_id::text, '') as origin_material_id,
      coalesce(o.called, '') as origin_material_name, p.ratio, p.qty as gross_qty
    from distribution_pegging p join dept g on g.id = p.stall_dept_id join material m on m.id = p.material_id
    left join dish f on f.id = p.dish_id left join material o on o.id = p.origin_material_id
    left join sales_plan s on p.source_type = ${salesPlan.name} and s.id = p.source_id
    left join special_meal v on p.source_type = ${specialMeal.name} and v.id = p.source_id
    where p.distribution_detail_id = ${id}::bigint order by p.qty desc, p.source_line_id, p.nr`);
  return rows.map(({ sourceType, ...peg }) => ({
    ...peg,
    sourceType: lineSourceOf(sourceType),
    link: `${(sourceType === salesPlan.name ? salesPlan : specialMeal).path}/${peg.sourceId}`,
  }));
});

export const lineCalls: readonly Call[] = [detailList, submitDetail, removeDetail, linePegs];

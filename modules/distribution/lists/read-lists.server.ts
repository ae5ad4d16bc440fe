/** Lines of work lists as they are looked at: pages, sums, the whole of a dispatcher's morning. */
import { serve } from '../../../kernel/server/serve.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { conditions, scopeCondition } from '../../../kernel/server/filters.ts';
import { paging, readPage, sourceOf } from '../../../kernel/server/record-query.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { exportCall } from '../../../parts/sheets/excel-calls.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { LINES_MAX } from './chosen-lines.server.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { distributionStraightLine, distributionUniformLine } from './distribution-line.resource.ts';
import { listCalls, type ListCalls } from './lists.calls.ts';

const LINES: Readonly<Record<DistributionKind, typeof distributionStraightLine>> = {
  straight: distributionStraightLine,
  uniform: distributionUniformLine,
};
const SEGMENT: Readonly<Record<DistributionKind, string>> = {
  straight: 'distributionstraight',
  uniform: 'distributionuniform',
};

/** Lines of a list the caller sees, as rows `t`, that are as the filters say. */
const seen = (context: Context, kind: DistributionKind, body: Input): Sql => {
  const of = LINES[kind];
  const terms = [...scopeCondition(of, context), ...conditions(of, context, body)];
  return sql`${sourceOf(of, context, body)} t where ${terms.length === 0 ? sql`true` : join(terms, ' and ')}`;
};
/** Whether the caller sees what lines of a list cost. */
export const seesPrices = (context: Context, kind: DistributionKind): boolean =>
  context.allowed(`${SEGMENT[kind]}_view_cost`);

async function dispatchLines(
  context: Context,
  kind: DistributionKind,
  body: Input,
): Promise<TypeOf<ListCalls['dispatchLines']['answer']>> {
  const money = seesPrices(context, kind)
    ? sql`, t.price, t.amount, coalesce(worded(t.supplier_reason), '') as supplier_reason`
    : sql``;
  const rows = await context.tx.rows<TypeOf<ListCalls['dispatchLines']['answer']>['lines'][number]>(sql`
    select t.id, t.revision, t.bill_code, t.line_no, p.dept_name as site_name, w.name as warehouse_name, t.material_id,
      m.code as material_code, m.called as material_name, coalesce(o.called, '') as origin_material_name,
      coalesce(t.spec, '') as spec, u.called as unit_name, t.qty, coalesce(t.supplier_id::text, '') as supplier_id,
      coalesce(s.name, '') as supplier_name, t.source_kind,
      coalesce(worded(t.source_reason), '') as source_reason, coalesce(g.dept_name, '') as out_org_name,
      coalesce(t.supply_mode, '') as supply_mode ${money}, t.need_date, t.delivery_date,
      coalesce(to_char(t.order_before, 'YYYY-MM-DD HH24:MI:SS'), '') as order_before, t.line_status
    from (select t.* from ${seen(context, kind, body)} order by t.order_before nulls first, t.id
      limit ${LINES_MAX}) t
    join dept p on p.id = t.blade_project_dept_id join warehouse w on w.id = t.warehouse_id
    join material m on m.id = t.material_id join material_unit u on u.id = t.unit_id
    left join material o on o.id = t.origin_material_id left join supplier s on s.id = t.supplier_id
    left join dept g on g.id = t.out_org_id
    order by t.order_before nulls first, t.id`);
  const total =
    rows.length < LINES_MAX
      ? rows.length
      : (await context.tx.row<{ total: number }>(
          sql`select count(*)::integer as total from ${seen(context, kind, body)}`,
        ))!.total;
  return { total, now: context.now, lines: rows };
}

async function summaryPage(
  context: Context,
  kind: DistributionKind,
  body: Input,
): Promise<TypeOf<ListCalls['summaryPage']['answer']>> {
  const { current, size } = paging(body);
  const partner = kind === 'straight' ? sql`t.supplier_id` : sql`t.out_org_id`;
  const name = kind === 'straight' ? sql`s.name` : sql`g.dept_name`;
  const amount = seesPrices(context, kind) ? sql`, sum(t.amount) as amount` : sql``;
  const rows = await context.tx.rows<
    TypeOf<ListCalls['summaryPage']['answer']>['records'][number] & { readonly total: number }
  >(sql`
    select t.delivery_date, coalesce(${partner}::text, '') as partner_id, coalesce(${name}, '') as partner_name,
      t.material_id, m.called as material_name, t.unit_id, u.called as unit_name, sum(t.qty) as qty,
      count(distinct t.blade_project_dept_id)::integer as sites, count(*)::integer as lines ${amount},
      (count(*) over ())::integer as total
    from (select t.* from ${seen(context, kind, body)}) t join material m on m.id = t.material_id
    join material_unit u on u.id = t.unit_id left join supplier s on s.id = t.supplier_id
    left join dept g on g.id = t.out_org_id
    group by t.delivery_date, ${partner}, ${name}, t.material_id, m.called, m.code, t.unit_id, u.called
    order by t.delivery_date, ${name} collate pinyin nulls first, m.code, u.called
    limit ${size} offset ${(current - 1) * size}`);
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map(({ total: _total, ...row }) => row),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

/** What was changed of a list, the newest first, without the lines. */
async function changePage(
  context: Context,
  kind: DistributionKind,
  body: Input,
): Promise<TypeOf<ListCalls['changePage']['answer']>> {
  const { current, size } = paging(body);
  const amount = seesPrices(context, kind) ? sql`, c.amount_diff` : sql``;
  const rows = await context.tx.rows<
    TypeOf<ListCalls['changePage']['answer']>['records'][number] & { readonly total: number }
  >(sql`
    select c.id, c.batch_no, c.change_type, c.line_count ${amount}, coalesce(c.reason, '') as reason,
      coalesce(c.undone_by_id::text, '') as undone_by_id, u.real_name as user_name,
      to_char(c.create_time, 'YYYY-MM-DD HH24:MI:SS') as time, (count(*) over ())::integer as total
    from distribution_change c join app_user u on u.id = c.create_user
    where c.bill_type = ${kind} and exists (select 1 from ${seen(context, kind, {})} and c.detail_ids ? t.id::text)
    order by c.create_time desc, c.id desc limit ${size} offset ${(current - 1) * size}`);
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map(({ total: _total, ...row }) => row),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

/** Calls that read a list. */
export const readingCalls = (kind: DistributionKind): readonly Call[] => {
  const calls = listCalls[kind];
  return [
    serve(calls.detailPage, (context, _input, { body }) => readPage(LINES[kind], context, body)),
    serve(calls.dispatchLines, (context, _input, { body }) => dispatchLines(context, kind, body)),
    serve(calls.summaryPage, (context, _input, { body }) => summaryPage(context, kind, body)),
    serve(calls.changePage, (context, _input, { body }) => changePage(context, kind, body)),
    serve(calls.exportDetailExcel, (context, _input, { body }) => exportCall(LINES[kind]).handle(context, body, null), {
      reads: true,
    }),
  ];
};

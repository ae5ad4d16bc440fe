/** Closing a company's month: proved first, balances kept, and from then on nothing posts into it. */
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { paging } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { prove } from './proof.server.ts';
import * as calls from './stock-period.calls.ts';
import { stockPeriod } from './stock-period.resource.ts';

/** Closes `month` (yyyy-MM) of a company. Months close one after the other; the first may be any. */
export async function closePeriod(context: Context, companyDeptId: string, month: string): Promise<{ id: string }> {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Refused(refuse('stock.month', {}, { field: 'month' }));
  if (month >= context.today.slice(0, 7)) throw new Refused(refuse('stock.period-not-over', { month }));
  // Postings hold their places FOR SHARE until they commit: whoever gets here waits for all of them, and they wait for
  // us.
  await context.tx.run(
    sql`select 1 from stock_location l where l.company_dept_id = ${companyDeptId}::bigint order by l.id for update`,
  );
  const last = await context.tx.row<{ month: string; next: string }>(sql`
    select p.month, to_char((p.month || '-01')::date + interval '1 month', 'YYYY-MM') as next from stock_period p
    where p.company_dept_id = ${companyDeptId}::bigint order by p.month desc limit 1`);
  if (last !== undefined && month <= last.month) throw new Refused(refuse('stock.period-done', { month }));
  if (last !== undefined && month !== last.next) throw new Refused(refuse('stock.period-order', { month: last.next }));
  const proof = await prove(context);
  if (!proof.ok)
    throw new Refused(
      refuse('stock.period-unproven', {
        location: proof.firstBadRow?.['location'],
        material: proof.firstBadRow?.['material'],
      }),
    );

  const period = (await context.tx.row<{ id: string; endDate: string }>(sql`
    insert into stock_period (company_dept_id, month, start_date, end_date, state, close_user_id, close_time, checks,
      create_user, create_dept, update_user)
    values (${companyDeptId}::bigint, ${month}, ${`${month}-01`}::date,
      (${`${month}-01`}::date + interval '1 month' - interval '1 day')::date, 'closed', (select u.id from app_user u
      where u.id = ${context.user.userId}::bigint), ${context.now}::timestamptz,
      ${JSON.stringify([{ name: 'prove', ok: true, count: proof.checked }])}::jsonb, ${context.user.userId}::bigint,
      ${context.user.deptId || null}::bigint, ${context.user.userId}::bigint)
    returning id, end_date`))!;
  await context.tx.run(sql`
    insert into stock_period_balance (period_id, location_id, material_id, batch_id, open_qty, open_amount, in_qty,
      in_amount, out_qty, out_amount, close_qty, close_amount)
    select ${period.id}::bigint, v.location_id, v.material_id, v.batch_id,
      coalesce(sum(v.qty) filter (where v.business_time < p.start), 0),
      coalesce(sum(v.amount) filter (where v.business_time < p.start), 0),
      coalesce(sum(v.qty) filter (where v.business_time >= p.start and v.qty > 0), 0),
      coalesce(sum(v.amount) filter (where v.business_time >= p.start and (v.qty > 0 or v.qty = 0)), 0),
      coalesce(-sum(v.qty) filter (where v.business_time >= p.start and v.qty < 0), 0),
      coalesce(-sum(v.amount) filter (where v.business_time >= p.start and v.qty < 0), 0),
      sum(v.qty), sum(v.amount)
    from (select ${`${month}-01`}::date::timestamptz as start, (${period.endDate}::date + 1)::timestamptz as finish) p
    join stock_move v on v.business_time < p.finish join stock_location l on l.id = v.location_id
      and l.company_dept_id = ${companyDeptId}::bigint
    group by v.location_id, v.material_id, v.batch_id
    having sum(v.qty) <> 0 or sum(v.amount) <> 0 or bool_or(v.business_time >= p.start)`);
  await context.tx.run(
    sql`update stock_location set closed_through = ${period.endDate}::date, update_time = now()
      where company_dept_id = ${companyDeptId}::bigint`,
  );
  await audit(context, [
    {
      resource: stockPeriod.name,
      recordId: period.id,
      action: 'close',
      title: month,
      changes: { state: ['open', 'closed'] },
    },
  ]);
  return { id: period.id };
}

const balancePage = serve(calls.balancePage, async (context, input) => {
  const { current, size } = paging(input);
  const period = readIds({ id: input.periodId })[0]!;
  const scope = context.user.scope.all ? sql`` : sql`and l.dept_id = any(${context.user.scope.depts}::bigint[])`;
  const costs = context.allowed('stock_view_cost')
    ? sql`, e.open_amount, e.in_amount, e.out_amount, e.close_amount`
    : sql``;
  const rows = await context.tx.rows<
    TypeOf<typeof calls.balancePage.answer>['records'][number] & { readonly total: number }
  >(sql`
    select e.id, e.location_id, l.called as location_name, e.material_id, m.code as material_code,
      m.called as material_name, e.batch_id, b.batch_code, e.open_qty, e.in_qty, e.out_qty, e.close_qty ${costs},
      count(*) over ()::integer as total
    from stock_period_balance e join stock_location l on l.id = e.location_id join material m on m.id = e.material_id
    join batch b on b.id = e.batch_id
    where e.period_id = ${period}::bigint ${scope} order by l.name collate pinyin, m.code, b.batch_code
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

const closeMonth = serve(calls.closeMonth, async (context, { companyDeptId, month }) =>
  closePeriod(context, readIds({ id: companyDeptId })[0]!, month ?? ''),
);

export const periodCalls: readonly Call[] = [closeMonth, balancePage];

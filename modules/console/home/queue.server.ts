/**
 * What waits for whoever opens the home page, and what changed since yesterday, in one statement. Every line is a list
 * with filters, within the caller's rights and scope, so that the list behind it counts the same.
 */
import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import type { DecimalText } from '../../../kernel/core/field.ts';
import { stagesOf, waitingIn } from '../../../kernel/core/life.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { conditions, scopeCondition, visibleFields } from '../../../kernel/server/filters.ts';
import { sourceOf, where } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { column, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { priceWarning } from '../../prices/warnings/price-warning.document.ts';
import { inStoreDifference } from '../../receiving/in-store-difference.document.ts';
import { inStore } from '../../receiving/in-store.document.ts';
import { outStore } from '../../issuing/out-store.document.ts';
import { salesPlan } from '../../operations/sales-plan/sales-plan.document.ts';
import { requirementPlan } from '../../planning/requirement-plan.document.ts';
import { SALES_PLAN } from '../../planning/meal-demands.server.ts';
import { purchaseRequest } from '../../purchasing/purchase-request.document.ts';
import { pick } from '../../issuing/pick.document.ts';
import { isApproved } from '../../workflow/engine/definitions.server.ts';
import { actsFor } from '../../workflow/engine/deputies.server.ts';
import { separated } from '../../workflow/engine/nodes.server.ts';
import { rowsFor } from '../figures.server.ts';
import { homeQueue, type QueueLine } from './queue.calls.ts';
import { changedLines, type ListLine, waitingLines } from './queue-lines.ts';

/** When the first of the rows `t` is due, of lists whose work has an hour. */
const DUE: Readonly<Record<string, Sql>> = {
  [inStore.name]: sql`to_char(min(t.expect_time), 'YYYY-MM-DD HH24:MI:SS')`,
  [inStoreDifference.name]: sql`min(t.deadline)::text`,
  [outStore.name]: sql`to_char(min(t.need_time), 'YYYY-MM-DD HH24:MI:SS')`,
  [pick.name]: sql`to_char(min(t.need_time), 'YYYY-MM-DD HH24:MI:SS')`,
  [requirementPlan.name]: sql`to_char(min((select min(d.order_before) from requirement_plan_detail d
    where d.tenant_id = t.tenant_id and d.requirement_plan_id = t.id and d.line_status = 'open' and d.plan_qty > 0)),
    'YYYY-MM-DD HH24:MI:SS')`,
  // Cast before they are joined: row-level security lets no index serve a cast between two tables.
  [purchaseRequest.name]: sql`to_char(min((select min(p.order_before) from (
      select d.tenant_id, nullif(d.plan_detail_id, '')::bigint as plan_line_id from purchase_request_detail d
      where d.tenant_id = t.tenant_id and d.purchase_request_id = t.id
        and d.ordered_qty + d.distributed_qty + d.cancelled_qty < d.request_qty offset 0) d
    join requirement_plan_detail p on p.tenant_id = d.tenant_id and p.id = d.plan_line_id)),
    'YYYY-MM-DD HH24:MI:SS')`,
};

interface Counted {
  readonly part: string;
  readonly key: string;
  readonly status: Sql;
  readonly of: Declaration;
  readonly terms: readonly Sql[];
  readonly filters: (status: string) => Readonly<Record<string, string>>;
  readonly amount?: string | undefined;
  readonly lines?: string | undefined;
  readonly isDue: boolean;
}

/** Rows of the list `of` the caller sees, counted. A sum nobody may see, or that is not stored, is not told. */
function counting(context: Context, { part, key, status, of, terms, amount, lines, isDue }: Counted): Sql {
  const fields = visibleFields(of, context);
  const sum = (name: string | undefined): Sql =>
    name === undefined || fields[name] === undefined || fields[name].rules.computed
      ? sql`null`
      : sql`sum(t.${column(name)})`;
  return sql`select ${part} as part, ${key} as key, ${status} as status, count(*)::integer as count,
    ${(isDue ? DUE[of.name] : undefined) ?? sql`null`}::text as due, round(${sum(amount)}, 2)::text as amount,
    ${sum(lines)}::integer as lines from ${sourceOf(of, context, {})} t
    ${where([...terms, ...scopeCondition(of, context)])} group by 3`;
}

/** A line over a list with filters. */
const listed = (context: Context, part: string, key: string, line: ListLine): Counted => {
  const filters = line.filters({ yesterday: dayPlus(context.today, -1) });
  return {
    part,
    key,
    status: sql`''`,
    of: line.of,
    terms: conditions(line.of, context, filters, { wholly: true }),
    filters: () => filters,
    amount: line.amount,
    lines: line.lines,
    isDue: part === 'waiting',
  };
};

/** May the caller read the list, and do what the line is about? */
const isFor =
  (context: Context) =>
  ([, { of, rights }]: readonly [string, ListLine]): boolean =>
    [permissionOf(of, 'view'), ...rights].every((right) => context.allowed(right));

/** Who may approve what stalls ask for, and does not ask himself, works in the store; and the other way round. */
function sideOf(context: Context): { readonly isStore: boolean; readonly isStall: boolean } {
  const [asks, approves] = [context.allowed('pick_add'), context.allowed('pick_do_apply')];
  return { isStore: approves && !asks, isStall: asks && !approves };
}

/**
 * Documents in states the caller acts on next: what he is still writing, what he may decide and did not send, what no
 * process has given to others.
 */
function documentsFor(context: Context, withoutApplicant: boolean): readonly Counted[] {
  const me = context.user.userId;
  const { isStore, isStall } = sideOf(context);
  const own = sql`t.create_user = ${me}::bigint`;
  return context.registry.declarations
    .filter((of) => of.path !== undefined && context.allowed(permissionOf(of, 'view')))
    .flatMap((of) =>
      [...Map.groupBy(waitingIn(of, context.allowed), ({ state }) => state)].flatMap(([state, actions]): Counted[] => {
        // Deliveries are counted by their day, differences by whose word they wait for. The store ships, the stall
        // signs for it.
        if (of.segment === inStore.segment || of.name === inStoreDifference.name) return [];
        if (of.name === outStore.name && (state === 'shipped' ? isStore : isStall)) return [];
        const isDraft = of.life!.editable.includes(state);
        // Where a field of it offers the act, what says otherwise waits for nobody here.
        const when = actions.every(({ action }) => action.when !== undefined) ? actions[0]!.action.when : undefined;
        const isDecision = stagesOf(of.life).some((stage) => of.life!.actions[stage.send]!.to === state);
        const terms = [
          sql`t.status = ${state}`,
          ...(when === undefined ? [] : [sql`t.${column(when[0])} = ${when[1]}`]),
          ...(isDraft ? [own] : []),
          ...(isDecision && withoutApplicant && actions.every(({ action }) => action.notByApplicant)
            ? [sql`t.apply_user_id is distinct from ${me}::bigint`]
            : []),
          ...(isDecision && isApproved(of)
            ? [
                sql`not exists (select 1 from flow_instance i where i.business_resource = ${of.name}
                  and i.business_id = t.id and i.state = 'running')`,
              ]
            : []),
        ];
        return [
          {
            part: 'waiting',
            key: of.name,
            status: sql`${state}`,
            of,
            terms,
            filters: (status) => ({
              status,
              ...(of.life!.editable.includes(status) ? { createUser: me } : {}),
              ...(when === undefined ? {} : { [when[0]]: String(when[1]) }),
            }),
            amount: of.name === priceWarning.name ? 'stakeAmount' : (of.life!.facts?.['amount'] ?? 'amount'),
            lines: isDraft ? undefined : 'lineCount',
            isDue: !isDraft,
          },
        ];
      }),
    );
}

/** Approved meals to come that stand in no requirement plan, with the sites and days such a plan would be for. */
function mealsWithoutPlan(context: Context): Sql {
  const rows = rowsFor(context);
  return sql`select 'waiting', 'meals', coalesce(string_agg(distinct t.blade_project_dept_id::text, ','), '')
      || '/' || coalesce(max(d.meal_date)::text, ''), count(distinct t.id)::integer, min(d.meal_date)::text, null,
      null::integer
    from ${rows(salesPlan)} t
    join sales_plan_detail d on d.tenant_id = t.tenant_id and d.sales_plan_id = t.id
    where t.status = 'approved' and d.meal_date > ${context.today}::date
      and not exists (select 1 from plan_claim c where c.tenant_id = t.tenant_id and c.source_type = ${SALES_PLAN}
        and c.source_id = t.id and c.source_line_id = d.id and c.released_time is null)`;
}

/** Tasks of processes: those the caller holds, or may take. */
function tasksFor(context: Context): readonly Sql[] {
  if (!context.allowed('work_todo_handle')) return [];
  const tasks = (key: string, term: Sql): Sql => sql`select 'waiting', ${key}, '', count(*)::integer,
    to_char(min(t.due_time), 'YYYY-MM-DD HH24:MI:SS'), null, null::integer
    from flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.process_instance_id
    where i.state = 'running' and ${term}`;
  return [
    tasks('tasks', sql`t.state = 'claimed' and t.assignee = any(${actsFor(context)})`),
    tasks(
      'claims',
      sql`t.state = 'open' and exists (select 1 from flow_task_candidate c where c.tenant_id = t.tenant_id
        and c.task_id = t.id and c.user_id = any(${actsFor(context)}))`,
    ),
  ];
}

type Row = Omit<QueueLine, 'filters' | 'amount'> & { readonly part: string; readonly amount: DecimalText | null };

/** What a requirement plan for the meals begins with: their sites and days, of a week at most. */
function planFor({ status, due }: Row): Readonly<Record<string, string>> {
  const [sites = '', last = ''] = status.split('/');
  const week = dayPlus(due!, 6);
  return { bladeProjectDeptIds: sites, startDate: due!, endDate: last < week ? last : week };
}

const answered = serve(
  homeQueue,
  async (context) => {
    const { meals, ...lists } = waitingLines;
    const counted = [
      ...Object.entries(lists)
        .filter(isFor(context))
        .filter(([key]) => key !== 'arriving' || !sideOf(context).isStall)
        .map(([key, line]) => listed(context, 'waiting', key, line)),
      ...documentsFor(context, await separated(context)),
      ...Object.entries(changedLines)
        .filter(isFor(context))
        .map(([key, line]) => listed(context, 'changed', key, line)),
    ];
    const statements = [
      ...counted.map((each) => counting(context, each)),
      ...(isFor(context)(['meals', meals]) ? [mealsWithoutPlan(context)] : []),
      ...tasksFor(context),
    ];
    const rows =
      statements.length === 0
        ? []
        : await context.tx.rows<Row>(sql`select * from (${join(statements, ' union all ')})
          as q (part, key, status, count, due, amount, lines) where count > 0`);
    const linesOf = (part: string): QueueLine[] =>
      rows.flatMap((row): QueueLine[] => {
        if (row.part !== part) return [];
        const { part: _, ...line } = row;
        if (row.key === 'meals') return [{ ...line, status: '', filters: planFor(row) }];
        const of = counted.find((each) => each.part === part && each.key === row.key);
        return [{ ...line, filters: of?.filters(row.status) ?? {} }];
      });
    return { now: context.now, waiting: linesOf('waiting'), changed: linesOf('changed') };
  },
  { outsiders: true },
);

export const homeCalls: readonly Call[] = [answered];

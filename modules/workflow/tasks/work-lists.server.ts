/**
 * The six lists of one's own work. Documents that no process decides on stand among the tasks of whoever may approve
 * them.
 */
import { permissionOf, titleField, type Declaration, type Life } from '../../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { PageOf, TypeOf } from '../../../kernel/core/shape.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import { stagesOf } from '../../../kernel/core/life.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { column, ident, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { paging, presentFields } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { definitions, documentOf } from '../engine/definitions.server.ts';
import { actsFor } from '../engine/deputies.server.ts';
import { fieldOfFact } from '../engine/facts.rules.ts';
import { instanceStates } from './flow-instance.resource.ts';
import { billTypeOf, kindOf, kindOfBill } from '../engine/flow-kinds.ts';
import { separated } from '../engine/nodes.server.ts';
import * as calls from './work-lists.calls.ts';

const taskColumns = sql`t.id::text as task_id, t.task_name, i.id::text as process_instance_id,
  i.process_definition_id::text as process_definition_id, i.process_definition_name, i.process_definition_version,
  i.category, i.bill_type,
  i.business_id::text as business_id, i.business_code as bill_code, i.business_resource, i.title, i.amount, i.round,
  i.start_user, i.start_time, t.create_time, t.due_time, t.end_time, t.owner_user_id, t.remind_count,
  t.state as task_state, t.comment,
  i.facts ->> 'overBudget' as over_budget, i.facts ->> 'afterCutoff' as after_cutoff,
  i.facts ->> 'priceDeviation' as price_deviation`;
const taskRows = sql`flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.process_instance_id`;

/** What deciding once is called among the steps of processes. */
export const SINGLE_STEP = label('审批', 'Approval');

/**
 * Pending documents that no process decides on, for whoever holds the button; figured out when asked, so that sending
 * and approving cost nothing.
 */
async function singles(context: Context): Promise<Sql[]> {
  const withoutApplicant = await separated(context);
  const requested = context.registry.declarations.flatMap((declaration) =>
    stagesOf(declaration.life).map((stage) => ({
      declaration,
      life: declaration.life as Life,
      send: declaration.life!.actions[stage.send]!,
      approve: declaration.life!.actions[stage.approve]!,
    })),
  );
  return requested
    .filter(({ declaration, approve }) => context.allowed(permissionOf(declaration, approve.button)))
    .map(({ declaration, send, approve }) => {
      const amount = declaration.fields[fieldOfFact(declaration, 'amount')];
      const kind = kindOfBill(billTypeOf(declaration.segment));
      const terms = [
        sql`t.status = ${send.to!}`,
        sql`not exists (select 1 from flow_instance i
          where i.business_resource = ${declaration.name} and i.business_id = t.id and i.state = 'running')`,
        ...(withoutApplicant && approve.notByApplicant
          ? [sql`t.apply_user_id is distinct from ${context.user.userId}::bigint`]
          : []),
        ...scopeCondition(declaration, context),
      ];
      return sql`select ${`single-${declaration.name}-`} || t.id,
        ${(approve.page ? approve.label : SINGLE_STEP)[context.language]}, '', '',
        ${declaration.label[context.language]}, 0, ${kind?.category ?? ''}, ${billTypeOf(declaration.segment)},
      t.id::text, t.bill_code, ${declaration.name}, '',
      ${amount === undefined || amount.rules.computed ? sql`null::numeric` : sql`t.${column(fieldOfFact(declaration, 'amount'))}`}, 1, coalesce(t.apply_user_id, t.update_user), coalesce(t.apply_time, t.update_time), coalesce(t.apply_time, t.update_time), null::timestamptz, null::timestamptz, null::bigint, 0, 'open', null::text,
      ${join(
        (['overBudget', 'afterCutoff', 'priceDeviation'] as const).map((fact) => factOf(declaration, fact)),
        ', ',
      )} from ${ident(tableOf(declaration))} t where ${join(terms, ' and ')}`;
    });
}

const factOf = (declaration: Declaration, fact: string): Sql => {
  const name = fieldOfFact(declaration, fact);
  return declaration.fields[name] === undefined || declaration.fields[name].rules.computed
    ? sql`null::text`
    : sql`t.${column(name)}::text`;
};

/** Documents whose amount is hidden from the caller. */
const withoutAmount = (context: Context): string[] =>
  context.registry.declarations
    .filter((of) => {
      const right = of.fields[fieldOfFact(of, 'amount')]?.rules.right;
      return right !== undefined && !context.allowed(right);
    })
    .map(({ name }) => name);

/** Filters of the wire contract, and ours, over the columns of a list. */
function filtersOf(context: Context, input: Input, columns: { readonly name: Sql; readonly document: boolean }): Sql[] {
  const given = (name: string): string =>
    String(input[name] ?? input[`${name}_like`] ?? input[`${name}_equal`] ?? '').trim();
  const like = (at: Sql, text: string): Sql =>
    sql`${at} ilike ${`%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`;
  const found: Sql[] = [];
  if (given('category') !== '') found.push(sql`w.category = ${given('category')}`);
  const name = given('processDefinitionName') || given('name');
  if (name !== '') found.push(like(columns.name, name));
  if (!columns.document) return found;
  if (given('businessResource') !== '') found.push(sql`w.business_resource = ${given('businessResource')}`);
  if (given('billCode') !== '') found.push(like(sql`w.bill_code`, given('billCode')));
  const least = given('amount_ge');
  if (least !== '') {
    if (!Decimal.isText(least))
      throw new Refused(refuse('param.invalid', { name: 'amount_ge', value: least }, { field: 'amount_ge' }));
    // Whoever does not see amounts does not filter by them.
    found.push(sql`w.amount >= ${least}::numeric and not w.business_resource = any(${withoutAmount(context)})`);
  }
  return found;
}

async function pageOf<T>(
  context: Context,
  input: Input,
  rows: Sql,
  terms: readonly Sql[],
  order: Sql,
): Promise<PageOf<T>> {
  const { current, size } = paging(input);
  const where = terms.length === 0 ? sql`` : sql`where ${join(terms, ' and ')}`;
  const found = await context.tx.counted<T>(sql`
    with w as (${rows}) select w.*, (count(*) over ())::integer as page_total
    from w ${where} order by ${order} limit ${size}::integer offset ${(current - 1) * size}::integer`);
  let { total = 0 } = found;
  if (found.rows.length === 0 && current > 1)
    total = Number(
      (await context.tx.row<{ total: number }>(
        sql`with w as (${rows}) select count(*)::integer as total from w ${where}`,
      ))!.total,
    );
  return { records: found.rows, total, size, current, pages: Math.ceil(total / size) };
}

const EXCEPTIONAL = (now: string): Sql =>
  sql`(coalesce(w.over_budget, '0') not in ('0', '') or coalesce(w.after_cutoff, '0') not in ('0', '')
    or coalesce(w.price_deviation, '0') not in ('0', '') or (w.due_time is not null
      and w.due_time < ${now}::timestamptz))`;

/** A document on its process, as the lists read it. */
interface WorkRow {
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly category: string;
  readonly businessId: Id;
  readonly businessResource: string;
  readonly title: string | null;
  readonly amount: DecimalText | null;
  readonly round: number;
  readonly startUser: Id | null;
}
/** What a task has beyond it, and what makes it exceptional. */
interface TaskRow extends WorkRow {
  readonly ownerUserId: Id | null;
  readonly dueTime: string | null;
  readonly endTime: string | null;
  readonly remindCount: number;
  readonly overBudget: string | null;
  readonly afterCutoff: string | null;
  readonly priceDeviation: string | null;
}

const SUMMARY_FIELDS = 3;
/**
 * What documents are about in a few words, for those whose process wrote none: who, where and when, as their list
 * shows them to everybody.
 */
async function titlesOf(context: Context, rows: readonly WorkRow[]): Promise<ReadonlyMap<WorkRow, string>> {
  const { registry } = context;
  const titles = new Map<WorkRow, string>();
  const untitled = rows.filter((row) => (row.title ?? '') === '');
  for (const [name, each] of Map.groupBy(untitled, (row) => row.businessResource)) {
    const declaration = registry.declarations.find((one) => one.name === name);
    const words = Object.entries(declaration?.fields ?? {}).flatMap(([field, { kind, rules }]): Sql[] => {
      if (!rules.list || rules.computed || rules.right !== undefined || field === 'billCode') return [];
      if (kind === 'text' || kind === 'day') return [sql`t.${column(field)}::text`];
      const target = kind === 'ref' && rules.target !== 'user' ? registry.find(rules.target!) : undefined;
      return target === undefined || target.view || titleField(target) === 'id'
        ? []
        : [
            sql`(select r.${column(titleField(target))}::text from ${ident(tableOf(target))} r
              where r.id = t.${column(field)})`,
          ];
    });
    if (declaration === undefined || words.length === 0) continue;
    const found = await context.tx.rows<{ id: Id; title: string }>(sql`
      select t.id, left(concat_ws(' · ', ${join(
        words.slice(0, SUMMARY_FIELDS).map((word) => sql`nullif(${word}, '')`),
        ', ',
      )}), 120) as title from ${ident(tableOf(declaration))} t
      where t.id = any(${each.map((row) => row.businessId)}::bigint[])`);
    const titleOf = new Map(found.map((row) => [row.id, row.title]));
    for (const row of each) titles.set(row, titleOf.get(row.businessId) ?? '');
  }
  return titles;
}

type Warning = TypeOf<typeof calls.todoList.answer>['records'][number]['warnings'][number];
const isSet = (fact: string | null | undefined): boolean => !['', '0', 'null', 'undefined'].includes(fact ?? '0');

/** Rules a task breaks; one that was decided is not overdue any more. */
const rulesBroken = (row: Partial<TaskRow>, now: string): Warning[] => [
  ...(row.dueTime && row.dueTime < now && !row.endTime ? ['overdue' as const] : []),
  ...(['overBudget', 'afterCutoff', 'priceDeviation'] as const).filter((fact) => isSet(row[fact])),
];

/** What a person reads in a row: names of people and kinds, the document's own words, what speaks against it. */
async function present<T extends object>(
  context: Context,
  page: PageOf<WorkRow & Partial<TaskRow>>,
): Promise<PageOf<T>> {
  const people = page.records.flatMap((row) => [row.startUser, row.ownerUserId ?? null]).filter((id) => id !== null);
  const names = new Map(
    people.length === 0
      ? []
      : (
          await context.tx.rows<{ id: Id; name: string }>(
            sql`select id, real_name as name from app_user where id = any(${[...new Set(people)]}::bigint[])`,
          )
        ).map((row) => [row.id, row.name]),
  );
  const titles = await titlesOf(context, page.records);
  const hidden = withoutAmount(context);
  const { language } = context;
  const records = page.records.map((row) => {
    const declaration = context.registry.declarations.find((each) => each.name === row.businessResource);
    const broken = rulesBroken(row, context.now);
    const warnings: Warning[] = [
      ...broken,
      ...(row.round > 1 ? ['again' as const] : []),
      ...((row.remindCount ?? 0) > 0 ? ['urged' as const] : []),
    ];
    const isHidden = row.amount === null || hidden.includes(row.businessResource);
    const shown = {
      ...row,
      id: row.taskId || row.processInstanceId,
      title: titles.get(row) ?? row.title,
      amount: isHidden ? null : Decimal.of(row.amount).toFixed(2),
      categoryName: kindOf(row.category)?.label[language] ?? '',
      startUserName: names.get(row.startUser ?? '') ?? '',
      ownerUserName: names.get(row.ownerUserId ?? '') ?? '',
      businessName: declaration?.label[language] ?? '',
      path: declaration?.path ?? '',
      warnings,
      exceptional: broken.length > 0,
    };
    return presentFields<T>({}, shown, language);
  });
  return { ...page, records };
}

type TaskPage = TypeOf<typeof calls.todoList.answer>;
type Tasks = Promise<TaskPage>;
const DOCUMENTS = { name: sql`w.process_definition_name`, document: true };

async function tasks(context: Context, input: Input, rows: Sql, order: Sql): Tasks {
  return present(context, await pageOf<TaskRow>(context, input, rows, filtersOf(context, input, DOCUMENTS), order));
}
const exceptionalFirst = (context: Context): Sql => sql`${EXCEPTIONAL(context.now)} desc, w.create_time, w.task_id`;

async function todo(context: Context, input: Input, onProcess: boolean): Tasks {
  const own = sql`select ${taskColumns} from ${taskRows} where t.state = 'claimed' and i.state = 'running'
    and t.assignee = any(${actsFor(context)})`;
  // Whoever counts documents by their own lists asks for those on processes alone.
  const rows = onProcess ? own : join([own, ...(await singles(context))], ' union all ');
  return tasks(context, input, rows, exceptionalFirst(context));
}

const claimable = (context: Context, input: Input): Tasks =>
  tasks(
    context,
    input,
    sql`select ${taskColumns} from ${taskRows} where t.state = 'open' and i.state = 'running' and exists (select 1
      from flow_task_candidate c where c.tenant_id = t.tenant_id and c.task_id = t.id
        and c.user_id = any(${actsFor(context)}))`,
    exceptionalFirst(context),
  );

const done = (context: Context, input: Input): Tasks =>
  tasks(
    context,
    input,
    sql`select ${taskColumns} from ${taskRows} where t.assignee = ${context.user.userId}::bigint
      and t.state in ('approved', 'rejected', 'returned', 'transferred')`,
    sql`w.end_time desc, w.task_id desc`,
  );

const instanceRows = sql`select '' as task_id, coalesce((select string_agg(distinct t.task_name, '、') from flow_task t
  where t.tenant_id = i.tenant_id and t.process_instance_id = i.id
    and t.state in ('open', 'claimed')), '') as task_name,
  i.id::text as process_instance_id, i.process_definition_id::text as process_definition_id, i.process_definition_name,
  i.process_definition_version, i.category, i.bill_type, i.business_id::text as business_id,
  i.business_code as bill_code, i.business_resource,
  i.title, i.amount, i.round, i.start_user, i.start_time, i.start_time as create_time, i.end_time, i.state,
  i.delete_reason, case when i.state = 'running' then 'unfinished' else 'finished' end as process_is_finished,
  coalesce((select string_agg(distinct u.real_name, '、') from flow_task t
  join app_user u on u.tenant_id = t.tenant_id and (u.id = t.assignee or t.state = 'open' and exists (select 1
    from flow_task_candidate c where c.tenant_id = t.tenant_id and c.task_id = t.id and c.user_id = u.id))
    where t.tenant_id = i.tenant_id and t.process_instance_id = i.id
      and t.state in ('open', 'claimed')), '') as waits_for from flow_instance i`;

interface ProcessRow extends WorkRow {
  readonly state: string;
}
async function processes<T extends object>(context: Context, input: Input, rows: Sql, order: Sql): Promise<PageOf<T>> {
  const page = await pageOf<ProcessRow>(context, input, rows, filtersOf(context, input, DOCUMENTS), order);
  const nameOf = (state: string): string =>
    instanceStates.find(([name]) => name === state)?.[context.language === 'zh' ? 1 : 2] ?? '';
  return present<T>(context, {
    ...page,
    records: page.records.map((row) => ({ ...row, stateName: nameOf(row.state) })),
  });
}

const sent = (context: Context, input: Input): Promise<TypeOf<typeof calls.sendList.answer>> =>
  processes(
    context,
    input,
    sql`${instanceRows} where i.start_user = ${context.user.userId}::bigint`,
    sql`w.start_time desc, w.process_instance_id desc`,
  );

/** What the caller was told of, the latest first: at which step, by whom, and what was said there. */
const copiesOf = (
  context: Context,
): Sql => sql`select distinct on (i.id) '' as task_id, i.id::text as process_instance_id,
  i.process_definition_id::text as process_definition_id, i.process_definition_name, i.process_definition_version,
  i.category, i.bill_type,
  i.business_id::text as business_id, i.business_code as bill_code, i.business_resource, i.title, i.amount, i.round,
  i.start_user, i.start_time, i.state, case when i.state = 'running' then 'unfinished'
  else 'finished' end as process_is_finished,
  h.history_activity_name as task_name, h.end_time as create_time, u.real_name as told_by,
  coalesce((select d.comment from flow_history d
  where d.tenant_id = h.tenant_id and d.process_instance_id = h.process_instance_id and d.kind = 'task'
    and d.history_activity_id = h.history_activity_id and d.id < h.id order by d.id desc limit 1), '') as comment
  from flow_history h join flow_instance i on i.tenant_id = h.tenant_id and i.id = h.process_instance_id left
  join app_user u on u.tenant_id = h.tenant_id and u.id = h.assignee
  where h.kind = 'cc' and h.other_user_id = ${context.user.userId}::bigint order by i.id, h.id desc`;

const copies = (context: Context, input: Input): Promise<TypeOf<typeof calls.copyList.answer>> =>
  processes(context, input, copiesOf(context), sql`w.create_time desc, w.process_instance_id desc`);

type StartRow = Omit<
  TypeOf<typeof calls.startList.answer>['records'][number],
  'processDefinitionId' | 'deploymentId' | 'tenantId' | 'categoryName' | 'path'
>;

/** What somebody may start: processes that run, with the page of their form. */
async function startable(context: Context, input: Input, mode: string): Promise<TypeOf<typeof calls.startList.answer>> {
  const rows = sql`select * from (select distinct on (d.key) d.id::text as id, d.key, d.name, d.category, d.version,
    d.suspension_state, d.deployment_time, d.mode from ${definitions} d where d.removed_time is null
    order by d.key, d.mode desc, d.version desc) latest
    where latest.suspension_state = 1 ${mode === '' ? sql`` : sql`and latest.mode::text = ${mode}`}`;
  const terms = filtersOf(context, input, { name: sql`w.name`, document: false });
  const page = await pageOf<StartRow>(context, input, rows, terms, sql`w.category, w.key`);
  const records = page.records.map((row) => {
    const declaration = documentOf(context.registry, row.category);
    const may = declaration !== undefined && context.allowed(permissionOf(declaration, 'add'));
    return {
      ...row,
      processDefinitionId: row.id,
      deploymentId: row.id,
      tenantId: row.mode === 1 ? '' : context.tenant,
      categoryName: kindOf(row.category)?.label[context.language] ?? '',
      path: may ? (declaration.path ?? '') : '',
    };
  });
  return { ...page, records };
}

export const workLists: readonly Call[] = [
  serve(calls.startList, (context, { mode }, { body }) => startable(context, body, String(mode ?? '').trim())),
  serve(calls.claimList, (context, _input, { body }) => claimable(context, body)),
  serve(calls.todoList, (context, _input, { body }) => todo(context, body, Object.hasOwn(body, 'onProcess'))),
  serve(calls.sendList, (context, _input, { body }) => sent(context, body)),
  serve(calls.doneList, (context, _input, { body }) => done(context, body)),
  serve(calls.copyList, (context, _input, { body }) => copies(context, body)),
];

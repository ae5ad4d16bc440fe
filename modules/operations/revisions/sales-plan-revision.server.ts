/** Revisions: checked when they are saved, sent and approved; approved, they are written into their plan. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Acting } from '../../../kernel/server/behaviour.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { mealTime } from '../meals/meal-time.rules.ts';
import { stallPlaces } from '../meals/meals.server.ts';
import { salesPlan } from '../sales-plan/sales-plan.document.ts';
import { checkPlan } from '../sales-plan/sales-plan.server.ts';
import { dishKey, portionsOf, revisionRefusals, type PlanLine, type RevisedLine } from './revision.rules.ts';
import { salesPlanRevision } from './sales-plan-revision.document.ts';

export interface RevisedPlan {
  readonly id: Id;
  readonly billCode: string;
  readonly status: string;
  readonly planVersion: number;
  readonly gearOperationDeptId: Id;
  readonly startDate: string;
  readonly endDate: string;
  readonly lines: readonly PlanLine[];
}

/** The plan in reach, with its lines; held, so that two revisions are approved one after the other. */
export async function revisedPlan(context: Context, id: Id, purpose: 'look' | 'change'): Promise<RevisedPlan> {
  const terms = [sql`t.id = ${id}::bigint`, ...scopeCondition(salesPlan, context)];
  const lock = purpose === 'change' ? sql`for update of t` : sql``;
  const plan = await context.tx.row<Omit<RevisedPlan, 'lines'>>(sql`
    select t.id, t.bill_code, t.status, t.plan_version, t.gear_operation_dept_id, t.start_date, t.end_date
    from sales_plan t where ${join(terms, ' and ')} ${lock}`);
  if (plan === undefined) throw unknownRecord(salesPlan.label);
  const lines = await context.tx.rows<PlanLine>(sql`
    select d.meal_date, d.meal_type, d.dish_id, d.portion_group, d.portions from sales_plan_detail d
    where d.sales_plan_id = ${id}::bigint order by d.line_no`);
  return { ...plan, lines };
}

/** Everything that speaks against these changes of a plan. */
async function problemsOf(context: Context, plan: RevisedPlan, lines: readonly RevisedLine[]): Promise<Refusal[]> {
  if (plan.status !== 'approved')
    return [refuse('operations.revision-state', { billCode: plan.billCode }, { field: 'salesPlanId' })];
  const place = (await stallPlaces(context, [plan.gearOperationDeptId])).get(plan.gearOperationDeptId);
  const names = await context.tx.rows<{ id: Id; name: string }>(sql`
    select id, name from dish where id = any(${lines.map(({ dishId }) => dishId)}::bigint[])`);
  const dishes = new Map(names.map(({ id, name }) => [id, name]));
  const own = revisionRefusals(lines, plan.lines, {
    ...plan,
    beginOf: ({ mealDate, mealType }) => mealTime(place?.intervals ?? [], mealType, mealDate),
    now: context.now,
    mealName,
    dishName: (id) => dishes.get(id) ?? id,
  });
  // What stays off is not asked whether it may be cooked.
  const cooked = lines
    .map((line, index) => ({ ...line, index }))
    .filter((line) => Decimal.of(line.newPortions).isPositive());
  if (own.length > 0 || cooked.length === 0) return own;
  const found = await checkPlan(context, plan, cooked);
  return found.map((refusal) =>
    refusal.line === undefined ? refusal : { ...refusal, line: cooked[refusal.line - 1]!.index + 1 },
  );
}

/** Another revision of the plan that is not decided. */
async function openRevision(context: Context, planId: Id, ownId: Id | null): Promise<Refusal[]> {
  const other = await context.tx.row<{ billCode: string }>(sql`
    select r.bill_code from sales_plan_revision r where r.sales_plan_id = ${planId}::bigint
      and r.status in ('draft', 'pending', 'rejected') and r.id <> ${ownId ?? '0'}::bigint order by r.id limit 1`);
  return other === undefined
    ? []
    : [refuse('operations.revision-open', { billCode: other.billCode }, { field: 'salesPlanId' })];
}

type StoredLine = RevisedLine & { readonly revisionId: Id };
const linesOf = async (context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, readonly StoredLine[]>> =>
  Map.groupBy(
    await context.tx.rows<StoredLine>(sql`
      select d.sales_plan_revision_id as revision_id, d.meal_date, d.meal_type, d.dish_id, d.portion_group,
        d.new_portions from sales_plan_revision_detail d
      where d.sales_plan_revision_id = any(${ids as Id[]}::bigint[]) order by d.sales_plan_revision_id, d.line_no`),
    (line) => line.revisionId,
  );

type Document = Acting<typeof salesPlanRevision>;

/** The check of sent and of approved revisions; what was planned otherwise meanwhile is entered anew. */
async function check(context: Context, { id, row, billCode }: Document, lines: readonly StoredLine[]) {
  const plan = await revisedPlan(context, row.salesPlanId, 'change');
  const refusals =
    plan.planVersion === row.basePlanVersion
      ? await problemsOf(context, plan, lines)
      : [refuse('operations.revision-stale', { billCode, plan: plan.billCode })];
  return { plan, refusals, id };
}

/** Writes a revision into its plan: lines keep their ids, so what was claimed of them stays claimed. */
async function writeInto(context: Context, planId: Id, revisionId: Id): Promise<void> {
  const same = sql`d.sales_plan_id = ${planId}::bigint and d.meal_date = r.meal_date and d.meal_type = r.meal_type
    and d.dish_id = r.dish_id and d.portion_group = r.portion_group`;
  const ofIt = sql`r.sales_plan_revision_id = ${revisionId}::bigint`;
  await context.tx.run(sql`
    delete from sales_plan_detail d using sales_plan_revision_detail r
    where ${ofIt} and ${same} and r.new_portions = 0`);
  await context.tx.run(sql`
    update sales_plan_detail d set portions = r.new_portions,
      income_amount = round(r.new_portions * coalesce(d.price, 0), 2)
    from sales_plan_revision_detail r where ${ofIt} and ${same}`);
  await context.tx.run(sql`
    insert into sales_plan_detail (sales_plan_id, line_no, meal_date, meal_type, dish_id, portion_group, portions,
      price, income_amount)
    select ${planId}::bigint, (select coalesce(max(d.line_no), 0) from sales_plan_detail d
        where d.sales_plan_id = ${planId}::bigint) + row_number() over (order by r.line_no),
      r.meal_date, r.meal_type, r.dish_id, r.portion_group, r.new_portions, f.sale_price,
      round(r.new_portions * coalesce(f.sale_price, 0), 2)
    from sales_plan_revision_detail r join dish f on f.id = r.dish_id
    where ${ofIt} and r.new_portions > 0 and not exists (select 1 from sales_plan_detail d where ${same})`);
  await context.tx.run(sql`
    update sales_plan p set plan_version = p.plan_version + 1, version = p.version + 1,
      update_time = ${context.now}::timestamptz, update_user = ${context.user.userId}::bigint,
      plan_portions = s.portions, plan_income = s.income
    from (select coalesce(sum(d.portions), 0) as portions, coalesce(sum(d.income_amount), 0) as income
      from sales_plan_detail d where d.sales_plan_id = ${planId}::bigint) s where p.id = ${planId}::bigint`);
}

export const salesPlanRevisionBehaviour = behaviour(salesPlanRevision, {
  async beforeSave(context, saving) {
    const { values, id } = saving;
    const plan = await revisedPlan(context, values.salesPlanId, 'change');
    const sent = savingLines(saving, 'details');
    values.gearOperationDeptId = plan.gearOperationDeptId;
    values.basePlanVersion = plan.planVersion;
    const lines = (sent ?? []).map((line) => line.values as RevisedLine);
    const found = [...(await openRevision(context, plan.id, id)), ...(await problemsOf(context, plan, lines))];
    if (found.length > 0) throw new Refused(...found);
    if (sent === undefined) return;
    const before = new Map(plan.lines.map((line) => [dishKey(line), line.portions]));
    saving.lines['details'] = sent.map((line, index) => ({
      ...line,
      values: { ...line.values, oldPortions: before.get(dishKey(lines[index]!)) ?? '0' },
    }));
    const [portionsBefore, portionsAfter] = portionsOf(lines, plan.lines);
    Object.assign(values, { portionsBefore: portionsBefore.toString(), portionsAfter: portionsAfter.toString() });
  },
  actions: {
    async toApply(context, documents) {
      const lines = await linesOf(
        context,
        documents.map(({ id }) => id),
      );
      const found: Refusal[] = [];
      for (const each of documents) found.push(...(await check(context, each, lines.get(each.id) ?? [])).refusals);
      return found;
    },
    async doApply(context, documents) {
      const lines = await linesOf(
        context,
        documents.map(({ id }) => id),
      );
      const found: Refusal[] = [];
      for (const each of documents) {
        const { plan, refusals } = await check(context, each, lines.get(each.id) ?? []);
        found.push(...refusals);
        if (refusals.length === 0) await writeInto(context, plan.id, each.id);
      }
      return found;
    },
  },
});

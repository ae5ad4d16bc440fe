import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { linkedDocuments } from '../../kernel/server/links.ts';
import { isChanged } from './plan-changes.server.ts';
import { completeLines } from './plan-edit.server.ts';
import { requireSpan } from './plan-scope.server.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import { decidePlan } from './decide-plan.server.ts';

type Plans = readonly Acting<typeof requirementPlan>[];

/** Lines of a plan that is not approved are changed, not closed. */
const notApproved = async (_context: Context, plans: Plans): Promise<Refusal[]> =>
  plans.map(({ billCode, row }) =>
    refuse('planning.not-approved', { billCode, state: requirementPlan.life!.states[row.status].label }),
  );

/** Confirmed lines, and those of a plan that was sent on, stand. */
const notEditable = async (_context: Context, plans: Plans): Promise<Refusal[]> =>
  plans.map(({ billCode, row }) =>
    refuse('document.not-editable', { billCode, state: requirementPlan.life!.states[row.status].label }),
  );

export const requirementPlanBehaviour = behaviour(requirementPlan, {
  otherState: { closeDetail: notApproved, generatePlan: notEditable },
  async beforeSave(context, saving) {
    const { values, before } = saving;
    if (before?.confirmFlag === 1) throw new Refused(refuse('planning.confirmed', { billCode: before.billCode }));
    requireSpan(values.startDate, values.endDate);
    await completeLines(context, saving);
    await completeHeader(context, saving);
  },
  async afterSave(context, { id }) {
    await decidePlan(context, id);
  },
  filters: {
    materialId: (value) =>
      sql`exists (select 1 from requirement_plan_detail d
        where d.requirement_plan_id = t.id and d.material_id = ${value}::bigint)`,
    bladeProjectDeptId: (value) => sql`${value}::bigint = any(t.blade_project_dept_ids)`,
    gearOperationDeptId: (value) =>
      sql`exists (select 1 from plan_claim c where c.holder_id = t.id
        and c.stall_dept_id = ${value}::bigint)`,
    useRestaurantId: (value) =>
      sql`exists (select 1 from plan_claim c join dept g on g.id = c.stall_dept_id
        where c.holder_id = t.id and g.use_restaurant_dept_id::text = ${value})`,
    /** 1: meals changed after the plan was reckoned. */
    changed: (value) => (value === '1' ? isChanged : sql`not ${isChanged}`),
    gearSalesPlanId: (value) =>
      sql`exists (select 1 from plan_claim c where c.holder_id = t.id and c.source_type = 'salesPlan'
        and c.source_id = ${value}::bigint)`,
    specialMealId: (value) =>
      sql`exists (select 1 from plan_claim c where c.holder_id = t.id and c.source_type = 'specialMeal'
        and c.source_id = ${value}::bigint)`,
  },
  guards: { toApply: atFrozenWarehouses, doApply: atFrozenWarehouses },
  actions: {
    async cancelConfirm(context, documents) {
      const open = documents.filter((document) => document.row.confirmFlag !== 1);
      if (open.length > 0) return open.map(({ billCode }) => refuse('planning.not-confirmed', { billCode }));
      await unconfirm(
        context,
        documents.map((document) => document.id),
      );
      return undefined;
    },
    async toApply(context, documents) {
      const ids = documents.map((document) => document.id);
      const refusals = await unready(context, ids);
      if (refusals.length === 0) await freezeLines(context, ids);
      return refusals;
    },
    withdraw: async (context, documents) =>
      unconfirm(
        context,
        documents.map((document) => document.id),
      ),
    refuse: async (context, documents) =>
      unconfirm(
        context,
        documents.map((document) => document.id),
      ),
    async void(context, documents) {
      const ids = documents.map((document) => document.id);
      const refusals: Refusal[] = [];
      for (const { id, billCode } of documents) {
        const requests = (await linkedDocuments(context, requirementPlan, id)).filter(
          (linked) => linked.direction === 'down' && linked.status !== 'void',
        );
        if (requests.length > 0)
          refusals.push(
            refuse('planning.requested', {
              billCode,
              requests: requests.map((request) => request.billCode).join(', '),
            }),
          );
      }
      if (refusals.length > 0) return refusals;
      await context.tx.run(
        sql`update plan_claim set released_time = now()
          where holder_id = any(${ids}::bigint[]) and released_time is null`,
      );
      return undefined;
    },
  },
});

/** Company, sites and name from what the plan covers, where nobody said. */
async function completeHeader(context: Context, saving: Saving<typeof requirementPlan>): Promise<void> {
  const { values } = saving;
  const fromLines = (savingLines(saving, 'details') ?? []).map((line) => line.values.warehouseId);
  const warehouses = [...new Set([...(values.warehouseIds ?? []), ...fromLines])];
  if ((values.bladeProjectDeptIds ?? []).length === 0) {
    const sites = await context.tx.rows<{ id: Id }>(
      sql`select distinct project_group_dept_id as id from warehouse where id = any(${warehouses}::bigint[])
        order by 1`,
    );
    values.bladeProjectDeptIds = sites.map((site) => site.id);
  }
  const sites = await context.tx.rows<{ name: string; companyDeptId: Id | null }>(sql`
    select d.dept_name as name, coalesce(d.company_dept_id, (select w.company_dept_id from warehouse w
    where w.project_group_dept_id = d.id limit 1)) as company_dept_id
    from dept d where d.id = any(${[...(values.bladeProjectDeptIds ?? [])]}::bigint[]) order by d.id`);
  values.companyDeptId = sites[0]?.companyDeptId ?? values.companyDeptId ?? null;
  if (!values.planName) {
    const names = sites.map((site) => site.name).join('、');
    values.planName = `${names.slice(0, 36)} ${values.startDate}~${values.endDate.slice(5)}`.trim();
  }
}

/** Why plans cannot be confirmed yet: no lines, or a quantity changed without a reason. */
export async function unready(context: Context, ids: readonly Id[]): Promise<Refusal[]> {
  const rows = await context.tx.rows<{ billCode: string; lineNo: number | null }>(sql`
    select p.bill_code, d.line_no from requirement_plan p
    left join requirement_plan_detail d on d.requirement_plan_id = p.id
    where p.id = any(${ids as Id[]}::bigint[]) and (d.id is null or (d.manual_flag = 0 and d.plan_qty <> d.proposed_qty
      and coalesce(d.adjust_reason, '') = '')) order by p.bill_code, d.line_no`);
  return rows.map(({ billCode, lineNo }) =>
    lineNo === null
      ? refuse('planning.no-lines', { billCode })
      : refuse('planning.adjust-reason', { line: lineNo }, { field: 'adjustReason', line: lineNo }),
  );
}

/** Approved lines become requests at once, and nothing new is requested for a frozen warehouse. */
async function atFrozenWarehouses(context: Context, documents: readonly Acting[]): Promise<Refusal[]> {
  const rows = await context.tx.rows<{ billCode: string; warehouse: string; count: number; line: number }>(sql`
    select p.bill_code, w.name as warehouse, count(*)::integer as count, min(d.line_no) as line
    from requirement_plan p join requirement_plan_detail d on d.requirement_plan_id = p.id and d.plan_qty > 0
    join warehouse w on w.id = d.warehouse_id and w.frozen = 1
    where p.id = any(${documents.map(({ id }) => id)}::bigint[]) group by p.bill_code, w.id, w.name
    order by p.bill_code, w.id`);
  return rows.map((row) => refuse('planning.warehouse-frozen', { ...row }));
}

/** Confirmed: nobody changes a line until the confirmation is taken back. What is past its cut-off is marked. */
export async function freezeLines(context: Context, ids: readonly Id[]): Promise<void> {
  await context.tx.run(sql`
    update requirement_plan set confirm_flag = 1, confirm_user_id = ${context.user.userId}::bigint,
      confirm_time = now(), version = version + 1 where id = any(${ids as Id[]}::bigint[]) and confirm_flag = 0`);
  await context.tx.run(sql`
    update requirement_plan_detail set late_flag = 1 - late_flag
    where requirement_plan_id = any(${ids as Id[]}::bigint[])
      and (late_flag = 1) is distinct from coalesce(order_before < ${context.now}::timestamp at time zone
        current_setting('timezone'), false)`);
}

async function unconfirm(context: Context, ids: readonly Id[]): Promise<void> {
  await context.tx.run(
    sql`update requirement_plan set confirm_flag = 0, confirm_user_id = null, confirm_time = null,
      version = version + 1 where id = any(${ids as Id[]}::bigint[])`,
  );
}

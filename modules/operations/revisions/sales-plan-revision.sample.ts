import { sample, type SampleRow } from '../../../tests/support/sample.ts';
import { salesPlan } from '../sales-plan/sales-plan.document.ts';
import { salesPlanRevision } from './sales-plan-revision.document.ts';

/** One portion more of each of the last two dishes of an approved plan, another plan each time. */
export const salesPlanRevisionSample = sample(salesPlanRevision, {
  values: async (maker) => {
    const plans = (await maker.rows(salesPlan)).filter(
      ({ status, endDate }) => status === 'approved' && String(endDate) > maker.today,
    );
    const plan = await maker.detail(salesPlan, plans[maker.before % plans.length]!.id);
    const lines = (plan['details'] as readonly SampleRow[])
      .filter(({ mealDate }) => String(mealDate) > maker.today)
      .toSorted((a, b) => String(b['mealDate']).localeCompare(String(a['mealDate'])))
      .slice(0, 2);
    return {
      salesPlanId: plan.id,
      details: lines.map(({ mealDate, mealType, dishId, portionGroup, portions }) => ({
        mealDate,
        mealType,
        dishId,
        portionGroup,
        newPortions: String(Number(portions) + 1),
      })),
    };
  },
  complete: [
    `update sales_plan_revision r set sales_plan_id = p.id, base_plan_version = p.plan_version,
      gear_operation_dept_id = p.gear_operation_dept_id
      from (select p.* from sales_plan p where p.tenant_id = '000000' and p.status = 'approved'
        and p.end_date > now()::date + 1 order by p.end_date desc, p.id limit 1) p where r.id = $1`,
    `update sales_plan_revision_detail d set meal_date = x.meal_date, meal_type = x.meal_type, dish_id = x.dish_id,
      portion_group = x.portion_group, old_portions = x.portions, new_portions = x.portions + 1
      from (select s.* from sales_plan_detail s join sales_plan_revision r on r.sales_plan_id = s.sales_plan_id
        where r.id = $1 order by s.meal_date desc, s.id limit 1) x where d.sales_plan_revision_id = $1`,
  ],
});

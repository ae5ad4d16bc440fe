import { sample } from '../../../tests/support/sample.ts';
import { salesPlan } from './sales-plan.document.ts';

/** Of days nobody has a plan for yet. */
export const salesPlanSample = sample(salesPlan, {
  complete: [
    'update sales_plan set start_date = start_date + 3640, end_date = end_date + 3640 where id = $1',
    'update sales_plan_detail set meal_date = meal_date + 3640 where sales_plan_id = $1',
  ],
});

import { document, type Life } from '../../../kernel/core/declaration.ts';
import { day, dictionary, integer, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { approvalLife } from '../../../kernel/core/life.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** A revision that was approved is part of its plan: another one takes it back, nothing is voided. */
const { actions, stages: _stages, ...whole } = approvalLife('YXX', { adopt: true, refuseAlias: ['reject'] });
const { void: _void, ...kept } = actions;
const life: Life<keyof typeof whole.states, keyof typeof kept> = {
  ...whole,
  states: { ...whole.states, approved: { ...whole.states.approved, tone: 'done' } },
  actions: kept,
};

/** 营销计划修订: what changes of an approved sales plan. Approved, it is written into the plan, whose lines stay theirs. */
export const salesPlanRevision = document('salesPlanRevision', {
  label: label('营销计划修订', 'Revision of a sales plan'),
  service: 'gear-operation',
  segment: 'salesplanrevision',
  path: '/gear/salesplanrevision',
  purpose: label(
    '已审批的营销计划改份数、加菜、减菜。审批后写回原计划；已下的需求计划和订单不自动改，只提示差额。',
    'Other portions, more or fewer dishes in an approved sales plan. Approved, it is written into the plan; requirement plans and orders stay and show the difference.',
  ),
  fields: {
    salesPlanId: ref('营销计划', 'Sales plan', 'salesPlan', {
      offer: { status: 'approved' },
      list: true,
      search: true,
    }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      readonly: true,
      optional: true,
      list: true,
      search: true,
    }),
    changeReason: text('修订原因', 'Why', { max: 200, list: true }),
    basePlanVersion: integer('原计划版本', 'Version of the plan', { readonly: true, default: 1 }),
    portionsBefore: quantity('修订前份数', 'Portions before', {
      readonly: true,
      default: '0',
      list: true,
      total: true,
    }),
    portionsAfter: quantity('修订后份数', 'Portions after', { readonly: true, default: '0', list: true, total: true }),
  },
  lines: {
    details: {
      label: label('变更', 'Changes'),
      table: 'sales_plan_revision_detail',
      unique: ['mealDate', 'mealType', 'dishId', 'portionGroup'],
      min: 1,
      fields: {
        mealDate: day('日期', 'Day'),
        mealType: dictionary('餐次', 'Meal', 'mealType'),
        dishId: ref('菜品', 'Dish', 'dish'),
        portionGroup: dictionary('份型', 'Portion size', 'portionGroup', { default: 'standard' }),
        oldPortions: quantity('原份数', 'Before', { readonly: true, default: '0', total: true }),
        newPortions: quantity('新份数', 'After', {
          min: 0,
          max: 1_000_000,
          places: 0,
          total: true,
          hint: label('0 为取消这道菜', '0 takes the dish off'),
        }),
      },
    },
  },
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  life,
  scope: 'gearOperationDeptId',
});

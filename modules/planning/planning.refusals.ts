import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'planning.adjust-reason': {
    zh: '第 {line} 行计划量与建议量不同，请填写调整原因',
    en: 'Line {line}: planned differs from proposed; say why',
  },
  'planning.changed-since': {
    zh: '营销计划或特殊餐在 {time} 之后已变化，请重新生成，或确认仍按原数',
    en: 'Meals changed after {time}; generate again, or confirm with the figures as they are',
  },
  'planning.claimed-meanwhile': {
    zh: '营销计划或特殊餐刚被其他需求计划占用，请重新生成',
    en: 'Another requirement plan has just taken these meals; generate again',
  },
  'planning.close-nothing': {
    zh: '没有可关闭的明细',
    en: 'There is no open line to close',
  },
  'planning.close-reason': {
    zh: '请填写关闭原因',
    en: 'Please say why the lines are closed',
  },
  'planning.confirmed': {
    zh: '计划 {billCode} 已确认，不能修改或重新生成；请先取消确认',
    en: 'Plan {billCode} is confirmed; take the confirmation back before changing or generating it again',
  },
  'planning.days-many': {
    zh: '需求计划最多 {max} 天，请缩短期间，或分成几份计划',
    en: 'A plan is for {max} days at most; shorten it, or make several plans',
  },
  'planning.days-reversed': {
    zh: '需求结束 {endDate} 不能早于需求开始 {startDate}',
    en: 'The plan cannot end ({endDate}) before it begins ({startDate})',
  },
  'planning.line-fixed': {
    zh: '第 {line} 行由需求算出，仓库、物料和日期不能修改',
    en: 'Line {line} was generated; its warehouse, material and day stand',
  },
  'planning.line-generated': {
    zh: '第 {line} 行由需求算出，不能删除；不需要时将计划量改为 0 并填写原因',
    en: 'Line {line} was generated and cannot be removed; plan 0 and say why instead',
  },
  'planning.line-unknown': {
    zh: '计划 {billCode} 没有所选的明细，可能已被删除，请刷新后重试',
    en: 'Plan {billCode} has no such line, it may have been removed; refresh and try again',
  },
  'planning.no-lines': {
    zh: '计划 {billCode} 没有明细，请先重新生成或添加明细',
    en: 'Plan {billCode} has no lines; generate it again or add a line first',
  },
  'planning.no-site': {
    zh: '请选择项目部、仓库、营销计划或特殊餐',
    en: 'Choose sites, warehouses, sales plans or special meals',
  },
  'planning.no-warehouse': {
    zh: '档口【{stall}】没有可用的仓库，请在档口体系中指定领料仓库，或为其项目部建立仓库',
    en: 'Stall {stall} has no warehouse to draw from; name one in its profile, or create one for its site',
  },
  'planning.not-a-site': {
    zh: '「{dept}」不是项目部，请选择项目部',
    en: '{dept} is no site; choose a site',
  },
  'planning.not-approved': {
    zh: '需求计划 {billCode} {state}，不能关闭明细',
    en: 'Requirement plan {billCode} is {state}; its lines cannot be closed',
  },
  'planning.not-confirmed': {
    zh: '计划 {billCode} 未确认',
    en: 'Plan {billCode} is not confirmed',
  },
  'planning.nothing-short': {
    zh: '所选范围内没有低于安全库存的物料，无需生成计划',
    en: 'No material of these places is below its safety stock; there is nothing to plan',
  },
  'planning.material-frozen': {
    zh: '物料「{material}」已冻结，不能请购：请换用其他物料，或将计划量改为 0，或先解冻',
    en: '{material} is frozen and cannot be requested: take another material, plan 0 of it, or have it unfrozen first',
  },
  'planning.meals-gone': {
    zh: '{from} 至 {to} 这份计划所依据的营销计划和特殊餐已作废或取消：请删除这份草稿，或先审批新的营销计划再重新计算',
    en: 'The sales plans and special meals this plan was made for, from {from} to {to}, are void by now: remove the draft, or have new ones approved and reckon again',
  },
  'planning.nothing-to-plan': {
    zh: '{from} 至 {to} 没有已审批且未被计划的营销计划或特殊餐',
    en: 'From {from} to {to} no approved sales plan or special meal is left to plan for',
  },
  'planning.replacement-loop': {
    zh: '替换形成循环或超过{chainMax}次：{path}，请冻结其中一条',
    en: 'Replacements loop or go on for more than {chainMax}: {path}; end one of them',
  },
  'planning.requested': {
    zh: '计划 {billCode} 已生成请购单（{requests}），不能作废；请先作废请购单',
    en: 'Plan {billCode} has purchase requests ({requests}) and cannot be voided; void them first',
  },
  'planning.warehouse-frozen': {
    zh: '计划 {billCode}：仓库「{warehouse}」已冻结，不能送审或审批。请先解冻，或退回后把它的 {count} 行（第 {line} 行起）计划量改为 0',
    en: 'Plan {billCode}: warehouse {warehouse} is frozen, so the plan cannot be sent or approved. Unfreeze it, or take the plan back and plan 0 in its {count} lines, from line {line} on',
  },
  'planning.what-if-change': {
    zh: '第 {line} 项变动请填写 0 以上的系数或份数',
    en: 'Change {line}: give a factor or portions of 0 or more',
  },
  'planning.pick-far': {
    zh: '最多看 {max} 天后的领料，请改日期',
    en: 'Picks can be filled for {max} days ahead; take another day',
  },
  'planning.pick-nothing': {
    zh: '{date} 没有还要领的物料：没有已批准的计划，或档口已有、已领够',
    en: 'Nothing is left to pick for {date}: no plan is approved, or the stalls have what they need',
  },
});

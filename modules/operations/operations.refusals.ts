import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'operations.administrator-stopped': {
    zh: '您已被停用档口「{stall}」的店铺管理员，请联系项目经理启用',
    en: 'You were stopped as administrator of {stall}; ask the manager of the site to enable you again',
  },
  'operations.dept-kind': {
    zh: '「{dept}」不是{kind}',
    en: '{dept} is not a {kind}',
  },
  'operations.interval-overlap': {
    zh: '{first} 与 {second} 时段重叠，请修改其中之一',
    en: 'The hours of {first} and {second} overlap; change one of them',
  },
  'operations.interval-past': { zh: '生效日期不能早于今天', en: 'The hours cannot hold from a day that has passed' },
  'operations.interval-time': {
    zh: '第 {line} 行：{name}「{value}」不是时间，请写成 11:00',
    en: 'Line {line}, {name}: “{value}” is no time of the day; write it as 11:00',
  },
  'operations.last-administrator': {
    zh: '营业档口「{stall}」至少保留一名管理员，请先启用或添加另一名',
    en: 'An open stall keeps at least one administrator: enable or add another for {stall} first',
  },
  'operations.meal-served': {
    zh: '特殊餐 {billCode} 已供餐，不能作废',
    en: 'Special meal {billCode} has been served and cannot be voided',
  },
  'operations.meal-capacity': {
    zh: '{mealDate} {meal}共 {portions} 份（其中已有计划 {planned} 份），超过档口出餐能力 {capacity} 份，请减少份数或换档口承办',
    en: '{mealDate} {meal}: {portions} {portions:portion|portions} with the {planned} planned already, more than the {capacity} the stall can make; take fewer, or another stall',
  },
  'operations.meal-cost-standard': {
    zh: '每人成本 {perHead} 高于餐标 {standard}，请减量、换菜或调整餐标',
    en: 'The cost per head, {perHead}, is above the price per head, {standard}; take less, other dishes or another price',
  },
  'operations.meal-cost-target': {
    zh: '食材成本率 {percent}% 高于目标 {target}%',
    en: 'The food cost of {percent} % is above the target of {target} %',
  },
  'operations.meal-cut-off': {
    zh: '{count} 种物料已过最晚下单时间（最早 {orderBefore}）：{materials}，请换菜、改期或联系供应商',
    en: 'The last moment to order has passed for {count} {count:material|materials} (the first at {orderBefore}): {materials}; take other dishes, another day, or ask the supplier',
  },
  'operations.meal-dish': {
    zh: '第 {line} 行：请选择菜品，或将类别改为物料',
    en: 'Line {line}: choose a dish, or make it a line of goods',
  },
  'operations.meal-empty': {
    zh: '特殊餐 {billCode} 没有菜品，请先添加',
    en: 'Special meal {billCode} has no dishes; add some first',
  },
  'operations.meal-material': {
    zh: '第 {line} 行：请选择物料，或将类别改为菜品',
    en: 'Line {line}: choose goods, or make it a line of a dish',
  },
  'operations.meal-material-frozen': {
    zh: '第 {line} 行：物料「{material}」已冻结，请更换',
    en: 'Line {line}: {material} is frozen; choose another',
  },
  'operations.meal-no-delivery': {
    zh: '{note}',
    en: '{note}',
  },
  'operations.meal-past': {
    zh: '特殊餐 {billCode} 的用餐日期 {mealDate} 已过，请改期',
    en: 'Special meal {billCode} was for {mealDate}, which has passed; choose another day',
  },
  'operations.meal-portions': {
    zh: '第 {line} 行：请填写份数，或填写每人用量',
    en: 'Line {line}: enter portions, or what each guest takes',
  },
  'operations.meal-time': {
    zh: '开餐时间「{value}」不是时间，请写成 12:00',
    en: '“{value}” is no time of the day; write it as 12:00',
  },
  'operations.meal-unit': {
    zh: '第 {line} 行：请选择物料的单位',
    en: 'Line {line}: choose the unit of the goods',
  },
  'operations.meal-whole': {
    zh: '第 {line} 行：菜品份数须为整数',
    en: 'Line {line}: portions of a dish are whole numbers',
  },
  'operations.off-shelf': {
    zh: '第 {line} 行：菜品「{dish}」不在档口启用的商品体系内，请更换，或先加入商品体系',
    en: 'Line {line}: {dish} stands in no goods system in use for the stall; take another, or add it there first',
  },
  'operations.plan-dish-frozen': {
    zh: '第 {line} 行：菜品「{dish}」已冻结',
    en: 'Line {line}: {dish} is frozen',
  },
  'operations.plan-dish-semi': {
    zh: '第 {line} 行：「{dish}」是半成品，不能出售',
    en: 'Line {line}: {dish} is semi-finished and not sold',
  },
  'operations.plan-empty': {
    zh: '营销计划 {billCode} 没有菜品，请先添加',
    en: 'Sales plan {billCode} has no dishes; add some first',
  },
  'operations.plan-line-outside': {
    zh: '第 {line} 行：{mealDate} 不在计划期间 {startDate}~{endDate} 内',
    en: 'Line {line}: {mealDate} lies outside the plan’s days {startDate} to {endDate}',
  },
  'operations.plan-menu': {
    zh: '第 {line} 行：来源菜谱不是为该档口审批的菜谱，请从「从菜谱填入」中选择',
    en: 'Line {line}: the menu it names was not approved for this stall; fill it from a menu of the stall',
  },
  'operations.plan-meal-taken': {
    zh: '{mealDate} {meal}已有营销计划 {billCode}',
    en: '{mealDate} {meal} already has sales plan {billCode}',
  },
  'operations.plan-no-bom': {
    zh: '第 {line} 行：菜品「{dish}」没有 {mealDate} 有效的BOM',
    en: 'Line {line}: {dish} has no BOM in force on {mealDate}',
  },
  'operations.plan-not-served': {
    zh: '第 {line} 行：{mealDate} {meal}不在档口营业时段内',
    en: 'Line {line}: the stall does not serve {meal} on {mealDate}',
  },
  'operations.counted-twice': {
    zh: '该档口这一天这一餐已登记过，请修改原有的登记',
    en: 'This meal of the stall is counted already; change that count',
  },
  'operations.forecast-days': {
    zh: '结束不能早于开始',
    en: 'The end is before the beginning',
  },
  'operations.plan-period': {
    zh: '计划期间须为 1 至 14 天，结束不早于开始',
    en: 'A plan covers 1 to 14 days and does not end before it begins',
  },
  'operations.plan-price-missing': {
    zh: '第 {line} 行：菜品「{dish}」没有参考售价，请填写售价',
    en: 'Line {line}: {dish} has no price of its own; enter one',
  },
  'operations.plan-served': {
    zh: '营销计划 {billCode} 已供餐，不能作废',
    en: 'Sales plan {billCode} has been served and cannot be voided',
  },
  'operations.plan-target-taken': {
    zh: '该档口 {startDate} 起已有营销计划 {billCode}',
    en: 'This stall already has sales plan {billCode} from {startDate}',
  },
  'operations.shelf-dish': { zh: '第 {line} 行：请选择菜品', en: 'Line {line}: choose a dish' },
  'operations.shelf-empty': {
    zh: '商品体系「{name}」没有在用的商品，请先添加',
    en: 'Goods system {name} has no goods; add some first',
  },
  'operations.shelf-frozen': {
    zh: '商品体系「{name}」已冻结，请先解冻',
    en: 'Goods system {name} is frozen; unfreeze it first',
  },
  'operations.shelf-in-use': {
    zh: '商品体系「{name}」正在启用，请先停用',
    en: 'Goods system {name} is in use; take it out of use first',
  },
  'operations.shelf-material': { zh: '第 {line} 行：请选择物料', en: 'Line {line}: choose a material' },
  'operations.shelf-menu-days': { zh: '结束日期不能早于开始日期', en: 'It cannot end before it begins' },
  'operations.shelf-menu-twice': {
    zh: '该菜谱模板从 {startDate} 起已经用于这些档口，请修改日期或档口',
    en: 'This menu is used for these stalls from {startDate} on already; change the days or the stalls',
  },
  'operations.shelf-menu-unusable': {
    zh: '菜谱模板 {billCode} 未审批、未启用或已冻结，请选择启用中的菜谱',
    en: 'Menu {billCode} is not approved, not in use or frozen; choose one in use',
  },
  'operations.shelf-stall': {
    zh: '「{stall}」不是该项目部的档口，请重新选择',
    en: '{stall} is no stall of this site; choose again',
  },
  'operations.shelf-stops-plans': {
    zh: '未来 {days} 天有 {count} 份营销计划会受影响：{plans}。仍要继续吗？',
    en: '{count} {count:sales plan|sales plans} of the coming {days} days would be stopped: {plans}. Go on all the same?',
  },
  'operations.shelf-twice': {
    zh: '第 {line} 行与第 {before} 行重复，请删除其一',
    en: 'Line {line} is the same as line {before}; remove one of them',
  },
  'operations.shelf-unit': { zh: '第 {line} 行：请选择物料的单位', en: 'Line {line}: choose the unit of the material' },
  'operations.stall-closed': {
    zh: '档口「{stall}」已撤场，请选择其他档口，或先在档口体系中将其改为营业',
    en: 'Stall {stall} is closed; choose another, or open it again under Stalls first',
  },
  'operations.stall-out-of-scope': {
    zh: '所选档口不在您的管理范围内',
    en: 'This stall is outside the departments you look after',
  },
  'operations.unload-hours': {
    zh: '收货结束时间须晚于开始时间',
    en: 'Receiving ends after it begins; change one of the times',
  },
  'operations.unload-restaurant': {
    zh: '服务餐厅须为项目部「{site}」的餐厅',
    en: 'Restaurants served are those of site {site}; choose again',
  },
  'operations.unload-site': {
    zh: '卸货点「{unload}」不属于该餐厅的项目部，请重新选择',
    en: 'Unloading point {unload} belongs to another site; choose again',
  },
  'operations.time-zone': {
    zh: '「{value}」不是时区，请写成 Asia/Shanghai',
    en: '“{value}” is no time zone; write it as Asia/Shanghai',
  },
  'operations.unload-time': {
    zh: '{name}「{value}」不是时间，请写成 05:30',
    en: '{name}: “{value}” is no time of the day; write it as 05:30',
  },
  'operations.revision-state': {
    zh: '营销计划 {billCode} 不是已审批状态，请直接修改',
    en: 'Sales plan {billCode} is not approved; change it directly',
  },
  'operations.revision-open': {
    zh: '已有未完成的修订 {billCode}，请先处理',
    en: 'Revision {billCode} of this plan is not decided; deal with it first',
  },
  'operations.revision-begun': {
    zh: '第 {line} 行：{mealDate} {meal}已开餐，不能修订',
    en: 'Line {line}: {meal} of {mealDate} has begun and cannot be revised',
  },
  'operations.revision-same': {
    zh: '第 {line} 行：{dish} 原来就是 {old} 份，请改份数或删去这一行',
    en: 'Line {line}: {dish} is planned with {old} portions already; change them or delete the line',
  },
  'operations.revision-stale': {
    zh: '营销计划 {plan} 在修订 {billCode} 之后已变化，请撤回重新保存',
    en: 'Sales plan {plan} changed after revision {billCode} was made; take it back and save it again',
  },
});

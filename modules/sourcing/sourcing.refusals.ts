import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'sourcing.after-need': {
    zh: '【{material}】{needDate} 前没有可送货日，最早 {deliveryDate} 到货，到货晚于需求',
    en: '{material} cannot be delivered by {needDate}; the earliest day is {deliveryDate}, later than needed',
  },
  'sourcing.calendar-cut-off': {
    zh: '可送的日子请填写截单时间和提前天数',
    en: 'Enter cut-off and days ahead of an open day',
  },
  'sourcing.calendar-fee': {
    zh: '截单后收费时请填写加急费方式和加急费',
    en: 'Say how the fee is counted and how much it is',
  },
  'sourcing.calendar-overlap': {
    zh: '与已有配送日历期间重叠（{period}），请修改它或调整期间',
    en: 'Overlaps a delivery calendar that is there ({period}); change it, or choose other days',
  },
  'sourcing.calendar-overlap-meanwhile': {
    zh: '与已有配送日历期间重叠，请刷新后修改它或调整期间',
    en: 'Overlaps a delivery calendar that is there; refresh and change it, or choose other days',
  },
  'sourcing.calendar-sender': { zh: '发货日历请填写发货组织', en: 'Say who sends' },
  'sourcing.calendar-site': { zh: '收货日历和收货仓库请填写项目部', en: 'Name the site that receives' },
  'sourcing.channel-dept': {
    zh: '「{dept}」不是公司、项目部或餐厅，请重新选择适用部门',
    en: '{dept} is no company, site or restaurant; choose another place',
  },
  'sourcing.channel-exists': {
    zh: '该范围在 {period} 已有渠道【{code}】，请修改它或调整期间',
    en: 'Channel {code} holds for this scope from {period}; change it, or choose other days',
  },
  'sourcing.channel-what': {
    zh: '物料和物料类型须填写其中一个',
    en: 'Choose a material or a material type, one of them',
  },
  'sourcing.company-default': {
    zh: '部门规则须指定物料或物料类型',
    en: 'A rule for a department names a material or a type',
  },
  'sourcing.company-only': {
    zh: '「{dept}」不是公司，请选择公司',
    en: '{dept} is not a company; choose one',
  },
  'sourcing.dept-kind': {
    zh: '「{dept}」不是项目部、餐厅或档口',
    en: '{dept} is no site, restaurant or stall',
  },
  'sourcing.dept-other-company': {
    zh: '「{dept}」不属于公司「{company}」，请选择该公司下的部门',
    en: '{dept} does not belong to {company}; choose a place of this company',
  },
  'sourcing.duplicate': {
    zh: '相同范围已有货源规则【{code}】，期间 {period}；请修改它，或使用其他优先级',
    en: 'Rule {code} already holds for this scope, {period}; change it, or choose another priority',
  },
  'sourcing.duplicate-meanwhile': {
    zh: '相同范围和期间已有货源规则，请刷新后修改它，或使用其他优先级',
    en: 'A rule for this scope and period has just been entered; refresh and change it, or choose another priority',
  },
  'sourcing.exception-exists': {
    zh: '这一天已有例外，请修改它',
    en: 'There is an exception for this day; change that one',
  },
  'sourcing.exception-whose': {
    zh: '发货组织和项目部填其中一个；仓库属于所填的一方',
    en: 'Name a sender or a site, one of them, and a store of that one alone',
  },
  'sourcing.factory-only': {
    zh: '「{dept}」不是工厂，请选择工厂',
    en: '{dept} is not a factory; choose one',
  },
  'sourcing.late-reason': {
    zh: '{billCode} 已过截单时间（{orderBefore}），请填写原因',
    en: '{billCode} is past its cut-off ({orderBefore}); say why',
  },
  'sourcing.late-refused': {
    zh: '{billCode} 已过截单时间（{orderBefore}），不能下单，请改到货日期或供应商',
    en: '{billCode} is past its cut-off ({orderBefore}) and cannot be ordered; choose another day or supplier',
  },
  'sourcing.late-right': {
    zh: '{billCode} 已过截单时间（{orderBefore}），需截单后审批权限',
    en: '{billCode} is past its cut-off ({orderBefore}); whoever approves it needs the right to decide on late orders',
  },
  'sourcing.material-or-type': {
    zh: '物料和物料类型只能选择一个',
    en: 'Choose a material or a type, not both',
  },
  'sourcing.min-qty-material': {
    zh: '起送数量须同时指定物料和单位',
    en: 'A least quantity needs a material and its unit',
  },
  'sourcing.no-delivery': {
    zh: '【{material}】{date} 休息，不送货（{reason}）',
    en: '{material} is not delivered on {date} ({reason})',
  },
  'sourcing.no-source': {
    zh: '【{material}】在【{dept}】没有货源规则，请维护货源清单或采购直送规则',
    en: '{material} has no source at {dept}; enter a source configuration or a direct delivery rule',
  },
  'sourcing.not-direct': {
    zh: '供应商【{supplier}】不可直送，请修改供应商，或选择其他供应商',
    en: '{supplier} does not deliver to sites; change the supplier, or choose another',
  },
  'sourcing.one-store': { zh: '工厂仓和中心仓只能填一个', en: 'Name a factory store or a central warehouse, not both' },
  'sourcing.place-unknown': {
    zh: '请填写项目部、仓库或工厂',
    en: 'Name a site, a warehouse or a factory',
  },
  'sourcing.preview-days': {
    zh: '结束日期不能早于开始，最多 {most} 天',
    en: 'The last day is not before the first, and at most {most} days later',
  },
  'sourcing.preview-sender': {
    zh: '请填写供应商或发货组织，其中一个',
    en: 'Name a supplier or who sends, one of them',
  },
  'sourcing.sender-kind': {
    zh: '「{dept}」不是公司或工厂，请选择发货组织',
    en: '{dept} is no company and no factory; choose who sends',
  },
  'sourcing.shares-over': {
    zh: '相同范围和优先级的货源比例合计 {total}%，超过100%（{codes}）',
    en: 'Shares of one scope and priority add up to {total}%, more than 100% ({codes})',
  },
  'sourcing.source-missing': {
    zh: '货源为{kind}时请选择{field}',
    en: 'For {kind} choose: {field}',
  },
  'sourcing.stop-place-twice': {
    zh: '第 {line} 站的收货仓库已在线路中',
    en: 'The warehouse of stop {line} is on the route already',
  },
  'sourcing.stop-twice': { zh: '停靠顺序 {stop} 重复', en: 'Two stops have the place {stop}' },
  'sourcing.store-of-other': {
    zh: '仓库「{store}」不属于「{dept}」',
    en: '{store} does not belong to {dept}',
  },
  'sourcing.substitute-allergen': {
    zh: '【{material}】代替【{instead}】将引入过敏原：{allergens}，请换一种替代品',
    en: '{material} in place of {instead} would bring {allergens}; choose another substitute',
  },
  'sourcing.substitute-allergen-unstated': {
    zh: '【{instead}】不含{allergens}，【{material}】是否含有尚未说明，请先在物料档案中填写',
    en: '{instead} is free of {allergens}, and nobody stated it of {material}; state it on the material first',
  },
  'sourcing.substitute-forbidden': {
    zh: '【{material}】不得在「{dept}」{use}{because}，请换一种替代品',
    en: '{material} may not be {use} at {dept}{because}; choose another substitute',
  },
  'sourcing.substitute-frozen': {
    zh: '【{material}】已冻结，不能作为替代品',
    en: '{material} is frozen and cannot stand in',
  },
  'sourcing.substitute-no-ratio': {
    zh: '【{instead}】换成【{material}】没有替代系数，请在物料替代品中重新保存该行',
    en: 'No ratio is known for {material} in place of {instead}; save that row of the substitutes again',
  },
  'sourcing.time': {
    zh: '{name}「{value}」不是时间，请写成 05:30',
    en: '{name}: “{value}” is no time of the day; write it as 05:30',
  },
  'sourcing.unload-of-other': {
    zh: '卸货点「{unload}」不属于「{site}」',
    en: '{unload} is no unloading point of {site}',
  },
  'sourcing.warehouse-of-other': {
    zh: '仓库「{warehouse}」不服务「{site}」',
    en: '{warehouse} does not serve {site}',
  },
  'sourcing.weekdays': {
    zh: '送货日请写成 1,3,5（1 为周一）',
    en: 'Write weekdays as 1,3,5 (1 is Monday)',
  },
  'sourcing.window': { zh: '送达时段止须晚于起', en: 'The span of arrival ends after it begins' },
  'sourcing.window-missed': {
    zh: '{billCode}：线路【{who}】{departTime} 发车，赶不上【{place}】{day} 的送达时段 {brought}（{materials}）；请调整线路，或确认照此下单',
    en: '{billCode}: {who} leaves at {departTime} and cannot keep the window {brought} of {place} on {day} ({materials}); change the route, or confirm',
  },
  'sourcing.window-not-received': {
    zh: '{billCode}：{who} {day} {brought} 送达【{place}】，该处 {received} 收货（{materials}）；请改到货日期或供应商，或确认照此下单',
    en: '{billCode}: {who} arrives at {place} {brought} on {day}, which receives {received} ({materials}); change the day or the supplier, or confirm',
  },
});

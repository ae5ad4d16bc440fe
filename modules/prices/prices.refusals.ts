import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const pricesRefusals = declareRefusals({
  'prices.backdated': {
    zh: '生效日期 {startDate} 早于今天，需要“补录历史价格”权限',
    en: 'It begins before today ({startDate}); that takes the right to enter past prices',
  },
  'prices.in-force': {
    zh: '价格【{code}】已经生效，可能已被单据使用：只能改失效日期和备注，新价格请另行新增',
    en: 'Price {code} has been in force and may have been used: change its last day or remark only, and add the new price beside it',
  },
  'prices.in-force-end': {
    zh: '价格【{code}】在 {yesterday} 之前可能已被使用，失效日期不能更早',
    en: 'Price {code} may have been used until {yesterday}; it cannot end before that day',
  },
  'prices.in-force-remove': {
    zh: '价格【{code}】已经生效，不能删除，请填写失效日期或冻结',
    en: 'Price {code} has been in force and cannot be removed; end or freeze it',
  },
  'prices.material-frozen': { zh: '物料【{material}】已冻结，不能定价', en: '{material} is frozen and cannot be priced' },
  'prices.outlived': {
    zh: '价格【{code}】（{startDate}~{endDate}）在新价格结束后仍有效，请先为它填写失效日期',
    en: 'Price {code} ({startDate} to {endDate}) would go on after the new one ends; give it a last day first',
  },
  'prices.overlap': {
    zh: '与价格【{code}】有效期重叠：{startDate}~{endDate}',
    en: 'It overlaps price {code}, valid {startDate} to {endDate}',
  },
  'prices.overlap-unnamed': {
    zh: '该部门和物料在此期间已有价格，请先让其失效',
    en: 'This department and material already has a price in this period; end it first',
  },
  'prices.change-reason': { zh: '第 {version} 版请填写调价原因', en: 'Say why prices change in version {version}' },
  'prices.default-taken': { zh: '公司【{company}】在此期间已有基础价方案【{name}】', en: '{company} already has {name} as its base price in this period' },
  'prices.default-unnamed': { zh: '该公司在此期间已有基础价方案', en: 'The company already has a base price plan in this period' },
  'prices.end-too-early': { zh: '【{billCode}】在此之前的价格可能已被使用，截止日期不能早于 {earliest}', en: 'Prices of {billCode} may have been used; it cannot end before {earliest}' },
  'prices.end-too-late': { zh: '【{billCode}】{endDate} 失效，提前截止只能早于这一天', en: '{billCode} ends on {endDate}; ending early means before that' },
  'prices.line-outside': { zh: '第 {line} 行的有效期须在方案的 {startDate}~{endDate} 之内', en: 'Line {line} has to lie within the plan’s days, {startDate} to {endDate}' },
  'prices.line-reversed': { zh: '第 {line} 行失效日期 {endDate} 早于生效日期 {startDate}', en: 'Line {line} ends on {endDate}, before it begins on {startDate}' },
  'prices.line-twice': { zh: '第 {line} 行与第 {other} 行物料重复', en: 'Line {line} has the same material as line {other}' },
  'prices.name-taken': { zh: '方案名称【{name}】已存在', en: 'Another plan is called {name}' },
  'prices.name-unnamed': { zh: '方案名称已存在', en: 'Another plan has this name' },
  'prices.no-lines': { zh: '【{billCode}】请至少录入一行价格', en: '{billCode} needs at least one price' },
  'prices.not-stall': { zh: '【{dept}】不是档口，联营方案只适用于档口', en: '{dept} is no stall; a joint-venture plan is for stalls' },
  'prices.period-no': { zh: '请填写期次：半年 1–2，季度 1–4，月度 1–12', en: 'Say which: half 1–2, quarter 1–4, month 1–12' },
  'prices.period-outside': { zh: '有效期须在考核期 {startDate}~{endDate} 之内', en: 'It has to lie within the period, {startDate} to {endDate}' },
  'prices.scheme-lines': { zh: '【{billCode}】不是固定价格，请删除价格明细', en: '{billCode} has no fixed prices: remove its price lines' },
  'prices.scheme-reference-kind': { zh: '结算价没有可引用的方案，请选择固定价格或基础价浮动', en: 'There is no plan of settlement prices to refer to: choose fixed prices or a share of the base price' },
  'prices.series-unapproved': { zh: '方案【{name}】尚未审批或已失效，不能选择', en: '{name} is not approved or has ended; choose another' },
  'prices.stall-taken': { zh: '档口【{stall}】在 {startDate}~{endDate} 已属联营方案【{name}】', en: '{stall} is in plan {name} from {startDate} to {endDate}' },
  'prices.stall-taken-unnamed': { zh: '有档口在此期间已属另一联营方案', en: 'One of the stalls is in another plan in this period' },
  'prices.version-in-use': { zh: '方案【{billCode}】的价格已被单据使用，不能作废，请提前截止', en: 'Prices of {billCode} may have been used; it cannot be voided, end it early instead' },
  'prices.version-open': { zh: '该方案已有未完成的版本【{billCode}】', en: 'Version {billCode} of this plan is not finished yet' },
  'prices.version-open-unnamed': { zh: '该方案已有未完成的版本', en: 'Another version of this plan is not finished yet' },
  'prices.version-overlap': { zh: '该方案的另一版本在此期间有效，请刷新后重试', en: 'Another version of this plan holds in this period; look again' },
  'prices.version-used': { zh: '原版本【{billCode}】的价格在 {yesterday} 之前可能已被单据使用，新版本最早从今天生效', en: 'Prices of {billCode} may have been used until {yesterday}; a new version begins today at the earliest' },
  'prices.relation-taken': { zh: '{who}【{name}】在 {startDate}~{endDate} 已关联方案【{plan}】', en: '{name} is related to plan {plan} from {startDate} to {endDate}' },
  'prices.relation-taken-unnamed': { zh: '该部门或角色在此期间已有关联，请先填写其失效日期', en: 'This department or role already has a relation in this period; end it first' },
  'prices.relation-used': { zh: '关系【{code}】已经生效，可能已按它取价：只能改失效日期和备注，请另行新增', en: 'Relation {code} has been in force and may have been charged by: change its last day or remark only, and add another beside it' },
  'prices.relation-used-end': { zh: '关系【{code}】在 {yesterday} 之前可能已按它取价，失效日期不能更早', en: 'Relation {code} may have been charged by until {yesterday}; it cannot end before that day' },
  'prices.relation-used-remove': { zh: '关系【{code}】已经生效，不能删除，请填写失效日期', en: 'Relation {code} has been in force and cannot be removed; give it a last day' },
  'prices.sheet-unseen': { zh: '没有查看这类价格的权限，不能导入，请联系管理员授权', en: 'You may not see these prices, so you cannot bring them in; ask an administrator to grant it' },
});

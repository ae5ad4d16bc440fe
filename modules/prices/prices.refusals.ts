import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'prices.backdated': {
    zh: '生效日期 {startDate} 早于今天：请改为今天或之后，或由有“补录历史价格”权限的人办理',
    en: 'It begins before today ({startDate}): choose today or later, or have somebody do it who may enter past prices',
  },
  'prices.gaps-too-many': {
    zh: '超过 {most} 种物料，请先用编码或名称缩小范围',
    en: 'More than {most} materials; narrow them by code or name first',
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
  'prices.material-frozen': {
    zh: '物料【{material}】已冻结，不能定价',
    en: '{material} is frozen and cannot be priced',
  },
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
  'prices.change-reason': {
    zh: '【{billCode}】是第 {version} 版，请填写调价原因',
    en: '{billCode} is version {version}: say why its prices change',
  },
  'prices.default-taken': {
    zh: '公司【{company}】在此期间已有基础价方案【{name}】',
    en: '{company} already has {name} as its base price in this period',
  },
  'prices.default-unnamed': {
    zh: '该公司在此期间已有基础价方案',
    en: 'The company already has a base price plan in this period',
  },
  'prices.end-too-early': {
    zh: '【{billCode}】在此之前的价格可能已被使用，截止日期不能早于 {earliest}',
    en: 'Prices of {billCode} may have been used; it cannot end before {earliest}',
  },
  'prices.end-too-late': {
    zh: '【{billCode}】{endDate} 失效，提前截止只能早于这一天',
    en: '{billCode} ends on {endDate}; ending early means before that',
  },
  'prices.line-blocked': {
    zh: '第 {line} 行价格超过禁止线：【{material}】每基本单位 ¥{price}，较{measured} ¥{base} 偏离 {deviation}%',
    en: 'Line {line} is beyond the block line: {material} at ¥{price} per base unit strays {deviation}% from ¥{base} ({measured})',
  },
  'prices.line-blocked-unseen': {
    zh: '第 {line} 行价格超过禁止线：【{material}】',
    en: 'Line {line} is beyond the block line: {material}',
  },
  'prices.version-lacks': {
    zh: '【{billCode}】新版本缺少原版本的 {count} 个物料，自 {startDate} 起无价：{materials}',
    en: '{billCode} leaves out materials of the version before ({count}), which have no price from {startDate} on: {materials}',
  },
  'prices.line-outside': {
    zh: '第 {line} 行的有效期须在方案的 {startDate}~{endDate} 之内',
    en: 'Line {line} has to lie within the plan’s days, {startDate} to {endDate}',
  },
  'prices.line-reversed': {
    zh: '第 {line} 行失效日期 {endDate} 早于生效日期 {startDate}',
    en: 'Line {line} ends on {endDate}, before it begins on {startDate}',
  },
  'prices.line-twice': {
    zh: '第 {line} 行与第 {other} 行物料重复',
    en: 'Line {line} has the same material as line {other}',
  },
  'prices.name-taken': { zh: '方案名称【{name}】已存在', en: 'Another plan is called {name}' },
  'prices.name-unnamed': { zh: '方案名称已存在', en: 'Another plan has this name' },
  'prices.no-lines': { zh: '【{billCode}】请至少录入一行价格', en: '{billCode} needs at least one price' },
  'prices.not-stall': {
    zh: '【{dept}】不是档口，联营方案只适用于档口',
    en: '{dept} is no stall; a joint-venture plan is for stalls',
  },
  'prices.period-no': {
    zh: '请填写期次：半年 1–2，季度 1–4，月度 1–12',
    en: 'Say which: half 1–2, quarter 1–4, month 1–12',
  },
  'prices.period-outside': {
    zh: '有效期须在考核期 {startDate}~{endDate} 之内',
    en: 'It has to lie within the period, {startDate} to {endDate}',
  },
  'prices.scheme-unfixed': {
    zh: '【{billCode}】不是固定价格，没有可生成的明细',
    en: '{billCode} has no fixed prices: there are no lines to fill',
  },
  'prices.scheme-lines': {
    zh: '【{billCode}】不是固定价格，请删除价格明细',
    en: '{billCode} has no fixed prices: remove its price lines',
  },
  'prices.scheme-reference-kind': {
    zh: '结算价没有可引用的方案，请选择固定价格或基础价浮动',
    en: 'There is no plan of settlement prices to refer to: choose fixed prices or a share of the base price',
  },
  'prices.series-unapproved': {
    zh: '方案【{name}】尚未审批或已失效，不能选择',
    en: '{name} is not approved or has ended; choose another',
  },
  'prices.stall-taken': {
    zh: '档口【{stall}】在 {startDate}~{endDate} 已属联营方案【{name}】',
    en: '{stall} is in plan {name} from {startDate} to {endDate}',
  },
  'prices.stall-taken-unnamed': {
    zh: '有档口在此期间已属另一联营方案',
    en: 'One of the stalls is in another plan in this period',
  },
  'prices.version-in-use': {
    zh: '方案【{billCode}】的价格已被单据使用，不能作废，请提前截止',
    en: 'Prices of {billCode} may have been used; it cannot be voided, end it early instead',
  },
  'prices.version-open': {
    zh: '该方案已有未完成的版本【{billCode}】',
    en: 'Version {billCode} of this plan is not finished yet',
  },
  'prices.version-open-unnamed': {
    zh: '该方案已有未完成的版本',
    en: 'Another version of this plan is not finished yet',
  },
  'prices.version-overlap': {
    zh: '该方案的另一版本在此期间有效，请刷新后重试',
    en: 'Another version of this plan holds in this period; look again',
  },
  'prices.version-used': {
    zh: '原版本【{billCode}】的价格在 {yesterday} 之前可能已被单据使用，新版本最早从今天生效',
    en: 'Prices of {billCode} may have been used until {yesterday}; a new version begins today at the earliest',
  },
  'prices.relation-taken': {
    zh: '{who}【{name}】在 {startDate}~{endDate} 已关联方案【{plan}】',
    en: '{name} is related to plan {plan} from {startDate} to {endDate}',
  },
  'prices.relation-taken-unnamed': {
    zh: '该部门或角色在此期间已有关联，请先填写其失效日期',
    en: 'This department or role already has a relation in this period; end it first',
  },
  'prices.relation-used': {
    zh: '关系【{code}】已经生效，可能已按它取价：只能改失效日期和备注，请另行新增',
    en: 'Relation {code} has been in force and may have been charged by: change its last day or remark only, and add another beside it',
  },
  'prices.relation-used-end': {
    zh: '关系【{code}】在 {yesterday} 之前可能已按它取价，失效日期不能更早',
    en: 'Relation {code} may have been charged by until {yesterday}; it cannot end before that day',
  },
  'prices.relation-used-remove': {
    zh: '关系【{code}】已经生效，不能删除，请填写失效日期',
    en: 'Relation {code} has been in force and cannot be removed; give it a last day',
  },
  'prices.sheet-unseen': {
    zh: '没有查看这类价格的权限，不能导入，请联系管理员授权',
    en: 'You may not see these prices, so you cannot bring them in; ask an administrator to grant it',
  },
  'prices.blocked': {
    zh: '第 {line} 行【{material}】：价格较参考价{base}偏离{deviation}%，超过禁止线{blockPercent}%。请改价，或由有权限的人在价格预警中说明原因后放行',
    en: 'Line {line}, {material}: the price deviates by {deviation}% from the reference of {base}, beyond the block line of {blockPercent}%. Change it, or have somebody who may let it pass say why in the price warnings',
  },
  'prices.price-blocked': {
    zh: '价格超过禁止线：【{material}】每基本单位 ¥{price}，较{measured} ¥{base} 偏离 {deviation}%，禁止线为 {blockPercent}%。请改价，或由有“放行禁止价格”权限的人逐条保存并说明原因',
    en: 'Beyond the block line: {material} at ¥{price} per base unit strays {deviation}% from ¥{base} ({measured}), where {blockPercent}% is the most. Change the price, or have somebody who may let blocked prices pass save it by itself, with a reason',
  },
  'prices.refused': {
    zh: '第 {line} 行【{material}】的价格已被拒绝：{reason}，请改价',
    en: 'Line {line}, {material}: this price was refused ({reason}); change it',
  },
  'prices.notice': {
    zh: '【{material}】每基本单位 ¥{price}，较{measured} ¥{base} 偏离 {deviation}%，影响金额 ¥{stake}',
    en: '{material} at ¥{price} per base unit strays {deviation}% from ¥{base} ({measured}), ¥{stake} at stake',
  },
  'prices.notice-block': {
    zh: '【{material}】每基本单位 ¥{price}，较{measured} ¥{base} 偏离 {deviation}%，超过禁止线，不能审批；影响金额 ¥{stake}',
    en: '{material} at ¥{price} per base unit strays {deviation}% from ¥{base} ({measured}), beyond the block line: it cannot be approved; ¥{stake} at stake',
  },
  'prices.notice-beyond': {
    zh: '【{material}】每基本单位 ¥{price}，较{measured} ¥{base} 偏离 {deviation}%，超过禁止线；影响金额 ¥{stake}',
    en: '{material} at ¥{price} per base unit strays {deviation}% from ¥{base} ({measured}), beyond the block line; ¥{stake} at stake',
  },
  'prices.notice-beyond-unseen': {
    zh: '【{material}】的价格偏离 {deviation}%，超过禁止线',
    en: 'The price of {material} strays by {deviation}%, beyond the block line',
  },
  'prices.notice-unseen': {
    zh: '【{material}】的价格偏离 {deviation}%',
    en: 'The price of {material} strays by {deviation}%',
  },
  'prices.notice-block-unseen': {
    zh: '【{material}】的价格偏离 {deviation}%，超过禁止线，不能审批',
    en: 'The price of {material} strays by {deviation}%, beyond the block line: it cannot be approved',
  },
  'prices.override-only': {
    zh: '【{billCode}】超过禁止线，只有具备“放行禁止价格”权限的人可以接受，请联系主管',
    en: '{billCode} is beyond the block line; only who may let blocked prices pass can accept it, ask a supervisor',
  },
  'prices.rule-both': { zh: '物料和物料类型只能填一个', en: 'Name a material or a type, not both' },
  'prices.rule-lines': { zh: '禁止线必须大于预警线', en: 'The block line must lie above the warning line' },
  'prices.rule-never': { zh: '请至少选择一个检查时点', en: 'Choose at least one moment to look at prices' },
  'prices.rule-covered': {
    zh: '已有规则覆盖该范围：请先冻结或填写它的失效日期',
    en: 'Another rule holds for this scope; freeze it or give it a last day first',
  },
  'prices.warning-open': {
    zh: '该行已有待处理的价格预警，请刷新后重试',
    en: 'This line has an open price warning already; look again',
  },
  'prices.band-reversed': {
    zh: '第 {line} 行的区间止价必须大于起价',
    en: 'Line {line}: a band ends above where it begins',
  },
  'prices.bands-gap': {
    zh: '第 {line} 行与第 {other} 行的价格区间不连续',
    en: 'The bands of lines {other} and {line} leave a gap',
  },
  'prices.bands-overlap': {
    zh: '第 {line} 行与第 {other} 行的价格区间重叠',
    en: 'The bands of lines {other} and {line} overlap',
  },
  'prices.band-empty': { zh: '第 {line} 行请填写比例或加价额', en: 'Line {line} needs a rate or an amount' },
  'prices.cliff': {
    zh: '断崖：参考价到 {at} 时，价格由 {below} 跌到 {above}，货更贵反而卖得更便宜，请核对区间',
    en: 'A cliff: where the reference reaches {at} the price falls from {below} to {above}; dearer goods would be sold cheaper, check the bands',
  },
  'prices.formula-dept': {
    zh: '管理价和考核价按方案关联部门，公式不能指定部门',
    en: 'Management and assessment prices are related to departments by their plans; a formula names none',
  },
  'prices.formula-itself': { zh: '参考价不能是它自己要定的价格', en: 'A price cannot go by itself' },
  'prices.formula-limits': { zh: '最低价不能高于最高价', en: 'The lowest price cannot lie above the highest' },
  'prices.formula-period': {
    zh: '均价只用于行情；采购价、结算价和收货价请选择“最近一次”',
    en: 'Means are for markets; purchase prices, settlement prices and receipts go by the latest',
  },
  'prices.market-name': {
    zh: '该来源已有相同的品名、产地规格和报价单位',
    en: 'This source has the name, origin and unit already',
  },
  'prices.market-order': {
    zh: '最低价、均价、最高价应依次不减',
    en: 'Lowest, average and highest have to rise in this order',
  },
  'prices.market-quoted': {
    zh: '该来源当日已有这一品名的行情，请修改原来的记录',
    en: 'This source has a price for the name on that day already; change that one',
  },
  'prices.no-formula': {
    zh: '{startDate} 没有适用的{priceType}定价公式，请先建立公式',
    en: 'No formula for {priceType} holds on {startDate}; enter one first',
  },
  'prices.of-run': {
    zh: '价格【{code}】由调价单产生，请在调价单上处理；失效日期可以直接填写',
    en: 'Price {code} comes of a price run: change it there; its last day may be set here',
  },
  'prices.run-equal': { zh: '与现价相同，未发布', en: 'As it is now, not published' },
  'prices.run-line-own': {
    zh: '第 {line} 行不是由公式算出的：明细不能手工增加',
    en: 'Line {line} was not made by a formula; lines cannot be added by hand',
  },
  'prices.run-no-band': {
    zh: '参考价 {reference} 不在任何价格区间内，或算出的价格不大于 0，请检查公式',
    en: 'No band holds the reference of {reference}, or nothing above zero is left; check the formula',
  },
  'prices.run-no-reference': { zh: '没有参考价', en: 'Nothing to go by' },
  'prices.run-nothing': { zh: '【{billCode}】没有要发布的价格变动', en: '{billCode} changes no price' },
  'prices.run-published': { zh: '已发布', en: 'Published' },
  'prices.run-reason': {
    zh: '第 {line} 行新价与公式价不同，请填写改价原因',
    en: 'Line {line} differs from its formula; say why',
  },
  'prices.run-too-many': {
    zh: '公式涉及的物料超过 {most} 个，请缩小范围或分多张调价单',
    en: 'The formulas are for more than {most} materials; narrow them or split the run',
  },
  'prices.run-too-old': {
    zh: '最近的参考价是 {date} 的，已超过最长有效天数',
    en: 'The latest reference is of {date}, older than it is good for',
  },
  'prices.run-used': {
    zh: '【{billCode}】发布的价格已经生效，可能已被单据使用，不能作废；请另建调价单更改价格',
    en: 'Prices of {billCode} have been in force and may have been used; it cannot be voided, make another run instead',
  },
  'prices.rule-market': {
    zh: '以市场参考价为口径时，请选择行情来源',
    en: 'Choose a market source where the market is a measure',
  },
});

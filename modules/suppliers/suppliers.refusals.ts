import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'suppliers.below-least-amount': {
    zh: '低于起送金额 {least} 元，还差 {short} 元',
    en: 'Below the least amount of {least}: {short} short',
  },
  'suppliers.below-least-amount-merge': {
    zh: '低于起送金额 {least} 元，还差 {short} 元，可并入 {others}',
    en: 'Below the least amount of {least}: {short} short; it could go with {others}',
  },
  'suppliers.below-least-quantity': {
    zh: '{material} 低于起订量：{qty}{unit}，起订 {least}{unit}，还差 {more}{unit}',
    en: '{material} is below the least quantity: {qty} {unit} of {least} {unit}, {more} {unit} missing',
  },
  'suppliers.blocked-in-sap': {
    zh: '供应商【{supplier}】已在SAP冻结，不能在此解冻',
    en: '{supplier} is blocked in SAP and cannot be unfrozen here',
  },
  'suppliers.certificate-expired': {
    zh: '企业【{name}】的证照【{kind}】已于 {date} 过期，请更新',
    en: '{kind} of {name} ended on {date}; enter the new one',
  },
  'suppliers.certificates-missing': {
    zh: '企业【{name}】缺少必备证照：{kinds}',
    en: '{name} lacks papers its type of cooperation asks for: {kinds}',
  },
  'suppliers.cooperation-no-approval': { zh: '合作类型无需审批', en: 'Cooperation types need no approval here' },
  'suppliers.cooperation-pending': {
    zh: '合作类型【{name}】尚未审批通过，不能选用',
    en: 'The cooperation type {name} is not approved yet and cannot be chosen',
  },
  'suppliers.cooperation-used': {
    zh: '合作类型【{name}】已被企业或供应商使用，不能删除，可冻结',
    en: 'The cooperation type {name} is in use by an enterprise or supplier; freeze it instead',
  },
  'suppliers.could-add': {
    zh: '可加上未订的请购：{needs}',
    en: 'Open requests could go with it: {needs}',
  },
  'suppliers.credit-code': {
    zh: '统一社会信用代码格式不正确：应为 18 位数字和大写字母（不含 I、O、S、V、Z）',
    en: 'A credit code has 18 digits and capital letters, without I, O, S, V and Z',
  },
  'suppliers.credit-code-check': {
    zh: '统一社会信用代码 {code} 的校验位不符，请核对每一位',
    en: 'The last character of {code} does not fit the others; look at each of them again',
  },
  'suppliers.credit-code-taken': {
    zh: '统一社会信用代码已存在于企业【{name}】',
    en: 'The enterprise {name} has this credit code already',
  },
  'suppliers.default-taken': {
    zh: '物料【{material}】已有默认供应商【{supplier}】',
    en: '{material} already has a default supplier: {supplier}',
  },
  'suppliers.enterprise-days': {
    zh: '合作有效期止 {validEndDate} 不能早于有效期起 {validStartDate}',
    en: 'The cooperation cannot end ({validEndDate}) before it begins ({validStartDate})',
  },
  'suppliers.enterprise-frozen': { zh: '企业【{name}】已冻结，请先解冻', en: '{name} is frozen; unfreeze it first' },
  'suppliers.enterprise-not-in-pool': {
    zh: '企业【{name}】不在企业池中（未审批、已冻结或不在合作有效期内），请另选',
    en: '{name} is not in the pool (not approved, frozen, or outside its days); choose another',
  },
  'suppliers.from-pool-only': {
    zh: '新供应商须从企业池中选择合作企业',
    en: 'A new supplier has to be chosen from the pool of enterprises',
  },
  'suppliers.material-overlap': {
    zh: '该供应商的这一物料、单位和协议在此期间已有价格，请先让其失效或改用“调整价格”',
    en: 'This supplier already has a price for the material, unit and agreement in this period; end it first or change the price',
  },
  'suppliers.no-multiple': {
    zh: '{material} 不是订货倍数：{qty}{unit}，按 {multiple}{unit} 的倍数应为 {whole}{unit}，多 {more}{unit}',
    en: '{material} is no whole multiple: {qty} {unit}; in multiples of {multiple} {unit} it would be {whole} {unit}, {more} {unit} more',
  },
  'suppliers.no-price': {
    zh: '{date} 【{material}】没有供应商【{supplier}】的采购价，请先维护',
    en: '{supplier} has no purchase price of {material} on {date}; enter one first',
  },
  'suppliers.paper-expired': {
    zh: '供应商【{name}】的【{kind}】已于{date}过期，不能下单。请更新证照，或由有权限的人应急放行',
    en: '{kind} of {name} ended on {date}, so nothing can be ordered from them. Enter the new paper, or have somebody release them',
  },
  'suppliers.paper-no-reason': {
    zh: '核验不通过须填写意见',
    en: 'Say why the paper does not pass',
  },
  'suppliers.pays-freight': {
    zh: '未满免运费金额 {free} 元，还差 {short} 元；运费 {fee} 元',
    en: 'Carriage is free from {free}: {short} short; the fee is {fee}',
  },
  'suppliers.pays-freight-merge': {
    zh: '未满免运费金额 {free} 元，还差 {short} 元；运费 {fee} 元，可并入 {others}',
    en: 'Carriage is free from {free}: {short} short; the fee is {fee}; it could go with {others}',
  },
  'suppliers.price-before-row': {
    zh: '新价格的生效日期 {startDate} 早于该行的有效期起 {rowStart}，请改为这一天或之后',
    en: 'The new price cannot begin on {startDate}, before the row does ({rowStart}); choose that day or a later one',
  },
  'suppliers.price-in-force': {
    zh: '该行已生效：价格、单位和换算率请用“调整价格”从某日起更改',
    en: 'This row is already in force: change price, unit or factor from a day on',
  },
  'suppliers.price-past': {
    zh: '新价格的生效日期 {startDate} 不能早于今天；已收的货要按新价结算，请建补差单',
    en: 'A new price cannot begin in the past ({startDate}); for what was received already make a price correction',
    remedy: { to: '/price/pricecorrection/new', label: { zh: '建补差单', en: 'Make a correction' } },
  },
  'suppliers.release-days': {
    zh: '应急放行最多 7 天：{until} 不在 {today} 到 {latest} 之间',
    en: 'A release is for at most 7 days: {until} is not between {today} and {latest}',
  },
  'suppliers.shares-over': {
    zh: '物料【{material}】供货比例合计 {total}%，超过100%',
    en: 'The shares of {material} add up to {total}%, more than 100%',
  },
  'suppliers.site-only': {
    zh: '只能关联项目部',
    en: 'Only project departments can be tied',
  },
  'suppliers.time-invalid': {
    zh: '第 {line} 行：{name}“{value}”不是 24 小时制的时间，请按 16:00 填写',
    en: 'Line {line}, {name}: {value} is no time of a 24-hour clock; write it like 16:00',
  },
  'suppliers.visit-failed': {
    zh: '企业【{name}】{date} 的考察结论为不通过，不能提交',
    en: 'The visit to {name} on {date} failed; it cannot be sent',
  },
  'suppliers.visit-missing': { zh: '请先登记企业【{name}】的考察记录', en: 'Record a visit to {name} first' },
});

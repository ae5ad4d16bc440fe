import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'corrections.agreement': {
    zh: '物料【{material}】在 {startDate}~{endDate} 有协议【{agreementNo}】的价格，协议价优先：请先在供应商物料中处理，或取消“同时更新采购价”',
    en: '{material} has a price of agreement {agreementNo} from {startDate} to {endDate}, which goes first: settle it in the supplier’s materials, or do not publish the prices',
  },
  'corrections.of-sap': {
    zh: '物料【{material}】在 {startDate}~{endDate} 的采购价由SAP维护：请先在SAP更正，或取消“同时更新采购价”',
    en: 'The price of {material} from {startDate} to {endDate} is SAP’s: correct it there, or do not publish the prices',
  },
  'corrections.changed': {
    zh: '【{billCode}】来源单据已变化，请重新生成',
    en: 'What {billCode} corrects has changed; find the lines again',
  },
  'corrections.changed-unnamed': {
    zh: '有来源行刚被另一张补差单更正，请重新生成',
    en: 'A line was corrected by another document just now; find the lines again',
  },
  'corrections.corrected-since': {
    zh: '【{billCode}】的明细已被【{later}】再次补差，请先作废【{later}】',
    en: 'Lines of {billCode} were corrected again by {later}; void that one first',
  },
  'corrections.exclude-reason': { zh: '第 {line} 行不补，请填写原因', en: 'Line {line} is left out; say why' },
  'corrections.legs': {
    zh: '应付差额与库存、差异、税额之和不一致，请重新生成',
    en: 'Payable is not what stock, variance and tax come to; find the lines again',
  },
  'corrections.line-own': {
    zh: '第 {line} 行不是系统找出的：补差明细不能手工增加',
    en: 'Line {line} was not found among what was received; lines cannot be added by hand',
  },
  'corrections.moved-after': {
    zh: '物料【{material}】批次【{batch}】在入账日期 {postDate} 之后有进出，不能把库存价值记到那一天：请把入账日期改为当天',
    en: 'Lot {batch} of {material} moved after {postDate}, so its value cannot be changed on that day: book it today',
  },
  'corrections.nothing': {
    zh: '【{billCode}】该期间没有可补差的单据',
    en: '{billCode}: nothing was received in these days at another price',
  },
  'corrections.past-price': {
    zh: '【{material}】{startDate}~{endDate} 期间【{company}】已有 {count} 行按其他价格收货，已入账的不会自动改价，需要时请建补差单',
    en: '{company} received {count} {count:line|lines} of {material} at another price from {startDate} to {endDate}; what was posted keeps its price, make a correction where the difference is to be charged',
  },
  'corrections.period-closed': {
    zh: '【{billCode}】入账日期 {postDate} 所在期间已月结，请改为未月结的日期',
    en: '{billCode}: the period of {postDate} is closed; book it on a day of an open one',
  },
  'corrections.period-future': {
    zh: '收货日期止 {endDate} 晚于今天，补差只能补已收的货',
    en: 'It ends after today ({endDate}); only what was received can be corrected',
  },
  'corrections.period-reversed': {
    zh: '收货日期止 {endDate} 早于 {startDate}',
    en: 'It ends on {endDate}, before it begins on {startDate}',
  },
  'corrections.post-future': {
    zh: '入账日期 {postDate} 不能晚于今天',
    en: 'It cannot be booked after today ({postDate})',
  },
  'corrections.price-missing': { zh: '第 {line} 行请填写新价', en: 'Line {line} needs its new price' },
  'corrections.prices-missing': {
    zh: '请至少填写一行新价，再保存',
    en: 'Enter at least one new price before you save',
  },
  'corrections.price-outside': {
    zh: '第 {line} 行的日期须在单据的 {startDate}~{endDate} 之内',
    en: 'Line {line} has to lie within the document’s days, {startDate} to {endDate}',
  },
  'corrections.price-twice': {
    zh: '第 {line} 行与第 {other} 行的物料和日期重复',
    en: 'Line {line} has the same material and days as line {other}',
  },
  'corrections.published': { zh: '已更新采购价', en: 'Published' },
  'corrections.receipt-corrected': {
    zh: '收货记录已由补差单【{billCode}】更正，请先作废该补差单再冲销收货',
    en: 'This delivery was corrected by {billCode}; void that one before the delivery is reversed',
  },
  'corrections.used-since': {
    zh: '【{billCode}】补差后，物料【{material}】批次【{batch}】又有进出，不能作废：请另做补差单把价格改回',
    en: 'Lot {batch} of {material} moved since {billCode} was booked, so it cannot be voided: correct the price back by another document',
  },
});

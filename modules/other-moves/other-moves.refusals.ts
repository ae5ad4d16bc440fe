import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'other-moves.date-future': { zh: '业务日期不能晚于今天', en: 'The date cannot be after today' },
  'other-moves.date-early': {
    zh: '业务日期早于允许的 {days} 天：请改为 {earliest} 或之后，或请有补录权限的人填写',
    en: 'The date is more than {days} {days:day|days} back: choose {earliest} or later, or have somebody do it who may enter past days',
  },
  'other-moves.expired': {
    zh: '{material} 已于 {expiryDate} 过期，不能入库，请核对到期日',
    en: '{material} expired on {expiryDate} and cannot come in; check the expiry date',
  },
  'other-moves.not-weighed': {
    zh: '{material} 按件数和重量记账：数量请用重量单位，并填写件数',
    en: '{material} is kept by piece and by weight: enter the quantity by weight, and the pieces beside it',
  },
  'other-moves.lot-of-pieces': {
    zh: '{material} 按件数和重量记账，请选择出库的批次',
    en: '{material} is kept by piece and by weight; choose the lot it is taken of',
  },
  'other-moves.no-cost': {
    zh: '{material} 在该仓库没有平均成本和最近成本，请填写单价',
    en: '{material} has neither an average nor a last cost at this warehouse; enter a price',
  },
  'other-moves.opening-late': {
    zh: '{company} 已月结过，{billCode} 的期初入库只能在首个期间使用：请改用其他入库类型，或用盘点补记',
    en: '{company} has closed a month, and opening stock is entered in the first period alone: choose another kind for {billCode}, or record it by a count',
  },
  'other-moves.month-closed': {
    zh: '{billCode} 的业务日期 {billDate} 所在月份已月结，不能过账：请驳回并改为本月的日期',
    en: 'The month of {billDate} is closed, so {billCode} cannot be posted: reject it and choose a date of an open month',
  },
  'other-moves.lot-elsewhere': {
    zh: '批次 {batch} 不是 {material} 的批次，或不在 {warehouse}，请重新选择批次',
    en: 'Lot {batch} is not of {material}, or does not lie at {warehouse}; choose the lot again',
  },
  'other-moves.name-the-lot': {
    zh: '{material} 需 {wanted} {unit}，可直接出库的只有 {available} {unit}；批次 {lots} 已过期或冻结，报废请指定批次',
    en: '{material}: {wanted} {unit} wanted, {available} {unit} may go unnamed; lot {lots} has expired or is on hold, so name it to scrap it',
  },
  'other-moves.photo': {
    zh: '没有照片的报废金额 {amount} 超过 {limit}，请为该行上传照片',
    en: 'Scrap worth {amount} has no photo, more than the {limit} allowed; add a photo to this line',
  },
  'other-moves.posted': {
    zh: '{billCode} 已过账，不能作废，请用冲销',
    en: '{billCode} is posted and cannot be voided; reverse it instead',
  },
  'other-moves.reversed': { zh: '{billCode} 已冲销，不能再次冲销', en: '{billCode} has been reversed already' },
  'other-moves.mirror': {
    zh: '{billCode} 是冲销单，不能再冲销；要恢复请重新录入原单',
    en: '{billCode} is a reversal and cannot be reversed; enter the original anew instead',
  },
});

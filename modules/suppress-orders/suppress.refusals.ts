import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'suppress.arrives-past': { zh: '预计到货不能早于今天', en: 'The goods cannot arrive before today' },
  'suppress.arrives-far': {
    zh: '预计到货不能晚于 {latest}，请检查年份',
    en: 'The goods cannot arrive after {latest}; check the year',
  },
  'suppress.central': {
    zh: '「{warehouse}」是中心仓，强压只发给项目部的仓库：请换仓库',
    en: '{warehouse} is a central warehouse; goods are pushed to warehouses of sites alone. Choose another',
  },
  'suppress.by-weight': {
    zh: '{material} 按件计重，不能强压：请改用调拨',
    en: '{material} is of catch weight and cannot be pushed; use a transfer',
  },
  'suppress.lot-elsewhere': {
    zh: '批次 {batch} 不是 {material} 的批次，或不在 {warehouse}，请重新选择批次',
    en: 'Lot {batch} is not of {material}, or does not lie at {warehouse}; choose the lot again',
  },
  'suppress.expires-before': {
    zh: '批次 {batch} 在 {expiryDate} 到期，早于预计到货 {arriveDate}：请换批次，或提前到货日期',
    en: 'Lot {batch} expires on {expiryDate}, before it arrives on {arriveDate}; choose another lot or an earlier day',
  },
  'suppress.no-price': {
    zh: '{material} 没有 {site} 在 {date} 的结算价：请先发布结算价，或移出该站点',
    en: '{material} has no settlement price for {site} on {date}; publish one first, or take the site out',
  },
  'suppress.over-limit': {
    zh: '{site} {date} 的强压金额 {amount} 超过上限 {limit}：请减少数量，或移出该站点',
    en: '{site}: pushed goods of {date} come to {amount}, above the limit of {limit}; enter less, or take the site out',
  },
  'suppress.refused-today': {
    zh: '{warehouse} 今天已拒收 {material}（{billCode}），当天不能再发给它：请改天，或移出该站点',
    en: '{warehouse} refused {material} today ({billCode}) and is not sent it again the same day; wait, or take the site out',
  },
  'suppress.no-site-left': {
    zh: '{billCode} 的站点都已移出，不能审批：请驳回',
    en: 'Every site was taken out of {billCode}, so nothing is left to approve; reject it',
  },
  'suppress.not-in-order': {
    zh: '「{warehouse}」不在 {billCode} 中，或已移出',
    en: '{warehouse} is not in {billCode}, or was taken out already',
  },
  'suppress.shipped': {
    zh: '{billCode} 已发货，不能作废：站点可以拒收，或由工厂召回',
    en: '{billCode} has been shipped and cannot be voided; sites may refuse it, or the factory calls it back',
  },
  'suppress.not-held': {
    zh: '{billCode} 没有占用待发的货，不能发货',
    en: '{billCode} holds nothing to ship',
  },
});

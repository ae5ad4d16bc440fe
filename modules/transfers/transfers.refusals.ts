import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'transfers.same-place': { zh: '调出仓与调入仓不能相同', en: 'Goods cannot be transferred to where they lie' },
  'transfers.date-future': { zh: '业务日期不能晚于今天', en: 'The date cannot be after today' },
  'transfers.need-time-past': { zh: '需要时间不能早于现在', en: 'The goods cannot be needed in the past' },
  'transfers.need-time-far': {
    zh: '需要时间不能晚于 {latest}，请检查年份',
    en: 'The goods cannot be needed after {latest}; check the year',
  },
  'transfers.lot-elsewhere': {
    zh: '批次 {batch} 不是 {material} 的批次，或不在 {warehouse}，请重新选择批次',
    en: 'Lot {batch} is not of {material}, or does not lie at {warehouse}; choose the lot again',
  },
  'transfers.no-price': {
    zh: '{material} 没有 {dept} 在 {date} 的管理价，跨公司调拨不能提交或审批：请先发布管理价',
    en: '{material} has no management price for {dept} on {date}, so it cannot go to another company; publish one first',
  },
});

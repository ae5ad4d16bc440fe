import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const receivingRefusals = declareRefusals({
  'receiving.expiry-before-production': {
    zh: '{material} 到期日 {expiryDate} 早于生产日期 {productionDate}',
    en: '{material}: expiry {expiryDate} lies before production {productionDate}',
  },
  'receiving.life-date-missing': {
    zh: '{material} 请填写生产日期或到期日',
    en: '{material}: enter the production date or the expiry date',
  },
  'receiving.life-too-short': {
    zh: '{material} 剩余保质期 {remaining} 低于要求 {required}（{expiryDate} 到期）',
    en: '{material}: remaining life of {remaining} is below the {required} asked for (expires {expiryDate})',
  },
  'receiving.more-than-sent': {
    zh: '{material} 不能大于发货数量 {sent}，多出部分请填多收数量',
    en: '{material}: no more than the {sent} sent may be accepted; enter the rest as over-delivered',
  },
  'receiving.over-limit': {
    zh: '{material} 累计收货 {received}{unit} 超过上限 {limit}{unit}（订购 {ordered}{unit}，允许超收 {overPercent}%）',
    en: '{material}: {received} {unit} received in all exceed the limit of {limit} {unit} (ordered {ordered} {unit}, {overPercent}% over allowed)',
  },
  'receiving.unexplained': {
    zh: '还有 {count} 行未收货也未登记差异：{lines}',
    en: '{count} lines are neither received nor explained by a difference: {lines}',
  },
});

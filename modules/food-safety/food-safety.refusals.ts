import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'food-safety.reading': { zh: '请填写温度读数，只填数字', en: 'Enter the temperature, as a figure only' },
  'food-safety.method': { zh: '请选择消毒方式', en: 'Choose how it was disinfected' },
  'food-safety.card-expired': {
    zh: '{person} 的健康证已过期，不能判定合格上岗，请填写处理措施',
    en: 'The health card of {person} has expired: they cannot be passed as fit; enter what was done about it',
  },
  'food-safety.fever': {
    zh: '{person} 体温 {reading} ℃，不能上岗，请填写处理措施',
    en: '{person} has {reading} °C and cannot work; enter what was done about it',
  },
  'food-safety.unwell': {
    zh: '{person} 有「{sign}」，不能上岗，请填写处理措施',
    en: '{person} cannot work ({sign}); enter what was done about it',
  },
  'food-safety.pest-found': {
    zh: '{subject} 发现虫害，请填写处理措施',
    en: 'Pests were found: {subject}; enter what was done about it',
  },
  'food-safety.too-warm': {
    zh: '{subject} {reading} ℃，高于上限 {limit} ℃，请填写处理措施',
    en: '{subject}: {reading} °C is above {limit} °C; enter what was done about it',
  },
  'food-safety.too-cold': {
    zh: '{subject} {reading} ℃，低于下限 {limit} ℃，请填写处理措施',
    en: '{subject}: {reading} °C is below {limit} °C; enter what was done about it',
  },
  'food-safety.action-missing': {
    zh: '不合格，请填写处理措施',
    en: 'It is not in order; enter what was done about it',
  },
  'food-safety.day': {
    zh: '台账只能记 {earliest} 到 {latest}，请改日期',
    en: 'Entries are made for {earliest} to {latest}; change the date',
  },
  'food-safety.entry-kept': {
    zh: '{day} 的台账已过次日，不能再改；如有出入请在今天的备注中说明',
    en: 'The entry of {day} is more than a day old and stays; say what differs in a remark of today',
  },
  'food-safety.entered': {
    zh: '{what} 在 {day} 已由 {who} 于 {time} 记录，请刷新后查看',
    en: '{what} was entered for {day} by {who} at {time}; refresh to see it',
  },
  'food-safety.person-missing': { zh: '晨检请选择人员', en: 'Choose whom the morning check is about' },
  'food-safety.companion-missing': { zh: '请填写陪餐人姓名', en: 'Enter who accompanied the meal' },
  'food-safety.other-stall': {
    zh: '「{what}」不属于这个档口，请选择本档口的',
    en: '{what} belongs to another stall; choose one of this stall',
  },
  'food-safety.other-ledger': {
    zh: '台账要求「{what}」是另一本台账的，请选择对应的要求',
    en: 'The duty {what} is of another ledger; choose one of this ledger',
  },
  'food-safety.time': { zh: '请填写时间，例 09:30', en: 'Enter a time, for example 09:30' },
  'food-safety.limits': { zh: '下限不能高于上限', en: 'The lowest limit cannot be above the highest' },
  'food-safety.nobody': { zh: '请至少填写一个人的晨检', en: 'Check at least one person' },
  'food-safety.too-many': {
    zh: '一次最多 {max} 人，请分次保存',
    en: 'At most {max} people in one go; save them in turns',
  },
  'food-safety.days': {
    zh: '一次最多导出 {max} 天，请缩短期间',
    en: 'At most {max} days in one sheet; choose a shorter time',
  },
});

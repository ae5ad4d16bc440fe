import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'stall-menus.empty': {
    zh: '{date} {meal}的菜单没有菜品，请先添加',
    en: 'The menu of {date}, {meal}, has no dishes; add some first',
  },
  'stall-menus.in-meal': { zh: '{date} {meal}：{what}', en: '{date}, {meal}: {what}' },
  'stall-menus.left': {
    zh: '「{dish}」只剩 {left} 份，请减少份数或提高限量',
    en: 'Of {dish} {left} {left:portion is|portions are} left; take fewer, or raise its limit',
  },
  'stall-menus.material-frozen': {
    zh: '「{dish}」所用物料「{material}」已冻结，请换菜或更换用料',
    en: '{material}, which goes into {dish}, is frozen; take another dish or material',
  },
  'stall-menus.material-late': {
    zh: '物料「{materials}」库存和在途不足，自 {orderBefore} 起已来不及下单，请换菜、调拨或联系供应商',
    en: 'Too little of {materials} is in store or on order, and since {orderBefore} it is too late to order; take another dish, transfer some, or ask the supplier',
  },
  'stall-menus.material-undeliverable': {
    zh: '物料「{material}」库存不足，当天无法送达：{note}',
    en: 'Too little of {material} is in store and it cannot be delivered by then: {note}',
  },
  'stall-menus.material-unpriced': {
    zh: '「{dish}」所用物料「{material}」没有有效价格，请先定价或换菜',
    en: '{material}, which goes into {dish}, has no price in force; get one, or take another dish',
  },
  'stall-menus.not-determined': {
    zh: '{date} {meal}的菜单还未确定，请先确定',
    en: 'The menu of {date}, {meal}, is not determined yet; determine it first',
  },
  'stall-menus.past': {
    zh: '{date} {meal}：已过餐次的菜单不能修改',
    en: '{date}, {meal}: the menu of a meal that is over cannot be changed',
  },
  'stall-menus.period': {
    zh: '一次最多查看 {max} 天，结束不早于开始',
    en: 'At most {max} days at once, and the end not before the beginning',
  },
  'stall-menus.price': {
    zh: '第 {line} 行：菜品「{dish}」没有售价，请填写售价或设为免费',
    en: 'Line {line}: {dish} has no price; enter one, or make it free',
  },
  'stall-menus.label-code': {
    zh: '没有编号为「{code}」的电子价签，请先在价签中添加',
    en: 'There is no electronic label {code}; enter it among the price labels first',
  },
  'stall-menus.label-unknown': {
    zh: '有价签不存在或不在您的范围内，请刷新',
    en: 'A label is not there, or not within your reach; reload',
  },
  'stall-menus.running': {
    zh: '{date} {meal}正在供餐，只能修改售价和限量',
    en: '{date}, {meal}, is being served: only prices and limits can be changed',
  },
  'stall-menus.sold-out': {
    zh: '「{dish}」已售罄，不能再售；如还有，请取消售罄',
    en: '{dish} is sold out; if there is more, take the sign off first',
  },
  'stall-menus.stream': {
    zh: '实时更新只能以事件流方式读取',
    en: 'Changes as they happen are read as an event stream alone',
  },
  'stall-menus.template-type': {
    zh: '还没有可用的菜谱模板类型，请先在主数据中添加',
    en: 'There is no type of menu template to use; add one in the master data first',
  },
});

import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'production.over-bom': {
    zh: '{material} 标准 {std} {unit}，实用 {actual} {unit}，超过 {percent}%，请填写超用原因',
    en: '{material}: {std} {unit} by the BOM, {actual} {unit} used, more than {percent} % beyond; say why',
  },
  'production.life-reversed': { zh: '保质到须晚于完成时间 {made}', en: 'Good until must be after it was made, {made}' },
  'production.life-reason': {
    zh: '按规则保质到 {until}，改为其他时间请填写原因',
    en: 'By the rules it is good until {until}; say why another time',
  },
  'production.day-future': { zh: '日期不能晚于今天', en: 'The date cannot be after today' },
  'production.day-early': {
    zh: '日期早于允许的 {days} 天，请改为 {earliest} 或之后',
    en: 'The date is more than {days} {days:day|days} back; choose {earliest} or later',
  },
  'production.month-closed': {
    zh: '{bizDate} 所在月份已月结，不能登记，请改为未月结的日期',
    en: 'The month of {bizDate} is closed; choose a day of an open month',
  },
  'production.day-closed': {
    zh: '{stall} 的 {bizDate} 已日结，不能再登记；请记到今天，或用盘点更正',
    en: '{stall} has closed {bizDate}; enter it for today, or correct stock by a count',
  },
  'production.day-not-over': {
    zh: '{bizDate} 尚未开始，不能日结',
    en: '{bizDate} has not begun and cannot be closed',
  },
  'production.stall-unknown': {
    zh: '该部门不是可登记的档口，请选择档口',
    en: 'This department is no stall to enter it for; choose a stall',
  },
  'production.one-place': {
    zh: '请选择档口或入库工厂仓，只能选一个',
    en: 'Choose a stall or the factory store it goes into, and only one of them',
  },
  'production.goods-at-stall': {
    zh: '档口的料从本档口领，请清空领料工厂仓',
    en: 'A stall takes its own goods; leave the factory store they come from empty',
  },
  'production.other-factory': {
    zh: '领料仓「{from}」与入库仓「{into}」不属于同一工厂，请选择本厂的仓库',
    en: '{from} and {into} are not stores of one factory; take the goods from a store of the same one',
  },
  'production.store-frozen': {
    zh: '工厂仓「{store}」已冻结，不能登记生产，请先解冻或换仓库',
    en: '{store} is frozen and takes no production; thaw it or choose another store',
  },
  'production.store-unknown': {
    zh: '该仓库不是可登记的工厂仓，请选择本厂的仓库',
    en: 'This is no factory store to enter it for; choose a store of your factory',
  },
  'production.dish-missing': { zh: '请选择菜品', en: 'Choose the dish' },
  'production.split-missing': { zh: '请选择分割BOM', en: 'Choose the cutting list' },
  'production.qty-missing': { zh: '请填写实产数量', en: 'Enter how much was made' },
  'production.not-kept': {
    zh: '{dish} 未设为可入库的半成品，请在菜品中填写对应物料',
    en: '{dish} is not kept in stock; name its material on the dish first',
  },
  'production.nothing-used': { zh: '没有用料：请填写实用量', en: 'Nothing was used: enter the goods that went in' },
  'production.time-future': {
    zh: '完成时间 {time} 晚于现在',
    en: 'It cannot have been finished later than now: {time}',
  },
  'production.by-day-end': {
    zh: '{stall} 按日终倒挤记耗用，请做日终倒挤单',
    en: '{stall} books its use at the end of the day; make a day-end count instead',
  },
  'production.not-by-day-end': {
    zh: '{stall} 不按日终倒挤记耗用，请按锅登记',
    en: '{stall} does not book its use at the end of the day; enter each pot',
  },
  'production.rest-missing': { zh: '请填写盘余量', en: 'Enter what is left by count' },
  'production.rest-above-book': {
    zh: '{material} 账面 {book} {unit}，盘余 {rest} {unit}：请用盘点单处理盘盈',
    en: '{material}: {book} {unit} on the books, {rest} {unit} counted; enter the gain by a count',
  },
  'production.no-cuts': { zh: '请填写分割产出', en: 'Enter what it was cut into' },
  'production.cut-unlisted': {
    zh: '{material} 不在该分割BOM中，请选择清单内的物料',
    en: '{material} is not on this cutting list; choose one that is',
  },
  'production.cut-more': {
    zh: '产出合计 {got}，多于分割的 {used}，请核对重量',
    en: 'The cuts come to {got}, more than the {used} that was cut up; check the weights',
  },
  'production.split-shares': {
    zh: '固定占比合计须为 100，现为 {sum}',
    en: 'Fixed shares must come to 100; these come to {sum}',
  },
  'production.split-prices': { zh: '按售价分摊时每行都要填单价', en: 'Shared by price, every cut needs a price' },
  'production.split-itself': { zh: '产出不能是分割原料本身', en: 'A cut cannot be what is cut up' },
  'production.posted': {
    zh: '{billCode} 已过账，请冲销后重做',
    en: '{billCode} is posted; reverse it and make it anew',
  },
  'production.leftover-more': {
    zh: '余菜 {left} 超过实产 {made}',
    en: '{left} left over is more than the {made} that were made',
  },
  'production.leftover-first': {
    zh: '余菜在餐后填写，登记时请留空',
    en: 'Leftovers are entered after the meal; leave them empty now',
  },
  'production.reason': { zh: '冲销以前日期的单据请填写原因', en: 'Say why a bill of an earlier day is reversed' },
  'production.nothing-planned': {
    zh: '这一餐没有待登记的计划菜品',
    en: 'No planned dish of this meal is left to be made',
  },
  'production.waste-what': { zh: '请选择物料或菜品', en: 'Choose a material or a dish' },
  'production.waste-one': { zh: '物料和菜品只能选一个', en: 'Choose a material or a dish, not both' },
  'production.waste-plate': { zh: '餐后厨余只填重量', en: 'Plate waste has a weight alone' },
  'production.waste-dish': { zh: '{kind} 请选择菜品', en: '{kind}: choose the dish' },
  'production.waste-qty': {
    zh: '{what} 无法由重量折算，请填写数量',
    en: 'The quantity of {what} cannot be reckoned from its weight; enter it',
  },
  'production.waste-photo': { zh: '登记浪费请拍照', en: 'Take a photo of the waste' },
  'production.waste-held': {
    zh: '批次 {batch} 已冻结（{reason}），请先解除或按冻结处置',
    en: 'Lot {batch} is on hold ({reason}); release it first, or settle the hold',
  },
  'production.waste-elsewhere': {
    zh: '批次不在 {stall}，请选择本档口的批次',
    en: 'The lot does not lie at {stall}; choose one of this stall',
  },
  'production.never-made': {
    zh: '{stall} 没有 {dish} 的份数可报废',
    en: '{stall} has no portions of {dish} to throw away',
  },
  'production.waste-short': {
    zh: '{what} 要报废 {qty} {unit}，可报废的只有 {free} {unit}',
    en: '{what}: {qty} {unit} to throw away, {free} {unit} may go',
  },
  'production.sample-label': {
    zh: '标签 {label} 不是本档口的留样标签',
    en: 'Label {label} is no sample label of this stall',
  },
  'production.sample-early': {
    zh: '留样 {label} 须保留到 {until}，未到期不能销毁',
    en: 'Sample {label} is kept until {until} and cannot be destroyed before',
  },
  'production.sample-twice': { zh: '留样 {label} 已销毁', en: 'Sample {label} was destroyed already' },
  'production.sample-gram': { zh: '留样不少于 {gram} 克', en: 'A sample weighs {gram} g or more' },
  'production.sample-hours': {
    zh: '留样至少保留 {hours} 小时，即到 {until}',
    en: 'A sample is kept for {hours} hours or more: until {until}',
  },
  'production.sample-user': { zh: '请选择留样人', en: 'Choose who took the sample' },
  'production.label-what': { zh: '请选择菜品或物料', en: 'Choose a dish or a material' },
  'production.label-life': { zh: '食用期限须晚于制作时间', en: 'Use by must be after it was made' },
  'production.allergen-unknown': {
    zh: '没有过敏原 {allergen}，请从过敏原字典中选择',
    en: 'There is no allergen {allergen}; choose one of the dictionary',
  },
  'production.allergen-state': {
    zh: '过敏原 {allergen} 的状态只能是含有、可能含有、未知、不含',
    en: 'Allergen {allergen} is contained, may be contained, unknown or free, nothing else',
  },
  'production.label-printed': {
    zh: '标签 {label} 已打印，不能修改或删除，请另做标签',
    en: 'Label {label} is printed and stays as it is; make another one',
  },
  'production.label-none': { zh: '请给出标签，或选择生产单', en: 'Give the labels, or choose production bills' },
  'production.label-too-many': { zh: '一次最多 {max} 张标签', en: 'At most {max} labels at once' },
});

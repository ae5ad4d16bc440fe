import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence sorting and sharing refuse with. */
declareRefusals({
  'sorting.shipped': {
    zh: '{site} 的 {material}（{orderNo}）已发货，不能修改',
    en: '{material} for {site} ({orderNo}) has been shipped and is not changed any more',
  },
  'sorting.sorted-already': {
    zh: '{site} 的 {material} 已由 {operator} 分拣 {num} {unit}；要改请先撤销，或用改数',
    en: '{operator} has sorted {num} {unit} of {material} for {site}; take it back first, or change its quantity',
  },
  'sorting.negative': {
    zh: '{site} 的 {material}：数量不能小于0',
    en: '{material} for {site}: the quantity cannot be below zero',
  },
  'sorting.over': {
    zh: '{site} 的 {material} 拣了 {num} {unit}，超出允差上限 {limit} {unit}：请减少',
    en: '{num} {unit} of {material} for {site} is above the limit of {limit} {unit}; take some off',
  },
  'sorting.by-weight': {
    zh: '{site} 的 {material} 按件计重：请填写件数和重量',
    en: '{material} for {site} is of catch weight; enter pieces and weight',
  },
  'sorting.why-short': {
    zh: '{site} 的 {material} 拣少了：请填写缺货原因',
    en: '{material} for {site} is short; enter why',
  },
  'sorting.lot-short': {
    zh: '{site} 的 {material}：批次 {batch} 可用 {qty} {unit}，数量不足，请换批次或减少数量',
    en: '{material} for {site}: lot {batch} has {qty} {unit} left; choose another lot or take less',
  },
  'sorting.lot-held': {
    zh: '{site} 的 {material}：批次 {batch} 已冻结（{reason}），不能分拣，请换批次',
    en: '{material} for {site}: lot {batch} is on hold ({reason}) and is not sorted; choose another lot',
  },
  'sorting.lot-expired': {
    zh: '{site} 的 {material}：批次 {batch} 在 {expiryDate} 到期，早于配送日期，请换批次',
    en: '{material} for {site}: lot {batch} expires on {expiryDate}, before it is delivered; choose another lot',
  },
  'sorting.lot-elsewhere': {
    zh: '{site} 的 {material}：所选批次不是这种物料，或不在 {store}，请重新选择',
    en: '{material} for {site}: the lot is of another material, or does not lie at {store}; choose it again',
  },
  'sorting.no-lot': {
    zh: '{site} 的 {material}：{store} 没有可用批次，请等待入库或标记缺货',
    en: '{material} for {site}: {store} has no lot to take from; wait for a receipt, or mark it short',
  },
  'sorting.line-unknown': {
    zh: '第 {line} 行不是可见的分拣行，请刷新后重试',
    en: 'Line {line} is no sorting line you may see; reload and try again',
  },
  'sorting.not-sorted': {
    zh: '{site} 的 {material} 还没有分拣，不用撤销',
    en: '{material} for {site} was not sorted, so nothing is taken back',
  },
  'sorting.lot-twice': {
    zh: '{site} 的 {material} 已有一行取自批次 {batch}：请在那一行改数',
    en: '{material} for {site} has a line of lot {batch} already; change the quantity of that one',
  },
  'sorting.store-of-other': {
    zh: '「{store}」不属于发货工厂，请选择本工厂的仓库',
    en: '{store} is not of the factory that sends; choose one of its stores',
  },
  'sorting.store-without': {
    zh: '「{store}」没有 {material}，请选择有货的仓库',
    en: '{store} has no {material}; choose a store that has some',
  },
  'sorting.store-sorted': {
    zh: '{site} 的 {material} 已分拣，不能改仓：请先撤销',
    en: '{material} for {site} was sorted and leaves from where it is; take it back first',
  },
  'sorting.crates-left': {
    zh: '{orderNo} 已发货或已取消，筐数不能再改：请在订单的周转筐中登记',
    en: '{orderNo} has left or was cancelled; enter its crates on the page of the order instead',
  },
  'sorting.no-lines-sent': { zh: '没有要保存的分拣行', en: 'There is no sorting line to save' },
  'split.store': {
    zh: '请选择工厂仓或中心仓，只选一个',
    en: 'Choose a factory store or a central warehouse, one of the two',
  },
  'split.nothing': {
    zh: '{store} {date} 没有待拣的 {material}，不用分摊',
    en: 'Nothing of {material} waits to be sorted at {store} for {date}, so there is nothing to share',
  },
  'split.several-units': {
    zh: '{material} 的待拣行用了不同单位（{units}），不能一起分摊',
    en: 'Lines of {material} are in different units ({units}) and cannot be shared together',
  },
  'split.sum': {
    zh: '手工分摊合计 {sum}，应为 {expected}：请调整',
    en: 'Shares entered by hand add up to {sum} instead of {expected}; change them',
  },
  'split.above': {
    zh: '{site} 需求 {demand}，不能分 {share}：请减少',
    en: '{site} asked for {demand} and cannot get {share}; take some off',
  },
  'split.changed': {
    zh: '可供数量已变化（{old} → {now}），请重新计算后再确认',
    en: 'What is there has changed ({old} → {now}); work it out again before you confirm',
  },
  'split.more-lines': {
    zh: '又有 {count} 行待拣，请重新计算后再确认',
    en: '{count} more {count:line waits|lines wait} to be sorted; work it out again before you confirm',
  },
  'split.lines-changed': {
    zh: '{site} 的 {material} 在此期间已分拣、改数或发货，请重新计算后再确认',
    en: '{material} for {site} was sorted, changed or shipped meanwhile; work it out again before you confirm',
  },
  'split.twice': {
    zh: '{material} 在 {store} {date} {wave} 已有分摊 {billCode}，请打开它，或先作废',
    en: '{material} at {store} for {date} {wave} is shared by {billCode} already; open that one, or void it first',
  },
  'split.shipped': {
    zh: '{billCode} 的 {site} 已发货，不能作废',
    en: '{site} of {billCode} has been shipped, so it cannot be voided',
  },
  'sort-report.when': { zh: '请选择配送日期', en: 'Choose the delivery date' },
  'sort-report.long': {
    zh: '一次最多 {max} 天，请缩短期间',
    en: 'At most {max} days at once; shorten the period',
  },
});

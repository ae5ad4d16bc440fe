import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'stock.lot-expired': {
    zh: '批次 {batch} 已于 {expiryDate} 过期，只能退货或报废',
    en: 'Lot {batch} expired on {expiryDate}; it may only be returned or scrapped',
  },
  'stock.lot-expires-too-early': {
    zh: '批次 {batch} 于 {expiryDate} 到期，早于最早可用到期日 {wantedUntil}',
    en: 'Lot {batch} expires on {expiryDate}, before {wantedUntil}, the earliest expiry this need allows',
  },
  'stock.lot-held': {
    zh: '批次 {batch} 已冻结（{reason}），不能出库',
    en: 'Lot {batch} is on hold ({reason}) and may not leave; release it, return it or scrap it',
  },
  'stock.lot-ran-out': {
    zh: '批次 {batch} 的时限已于 {useBy} 到期，只能退货或报废',
    en: 'The clock of lot {batch} ran out at {useBy}; it may only be returned or scrapped',
  },
  'stock.lot-near-expiry': {
    zh: '批次 {batch} 将于 {expiryDate} 到期，请填写临期处理原因',
    en: 'Lot {batch} expires on {expiryDate}; give the reason for returning or scrapping it',
  },
  'stock.not-first-expired': {
    zh: '{material} 未按先到期先出，应先出批次 {proposed}，请填写原因',
    en: '{material}: lot {proposed} expires first and should go first; give a reason',
  },
  'stock.short': {
    zh: '{material} 需 {wanted} {unit}，可用 {available} {unit}（现存 {onHand}，占用 {reserved}，不可用 {barred}）',
    en: '{material}: {wanted} {unit} wanted, {available} {unit} available (on hand {onHand}, reserved {reserved}, not usable {barred})',
  },
  'stock.place-short': {
    zh: '{location} {material} 需 {wanted} {unit}，可用 {available} {unit}，缺 {short} {unit}（现存 {onHand}，占用 {reserved}）',
    en: '{location}, {material}: {wanted} {unit} wanted, {available} {unit} available, short by {short} {unit} (on hand {onHand}, reserved {reserved})',
  },
  'stock.lot-short': {
    zh: '{material} 批次 {batch} 需 {wanted} {unit}，仅剩 {available} {unit}，缺 {short} {unit}（现存 {onHand}，占用 {reserved}），请重新拣货',
    en: '{material} lot {batch}: {wanted} {unit} wanted, only {available} {unit} left, short by {short} {unit} (on hand {onHand}, reserved {reserved}); pick again',
  },
  'stock.too-many-balances': {
    zh: '结存超过 {most} 行，请指定仓库或物料类型，或导出表格',
    en: 'There are more than {most} balances; name a warehouse or a material type, or export the sheet',
  },
  'stock.produced-later': {
    zh: '{material} 生产日期 {productionDate} 晚于今天',
    en: '{material}: the production date {productionDate} is in the future',
  },
  'stock.lot-used': {
    zh: '批次 {batch} 已被使用 {used} {unit}，不能冲销',
    en: '{used} {unit} of lot {batch} have been used; this cannot be reversed',
  },
  'stock.pieces-short': {
    zh: '{material} 批次 {batch} 需 {wanted} {unit}，仅剩 {available} {unit}，请核对件数',
    en: '{material} lot {batch}: {wanted} {unit} wanted, only {available} {unit} left; check the pieces',
  },
  'stock.too-few-pieces': {
    zh: '{material} 需 {wanted} {unit}，可用 {available} {unit}',
    en: '{material}: {wanted} {unit} wanted, {available} {unit} available',
  },
  'stock.late-overdraw': {
    zh: '批次 {batch} 在 {day} 缺 {short} {unit}，不能补记到该时间',
    en: 'Lot {batch} would be short by {short} {unit} on {day}: it cannot be dated back that far',
  },
  'stock.life-missing': {
    zh: '{material} 请填写到期日；知道保质期的，填写生产日期也可',
    en: '{material}: enter the expiry date, or the production date where the shelf life is known',
  },
  'stock.life-reversed': {
    zh: '{material} 到期日 {expiryDate} 早于生产日期 {productionDate}，请核对',
    en: '{material}: the expiry date {expiryDate} is before the production date {productionDate}; check them',
  },
  'stock.posted-twice': { zh: '该单据已过账，不能重复过账', en: 'This document has been posted already' },
  'stock.period-closed': {
    zh: '该日期所在期间已月结，不能在该期间过账',
    en: 'The period of this date is closed; nothing can be posted into it',
  },
  'stock.time-future': { zh: '业务时间不能晚于现在', en: 'The business time cannot be in the future' },
  'stock.unit-exhausted': {
    zh: '库存的件数不足，请核对件数',
    en: 'There are not that many pieces in stock; check the number of pieces',
  },
  'stock.over-reserved': {
    zh: '库存已被其他单据占用，请刷新后重试',
    en: 'The stock is held by other documents; reload and try again',
  },
  'stock.warehouse-used': {
    zh: '仓库 {name} 已有库存流水，不能删除，可冻结',
    en: 'Warehouse {name} has stock moves and cannot be removed; freeze it instead',
  },
  'stock.one-place': {
    zh: '请选择仓库或工厂仓库，只选一个',
    en: 'Choose a warehouse or a factory warehouse, one of the two',
  },
  'stock.not-kept-there': {
    zh: '{material}（{kind}）不能存入 {warehouse}（{type}），请换一个仓库',
    en: '{material} ({kind}) is not kept in {warehouse} ({type}); choose another store',
  },
  'stock.warehouse-frozen': {
    zh: '仓库 {warehouse} 已冻结，{billCode} 不能送审或审批：请先解冻，或换一个仓库',
    en: 'Warehouse {warehouse} is frozen, so {billCode} cannot be sent or approved: unfreeze it, or choose another',
  },
  'stock.warehouse-project': {
    zh: '所属项目部必须是 {company} 下的项目部',
    en: 'The project department must belong to {company}',
  },
  'stock.warehouse-company': { zh: '所属公司必须是公司', en: 'The company must be a department of the kind company' },
  'stock.warehouse-restaurant': {
    zh: '{name} 不是该项目部的餐厅',
    en: '{name} is not a restaurant of this project department',
  },
  'stock.warehouse-zone': {
    zh: '没有温区「{zone}」，可选：{zones}',
    en: 'There is no zone "{zone}"; choose from {zones}',
  },
  'stock.max-below-safety': { zh: '最高库存不能小于安全库存', en: 'Maximum stock cannot be below safety stock' },
  'stock.setting-exists': { zh: '该仓库已有此物料', en: 'The warehouse already has this material' },
  'stock.row-in-use': {
    zh: '{material} 还有库存或流水，不能删除',
    en: '{material} still has stock or moves and cannot be removed',
  },
  'stock.log-not-made-by-hand': {
    zh: '流水由单据过账产生，不能手工新增',
    en: 'Moves come from posted documents and cannot be added by hand',
  },
  'stock.log-not-removed': {
    zh: '库存流水不能删除，请用冲销单更正',
    en: 'Stock moves cannot be removed; correct them with a reversing document',
  },
  'stock.lot-already-held': { zh: '批次 {batch} 已冻结（{reason}）', en: 'Lot {batch} is on hold already ({reason})' },
  'stock.lot-not-held': {
    zh: '批次 {batch} 未冻结，无需解冻',
    en: 'Lot {batch} is not on hold; there is nothing to release',
  },
  'stock.period-not-over': { zh: '{month} 尚未结束，不能月结', en: '{month} is not over yet and cannot be closed' },
  'stock.period-order': { zh: '请先月结 {month}', en: 'Close {month} first' },
  'stock.period-done': { zh: '{month} 已月结', en: '{month} is closed already' },
  'stock.period-unproven': {
    zh: '{location} 的 {material} 库存与流水不一致，不能月结：请联系系统管理员核对',
    en: '{location}, {material}: stock and moves disagree, so the month cannot be closed; ask an administrator to look into it',
  },
  'stock.statistics-turned': {
    zh: '结束日期早于开始日期，请改其中一个',
    en: 'The end is before the start; change one of them',
  },
  'stock.statistics-long': {
    zh: '一次最多统计 {max} 天，请缩短期间',
    en: 'At most {max} days at once; choose a shorter time',
  },
  'stock.month': { zh: '月份请写成 2026-01', en: 'Write the month as 2026-01' },
});

import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Why a lot is not opened or thawed: judged by the server alone. */
declareRefusals({
  'stock.open-qty': {
    zh: '{material} 请填写开封或解冻的数量（{unit}），须大于 0',
    en: '{material}: enter how much is opened or thawed, in {unit}, above 0',
  },
  'stock.open-later': {
    zh: '时间 {at} 晚于现在 {now}，请填实际开封或解冻的时间',
    en: '{at} is later than now, {now}; enter when it was really opened or thawed',
  },
  'stock.open-before-receipt': {
    zh: '批次 {batch} 于 {received} 入库，不能在 {at} 开封或解冻；请核对时间',
    en: 'Lot {batch} came on {received} and cannot have been opened or thawed at {at}; check the time',
  },
  'stock.lot-opened-already': {
    zh: '批次 {batch} 已于 {at} 开封，不能再开封；请选未开封的批次',
    en: 'Lot {batch} was opened at {at} already; choose one that is not opened',
  },
  'stock.lot-thawed-already': {
    zh: '批次 {batch} 已于 {at} 解冻，不能再解冻；请选未解冻的批次',
    en: 'Lot {batch} was thawed at {at} already; choose one that is not thawed',
  },
  'stock.open-pieces': {
    zh: '{material} 按件和重量管理，请填写件数',
    en: '{material} is counted and weighed; enter the pieces too',
  },
  'stock.open-run-out': {
    zh: '批次 {batch} 开封或解冻后 {hours} 小时内可用，{useBy} 已过；这些请报废',
    en: 'Lot {batch} keeps {hours} {hours:hour|hours} once opened or thawed, and {useBy} has passed; scrap it',
  },
});

import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'returns.other-supplier': {
    zh: '批次 {batch} 不是 {supplier} 的货，不能退给该供应商：请换批次，或换供应商',
    en: 'Lot {batch} did not come from {supplier} and cannot go back to them; choose another lot or another supplier',
  },
  'returns.other-material': {
    zh: '批次 {batch} 不是 {material} 的批次，请重新选择批次',
    en: 'Lot {batch} is not of {material}; choose the lot again',
  },
  'returns.not-here': {
    zh: '批次 {batch} 不在 {warehouse}，不能从这里退货：请换批次，或换仓库',
    en: 'Lot {batch} does not lie at {warehouse} and cannot be returned from there; choose another lot or warehouse',
  },
  'returns.too-much': {
    zh: '{material} 批次 {batch} 收货 {received} {unit}，已退 {returned} {unit}，可退数量 {returnable} {unit}，不能退 {wanted} {unit}：请减少数量',
    en: '{material} lot {batch}: {received} {unit} received, {returned} {unit} returned, so {returnable} {unit} may go back and not {wanted} {unit}; enter less',
  },
  'returns.other-order': {
    zh: '采购订单 {order} 不是 {supplier} 的订单，请重新选择或清空',
    en: 'Purchase order {order} is not with {supplier}; choose another or leave it empty',
  },
  'returns.no-restaurant': {
    zh: '档口退库请选择餐厅',
    en: 'A return from a stall needs its restaurant',
  },
  'returns.no-store': {
    zh: '退工厂请选择收货的工厂仓',
    en: 'A return to a factory needs the store it goes to',
  },
  'returns.at-factory': {
    zh: '{billCode} 退给工厂，由工厂在退货入库里收货',
    en: '{billCode} goes to a factory, which receives it under Goods given back',
  },
  'returns.call-back-empty': {
    zh: '请选择召回批次，或至少填写一行要退的货',
    en: 'Name the lot that is called back, or enter at least one line',
  },
  'returns.deadline-missing': { zh: '召回批次时请填写期限', en: 'A lot is called back by a day; enter the deadline' },
  'returns.deadline-past': { zh: '期限不能早于今天', en: 'The deadline cannot be before today' },
  'returns.still-on-way': {
    zh: '{billCode}：批次 {batch} 还有货在来 {place} 的路上，请先收货或拒收，再出库',
    en: '{billCode}: some of lot {batch} is still on its way to {place}; receive or refuse it first, then ship',
  },
  'returns.called-back': {
    zh: '{billCode} 已有站点出库，不能作废',
    en: 'Sites have shipped goods of {billCode} already, so it cannot be voided',
  },
  'returns.not-there': {
    zh: '批次 {batch} 不是 {material} 的批次，或不在 {place}，请重新选择批次',
    en: 'Lot {batch} is not of {material}, or does not lie at {place}; choose the lot again',
  },
  'returns.not-shipped': {
    zh: '{billCode} 不在途，不能签收或退回：请先由档口出库',
    en: '{billCode} is not on its way and can be neither received nor sent back; the stall ships it first',
  },
  'returns.signed-there': {
    zh: '{billCode} 由 {place} 的人签收：请他们在自己的账号里收货',
    en: '{billCode} is signed for by the people of {place}; let them receive it under their own account',
  },
  'returns.shipped': {
    zh: '{billCode} 已出库，不能作废：请仓库签收，或退回档口',
    en: '{billCode} has been shipped and cannot be voided; the warehouse receives the goods or sends them back',
  },
});

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
  'returns.shipped': {
    zh: '{billCode} 已出库，不能再次出库',
    en: '{billCode} has been shipped and cannot be shipped again',
  },
});

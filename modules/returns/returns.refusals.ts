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
  'returns.no-factory': {
    zh: '还没有工厂仓，暂不能退工厂：请选择档口退库',
    en: 'There are no factory warehouses yet, so nothing can go back to a factory; choose a return from a stall',
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

import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Why lots are not repacked: judged by the server alone. */
declareRefusals({
  'stock.repack-qty': {
    zh: '批次 {batch} 请填写取用数量（{unit}），须大于 0',
    en: 'Lot {batch}: enter how much is taken of it, in {unit}, above 0',
  },
  'stock.repack-part': {
    zh: '{material} 每份数量（{unit}）须大于 0',
    en: '{material}: each part must be above 0 {unit}',
  },
  'stock.repack-twice': {
    zh: '批次 {batch} 选了两次，请合为一行',
    en: 'Lot {batch} is chosen twice; put it into one row',
  },
  'stock.repack-many': {
    zh: '多个批次不能同时分成多份：请先合并为一批，再分装',
    en: 'Several lots do not become several parts at once: merge them into one lot, then split that',
  },
  'stock.repack-mixed': {
    zh: '{batch} 是 {material}，与 {first} 不是同一物料、同一地点，不能合并',
    en: '{batch} is {material}, not the same goods at the same place as {first}; they cannot be merged',
  },
  'stock.repack-held': {
    zh: '批次 {batch} {state}，不能分装或合并；请先处理',
    en: 'Lot {batch} is {state} and is not repacked; see to that first',
  },
  'stock.repack-more': {
    zh: '{material} 取用 {taken} {unit}，分成 {made} {unit}，多出 {over} {unit}；分出的不能多于取用的',
    en: '{material}: {taken} {unit} taken and {made} {unit} packed, {over} {unit} more than there was',
  },
  'stock.repack-loss': {
    zh: '{material} 损耗 {loss} {unit}，请填写原因',
    en: '{material}: {loss} {unit} are lost; enter why',
  },
  'stock.repack-pieces': {
    zh: '{material} 按件和重量管理：取用 {taken} 件，分成 {made} 件，两者须相等且大于 0',
    en: '{material} is counted and weighed: {taken} pieces taken and {made} packed; they must be the same, above 0',
  },
});

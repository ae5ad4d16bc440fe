import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const stockRefusals = declareRefusals({
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
  'stock.lot-near-expiry': {
    zh: '批次 {batch} 将于 {expiryDate} 到期，请填写临期处理原因',
    en: 'Lot {batch} expires on {expiryDate}; give the reason for returning or scrapping it',
  },
  'stock.not-first-expired': {
    zh: '{material} 未按先到期先出，应先出批次 {proposed}，请填写原因',
    en: '{material} does not leave first expired first: {proposed} should go first; give a reason',
  },
  'stock.short': {
    zh: '{material} 需 {wanted}{unit}，可用 {available}（现存 {onHand}，占用 {reserved}，不可用 {barred}）',
    en: '{material}: {wanted} {unit} wanted, {available} available (on hand {onHand}, reserved {reserved}, not usable {barred})',
  },
});

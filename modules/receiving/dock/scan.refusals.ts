import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** What speaks against a scan at the dock. */
declareRefusals({
  'receiving.scan-other-lot': {
    zh: '{material} 本行已扫批号 {lot}，这件是批号 {scanned}；请先收完批号 {lot}，再收一次填批号 {scanned}',
    en: '{material}: this line has lot {lot}, and this pack is of lot {scanned}; receive lot {lot} first, then lot {scanned} as another delivery',
  },
  'receiving.scan-gross-below-net': {
    zh: '{material} 条码中毛重 {gross} kg 小于净重 {net} kg；请过磅后录入',
    en: '{material}: the code says a gross weight of {gross} kg, below the net {net} kg; weigh it and enter the weight',
  },
});

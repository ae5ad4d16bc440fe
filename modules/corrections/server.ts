import { correctionSheet } from './correction-sheet.server.ts';
import { priceCorrection } from './price-correction.document.ts';
import { lineSheets } from '../../parts/sheets/line-sheet.ts';
import type { ServerModule } from '../../kernel/server/registry.ts';
import { deliveryBars } from '../receiving/reversal-bars.port.server.ts';
import { acceptedPrices } from '../prices/warnings/accepted-price.port.server.ts';
import { pastPriceAdvice } from '../suppliers/past-price.port.server.ts';
import { followAccepted } from './accepted-prices.server.ts';
import { advisePastPrice } from './past-prices.server.ts';
import { correctedDeliveries } from './posted-purchases.server.ts';
import { priceCorrectionBehaviour } from './price-correction.server.ts';
import './corrections.refusals.ts';

/** Corrections of prices on the server. */
export const correctionsServer = (): ServerModule => ({
  name: 'corrections',
  provides: [
    lineSheets.by({ declaration: priceCorrection, sheet: correctionSheet }),
    acceptedPrices.by(followAccepted),
    pastPriceAdvice.by(advisePastPrice),
    deliveryBars.by(correctedDeliveries),
  ],
  behaviours: [priceCorrectionBehaviour],
  calls: [],
  constraintRefusals: {
    price_correction_detail_live_uq: 'corrections.changed-unnamed',
    price_correction_detail_legs_ck: 'corrections.legs',
    price_correction_legs_ck: 'corrections.legs',
  },
});

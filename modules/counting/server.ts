import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { resultCalls } from './count-result.server.ts';
import { countSheetCalls } from './count-sheet.server.ts';
import { enterCountCalls } from './enter-counts.server.ts';
import { reviewCalls } from './review-count.server.ts';
import { snapshotCalls } from './snapshot.server.ts';
import { stockCheckBehaviour } from './stock-check.server.ts';
import { voucherBehaviour, voucherCalls } from './stock-check-voucher.server.ts';
import './counting.refusals.ts';

/** Counts of stock on the server. */
export const countingServer = (services: Services): ServerModule => ({
  name: 'counting',
  behaviours: [stockCheckBehaviour, voucherBehaviour],
  calls: [
    ...snapshotCalls,
    ...enterCountCalls,
    ...reviewCalls,
    ...resultCalls,
    ...voucherCalls,
    ...countSheetCalls(services),
  ],
});

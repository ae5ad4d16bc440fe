import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { inStoreSources } from '../receiving/in-store-source.port.server.ts';
import { selfPurchaseCalls } from './self-purchase-calls.server.ts';
import { selfPurchaseOrderBehaviour } from './self-purchase-order.server.ts';
import { selfPurchaseSource } from './self-purchase-source.server.ts';
import './self-purchase.refusals.ts';

/** What sites buy themselves on the server. */
export const selfPurchaseServer = (services: Services): ServerModule => ({
  name: 'self-purchase',
  provides: [inStoreSources.by(selfPurchaseSource)],
  behaviours: [
    requireAuthorisedUse(selfPurchaseOrderBehaviour, {
      lines: 'details',
      purpose: 'buy',
      place: (head) => head['bladeProjectDeptId'] ?? head['companyDeptId'],
      date: (head) => head['purchaseDate'],
    }),
  ],
  calls: selfPurchaseCalls(services),
});

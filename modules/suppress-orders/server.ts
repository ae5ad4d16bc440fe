import type { ServerModule } from '../../kernel/server/registry.ts';
import { inStoreSources } from '../receiving/in-store-source.port.server.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import { suppressCalls } from './suppress-calls.server.ts';
import { suppressOrderBehaviour } from './suppress-order.server.ts';
import { proveSuppressOrders } from './suppress-proof.server.ts';
import { suppressSource } from './suppress-source.server.ts';
import './suppress.refusals.ts';

/** Pushed goods on the server. */
export const suppressOrdersServer = (): ServerModule => ({
  name: 'suppress-orders',
  provides: [inStoreSources.by(suppressSource), proofsAlso.by(proveSuppressOrders)],
  behaviours: [suppressOrderBehaviour],
  calls: suppressCalls,
});

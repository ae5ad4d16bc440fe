import type { ServerModule } from '../../kernel/server/registry.ts';
import { sourceCalls } from './source-calls.server.ts';
import {
  directDeliveryBehaviour,
  materialChannelBehaviour,
  sourceInventoryBehaviour,
} from './source-rule-saving.server.ts';
import './sourcing.refusals.ts';
import { substituteCalls } from './substitutes/substitutes-offered.server.ts';

/** Rules of where goods come from, on the server. */
export const sourcingServer = (): ServerModule => ({
  name: 'sourcing',
  behaviours: [sourceInventoryBehaviour, directDeliveryBehaviour, materialChannelBehaviour],
  calls: [...sourceCalls, ...substituteCalls],
  constraintRefusals: {
    source_inventory_configure_alone_ex: 'sourcing.duplicate-meanwhile',
    purchase_direct_delivery_rule_alone_ex: 'sourcing.duplicate-meanwhile',
    material_channel_alone_ex: 'sourcing.duplicate-meanwhile',
  },
});

import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { gearMenuCalls } from './gear-menu-calls.server.ts';
import { gearMenuBehaviour } from './gear-menu.server.ts';
import { priceLabelCalls } from './price-labels/price-label.server.ts';
import { publicMenuCalls } from './public-menu.server.ts';
import { runningMenuCalls } from './running-menu.server.ts';
import { shelfGoodsCalls } from './shelf-goods.server.ts';
import './stall-menus.refusals.ts';

/** Stall menus, and goods on shelves with what lies in store, on the server. */
export const stallMenusServer = (services: Services): ServerModule => ({
  name: 'stall-menus',
  behaviours: [gearMenuBehaviour],
  calls: [
    ...gearMenuCalls(services),
    ...runningMenuCalls,
    ...shelfGoodsCalls,
    ...priceLabelCalls,
    ...publicMenuCalls(services),
  ],
});

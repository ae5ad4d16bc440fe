import type { ServerModule, Services } from '../kernel/server/registry.ts';
import { adminServer } from './admin/server.ts';
import { platformServer } from './platform/server.ts';
import { messagesServer } from './messages/server.ts';
import { logsServer } from './logs/server.ts';
import { filesServer } from './files/server.ts';
import { printServer } from './print/server.ts';
import { workflowServer } from './workflow/server.ts';
import { masterDataServer } from './master-data/server.ts';
import { suppliersServer } from './suppliers/server.ts';
import { pricesServer } from './prices/server.ts';
import { operationsServer } from './operations/server.ts';
import { sapServer } from './sap/server.ts';
import { stockServer } from './stock/server.ts';
import { settlementServer } from './settlement/server.ts';
import { issuingServer } from './issuing/server.ts';
import { cratesServer } from './crates/server.ts';
import { otherMovesServer } from './other-moves/server.ts';
import { productionServer } from './production/server.ts';
import { foodSafetyServer } from './food-safety/server.ts';
import { transfersServer } from './transfers/server.ts';
import { countingServer } from './counting/server.ts';
import { sourcingServer } from './sourcing/server.ts';
import { planningServer } from './planning/server.ts';
import { purchasingServer } from './purchasing/server.ts';
import { receivingServer } from './receiving/server.ts';
import { selfPurchaseServer } from './self-purchase/server.ts';
import { correctionsServer } from './corrections/server.ts';
import { returnsServer } from './returns/server.ts';
import { supplierScoresServer } from './supplier-scores/server.ts';
import { suppressOrdersServer } from './suppress-orders/server.ts';
import { distributionServer } from './distribution/server.ts';
import { recallServer } from './recall/server.ts';
import { stallMenusServer } from './stall-menus/server.ts';
import { smartMealServer } from './smart-meal/server.ts';
import { reportsServer } from './reports/server.ts';
import { consoleServer } from './console/server.ts';

/** What each area adds on the server, in the order of `modules.ts`. */
export const servers = (services: Services): readonly ServerModule[] =>
  [
    adminServer,
    platformServer,
    messagesServer,
    logsServer,
    filesServer,
    printServer,
    workflowServer,
    masterDataServer,
    suppliersServer,
    pricesServer,
    operationsServer,
    sapServer,
    stockServer,
    settlementServer,
    issuingServer,
    cratesServer,
    otherMovesServer,
    productionServer,
    foodSafetyServer,
    transfersServer,
    countingServer,
    sourcingServer,
    planningServer,
    purchasingServer,
    receivingServer,
    selfPurchaseServer,
    correctionsServer,
    returnsServer,
    supplierScoresServer,
    suppressOrdersServer,
    distributionServer,
    recallServer,
    stallMenusServer,
    smartMealServer,
    reportsServer,
    consoleServer,
  ].map((server) => server(services));

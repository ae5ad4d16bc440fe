import type { ServerModule } from '../../kernel/server/registry.ts';
import { lineSheets } from '../../parts/sheets/line-sheet.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import { inStoreSources } from '../receiving/in-store-source.port.server.ts';
import { callBackCalls } from './call-back-progress.server.ts';
import { factoryReturnedSheet } from './factory-returned-sheet.server.ts';
import { factoryReturned } from './factory-returned.document.ts';
import { factoryReturnedBehaviour } from './factory-returned.server.ts';
import { invReturnSheet } from './inv-return-sheet.server.ts';
import { invReturn } from './inv-return.document.ts';
import { invReturnBehaviour } from './inv-return.server.ts';
import { purchaseReturnSheet } from './purchase-return-sheet.server.ts';
import { purchaseReturn } from './purchase-return.document.ts';
import { purchaseReturnBehaviour } from './purchase-return.server.ts';
import { returnSources } from './return-sources.server.ts';
import { proveReturns } from './returns-proof.server.ts';
import { returnOutStoreBehaviour } from './ship-returns.server.ts';
import './returns.refusals.ts';

/** Returns on the server. */
export const returnsServer = (): ServerModule => ({
  name: 'returns',
  provides: [
    proofsAlso.by(proveReturns),
    lineSheets.by({ declaration: purchaseReturn, sheet: purchaseReturnSheet }),
    lineSheets.by({ declaration: invReturn, sheet: invReturnSheet }),
    lineSheets.by({ declaration: factoryReturned, sheet: factoryReturnedSheet }),
    ...returnSources.map((source) => inStoreSources.by(source)),
  ],
  behaviours: [purchaseReturnBehaviour, invReturnBehaviour, factoryReturnedBehaviour, returnOutStoreBehaviour],
  calls: callBackCalls,
});

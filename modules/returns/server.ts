import type { ServerModule } from '../../kernel/server/registry.ts';
import { lineSheets } from '../../parts/sheets/line-sheet.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import { invReturnSheet } from './inv-return-sheet.server.ts';
import { invReturn } from './inv-return.document.ts';
import { invReturnBehaviour } from './inv-return.server.ts';
import { purchaseReturnSheet } from './purchase-return-sheet.server.ts';
import { purchaseReturn } from './purchase-return.document.ts';
import { purchaseReturnBehaviour } from './purchase-return.server.ts';
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
  ],
  behaviours: [purchaseReturnBehaviour, invReturnBehaviour, returnOutStoreBehaviour],
});

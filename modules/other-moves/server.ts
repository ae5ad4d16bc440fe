import type { Id } from '../../kernel/core/field.ts';
import type { ServerModule } from '../../kernel/server/registry.ts';
import { sql } from '../../parts/postgres/database.ts';
import { lineSheets } from '../../parts/sheets/line-sheet.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { serveBillLines } from '../stock/bill-lines/bill-lines.server.ts';
import { otherInLines } from './other-in-line.calls.ts';
import { otherInSheet } from './other-in-sheet.server.ts';
import { otherInStore } from './other-in-store.document.ts';
import { otherInStoreBehaviour } from './other-in-store.server.ts';
import { otherOutSheet } from './other-out-sheet.server.ts';
import { SCRAP_TYPES } from '../stock/ledger/move-reason.rules.ts';
import { otherOutStore } from './other-out-store.document.ts';
import { otherOutStoreBehaviour } from './other-out-store.server.ts';
import './other-moves.refusals.ts';

/** Other receipts and issues on the server. */
export const otherMovesServer = (): ServerModule => ({
  name: 'other-moves',
  provides: [
    lineSheets.by({ declaration: otherInStore, sheet: otherInSheet }),
    lineSheets.by({ declaration: otherOutStore, sheet: otherOutSheet }),
  ],
  behaviours: [
    // What is there when books begin is there, whoever may use it.
    requireAuthorisedUse(otherInStoreBehaviour, {
      lines: 'details',
      purpose: 'issue',
      place: (head) => (head['inType'] === 'opening' ? null : head['projectDeptId']),
      date: (head) => head['billDate'],
    }),
    requireAuthorisedUse(otherOutStoreBehaviour, {
      lines: 'details',
      purpose: 'issue',
      place: (head) => (SCRAP_TYPES.includes(String(head['outType'])) ? null : head['deptId']),
      date: (head) => head['billDate'],
    }),
  ],
  calls: serveBillLines(otherInStore, otherInLines, ({ tx }, lineIds) =>
    tx.rows<{ id: Id; billId: Id }>(
      sql`select d.id, d.other_in_store_id as bill_id from other_in_store_detail d
        where d.id = any(${lineIds as Id[]}::bigint[])`,
    ),
  ),
});

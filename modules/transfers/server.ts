import type { Id } from '../../kernel/core/field.ts';
import type { ServerModule } from '../../kernel/server/registry.ts';
import { sql } from '../../parts/postgres/database.ts';
import { outStoreSources } from '../issuing/out-store-source.port.server.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { serveBillLines } from '../stock/bill-lines/bill-lines.server.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import { allocationLines } from './allocation-line.calls.ts';
import { proveTransfers } from './allocation-proof.server.ts';
import { allocationSource } from './allocation-source.server.ts';
import { allocation } from './allocation.document.ts';
import { allocationBehaviour } from './allocation.server.ts';
import './transfers.refusals.ts';

/** Transfers on the server. */
export const transfersServer = (): ServerModule => ({
  name: 'transfers',
  provides: [proofsAlso.by(proveTransfers), outStoreSources.by(allocationSource)],
  behaviours: [
    requireAuthorisedUse(allocationBehaviour, {
      lines: 'details',
      purpose: 'issue',
      place: (head) => head['inProjectDeptId'],
      date: (head) => head['needTime'],
    }),
  ],
  calls: serveBillLines(allocation, allocationLines, ({ tx }, lineIds) =>
    tx.rows<{ id: Id; billId: Id }>(
      sql`select d.id, d.allocation_id as bill_id from allocation_detail d
        where d.id = any(${lineIds as Id[]}::bigint[])`,
    ),
  ),
});

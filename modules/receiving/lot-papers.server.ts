/** Papers of received lots that are brought after the goods. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { batch } from '../stock/lots/batch.resource.ts';
import { wordsOfPapers } from '../stock/lots/lot-papers.server.ts';
import { afterPapers, holdReason, paperKinds } from '../stock/lots/lot-papers.rules.ts';
import * as calls from './in-store.calls.ts';
import { faceOf, LEDGER_TYPES, type InstoreType } from './in-store-faces.server.ts';
import { photoRefusals } from './photos.server.ts';

interface Lot {
  readonly batchCode: string;
  readonly lotState: string;
  readonly holdReason: string | null;
  readonly holdUserId: Id | null;
  readonly residueResult: string;
  readonly missingPapers: string | null;
  readonly paperKinds: string | null;
  readonly isOfBill: boolean;
}

export const bringPapers = serve(calls.bringPapers, async (context, { instoreId, batchId, papers, ...named }) => {
  const kinds = paperKinds(named.paperKinds);
  if (papers.length === 0 || kinds.length !== papers.length)
    throw new Refused(refuse('receiving.papers-none', {}, { field: 'papers' }));
  const unknown = await photoRefusals(context, [{ papers }]);
  if (unknown.length > 0) throw new Refused(...unknown);
  // Who does not see the bill does not bring its papers.
  const bill = await context.tx.row<{ type: InstoreType }>(
    sql`select instore_type as type from in_store where id = ${instoreId}::bigint`,
  );
  await recordById(context, faceOf(context, bill?.type ?? 'site'), instoreId);
  const lot = await context.tx.row<Lot>(sql`
      select batch_code, lot_state, hold_reason, hold_user_id, residue_result, missing_papers, paper_kinds,
        source_bill_type = any(${[...LEDGER_TYPES]}) and source_bill_id = ${instoreId} as is_of_bill
      from batch where id = ${batchId}::bigint for update`);
  if (lot === undefined) throw unknownRecord(batch.label);
  if (!lot.isOfBill)
    throw new Refused(refuse('receiving.papers-of-lot', { batch: lot.batchCode }, { field: 'batchId' }));
  await attach(context, batchId, lot, papers, kinds);
  return true;
});

async function attach(
  context: Context,
  batchId: Id,
  lot: Lot,
  papers: readonly Id[],
  kinds: readonly string[],
): Promise<void> {
  const residueFailed = lot.residueResult === 'fail';
  const { missing, hold } = afterPapers(
    {
      lotState: lot.lotState,
      missing: paperKinds(lot.missingPapers),
      residueFailed,
      heldByPerson: lot.holdUserId !== null,
    },
    kinds,
  );
  const reason =
    hold === 'stays'
      ? lot.holdReason
      : holdReason({ residueFailed, missing: missing.map(await wordsOfPapers(context)) }, context.language);
  const state = hold === 'ends' ? 'free' : lot.lotState;
  await context.tx.run(sql`
    update batch set papers = coalesce(papers, '{}') || ${papers as Id[]}::bigint[],
      paper_kinds = concat_ws(',', paper_kinds, ${kinds.join(',')}::text),
      missing_papers = ${missing.join(',') || null},
      lot_state = ${state}, hold_reason = ${reason}, hold_time = ${state === 'free' ? null : sql`hold_time`},
      version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
    where id = ${batchId}::bigint`);
  const [before, after] = [lot.paperKinds ?? '', [...paperKinds(lot.paperKinds), ...kinds].join(',')];
  await audit(context, [
    {
      resource: batch.name,
      recordId: batchId,
      action: hold === 'ends' ? 'release' : 'update',
      title: lot.batchCode,
      changes: {
        paperKinds: [before, after],
        missingPapers: [lot.missingPapers ?? '', missing.join(',')],
        ...(state === lot.lotState ? {} : { lotState: [lot.lotState, state] as const }),
        ...(reason === lot.holdReason ? {} : { holdReason: [lot.holdReason, reason] as const }),
      },
    },
  ]);
}

/** The voucher of a done count: its sums come from the moves, its entries balance. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { lockRows, saveRecord } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import { countFaces, faceOfKind } from './faces/count-faces.server.ts';
import type { stockCheck, StockCheckRow } from './stock-check.document.ts';
import { stockCheckVoucher } from './stock-check-voucher.resource.ts';

async function beforeSave(context: Context, saving: Saving<typeof stockCheckVoucher>): Promise<void> {
  const named = await context.tx.row<{ placeKind: StockCheckRow['placeKind'] }>(
    sql`select place_kind from stock_check where id = ${saving.values.checkId}::bigint`,
  );
  const of = faceOfKind(context, named?.placeKind ?? 'site');
  const [check] = await lockRows(of, context, [saving.values.checkId]);
  if (check === undefined) throw unknownRecord(of.label);
  if (check.status !== 'done') throw new Refused(refuse('counting.not-done', { billCode: check.billCode }));
  Object.assign(saving.values, { gainAmount: check.gainAmount ?? '0', lossAmount: check.lossAmount ?? '0' });
  const entries = savingLines(saving, 'details');
  if (entries === undefined) return;
  const side = (direction: string): Decimal =>
    Decimal.sum(
      entries.filter((entry) => entry.values.direction === direction).map((entry) => Decimal.of(entry.values.amount)),
    );
  const [debit, credit] = [side('debit'), side('credit')];
  if (!debit.equals(credit)) throw new Refused(refuse('counting.unbalanced', { debit, credit }));
}

export const voucherBehaviour = behaviour(stockCheckVoucher, { beforeSave });

/** The body is the voucher; of a count that has one it changes that one. */
async function saveVoucher(
  context: Context,
  checkId: string | null,
  body: Input,
  of: typeof stockCheck,
): Promise<true> {
  // A count of the other address is not known here.
  await recordById(context, of, readIds({ id: checkId })[0]!);
  const known = await context.tx.row<{ id: Id }>(
    sql`select v.id from stock_check_voucher v where v.check_id::text = ${checkId ?? ''}`,
  );
  await saveRecord(stockCheckVoucher, context, {
    ...body,
    ...(known === undefined ? {} : { id: known.id }),
  });
  return true;
}

export const voucherCalls: readonly Call[] = countFaces.map(({ calls, of }) =>
  serve(calls.saveVoucher, (context, { checkId }, { body }) => saveVoucher(context, checkId, body, of(context))),
);

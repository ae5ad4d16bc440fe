/** The voucher of a done count: its sums come from the moves, its entries balance. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { lockRows, saveRecord } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import * as calls from './stock-check.calls.ts';
import { stockCheck } from './stock-check.document.ts';
import { stockCheckVoucher } from './stock-check-voucher.resource.ts';

async function beforeSave(context: Context, saving: Saving<typeof stockCheckVoucher>): Promise<void> {
  const [check] = await lockRows(stockCheck, context, [saving.values.checkId]);
  if (check === undefined) throw unknownRecord(stockCheck.label);
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
const saveVoucher = serve(calls.saveVoucher, async (context, { checkId }, { body }) => {
  const known = await context.tx.row<{ id: Id }>(
    sql`select v.id from stock_check_voucher v where v.check_id::text = ${checkId ?? ''}`,
  );
  await saveRecord(stockCheckVoucher, context, {
    ...body,
    ...(known === undefined ? {} : { id: known.id }),
  });
  return true;
});

export const voucherCalls: readonly Call[] = [saveVoucher];

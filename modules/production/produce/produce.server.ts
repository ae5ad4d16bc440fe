/** Production: a bill is posted when it is saved; afterwards it says what was left over, or is reversed as a whole. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { askedText } from '../../../kernel/server/asked-text.ts';
import { behaviour, type Acting } from '../../../kernel/server/behaviour.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { runAction } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { holdStock, type StockKey } from '../../stock/ledger/locks.server.ts';
import { reverse } from '../../stock/ledger/reversal.server.ts';
import { asPlanned } from './as-planned.server.ts';
import { requireOpenDays } from './kitchen-stalls.server.ts';
import { keepLeftover, refuseRewriting } from './leftovers.server.ts';
import { preparePots } from './pot-heads.server.ts';
import { holdPlaces, type NamesPotPlace } from './pot-places.server.ts';
import { postPots } from './post-pots.server.ts';
import { gearProduce } from './produce.document.ts';
import { toMake } from './to-make.server.ts';
import { produceNeed } from './produce-need.server.ts';
import * as calls from './produce.calls.ts';

/** A posted bill of a stall or a factory, whichever kind. */
interface PostedBill {
  readonly id: Id;
  readonly billCode: string;
  readonly row: NamesPotPlace & { readonly bizDate: string | null };
}

/** Takes posted bills out of the ledger again: the same lots, the same amounts. Refused where goods have moved on. */
export async function reversePosted(
  context: Context,
  segment: string,
  bills: readonly PostedBill[],
  reason: string,
): Promise<readonly Refusal[]> {
  const isLate = bills.some(({ row }) => (row.bizDate ?? '') < context.today);
  if (isLate && reason.trim() === '') return [refuse('production.reason', {}, { field: 'reason' })];
  const placeOf = await holdPlaces(
    context,
    bills.map(({ row }) => row),
  );
  await requireOpenDays(
    context,
    bills.map(({ row }) => ({ stall: placeOf(row), bizDate: row.bizDate! })),
  );
  const held = await context.tx.rows<StockKey>(sql`
    select distinct m.location_id, m.material_id from stock_move m
    where m.bill_type = ${segment} and m.bill_id = any(${bills.map(({ id }) => id)}::bigint[])`);
  await holdStock(context, held);
  for (const { id, billCode } of bills)
    await reverse(context, { type: segment, id }, { type: segment, id, code: billCode });
  return [];
}

const reverseBills = (
  context: Context,
  bills: readonly Acting<typeof gearProduce>[],
  input: Readonly<Record<string, unknown>>,
) => reversePosted(context, gearProduce.segment, bills, askedText(input, 'reason'));

export const produceBehaviour = behaviour(gearProduce, {
  async beforeSaveAll(context, savings) {
    const fresh = savings.filter(({ before }) => before === null);
    const posted = savings.filter(({ before }) => before !== null);
    if (posted.length > 0) await refuseRewriting(context, posted);
    if (fresh.length > 0) await preparePots(context, fresh);
  },
  async afterSaveAll(context, saved) {
    const fresh = saved.filter(({ creating }) => creating);
    if (fresh.length > 0) await postPots(context, fresh);
    for (const each of saved) if (!each.creating) await keepLeftover(context, each);
  },
  actions: { reverse: reverseBills },
  computed: {
    yieldPct: () => sql`(case when t.standard_qty > 0 then round(t.actual_qty * 100 / t.standard_qty, 2) end)`,
  },
});

/** `remove` takes bills back: nothing that is posted is ever deleted. */
const remove = serve(calls.removeProduce, async (context, _input, { body }) => {
  await runAction(gearProduce, 'reverse', context, body);
  return true;
});

export const produceCalls: readonly Call[] = [remove, produceNeed, asPlanned, toMake];

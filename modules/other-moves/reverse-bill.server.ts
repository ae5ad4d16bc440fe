/**
 * A posted bill is taken back by a bill of the same kind with a minus before its figures, posted now as the exact
 * opposite: the month it was posted in stays as it was.
 */
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../kernel/server/numbering.ts';
import { moveState } from '../../kernel/server/run-action.ts';
import { sql } from '../../parts/postgres/database.ts';
import { holdStock, type StockKey } from '../stock/ledger/locks.server.ts';
import { reverse } from '../stock/ledger/reversal.server.ts';

/** A bill about to be reversed. */
interface Posted {
  readonly id: Id;
  readonly billCode: string;
  readonly row: { readonly reversal: string; readonly reversible: number };
}
/** The bill that reverses one. */
export interface Mirror {
  readonly of: Id;
  readonly id: Id;
  readonly code: string;
}

const barred = (bills: readonly Posted[]): Refusal[] =>
  bills.flatMap(({ billCode, row: { reversal, reversible } }) =>
    reversible === 1
      ? []
      : [refuse(reversal === 'mirror' ? 'other-moves.mirror' : 'other-moves.reversed', { billCode })],
  );

/** Writes the mirrors (`write`: head and lines, as drafts) and posts them; refuses where the goods have moved on. */
export async function reverseBills(
  context: Context,
  of: Declaration,
  bills: readonly Posted[],
  reason: string,
  write: (mirrors: readonly Mirror[]) => Promise<unknown>,
): Promise<readonly Refusal[]> {
  const refusals = barred(bills);
  if (refusals.length > 0) return refusals;
  const held = await context.tx.rows<StockKey>(sql`
    select distinct m.location_id, m.material_id from stock_move m
    where m.bill_type = ${of.segment} and m.bill_id = any(${bills.map(({ id }) => id)}::bigint[])`);
  await holdStock(context, held);
  const [ids, codes] = await Promise.all([
    newIds(context, bills.length),
    nextBillCodes(context, of.life!.prefix, bills.length),
  ]);
  const mirrors = bills.map(({ id }, index): Mirror => ({ of: id, id: ids[index]!, code: codes[index]! }));
  await write(mirrors);
  for (const { of: id, id: mirrorId, code } of mirrors)
    await reverse(context, { type: of.segment, id }, { type: of.segment, id: mirrorId, code });
  await moveState(
    of,
    context,
    mirrors.map(({ id, code }) => ({ id, billCode: code, status: 'draft', row: {} })),
    'reverse',
    { to: 'done' },
    reason,
  );
  return [];
}

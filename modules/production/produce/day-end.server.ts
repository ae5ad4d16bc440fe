/** A stall that books its use at the end of the day: what the books have and the count has not was used. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { savingLines } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { holdStock } from '../../stock/ledger/locks.server.ts';
import type { NewPot } from './new-pot.server.ts';
import { unitsOf } from './pot-units.server.ts';

/** Lines of day-end counts: used = on the books − left by count, the stock held meanwhile. */
export async function dayEndLines(context: Context, pots: readonly NewPot[]): Promise<void> {
  const refusals: Refusal[] = [];
  for (const { saving, place } of pots) {
    const lines = savingLines(saving, 'details') ?? [];
    const names = await unitsOf(
      context,
      lines.map(({ values }) => values.materialId),
    );
    const ids = [...new Set(lines.map(({ values }) => values.materialId))].filter((id) => names.has(id));
    const keys = ids.map((materialId) => ({ locationId: place.locationId, materialId }));
    await holdStock(context, keys);
    const rows = await context.tx.rows<{ id: string; qty: string }>(sql`
      select s.material_id as id, s.qty from stock s where s.location_id = ${place.locationId}::bigint
        and s.material_id = any(${ids}::bigint[])`);
    const books = new Map(rows.map(({ id, qty }) => [id, Decimal.of(qty)]));
    if (lines.length === 0) refusals.push(refuse('production.nothing-used', {}, { field: 'details' }));
    saving.lines['details'] = lines.map(({ id, values }, index) => {
      const at = { line: index + 1, field: 'restQty' };
      const book = books.get(values.materialId) ?? Decimal.zero;
      const rest = values.restQty === null ? null : Decimal.of(values.restQty);
      const named = names.get(values.materialId);
      if (rest === null) refusals.push(refuse('production.rest-missing', {}, at));
      else if (rest.isAbove(book))
        refusals.push(
          refuse(
            'production.rest-above-book',
            { material: named?.name ?? '', unit: named?.unit ?? '', book, rest },
            at,
          ),
        );
      const used = Decimal.max(Decimal.zero, book.minus(rest ?? book));
      return {
        id,
        values: { ...values, stdQty: null, actualQty: used.toString(), actualYield: null, amount: null, unitId: null },
      };
    });
  }
  if (refusals.length > 0) throw new Refused(...refusals);
}

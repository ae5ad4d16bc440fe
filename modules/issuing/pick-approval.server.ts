/**
 * What a stall may ask for; what pick bills that wait for approval would get: asked before somebody approves, and
 * nothing is held by it.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { namedId } from '../master-data/units/unit-calls.server.ts';
import { sql } from '../../parts/postgres/database.ts';
import { shelfOf } from '../operations/goods-systems/shelf.server.ts';
import { foreseeHolds } from '../stock/ledger/reservations.server.ts';
import * as calls from './pick.calls.ts';
import { pick } from './pick.document.ts';
import { holdsOfLines, pickLinesOf } from './pick.server.ts';

const BILLS_MAX = 200;

const preApprove = serve(calls.preApprove, async (context, input) => {
  const ids = readIds(input).slice(0, BILLS_MAX);
  const { records } = await readPage(pick, context, { id_in: ids.join(','), status: 'pending', size: BILLS_MAX });
  const bills = new Map(records.map((bill) => [bill.id, bill]));
  const lines = await pickLinesOf(context, [...bills.keys()]);
  const foreseen = await foreseeHolds(context, holdsOfLines(lines, bills));
  const names = await namesOf(
    context,
    lines.map((line) => line.id),
  );
  const answered = lines.map((line, at) => {
    const { held, available } = foreseen[at]!;
    const inUnit = (base: Decimal): Decimal => base.dividedBy(Decimal.of(line.factor)).rounded(6);
    return {
      id: line.id,
      pickId: line.pickId,
      billCode: bills.get(line.pickId)!.billCode,
      materialName: names.get(line.id)?.materialName ?? '',
      unitName: names.get(line.id)?.unitName ?? '',
      qty: line.qty,
      availableQty: inUnit(available).toString(),
      shortQty: inUnit(Decimal.of(line.baseQty).minus(held)).toString(),
    };
  });
  const cut = new Set(answered.filter((line) => Decimal.of(line.shortQty).isPositive()).map((line) => line.pickId));
  return {
    informed: [...new Set([...cut].map((id) => bills.get(id)?.applyUserName ?? ''))].filter((name) => name !== ''),
    lines: answered.map(({ pickId: _, ...line }) => line),
  };
});

async function namesOf(
  context: Context,
  lineIds: readonly Id[],
): Promise<ReadonlyMap<Id, { readonly materialName: string; readonly unitName: string }>> {
  const rows = await context.tx.rows<{ id: Id; materialName: string; unitName: string }>(sql`
    select d.id, m.called as material_name, u.called as unit_name from pick_detail d
    join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    where d.id = any(${lineIds as Id[]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

const askable = serve(calls.askable, async (context, input) => {
  const stallId = namedId(input.gearOperationDeptId);
  const shelf = stallId === null ? null : await shelfOf(context, stallId);
  return { materialIds: shelf?.materials ? [...shelf.materials] : null };
});

export const pickApprovalCalls: readonly Call[] = [preApprove, askable];
